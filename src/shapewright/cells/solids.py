"""The lattices of space besides that of cubes: balls, triangular prisms, and two kinds of tetrahedra.

Coordinates are those of BurrTools' grids: a ball is where x + y + z is even; a prism stands on a triangle, which points
up where x + y is even; a cube of 5x5x5 places has 24 tetrahedra, each a quarter of a side with the middle of the cube
as its tip; one of 3x3x3 places has a regular tetrahedron in its middle and four eighths of octahedra at every other
corner.
Source: A. Roever, BurrTools, user guide, "Space grids".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from math import prod

from shapewright.cells.flat import TRIANGLE, shaped_flat
from shapewright.cells.lattice import Lattice
from shapewright.cells.motion import Cell
from shapewright.errors import LimitError, ProblemError, quote

# Points are cells, twice as fine: balls touch in the middle between their centres.
SPHERE = Lattice(
    "sphere", 3, "ball", "sphere", "o", "cubic", (2, 2, 2),
    steps=((4, 0, 0), (0, 4, 0), (0, 0, 4)),
    centres={(x, y, z): (2 * x, 2 * y, 2 * z) for x, y, z in product(range(2), repeat=3) if (x + y + z) % 2 == 0},
    corners=dict.fromkeys(
        [(0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 0)],
        tuple([(x, y, z) for x, y, z in product((-1, 0, 1), repeat=3) if abs(x) + abs(y) + abs(z) == 2]),
    ),
    largest=6,
    unit=2**0.5,
    shared=1,
    is_round=True,
)  # fmt: skip

# Points are those of triangles, thirds of an edge, with the height as the third of four coordinates, in halves.
_UP = ((-1, -1, 2), (2, -1, -1), (-1, 2, -1))
_DOWN = ((1, 1, -2), (-2, 1, 1), (1, -2, 1))


def _prism(base: Iterable[tuple[int, int, int]]) -> tuple[tuple[int, ...], ...]:
    return tuple([(u, v, end, w) for end in (-1, 1) for u, v, w in base])


PRISM = Lattice(
    "prism", 3, "prism", "prism", "p", "prismatic", (2, 2, 1),
    steps=((3, 0, 0, -3), (-3, 6, 0, -3), (0, 0, 2, 0)),
    centres={(0, 0, 0): (1, 1, 0, -2), (1, 0, 0): (2, 2, 0, -4), (0, 1, 0): (-1, 5, 0, -4), (1, 1, 0): (1, 4, 0, -5)},
    corners={(0, 0, 0): _prism(_UP), (1, 0, 0): _prism(_DOWN), (0, 1, 0): _prism(_DOWN), (1, 1, 0): _prism(_UP)},
    largest=7,
    shared=3,
)  # fmt: skip


def _quarters() -> Iterator[tuple[Cell, Cell, tuple[Cell, ...]]]:
    """Cell, centre and corners of the tetrahedra of a cube with the origin in its middle, whose side is 10."""
    for axis, sign, other, direction in product(range(3), (-1, 1), range(3), (-1, 1)):
        if axis == other:
            continue
        third = 3 - axis - other
        centre = [0, 0, 0]
        centre[axis], centre[other] = 4 * sign, 2 * direction
        face = [0, 0, 0]
        face[axis] = 5 * sign
        ends = []
        for end in (-5, 5):
            corner = [0, 0, 0]
            corner[axis], corner[other], corner[third] = 5 * sign, 5 * direction, end
            ends.append(corner)
        corners = [[0, 0, 0], face, *ends]
        relative = [tuple([a - b for a, b in zip(corner, centre, strict=True)]) for corner in corners]
        yield tuple([value // 2 + 2 for value in centre]), tuple(centre), tuple(relative)


RHOMBIC = Lattice(
    "rhombic", 3, "rhombic tetrahedron", "rhomb", "r", "cubic", (5, 5, 5),
    steps=((10, 0, 0), (0, 10, 0), (0, 0, 10)),
    centres={cell: centre for cell, centre, _ in _quarters()},
    corners={cell: corners for cell, _, corners in _quarters()},
    largest=8,
    unit=1.8,
    shared=3,
)  # fmt: skip


def _parts_of_cubes() -> Iterator[tuple[Cell, Cell, tuple[Cell, ...]]]:
    """Cell, centre and corners of the tetrahedra of eight cubes beside the origin, where regular ones meet."""
    for cube in product(range(2), repeat=3):
        low = tuple([6 * value for value in cube])
        # Those of the regular tetrahedron are an even number of sides from the origin; octahedra are about the others.
        ends = [corner for corner in product((0, 6), repeat=3) if (sum(corner) // 6 + sum(cube)) % 2 == 0]
        middle = tuple([value + 3 for value in low])
        yield _part(low, cube, (1, 1, 1), middle, ends)
        for corner in product((0, 6), repeat=3):
            if corner in ends:
                continue
            place = tuple([value // 3 for value in corner])
            centre = tuple([a + 2 * b + 1 for a, b in zip(low, place, strict=True)])
            beside = [end for end in ends if sum(a != b for a, b in zip(end, corner, strict=True)) == 1]
            yield _part(low, cube, place, centre, [corner, *beside])


def _part(
    low: Cell, cube: Cell, place: Cell, centre: Cell, corners: Iterable[Cell]
) -> tuple[Cell, Cell, tuple[Cell, ...]]:
    cell = tuple([3 * a + b for a, b in zip(cube, place, strict=True)])
    relative = [tuple([a + b - c for a, b, c in zip(low, corner, centre, strict=True)]) for corner in corners]
    return cell, centre, tuple(relative)


TETRA_OCTA = Lattice(
    "tetra-octa", 3, "tetrahedron", "tetraocta", "y", "cubic", (6, 6, 6),
    steps=((12, 0, 0), (0, 12, 0), (0, 0, 12)),
    centres={cell: centre for cell, centre, _ in _parts_of_cubes()},
    corners={cell: corners for cell, _, corners in _parts_of_cubes()},
    largest=8,
    unit=2.4,
    shared=3,
)  # fmt: skip


_BOX = re.compile(r"(\d+)[x×](\d+)[x×](\d+)")
_REGULAR = re.compile(r"(hexagon|triangle|tetrahedron|octahedron|pyramid)-(\d+)(?:[x×](\d+))?")
_FORMS = {
    "sphere": ("WxHxD", "tetrahedron-N", "octahedron-N", "pyramid-N"),
    "prism": ("WxHxD", "hexagon-NxD", "triangle-NxD"),
    "rhombic": ("WxHxD",),
    "tetra-octa": ("WxHxD", "tetrahedron-N", "octahedron-N"),
}


def forms(lattice: Lattice) -> str:
    """How a board of this lattice can be given by its shape, for an error."""
    return ", ".join(_FORMS[lattice.name])


def shaped_solid(lattice: Lattice, text: str, most: int) -> frozenset[Cell] | None:
    """The cells of a solid board given by its shape, or None if ``text`` has no such form.

    ``WxHxD`` has so many cubes (of balls: places, every other of which is a ball; of prisms: pairs) along each side. A
    number elsewhere is that of balls, prisms or edges along a side of the shape; a pyramid has a square base.

    >>> len(shaped_solid(SPHERE, "tetrahedron-4", 1000)), len(shaped_solid(SPHERE, "pyramid-5", 1000))
    (20, 55)
    >>> len(shaped_solid(PRISM, "hexagon-1x3", 100)), len(shaped_solid(RHOMBIC, "1x1x2", 100))
    (18, 48)

    Raises ``ProblemError`` for a side of 0, and ``LimitError`` beyond ``most`` cells.
    """
    text = text.strip().lower()
    box, regular = _BOX.fullmatch(text), _REGULAR.fullmatch(text)
    match = box or regular
    if match is None:
        return None
    shown = f"{lattice.name}:{text}"
    numbers = [number for number in match.groups() if number is not None and number.isdigit()]
    name = "" if box else match[1]
    is_known = not name or any(form.startswith(f"{name}-") for form in _FORMS[lattice.name])
    if not is_known or (regular is not None and (regular[3] is not None) != (lattice is PRISM)):
        return None
    if max(map(len, numbers)) > 6:
        raise LimitError(f"the board {quote(shown)} is larger than the limit of {most} cells")
    sides = list(map(int, numbers))
    if 0 in sides:
        raise ProblemError(f"the board {shown} has no cells")
    if lattice is PRISM:
        flat = f"{sides[0]}x{sides[1]}" if box else f"{name}-{sides[0]}"
        try:
            base = shaped_flat(TRIANGLE, flat, most // sides[-1])
        except LimitError:
            raise LimitError(f"the board {quote(shown)} is larger than the limit of {most} cells") from None
        return None if base is None else frozenset([(x, y, z) for x, y in base for z in range(sides[-1])])
    each = 1 if lattice is SPHERE else lattice.period[0] if lattice is RHOMBIC else 3
    if name:
        sides = [sides[0] if lattice is TETRA_OCTA else sides[0] - 1] * 3
    extent = [each * side * (2 if name in ("octahedron", "pyramid") else 1) + (each if name else 0) for side in sides]
    if prod(extent) > 6 * most:
        raise LimitError(f"the board {quote(shown)} is larger than the limit of {most} cells")
    cells = [cell for cell in product(*map(range, extent)) if lattice.is_cell(cell)]
    if name:
        cells = [cell for cell in cells if _is_within(name, lattice.point(cell), sides[0], lattice.steps[0][0] // 2)]
        shift = lattice.to_origin(cells)
        cells = [tuple([a + b for a, b in zip(cell, shift, strict=True)]) for cell in cells]
    return frozenset(cells)


def _is_within(name: str, point: Cell, side: int, unit: int) -> bool:
    """Whether a point is inside or at the border of a regular solid, whose edge is the diagonal of ``side`` squares."""
    length = side * unit
    if name == "tetrahedron":
        whole = sum(point)
        return whole <= 2 * length and all(2 * value <= whole for value in point)
    # The middle of an octahedron is as many squares up, right and back: its ends lie where balls or corners are.
    away = [abs(value - length) for value in point]
    return sum(away) <= length and (name == "octahedron" or point[2] >= length)
