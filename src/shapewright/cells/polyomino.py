"""Shapes up to translation: polyominoes, polycubes, polyhexes, polyiamonds; orientations, pieces, lists of all shapes.

A *free* shape may be rotated and reflected, a *one-sided* one rotated only, a *half-turn* one (of squares) by half a
turn only, as where wood has a grain, a *fixed* one neither. Names and the piece
grammar live in :mod:`shapewright.cells.pieces`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import prod
from typing import Literal

from shapewright.cells.grid import MAX_CELLS, cell_text, read_art, write_art
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import CUBE, SQUARE, lattice_before, prefix
from shapewright.cells.motion import Cell, Motion
from shapewright.errors import LimitError, NotationError, ProblemError, quote

Motions = Literal["fixed", "half-turn", "one-sided", "free"]

MOTIONS: tuple[Motions, ...] = ("fixed", "half-turn", "one-sided", "free")
UPRIGHT: tuple[Motions, ...] = ("fixed", "half-turn")
"""Motions without a quarter turn: a pattern of such pieces, turned by a quarter, may be none."""

MAX_COUNT = 10**6
"""No piece may be asked for more often."""

MAX_VALUE = 10**6
"""No piece or cell is worth more."""

MAX_SIZE = {2: 12, 3: 8}
"""The largest shapes of squares and of cubes that are enumerated, by dimension."""

_COLOURS = "abcdefghijklmnopqrstuvwxyz"
_NOT_IN_NAMES = ",*|:"


@dataclass(frozen=True, slots=True, repr=False)
class Polyomino:
    """A finite set of cells up to translation: the smallest coordinate on each axis is 0, the cells are sorted.

    ``colours`` is parallel to ``cells`` ('' for a cell without colour), or empty if no cell has one. The cells may be
    given anywhere and in any order; they need not be connected. The lattice is that of squares, or of cubes if cells
    have three coordinates, unless it is given; where cells are of several kinds, such as triangles that point up and
    down, the shape lies as near to the origin as its kinds of cells allow.

    >>> Polyomino(((4, 7), (3, 7), (3, 8)))
    Polyomino.from_text('#./##')

    Raises ``ProblemError`` without cells, or with a cell given twice.
    """

    cells: tuple[Cell, ...]
    colours: tuple[str, ...] = ()
    lattice: Lattice = SQUARE

    def __post_init__(self) -> None:
        cells, colours = tuple(self.cells), tuple(self.colours)
        if not cells:
            raise ProblemError("a piece has no cells")
        if len(cells) > MAX_CELLS:
            raise LimitError(f"a piece of {len(cells)} cells is larger than the limit of {MAX_CELLS} cells")
        if set(map(len, cells)) not in ({2}, {3}):
            raise ProblemError("every cell of a piece has 2 coordinates, or every cell has 3")
        if self.lattice.base is not self.lattice:
            raise ProblemError(f"a piece is made of {self.lattice.cell_name}s; only a board is a {self.lattice.name}")
        if self.lattice is SQUARE and len(cells[0]) == 3:
            object.__setattr__(self, "lattice", CUBE)
        for cell in cells if self.lattice not in (SQUARE, CUBE) or len(cells[0]) != self.lattice.dimension else ():
            if not self.lattice.is_cell(cell):
                raise ProblemError(f"{cell_text(cell)} is not a cell of the lattice {self.lattice.name}")
        if self.lattice.joints:
            if any(colours):
                raise ProblemError(f"pieces of {self.lattice.cell_name}s have no colours")
            cells, colours = self.lattice.with_joints(cells), ()
            if not cells:
                raise ProblemError("a piece has no cells")
        if len(set(cells)) < len(cells):
            twice = next(after for before, after in pairwise(sorted(cells)) if before == after)
            raise ProblemError(f"the cell {cell_text(twice)} of a piece is given twice")
        if colours:
            if len(colours) != len(cells):
                raise ProblemError(f"a piece of {len(cells)} cells has {len(colours)} colours")
            for colour in colours:
                if colour and (colour not in _COLOURS or len(colour) > 1):
                    raise ProblemError(f"{quote(colour)} is not a colour of a cell; colours are the letters a to z")
        cells, colours = _normalised(cells, colours if any(colours) else (), self.lattice)
        object.__setattr__(self, "cells", cells)
        object.__setattr__(self, "colours", colours)

    @classmethod
    def from_text(cls, text: str) -> Polyomino:
        """Read art: top row first, rows end at a newline or ``/``, layers (z = 0 first) at a blank line or ``//``.

        ``#``, ``1`` and ``X`` are cells, a letter a-z is a cell of that colour; ``.``, ``0`` and a space are nothing.
        The name of a lattice and a colon may stand in front.

        >>> Polyomino.from_text("110/011").cells
        ((0, 1), (1, 0), (1, 1), (2, 0))
        """
        lattice, text = lattice_before(text)
        found = read_art(text.replace("0", "."), lambda c: c in "#1X" or c in _COLOURS, "#, ., 1, 0, X or a letter a-z")
        if not found:
            raise NotationError(f"{quote(text)} is a piece without cells")
        colours = tuple(["" if c in "#1X" else c for _, c in found])
        cells = [cell for cell, _ in found]
        if lattice is not None and lattice.dimension == 3 and len(cells[0]) == 2:  # a single layer
            cells = [(*cell, 0) for cell in cells]
        if lattice is not None and lattice.is_round and not any(map(lattice.is_cell, cells)):
            cells = [(cell[0] + 1, *cell[1:]) for cell in cells]  # drawn beside where balls are, all of it
        return cls(tuple(cells), colours, lattice or SQUARE)

    def to_text(self) -> str:
        """The shape as art; ``Polyomino.from_text`` reads it back."""
        return prefix(self.lattice) + write_art(self._characters())

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        if prod(self.size) > 4 * self.area + 64:
            on = "" if self.lattice.is_plain else f", {self.lattice!r}"
            return f"Polyomino({self.cells!r}, {self.colours!r}{on})"
        art = prefix(self.lattice, one_line=True) + write_art(self._characters(), one_line=True)
        return f"Polyomino.from_text({art!r})"

    def _characters(self) -> dict[Cell, str]:
        return dict(zip(self.cells, [c or "#" for c in self.colours] or "#" * self.area, strict=True))

    @property
    def area(self) -> int:
        """The number of cells."""
        return len(self.cells)

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return len(self.cells[0])

    @property
    def size(self) -> tuple[int, ...]:
        """The extent of the bounding box on each axis."""
        return tuple([max(values) + 1 for values in zip(*self.cells, strict=True)])

    @property
    def is_connected(self) -> bool:
        """Whether the cells are connected by sides (in space: by faces)."""
        return len(self.lattice.components(self.cells)) == 1

    def moved(self, motion: Motion) -> Polyomino:
        """The shape after ``motion``, normalised."""
        return _trusted(*_normalised([motion(cell) for cell in self.cells], self.colours, self.lattice), self.lattice)

    def mirrored(self) -> Polyomino:
        """The mirror image, left and right exchanged."""
        return self.moved(self.lattice.mirror)

    def lifted(self) -> Polyomino:
        """The flat shape as one layer in space; a shape in space is returned as it is."""
        if self.dimension == 3:
            return self
        return _trusted(tuple([(*cell, 0) for cell in self.cells]), self.colours, CUBE)

    def orientations(self, motions: Motions = "free") -> tuple[Polyomino, ...]:
        """The different shapes that ``motions`` make of this one, sorted by their cells.

        >>> len(Polyomino.from_text("##./.##").orientations("one-sided"))
        2
        """
        if motions == "one-sided" and self.lattice.turns_over(self.cells):
            motions = "free"
        found = {(turned.cells, turned.colours): turned for turned in map(self.moved, _turns(self.lattice, motions))}
        return tuple([found[key] for key in sorted(found)])


@dataclass(frozen=True, slots=True)
class Piece:
    """A shape with a name, how often it is used (``maximum`` None: any number of times), and how it may be moved.

    ``value`` is what one copy is worth to a packing.

    Raises ``ProblemError`` for a name with white space or one of ``, * | :``, or a minimum above the maximum;
    ``LimitError`` for counts above ``MAX_COUNT``.
    """

    name: str
    shape: Polyomino
    minimum: int = 1
    maximum: int | None = 1
    motions: Motions = "free"
    value: int = 0

    def __post_init__(self) -> None:
        if not self.name or any(character.isspace() or character in _NOT_IN_NAMES for character in self.name):
            raise ProblemError(f"{quote(self.name)} cannot name a piece: names have no white space and none of , * | :")
        if self.motions not in MOTIONS:
            raise ProblemError(f"{quote(str(self.motions))} is not one of {', '.join(MOTIONS)}")
        if self.motions not in motions_on(self.shape.lattice):
            raise ProblemError(f"the piece {self.name} is not flat and of squares, so it has no half-turn motion")
        if self.minimum < 0 or (self.maximum is not None and self.maximum < self.minimum):
            raise ProblemError(
                f"the piece {self.name} is wanted {self.minimum} to {self.maximum} times, which is not a range"
            )
        if max(self.minimum, self.maximum or 0) > MAX_COUNT:
            raise LimitError(f"the piece {self.name} is wanted more than {MAX_COUNT} times, which is the limit")
        if abs(self.value) > MAX_VALUE:
            raise LimitError(f"the value {self.value} of the piece {self.name} is beyond the limit of {MAX_VALUE}")

    def orientations(self) -> tuple[Polyomino, ...]:
        """The different shapes that the piece's motions make of it."""
        return _orientations(self.shape, self.motions)


@lru_cache(maxsize=256)
def _orientations(shape: Polyomino, motions: Motions) -> tuple[Polyomino, ...]:
    """Keep the turns of the pieces of a question: those of large pieces take a while, and many parts ask for them."""
    return shape.orientations(motions)


@lru_cache(maxsize=64)
def enumerate_polyominoes(n: int, kind: Motions = "free", dimension: int = 2) -> tuple[Polyomino, ...]:
    """Every connected shape of ``n`` cells, each as the smallest of its orientations, sorted by cells.

    The time grows with the number of shapes: well under a second for 369 octominoes, some ten seconds for 63600
    dodecominoes.

    >>> [len(enumerate_polyominoes(n)) for n in range(1, 7)]
    [1, 1, 2, 5, 12, 35]

    Raises ``LimitError`` beyond ``MAX_SIZE`` cells.
    """
    if dimension not in MAX_SIZE:
        raise ProblemError(f"shapes have dimension 2 or 3, not {dimension}")
    if n < 1:
        raise ProblemError(f"there are no shapes of {n} cells")
    if n > MAX_SIZE[dimension]:
        raise LimitError(f"shapes of {n} cells are too many to list; the limit is {MAX_SIZE[dimension]} cells")
    found: list[tuple[int, ...]] = []
    for shape in _free_shapes(n, dimension):
        every = set(_turned(shape, dimension, "free"))
        if kind == "free":
            found.append(min(every))
        elif kind == "fixed":
            found.extend(every)
        elif kind == "half-turn":
            found.extend({min(_turned(one, dimension, "half-turn")) for one in every})
        else:
            one_hand = set(_turned(shape, dimension, "one-sided"))
            found.extend(map(min, filter(None, (one_hand, every - one_hand))))
    lattice = SQUARE if dimension == 2 else CUBE
    return tuple([_trusted(_decoded(codes, dimension), (), lattice) for codes in sorted(found)])


@lru_cache(maxsize=64)
def shapes_of(lattice: Lattice, n: int, kind: Motions = "free") -> tuple[Polyomino, ...]:
    """Every connected shape of ``n`` cells (of tans: half squares) of a lattice, smallest orientations first.

    >>> from shapewright.cells.lattices import HEX
    >>> [len(shapes_of(HEX, n)) for n in range(1, 6)]
    [1, 1, 3, 7, 22]
    """
    if lattice.is_plain:
        return enumerate_polyominoes(n, kind, lattice.dimension)
    if n < 1:
        raise ProblemError(f"there are no shapes of {n} cells")
    if n > lattice.largest:
        raise LimitError(
            f"shapes of {n} cells of the lattice {lattice.name} are too many to list; "
            f"the limit is {lattice.largest} cells"
        )
    found: list[Polyomino] = []
    for shape in _free_on(lattice, n):
        every = shape.orientations()
        if kind == "free":
            found.append(every[0])
        elif kind in UPRIGHT:
            found += [each for each in every if each == each.orientations(kind)[0]]
        else:
            one_hand = shape.orientations("one-sided")
            other = [each for each in every if each not in one_hand]
            found += [one_hand[0], *other[:1]]
    return tuple(sorted(found, key=lambda shape: shape.cells))


@lru_cache(maxsize=32)
def _free_on(lattice: Lattice, n: int) -> tuple[Polyomino, ...]:
    """One representative of every free shape of ``n`` cells, by adding a cell to each smaller one."""
    seen: set[tuple[Cell, ...]] = set()
    found = []
    if n == 1:
        grown: Iterable[set[Cell]] = map(set, lattice.units or [(cell,) for cell in lattice.centres])
    else:
        grown = (
            {*shape.cells, *unit}
            for shape in _free_on(lattice, n - 1)
            for near in dict.fromkeys(near for own in shape.cells for near in lattice.neighbours(own))
            if near not in shape.cells
            for unit in lattice.units_with(near)
            if not set(unit) & set(shape.cells)
        )
    for cells in grown:
        shape = _trusted(
            *_normalised(lattice.with_joints(cells) if lattice.joints else tuple(cells), (), lattice), lattice
        )
        if shape.cells not in seen:
            found.append(shape)
            seen.update(turned.cells for turned in shape.orientations())
    return tuple(found)


def motions_on(lattice: Lattice) -> tuple[Motions, ...]:
    """The motions that pieces of ``lattice`` may have."""
    return MOTIONS if lattice is SQUARE else tuple([kind for kind in MOTIONS if kind != "half-turn"])


@lru_cache(maxsize=32)
def _turns(lattice: Lattice, kind: Motions) -> tuple[Motion, ...]:
    if kind not in MOTIONS:
        raise ProblemError(f"{quote(str(kind))} is not one of {', '.join(MOTIONS)}")
    every = lattice.motions(reflections=kind == "free")
    if kind not in motions_on(lattice):
        raise ProblemError("half-turn is for flat pieces of squares; write fixed or one-sided")
    if kind == "half-turn":
        return tuple([turn for turn in every if turn((1, 0)) in ((1, 0), (-1, 0))])
    return every[:1] if kind == "fixed" else every


def _normalised(
    cells: Sequence[Cell], colours: tuple[str, ...], lattice: Lattice
) -> tuple[tuple[Cell, ...], tuple[str, ...]]:
    """Shift the cells to the origin and sort them, each keeping its colour."""
    columns: list[Sequence[int]] = []
    shift = None if lattice.is_plain else lattice.to_origin(cells)
    for axis, values in enumerate(zip(*cells, strict=True)):
        by = -min(values) if shift is None else shift[axis]
        columns.append([value + by for value in values] if by else values)
    if not colours:
        return tuple(sorted(zip(*columns, strict=True))), ()
    pairs = sorted(zip(zip(*columns, strict=True), colours, strict=True))
    return tuple([cell for cell, _ in pairs]), tuple([colour for _, colour in pairs])


def _trusted(cells: tuple[Cell, ...], colours: tuple[str, ...], lattice: Lattice) -> Polyomino:
    """A shape of cells already normalised and known to be sound, without checking them again."""
    shape = object.__new__(Polyomino)
    object.__setattr__(shape, "cells", cells)
    object.__setattr__(shape, "colours", colours)
    object.__setattr__(shape, "lattice", lattice)
    return shape


# Enumeration works on codes: a cell as one number, its coordinates as digits (x the highest), so that sorted codes are
# sorted cells and a step along an axis is an addition.


def _base(dimension: int) -> int:
    """More than any coordinate of an enumerated shape; small, since small numbers are cheap to keep."""
    return 16 if dimension == 2 else 8


def _decoded(codes: tuple[int, ...], dimension: int) -> tuple[Cell, ...]:
    base = _base(dimension)
    places = [base**place for place in reversed(range(dimension))]
    return tuple([tuple([code // place % base for place in places]) for code in codes])


def _turned(codes: tuple[int, ...], dimension: int, kind: Motions) -> Iterator[tuple[int, ...]]:
    """The shape in every orientation of ``kind``, with repetitions."""
    base = _base(dimension)
    columns = list(zip(*_decoded(codes, dimension), strict=True))
    digits: dict[tuple[int, int, int], list[int]] = {}
    for axis, values in enumerate(columns):
        high = max(values)
        for place in range(dimension):
            weight = base ** (dimension - 1 - place)
            digits[place, axis, 1] = [value * weight for value in values]
            digits[place, axis, -1] = [(high - value) * weight for value in values]
    for turn in _turns(SQUARE if dimension == 2 else CUBE, kind):
        parts = [digits[key] for key in zip(range(dimension), turn.axes, turn.signs, strict=True)]
        yield tuple(sorted(map(sum, zip(*parts, strict=True))))


@lru_cache(maxsize=32)
def _free_shapes(n: int, dimension: int) -> tuple[tuple[int, ...], ...]:
    """One representative of every free shape of ``n`` cells, by adding a cell to each smaller one."""
    if n == 1:
        return ((0,),)
    base = _base(dimension)
    weights = [base**place for place in range(dimension)]
    seen: set[tuple[int, ...]] = set()
    found = []
    for smaller in _free_shapes(n - 1, dimension):
        taken = set(smaller)
        for code in smaller:
            for weight in weights:
                grown = [[*smaller, code + weight]] if code + weight not in taken else []
                if code // weight % base == 0:
                    grown.append([code, *[other + weight for other in smaller]])
                elif code - weight not in taken:
                    grown.append([*smaller, code - weight])
                for codes in grown:
                    shape = tuple(sorted(codes))
                    if shape not in seen:
                        found.append(shape)
                        seen.update(_turned(shape, dimension, "free"))
    return tuple(found)
