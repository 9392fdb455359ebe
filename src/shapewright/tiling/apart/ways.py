"""Where pieces can move on each lattice, and what is in their way there.

A unit of a move takes a cell to the next one of its kind. On the way it passes over the cells that lie beside both: a
prism over the one between it and the next that points the same way, a ball between the four that touch both. A move
along the height of prisms passes over nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.cells.lattice import Lattice

__all__ = ["check_movable", "directions", "swept", "ways"]

_AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
# The edges of triangles a, b, c and the height z; the six lines along which balls touch.
_WAYS = {
    "prism": {"a": (2, 0, 0), "b": (1, 1, 0), "c": (-1, 1, 0), "z": (0, 0, 1)},
    "sphere": {
        "a": (1, 1, 0), "b": (1, -1, 0), "c": (1, 0, 1), "d": (1, 0, -1), "e": (0, 1, 1), "f": (0, 1, -1),
    },
}  # fmt: skip


def ways(lattice: Lattice) -> dict[str, Cell]:
    """A letter for each line along which pieces move, and one unit of it; those of cubes for squares."""
    return dict(_AXES if lattice.is_plain else _WAYS.get(lattice.name, {}))


def directions(lattice: Lattice) -> dict[str, Cell]:
    """One unit of a move in each direction, such as ``+x``."""
    return {
        sign + name: tuple([value if sign == "+" else -value for value in way])
        for name, way in ways(lattice).items()
        for sign in "+-"
    }


def swept(lattice: Lattice, cell: Cell, way: Cell) -> set[Cell]:
    """The cells that a cell touches, inside them, while it moves by one unit; itself not among them."""
    after = tuple([a + b for a, b in zip(cell, way, strict=True)])
    return {after, *(set(lattice.neighbours(cell)) & set(lattice.neighbours(after)))} - {cell}


def check_movable(lattice: Lattice) -> None:
    """Raise ``ProblemError`` for lattices whose pieces are not taken apart."""
    if not ways(lattice):
        raise ProblemError(
            f"pieces are taken apart on squares and cubes, prisms and balls, not on the lattice {lattice.name}"
        )
