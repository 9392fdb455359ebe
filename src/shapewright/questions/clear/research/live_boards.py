"""The boards that can still be cleared, for the cache."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear.graph.live_boards import HEIGHTS, KEPT_HEIGHT, live_boards_file
from shapewright.errors import amount
from shapewright.questions.clear._asked.fields import DROP, KICKS, drop_of
from shapewright.questions.clear._asked.python import clear_program, rules_in_python
from shapewright.questions.fields import THREADS, Whole, time_limit_field
from shapewright.questions.parts import Table
from shapewright.questions.python import call, some
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk

_STUDIO_HEIGHT = 2


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """How many boards there are after each number of pieces."""
    height, kicks = asked["height"], asked["kicks"]
    drop = drop_of(asked["drop"], kicks)
    if height != KEPT_HEIGHT or clear.kept_live_boards(kicks, drop) is None:
        desk.at_most(
            height, _STUDIO_HEIGHT, "the live boards of {} lines take half a minute and 2 GB of memory to find"
        )
    found = clear.live_boards(
        height, kicks=kicks, drop=drop, threads=desk.threads, progress=desk.progress, time_limit=desk.seconds
    )
    width = len(f"{max(found.sizes):,}")
    lines = [f"{placed:>2} {size:>{width},}" for placed, size in enumerate(found.sizes)]
    total = f"{amount(len(found), 'board', thousands=True)} of {height} lines can still be cleared"
    kept = [f"kept in {live_boards_file(kicks, drop)}"] if height == KEPT_HEIGHT and not desk.studio else []
    return Answer(
        {"height": height, "boards": len(found), "sizes": list(found.sizes)},
        total,
        text=lambda _: "\n".join([total, *lines, *kept]),
        parts=lambda: [Table(["pieces placed", "boards"], [[n, f"{size:,}"] for n, size in enumerate(found.sizes)])],
        records=lambda: [{"placed": placed, "boards": size} for placed, size in enumerate(found.sizes)],
    )


def _python(asked: dict[str, Any]) -> str:
    kicks = KICKS.value(asked.get("kicks", "srs"))
    how = rules_in_python(asked, kicks, drop_of(asked.get("drop", "soft"), kicks))
    height = asked.get("height", KEPT_HEIGHT)
    return clear_program(f"print({call('clear.live_boards', height, **how, **some(asked, 'time_limit'))}.sizes)")


QUESTION = Question(
    "clear",
    "live-boards",
    "Find all boards that can still be cleared, and keep them for other questions.",
    (
        Whole(
            "height",
            "Number of lines: 2 or 4.",
            default=KEPT_HEIGHT,
            argument=True,
            minimum=min(HEIGHTS),
            maximum=max(HEIGHTS),
        ),
        KICKS,
        DROP,
        THREADS,
        time_limit_field(),
    ),
    answer,
    about="""
    A board is live if some pieces lead to it from the empty field and some pieces clear it. Printed is how many there
    are after each number of pieces. Those of 4 lines take half a minute of processor time and 2 GB of memory, once for
    each kick table and drop; a file of 57 MB in your cache keeps them. From then on 'percent' and 'path' of fields on
    which few pieces lie look at hardly any other boards, and take a third to half of the time.

    \b
    shapewright clear live-boards
    shapewright clear live-boards 4 --kicks srs-plus
    shapewright clear live-boards 2""",
    example={"height": 2},
    formats=Formats((".txt", ".json", ".jsonl")),
    downloads=(".txt",),
    lists=True,
    python=_python,
)
