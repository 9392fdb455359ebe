"""Whether a queue can clear four lines of the empty field at all, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.clear.field import Field
from shapewright.clear.impossible_list import HEIGHT, LENGTH, bags_give, known
from shapewright.clear.problem import Problem, read_queue
from shapewright.clear.solve import first

if TYPE_CHECKING:
    from shapewright.clear.queue import Queue

__all__ = ["Verdict", "impossible", "judge"]

Method = Literal["counting", "list", "search"]


def impossible(queue: Queue | str, *, time_limit: float | None = None) -> bool:
    """Whether a queue cannot clear four lines of the empty field, by SRS, soft drop and hold.

    The list answers at once for queues that bags can give, with eleven pieces or more, the held one included; where it
    does not know, the solver searches until it does.

    >>> impossible("TIOLJSZTIOL"), impossible("[I]IOTSZIOSZT")
    (False, True)

    Raises ``NotationError`` for malformed queues, ``StoppedError`` when the time limit (seconds) ends a search.
    """
    return judge(queue, time_limit=time_limit).is_impossible


@dataclass(frozen=True)
class Verdict:
    """Whether ``queue`` is impossible, and how that is known: by ``counting``, the ``list``, or a ``search``."""

    queue: Queue
    is_impossible: bool
    method: Method

    @property
    def reason(self) -> str:
        """The same in a sentence, without the queue."""
        if self.method == "counting":
            return _problem(self.queue).refutation() or ""
        if self.method == "search":
            return f"{'all ways' if self.is_impossible else 'a way'} to clear 4 lines {_WAS[self.is_impossible]}"
        return f"{'' if self.is_impossible else 'not '}on the list of all queues that cannot clear 4 lines"


_WAS = {True: "were tried, and none does", False: "was found"}


def judge(queue: Queue | str, *, time_limit: float | None = None) -> Verdict:
    """What :func:`impossible` says, and how that is known."""
    queue = read_queue(queue)
    problem = _problem(queue)
    if not problem.heights:
        return Verdict(queue, True, "counting")
    sequence = problem.sequence
    if known().has(sequence):
        return Verdict(queue, True, "list")
    if len(sequence) >= LENGTH and bags_give(sequence[:LENGTH]):
        return Verdict(queue, False, "list")
    return Verdict(queue, first(problem, time_limit=time_limit, use_list=False) is None, "search")


def _problem(queue: Queue) -> Problem:
    return Problem(Field(), queue, HEIGHT)
