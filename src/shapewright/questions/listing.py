"""Answers that come one by one: shown as they come at a terminal, gathered where they are wanted as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from shapewright.questions.question import Answer
    from shapewright.questions.screen import Screen

MAX_KEPT = 100_000
"""The values that one JSON object, one page or one picture may hold."""


@dataclass(repr=False, eq=False)
class Listing:
    """A list, perhaps a long one, in ``batches`` of values.

    ``text`` is a value on a screen (without the newline after it), ``record`` as plain data; ``separator`` stands
    between the texts of two values. ``end`` makes the answer out of the values that were kept, once the list is over:
    it is called with all of them, or with none where nobody needs them together, and with their number. ``seconds`` is
    the time limit for all of it. ``of`` is how many values there will be, where that is known beforehand.
    """

    batches: Iterable[Sequence[object]]
    text: Callable[[Any, Screen], str]
    record: Callable[[Any], object]
    end: Callable[[Sequence[Any], int], Answer]
    separator: str = "\n"
    seconds: float | None = None
    of: int | None = None
    stopped: StoppedError | None = None
    number: int = 0

    def each(self) -> Iterator[Sequence[object]]:
        """The batches, until the list or its time is over; what stops it before the first value is raised."""
        clock = Clock(self.seconds)
        source = iter(self.batches)
        while True:
            try:
                batch = next(source, None)
                if batch is None:
                    return
                if self.number:
                    clock.check(f"the whole list was written; {self.number} were written")
            except StoppedError as error:
                if not self.number:
                    raise
                self.stopped = error
                return
            self.number += len(batch)
            yield batch

    def check_length(self) -> None:
        """Raise ``LimitError`` if it is known that one JSON object cannot hold all the values."""
        if self.of is not None:
            _check_number(self.of)

    def gathered(self) -> Answer:
        """All of it as one answer; where time was over, the answer says that it is not complete."""
        kept: list[object] = []
        self.check_length()
        for batch in self.each():
            keep(kept, batch)
        answer = self.ended(kept)
        if self.stopped is not None:
            answer.notes = (*answer.notes, f"stopped: {self.stopped}")
        return answer

    def ended(self, kept: Sequence[object]) -> Answer:
        """The answer once the list is over."""
        answer = self.end(kept, self.number)
        if self.stopped is not None:
            answer.complete = False
            answer.exit_code = self.stopped.exit_code
        if answer.records is None:
            answer.records = lambda: map(self.record, kept)
        return answer


def keep(kept: list[object], batch: Sequence[object]) -> None:
    """Add a batch to what is kept; raises ``LimitError`` where that would be too much for one JSON object."""
    kept += batch
    _check_number(len(kept))


def _check_number(number: int) -> None:
    if number > MAX_KEPT:
        raise LimitError(
            f"one JSON object holds at most {MAX_KEPT} answers, and there are more; use JSON Lines (--jsonl, or -o "
            "with .jsonl), or --limit"
        )
