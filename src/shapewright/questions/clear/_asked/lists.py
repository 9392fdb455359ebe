"""Long lists of short texts, such as queues, as answers show them."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from shapewright.errors import ProblemError
from shapewright.questions.fields import Whole, limit_field
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Text
from shapewright.questions.question import Answer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from shapewright.questions.desk import Desk

    Value = TypeVar("Value")

__all__ = [
    "MAX_STUDIO_LISTED",
    "batches",
    "limit_fields",
    "listed",
    "no_limit_without",
    "queue_text",
    "told_limit",
]

MAX_STUDIO_LISTED = 10_000
USUAL_AT_STUDIO = 1000
BATCH = 2000


def limit_fields(help: str, most: int = MAX_STUDIO_LISTED) -> tuple[Whole, Whole]:
    """The field ``limit`` at each door: without it the command line lists all, and the studio a thousand."""
    shell = limit_field(help)
    studio = replace(shell, default=USUAL_AT_STUDIO, studio_maximum=most)
    return shell.at("shell"), studio.at("studio")


def told_limit(asked: Mapping[str, Any], desk: Desk) -> dict[str, Any]:
    """The parameter that an answer of the studio repeats, for another door has another default."""
    return {"limit": asked["limit"]} if desk.studio else {}


def no_limit_without(name: str, asked: Mapping[str, Any], desk: Desk) -> None:
    """Raise ``ProblemError`` if ``limit`` is given without the field ``name``, which alone makes a list."""
    if asked["limit"] is not None and not asked[name] and not desk.studio:
        raise ProblemError(f"--limit only applies with --{name}")


def queue_text(pair: str, rest: str) -> str:
    """A class of queues in text: ``[held]current`` and what follows."""
    return f"[{pair[:1]}]{pair[1:]}{rest}"


def batches(values: Iterable[Value], size: int = BATCH) -> Iterator[list[Value]]:
    """The values, so many between two looks at the clock."""
    values = iter(values)
    while batch := list(islice(values, size)):
        yield batch


def listed(
    queues: Iterable[str], asked: Mapping[str, Any], desk: Desk, *, of: int, keys: Mapping[str, Any] | None = None
) -> Listing:
    """A list of queues in text, up to the limit; there are ``of`` of them. ``keys`` come before it in JSON."""
    limit = asked["limit"]
    return Listing(
        batches(islice(queues, limit)),
        text=lambda queue, _: queue,
        record=lambda queue: queue,
        end=lambda kept, number: Answer(
            {**(keys or {}), "queues": list(kept)},
            f"{number:,} queues",
            text=lambda _: "\n".join(kept),
            parts=lambda: [Text("\n".join(kept), label="queues")],
            complete=number == of,
            told=told_limit(asked, desk),
        ),
        seconds=desk.seconds,
        of=of if limit is None else min(limit, of),
    )
