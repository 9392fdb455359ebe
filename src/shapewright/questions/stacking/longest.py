"""How many pieces of a sequence can fall before one passes the height limit?"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright import stacking
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.parts import Part, Picture, Pictures, Text
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.stacking._fields import DRAWN, OBJECTIVE, RULES, SEQUENCE, well
from shapewright.questions.stacking._python import with_problem
from shapewright.stacking.certificate import certificate
from shapewright.stacking.notation.records import drops_to_json

_FIELDS = tuple([field for field in RULES if field is not OBJECTIVE])
_DRAW = "print(to_terminal(found.mosaic(), color=False))"
_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"), "this game may end early; 'stacking solve' draws plans of all pieces"
)


def answer(asked: Asked, desk: Desk) -> Answer:
    """As many pieces as can fall, and where."""
    stated = well(asked, desk)
    found = stacking.longest(stated, time_limit=desk.seconds, progress=desk.progress)
    keys = {
        "pieces": found.pieces,
        "upper_bound": found.bound,
        "optimal": found.optimal,
        "plan": drops_to_json(found.drops),
        "text": found.to_text(),
        "states": found.states,
        "problem": stated.to_json(),
    }
    return Answer(
        keys,
        str(found),
        text=lambda screen: "\n".join(
            [str(found), *([found.to_text(), screen.draw(found.mosaic())] if found.drops else [])]
        ),
        parts=lambda: _parts(found),
        tone="good" if found.optimal else "plain",
        complete=found.optimal,
        certificate=lambda: certificate(stated, found, time_limit=desk.seconds),
    )


def _parts(found: stacking.Longest) -> Iterator[Part]:
    if found.drops:
        yield Pictures([Picture(found.mosaic(), str(found))], size="large")
        yield Text(found.to_text(), title="The drops", label="plan")


def _python(asked: Asked) -> str:
    found = call("stacking.longest", Expression("problem"), **asked.some(TIME_LIMIT))
    return with_problem(asked, f"found = {found}", "print(found)", "print(found.to_text())", _DRAW)


QUESTION = Question(
    "stacking",
    "longest",
    "Find out how many pieces of a sequence can fall before one passes the height limit.",
    (SEQUENCE, *_FIELDS, *DRAWN, TIME_LIMIT),
    answer,
    about="""
    The most pieces that survive, in the order of the sequence: exact where the search ends by itself, with a bound
    otherwise. The well has --height-limit rows; no piece may come to lie above them.

    \b
    shapewright stacking longest SZSZSZSZ --width 4 --height-limit 6 --clear-lines""",
    rule="shapewright.stacking.claims.games:longest_",
    claims="""
    pieces | whole | Number of pieces that fall. | rules: counted in the plan
    upper_bound | whole | Number that no plan gets above. | again: by cells, by another search, or by the rules alone;
        where there are too many stacks, searched again
    optimal | flag | Whether no plan is longer. | again: by the bound
    plan | Plan | Where each piece falls. | rules: replayed cell by cell
    text  states?  problem?""",
    example={"sequence": "SZSZSZSZSZ", "width": 5, "height_limit": 5, "clear_lines": True},
    formats=Formats((".txt", ".json"), _NO_PICTURE),
    downloads=(".txt",),
    python=_python,
)
QUESTION = with_batch(
    QUESTION,
    Batch(
        "Drop each sequence of FILE (or -), one a line.",
        "sequence",
        alone=("random",),
        check=lambda asked: well(asked, Desk()),
    ),
)
QUESTION = with_certificate(QUESTION)
