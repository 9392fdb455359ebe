"""Several puzzles that differ, also from each other's mirror images."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from shapewright.cells.grid import Cell, Motion
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs.limits import Clock, check_limits
from shapewright.tiling.making.make import Made, make
from shapewright.tiling.problem import Problem, problem_of

PATIENCE = 30
"""After so many seeds in a row that make a puzzle again there are hardly others."""


def booklet(
    problem: Problem | str,
    number: int,
    *,
    seed: int = 0,
    time_limit: float | None = None,
    progress: Callable[[int], None] | None = None,
    **how: object,
) -> list[Made]:
    """Make ``number`` different puzzles as :func:`make` does, by ``seed`` and the seeds that follow it.

    A seed whose puzzle was made before, or a rotation or mirror image of it, is left out. ``progress`` hears how many
    there are, and ``how`` is what else :func:`make` takes.

    >>> from shapewright.tiling.problem import Problem
    >>> [made.clues for made in booklet(Problem.from_text("board 5x4\\npieces 0-1*pentominoes"), 3, seed=1)]
    [1, 1, 1]

    Raises as :func:`make` does, and ``StoppedError`` where there seem to be fewer different puzzles.
    """
    problem = problem_of(problem)
    check_limits(time_limit=time_limit)
    if number < 1:
        raise ProblemError(f"the number of puzzles is {number}; expected at least 1")
    clock = Clock(time_limit)
    found: list[Made] = []
    seen: set[object] = set()
    again = 0
    motions = problem.board.symmetries()
    for each in _puzzles(problem, seed, clock, how):
        key = _congruent(each, motions)
        again = again + 1 if key in seen else 0
        if key not in seen:
            seen.add(key)
            found.append(each)
            if progress is not None:
                progress(len(found))
        if len(found) == number:
            break
        if again == PATIENCE:
            raise StoppedError(
                f"there seem to be no more than {len(found)} different puzzles: {PATIENCE} seeds in a row made one of "
                "them again; ask for fewer"
            )
    return found


def _puzzles(problem: Problem, seed: int, clock: Clock, how: dict[str, Any]) -> Iterator[Made]:
    while True:
        yield make(problem, seed=seed, time_limit=clock.left(), **how)
        seed += 1


def _congruent(made: Made, motions: tuple[Motion, ...]) -> object:
    """The same for puzzles that are images of each other, and for no others."""
    puzzle = made.problem
    if made.choose == "board":  # for the same pieces
        return Polyomino(tuple(sorted(puzzle.board.cells)), lattice=puzzle.board.lattice).orientations()[0].cells
    lying = [(one.cells, one in puzzle.fixed) for one in made.solution.placements]
    coloured = [cell for cell, _ in puzzle.board.colours]

    def image(motion: Motion) -> tuple[object, ...]:
        def moved(cells: tuple[Cell, ...]) -> tuple[Cell, ...]:
            return tuple(sorted(map(motion, cells)))

        tiles = sorted((moved(cells), is_fixed) for cells, is_fixed in lying)
        return tuple(tiles), moved(tuple(coloured)), moved(tuple(puzzle.board.cells))

    return min(map(image, motions))
