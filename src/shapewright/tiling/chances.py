"""The chance that a tiling drawn at random has a piece at a place: all places at once, without a single draw."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from operator import mul
from typing import Any

from shapewright.cells.grid import Cell
from shapewright.drawing import Mosaic
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import check_limits
from shapewright.tiling import native
from shapewright.tiling.native import DominoBoard
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.dominoes import BATCH, PRIME_BITS, domino_board, residues
from shapewright.tiling.search.instance import Cover, prepared, refuted_by_area
from shapewright.tiling.sets.heat import heat_map, table
from shapewright.tiling.sets.solution_set import solution_set

Option = tuple[str, tuple[Cell, ...]]

# So many residues are held in memory at a time, and combined in some seconds: a board of about 150x150.
MOST_NUMBERS = 20_000_000

_NO_TILING = "neither areas nor colourings forbid a tiling, but counting all of them found none"


@dataclass(frozen=True, eq=False)
class Chances:
    """Where pieces lie in a tiling that is drawn uniformly from all of them.

    ``options`` are placements (name of a piece, its cells), equal pieces under the name of the first of them, without
    fixed pieces. ``count`` is the number of tilings and ``numbers`` how many of them have each option, exactly;
    ``chances`` is their quotient, correctly rounded. Found in floating point, ``count`` and ``numbers`` are None, and
    ``error`` is how much the sum of the chances over a cell that must be covered differs from 1, at most. Without any
    tiling all chances are 0, and ``reason`` says why there is none, if that is known.
    """

    problem: Problem
    options: tuple[Option, ...]
    count: int | None
    numbers: tuple[int, ...] | None
    chances: tuple[float, ...]
    error: float = 0.0
    engine: str = "determinant"
    reason: str = ""

    @property
    def is_exact(self) -> bool:
        """Whether numbers of tilings were found, and not only chances."""
        return self.numbers is not None

    @cached_property
    def maps(self) -> dict[str, dict[Cell, float]]:
        """For each piece and each way it is turned the chance that it lies on a cell so, for cells where it may be.

        A turned piece is called by its name and its cells as art, rows from the top: ``I ##`` lies, ``I #/#`` stands.
        On boards that are not of plain squares pieces are called by their names alone.
        """
        plain = len(self.problem.board.size) == 2 and self.problem.board.lattice.is_plain
        found: dict[str, dict[Cell, float]] = {}
        for (piece, cells), chance in zip(self.options, self.chances, strict=True):
            here = found.setdefault(f"{piece} {_art(cells)}" if plain else piece, {})
            for cell in cells:
                here[cell] = here.get(cell, 0.0) + chance
        return dict(sorted(found.items()))

    def heat_map(self, name: str) -> Mosaic:
        """The picture of one of :attr:`maps`: the darker a cell, the greater the chance; labels are percent."""
        return heat_map(self.problem, self._map(name), 1, f"{name}: chance in percent")

    def table(self, name: str) -> str:
        """One of :attr:`maps` in percent, as the board lies: rows from the top, layers of a solid one by one."""
        texts = {cell: f"{100 * chance:.1f}" for cell, chance in self._map(name).items()}
        return table(name, texts, self.problem.board.cells, 4)

    def __str__(self) -> str:
        if not any(self.chances):
            return "no tiling"
        if len(self.problem.board.size) > 3:
            likely = zip(self.options, self.chances, strict=True)
            return "\n".join([f"{100 * chance:.1f} {piece} {cells}" for (piece, cells), chance in likely if chance])
        return "\n\n".join([self.table(name) for name in self.maps])

    def to_json(self) -> list[dict[str, object]]:
        """The options that some tiling has, with their chances and, if these are exact, their numbers of tilings."""
        numbers: Iterable[int | None] = self.numbers or [None] * len(self.options)
        return [
            {"piece": piece, "cells": [list(cell) for cell in cells], "chance": chance}
            | ({} if number is None else {"number": number})
            for (piece, cells), chance, number in zip(self.options, self.chances, numbers, strict=True)
            if chance
        ]

    def _map(self, name: str) -> Mapping[Cell, float]:
        if name not in self.maps:
            raise ProblemError(f"there is no map {name!r}; the maps are {', '.join(map(repr, self.maps))}")
        return self.maps[name]


def chances(
    problem: Problem | str,
    *,
    approximate: bool = False,
    threads: int | None = None,
    time_limit: float | None = None,
    memory: int | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Chances:
    """The chance of each placement in a uniformly random tiling of ``problem``.

    >>> from shapewright import tiling
    >>> print(tiling.chances(tiling.Problem.from_text("board 4x3\\npieces any*dominoes")).table("I ##"))
    I ##:
    63.6 72.7 72.7 63.6
    27.3 45.5 45.5 27.3
    63.6 72.7 72.7 63.6

    Dominoes used freely on a board in a plane, holes included: an edge's entry in Kasteleyn's matrix, times that of the
    inverse, is its chance (Kenyon 1997). Exact numbers are found modulo many primes, a task for eight of them, or with
    ``approximate`` all chances in floating point by one elimination. Other puzzles: the decision diagram of all tilings
    (:func:`solution_set`) in at most ``memory`` bytes, always exact.

    Raises ``StoppedError`` when the time limit (seconds) ends it, ``LimitError`` where the board is too large.
    """
    problem = problem_of(problem, of_cover="solution_set(cover).option_records()")
    check_limits(time_limit=time_limit)
    clock = Clock(time_limit)
    cover = prepared(problem, clock.look)
    if not isinstance(cover, Cover):
        return Chances(problem, (), 0, (), (), engine="invariants", reason=cover.sentence)
    board = domino_board(cover)
    if board is None:
        return chances_of_set(problem, time_limit=clock.left(), memory=memory)
    if not board.balanced or not _is_possible(board, clock):
        zeros = [0] * len(cover.options)
        return replace(_made(problem, cover, 0, zeros, zeros), reason=_NO_TILING)
    if approximate:
        return _approximately(problem, cover, board, clock)
    missing = ceil((board.bits + 2) / (BATCH * PRIME_BITS)) * BATCH * len(board.pairs())
    if missing > MOST_NUMBERS:
        raise LimitError(
            f"exact chances on this board take {missing:,} residues, and at most {MOST_NUMBERS:,} are held; ask for "
            "approximate ones (--approximate, in Python approximate=True), which take one elimination"
        )
    *numbers, count = _exactly(problem, board, clock, threads, progress)
    links = {tuple(sorted(pair)): number for pair, number in zip(board.pairs(), numbers, strict=True)}
    ways = Counter(covered for _, covered in cover.options)
    by_option = [links[covered] // ways[covered] for _, covered in cover.options]
    return _made(problem, cover, count, by_option, [number / count for number in by_option])


def _made(
    problem: Problem,
    cover: Cover,
    count: int | None,
    numbers: Sequence[int] | None,
    found: Sequence[float],
    error: float = 0.0,
) -> Chances:
    """The chances of the options of a cover, in the order of the cells of these."""
    classes = problem.classes()
    options = [
        (problem.pieces[classes[piece].members[0]].name, tuple([cover.cells[k] for k in covered]))
        for piece, covered in cover.options
    ]
    order = sorted(range(len(options)), key=lambda k: (options[k][1], options[k][0]))
    return Chances(
        problem,
        tuple([options[k] for k in order]),
        count,
        None if numbers is None else tuple([numbers[k] for k in order]),
        tuple([found[k] for k in order]),
        error,
    )


def chances_of_set(problem: Problem, *, time_limit: float | None = None, memory: int | None = None) -> Chances:
    """The chances by the decision diagram of all tilings, whatever the pieces are."""
    clock = Clock(time_limit)
    reason = refuted_by_area(problem) or Cover.of(problem, clock.look).refutation(clock.look)
    if reason is not None:
        return Chances(problem, (), 0, (), (), engine="invariants", reason=reason.sentence)
    everything = solution_set(problem, time_limit=clock.left(), memory=memory)
    counts = sorted(everything.option_counts(), key=lambda counted: (counted[0][1], counted[0][0]))
    number = everything.count
    return Chances(
        problem,
        tuple([option for option, _ in counts]),
        number,
        tuple([solutions for _, solutions in counts]),
        tuple([solutions / number if number else 0.0 for _, solutions in counts]),
        engine="diagram",
        reason="" if number else _NO_TILING,
    )


def _is_possible(board: DominoBoard, clock: Clock) -> bool:
    """Whether there is a tiling: whether the determinant is not 0 modulo some prime."""
    zeros = skipped = 0
    while zeros * PRIME_BITS <= board.bits + 2:  # a number that more primes divide is 0
        batch = residues(board, skipped, clock.stop, clock.native())
        if batch is None:
            raise clock.stopped("the chances were found")
        if any(batch[BATCH:]):
            return True
        zeros += len(batch[BATCH:])
        skipped += BATCH
    return False


def _approximately(problem: Problem, cover: Cover, board: DominoBoard, clock: Clock) -> Chances:
    """By one elimination in floating point."""
    with interruptible(clock.stop) as stop:
        values = board.approximate_chances(stop, clock.native())
    if values is None:
        raise clock.stopped("the chances were found")
    links = {tuple(sorted(pair)): value for pair, value in zip(board.pairs(), values, strict=True)}
    ways = Counter(covered for _, covered in cover.options)
    sums = [0.0] * len(cover.cells)
    found = []
    for _, covered in cover.options:
        value = links[covered] / ways[covered]
        found.append(min(1.0, max(0.0, value)))
        for square in covered:
            sums[square] += value
    error = max(abs(total - 1) for total in sums)
    return _made(problem, cover, None, None, found, error)


def _exactly(
    problem: Problem,
    board: DominoBoard,
    clock: Clock,
    threads: int | None,
    progress: bool | Callable[[Progress], None] | None,
) -> list[int]:
    """For each link, and for all tilings at the end, how many have it; there must be a tiling."""
    text = problem.to_text()
    primes: list[int] = []
    rows: list[array[int]] = []
    modulus, skipped = 1, 0
    while (missing := board.bits + 2 - modulus.bit_length()) > 0:
        batches = ceil(missing / (BATCH * PRIME_BITS))
        tasks = [[text, skipped + BATCH * k] for k in range(batches)]
        for first, found in run(
            Stage("chances", _batch, tasks),
            fingerprint=fingerprint(["tiling chances", text]),
            threads=1 if len(tasks) == 1 and threads is None else threads,
            progress=progress,
            time_limit=clock.left(),
        ):
            if not found:
                continue
            own = native.primes(first, BATCH)
            values = array("I", found)
            for lane, prime in enumerate(own):
                primes.append(prime)
                rows.append(values[lane::BATCH])
                modulus *= prime
        skipped += BATCH * batches
    weights = [modulus // prime * pow(modulus // prime, -1, prime) for prime in primes]
    numbers = (sum(map(mul, column, weights)) % modulus for column in zip(*rows, strict=True))
    return [min(number, modulus - number) for number in numbers]


_boards: dict[str, DominoBoard] = {}  # the latest, by the text of the problem


def _batch(arguments: list[Any], budget: Budget) -> tuple[int, list[int]] | list[object]:
    """One task: the chances times the determinant modulo eight primes, and their place; no numbers if unlucky."""
    text, skipped = arguments
    board = _boards.get(text)
    if board is None:
        board = domino_board(Cover.of(Problem.from_text(text)))
        assert board is not None
        _boards.clear()
        _boards[text] = board
    found = board.chances(native.primes(skipped, BATCH), budget.stop, budget.clock.native())
    if found is None:
        raise StoppedError("stopped before the chances were found")
    return [skipped, memoryview(found).cast("I").tolist()]


def _art(cells: Sequence[Cell]) -> str:
    """Cells as art, rows from the top."""
    xs, ys = [cell[0] for cell in cells], [cell[1] for cell in cells]
    there = set(cells)
    rows = [
        "".join(["#" if (x, y) in there else "." for x in range(min(xs), max(xs) + 1)])
        for y in range(max(ys), min(ys) - 1, -1)
    ]
    return "/".join(rows)
