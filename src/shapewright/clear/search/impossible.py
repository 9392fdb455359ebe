"""Why there is no perfect clear, and how an answer is known; whether a queue can clear four lines at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.clear.field import MAX_HEIGHT, Field
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import never_held
from shapewright.clear.patterns.sequences import alignments
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem, lines_text, read_queue
from shapewright.clear.search.impossible_list import HEIGHT, LENGTH, is_usual, known, refutes
from shapewright.clear.search.solve import first

if TYPE_CHECKING:
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.patterns.pattern_parts import Row
    from shapewright.clear.queue import Queue

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
            return Problem(Field(), self.queue, HEIGHT).refutation() or ""
        if self.method == "search":
            if self.is_impossible:
                return "all ways to clear 4 lines were tried, and none does"
            return "a way to clear 4 lines was found"
        return f"{'' if self.is_impossible else 'not '}on the list of all queues that cannot clear 4 lines"


def judge(queue: Queue | str, *, time_limit: float | None = None) -> Verdict:
    """What :func:`impossible` says, and how that is known."""
    queue = read_queue(queue)
    problem = Problem(Field(), queue, HEIGHT)
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


def why_none(problem: Problem, *, use_list: bool = True) -> str:
    """Why there is no clear, once that is known, in one sentence.

    >>> from shapewright.clear import Field, Problem, Queue
    >>> why_none(Problem(Field(), Queue("SZSZSZ"), height=2))
    'the queue SZSZSZ has no perfect clear of 2 lines; all were tried'

    Who gives many pieces may have meant more lines than they fill:

    >>> why_none(Problem(Field(), Queue("TIOLJSZ")))
    'the queue TIOLJSZ has no perfect clear of 2 lines; all were tried; 4 lines take 10 pieces'
    """
    known = problem.refutation()
    if known is not None:
        return known
    needed = problem.pieces_needed(problem.heights[0])
    if problem.save is not None:
        unused = 0 if problem.hold or problem.queue.hold is None else 1
        never = never_held(problem.save, len(problem.sequence) + unused - needed)
        if never is not None:
            return never
    heights = " or ".join(map(str, problem.heights))
    lines = "line" if problem.heights == (1,) else "lines"
    without = "" if problem.hold else " without hold"
    saving = "" if problem.save is None else f" that saves {problem.save}"
    how = "all were tried"
    for height, known_by in refuted(problem, use_list=use_list).items():
        if known_by == "list":
            of = "" if len(problem.heights) == 1 else f" of {height} lines"
            how = f"it is on the list of all queues that have none{of}"
    none = f"the queue {problem.queue} has no perfect clear of {heights} {lines}{without}{saving}; {how}"
    highest = problem.heights[-1]
    if problem.height is None and len(problem.sequence) > problem.pieces_needed(highest) + problem.hold:
        # Pieces are left over at all heights: what the next one would take.
        for height in range(highest + 1, MAX_HEIGHT + 1):
            if problem.start.empty_cells(height) % 4 == 0:
                return f"{none}; {lines_text(height)} take {problem.pieces_needed(height)} pieces"
    return none


def refuted(problem: Problem, height: int | None = None, *, use_list: bool = True) -> dict[int, str]:
    """How each height that has no clear was refuted, once one of ``height`` lines is found or none.

    By ``counting``, the ``list``, or a ``search``.
    """
    found = {}
    for lower in problem.heights:
        if height is not None and lower >= height:
            break
        if not problem.may_fill(lower):
            found[lower] = "counting"
        else:
            found[lower] = "list" if use_list and refutes(problem, lower) else "search"
    return found


def method(problem: Problem, height: int | None, *, use_list: bool = True) -> str:
    """How the answer, a clear of so many lines or none, was found: by ``counting``, the ``list``, or a ``search``."""
    if height is not None:
        return "search"
    known = set(refuted(problem, use_list=use_list).values())
    if known <= {"counting"}:
        return "counting"
    return "list" if "list" in known else "search"
