"""What is true of a puzzle, as far as a moment shows: for a page that says so while somebody paints or plays.

Cheap things come first: areas, cells without placement, colourings; then a first tiling; then, with the rest of the
time, how many there are. Every number and reason is proven; the rest is left open.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Literal

from shapewright.colouring import Reason
from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.limits import Clock, check_limits, limit_reached
from shapewright.jobs.statistics import Statistics
from shapewright.tiling import native
from shapewright.tiling.check import check, check_cover
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.large.large_boards import Large, Restarts
from shapewright.tiling.native import Instance, Search
from shapewright.tiling.notation.answers import Choice, Puzzle, puzzle_of
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof.reason import why_none
from shapewright.tiling.search.clock import SLICE
from shapewright.tiling.search.engines import frontier_bytes, make_search, search_engine
from shapewright.tiling.search.instance import Cover, refuted_by_area
from shapewright.tiling.solution import Solution
from shapewright.tiling.symmetries.orbits import Orbits, Part

SECONDS = 0.2
# What the search for other tilings, which are only looked at, may take.
OTHERS_SECONDS = 0.02
# Those of large boards are few, since each is checked and drawn.
MOST_CELLS = 10_000

# The engine's own form of the placements is made in one go, at more than so many of their cells a second.
_ENTRIES_A_SECOND = 4_000_000


@dataclass(frozen=True)
class Glance:
    """What is known of a puzzle.

    ``verdict`` is "possible" (with a ``solution``, checked), "impossible" or "unknown". ``count`` is how many tilings
    there are, or None; then there are more than ``more_than``. ``up_to_symmetry`` counts those that are rotations or
    reflections of each other as one; None if there was no time for it. ``reason`` says why there is no tiling, or why
    it is unknown; ``why`` has the facts of a reason that a person can check. ``others`` are further tilings, checked.
    """

    verdict: Literal["possible", "impossible", "unknown"]
    count: int | None = None
    more_than: int | None = None
    up_to_symmetry: int | None = None
    solution: Solution | Choice | None = None
    reason: str = ""
    why: Reason | None = None
    others: tuple[Solution, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether the number is known."""
        return self.count is not None


def glance(puzzle: Puzzle | str, *, time_limit: float | None = SECONDS, others: int = 0) -> Glance:
    """Say what is true of ``puzzle``, as much as is found out within ``time_limit`` seconds.

    >>> seen = glance(Problem.from_text("board 4x4\\npieces 4*L4"), time_limit=5)
    >>> seen.verdict, seen.count, seen.up_to_symmetry
    ('possible', 10, 3)
    >>> glance(Problem.from_text("board 3x3\\npieces any*I2")).reason
    'every piece covers 2 cells, so together they cover a multiple of 2, but the board has 9'

    Tilings that differ only by exchanging equal pieces count once. Without a limit everything is found out, however
    long that takes. At most ``others`` further tilings are listed, as far as they are found at once. Raises
    ``ProblemError`` for a time limit or a number of others below 0.
    """
    puzzle = puzzle_of(puzzle)
    check_limits(others, time_limit)
    clock = Clock(time_limit)
    try:
        return _of_board(puzzle, clock, others) if isinstance(puzzle, Problem) else _of_cover(puzzle, clock)
    except LimitError as error:
        return Glance("unknown", reason=str(error))
    except StoppedError:
        reason = f"{limit_reached(time_limit)} before a tiling or a reason why there is none was found"
        return Glance("unknown", reason=reason)


def _of_board(problem: Problem, clock: Clock, others: int) -> Glance:
    reason = refuted_by_area(problem)
    if reason is not None:
        return _impossible(reason.sentence, reason)
    large = Large(problem, clock)
    solution = large.burst(lambda: _slice(clock))
    try:
        cover = Cover.of(problem, clock.check)
    except (LimitError, StoppedError):
        if solution is None:
            raise
        check(solution)
        return _counted(Tally(None, 1, None), solution)
    if solution is None:
        reason = cover.refutation(clock.check)
        if reason is not None:
            return _impossible(reason.sentence, reason)
        # Raise StoppedError if the placements are too many for the engine to take them within the time.
        left = clock.left()
        clock.check()
        entries = sum(len(cells) for _, cells in cover.options)
        if left is not None and entries / _ENTRIES_A_SECOND > left:
            raise StoppedError("too many placements for a glance")
        race = Restarts(cover, large)
        solution = race.first(lambda: _slice(clock))
    if solution is None:
        seen = Statistics(race.engine, race.nodes, clock.seconds, 0, complete=True)
        return _impossible(why_none(problem, seen))
    check(solution)
    counted = _counted(tally(cover, clock), solution)
    if not others or counted.count == 1:
        return counted
    more = _others(cover, solution, min(others, MOST_CELLS // len(cover.cells)) if cover.cells else others)
    bound = counted.more_than
    return replace(counted, others=more, more_than=None if bound is None else max(bound, len(more)))


def _others(cover: Cover, first: Solution, number: int) -> tuple[Solution, ...]:
    """Up to that many tilings besides ``first``."""
    _, search = make_search(search_engine(cover), cover.instance(), fallback=True)
    _, found = search.run(None, OTHERS_SECONDS, number + 1, 1 << 62, True)
    solutions = [solution for solution in map(cover.solution, found) if solution != first][:number]
    for solution in solutions:
        check(solution)
    return tuple(solutions)


def _of_cover(cover: ExactCover, clock: Clock) -> Glance:
    clock.check()
    engine, search = cover.engine.begin("auto", cover.given_options)
    over, found = False, list[list[int]]()
    while not over and not found:
        over, found = search.run(None, _slice(clock), 1, 1 << 62, True)
    if not found:
        return _impossible(why_none(cover, Statistics(engine, search.nodes, clock.seconds, 0, complete=True)))
    choice = tuple(cover.options[option] for option in sorted(found[0]))
    check_cover(cover, choice)
    with suppress(StoppedError):
        while not over:
            over, _ = search.run(None, _slice(clock), 1 << 62, 1 << 62, False)
    number = search.solutions
    return _counted(Tally(number if over else None, number, None), choice)


def _slice(clock: Clock) -> float:
    """How long the engine may run now; raises ``StoppedError`` if time is over."""
    clock.check("a tiling was found")
    return clock.slice(0.1)


def _impossible(reason: str, why: Reason | None = None) -> Glance:
    return Glance("impossible", 0, None, 0, reason=reason, why=why)


def _counted(number: Tally, solution: Solution | Choice) -> Glance:
    more_than = None if number.exact is not None else _round(number.at_least - 1)
    return Glance("possible", number.exact, more_than, number.up_to_symmetry, solution)


def _round(number: int) -> int:
    """The number with two digits and zeros, not above it: what is still being counted has no use for more.

    >>> _round(7), _round(99), _round(12345)
    (7, 99, 12000)
    """
    unit: int = 10 ** max(0, len(str(number)) - 2)
    return number // unit * unit


# What a frontier may take for a number that is wanted in a moment.
MOST_BYTES = 1 << 28
# Shares of the time that is left: for symmetries, and for the frontier.
SYMMETRIES, FRONTIER = 0.5, 0.7
# A first try by enumeration, before a frontier: its share, and the seconds that it may take however much time there is.
FIRST_TRY, FIRST_SECONDS = 0.1, 0.05


@dataclass(frozen=True)
class Tally:
    """``exact`` is the number of tilings, None if time was over at ``at_least``; None for what was not found out."""

    exact: int | None
    at_least: int
    up_to_symmetry: int | None


def tally(cover: Cover, clock: Clock) -> Tally:
    """Count the tilings of ``cover``, which has one, as far as ``clock`` lets."""
    counting = _Counting(cover, clock)
    known = Tally(None, 1, None)
    with suppress(StoppedError):
        orbits = counting.orbits()
        exact, at_least = counting.number(orbits)
        known = Tally(exact, max(1, at_least), None)
        if exact is not None and orbits is not None:
            known = Tally(exact, exact, counting.up_to_symmetry(exact, orbits))
    return known


class _Counting:
    """One count; what takes too long raises ``StoppedError``."""

    def __init__(self, cover: Cover, clock: Clock) -> None:
        self.cover, self.clock = cover, clock
        self.engine = search_engine(cover)
        self.memory = min(MOST_BYTES, frontier_bytes(cover, "auto"))

    def orbits(self) -> Orbits | None:
        """The symmetries, if they are soon found."""
        share = self.clock.part(SYMMETRIES)
        try:
            orbits = Orbits(self.cover, look=share.check)
            if len(orbits.group) > 1:
                assert orbits.cells
                assert orbits.options
        except StoppedError:
            return None
        orbits.look = self.clock.check
        return orbits

    def number(self, orbits: Orbits | None) -> tuple[int | None, int]:
        """The number of tilings or None, and how many there are at least."""
        parts = (Part(1),) if orbits is None else orbits.parts()
        searches: list[tuple[int, Search]] = []
        for part in parts:
            self.clock.check()
            instance = self.cover.instance(part.options)
            searches.append((part.weight, make_search(self.engine, instance, fallback=True)[1]))
        every = [search for _, search in searches]
        over = _run(every, self._first_try())
        exact = None if over or not self.memory else self._swept(self.cover.instance())
        if exact is None and not over:
            over = _run(every, self.clock)
        found = sum(weight * search.solutions for weight, search in searches)
        return found if over else exact, found

    def up_to_symmetry(self, number: int, orbits: Orbits) -> int | None:
        """By Burnside's lemma, from the ``number`` of all; None if time is over before."""
        total = number
        with suppress(StoppedError):
            for part in orbits.parts_fixed():
                total += part.weight * self._symmetric(orbits.instance(part))
            return total // len(orbits.group)
        return None

    def _symmetric(self, instance: Instance) -> int:
        """How many tilings a symmetry leaves as they are: the solutions of its instance."""
        _, search = make_search(self.engine, instance, fallback=True)
        if _run([search], self._first_try()):
            return search.solutions
        swept = self._swept(instance)
        if swept is not None:
            return swept
        if not _run([search], self.clock):
            raise self.clock.stopped("the symmetric tilings were counted")
        return search.solutions

    def _first_try(self) -> Clock:
        """The time for enumeration, which is all there is where no frontier can take over."""
        if not self.memory:
            return self.clock
        return Clock(self.clock.part(FIRST_TRY).slice(FIRST_SECONDS), self.clock.stop)

    def _swept(self, instance: Instance) -> int | None:
        """The number of solutions by frontier; None if there is no room or no time for it."""
        share = self.clock.part(FRONTIER)
        leaps = native.leaps(instance) if self.memory and not share.over() else None
        if leaps is not None:
            done = leaps.run(None, share.native(), self.memory, 1) == "done"
            return int.from_bytes(leaps.count, "little") if done else None
        sweep = native.sweep(instance) if self.memory else None
        if sweep is None or share.over() or sweep.run(None, share.native(), self.memory, False) != "done":
            return None
        return int.from_bytes(sweep.count, "little")


def _run(searches: list[Search], clock: Clock) -> bool:
    """Go on with searches one after the other; whether all are over, which one that was over says again at once."""
    for search in searches:
        over = False
        while not over:
            if clock.over():
                return False
            over, _ = search.run(None, clock.slice(SLICE), 1 << 62, 1 << 62, False)
    return True
