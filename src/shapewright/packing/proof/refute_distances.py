"""That pieces on a board that keep their distances bring no more, shown again: by areas and by the sweep over values.

Where pieces keep a clearance, each takes the cells of its thick form, some of which may lie beside the board.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement, placements
from shapewright.cells.polyomino import Piece
from shapewright.packing.clearance import thick_cells, thickened
from shapewright.packing.proof.refute_value import is_most, value_by_areas

Gain = Callable[[Piece, Sequence[Cell]], int]


class Apart:
    """Where each of the ``pieces`` can lie on a board beside the ``fixed`` ones, and what it brings by ``gain``."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        board: Board,
        fixed: Sequence[Placement],
        distances: tuple[int, int],
        gain: Gain,
    ) -> None:
        self.pieces = tuple(pieces)
        self.clearance, margin = distances
        near = {cell for one in fixed for cell in thick_cells(one.cells, self.clearance)}
        free = [cell for cell in board.order() if cell not in {cell for one in fixed for cell in one.cells}]
        ground = [cell for cell in free if _is_far(cell, board, margin)]
        self.cells = [cell for cell in thick_cells(ground, self.clearance) if cell not in near]
        at = {cell: number for number, cell in enumerate(self.cells)}
        self.places: list[list[tuple[list[int], int]]] = []
        for piece in pieces:
            self.places.append([])
            turns = piece.orientations() if piece.maximum != 0 else ()
            for where in placements(tuple(ground), turns, board.colour_of()):
                cells = [ground[one] for one in where]
                taken = thick_cells(cells, self.clearance)
                if at.keys() >= {*taken}:
                    self.places[-1].append(([at[cell] for cell in taken], gain(piece, cells)))

    def nowhere(self) -> list[str]:
        """The pieces that must lie there and have no place."""
        return [
            piece.name for piece, every in zip(self.pieces, self.places, strict=True) if piece.minimum and not every
        ]

    def brings_no_more(self, bound: int, seconds: float) -> bool | None:
        """Whether no choice of pieces brings more than ``bound``; None if that takes longer."""
        if self.nowhere():
            return True
        best = [max([gain for _, gain in every], default=0) for every in self.places]
        thick = [
            replace(piece, value=gain) for piece, gain in zip(thickened(self.pieces, self.clearance), best, strict=True)
        ]
        by_areas = value_by_areas(thick, [0] * len(self.cells))
        if by_areas is None or by_areas <= bound:
            return True
        return is_most(self.pieces, self.cells, [0] * len(self.cells), bound, seconds, places=self.places)


def _is_far(cell: Cell, board: Board, margin: int) -> bool:
    x, y = cell[0], cell[1]
    return all(
        (x + dx, y + dy) in board.cells for dx in range(-margin, margin + 1) for dy in range(-margin, margin + 1)
    )
