"""All ways to fill marked cells of a field by the queues of a pattern, or the cells that a solution fills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from shapewright import clear, drawing
from shapewright.clear.chances.cover import Built
from shapewright.clear.chances.percent import percentage
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.notation.start import read_options
from shapewright.clear.setup.congruents import read_one
from shapewright.clear.setup.holes import HOLES
from shapewright.clear.setup.setups import read_span
from shapewright.errors import NotationError, ProblemError, amount
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.batch import csv_of
from shapewright.questions.clear._asked.fields import DROP, FIELD, HEIGHT, KICKS, NO_HOLD, PAGE, Once, told_rules
from shapewright.questions.clear._asked.lines import Line, lines_stated
from shapewright.questions.clear._asked.many import of_many
from shapewright.questions.clear._asked.pattern import PATTERN, RULES, USE_HOLD, pattern_of, rules_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.clear._asked.solution_finder import SETUP
from shapewright.questions.clear._shown.cards import (
    DOWNLOADS,
    FORMATS,
    MAX_DRAWN,
    MAX_FIGURES,
    Card,
    beside,
    card_files,
    check_number,
    pictures,
    section,
)
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, TIME_LIMIT, Choice, Field, Parsed, Text
from shapewright.questions.former import with_former
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import FileText, parsed

MAX_STUDIO_QUEUES = 100_000


def answer(asked: Asked, desk: Desk) -> Answer:
    """The setups, or the ways to build what a solution does, those that most queues can build first."""
    solution = asked[SOLUTION]
    if solution is not None:
        return _congruents(solution, asked, desk)
    _check(asked)
    blueprint = _blueprint(asked)
    rules = rules_of(asked, read_options(blueprint.comment))
    desk.at_most(rules.pattern.count(), MAX_STUDIO_QUEUES, "the pattern has {} queues")
    clock = Clock(desk.seconds)
    found = clear.setups(
        blueprint,
        rules.pattern,
        pieces=_span(asked[PIECES], "pieces"),
        clears=_span(asked[CLEARS], "cleared lines"),
        exclude=asked[EXCLUDE],
        operate=asked[OPERATE] or "",
        combination=asked[COMBINATION] == "yes",
        kicks=rules.kicks,
        drop=rules.drop,
        hold=rules.hold,
        time_limit=clock.left(),
        progress=desk.progress,
    )
    if (then := asked[THEN]) is not None:
        found = clear.chances_after(
            found,
            pattern_of(then),
            asked[THEN_HEIGHT] or DEFAULT_HEIGHT,
            hold=rules.hold,
            time_limit=clock.left(),
            progress=desk.progress,
        )
    keys = {
        "blueprint": blueprint.to_text(),
        "height": blueprint.height,
        "setups": len(found),
        "cores": found.cores,
        "pieces": rules.pattern.length,
        "pieces_counted": found.counted,
        "solved": None if found.combination else found.any.solved,
        "queues": None if found.combination else found.queues,
    }
    several = blueprint.left_out and asked[PAGE] is None
    notes = [f"clear: page 1 of {blueprint.left_out + 1} of the fumen; --page chooses another one"] if several else []
    lines = asked[HEIGHT] or (asked[THEN_HEIGHT] or DEFAULT_HEIGHT if asked[THEN] else None)
    if blueprint.full_rows and lines is not None:
        rows = "1 full row counts" if blueprint.full_rows == 1 else f"{blueprint.full_rows} full rows count"
        notes.append(f"clear: {rows} among the {lines}")
    return answer_of(found, _heading(found), desk, asked[LIMIT], notes=notes, keys=keys)


def _check(asked: Asked) -> None:
    """Raise ``ProblemError`` for options that do not go together."""
    if asked[THEN_HEIGHT] is not None and asked[THEN] is None:
        raise ProblemError("--then-height only applies together with --then")


def _stated(asked: Asked) -> tuple[clear.Filling, str, int]:
    blueprint = _blueprint(asked)
    rules = rules_of(asked, read_options(blueprint.comment))
    then = asked[THEN]
    stated = clear.Filling(
        blueprint,
        rules.pattern,
        rules.kicks,
        rules.drop,
        rules.hold,
        _span(asked[PIECES], "pieces"),
        _span(asked[CLEARS], "cleared lines"),
        asked[EXCLUDE],
        asked[OPERATE] or "",
        None if then is None else pattern_of(then),
        asked[THEN_HEIGHT] or DEFAULT_HEIGHT,
    )
    return stated, blueprint.to_text(), blueprint.left_out


def _lines(asked: Asked, most: int, *, all_pages: bool) -> list[Line]:
    _check(asked)
    return lines_stated(_stated, asked, most, all_pages=all_pages)


def _heading(found: clear.Setups) -> str:
    if not found:
        return "no setup: the pattern does not fill these cells"
    number = amount(len(found), "setup")
    if found.cores < len(found):
        number += f", with {found.cores} ways to fill the cells"
    words = number if found.combination else f"{number}; {found.any} of the queues build at least one"
    best = max([one.then for one in found if one.then is not None], key=lambda then: then.fraction, default=None)
    return words if best is None else f"{words}; the best chance of a clear after one is {best}"


def _blueprint(asked: Asked) -> clear.Blueprint:
    text = asked[FIELD]
    if text is None:
        raise ProblemError("there is no field; give rows with * for the cells to be filled, or a fumen and --fill")
    fill, margin, free = (asked[field] or "" for field in (FILL, MARGIN, FREE))

    def read(content: str) -> clear.Blueprint:
        return clear.Blueprint.from_text(
            content, fill=fill, margin=margin, free=free, height=asked[HEIGHT], page=asked[PAGE]
        )

    return parsed(text.source.place, str(text), read) if isinstance(text, FileText) else read(text)


def _span(text: str | None, what: str) -> tuple[int, int] | None:
    return None if text is None else read_span(text, what)


def _solution(text: str) -> Built:
    """The solution; a region painted in one colour is filled otherwise."""
    try:
        return read_one(text)
    except NotationError as error:
        if "cells in the colour of" not in str(error):
            raise
        raise NotationError(f"{error}; 'clear setup -t FUMEN --fill L' fills a painted region") from None


def _congruents(solution: Built, asked: Asked, desk: Desk) -> Answer:
    """The ways to cut what the solution builds into as many pieces."""
    for field in _OF_CELLS:
        if asked[field] != field.default:
            raise ProblemError(
                f"{desk.option(field.name)} is about marked cells; leave it out, or leave out {desk.option('solution')}"
            )
    if asked[PATTERN] is None:
        kicks, drop = told_rules(asked)
        how: dict[str, Any] = {"kicks": kicks, "drop": drop}
    else:
        rules = rules_of(asked)
        desk.at_most(rules.pattern.count(), MAX_STUDIO_QUEUES, "the pattern has {} queues")
        how = {"pattern": rules.pattern, "kicks": rules.kicks, "drop": rules.drop, "hold": rules.hold}
    found = clear.congruents(solution, **how, time_limit=desk.seconds, progress=desk.progress)
    given = found.given
    keys: dict[str, object] = {
        "congruents": len(found),
        "given": None if given is None else found.index(given) + 1,
        "pieces": found.queue_set.pattern.length,
        "pieces_counted": found.counted,
        "solved": None if found.combination else found.any.solved,
        "queues": None if found.combination else found.queues,
    }
    where = "the given one cannot be built" if given is None else f"the given one is number {found.index(given) + 1}"
    heading = f"{amount(len(found), 'way')} to build these cells; {where}"
    heading += "" if found.combination else f"; {found.any} of the queues build at least one"
    heading = heading if found else "no queue of the pattern builds these cells"
    return answer_of(found, heading, desk, asked[LIMIT], keys=keys)


def _congruents_in_python(asked: Asked) -> str:
    if asked[PATTERN] is not None:
        rules = rules_of(asked)
        how = {"pattern": rules.pattern.to_text(), **rules_in_python(asked, rules.kicks, rules.drop, hold=rules.hold)}
    else:
        how = rules_in_python(asked, *told_rules(asked))
    cut = "" if asked[LIMIT] is None else f"[:{asked[LIMIT]}]"
    return clear_program(
        f"found = {call('clear.congruents', asked.text(SOLUTION), **how, **asked.some(TIME_LIMIT))}",
        "print(len(found))",
        f"for setup in found{cut}:",
        "    print(setup.served, setup.fumen().to_text())",
    )


MAX_STUDIO_LISTED = 5000
MAX_LISTED = 200_000
MAX_SERVED_LISTED = 5_000_000


def answer_of(
    found: clear.Setups, heading: str, desk: Desk, limit: int | None, keys: dict[str, object], notes: Iterable[str] = ()
) -> Answer:
    """The answer that lists these setups, up to a limit, under a heading; ``keys`` come first in JSON."""
    shown = found[: MAX_STUDIO_LISTED if limit is None and desk.studio else limit]
    cards = [_card(number, one, found) for number, one in enumerate(shown, 1)]
    cut = [said for said in (found.cut(),) if said]

    def html() -> str:
        check_number(cards, MAX_FIGURES, "pictures")
        return drawing.to_html("Setups", section(f"Setups: {len(cards)}", cards, 16), introduction=heading)

    more = [f"the first {MAX_DRAWN} of {len(shown)} are drawn"] if len(shown) > MAX_DRAWN else []
    return Answer(
        lambda: keys | {"solutions": _records(found, shown)},
        heading,
        "found" if found else "none",
        text=lambda screen: "\n".join([heading, *cut, *beside(cards, screen)]),
        parts=lambda: pictures(cards[:MAX_DRAWN], "; ".join([*cut, *more])),
        files={**card_files(cards, heading, "setup"), ".csv": lambda: _csv(found, shown), ".html": html},
        notes=[*notes],
        complete=len(shown) == len(found),
        exit_code=0,
    )


def _card(number: int, one: clear.FoundSetup, found: clear.Setups) -> Card:
    """A setup, and how often it can be built."""
    words = f"{one.served} of {one.orders} orders" if found.combination else amount(one.served, "queue")
    after = ""
    if one.then is not None:
        after = f"{percentage(one.then.solved, one.then.queues)} %"
        words += f", then {after}"
    screen = f"{number}  {one.served}{'  ' if after else ''}{after}"
    return Card(one, one.fumen, screen, f"{number}  {words}", words)


def _records(found: clear.Setups, shown: Sequence[clear.FoundSetup]) -> list[dict[str, object]]:
    """Setups as plain data; the queues of each are left out where they would be too many."""
    check_number(shown, MAX_LISTED, "setups")
    is_listed = not found.combination and sum([one.served for one in shown]) <= MAX_SERVED_LISTED
    each = []
    for one in shown:
        record: dict[str, object] = {
            "pieces": one.pieces,
            "cells": [part.cells for part in one.parts],
            "rows": one.to_text(one_line=True),
            "core": len(one.core),
            "cleared": one.cleared,
            "orders" if found.combination else "queues": one.served,
            "fumen": one.fumen().to_text(),
        }
        if is_listed:
            record["serves"] = list(one.queues())
        if one.then is not None:
            record["then"] = {"solved": one.then.solved, "queues": one.then.queues}
        each.append(record)
    return each


def _csv(found: clear.Setups, shown: Sequence[clear.FoundSetup]) -> str:
    names = ["number", "pieces", "orders" if found.combination else "queues", "core", "cleared"]
    has_then = any(one.then is not None for one in shown)
    rows: list[list[object]] = [[*names, *(["then_solved", "then_queues"] if has_then else []), "rows", "fumen"]]
    for number, one in enumerate(shown, 1):
        after = [] if one.then is None else [one.then.solved, one.then.queues]
        picture = one.to_text(one_line=True)
        numbers = [one.served, len(one.core), one.cleared, *after]
        rows.append([number, one.pieces, *numbers, picture, one.fumen().to_text()])
    return csv_of(rows)


def _python(asked: Asked) -> str:
    if SOLUTION in asked:
        return _congruents_in_python(asked)
    blueprint = _blueprint(asked)
    rules = rules_of(asked, read_options(blueprint.comment))
    spans = {field.name: _span(asked[field], field.name) for field in (PIECES, CLEARS)}
    how = {
        **{name: span if span is None or span[0] < span[1] else span[0] for name, span in spans.items()},
        **asked.some(EXCLUDE, OPERATE),
        **({"combination": Expression("True")} if asked[COMBINATION] == "yes" else {}),
        **rules_in_python(asked, rules.kicks, rules.drop, hold=rules.hold),
        **asked.some(TIME_LIMIT),
    }
    cut = "" if asked[LIMIT] is None else f"[:{asked[LIMIT]}]"
    then: list[str] = []
    if (after := asked[THEN]) is not None:
        more = {"height": asked[THEN_HEIGHT], **({} if rules.hold else {"hold": Expression("False")})}
        then = [f"found = {call('clear.chances_after', Expression('found'), pattern_of(after).to_text(), **more)}"]
    return clear_program(
        f"found = {call('clear.setups', blueprint.to_text(), rules.pattern.to_text(), **how)}",
        *then,
        "print(len(found), found.cores)",
        f"for setup in found{cut}:",
        "    print(setup.served, setup.fumen().to_text())",
    )


def _in_python(asked: Asked, stated: clear.Filling) -> dict[str, object]:
    """The keywords of what is asked of one of many blueprints."""
    spans = {field.name: getattr(stated, field.name) for field in (PIECES, CLEARS) if asked[field] is not None}
    then = {} if stated.then is None else {"then": stated.then.to_text()}
    return {**spans, **asked.some(EXCLUDE, OPERATE, THEN_HEIGHT), **then}


FILL = Text("fill", "Colours of the cells to be filled, such as I or IS.", short="-f", metavar="COLOURS", limit=20)
MARGIN = replace(FILL, name="margin", help="Colours of the cells that may be filled.", short="-m")
FREE = replace(FILL, name="free", help="Colours of the cells that may be filled and may be holes.", short="-F")
_FIELD = replace(
    FIELD,
    help="Rows joined by /: * to be filled, . margin, + free, X filled, _ empty; or a fumen, or a file.",
    usual="",
)
_HEIGHT = replace(
    HEIGHT,
    help="Number of rows of the field that count.",
    usual="that of the highest cell",
    short="-l",
    old=("--line",),
)
_MARKED: tuple[Field[object], ...] = (_FIELD, PAGE, FILL, MARGIN, FREE, _HEIGHT)
COMBINATION = Choice(
    "combination", "Whether the pattern names pieces in any order, of which a setup has some.",
    short="-c", metavar="yes|no", choices=("yes", "no"),
).with_default("no")  # fmt: skip
PIECES = Text(
    "pieces", "Number of pieces, such as 4 or 3-5.", usual="that of the pattern, or as many as fit",
    old=("--n-pieces", "-np"), metavar="N", limit=20,
)  # fmt: skip
CLEARS = Text("clears", "Number of lines that are cleared on the way, such as 0 or 0-2.", metavar="N", limit=20)
EXCLUDE = Choice(
    "exclude", "Leave out setups with holes: an empty cell below a filled one, or one that nothing leads to.",
    short="-e", metavar="WHICH", choices=HOLES,
).with_default("none")  # fmt: skip
OPERATE = Once(
    "operate", "What to do before holes are looked for, such as 'T-Reverse(4,2) clear() row(1) block(1,2)'.",
    old=("-op",), metavar="OPERATIONS", limit=1000,
    several="two texts of operations are given, {}; write them as one text with blanks between them",
)  # fmt: skip
THEN = replace(
    PATTERN, name="then", help="Sort by the chance that queues of this pattern clear what a setup leaves.",
    short="", old=(), several="two patterns are given, {}; alternatives of one pattern have ; between them",
)  # fmt: skip
THEN_HEIGHT = replace(
    HEIGHT, name="then_height", help="Number of lines that setup and perfect clear take together.", usual="4",
    short="", old=(),
)  # fmt: skip
_OPTIONS: tuple[Field[object], ...] = (COMBINATION, PIECES, CLEARS, EXCLUDE, OPERATE, THEN, THEN_HEIGHT)
_OF_CELLS = (*_MARKED, *_OPTIONS)
"""The fields that are about marked cells, not about a solution."""
SOLUTION = Parsed(
    "solution", "Instead of marked cells: a fumen of a solution, of which all other ways to cut it are listed; at the "
    "shell also a file with one.", metavar="SOLUTION", limit=8000, parse=_solution,
)  # fmt: skip
_LIMIT = replace(
    LIMIT, help="Maximum number of setups; 0 for the counts alone.", minimum=0, studio_maximum=MAX_STUDIO_LISTED
)

QUESTION = Question(
    "clear",
    "setup",
    "List all ways to fill marked cells of a field.",
    (*_MARKED, *RULES, *_OPTIONS, SOLUTION, _LIMIT, TIME_LIMIT),
    answer,
    about="""
    A setup fills every cell marked *, and otherwise only cells marked . or +. Each of its pieces fills some cell marked
    *, and these can be built without the others, which are there only to make up the number of --pieces. Setups that
    most queues can build are listed first. In a fumen, --fill, --margin and --free name the colours of such cells.

    With --solution, the cells that it fills are cut into as many pieces in every way that can be built, the given one
    included. With a pattern, those that most of its queues can build are listed first; without one, the pieces may be
    any, in any order. A page of a fumen has the pieces in its coloured cells and the field in its grey ones; its pages
    may also place the pieces.

    \b
    shapewright clear setup --field '****______/****______/****______/****______' -p IOOI
    shapewright clear setup --field 'XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX' -p '*p2' --pieces 2 --then '*p4'
    shapewright clear setup -t 'v115@9gTpFeTpFeTpFezhPeAgH' -f I -m O -p '*!' -np 2 -o setups.html
    shapewright clear setup -t 'v115@9gQpBewhVpwhCe3hAe2hZpJeAgH' -f I -m O -p '[^T]!' -e holes -op 'T-2(2,2)'
    shapewright clear setup --solution 'v115@9gzhFezhFeTpFeTpPeAgH' -p '*p7' -o congruents.html""",
    rule="shapewright.clear.claims.setups:setup",
    claims="""
    blueprint? | text | What is to be filled, and what may be. | asked
    height?
    setups? | whole | Number of setups. | again
    cores? | whole | Number of different sets of cells that they fill. | again
    pieces?  pieces_counted?
    solved? | whole? | Number of queues that can build one. | again
    queues? | whole? | Number of queues of the pattern. | again
    solutions? | [Setup or Combined] | The setups, each with the queues that can build it. | again
    congruents? | whole | Number of solutions of the same cells. | again
    given? | whole? | Number of solutions that were given. | again: counted in the question
    asked?  fields?""",
    example={"field": "*.________/***_______", "patterns": "*p2"},
    formats=FORMATS,
    downloads=DOWNLOADS,
    python=_python,
    foreign=SETUP,
)  # fmt: skip
QUESTION = of_many(QUESTION, "limit", "combination", "solution", read=_lines, stated_by=_in_python)
QUESTION = with_former(
    QUESTION,
    "congruents",
    "setup --solution SOLUTION",
    (
        replace(SOLUTION, help="A fumen of a solution; at the shell also a file with one.", required=True,
                argument=True, old=("--tetfu", "-t")),
        replace(PATTERN, usual="any pieces, in any order"), USE_HOLD, NO_HOLD, DROP, KICKS, _LIMIT, TIME_LIMIT,
    ),
    rule="shapewright.clear.claims.setups:congruents",
    example={"solution": "v115@9gzhFezhFeTpFeTpPeAgH", "patterns": "IOOI"},
    formats=FORMATS,
    lists=False,
)  # fmt: skip
