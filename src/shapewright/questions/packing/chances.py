"""How likely is it that a random bag fits into a small box?"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.packing import chances
from shapewright.packing.asked import box_from_text
from shapewright.questions.fields import Whole, time_limit_field
from shapewright.questions.packing._fields import BOX, box
from shapewright.questions.parts import Table
from shapewright.questions.python import call, program, some
from shapewright.questions.question import Answer, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The number of bags that fit, and how likely one of them is drawn."""
    sides = box(asked, desk)
    assert sides is not None
    found = chances(sides, asked["pieces_count"], time_limit=desk.seconds)
    words = f"{found.bags:,} of {found.of:,} bags of {found.pieces} pieces fit {sides[0]}x{sides[1]}"
    every, even = float(found.probability), float(found.probability_even_t)
    text = (
        f"{found.bags} of {found.of} bags of {found.pieces} pieces fit {sides[0]}x{sides[1]}\n"
        f"probability of a random bag       {every:.5f}\n"
        f"given an even number of T         {even:.5f}"
    )
    rows = [
        ["bags that fit", f"{found.bags:,} of {found.of:,}"],
        ["a random bag", f"{100 * every:.3f} %"],
        ["one with an even number of T", f"{100 * even:.3f} %"],
    ]
    return Answer(found.to_json(), words, text=lambda _: text, parts=lambda: [Table(["", "chance"], rows)])


def _python(asked: dict[str, Any]) -> str:
    found = call("packing.chances", box_from_text(asked["box"]), **some(asked, "pieces_count", "time_limit"))
    return program(
        "packing",
        f"found = {found}",
        "print(found)",
        "print(float(found.probability), float(found.probability_even_t))",
    )


QUESTION = Question(
    "packing",
    "chances",
    "Compute the exact probability that a random bag fits into a small box.",
    (
        replace(BOX, help="The box, of at most 64 cells.", required=True),
        Whole(
            "pieces_count", "Number of pieces in a bag.", metavar="N", minimum=1, maximum=64,
            usual="as many as there is room for",
        ),
        time_limit_field(),
    ),
    answer,
    about="""
    Counts the bags of N pieces that fit into the box, and computes how likely a random bag is to be one of them.
    Dynamic programming over sets of bags decides every bag.""",
    example={"box": "4x4"},
    python=_python,
)  # fmt: skip
