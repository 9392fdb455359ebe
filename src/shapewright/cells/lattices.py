"""The table of lattices, the text in front of a shape that says on which of them it lies, and boards by their shape.

A text of a board or a piece is on the grid of squares or of cubes, or begins with the name of its lattice and a colon:
``hex:##/#.``, ``triangle:6x6``, ``hex:hexagon-3``, ``tan:4x4``, ``sticks:5x5``, ``sphere:tetrahedron-4``.
"""

from __future__ import annotations

import copyreg
import re
from collections.abc import Callable

from shapewright.cells.flat import HEX, STICKS, TAN, TRIANGLE, shaped_flat
from shapewright.cells.lattice import Lattice
from shapewright.cells.motion import Cell
from shapewright.cells.solids import PRISM, RHOMBIC, SPHERE, TETRA_OCTA, forms, shaped_solid
from shapewright.errors import NotationError, quote

__all__ = [
    "CUBE", "HEX", "LATTICES", "PRISM", "RHOMBIC", "SPHERE", "SQUARE", "STICKS", "TAN", "TETRA_OCTA", "TRIANGLE",
    "board_forms", "lattice", "lattice_before", "prefix", "shaped",
]  # fmt: skip

SQUARE = Lattice("square", 2, "square", "mino", "", "square", (1, 1))
CUBE = Lattice("cube", 3, "cube", "cube", "c", "cubic", (1, 1, 1))

LATTICES = {each.name: each for each in (SQUARE, CUBE, HEX, TRIANGLE, TAN, STICKS, SPHERE, PRISM, RHOMBIC, TETRA_OCTA)}
"""Every lattice by its name."""

# A lattice is known by its name: a copy, also in another process, is the one of the table.
copyreg.pickle(Lattice, lambda value: (lattice, (value.name,)))

_PREFIX = re.compile(r"\s*([A-Za-z][A-Za-z-]*):")


def lattice(name: str) -> Lattice:
    """The lattice of that name.

    >>> lattice("hex").cell_name
    'hexagon'

    Raises ``NotationError`` if there is none.
    """
    found = LATTICES.get(name)
    if found is None:
        raise NotationError(
            f"{quote(name)} is not a lattice; the lattices are {', '.join(LATTICES)}, "
            "and boards may be a torus, cylinder, moebius or klein"
        )
    return found


def lattice_before(text: str, other: Callable[[str, str], Lattice | None] | None = None) -> tuple[Lattice | None, str]:
    """The lattice that ``text`` begins with, if it names one, and the rest of the text.

    ``other`` may know further names, given with the rest.

    >>> lattice_before("hex:3x4"), lattice_before("3x4")
    ((lattice('hex'), '3x4'), (None, '3x4'))

    Raises ``NotationError`` for a name before a colon that is not that of a lattice, and for two names.
    """
    match = _PREFIX.match(text)
    if match is None:
        return None, text
    name, rest = match[1].lower(), text[match.end() :].lstrip(" ").removeprefix("\n")
    if second := _PREFIX.match(rest):
        raise NotationError(
            f"{quote(f'{match[1]}:{second[1]}:')} is one name too many; "
            "a torus, cylinder, moebius or klein has no lattice but that of squares"
        )
    return (other(name, rest) if other else None) or lattice(name), rest


def prefix(lattice: Lattice, *, one_line: bool = False) -> str:
    """What stands in front of the picture of a shape, so that ``lattice_before`` finds its lattice."""
    return "" if lattice.is_plain else f"{lattice.name}:" + ("" if one_line else "\n")


def shaped(lattice: Lattice, text: str, most: int) -> frozenset[Cell] | None:
    """The cells of a board given by its shape, such as ``hexagon-3``, or None if ``text`` has no such form.

    >>> len(shaped(TRIANGLE, "hexagon-3", 100)), len(shaped(SPHERE, "tetrahedron-4", 100))
    (54, 20)

    Raises ``ProblemError`` for a side of 0, and ``LimitError`` beyond ``most`` cells.
    """
    if lattice.is_plain or not lattice.centres:
        return None
    return (shaped_flat if lattice.dimension == 2 else shaped_solid)(lattice, text, most)


def board_forms(lattice: Lattice | None) -> str:
    """How a board can be given by its size or shape, for an error."""
    if lattice is None or lattice.is_plain:
        return "WxH, WxHxD"
    return forms(lattice) if lattice.dimension == 3 else "WxH, hexagon-N, triangle-N"
