"""All other ways to cut what a solution builds into as many pieces."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.setup.congruents import read_one
from shapewright.errors import NotationError, amount
from shapewright.questions.clear._asked.fields import DROP, KICKS, NO_HOLD, drop_of
from shapewright.questions.clear._asked.pattern import PATTERN, USE_HOLD, rules_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.clear._shown.setups import DOWNLOADS, FORMATS, MAX_STUDIO_LISTED, answer_of
from shapewright.questions.fields import Parsed, limit_field, time_limit_field, values_of
from shapewright.questions.python import call, some
from shapewright.questions.question import Question

if TYPE_CHECKING:
    from shapewright.clear import Congruents
    from shapewright.clear.chances.cover import Built
    from shapewright.questions.desk import Desk
    from shapewright.questions.question import Answer

MAX_STUDIO_QUEUES = 100_000


def _solution(text: str) -> Built:
    """The solution; a region painted in one colour is a question for another verb."""
    try:
        return read_one(text)
    except NotationError as error:
        if "cells in the colour of" not in str(error):
            raise
        raise NotationError(f"{error}; 'clear setup -t FUMEN --fill L' fills a painted region") from None


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The ways, those that most queues can build first."""
    found = clear.congruents(asked["solution"], **_how(asked, desk), progress=desk.progress)
    given = found.given
    keys = {
        "congruents": len(found),
        "given": None if given is None else found.index(given) + 1,
        "pieces": found.queue_set.pattern.length,
        "pieces_counted": found.counted,
        "solved": None if found.combination else found.any.solved,
        "queues": None if found.combination else found.queues,
    }
    return answer_of(found, _heading(found), desk, asked["limit"], keys=keys)


def _how(asked: dict[str, Any], desk: Desk) -> dict[str, Any]:
    time_limit = {"time_limit": desk.seconds}
    if asked["patterns"] is None:
        kicks = asked["kicks"]
        return {"kicks": kicks, "drop": drop_of(asked["drop"], kicks), **time_limit}
    rules = rules_of(asked)
    desk.at_most(rules.pattern.count(), MAX_STUDIO_QUEUES, "the pattern has {} queues")
    return {"pattern": rules.pattern, "kicks": rules.kicks, "drop": rules.drop, "hold": rules.hold, **time_limit}


def _heading(found: Congruents) -> str:
    """The counts in words."""
    if not found:
        return "no queue of the pattern builds these cells"
    number = amount(len(found), "way")
    given = found.given
    where = "the given one cannot be built" if given is None else f"the given one is number {found.index(given) + 1}"
    heading = f"{number} to build these cells; {where}"
    return heading if found.combination else f"{heading}; {found.any} of the queues build at least one"


def _python(asked: dict[str, Any]) -> str:
    values = values_of(QUESTION.fields, asked)
    how: dict[str, Any] = {}
    if values["patterns"] is not None:
        rules = rules_of(values)
        how = {"pattern": rules.pattern.to_text(), **rules_in_python(asked, rules.kicks, rules.drop, hold=rules.hold)}
    else:
        how = rules_in_python(asked, values["kicks"], drop_of(values["drop"], values["kicks"]))
    cut = f"[:{asked['limit']}]" if "limit" in asked else ""
    return clear_program(
        f"found = {call('clear.congruents', asked['solution'], **how, **some(asked, 'time_limit'))}",
        "print(len(found))",
        f"for setup in found{cut}:",
        "    print(setup.served, setup.fumen().to_text())",
    )


QUESTION = Question(
    "clear",
    "congruents",
    "List all other ways to cut what a solution builds into pieces.",
    (
        Parsed(
            "solution", "A fumen of a solution; at the shell also a file with one.", required=True, argument=True,
            metavar="SOLUTION", old=("--tetfu", "-t"), limit=8000, parse=_solution,
        ),
        replace(PATTERN, usual="any pieces, in any order"),
        USE_HOLD,
        NO_HOLD,
        DROP,
        KICKS,
        limit_field("Maximum number of solutions; 0 for the counts alone.", least=0, studio=MAX_STUDIO_LISTED),
        time_limit_field(),
    ),
    answer,
    about="""
    The cells that the solution fills are cut into as many pieces in every way that can be built, the given one
    included. With a pattern, those that most of its queues can build are listed first. A page of a fumen has the pieces
    in its coloured cells and the field in its grey ones; its pages may also place the pieces.

    \b
    shapewright clear congruents 'v115@9gzhFezhFeTpFeTpPeAgH'
    shapewright clear congruents 'v115@9gzhFezhFeTpFeTpPeAgH' -p '*p7' -o congruents.html""",
    example={"solution": "v115@9gzhFezhFeTpFeTpPeAgH", "patterns": "IOOI"},
    formats=FORMATS,
    downloads=DOWNLOADS,
    python=_python,
)  # fmt: skip
