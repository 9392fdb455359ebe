"""Perfect clears for a queue: one at once, or one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Unpack

from shapewright.clear import native
from shapewright.clear.check import check
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.problem import Problem, Rules
from shapewright.clear.search.impossible_list import refutes
from shapewright.clear.solution import Solution
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock, check_limits

if TYPE_CHECKING:
    from shapewright.clear.nets.net import Net
    from shapewright.clear.queue import Queue

# A search that takes longer than this (seconds) goes on where Ctrl-C is listened to; most take a thousandth of it.
_SHORT = 0.05
_FOUND, _NONE, _STOPPED = range(3)

LOW = 6
"""Clears of more lines are first searched for in layers, each a clear of few lines."""

_PREFERRED = (4, 6, 2)
_BOARDS = 4000
_WAYS = 3
_ATTEMPTS = 40
_ANYTHING = (1 << len(PIECES) + 1) - 1


def solve(
    problem: Problem,
    *,
    seed: int = 0,
    limit: int | None = None,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
) -> Iterator[Solution]:
    """Yield the perfect clears that ``problem`` asks for, the one of :func:`first` first, each of them checked.

    All have the same number of lines: those that are asked for, or the fewest that the queue allows. Those that put the
    same pieces on the same cells in another order count as one. At most ``limit`` are yielded. A ``net`` (or its file)
    orders the moves of the search for the first one; the others are found by a walk through all moves.

    >>> for solution in solve(Problem.of("XXXX___XXX/XXXX___XXX/XXXX__XXXX/XXXX____XX", "TLJO")):
    ...     print(solution)
    L N (5, 2)
    T E (4, 1)
    J N (6, 0)

    Raises ``StoppedError`` when the time limit (seconds) ends the search before it is over, ``ProblemError`` for a seed
    that is not one.
    """
    _check(seed, limit, time_limit)
    return _solve(problem, seed, limit, Clock(time_limit), _in_engine(net), use_list)


def first(
    problem: Problem | Field | str,
    queue: Queue | str | None = None,
    /,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
    **rules: Unpack[Rules],
) -> Solution | None:
    """A perfect clear with as few lines as ``problem`` allows, checked, or None: then there is none.

    A field and a queue, with ``height``, ``kicks``, ``drop``, ``hold`` and ``save`` as :meth:`Problem.of` takes them,
    stand for the problem that they make. Full rows of the field are cleared before the first piece. The answer depends
    on the arguments alone; with another ``seed``, or a ``net`` (or its file) that orders the moves, it is likely to be
    another one. That an empty field has no clear of four lines is looked up, where
    :mod:`shapewright.clear.search.impossible` knows it; without ``use_list`` the search has to prove it, which may take
    minutes.

    >>> solution = first("", "TIOLJSZTIOL")
    >>> len(solution), solution.height
    (10, 4)
    >>> first(Problem.of("", "SZSZSZ", height=2)) is None
    True

    Raises what :class:`Problem` raises, and ``StoppedError`` when the time limit (seconds) ends the search.
    """
    if isinstance(problem, Problem):
        if queue is not None or rules:
            raise ProblemError(
                "the problem already has the queue and the rules; give a field instead, or the problem alone"
            )
        asked = problem
    elif queue is None:
        raise ProblemError("the queue is missing; give a Problem, or a field and a queue")
    else:
        asked = Problem.of(problem, queue, **rules)
    _check(seed, 1, time_limit)
    return next(_solve(asked, seed, 1, Clock(time_limit), _in_engine(net), use_list), None)


def first_packed(
    problem: Problem,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
    stop: bytearray | None = None,
) -> bytes | None:
    """The placements of :func:`first` as the engine gives them, for :func:`solution_of`; not checked.

    With ``stop``, a byte, Ctrl-C is left to the caller, and ``StoppedError`` is raised as well once the byte is set.
    """
    _check(seed, None, time_limit)
    found = _Search(problem, seed, Clock(time_limit), _in_engine(net), stop).shortest(use_list=use_list)
    return None if found is None else found[1]


def _solve(
    problem: Problem, seed: int, limit: int | None, clock: Clock, net: native.Net | None, use_list: bool
) -> Iterator[Solution]:
    if limit == 0:
        return
    found = _Search(problem, seed, clock, net).shortest(use_list=use_list)
    if found is None:
        return
    height, packed = found
    solution = solution_of(problem, packed)
    check(solution)
    yield solution
    if limit == 1:
        return
    seen = {solution.identity}
    walk = native.Walk(
        native.rules(problem.kicks, problem.drop),
        native.board(problem.start.bits),
        height,
        native.codes(problem.sequence),
        problem.hold,
        problem.leftovers(height),
    )
    over = False
    while not over:
        if clock.over():
            raise StoppedError(f"{clock.stopped()} after {len(seen)} clears; there may be more")
        left = clock.left()
        over, batch = walk.run(None, 0.1 if left is None else min(0.1, left), 1 + len(seen) // 2)
        for packed in batch:
            solution = solution_of(problem, packed)
            if solution.identity not in seen:
                seen.add(solution.identity)
                check(solution)
                yield solution
                if len(seen) == limit:
                    return


class _Search:
    """The engine's search for one problem, as often as it is asked, until the time is over."""

    def __init__(
        self, problem: Problem, seed: int, clock: Clock, net: native.Net | None, stop: bytearray | None = None
    ) -> None:
        self._problem, self._seed, self._clock, self._net, self._stop = problem, seed, clock, net, stop
        self._rules = native.rules(problem.kicks, problem.drop)
        self._attempts = 0

    def shortest(self, *, use_list: bool) -> tuple[int, bytes] | None:
        """Height and placements of a clear with the fewest lines."""
        problem = self._problem
        for height in problem.heights:
            if not problem.may_fill(height) or (use_list and refutes(problem, height)):
                continue
            found, leftovers = None, problem.leftovers(height)
            if height > LOW:
                self._attempts = _ATTEMPTS
                found = self._in_layers(problem.start.bits, height, problem.sequence, leftovers)
            if found is None:
                found = self._run(problem.start.bits, height, problem.sequence, leftovers, self._seed, 0)
            if found is not None:
                return height, found
        return None

    def _in_layers(self, bits: int, height: int, sequence: str, leftovers: int) -> bytes | None:
        """A clear of many lines that is several clears of few, one after the other; None if some trying finds none.

        A search for a clear of ten lines gets lost among boards, but most queues clear four lines, and then four or six
        more from the empty field that these leave. Finding none proves nothing.
        """
        if bits:
            top = -(-bits.bit_length() // WIDTH)
            lowest = [lines for lines in range(top, height - 1) if (WIDTH * lines - bits.bit_count()) % 4 == 0][:3]
        else:  # the most promising number of lines first
            lowest = sorted([lines for lines in _PREFERRED if lines <= height], key=lambda lines: lines != height)
        for lines in lowest:
            is_last = lines == height
            for way in range(_WAYS):
                if not self._attempts:
                    return None
                self._attempts -= 1
                seed = (self._seed + way) % (1 << 64)
                found = self._run(bits, lines, sequence, leftovers if is_last else _ANYTHING, seed, _BOARDS)
                if found is None:
                    continue
                if is_last:
                    return found
                used = [PIECES[code] for code in found[::4]]
                left = sequence[len(used) :]
                if self._problem.hold:  # one of the pieces before the others is left
                    hand = sequence[: len(used) + 1]
                    for piece in used:
                        hand = hand.replace(piece, "", 1)
                    left = hand + left[1:]
                above = self._in_layers(0, height - lines, left, leftovers)
                if above is not None:
                    return found + above
        return None

    def _run(self, bits: int, height: int, sequence: str, leftovers: int, seed: int, boards: int) -> bytes | None:
        """The placements of a clear, if one is found by looking at so many boards; with 0 ``boards`` None is a proof.

        Raises ``StoppedError`` when the time is over.
        """
        board, codes = native.board(bits), native.codes(sequence)
        ask = partial(native.solve, self._rules, board, height, codes, self._problem.hold, leftovers, seed, boards)
        left = self._clock.native()
        short = left if self._stop is not None else _SHORT if left < 0 else min(_SHORT, left)
        outcome, looked, packed = ask(self._stop, short, self._net)
        if outcome == _STOPPED and short != left and not 0 < boards <= looked:
            stop = bytearray(1)
            with Interrupt(stop, inline=True) as interrupt:
                outcome, looked, packed = ask(stop, left, self._net)
            if interrupt.caught and outcome == _STOPPED:
                raise KeyboardInterrupt
        if outcome == _STOPPED and not 0 < boards <= looked:
            why = "the search was stopped" if self._clock.limit is None else str(self._clock.stopped())
            raise StoppedError(f"{why} before a perfect clear was found; whether there is one is unknown")
        return packed if outcome == _FOUND else None


def _in_engine(net: Net | str | None) -> native.Net | None:
    if net is None:
        return None
    # Few searches have a net, which takes a while to load.
    from shapewright.clear.nets.net import read_net

    found = read_net(net)
    return None if found is None else found.native


_placements: dict[bytes, Placement] = {}


def solution_of(problem: Problem, packed: bytes) -> Solution:
    """The solution with these placements. Hold is not used where both ways would do."""
    hold, pieces, at = problem.queue.hold, problem.queue.pieces, 0
    placements, holds = [], []
    for start in range(0, len(packed), 4):
        code = packed[start : start + 4]
        placement = _placements.get(code)
        if placement is None:
            piece, facing, x, y = code
            placement = _placements[code] = Placement(PIECES[piece], FACINGS[facing], x, y)
        placements.append(placement)
        held = at >= len(pieces) or placement.piece != pieces[at]
        holds.append(held)
        if held and hold is None:  # the current piece goes into the empty hold, the next one is placed
            hold = pieces[at]
            at += 1
        elif held:
            hold = pieces[at] if at < len(pieces) else None
        at += 1
    game = (problem.kicks, problem.drop, problem.hold)
    return Solution(problem.field, problem.queue, tuple(placements), tuple(holds), *game)


def _check(seed: int, limit: int | None, time_limit: float | None) -> None:
    if not 0 <= seed < 1 << 64:
        raise ProblemError(f"a seed is a number from 0 to 2^64 - 1, not {seed}")
    check_limits(limit, time_limit)
