"""Boards, finite sets of cells of a lattice, and pictures in characters.

A cell is ``(x, y)`` or ``(x, y, z)``: x counts from 0 at the left, y upward from 0 at the bottom, z upward from 0. Text
pictures ("art") show the row with the largest y first and the layer with z = 0 first. On other lattices than those of
squares and cubes x still counts along a row and y counts rows (:mod:`shapewright.cells.lattices`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from operator import itemgetter

from shapewright import drawing
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import CUBE, SQUARE, board_forms, lattice_before, prefix, shaped
from shapewright.cells.motion import Cell as Cell
from shapewright.cells.motion import Motion as Motion
from shapewright.cells.motion import components as components
from shapewright.cells.motion import motions as motions
from shapewright.cells.motion import neighbours as neighbours
from shapewright.cells.quotient import GLUINGS, Quotient, quotient
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError, quote

MAX_CELLS = 1 << 20
"""No board has more cells, and no coordinate is larger."""

_COLOURS = frozenset("abcdefghijklmnopqrstuvwxyz")
_NOTHING = ". "
_MAX_ART = 1 << 24  # characters: a few far-apart cells must not become a picture of terabytes


@dataclass(frozen=True, repr=False)
class Board:
    """A finite set of cells of a lattice, some of which may be optional (may stay empty) or coloured.

    ``cells`` holds all cells, the required and the optional ones, with coordinates as given: a board is never shifted.
    ``colours`` pairs cells with a letter a-z; a cell without colour accepts any piece cell. The lattice is that of
    squares, or of cubes if cells have three coordinates, unless it is given.

    >>> print(Board.from_text("3x2").without([(0, 1)]))
    .##
    ###

    Raises ``ProblemError`` without cells or if the parts do not fit together, ``LimitError`` beyond ``MAX_CELLS``.
    """

    cells: frozenset[Cell]
    optional: frozenset[Cell] = frozenset()
    colours: frozenset[tuple[Cell, str]] = frozenset()
    lattice: Lattice = SQUARE

    def __post_init__(self) -> None:
        for field in ("cells", "optional", "colours"):
            object.__setattr__(self, field, frozenset(getattr(self, field)))
        if not self.cells:
            raise ProblemError("the board has no cells")
        if len(self.cells) > MAX_CELLS:
            raise LimitError(f"a board of {len(self.cells)} cells is larger than the limit of {MAX_CELLS} cells")
        dimensions = set(map(len, self.cells))
        if not dimensions <= {2} and not dimensions <= {3}:
            raise ProblemError("every cell of a board has 2 coordinates, or every cell has 3")
        if self.lattice is SQUARE and dimensions == {3}:
            object.__setattr__(self, "lattice", CUBE)
        elif not self.lattice.is_plain or dimensions != {self.lattice.dimension}:
            for cell in sorted(self.cells):
                if not self.lattice.is_cell(cell):
                    raise ProblemError(f"{cell_text(cell)} is not a cell of the lattice {self.lattice.name}")
            if self.lattice.joints:
                # Crossings belong to what crosses there, and nothing needs to.
                parts = {cell for cell in self.cells if not self.lattice.is_joint(cell)}
                if not parts:
                    raise ProblemError("the board has no cells")
                joints = self.lattice.joints_at(parts)
                object.__setattr__(self, "cells", frozenset(parts | joints))
                object.__setattr__(self, "optional", (self.optional & parts) | joints)
        columns = list(zip(*self.cells, strict=True))
        if min(map(min, columns)) < 0 or max(map(max, columns)) > MAX_CELLS:
            wrong = next(cell for cell in sorted(self.cells) if min(cell) < 0 or max(cell) > MAX_CELLS)
            raise ProblemError(f"the cell {cell_text(wrong)} has a coordinate outside 0 to {MAX_CELLS}")
        for cell in sorted(self.optional - self.cells):
            raise ProblemError(f"the optional cell {cell_text(cell)} is not a cell of the board")
        coloured: dict[Cell, str] = {}
        for cell, colour in sorted(self.colours):
            if cell not in self.cells:
                raise ProblemError(f"the coloured cell {cell_text(cell)} is not a cell of the board")
            if colour not in _COLOURS:
                raise ProblemError(f"{quote(colour)} is not a colour of a cell; colours are the letters a to z")
            if coloured.setdefault(cell, colour) != colour:
                raise ProblemError(f"the cell {cell_text(cell)} has two colours, {coloured[cell]} and {colour}")

    @classmethod
    def box(cls, *size: int) -> Board:
        """The full box of the given width and height (and depth).

        >>> len(Board.box(3, 4, 5).cells)
        60
        """
        if len(size) not in (2, 3):
            raise ProblemError(f"a board has 2 or 3 sizes, not {len(size)}")
        if min(size) <= 0:
            raise ProblemError(f"the board {'x'.join(map(str, size))} has no cells")
        if prod(size) > MAX_CELLS:
            shown = "x".join(map(str, size))
            raise LimitError(f"the board {shown} is larger than the limit of {MAX_CELLS} cells")
        # Known to be sound: checking every cell would take several times as long as making them.
        board = object.__new__(cls)
        object.__setattr__(board, "cells", frozenset(product(*map(range, size))))
        object.__setattr__(board, "optional", frozenset())
        object.__setattr__(board, "colours", frozenset())
        object.__setattr__(board, "lattice", SQUARE if len(size) == 2 else CUBE)
        return board

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Read ``WxH``, ``WxHxD`` or art, after the name of a lattice and a colon if it is not of squares or cubes.

        Art has its top row first; rows end at a newline or ``/``, layers (z = 0 first) at a blank line or ``//``, and
        any ``//`` makes the board three-dimensional. ``#`` is a cell, ``?`` an optional cell, a letter a-z a cell of
        that colour, ``.`` or a space is not a cell. On hexagons and triangles ``WxH`` is a parallelogram, and
        ``hexagon-N`` and ``triangle-N`` have sides of N cells.

        >>> sorted(Board.from_text("#./##").cells)
        [(0, 0), (0, 1), (1, 0)]
        >>> len(Board.from_text("hex:hexagon-2").cells)
        7
        """
        lattice, text = lattice_before(text, glued)
        if lattice is not None and not lattice.is_plain:
            made = shaped(lattice, text, MAX_CELLS)
            if made is not None:
                return cls(made, lattice=lattice)
        size = parse_size(text)
        if size is not None and (lattice is None or lattice.base.is_plain):
            if lattice is not None and lattice.dimension != len(size):
                raise ProblemError(f"{quote(text.strip())} is not a board on the lattice {lattice.name}")
            box = cls.box(*size)
            return box if lattice is None or lattice.is_plain else replace(box, lattice=lattice)
        # The name of a shape without its number is no row of coloured cells.
        is_shape = f" {text.strip().lower()}-n" in f" {board_forms(lattice).lower()}"
        if text.strip()[:1].isdigit() or is_shape or (lattice is not None and "-" in text):
            raise NotationError(
                f"{quote(text.strip())} is not a board; expected {board_forms(lattice)} or rows of # and ."
            )
        cells, optional, colours = [], [], []
        solid = lattice is not None and lattice.dimension == 3
        for own, character in read_art(text, lambda c: c in "#?" or c in _COLOURS, "#, ., ? or a letter a-z"):
            cell = (*own, 0) if solid and len(own) == 2 else own
            cells.append(cell)
            if character == "?":
                optional.append(cell)
            elif character != "#":
                colours.append((cell, character))
        return cls(frozenset(cells), frozenset(optional), frozenset(colours), lattice or SQUARE)

    def to_text(self, *, one_line: bool = False) -> str:
        """The board as art that starts at the origin; ``Board.from_text`` reads it back.

        With ``one_line`` the rows are joined by ``/``.
        Raises ``NotationError`` if a cell is optional and coloured at once, which art cannot say.
        """
        characters = dict.fromkeys(self.cells, "#")
        characters |= dict.fromkeys(self.optional, "?")
        for cell, colour in sorted(self.colours):
            if cell in self.optional:
                raise NotationError(f"the cell {cell_text(cell)} is optional and coloured, which art cannot show")
            characters[cell] = colour
        size = self.lattice.size if isinstance(self.lattice, Quotient) else None
        return prefix(self.lattice, one_line=one_line) + write_art(characters, size, one_line=one_line)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        if self.is_box:
            return f"Board.box({', '.join(map(str, self.size))})"
        if prod(self.size) <= 4 * len(self.cells) + 64 and not self.optional & self.colour_of().keys():
            return f"Board.from_text({self.to_text(one_line=True)!r})"
        on = "" if self.lattice.is_plain else f", {self.lattice!r}"
        return f"Board({self.cells!r}, {self.optional!r}, {self.colours!r}{on})"

    def _repr_svg_(self) -> str:
        outlines = self.outlines()
        drawn = self.cells if outlines is None else frozenset(outlines)
        return drawing.Mosaic(
            cells=drawn,
            labels=(),
            tints=self.colour_of(),
            optional=self.optional & drawn,
            outlines=outlines,
            bodies=self.lattice.bodies(drawn),
        )._repr_svg_()

    def without(self, holes: Iterable[Cell]) -> Board:
        """The board without these cells; raises ``ProblemError`` if one of them is not a cell of the board."""
        gone = frozenset(holes)
        for cell in sorted(gone - self.cells):
            raise ProblemError(f"the hole {cell_text(cell)} is not a cell of the board")
        colours = frozenset(pair for pair in self.colours if pair[0] not in gone)
        return replace(self, cells=self.cells - gone, optional=self.optional - gone, colours=colours)

    def outlines(self, crossed: Collection[Cell] = ()) -> dict[Cell, tuple[tuple[float, float], ...]] | None:
        """The corners of what is drawn of each cell; None on squares and cubes, which need no such list.

        ``crossed`` are the crossings through which a stick goes straight on.
        """
        return self.lattice.base.outlines(self.cells, crossed)

    @property
    def is_box(self) -> bool:
        """Whether the board is a full box of squares or cubes at the origin, all of it to be covered."""
        return self.lattice.is_plain and not self.optional and not self.colours and len(self.cells) == prod(self.size)

    @property
    def dimension(self) -> int:
        """2 or 3."""
        return len(next(iter(self.cells)))

    @property
    def size(self) -> tuple[int, ...]:
        """The extent from the origin: the largest coordinate plus 1 on each axis."""
        return tuple([max(map(itemgetter(axis), self.cells)) + 1 for axis in range(self.dimension)])

    @property
    def required(self) -> frozenset[Cell]:
        """The cells that must be covered."""
        return self.cells - self.optional

    def colour_of(self) -> dict[Cell, str]:
        """The colour of each coloured cell."""
        return dict(self.colours)

    def order(self) -> tuple[Cell, ...]:
        """Every cell in strip order: the longest axis varies slowest, the shortest fastest.

        >>> Board.box(3, 2).order()
        ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1))
        """
        low, high = _bounds(self.cells)
        axes = sorted(range(self.dimension), key=lambda axis: (low[axis] - high[axis], -axis))
        return tuple(sorted(self.cells, key=itemgetter(*axes)))

    def symmetries(self, *, reflections: bool = True, look: Callable[[], None] | None = None) -> tuple[Motion, ...]:
        """The motions that map the cells, the optional ones and the colours to themselves; the identity comes first.

        On a flat three-dimensional board turning it over is one of them. ``look`` is called now and then; an
        error that it raises ends the work.
        """
        if isinstance(self.lattice, Quotient):
            return tuple(self.lattice.symmetries(self, reflections=reflections, look=look))
        if not self.lattice.is_plain:
            return self._symmetries_by_points(reflections=reflections, look=look)
        low, high = _bounds(self.cells)
        extent = [b - a for a, b in zip(low, high, strict=True)]
        is_full_box = not self.optional and not self.colours and len(self.cells) == prod(e + 1 for e in extent)
        found = []
        for turn in motions(self.dimension, reflections=reflections):
            if look is not None:
                look()
            if any(extent[axis] != extent[place] for place, axis in enumerate(turn.axes)):
                continue
            shift = tuple(
                [
                    low[place] - (low[axis] if sign > 0 else -high[axis])
                    for place, (axis, sign) in enumerate(zip(turn.axes, turn.signs, strict=True))
                ]
            )
            motion = Motion(turn.axes, turn.signs, shift)
            if is_full_box or self._is_fixed_by(motion):
                found.append(motion)
        return tuple(found)

    def _symmetries_by_points(self, *, reflections: bool, look: Callable[[], None] | None) -> tuple[Motion, ...]:
        """A turn can only be followed by the shift that brings the lowest coordinates of points back."""
        points = {self.lattice.point(cell) for cell in self.cells}
        low = _bounds(points)[0]
        found = []
        for turn in self.lattice.motions(reflections=reflections):
            if look is not None:
                look()
            plain = Motion(turn.axes, turn.signs, turn.shift)
            turned = set(map(plain, points))
            shift = tuple([a - b for a, b in zip(low, _bounds(turned)[0], strict=True)])
            if {tuple([a + b for a, b in zip(point, shift, strict=True)]) for point in turned} == points:
                motion = self.lattice.motion(turn.axes, turn.signs, shift)
                if self.lattice.is_kept_by(motion) and self._is_fixed_by(motion):
                    found.append(motion)
        return tuple(found)

    def _is_fixed_by(self, motion: Motion) -> bool:
        """Motions are one-to-one, so mapping each set into itself is mapping it onto itself."""
        return (
            all(motion(cell) in self.cells for cell in self.cells)
            and all(motion(cell) in self.optional for cell in self.optional)
            and all((motion(cell), colour) in self.colours for cell, colour in self.colours)
        )

    def components(self) -> tuple[frozenset[Cell], ...]:
        """The connected parts of the board, optional cells included, in the order of their smallest cells."""
        return self.lattice.components(self.cells)


def glued(name: str, text: str) -> Lattice | None:
    """The lattice of a board ``WxH`` or art whose sides are glued, if ``name`` is that of a gluing.

    >>> glued("torus", "8x6")
    quotient('torus', (8, 6))
    """
    if name not in GLUINGS:
        return None
    size = parse_size(text)
    if size is None:
        rows = [row for row in text.replace("\r\n", "\n").replace("/", "\n").split("\n") if row.strip()]
        size = max(map(len, rows), default=0), len(rows)
    if len(size) != 2:
        raise ProblemError(f"{quote(text.strip())} has three sides, but a {name} is flat")
    if not size[0] * size[1]:
        raise ProblemError(f"the board {name}:{text.strip()} has no cells")
    return quotient(name, (size[0], size[1]))


def parse_size(text: str) -> tuple[int, ...] | None:
    """The numbers of ``WxH`` or ``WxHxD``, or None if ``text`` does not have that form.

    >>> parse_size("6x10"), parse_size("##/#.")
    ((6, 10), None)

    Raises ``LimitError`` for a number with more than 9 digits.
    """
    parts = text.strip().lower().replace("×", "x").split("x")
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() for part in parts):
        return None
    if max(map(len, parts)) > 9:
        raise LimitError(f"the board {quote(text.strip())} is larger than the limit of {MAX_CELLS} cells")
    return tuple(map(int, parts))


def parse_cell(text: str) -> Cell:
    """Read a cell ``x,y`` or ``x,y,z``.

    >>> parse_cell("3,4")
    (3, 4)
    """
    parts = text.strip().split(",")
    if len(parts) not in (2, 3) or not all(part.isascii() and part.isdigit() for part in parts):
        raise NotationError(f"{quote(text)} is not a cell; expected x,y or x,y,z with numbers from 0")
    if max(map(len, parts)) > 9 or max(map(int, parts)) > MAX_CELLS:
        raise LimitError(f"the cell {quote(text)} has a coordinate larger than the limit of {MAX_CELLS}")
    return tuple(map(int, parts))


def parse_box(text: str) -> tuple[Cell, ...]:
    """The cells of a box ``X,Y,WxH`` or ``X,Y,Z,WxHxD``: its corner next to the origin, then its size.

    >>> parse_box("6,6,2x1")
    ((6, 6), (7, 6))
    """
    expected = NotationError(f"{quote(text)} is not a box; expected X,Y,WxH (or X,Y,Z,WxHxD), such as 6,6,3x5")
    corner_text, _, size_text = text.rpartition(",")
    size = parse_size(size_text)
    if size is None or not corner_text:
        raise expected
    try:
        corner = parse_cell(corner_text)
    except LimitError:
        raise
    except ShapewrightError:
        raise expected from None
    if len(corner) != len(size):
        raise expected
    if prod(size) == 0:
        raise ProblemError(f"the box {quote(text)} has no cells")
    if prod(size) > MAX_CELLS:
        raise LimitError(f"the box {quote(text)} is larger than the limit of {MAX_CELLS} cells")
    ranges = [range(start, start + length) for start, length in zip(corner, size, strict=True)]
    return tuple(product(*ranges))


def cell_text(cell: Cell) -> str:
    """The cell as ``parse_cell`` reads it."""
    return ",".join(map(str, cell))


def read_art(text: str, is_cell: Callable[[str], bool], expected: str) -> list[tuple[Cell, str]]:
    """The cells of a picture with their characters, in no particular order.

    Rows end at a newline or ``/``; blank lines and ``//`` separate layers. Cells have three coordinates if there are
    several layers or any ``//``. ``expected`` says in an error which characters ``is_cell`` allows.
    """
    layers: list[list[str]] = []
    previous = ""
    for row in text.replace("\r\n", "\n").replace("/", "\n").split("\n"):
        if row.strip():
            if not previous:
                layers.append([])
            layers[-1].append(row)
        previous = row.strip()
    is_solid = len(layers) > 1 or "//" in text
    found: list[tuple[Cell, str]] = []
    for z, rows in enumerate(layers):
        for down, row in enumerate(rows):
            y = len(rows) - 1 - down
            for x, character in enumerate(row):
                if character in _NOTHING:
                    continue
                if not is_cell(character):
                    place = f"column {x + 1} of row {down + 1}" + (f" of layer {z + 1}" if is_solid else "")
                    raise NotationError(f"{quote(character)} in {place} ({quote(row)}) is not {expected}")
                found.append(((x, y, z) if is_solid else (x, y), character))
                if len(found) > MAX_CELLS:
                    raise LimitError(f"a picture of more than {MAX_CELLS} cells is larger than the limit")
    return found


def write_art(characters: Mapping[Cell, str], size: tuple[int, ...] | None = None, *, one_line: bool = False) -> str:
    """The picture of cells with their characters, from the origin; ``.`` elsewhere. The inverse of ``read_art``.

    ``size`` is the extent of the picture, by default just large enough. Rows are joined by newlines and layers by blank
    lines, or by ``/`` and ``//``.
    """
    if size is None:
        size = tuple([high + 1 for high in _bounds(characters)[1]])
    if prod(size) > _MAX_ART:
        raise LimitError(f"a picture of {'x'.join(map(str, size))} characters is too large to write")
    width, height, *depth = size
    row_end = "/" if one_line else "\n"
    layers = []
    for z in range(*depth) if depth else (None,):
        rows = []
        for y in reversed(range(height)):
            tail = (y,) if z is None else (y, z)
            rows.append("".join([characters.get((x, *tail), ".") for x in range(width)]))
        layers.append(row_end.join(rows))
    # A single layer would read back as a flat picture: the closing // says that it is not.
    closing = ("" if one_line else "\n") + "//" if depth == [1] else ""
    return (2 * row_end).join(layers) + closing


def _bounds(cells: Collection[Cell]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The smallest and the largest coordinate on each axis."""
    columns = [set(map(itemgetter(axis), cells)) for axis in range(len(next(iter(cells))))]
    return tuple(map(min, columns)), tuple(map(max, columns))
