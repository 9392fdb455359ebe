"""Perfect clears for a queue: one at once, or one after the other."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING

from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.problem import Problem, read_field_and_height, read_kicks, read_queue
from shapewright.clear.solution import Solution
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import check_limits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright import _core
    from shapewright.clear.field import Field
    from shapewright.clear.kicks import Kicks
    from shapewright.clear.net import Net
    from shapewright.clear.queue import Queue
    from shapewright.clear.rules import Drop

__all__ = [
    "first",
    "first_of",
    "first_packed",
    "is_listed",
    "method",
    "refuted",
    "solution_of",
    "solve",
    "solve_problem",
    "why_none",
]

# A search that takes longer than this (seconds) goes on where Ctrl-C is listened to; most take a thousandth of it.
_SHORT = 0.05
_FOUND, _NONE, _STOPPED = range(3)

LOW = 6
"""Clears of more lines are first looked for in layers, one clear on the other: see :mod:`shapewright.clear.layers`."""
_CODES = str.maketrans(PIECES, "".join(map(chr, range(len(PIECES)))))


def solve(
    field: Field | str,
    queue: Queue | str,
    *,
    height: int | None = None,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    hold: bool = True,
    save: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
) -> Iterator[Solution]:
    """Yield the perfect clears of ``field`` by ``queue``, the one of :func:`first` first.

    All have the same number of lines: ``height``, or the fewest that the queue allows. Those that put the same pieces
    on the same cells in another order count as one. At most ``limit`` are yielded. A ``net`` (or its file) orders the
    moves of the search for the first one; the others are found by a walk through all moves. None of them has been
    replayed by :func:`shapewright.clear.check`, which takes longer than finding it; the command line does so before it
    shows one.

    >>> for solution in solve("XXXX___XXX/XXXX___XXX/XXXX__XXXX/XXXX____XX", "TLJO"):
    ...     print(solution)
    L N (5, 2)
    T E (4, 1)
    J N (6, 0)

    Raises what :class:`Problem` raises, and ``StoppedError`` when the time limit (seconds) ends the search before it is
    over.
    """
    start, lines = read_field_and_height(field, height)
    problem = Problem(start, read_queue(queue), lines, read_kicks(kicks), drop, hold, save)
    return solve_problem(problem, seed=seed, limit=limit, time_limit=time_limit, net=net, use_list=use_list)


def first(
    field: Field | str,
    queue: Queue | str,
    *,
    height: int | None = None,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    hold: bool = True,
    save: str | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
) -> Solution | None:
    """A perfect clear of ``field`` by ``queue`` with as few lines as the queue allows, or None: then there is none.

    With ``height`` it has so many lines. Full rows of the field are cleared before the first piece. The answer depends
    on the arguments alone; with another ``seed``, or a ``net`` (or its file) that orders the moves, it is likely to be
    another one. That an empty field has no clear of four lines is looked up, where :mod:`shapewright.clear.impossible`
    knows it; without ``use_list`` the search has to prove it, which may take minutes.

    >>> solution = first("", "TIOLJSZTIOL")
    >>> len(solution), solution.height
    (10, 4)

    Raises what :class:`Problem` raises, and ``StoppedError`` when the time limit (seconds) ends the search.
    """
    start, lines = read_field_and_height(field, height)
    problem = Problem(start, read_queue(queue), lines, read_kicks(kicks), drop, hold, save)
    return first_of(problem, seed=seed, time_limit=time_limit, net=net, use_list=use_list)


def first_of(
    problem: Problem,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
) -> Solution | None:
    """What :func:`first` gives for this problem."""
    packed = first_packed(problem, seed=seed, time_limit=time_limit, net=net, use_list=use_list)
    return None if packed is None else solution_of(problem, packed)


def first_packed(
    problem: Problem,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
    stop: bytearray | None = None,
) -> bytes | None:
    """The placements of :func:`first_of` as the engine tells them, for :func:`solution_of`.

    With ``stop``, a byte, Ctrl-C is left to the caller, and ``StoppedError`` is raised as well once the byte is set.
    """
    _check(seed, None, time_limit)
    found = _shortest(problem, seed, time_limit, _native(net), use_list, stop)
    return None if found is None else found[1]


def solve_problem(
    problem: Problem,
    *,
    seed: int = 0,
    limit: int | None = None,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
) -> Iterator[Solution]:
    """What :func:`solve` gives for this problem."""
    _check(seed, limit, time_limit)
    return _solve(problem, seed, limit, time_limit, _native(net), use_list)


def is_listed(problem: Problem, height: int) -> bool:
    """Whether it is known without a search that there is no clear of so many lines."""
    if height != 4:  # spares the others the reading of the list
        return False
    from shapewright.clear.impossible import refutes

    return refutes(problem, height)


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
            found[lower] = "list" if use_list and is_listed(problem, lower) else "search"
    return found


def method(problem: Problem, height: int | None, *, use_list: bool = True) -> str:
    """How the answer, a clear of so many lines or none, was found: by ``counting``, the ``list``, or a ``search``."""
    if height is not None:
        return "search"
    known = set(refuted(problem, use_list=use_list).values())
    if known <= {"counting"}:
        return "counting"
    return "list" if "list" in known else "search"


def why_none(problem: Problem, *, use_list: bool = True) -> str:
    """Why there is no clear, once that is known, in one sentence.

    >>> from shapewright.clear import Field, Queue
    >>> why_none(Problem(Field(), Queue("SZSZSZ"), height=2))
    'the queue SZSZSZ has no perfect clear of 2 lines; all were tried'
    """
    known = problem.refutation()
    if known is not None:
        return known
    heights = " or ".join(map(str, problem.heights))
    lines = "line" if problem.heights == (1,) else "lines"
    without = "" if problem.hold else " without hold"
    saving = "" if problem.save is None else f" that saves {problem.save}"
    how = "all were tried"
    for height, known_by in refuted(problem, use_list=use_list).items():
        if known_by == "list":
            of = "" if len(problem.heights) == 1 else f" of {height} lines"
            how = f"it is on the list of all queues that have none{of}"
    return f"the queue {problem.queue} has no perfect clear of {heights} {lines}{without}{saving}; {how}"


def _solve(
    problem: Problem,
    seed: int,
    limit: int | None,
    time_limit: float | None,
    net: _core.ClearNet | None,
    use_list: bool,
) -> Iterator[Solution]:
    if limit == 0:
        return
    started = time.monotonic()
    found = _shortest(problem, seed, time_limit, net, use_list)
    if found is None:
        return
    height, packed = found
    solution = solution_of(problem, packed)
    yield solution
    if limit == 1:
        return
    from shapewright import _core

    seen = {_identity(solution)}
    walk = _core.ClearWalk(
        problem.rules,
        problem.start.bits.to_bytes(25, "little"),
        height,
        problem.sequence.translate(_CODES).encode(),
        problem.hold,
        problem.leftovers(height),
    )
    over = False
    while not over:
        left = None if time_limit is None else time_limit - (time.monotonic() - started)
        if left is not None and left <= 0:
            raise StoppedError(
                f"the time limit of {time_limit:g} s is over after {len(seen)} clears; there may be more"
            )
        over, batch = walk.run(None, 0.1 if left is None else min(0.1, left), 1 + len(seen) // 2)
        for packed in batch:
            solution = solution_of(problem, packed)
            identity = _identity(solution)
            if identity not in seen:
                seen.add(identity)
                yield solution
                if len(seen) == limit:
                    return


def _identity(solution: Solution) -> frozenset[object]:
    """Pieces with their cells in the rows of the given field."""
    return frozenset(zip([placement.piece for placement in solution.placements], solution.start_cells(), strict=True))


def _shortest(
    problem: Problem,
    seed: int,
    time_limit: float | None,
    net: _core.ClearNet | None,
    use_list: bool,
    stop: bytearray | None = None,
) -> tuple[int, bytes] | None:
    """Height and placements of a clear with the fewest lines."""
    if not problem.heights:
        return None
    search = _Search(problem, seed, time_limit, net, stop)
    for height in problem.heights:
        if not problem.may_fill(height) or (use_list and is_listed(problem, height)):
            continue
        found = None
        if height > LOW:
            from shapewright.clear.layers import in_layers

            found = in_layers(problem, height, search.attempt)
        if found is None:
            found = search.run(problem.start.bits, height, problem.sequence, problem.leftovers(height), search.seed, 0)
        if found is not None:
            return height, found
    return None


class _Search:
    """The engine's search, as often as it is asked, until the time is over."""

    def __init__(
        self,
        problem: Problem,
        seed: int,
        time_limit: float | None,
        net: _core.ClearNet | None,
        stop: bytearray | None,
    ) -> None:
        self.seed = seed
        self._net = net
        self._rules = problem.rules
        self._hold = problem.hold
        self._limit = time_limit
        self._stop = stop
        self._started = time.monotonic()

    def attempt(self, bits: int, height: int, sequence: str, leftovers: int, number: int, boards: int) -> bytes | None:
        """The placements of a clear, if one is found by looking at so many boards; another ``number``, another way."""
        return self.run(bits, height, sequence, leftovers, (self.seed + number) % (1 << 64), boards)

    def run(self, bits: int, height: int, sequence: str, leftovers: int, seed: int, boards: int) -> bytes | None:
        """The same; with 0 ``boards`` None is a proof. Raises ``StoppedError`` when the time is over."""
        from shapewright import _core

        board, codes = bits.to_bytes(25, "little"), sequence.translate(_CODES).encode()
        ask = partial(_core.clear_solve, self._rules, board, height, codes, self._hold, leftovers, seed, boards)
        left = -1.0 if self._limit is None else max(0.0, self._limit - (time.monotonic() - self._started))
        short = left if self._stop is not None else _SHORT if left < 0 else min(_SHORT, left)
        outcome, looked, packed = ask(self._stop, short, self._net)
        if outcome == _STOPPED and short != left and not 0 < boards <= looked:
            from shapewright.jobs.interrupt import Interrupt

            stop = bytearray(1)
            with Interrupt(stop, inline=True) as interrupt:
                outcome, looked, packed = ask(stop, left, self._net)
            if interrupt.caught and outcome == _STOPPED:
                raise KeyboardInterrupt
        if outcome == _STOPPED and not 0 < boards <= looked:
            limit = "the search was stopped" if self._limit is None else f"the time limit of {self._limit:g} s is over"
            raise StoppedError(f"{limit} before a perfect clear was found; whether there is one is unknown")
        return packed if outcome == _FOUND else None


def _native(net: Net | str | None) -> _core.ClearNet | None:
    if net is None:
        return None
    from shapewright.clear.net import read_net

    found = read_net(net)
    return None if found is None else found.native


_placements: dict[bytes, Placement] = {}


def solution_of(problem: Problem, packed: bytes) -> Solution:
    """The solution with these placements."""
    placements = []
    for at in range(0, len(packed), 4):
        code = packed[at : at + 4]
        placement = _placements.get(code)
        if placement is None:
            piece, facing, x, y = code
            placement = _placements[code] = Placement(PIECES[piece], FACINGS[facing], x, y)
        placements.append(placement)
    return Solution(
        problem.field,
        problem.queue,
        tuple(placements),
        _holds(problem.queue, placements),
        problem.kicks.name,
        problem.drop,
    )


def _holds(queue: Queue, placements: list[Placement]) -> tuple[bool, ...]:
    """Whether hold is used at each placement; where both would do, it is not."""
    hold, pieces, at = queue.hold, queue.pieces, 0
    holds = []
    for placement in placements:
        held = at >= len(pieces) or placement.piece != pieces[at]
        holds.append(held)
        if held:
            if hold is None:  # the current piece goes into the empty hold, the next one is placed
                hold = pieces[at]
                at += 1
            else:
                hold = pieces[at] if at < len(pieces) else None
        at += 1
    return tuple(holds)


def _check(seed: int, limit: int | None, time_limit: float | None) -> None:
    if not 0 <= seed < 1 << 64:
        raise ProblemError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    check_limits(limit, time_limit)
