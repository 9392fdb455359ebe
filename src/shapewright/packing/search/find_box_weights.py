"""Looking for weights on the cells of a box that show that pieces do not fit: linear programmes over few classes.

Cells near the sides of a box differ, those further inside repeat; so a box of any size has as many classes of cells,
and of places, as a small one. The programme lays as many pieces as possible if parts of them may be laid: where these
are fewer than there are, its prices show it, and rounded to whole numbers they are :class:`Weights`. Source: the dual
of the linear relaxation of packing; Farkas' lemma.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from shapewright.cells.polyomino import Piece
from shapewright.jobs.limits import Clock
from shapewright.packing.proof.box_weights import Weights, add_up
from shapewright.packing.search.plane_weights import slanted, whole_prices

# Columns that are told apart at each side, and the period of those between.
_SHAPES = ((0, 2), (0, 3), (0, 4), (0, 5), (1, 2), (1, 3), (2, 2), (3, 2), (2, 3), (3, 3), (2, 4), (4, 4), (5, 5))
_LARGEST_TABLE = 150_000  # entries of a programme
_MOST_LOOKED_AT = 50_000  # cells of a piece, times the classes of places: those take a moment
_KEPT = 255

_Key = tuple[tuple[int, int], ...]
_known: dict[tuple[tuple[Piece, ...], int, int], Weights | None] = {}


def weigh(pieces: Sequence[Piece], width: int, height: int, clock: Clock | None = None) -> Weights | None:
    """Weights that show that ``pieces`` (those that must be used) do not fit into the box, or None.

    >>> from shapewright.packing.bag import Bag
    >>> weigh(Bag.from_text("O17").pieces(), 9, 9)
    Weights(rows=((0, 0), (0, 1)), across=(0, 2), up=(0, 2))
    >>> weigh(Bag.from_text("O16").pieces(), 9, 9) is None
    True
    """
    key = (tuple([piece for piece in pieces if piece.minimum]), width, height)
    if key not in _known:
        found = _weigh(*key, clock)
        if clock is not None and clock.over():
            return found
        for old in list(_known)[:-_KEPT]:
            _known.pop(old, None)
        _known[key] = found
    return _known[key]


def _weigh(pieces: tuple[Piece, ...], width: int, height: int, clock: Clock | None) -> Weights | None:
    done = set()
    for depth, period in _SHAPES:
        across, up = _repeat(width, depth, period), _repeat(height, depth, period)
        if (across, up) in done:
            continue
        done.add((across, up))
        outcome = _Programme(pieces, (width, height), across, up, clock).weights()
        if outcome is not None:
            return outcome
    return slanted(pieces, width, height, clock)


def _repeat(length: int, depth: int, period: int) -> tuple[int, int, int]:
    """What comes once, what again and again, and how many there are in all."""
    return (length, 0, length) if length <= 2 * depth + period else (depth, period, 2 * depth + period)


class _Programme:
    """The programme for one way to tell the columns and rows of a box apart."""

    def __init__(
        self,
        pieces: tuple[Piece, ...],
        box: tuple[int, int],
        across: tuple[int, int, int],
        up: tuple[int, int, int],
        clock: Clock | None,
    ) -> None:
        self.pieces, self.box, self.clock = pieces, box, clock
        self.across, self.up = across, up
        blank = self._weights([0] * (across[2] * up[2]))
        self.columns, self.lines = blank.columns(box[0]), blank.lines(box[1])

    def _weights(self, numbers: Sequence[int]) -> Weights:
        wide = self.across[2]
        rows = tuple([tuple(numbers[y * wide : (y + 1) * wide]) for y in range(self.up[2])])
        return Weights(rows, self.across[:2], self.up[:2])

    def weights(self) -> Weights | None:
        """Whole numbers, once they are checked; None if there are none, or the programme is too large."""
        size = self.across[2] * self.up[2]
        rows = size + len(self.pieces)
        # Of each piece the different places: how many cells of each class they cover.
        places: dict[tuple[int, _Key], None] = {}
        for number, piece in enumerate(self.pieces):
            found = self._places(piece, _LARGEST_TABLE // rows - len(places))
            if not found:
                return None  # too many, or none, which is for others to say
            places.update(dict.fromkeys([(number, key) for key in found]))
        room = [0] * size
        many_columns, many_lines = Counter(self.columns), Counter(self.lines)
        for y, lines in many_lines.items():
            for x, columns in many_columns.items():
                room[y * self.across[2] + x] = lines * columns
        whole = whole_prices(self.pieces, list(places), room, self.clock)
        if whole is None:
            return None
        made = self._weights(whole)
        return made if add_up(made, self.pieces, *self.box) else None

    def _places(self, piece: Piece, most: int) -> set[_Key]:
        """The different places of a piece; empty if there are more than ``most``."""
        (width, height), wide = self.box, self.across[2]
        found: set[_Key] = set()
        for shape in piece.orientations():
            w, h = shape.size
            if len(shape.cells) * wide * self.up[2] > _MOST_LOOKED_AT:
                return set()
            for xs in {tuple(self.columns[x : x + w]) for x in range(width - w + 1)}:
                for ys in {tuple(self.lines[y : y + h]) for y in range(height - h + 1)}:
                    covered = Counter([ys[cell[1]] * wide + xs[cell[0]] for cell in shape.cells])
                    found.add(tuple(sorted(covered.items())))
            if len(found) > most:
                return set()
        return found
