"""Whether a queue can clear four lines of the empty field at all, and how that is known."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.clear.field import Field
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.sequences import alignments
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem, read_queue
from shapewright.clear.search.impossible_list import HEIGHT, LENGTH, is_usual, known
from shapewright.clear.search.solve import first

if TYPE_CHECKING:
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.patterns.pattern import Row
    from shapewright.clear.queue import Queue

__all__ = ["Verdict", "decides", "impossible", "judge"]

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
    if len(sequence) >= LENGTH and _bags_give(sequence[:LENGTH]):
        return Verdict(queue, False, "list")
    return Verdict(queue, first(problem, time_limit=time_limit, use_list=False) is None, "search")


def decides(setup: Setup) -> bool:
    """Whether the list decides for every queue of a setup if it can clear the field."""
    return (
        setup.height == HEIGHT
        and setup.hold
        and setup.drop == "soft"
        and not setup.start.rows
        and setup.length == LENGTH
        and is_usual(setup.kicks)
        and all(map(_come_from_bags, setup.pattern.alternatives))
    )


def _bags_give(sequence: str) -> bool:
    """Whether bags can give a queue, its held piece first: that may have come long ago, and either of two be held."""
    return bool(alignments(sequence[1:]) or alignments(sequence[0] + sequence[2:]))


def _come_from_bags(alternative: Row) -> bool:
    """Whether bags can give all queues of an alternative of a pattern, each bag beginning at the same place."""
    pattern = Pattern((alternative,))
    if pattern.count(LENGTH) == 1:
        return _bags_give(next(pattern.queues(LENGTH)))
    # One of the first two pieces may have been held for long.
    return any(_are_aligned(pattern, held, left) for held in (0, 1) for left in range(1, len(PIECES) + 1))


def _are_aligned(pattern: Pattern, held: int, left: int) -> bool:
    """Whether bags give the queues but for their piece ``held`` if so many pieces are left of the first bag."""
    readers = {(pattern.start, frozenset(PIECES))}
    for read, level in enumerate(pattern.levels(LENGTH)):
        after = set()
        for state, bag in readers:
            for piece, next_state in level[state]:
                if read != held and piece not in bag:
                    return False
                after.add((next_state, bag if read == held else bag - {piece}))
        left -= read != held
        if left == 0:
            left, after = len(PIECES), {(state, frozenset(PIECES)) for state, _ in after}
        readers = after
    return True


def _problem(queue: Queue) -> Problem:
    return Problem(Field(), queue, HEIGHT)
