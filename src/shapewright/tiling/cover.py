"""A tiling problem as an exact cover: items are the open cells in strip order, options the placements of classes.

Fixed placements are taken off the board and off the bounds of their classes first, so that engines see only what is
still to be decided.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.errors import LimitError
from shapewright.placements import placements
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from shapewright import _core
    from shapewright.colouring import Reason
    from shapewright.grid import Cell
    from shapewright.tiling.problem import Problem

MAX_ENTRIES = 5_000_000  # cells of all placements together

Uses = list[tuple[int, int]]  # (class number, copies)
EngineOption = tuple[list[int], list[int], Uses]  # items, their colours (none here), uses


@dataclass(frozen=True)
class Cover:
    """``problem`` as the engines see it.

    ``cells`` are the open cells in strip order; ``options[k]`` is (class number, ascending positions in ``cells``);
    ``minimum`` and ``maximum`` bound the copies of each class that are still to be placed.
    """

    problem: Problem
    cells: tuple[Cell, ...]
    minimum: tuple[int, ...]
    maximum: tuple[int | None, ...]
    options: tuple[tuple[int, tuple[int, ...]], ...]

    @classmethod
    def of(cls, problem: Problem) -> Cover:
        """Find every placement of every class on the open cells."""
        taken = {cell for placement in problem.fixed for cell in placement.cells}
        cells = tuple(cell for cell in problem.board.order() if cell not in taken)
        colours = problem.board.colour_of()
        minimum, maximum, options = [], [], []
        size = sum(len(cells) * pieces.area * len(pieces.orientations) for pieces in problem.classes())
        if size > MAX_ENTRIES:
            raise LimitError(
                f"on a board of {len(cells)} cells the placements of these pieces have about {size} cells in all; "
                f"the limit is {MAX_ENTRIES}"
            )
        for number, pieces in enumerate(problem.classes()):
            used = len(problem.fixed_of(pieces))
            minimum.append(max(pieces.minimum - used, 0))
            maximum.append(None if pieces.maximum is None else pieces.maximum - used)
            if maximum[-1] != 0:
                options += [(number, covered) for covered in placements(cells, pieces.orientations, colours)]
        return cls(problem, cells, tuple(minimum), tuple(maximum), tuple(options))

    @cached_property
    def required(self) -> list[bool]:
        """For each open cell whether it must be covered."""
        optional = self.problem.board.optional
        return [cell not in optional for cell in self.cells]

    def instance(self, chosen: Iterable[int] | None = None) -> _core.Instance:
        """The engine's instance of all options, or of those ``chosen`` (then renumbered from 0)."""
        from shapewright import _core

        options = self.options if chosen is None else [self.options[k] for k in chosen]
        return _core.Instance.of_placements(self.required, self.minimum, self.maximum, options)

    def solution(self, chosen: Iterable[int]) -> Solution:
        """The tiling made of these options and the fixed placements, its copies named after the pieces."""
        sets: dict[int, list[tuple[Cell, ...]]] = {}
        for option in chosen:
            number, covered = self.options[option]
            sets.setdefault(number, []).append(tuple(sorted([self.cells[k] for k in covered])))
        return Solution(self.problem, self.problem.name_copies(sets))

    def refutation(self, look: Callable[[], None] | None = None) -> Reason | None:
        """Why no tiling exists, if an invariant or a count shows it; None says nothing.

        ``look`` is called now and then; what it raises ends the work.
        """
        from shapewright.colouring import Demand, refute

        placed: list[list[tuple[int, ...]]] = [[] for _ in self.minimum]
        for number, covered in self.options:
            placed[number].append(covered)
        demands = []
        for number, pieces in enumerate(self.problem.classes()):
            name = _equal_names([self.problem.pieces[index].name for index in pieces.members])
            demands.append(Demand(name, pieces.area, self.minimum[number], self.maximum[number], placed[number]))
        optional = int("0" + "".join(["0" if required else "1" for required in self.required])[::-1], 2)
        return refute(self.cells, optional, demands, is_rest=bool(self.problem.fixed), look=look)


def _equal_names(names: Sequence[str]) -> str:
    """What to call pieces that are equal."""
    if len(names) > 3:
        return f"{names[0]} or one of its {len(names) - 1} equals"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"


def engine_instance(
    required: list[bool],
    minimum: Iterable[int],
    maximum: Iterable[int | None],
    options: list[EngineOption],
) -> _core.Instance:
    """An instance for the engine."""
    from shapewright import _core

    return _core.Instance(required, list(minimum), list(maximum), options)
