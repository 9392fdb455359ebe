"""Tilings one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from shapewright.colouring import Reason
from shapewright.errors import StoppedError
from shapewright.jobs.limits import check_limits, limit_reached
from shapewright.jobs.statistics import Report, Statistics
from shapewright.tiling.check import Checker, check
from shapewright.tiling.large.large_boards import Large, Restarts
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.search.clock import SLICE, Clock
from shapewright.tiling.search.engines import make_search, search_engine
from shapewright.tiling.search.instance import Cover, prepared, refuted_by_area
from shapewright.tiling.solution import Solution
from shapewright.tiling.symmetries.orbits import Distinct
from shapewright.tiling.symmetries.symmetric_only import Symmetric


def solve(
    problem: Problem | str,
    *,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    symmetric: bool = False,
    limit: int | None = None,
    time_limit: float | None = None,
    engine: str = "auto",
    report: Report | None = None,
) -> Iterator[Solution]:
    """Yield the tilings of ``problem``, each checked, in an order that depends on the problem and the engine alone.

    Tilings that differ only by exchanging equal pieces come once. With ``up_to_symmetry`` one comes of each set of
    tilings that are rotations or reflections of each other (``rotations_only``: rotations). With ``symmetric`` only
    tilings come that some rotation or reflection (``rotations_only``: rotation) of the puzzle leaves as they are, and
    only those are searched. At most ``limit`` are yielded; ``report`` is called with the :class:`Statistics` at the
    end, also when the caller stops early.

    >>> from shapewright.tiling.problem import Problem
    >>> puzzle = Problem.from_text("board 3x4\\npieces 3*I4")
    >>> [solution.to_text() for solution in solve(puzzle)]
    ['IiA\\nIiA\\nIiA\\nIiA']

    Raises ``StoppedError`` when the time limit (seconds) ends the search before it is over; ``ProblemError`` for an
    engine that cannot list.
    """
    problem = problem_of(problem, of_cover="cover.solve()")
    check_limits(limit, time_limit)
    name = search_engine(Cover(problem, (), (), (), ()), engine) if engine != "auto" else engine
    return _solve(
        problem, up_to_symmetry or rotations_only, rotations_only, symmetric, limit, time_limit, name,
        report,
    )  # fmt: skip


def first(
    problem: Problem | str, *, time_limit: float | None = None, engine: str = "auto", report: Report | None = None
) -> Solution | None:
    """A tiling, the same on every run, or None if there is none (that is proven); checked.

    With the engine ``auto`` it need not be the first that :func:`solve` yields: it is the one found soonest, see
    :mod:`shapewright.tiling.large.large_boards`. Raises as :func:`solve` does.
    """
    problem = problem_of(problem, of_cover="cover.first()")
    if engine != "auto":
        return next(solve(problem, limit=1, time_limit=time_limit, engine=engine, report=report), None)
    check_limits(time_limit=time_limit)
    clock = Clock(time_limit)
    race: Restarts | None = None
    name = "invariants"
    found: Solution | None = None
    complete = False
    reason: Reason | None = None

    def slice_left() -> float:
        clock.check("a tiling was found")
        return clock.slice(SLICE)

    try:
        reason = refuted_by_area(problem)
        if reason is None:
            large = Large(problem, clock)
            found = large.burst(slice_left)
            name = large.engine
        if reason is None and found is None:
            cover = prepared(problem, clock.look)
            clock.look()
            if isinstance(cover, Cover):
                race = Restarts(cover, large)
                found = race.first(slice_left)
                name = race.engine
            else:
                reason, name = cover, "invariants"
        if found is not None:
            check(found)
        complete = True
        return found
    finally:
        if report is not None:
            # One tiling is all that was asked for: the answer is complete, the search need not be.
            why = "" if reason is None else reason.sentence
            nodes = 0 if race is None else race.nodes
            report(Statistics(name, nodes, clock.seconds, int(found is not None), complete, why))


def _solve(
    problem: Problem,
    up_to_symmetry: bool,
    rotations_only: bool,
    symmetric: bool,
    limit: int | None,
    time_limit: float | None,
    engine: str,
    report: Report | None,
) -> Iterator[Solution]:
    clock = Clock(time_limit)
    yielded = 0
    complete = False
    name = "invariants"
    nodes = 0
    reason: Reason | None = None

    def over_time() -> StoppedError:
        return StoppedError(f"{limit_reached(time_limit)} after {yielded} tilings; there may be more")

    try:
        if limit == 0:
            complete = True
            return
        cover = prepared(problem, clock.look)
        if not isinstance(cover, Cover):
            reason, complete = cover, True
            return
        asked = search_engine(cover, engine)
        checker = Checker(problem)
        keep = None
        if up_to_symmetry:
            keep = Distinct(cover, rotations_only=rotations_only, look=clock.look)
        clock.look()
        if symmetric:
            searches = Symmetric(cover, rotations_only=rotations_only, look=clock.look).searches(asked)
        else:
            chosen = None if keep is None else keep.options
            name, search = make_search(asked, cover.instance(chosen), fallback=engine == "auto")
            searches = iter([(name, search, _renumbering(chosen))])
        for name_of_search, search, options_of in searches:
            name, over = name_of_search, False
            while not over:
                if clock.over():
                    raise over_time()
                # The first solutions should come at once, later ones in larger helpings.
                batch = min(1 + yielded, 1000 if limit is None else limit - yielded)
                before = search.nodes
                over, found = search.run(None, clock.slice(SLICE), batch, 1 << 40, True)
                nodes += search.nodes - before
                for path in found:
                    numbers = options_of(path)
                    if numbers is None or (keep is not None and not keep.is_first(numbers)):
                        continue
                    solution = cover.solution(numbers)
                    checker.check(solution)
                    yielded += 1
                    yield solution
                    if yielded == limit:
                        return
                    # Those of one helping may take long to make and to look at.
                    if clock.over() and not (over and path is found[-1]):
                        raise over_time()
        complete = True
    finally:
        if report is not None:
            why = "" if reason is None else reason.sentence
            report(Statistics(name, nodes, clock.seconds, yielded, complete, why))


def _renumbering(chosen: tuple[int, ...] | None) -> Callable[[list[int]], list[int]]:
    """From the options of an instance to those of the cover of which it has only the ``chosen`` ones."""
    return (lambda path: path) if chosen is None else (lambda path: [chosen[option] for option in path])


def is_unique(
    problem: Problem | str,
    *,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    time_limit: float | None = None,
    engine: str = "auto",
    report: Report | None = None,
) -> bool:
    """Whether ``problem`` has exactly one tiling (``up_to_symmetry``: one but for rotations and reflections).

    >>> from shapewright.tiling.problem import Problem
    >>> is_unique(Problem.from_text("board 4x1\\npieces 2*I2"))
    True

    Raises as :func:`shapewright.tiling.solve` does.
    """
    problem = problem_of(problem, of_cover="cover.unique()")
    found = solve(
        problem,
        up_to_symmetry=up_to_symmetry,
        rotations_only=rotations_only,
        limit=2,
        time_limit=time_limit,
        engine=engine,
        report=report,
    )
    return sum(1 for _ in found) == 1
