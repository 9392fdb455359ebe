"""Questions about packings that are no bag's: chances, the inventory of rectangles, and whether packings are right."""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.web import views
from shapewright.web.fields import Number, Upload, Whole
from shapewright.web.packing_box import BOX, read_box
from shapewright.web.questions import TIME_LIMIT, Answer, Question
from shapewright.web.verdicts import verified_answer

if TYPE_CHECKING:
    from shapewright.web.desk import Desk

MAX_AREA = 40


def _chances(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.cli.packing.chances import chances_keys
    from shapewright.packing import chances

    box = read_box(asked["box"])
    if box is None:
        raise ProblemError("'box' is missing, such as 6x6")
    started = time.monotonic()
    found = chances(box, asked["pieces_count"], time_limit=desk.seconds)
    rows = [
        ["bags that fit", f"{found.bags:,} of {found.of:,}"],
        ["a random bag", f"{100 * float(found.probability):.3f} %"],
        ["one with an even number of T", f"{100 * float(found.probability_even_t):.3f} %"],
    ]
    words = f"{found.bags:,} of {found.of:,} bags of {found.pieces} pieces fit {box[0]}×{box[1]}"
    shown = views.view(words, "good", sections=[views.table(["", "chance"], rows)])
    return Answer(chances_keys(found), shown, seconds=time.monotonic() - started)


def _rectangles(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.packing import rectangles

    started = time.monotonic()
    desk.say("filling rectangles")
    found = rectangles(asked["area"])
    by_size = Counter(f"{one.width}x{one.height}" for one in found)
    rows = [[size, number] for size, number in by_size.items()]
    shown = views.view(
        f"{len(found):,} rectangles", "good", sections=[views.table(["size", "bags that fill it"], rows)]
    )
    return Answer({"rectangles": len(found), "by_size": dict(by_size)}, shown, seconds=time.monotonic() - started)


def _verify(asked: dict[str, Any], desk: Desk) -> Answer:
    from shapewright import packing

    started = time.monotonic()
    found = packing.verify(asked["packings"], time_limit=desk.seconds, threads=desk.threads)
    return verified_answer(found, time.monotonic() - started)


QUESTIONS = (
    Question(
        "chances",
        "How likely is it that a random bag fits into this box?",
        (
            BOX,
            Whole("pieces_count", "bags of so many pieces (unless full)", minimum=1, maximum=64),
            Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0),
        ),
        _chances,
        example={"box": "4x4"},
    ),
    Question(
        "rectangles",
        "How many bags fill each rectangle?",
        (
            Whole("area", "rectangles of up to so many cells", minimum=4, maximum=MAX_AREA, default=32),
            Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0),
        ),
        _rectangles,
        example={"area": 16},
    ),
    Question(
        "verify",
        "Are these packings right?",
        (
            Upload("packings", "an answer of any question about packings, or JSON Lines of packings", required=True),
            Number(TIME_LIMIT, "recompute claims for so many seconds", maximum=3600.0),
        ),
        _verify,
    ),
)
