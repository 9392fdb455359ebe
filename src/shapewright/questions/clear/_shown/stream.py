"""Solutions without the queues of each, shown and written as they come."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.errors import NotationError
from shapewright.jobs.limits import Clock
from shapewright.questions.clear._asked.goal import goal_of
from shapewright.questions.clear._asked.lists import MAX_STUDIO_LISTED, batches
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Text
from shapewright.questions.question import Answer, Formats

if TYPE_CHECKING:
    from shapewright.clear import ListedSolution, Setup
    from shapewright.questions.desk import Desk

__all__ = ["STREAMED", "stream"]

STREAMED = Formats(
    (".txt", ".json", ".jsonl"),
    dict.fromkeys(
        (".csv", ".fumen", ".html", ".svg", ".png", ".gif", ".pdf"),
        "with --no-queues solutions are written as they come; write .txt (a fumen a line) or .jsonl",
    ),
)
BATCH = 500
_OTHERS = ("save", "best_save", "per_save", "minimal", "mark_minimal", "key")


def stream(setup: Setup, notes: list[str], asked: dict[str, Any], desk: Desk) -> Listing:
    """The solutions, a fumen a line."""
    for name in _OTHERS:
        if asked[name]:
            raise NotationError(
                f"{desk.option(name)} and {desk.option('no_queues')} cannot be combined; it needs the queues"
            )
    if not goal_of(asked).is_plain:
        raise NotationError(
            f"{desk.option('mode')} and {desk.option('no_queues')} cannot be combined; it needs the queues"
        )
    clock = Clock(desk.seconds)
    found = clear.list_path(setup, time_limit=clock.left(), progress=desk.progress)
    limit = MAX_STUDIO_LISTED if asked["limit"] is None and desk.studio else asked["limit"]
    number = len(found)
    headline = f"{number} unique solutions for {found.solved} of {found.queues} queues"
    keys = {
        "unique": number,
        "solved": found.solved,
        "queues": found.queues,
        "pieces": setup.pattern.length,
        "pieces_counted": setup.length,
        "height": setup.height,
    }
    return Listing(
        batches(islice(found, limit), BATCH),
        text=lambda solution, _: solution.fumen().to_text(),
        record=record_of,
        end=lambda kept, listed: Answer(
            {**keys, "solutions": list(map(record_of, kept))},
            headline,
            "found" if number else "none",
            text=lambda _: "\n".join([solution.fumen().to_text() for solution in kept]),
            parts=lambda: [Text("\n".join([solution.to_text(one_line=True) for solution in kept]), label="solutions")],
            notes=[*notes, f"clear: {headline}"],
            complete=listed == number,
            exit_code=0,
        ),
        seconds=clock.left(),
        of=number if limit is None else min(limit, number),
    )


def record_of(solution: ListedSolution) -> dict[str, Any]:
    """A solution as plain data."""
    return {
        "pieces": solution.pieces,
        "rows": solution.to_text(one_line=True),
        "tucked": solution.tucked,
        "fumen": solution.fumen().to_text(),
    }
