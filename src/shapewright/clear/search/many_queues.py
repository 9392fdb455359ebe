"""Perfect clears for many queues of one field, on threads: arrays at once, solutions when they are wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Unpack, overload

from shapewright.clear.check import check
from shapewright.clear.drops import T_SPINS
from shapewright.clear.field import Field
from shapewright.clear.nets.net import Net, read_net
from shapewright.clear.notation.pc import packed_record
from shapewright.clear.problem import Problem, Rules, read_queue
from shapewright.clear.queue import Queue
from shapewright.clear.search.replay import wrong_records
from shapewright.clear.search.solve import first_packed, solution_of
from shapewright.clear.solution import Solution
from shapewright.errors import InternalError, ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, run
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


_QUEUES = 64  # a task
_RECORD_ROWS = 6  # what is filled at first and lies higher up is not seen where records are checked
_NONE = 255
"""What a column has where a clear has no more placements."""


@dataclass(frozen=True)
class Unknown:
    """The outcome for a queue if time ran out before a clear was found or proven not to exist."""

    reason: str


@dataclass(frozen=True)
class Placements:
    """The placements of many clears as columns: arrays of ``uint8`` with a row a queue and an entry a placement.

    ``piece`` and ``facing`` are places in ``clear.PIECES`` and ``NESW``, ``x`` and ``y`` where the centre of rotation
    is; all four are 255 after the last placement of a queue, and for queues without a clear.
    """

    piece: NDArray[np.uint8]
    facing: NDArray[np.uint8]
    x: NDArray[np.uint8]
    y: NDArray[np.uint8]


class Solved(Sequence["Solution | Unknown | None"]):
    """The outcomes of many queues, in their order.

    A :class:`shapewright.clear.Solution` (or None where there is none, or :class:`Unknown`) is made when it is read
    at; the arrays need none of them. All clears have been replayed by the rules.
    """

    def __init__(self, problem: Problem, queues: Sequence[Queue], found: Sequence[bytes | str | None]) -> None:
        self._problem = problem
        self._queues = queues
        self._found = found

    def __len__(self) -> int:
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> Solution | Unknown | None: ...
    @overload
    def __getitem__(self, place: slice) -> Solved: ...
    def __getitem__(self, place: int | slice) -> Solution | Unknown | Solved | None:
        if isinstance(place, slice):
            return Solved(self._problem, self._queues[place], self._found[place])
        found = self._found[place]
        if isinstance(found, bytes):
            return solution_of(replace(self._problem, queue=self._queues[place]), found)
        return None if found is None else Unknown(found)

    def __repr__(self) -> str:
        solved = sum([isinstance(one, bytes) for one in self._found])
        return f"<Solved: {solved} of {len(self)} queues>"

    @cached_property
    def solved(self) -> NDArray[np.bool_]:
        """Whether each queue has a clear here."""
        return self._are(lambda one: isinstance(one, bytes))

    @cached_property
    def unknown(self) -> NDArray[np.bool_]:
        """Whether time ran out before each queue was decided."""
        return self._are(lambda one: isinstance(one, str))

    def _are(self, wish: Callable[[object], bool]) -> NDArray[np.bool_]:
        import numpy as np  # who looks at solutions alone needs no arrays, and a browser has none

        return np.fromiter(map(wish, self._found), dtype=np.bool_, count=len(self._found))

    @cached_property
    def placements(self) -> Placements:
        """The placements of all clears as columns."""
        import numpy as np  # as above

        most = max([len(one) for one in self._found if isinstance(one, bytes)], default=0)
        packed = [one if isinstance(one, bytes) else b"" for one in self._found]
        content = b"".join([one.ljust(most, bytes([_NONE])) for one in packed])
        table = np.frombuffer(content, dtype=np.uint8).reshape(len(self._found), most // 4, 4)
        return Placements(*[np.ascontiguousarray(table[:, :, column]) for column in range(4)])


def solve_many(
    problem: Problem | Field | str,
    queues: Iterable[Queue | str],
    *,
    seed: int = 0,
    threads: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    time_limit: float | None = None,
    net: Net | str | None = None,
    use_list: bool = True,
    **rules: Unpack[Rules],
) -> Solved:
    """For each queue, in its place, what :func:`shapewright.clear.first` gives for ``problem`` with that queue.

    A field with the rules that :meth:`Problem.of` takes stands for the problem that they make. Queues for which the
    time limit (seconds, for all together) did not suffice get an :class:`Unknown` with the reason.

    >>> found = solve_many("", ["IIIIO", "TIOSZ"])
    >>> [solution is not None for solution in found]
    [True, False]
    >>> found.solved.tolist(), found.placements.piece.shape
    ([True, False], (2, 5))

    The clears are replayed by the engine's checker, which shares nothing with its search, many times faster than by
    :func:`shapewright.clear.check`; those beyond six rows or 15 pieces, or with every T spinning, by the latter.

    Raises what :class:`Problem` and, but for the time limit, :func:`shapewright.jobs.run` raise.
    """
    clock = Clock(time_limit)
    if isinstance(problem, Problem):
        if rules:
            raise ProblemError("the problem already has the rules; give a field instead, or the problem alone")
        asked = problem
    else:
        asked = Problem.of(problem, Queue(""), **rules)
    order = read_net(net)
    all_queues = list(map(read_queue, queues))
    cuts = range(0, len(all_queues), _QUEUES)
    tasks = [(asked, all_queues[start : start + _QUEUES], seed, order, use_list, clock) for start in cuts]
    parts = run(Stage("queues", _part, tasks), threads=1 if len(tasks) == 1 else threads, progress=progress)
    found = [answer for part in parts for answer in part]
    _check(asked, all_queues, found)
    return Solved(asked, all_queues, found)


def _check(problem: Problem, queues: Sequence[Queue], found: Sequence[bytes | str | None]) -> None:
    """Raise ``InternalError`` if one of the clears is none by the rules."""
    records, replayed = [], []
    in_records = problem.start.height <= _RECORD_ROWS and problem.drop not in T_SPINS
    for queue, packed in zip(queues, found, strict=True):
        if not isinstance(packed, bytes):
            continue
        asked = replace(problem, queue=queue)
        record = packed_record(asked.sequence, packed, hold=problem.hold) if in_records else None
        if record is None:
            check(solution_of(asked, packed))
        else:
            records.append(record)
            replayed.append((asked, packed))
    if not records:
        return
    for place in wrong_records(records, problem.kicks, problem.drop, problem.start):
        solution = solution_of(*replayed[place])
        check(solution)
        raise InternalError(f"the engine finds a fault in the clear of {solution.queue}, the plain rules none")


def _part(
    arguments: tuple[Problem, list[Queue], int, Net | None, bool, Clock], budget: Budget
) -> list[bytes | str | None]:
    """One task: for each queue the placements, None, or why it is not known."""
    asked, queues, seed, net, use_list, clock = arguments
    found: list[bytes | str | None] = []
    for queue in queues:
        problem, left = replace(asked, queue=queue), clock.left()
        try:
            found.append(
                first_packed(problem, seed=seed, time_limit=left, net=net, use_list=use_list, stop=budget.stop)
            )
        except StoppedError:
            if budget.stop[0]:
                raise
            found.append("the time limit was reached before a perfect clear was found; whether there is one is unknown")
    return found
