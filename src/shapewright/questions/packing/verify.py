"""Check the claims of an answer about packings."""

from __future__ import annotations

from shapewright import packing
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, File
from shapewright.questions.findings import EFFORT, FINDINGS, verified
from shapewright.questions.packing._packings import EXAMPLE
from shapewright.questions.python import verifying
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import parsed

PACKINGS = File(
    "packings", "A JSON answer of any question about packings, or JSON Lines of packings.",
    argument=True, metavar="FILE",
).mandatory()  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """What became of each claim."""
    source = asked[PACKINGS]
    found = parsed(
        source.place,
        source.text(),
        lambda text: packing.verify(text, time_limit=desk.seconds, threads=desk.threads),
    )
    return verified(found)


QUESTION = Question(
    "packing",
    "verify",
    "Check every claim of an answer.",
    (
        PACKINGS,
        THREADS,
        EFFORT,
    ),
    answer,
    about="""
    Placements, sizes and scores are checked by the rules alone. Another search proves "optimal", "infeasible", bounds
    and refuted boxes again; chances, rectangles, rounds and evaluations are recomputed.

    The exit code is 0 if every claim was checked and is right, 1 if one is wrong, and 3 if none is wrong but
    something could not be checked, which is named.""",
    claims=FINDINGS,
    example={"packings": EXAMPLE},
    python=lambda asked: verifying("packing", asked.plain(PACKINGS), asked.some(EFFORT)),
)  # fmt: skip
