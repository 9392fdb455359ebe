"""The inventory of rectangles: every bag that fills one, with a tiling."""

from __future__ import annotations

from collections import Counter

from shapewright.packing import rectangles
from shapewright.packing.search.inventory import AREA, MAX_AREA, to_bytes
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Text, Whole
from shapewright.questions.parts import Table
from shapewright.questions.python import call, program
from shapewright.questions.question import Answer, Formats, Question

CELLS = Whole("area", "Maximum number of cells.", metavar="A", minimum=4, maximum=MAX_AREA).with_default(AREA)
DATA = Text(
    "data", "Read the rectangles from FILE, written earlier by -o FILE.h5, instead of computing them.",
    metavar="FILE", doors=("shell",),
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """How many bags fill each rectangle."""
    desk.say("filling rectangles")
    found = rectangles(asked[CELLS], asked[DATA], time_limit=desk.seconds)
    by_size = Counter(f"{one.width}x{one.height}" for one in found)
    width = max(map(len, by_size), default=0)
    lines = [*(f"{size:>{width}}  {number}" for size, number in by_size.items()), f"{len(found)} rectangles in all"]
    return Answer(
        {"rectangles": len(found), "by_size": dict(by_size)},
        f"{len(found):,} rectangles",
        text=lambda _: "\n".join(lines),
        parts=lambda: [Table(["size", "bags that fill it"], list(by_size.items()))],
        files={".h5": lambda: to_bytes(asked[CELLS], found)},
    )


def _python(asked: Asked) -> str:
    found = call("packing.rectangles", *asked.some(CELLS).values(), **asked.some(TIME_LIMIT))
    return program("packing", f"print(len({found}))")


QUESTION = Question(
    "packing",
    "rectangles",
    "List the rectangles that bags of tetrominoes fill, each with a tiling.",
    (
        CELLS,
        DATA,
        TIME_LIMIT,
    ),
    answer,
    about="""
    Counts the bags that fill each rectangle of up to --area cells. The rectangles are computed once and kept in the
    user's cache; -o FILE.h5 writes them, each with a tiling.""",
    rule="shapewright.packing.claims.rounds:rectangles",
    claims="""
    rectangles | whole | Number of pairs of a box and a bag that fills it. | again: every bag is decided again, or a
        new table is made
    by_size | {*: whole} | The same for each box. | again: as the number""",
    example={"area": 16},
    formats=Formats((".txt", ".json", ".h5")),
    python=_python,
)  # fmt: skip
