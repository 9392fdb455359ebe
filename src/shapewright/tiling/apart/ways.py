"""Where pieces can move on each lattice, and what is in their way there.

A unit of a move takes every cell to the next one of its kind, and pieces stop nowhere else. What a cell is partly in on
the way is found by geometry, see :mod:`shapewright.cells.sweeping`: so a hexagon passes over two others beside its way,
and cannot follow a row of them.

"""

from __future__ import annotations

from collections.abc import Iterable

from shapewright.cells import sweeping
from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice
from shapewright.errors import ProblemError

_AXES = {"x": (1, 0, 0), "y": (0, 1, 0), "z": (0, 0, 1)}
_EDGES = {"a": (2, 0, 0), "b": (1, 1, 0), "c": (-1, 1, 0)}
_FACES = {"a": (1, 1, 0), "b": (1, -1, 0), "c": (1, 0, 1), "d": (1, 0, -1), "e": (0, 1, 1), "f": (0, 1, -1)}
_CORNERS = {"p": (1, 1, 1), "q": (1, 1, -1), "r": (1, -1, 1), "s": (-1, 1, 1)}


def _times(units: int, lines: dict[str, tuple[int, int, int]]) -> dict[str, tuple[int, int, int]]:
    return {name: (units * x, units * y, units * z) for name, (x, y, z) in lines.items()}


# Through the sides of hexagons a, b, c, through their corners d, e, f; the edges of triangles a, b, c; the six lines
# along which balls touch. Tetrahedra fill cubes: these move along the edges x, y, z, the diagonals of faces, and those
# from corner to corner, where the tetra-octa lattice is the same again after two cubes along all but the second.
_WAYS = {
    "hex": {
        "a": (1, 0, 0), "b": (0, 1, 0), "c": (-1, 1, 0), "d": (1, 1, 0), "e": (-1, 2, 0), "f": (-2, 1, 0),
    },
    "triangle": _EDGES,
    "tan": {"x": (2, 0, 0), "y": (0, 2, 0)},
    "prism": {**_EDGES, "z": (0, 0, 1)},
    "sphere": _FACES,
    "rhombic": _times(5, {**_AXES, **_FACES, **_CORNERS}),
    "tetra-octa": {**_times(6, _AXES), **_times(3, _FACES), **_times(6, _CORNERS)},
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


def swept(lattice: Lattice, cell: Cell, way: Cell) -> Iterable[Cell]:
    """The cells that a cell is partly in while it moves by one unit, itself not among them; all have a height."""
    if lattice.dimension == 3:
        return sweeping.swept(lattice, cell, way)
    return [(*near, cell[2]) for near in sweeping.swept(lattice, cell[:2], way[:2])]


def check_movable(lattice: Lattice) -> None:
    """Raise ``ProblemError`` for lattices whose pieces are not taken apart."""
    if lattice.base is not lattice:
        raise ProblemError(
            f"pieces are not taken apart on a {lattice.name}: where it is glued together they would meet themselves"
        )
    if not ways(lattice):
        raise ProblemError(
            f"pieces are not taken apart on the lattice {lattice.name}: its pieces have no width, so that nothing "
            "is in the way of their moves"
        )
