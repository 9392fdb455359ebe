"""How likely is it that a random bag fits into a small box?"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from shapewright.errors import amount
from shapewright.packing import chances
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Whole
from shapewright.questions.packing._fields import BOX, box
from shapewright.questions.parts import Table
from shapewright.questions.python import call, program
from shapewright.questions.question import Answer, Question

SMALL_BOX = replace(BOX, help="The box, of at most 64 cells.").mandatory()
PIECES_COUNT = Whole(
    "pieces_count", "Number of pieces in a bag.", metavar="N", minimum=1, maximum=64,
    usual="as many as there is room for",
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """The number of bags that fit, and how likely one of them is drawn."""
    sides = asked[SMALL_BOX]
    box(asked, desk)
    found = chances(sides, asked[PIECES_COUNT], time_limit=desk.seconds)
    words = f"{found.bags:,} of {found.of:,} bags of {amount(found.pieces, 'piece')} fit {sides[0]}x{sides[1]}"
    every, even = found.probability, found.probability_even_t
    text = (
        f"{found.bags} of {found.of} bags of {amount(found.pieces, 'piece')} fit {sides[0]}x{sides[1]}\n"
        f"probability of a random bag       {_decimal(every)}\n"
        f"given an even number of T         {_decimal(even)}"
    )
    rows = [
        ["bags that fit", f"{found.bags:,} of {found.of:,}"],
        ["a random bag", f"{_decimal(100 * every, 3, 100)} %"],
        ["one with an even number of T", f"{_decimal(100 * even, 3, 100)} %"],
    ]
    return Answer(found.to_json(), words, text=lambda _: text, parts=lambda: [Table(["", "chance"], rows)])


def _decimal(chance: Fraction, digits: int = 5, certain: int = 1) -> str:
    """A chance with so many digits; what these would round to never or always says how little is missing.

    >>> from fractions import Fraction
    >>> _decimal(Fraction(1, 8)), _decimal(Fraction(1, 7**16)), _decimal(1 - Fraction(1, 7**16))
    ('0.12500', '3.0e-14', '1 - 3.0e-14')
    """
    text = f"{float(chance):.{digits}f}"
    if chance > 0 and not float(text):
        return f"{float(chance):.1e}"
    if chance < certain and float(text) == certain:
        return f"{certain} - {float(certain - chance):.1e}"
    return text


def _python(asked: Asked) -> str:
    found = call("packing.chances", asked[SMALL_BOX], **asked.some(PIECES_COUNT, TIME_LIMIT))
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
        SMALL_BOX,
        PIECES_COUNT,
        TIME_LIMIT,
    ),
    answer,
    about="""
    Counts the bags of N pieces that fit into the box, and computes how likely a random bag is to be one of them.
    Dynamic programming over sets of bags decides every bag.""",
    rule="shapewright.packing.claims.rounds:chances",
    claims="""
    box | [whole] | Width and height of the box. | asked
    pieces | whole | Number of pieces of a bag. | asked
    bags | whole | Number of bags that fill the box. | again: every bag is decided again: by searches up to a thousand
        bags, otherwise by a new table
    of | whole | Number of bags. | again: from the same bags
    probability | number | Chance that a drawn bag fills the box. | again: from the same bags
    probability_exact | text | The same as a fraction. | again: from the same bags
    probability_even_t | number | The same if the bag has an even number of T. | again: from the same bags
    probability_even_t_exact | text | The same as a fraction. | again: from the same bags""",
    example={"box": "4x4"},
    python=_python,
)  # fmt: skip
