"""Does a bag fit into a box?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.packing import Problem, explain
from shapewright.questions.fields import THREADS, time_limit_field
from shapewright.questions.packing._fields import BOX, WHAT, box, what
from shapewright.questions.packing._packings import VERDICTS, drawn, files, formats, letters, plain
from shapewright.questions.question import Answer, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """A packing, or why there is none."""
    problem = Problem(what(asked, desk), box=box(asked, desk))
    found = explain(problem, seed=asked["seed"], threads=desk.threads, time_limit=desk.seconds)
    packing = found.packing
    if not found:
        verdict = VERDICTS[packing.status]
        return Answer(plain(packing), str(found), verdict, found.reason, complete=verdict == "none")
    return Answer(
        plain(packing),
        str(found),
        text=lambda screen: f"{found}\n{letters(packing, screen)}",
        parts=lambda: [drawn([packing], [""])],
        records=lambda: [packing.to_json()],
        files=files([packing]),
    )


QUESTION = Question(
    "packing",
    "feasible",
    "Say whether a bag fits into a box: with a packing, or with a reason.",
    (*WHAT, replace(BOX, required=True), THREADS, time_limit_field()),
    answer,
    about="""
    The answer is exact for boxes of at most 64 cells; larger ones are refuted by counting arguments only. The exit
    code is 1 if the bag certainly does not fit, and 3 if that is unknown.""",
    example={"bag": "T1 I3", "box": "4x4"},
    formats=formats(several=False),
    downloads=(".svg", ".txt", ".jsonl"),
    stem="packing",
)
