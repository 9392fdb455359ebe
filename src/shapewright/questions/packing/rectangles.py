"""The inventory of rectangles: every bag that fills one, with a tiling."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from shapewright.packing import rectangles
from shapewright.packing.search.inventory import AREA, MAX_AREA, to_bytes
from shapewright.questions.fields import Text, Whole, time_limit_field
from shapewright.questions.parts import Table
from shapewright.questions.python import call, program, some
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """How many bags fill each rectangle."""
    desk.say("filling rectangles")
    found = rectangles(asked["area"], asked.get("data"), time_limit=desk.seconds)
    by_size = Counter(f"{one.width}x{one.height}" for one in found)
    width = max(map(len, by_size), default=0)
    lines = [*(f"{size:>{width}}  {number}" for size, number in by_size.items()), f"{len(found)} rectangles in all"]
    return Answer(
        {"rectangles": len(found), "by_size": dict(by_size)},
        f"{len(found):,} rectangles",
        text=lambda _: "\n".join(lines),
        parts=lambda: [Table(["size", "bags that fill it"], list(by_size.items()))],
        files={".h5": lambda: to_bytes(asked["area"], found)},
    )


def _python(asked: dict[str, Any]) -> str:
    found = call("packing.rectangles", *some(asked, "area").values(), **some(asked, "time_limit"))
    return program("packing", f"print(len({found}))")


QUESTION = Question(
    "packing",
    "rectangles",
    "List the rectangles that bags of tetrominoes fill, each with a tiling.",
    (
        Whole("area", "Maximum number of cells.", default=AREA, metavar="A", minimum=4, maximum=MAX_AREA),
        Text(
            "data", "Read the rectangles from FILE, written earlier by -o FILE.h5, instead of computing them.",
            metavar="FILE", doors=("shell",),
        ),
        time_limit_field(),
    ),
    answer,
    about="""
    Counts the bags that fill each rectangle of up to --area cells. The rectangles are computed once and kept in the
    user's cache; -o FILE.h5 writes them, each with a tiling.""",
    example={"area": 16},
    formats=Formats((".txt", ".json", ".h5")),
    python=_python,
)  # fmt: skip
