"""A tiling problem as an exact cover: items are the open cells in strip order, options the placements of classes.

Fixed placements are taken off the board and off the bounds of their classes first, so that engines see only what is
still to be decided.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod

from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement, placements
from shapewright.colouring import Demand, Reason, refute, refute_by_area
from shapewright.errors import LimitError, listed_words
from shapewright.tiling import native
from shapewright.tiling.problem import PieceClass, Problem
from shapewright.tiling.solution import Solution

MAX_ENTRIES = 5_000_000  # cells of all placements together

Option = tuple[int, tuple[int, ...]]  # class number, ascending positions


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
    options: tuple[Option, ...]

    @classmethod
    def of(cls, problem: Problem, look: Callable[[], None] | None = None) -> Cover:
        """Find every placement of every class on the open cells.

        ``look`` is called now and then; what it raises ends the work. Raises ``LimitError`` if the placements have
        more than ``MAX_ENTRIES`` cells in all.
        """
        taken = {cell for placement in problem.fixed for cell in placement.cells}
        cells = tuple(cell for cell in problem.board.order() if cell not in taken)
        colours, lattice = problem.board.colour_of(), problem.board.lattice
        minimum, maximum, options = [], [], []
        size = problem.board.size
        if problem.board.lattice.is_plain and len(cells) == prod(size):  # every offset of a bounding box is a placement
            entries = sum(
                pieces.area * sum([_offsets(size, shape.size) for shape in pieces.orientations])
                for pieces in problem.classes()
                if pieces.maximum != 0
            )
            if entries > MAX_ENTRIES:
                raise _too_many(entries)
        entries = 0
        for number, pieces in enumerate(problem.classes()):
            least, most_copies = copies_left(problem, pieces)
            minimum.append(least)
            maximum.append(most_copies)
            if maximum[-1] != 0:
                most = (MAX_ENTRIES - entries) // pieces.area
                try:
                    found = placements(cells, pieces.orientations, colours, lattice=lattice, most=most, look=look)
                except LimitError:
                    raise _too_many(None) from None
                entries += len(found) * pieces.area
                if entries > MAX_ENTRIES:
                    raise _too_many(None)
                options += [(number, covered) for covered in found]
        return cls(problem, cells, tuple(minimum), tuple(maximum), tuple(options))

    @cached_property
    def required(self) -> list[bool]:
        """For each open cell whether it must be covered."""
        optional = self.problem.board.optional
        return [cell not in optional for cell in self.cells]

    def instance(self, chosen: Iterable[int] | None = None) -> native.Instance:
        """The engine's instance of all options, or of those ``chosen`` (then renumbered from 0)."""
        options = self.options if chosen is None else [self.options[k] for k in chosen]
        return native.Instance.of_placements(self.required, self.minimum, self.maximum, options)

    def solution(self, chosen: Iterable[int]) -> Solution:
        """The tiling made of these options and the fixed placements, its copies named after the pieces."""
        if self._has_one_name_each:
            return Solution(self.problem, tuple(map(self._placement, chosen)))
        sets: dict[int, list[tuple[Cell, ...]]] = {}
        for option in chosen:
            number, covered = self.options[option]
            sets.setdefault(number, []).append(tuple(sorted([self.cells[k] for k in covered])))
        return Solution(self.problem, self.problem.name_copies(sets))

    @cached_property
    def _has_one_name_each(self) -> bool:
        """Whether an option always is a placement of the same piece."""
        return not self.problem.fixed and all(len(pieces.members) == 1 for pieces in self.problem.classes())

    @cached_property
    def _placements(self) -> dict[int, Placement]:
        """Options as placements, made once each."""
        return {}

    def _placement(self, option: int) -> Placement:
        found = self._placements.get(option)
        if found is None:
            number, covered = self.options[option]
            name = self.problem.pieces[self.problem.classes()[number].members[0]].name
            found = self._placements[option] = Placement(name, tuple([self.cells[k] for k in covered]))
        return found

    def refutation(self, look: Callable[[], None] | None = None) -> Reason | None:
        """Why no tiling exists, if an invariant or a count shows it; None says nothing.

        ``look`` is called now and then; what it raises ends the work.
        """
        placed: list[list[tuple[int, ...]]] = [[] for _ in self.minimum]
        for number, covered in self.options:
            placed[number].append(covered)
        demands = _demands(self.problem, placed)
        lattice = self.problem.board.lattice
        is_rest = bool(self.problem.fixed)
        return refute(self.cells, _mask(self.required), demands, is_rest=is_rest, lattice=lattice, look=look)


def prepared(problem: Problem, look: Callable[[], None] | None = None) -> Cover | Reason:
    """The cover of ``problem``, or why it has none, if areas, cells without placement or colourings show it.

    ``look`` is called now and then; what it raises ends the work. Raises ``LimitError`` as :meth:`Cover.of` does.
    """
    reason = refuted_by_area(problem)
    if reason is not None:
        return reason
    cover = Cover.of(problem, look)
    return cover.refutation(look) or cover


def refuted_by_area(problem: Problem) -> Reason | None:
    """Why no tiling exists, if the areas of the pieces show it; before any placement is looked for."""
    taken = {cell for placement in problem.fixed for cell in placement.cells}
    cells = tuple(problem.board.cells - taken)
    required = [cell not in problem.board.optional for cell in cells]
    demands = _demands(problem, [[()] for _ in problem.classes()])
    lattice = problem.board.lattice
    return refute_by_area(cells, _mask(required), demands, is_rest=bool(problem.fixed), lattice=lattice)


def _mask(required: Sequence[bool]) -> int:
    """The bitmask of the cells that may stay empty."""
    return int("0" + "".join(["0" if one else "1" for one in required])[::-1], 2)


def _demands(problem: Problem, placed: Sequence[Sequence[tuple[int, ...]]]) -> list[Demand]:
    """What is left to be placed of each class, with its placements."""
    demands = []
    for pieces, where in zip(problem.classes(), placed, strict=True):
        name = _equal_names([problem.pieces[index].name for index in pieces.members])
        minimum, maximum = copies_left(problem, pieces)
        demands.append(Demand(name, pieces.area, minimum, maximum, () if maximum == 0 else where))
    return demands


def copies_left(problem: Problem, pieces: PieceClass) -> tuple[int, int | None]:
    """How many copies of a class are still to be placed: at least, and at most (None: any number)."""
    used = len(problem.fixed_of(pieces))
    return max(pieces.minimum - used, 0), None if pieces.maximum is None else pieces.maximum - used


def _offsets(board: Sequence[int], shape: Sequence[int]) -> int:
    """In how many places of the one box the other fits."""
    return prod([max(0, room - extent + 1) for room, extent in zip(board, shape, strict=True)])


def _too_many(entries: int | None) -> LimitError:
    number = f"more than {MAX_ENTRIES}" if entries is None else str(entries)
    return LimitError(f"the placements of these pieces have {number} cells in all; the limit is {MAX_ENTRIES}")


def _equal_names(names: Sequence[str]) -> str:
    """What to call pieces that are equal."""
    if len(names) > 3:
        return f"{names[0]} or one of its {len(names) - 1} equals"
    return listed_words(names, "or")
