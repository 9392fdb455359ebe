"""Long lists of short texts, such as queues, as answers show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import islice
from typing import TypeVar

from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, Flag, Whole
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Text
from shapewright.questions.question import Answer

Value = TypeVar("Value")

MAX_STUDIO_LISTED = 10_000
USUAL_AT_STUDIO = 1000
BATCH = 2000


def limit_fields(help: str, most: int = MAX_STUDIO_LISTED) -> tuple[Whole, Whole]:
    """The field ``limit`` at each door: without it the command line lists all, and the studio a thousand."""
    shell = replace(LIMIT, help=help, doors=("shell",))
    return shell, replace(shell, default=USUAL_AT_STUDIO, studio_maximum=most, doors=("studio",))


def told_limit(asked: Asked, desk: Desk) -> dict[str, object]:
    """The parameter that an answer of the studio repeats, for another door has another default."""
    return {"limit": asked[LIMIT]} if desk.studio else {}


def no_limit_without(flag: Flag, asked: Asked, desk: Desk) -> None:
    """Raise ``ProblemError`` if ``limit`` is given without the ``flag``, which alone makes a list."""
    if asked[LIMIT] is not None and not asked[flag] and not desk.studio:
        raise ProblemError(f"--limit only applies with --{flag.name}")


def queue_text(pair: str, rest: str) -> str:
    """A class of queues in text: ``[held]current`` and what follows."""
    return f"[{pair[:1]}]{pair[1:]}{rest}"


def batches(values: Iterable[Value], size: int = BATCH) -> Iterator[list[Value]]:
    """The values, so many between two looks at the clock."""
    values = iter(values)
    while batch := list(islice(values, size)):
        yield batch


def listed(
    queues: Iterable[str], asked: Asked, desk: Desk, *, of: int, keys: Mapping[str, object] | None = None
) -> Listing:
    """A list of queues in text, up to the limit; there are ``of`` of them. ``keys`` come before it in JSON."""
    limit = asked[LIMIT]
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
