"""That pieces do not fit, shown again: by counting, and by a search of its own over exact covers.

A cell that stays empty is covered by a piece of one cell, so that a bound on the empty cells is a count like the
others. The solvers of :mod:`shapewright.packing.search.solvers` have no part in this, nor has what they keep in tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement, placements
from shapewright.cells.polyomino import Piece
from shapewright.colouring import Demand, refute
from shapewright.colouring.sums import with_up_to
from shapewright.jobs.limits import Clock
from shapewright.packing.native import cover_by_uses, cover_exactly

# Beyond so many cells of all placements together a search would not come to an end anyway.
_MOST_ENTRIES = 2_000_000
# Beyond so many cells counting takes longer than it is worth.
_MOST_COUNTED = 2500


@dataclass(frozen=True)
class Task:
    """Pieces with their counts, the cells to lay them on, and how many of these may stay empty, at most.

    The cells of ``covered`` may not stay empty. ``colours`` are those of cells: of a board with zones.
    """

    pieces: tuple[Piece, ...]
    cells: tuple[Cell, ...]
    empty: int
    covered: frozenset[Cell] = frozenset()
    colours: frozenset[tuple[Cell, str]] = frozenset()

    def is_refuted(self, seconds: float) -> bool | None:
        """Whether such a packing is refuted; False if there is one, None if the time was not enough."""
        if self._by_areas():
            return True
        if all(piece.minimum == 0 for piece in self.pieces) and self.empty >= len(self.cells) and not self.covered:
            return False  # nothing needs to be laid
        clock = Clock(max(0.0, seconds))
        options = self._options() if seconds > 0 else None
        if options is None:
            return None
        if any(piece.minimum and not options[number] for number, piece in enumerate(self.pieces)):
            return True
        if self._by_counting(options):
            return True
        listed = [(number, list(where)) for number, places in enumerate(options) for where in places]
        minimum: list[int] = [piece.minimum for piece in self.pieces]
        maximum: list[int | None] = [piece.maximum for piece in self.pieces]
        if self.empty > 0:
            hole = len(minimum)
            listed += [(hole, [k]) for k, cell in enumerate(self.cells) if cell not in self.covered]
            minimum.append(0)
            maximum.append(self.empty)
        required = [True] * len(self.cells)
        outcome, _ = cover_exactly(required, (minimum, maximum), listed, clock.left)
        return None if outcome in ("stopped", "gave up") else outcome == "none"

    def has_places(self) -> bool:
        """Whether each piece can lie somewhere."""
        options = self._options()
        return options is None or all(options)

    def _by_areas(self) -> bool:
        """Whether no choice of the counts covers enough cells and not too many."""
        size = len(self.cells)
        least = sum(piece.minimum * piece.shape.area for piece in self.pieces)
        if least > size:
            return True
        sums = 1 << least
        for piece in self.pieces:
            most = size if piece.maximum is None else piece.maximum
            sums = with_up_to(sums, most - piece.minimum, piece.shape.area, size + 1)
        return not sums >> max(0, size - self.empty)

    def _options(self) -> list[list[tuple[int, ...]]] | None:
        """The places of each piece, as positions in ``cells``; None if they are too many."""
        entries = 0
        colours = dict(self.colours)
        found: list[list[tuple[int, ...]]] = []
        for piece in self.pieces:
            places = placements(self.cells, piece.orientations(), colours) if piece.maximum != 0 else []
            entries += len(places) * piece.shape.area
            if entries > _MOST_ENTRIES:
                return None
            found.append(places)
        return found

    def _by_counting(self, options: list[list[tuple[int, ...]]]) -> bool:
        if len(self.cells) > _MOST_COUNTED:
            return False
        demands = [
            Demand(piece.name, piece.shape.area, piece.minimum, piece.maximum, places)
            for piece, places in zip(self.pieces, options, strict=True)
        ]
        every = (1 << len(self.cells)) - 1
        return refute(self.cells, every if self.empty else 0, demands) is not None


def few_moves(
    pieces: Sequence[Piece],
    board: Board,
    before: Iterable[Placement],
    staying: Iterable[Placement],
    moves: int,
    seconds: float,
) -> str:
    """Whether all of ``pieces`` can lie on ``board`` with at most so many ``moves``: 'found', 'none' or 'stopped'.

    Pieces that are ``staying`` lie there still. A placement that was not there ``before`` uses up a move.
    """
    clock = Clock(max(0.0, seconds))
    fixed = tuple(staying)
    taken = {cell for one in fixed for cell in one.cells}
    cells = tuple(cell for cell in board.order() if cell not in taken)
    lying = {(one.piece, frozenset(one.cells)) for one in before}
    left = without(pieces, [one.piece for one in fixed])
    empty, move = len(left), len(left) + 1
    options: list[tuple[list[int], list[int]]] = []
    for kind, piece in enumerate(left):
        for where in placements(cells, piece.orientations()) if piece.minimum else ():
            is_old = (piece.name, frozenset(cells[one] for one in where)) in lying
            options.append((list(where), [kind] if is_old else [kind, move]))
    options += [([one], [empty]) for one in range(len(cells))]
    # Cells are covered exactly, so that counts that are not surpassed are reached.
    holes = len(cells) - sum(piece.minimum * piece.shape.area for piece in left)
    if holes < 0:
        return "none"
    counts = [*[piece.minimum for piece in left], holes, moves]
    return cover_by_uses([True] * len(cells), counts, options, clock.left)


def without(pieces: Iterable[Piece], used: Sequence[str]) -> tuple[Piece, ...]:
    """The pieces that are left when those named in ``used`` lie somewhere already."""
    left = []
    for piece in pieces:
        lying = used.count(piece.name)
        most = None if piece.maximum is None else piece.maximum - lying
        left.append(replace(piece, minimum=max(0, piece.minimum - lying), maximum=most))
    return tuple(left)
