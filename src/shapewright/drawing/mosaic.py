"""A board of unit cells cut into pieces: the common ground of pictures of tilings, packings, stacks and fields.

A :class:`Mosaic` says which piece lies on which cell and works out what every picture of it needs: its layers, the
colour of each piece, the letter of each piece, and the cells where labels stand. :mod:`shapewright.drawing.picture`
makes a scene of it, :mod:`shapewright.drawing.terminal` a text.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from shapewright.drawing.marks import SHADES, Mark
from shapewright.drawing.palette import EMPTY, PIECE_COLOURS, blended, checked_colour, letter_colour, piece_colour
from shapewright.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from shapewright.cells.grid import Cell
    from shapewright.drawing.bodies import Body
    from shapewright.drawing.scene import Scene

Square = tuple[int, int]
_Place = TypeVar("_Place", bound="tuple[int, ...]")
_Value = TypeVar("_Value")

MAX_PICTURE_CELLS = 1 << 22
MAX_PICTURE_LAYERS = 1 << 10
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"


@dataclass(frozen=True)
class Spot:
    """Where the label of one connected part of a piece stands in a layer.

    ``pair`` is the left one of two cells side by side, for labels too long for one cell, where the part has such
    cells.
    """

    piece: int
    cell: Square
    pair: Square | None


@dataclass(frozen=True)
class Layer:
    """One layer as a flat board: its caption (``z=2``, or empty on a flat board) and what lies on its cells."""

    caption: str
    piece_at: Mapping[Square, int]
    empty: AbstractSet[Square]
    optional: AbstractSet[Square]
    holes: AbstractSet[Square]
    tints: Mapping[Square, str]
    marks: tuple[Mark, ...]

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """One spot for each connected part of each piece, by piece, then from the top left."""
        parts = [(piece, part) for piece, own in by_piece(self.piece_at).items() for part in connected(own, _beside)]
        parts.sort(key=lambda one: (one[0], min((-y, x) for x, y in one[1])))
        return tuple(_spot(piece, part) for piece, part in parts)


@dataclass(frozen=True)
class Mosaic:
    """Cells of a flat or a cube board, and the pieces on them.

    Cells are (x, y) or (x, y, z), x to the right, y and z upward. ``piece_at`` gives the index of the piece on a
    cell; cells without one are drawn as empty. A piece has the label and the colour (``#rrggbb``) at its index;
    without a colour it takes that of its index in the palette. ``tints`` are colour letters a..z of cells.
    ``optional`` cells may stay empty and are drawn so that this shows. ``holes`` are drawn dark; ``None`` stands for
    the gaps enclosed by the board. ``marks`` are laid over all this. ``pixels`` is the size of a cell in
    pictures; without it the size of the board decides. ``outlines`` are the corners of each cell, anticlockwise and in
    cells, where cells are not squares or cubes, ``bodies`` what they are in space; such a picture has no holes.
    ``lattice`` is the name of a flat lattice for who draws its cells himself.

    >>> Mosaic(cells={(0, 0), (1, 0), (0, 1)}, piece_at={(0, 0): 0, (1, 0): 0, (0, 1): 1}, labels=("I", "M")).size
    (2, 2)

    Raises ``ProblemError`` for a board without cells, or pieces, tints, optional cells or marks beside the board.
    """

    cells: AbstractSet[Cell]
    piece_at: Mapping[Cell, int] = field(default_factory=dict)
    labels: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    tints: Mapping[Cell, str] = field(default_factory=dict)
    optional: AbstractSet[Cell] = frozenset()
    holes: AbstractSet[Cell] | None = None
    title: str = ""
    marks: tuple[Mark, ...] = ()
    pixels: float | None = None
    outlines: Mapping[Cell, tuple[tuple[float, float], ...]] | None = None
    bodies: Mapping[Cell, Body] | None = None
    lattice: str = ""

    def __post_init__(self) -> None:
        if not self.cells:
            raise ProblemError("a board without cells cannot be drawn")
        for what, cells in (("piece", self.piece_at), ("tint", self.tints), ("optional cell", self.optional)):
            for cell in cells:
                if cell not in self.cells:
                    raise ProblemError(f"{what} at {','.join(map(str, cell))} is not on the board that is drawn")
        if {len(cell) for cell in self.cells} not in ({2}, {3}):
            raise ProblemError("only boards of two or of three dimensions can be drawn")
        if min(self.piece_at.values(), default=0) < 0:
            raise ProblemError("pieces to be drawn are numbered from 0")
        for colour in self.colours:
            checked_colour(colour)
        for mark in self.marks:
            if not mark.cells <= self._extent():
                raise ProblemError("a mark lies outside the board that is drawn")
            if mark.shade and mark.shade not in SHADES:
                raise ProblemError(f"{mark.shade!r} is not a shade; shades are {', '.join(SHADES)}")

    @cached_property
    def corner(self) -> Cell:
        """The lowest coordinates of any cell or hole."""
        return tuple(min(axis) for axis in zip(*self._extent(), strict=True))

    @cached_property
    def size(self) -> Cell:
        """The extent from the lowest to the highest cell or hole.

        Raises ``LimitError`` if that box has more than ``MAX_PICTURE_CELLS`` cells, however few of them are used, or
        more than ``MAX_PICTURE_LAYERS`` layers.
        """
        size = tuple(
            max(axis) - low + 1 for axis, low in zip(zip(*self._extent(), strict=True), self.corner, strict=True)
        )
        box = 1
        for extent in size:
            box *= extent
        if box > MAX_PICTURE_CELLS:
            shape = "x".join(map(str, size))
            raise LimitError(f"a board of {shape} is too large to draw; the limit is {MAX_PICTURE_CELLS} cells")
        if len(size) == 3 and size[2] > MAX_PICTURE_LAYERS:
            raise LimitError(
                f"a board of {size[2]} layers is too large to draw; the limit is {MAX_PICTURE_LAYERS} layers"
            )
        return size

    @cached_property
    def layers(self) -> tuple[Layer, ...]:
        """The layers from the lowest z up; a flat board is one."""
        levels = range(self.corner[2], self.corner[2] + self.size[2]) if len(self.size) == 3 else range(1)
        cells, optional, holes = (
            _by_level(dict.fromkeys(some or ())) for some in (self.cells, self.optional, self.holes)
        )
        piece_at, tints = _by_level(self.piece_at), _by_level(self.tints)
        return tuple(
            Layer(
                caption=f"z={z}" if len(self.size) == 3 else "",
                piece_at=piece_at.get(z, {}),
                empty=cells.get(z, {}).keys() - piece_at.get(z, {}).keys(),
                optional=optional.get(z, {}).keys(),
                holes=self._holes(cells.get(z, {}).keys(), holes.get(z, {}).keys()),
                tints=tints.get(z, {}),
                marks=tuple([replace(mark, cells=self._on_level(mark, z)) for mark in self.marks]),
            )
            for z in levels
        )

    @cached_property
    def colour_of(self) -> dict[int, str]:
        """The colour of each piece; beyond the palette's end, one that none of the neighbours has."""
        chosen: dict[int, str] = {}
        for piece in self._pieces:
            if piece < len(self.colours):
                chosen[piece] = self.colours[piece]
            elif piece < len(PIECE_COLOURS):
                chosen[piece] = piece_colour(piece)
            else:
                chosen[piece] = self._unlike_neighbours(piece, chosen, PIECE_COLOURS)
        return chosen

    @cached_property
    def letters(self) -> dict[int, str]:
        """One character for each piece: its label if that is one letter or digit of its own, else the next one unused.

        With more pieces than letters and digits they are used again, but not by neighbours.
        """
        letters: dict[int, str] = {}
        for piece in self._pieces:
            label = self.label(piece)
            if len(label) == 1 and label in LETTERS and label not in letters.values():
                letters[piece] = label
        used = set(letters.values())
        unused = iter([letter for letter in LETTERS if letter not in used])
        for piece in self._pieces:
            if piece not in letters:
                letters[piece] = next(unused, "") or self._unlike_neighbours(piece, letters, LETTERS)
        return letters

    def colour_at(self, cell: Cell) -> str:
        """The colour of a cell of a solid: that of a mark's shade, of its piece, or of the ground."""
        if cell in self._painted:
            return self._painted[cell]
        if cell in self.piece_at:
            return self.colour_of[self.piece_at[cell]]
        tint = self.tints.get(cell, "")
        return blended(letter_colour(tint), EMPTY, 0.5) if tint else EMPTY

    def label(self, piece: int) -> str:
        """The label of a piece, empty if it has none."""
        return self.labels[piece] if piece < len(self.labels) else ""

    def scene(self, *, cell: float | None = None) -> Scene:
        """This mosaic as a scene, with cells of that many pixels (``pixels``, or by the board's size if ``None``)."""
        from shapewright.drawing.picture import picture  # the value draws itself; picture.py imports this module
        from shapewright.drawing.polygons import picture as of_polygons  # and so does polygons.py

        pixels = self.pixels if cell is None else cell
        if self.bodies is not None:
            from shapewright.drawing.bodies import picture as of_bodies

            return of_bodies(self, self.bodies, pixels)
        return picture(self, cell=pixels) if self.outlines is None else of_polygons(self, self.outlines, pixels)

    def to_json(self) -> dict[str, object]:
        """The board as plain data of the kind ``board``, for who draws it from its cells.

        ``cells`` are those that no piece covers, ``holes`` the dark ones; each piece has its label, colour and cells.
        Where cells are neither squares nor cubes, ``lattice`` is added; without one it is the data of the scene.
        """
        if (self.outlines is not None and not self.lattice) or self.bodies is not None:
            return self.scene().to_json()
        levels = enumerate(self.layers, self.corner[2]) if len(self.size) == 3 else [(None, self.layers[0])]
        holes = [square if z is None else (*square, z) for z, layer in levels for square in sorted(layer.holes)]
        return {
            "kind": "board",
            "size": self.size,
            "corner": self.corner,
            "title": self.title,
            "cells": sorted(self.cells - self.piece_at.keys()),
            "holes": holes,
            "optional": sorted(self.optional),
            "tints": {",".join(map(str, cell)): tint for cell, tint in sorted(self.tints.items())},
            "pieces": [
                {"label": self.label(piece), "colour": self.colour_of[piece], "cells": cells}
                for piece, cells in by_piece(dict(sorted(self.piece_at.items()))).items()
            ],
            "marks": [mark.to_json() for mark in self.marks],
            **({"lattice": self.lattice} if self.lattice else {}),
        }

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    def _extent(self) -> AbstractSet[Cell]:
        return self.cells if self.holes is None else self.cells | self.holes

    def _on_level(self, mark: Mark, level: int) -> frozenset[Square]:
        flat = len(self.size) == 2
        return frozenset([(cell[0], cell[1]) for cell in mark.cells if flat or cell[2] == level])

    @cached_property
    def _painted(self) -> dict[Cell, str]:
        return {cell: SHADES[mark.shade] for mark in self.marks if mark.shade for cell in mark.cells}

    @cached_property
    def _pieces(self) -> list[int]:
        return sorted(set(self.piece_at.values()))

    @cached_property
    def _neighbours(self) -> dict[int, set[int]]:
        """The pieces that touch each piece, in any layer."""
        found: dict[int, set[int]] = {piece: set() for piece in self._pieces}
        if self.outlines is not None:
            from shapewright.drawing.polygons import Edges  # which imports this module

            edges = Edges(self.outlines)
            for cell, piece in self.piece_at.items():
                found[piece] |= {self.piece_at.get(other, piece) for other in edges.neighbours(cell)} - {piece}
            return found
        if self.bodies is not None:
            from shapewright.drawing.bodies import touching

            for near in touching(self.bodies):
                first, second = map(self.piece_at.get, near)
                if first is not None and second is not None and first != second:
                    found[first].add(second)
                    found[second].add(first)
            return found
        for cell, piece in self.piece_at.items():
            for axis in range(len(cell)):
                other = self.piece_at.get((*cell[:axis], cell[axis] + 1, *cell[axis + 1 :]), piece)
                if other != piece:
                    found[piece].add(other)
                    found[other].add(piece)
        return found

    def _unlike_neighbours(self, piece: int, chosen: Mapping[int, str], choices: Sequence[str]) -> str:
        """The choice at the place of a piece, or the next one that no neighbour has."""
        taken = {chosen.get(other) for other in self._neighbours[piece]}
        turns = [choices[(piece + turn) % len(choices)] for turn in range(len(choices))]
        return next((choice for choice in turns if choice not in taken), turns[0])

    def _holes(self, cells: AbstractSet[Square], given: AbstractSet[Square]) -> AbstractSet[Square]:
        """The given holes, or else the squares from which no walk beside ``cells`` leads out of the board's box."""
        if self.holes is not None or self.outlines is not None or self.bodies is not None:
            return given - cells
        left, bottom = self.corner[:2]
        right, top = left + self.size[0] - 1, bottom + self.size[1] - 1
        gaps = {(x, y) for x in range(left, right + 1) for y in range(bottom, top + 1)} - cells
        reached = [gap for gap in gaps if gap[0] in (left, right) or gap[1] in (bottom, top)]
        gaps.difference_update(reached)
        while reached:
            for beside in _beside(reached.pop()):
                if beside in gaps:
                    gaps.remove(beside)
                    reached.append(beside)
        return gaps


def by_piece(piece_at: Mapping[_Place, int]) -> dict[int, list[_Place]]:
    """The cells of each piece, by its number."""
    found: dict[int, list[_Place]] = {}
    for cell, piece in piece_at.items():
        found.setdefault(piece, []).append(cell)
    return dict(sorted(found.items()))


def connected(cells: Iterable[_Place], beside: Callable[[_Place], Iterable[_Place]]) -> list[set[_Place]]:
    """The connected parts of ``cells``, by their smallest cells; ``beside`` says what touches a cell."""
    parts: list[set[_Place]] = []
    left = set(cells)
    for start in sorted(left):
        if start in left:
            left.remove(start)
            part = [start]
            for cell in part:
                found = left.intersection(beside(cell))
                left -= found
                part += found
            parts.append(set(part))
    return parts


def _by_level(values: Mapping[Cell, _Value]) -> dict[int, dict[Square, _Value]]:
    """Values of cells, parted by z (0 on a flat board)."""
    parts: dict[int, dict[Square, _Value]] = {}
    for cell, value in values.items():
        parts.setdefault(cell[2] if len(cell) == 3 else 0, {})[cell[0], cell[1]] = value
    return parts


def _beside(square: Square) -> Iterator[Square]:
    x, y = square
    yield from ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))


def _spot(piece: int, part: set[Square]) -> Spot:
    """The cell with most of its part around it, nearest to its centre, of equals the top left one; so the pair."""
    count, sum_x, sum_y = len(part), sum(x for x, _ in part), sum(y for _, y in part)

    def room(square: Square) -> int:
        x, y = square
        around = ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1))
        return sum(beside in part for beside in around) + sum(beside in part for beside in _beside(square))

    def rank(square: Square, breadth: int) -> tuple[int, int, int, int]:
        x, y = square
        # Twice the distance from the centre, times the number of cells, so that the arithmetic stays in whole numbers.
        away = (count * (2 * x + breadth - 1) - 2 * sum_x) ** 2 + (2 * count * y - 2 * sum_y) ** 2
        return (-sum(room((x + right, y)) for right in range(breadth)), away, -y, x)

    pairs = [square for square in part if (square[0] + 1, square[1]) in part]
    return Spot(
        piece,
        min(part, key=lambda square: rank(square, 1)),
        min(pairs, key=lambda square: rank(square, 2), default=None),
    )
