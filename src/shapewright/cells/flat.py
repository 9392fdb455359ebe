"""The lattices of the plane besides that of squares, and their boards by shape."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

from shapewright.cells.lattice import Lattice
from shapewright.cells.motion import Cell
from shapewright.errors import LimitError, ProblemError, quote

# Points count thirds of an edge, so that corners and centres alike are whole.
_UP = ((-1, -1, 2), (2, -1, -1), (-1, 2, -1))
_DOWN = ((1, 1, -2), (-2, 1, 1), (1, -2, 1))
HEX = Lattice(
    "hex", 2, "hexagon", "hex", "h", "hexagonal", (1, 1),
    steps=((3, 0, -3), (0, 3, -3)),
    centres={(0, 0): (0, 0, 0)},
    corners={(0, 0): ((2, -1, -1), (1, 1, -2), (-1, 2, -1), (-2, 1, 1), (-1, -1, 2), (1, -2, 1))},
    largest=8,
    unit=1.07,
)  # fmt: skip
# x counts triangles along a row, which point up and down in turn: up where x + y is even.
TRIANGLE = Lattice(
    "triangle", 2, "triangle", "iamond", "t", "hexagonal", (2, 2),
    steps=((3, 0, -3), (-3, 6, -3)),
    centres={(0, 0): (1, 1, -2), (1, 0): (2, 2, -4), (0, 1): (-1, 5, -4), (1, 1): (1, 4, -5)},
    corners={(0, 0): _UP, (1, 0): _DOWN, (0, 1): _DOWN, (1, 1): _UP},
    largest=11,
    unit=1.45,
)  # fmt: skip

# Squares cut along both diagonals; 2x2 characters are the left, upper, lower and right quarter of one. A tan is two of
# them side by side, a square cut once.
TAN = Lattice(
    "tan", 2, "quarter square", "abolo", "b", "square", (2, 2),
    steps=((6, 0), (0, 6)),
    centres={(0, 1): (1, 3), (1, 1): (3, 5), (1, 0): (5, 3), (0, 0): (3, 1)},
    corners={
        (0, 1): ((2, 0), (-1, 3), (-1, -3)),
        (1, 1): ((0, -2), (3, 1), (-3, 1)),
        (1, 0): ((-2, 0), (1, -3), (1, 3)),
        (0, 0): ((0, 2), (-3, -1), (3, -1)),
    },
    largest=7,
    unit=1.6,
    units=(((0, 1), (1, 1)), ((1, 1), (1, 0)), ((1, 0), (0, 0)), ((0, 0), (0, 1))),
)  # fmt: skip
# The sides of squares: flat ones at odd x, upright ones at odd y, and the crossings where both are even.
STICKS = Lattice(
    "sticks", 2, "stick", "stick", "s", "square", (2, 2),
    steps=((20, 0), (0, 20)),
    centres={(1, 0): (10, 0), (0, 1): (0, 10), (0, 0): (0, 0)},
    corners={(1, 0): ((-10, 0), (10, 0)), (0, 1): ((0, -10), (0, 10)), (0, 0): ((0, 0),)},
    largest=7,
    unit=1.3,
    shared=1,
    units=(((1, 0),), ((0, 1),)),
    joints={(0, 0): (((-1, 0), (1, 0)), ((0, -1), (0, 1)))},
    drawn={
        (1, 0): ((-10, 0), (-8, -2), (8, -2), (10, 0), (8, 2), (-8, 2)),
        (0, 1): ((0, -10), (2, -8), (2, 8), (0, 10), (-2, 8), (-2, -8)),
        (0, 0): ((-2, -2), (2, -2), (2, 2), (-2, 2)),
    },
)  # fmt: skip

_SHAPE = re.compile(r"(hexagon|triangle)-(\d+)|(\d+)[x×](\d+)")


def shaped_flat(lattice: Lattice, text: str, most: int) -> frozenset[Cell] | None:
    """The cells of a board of hexagons or triangles given by its shape, or None if ``text`` has no such form.

    ``WxH`` is a parallelogram with such sides, ``hexagon-N`` and ``triangle-N`` are regular with sides of N cells.

    >>> len(shaped_flat(TRIANGLE, "hexagon-3", 100)), len(shaped_flat(HEX, "hexagon-3", 100))
    (54, 19)

    Raises ``ProblemError`` for a side of 0, and ``LimitError`` beyond ``most`` cells.
    """
    match = _SHAPE.fullmatch(text.strip().lower())
    if match is None or lattice.is_plain or not lattice.centres:
        return None
    if lattice.group == "square":
        return None if match[1] else _rectangle(lattice, match[3], match[4], most)
    name, *numbers = match[1], *[number for number in match.groups()[1:] if number is not None]
    shown = f"{lattice.name}:{text.strip()}"
    each = len({cell[0] for cell in lattice.centres})  # cells of a row for each edge of its length
    if max(map(len, numbers)) > 9 or _area(name, *map(int, numbers)) * each > most:
        raise LimitError(f"the board {quote(shown)} is larger than the limit of {most} cells")
    width, height, *_ = *map(int, numbers), int(numbers[0])
    if not width * height:
        raise ProblemError(f"the board {shown} has no cells")
    long, tall = 3 * width, 3 * height
    inside: Callable[[int, int, int], bool]
    rows, columns = range(height), range(each * width + (each - 1) * height)
    if name == "hexagon":
        rows, columns = range(-height, height), range(-each * width, each * width)
        inside = lambda u, v, w: max(abs(u), abs(v), abs(w)) < long  # noqa: E731
    elif name == "triangle":
        inside = lambda u, v, w: u >= 0 and v >= 0 and u + v < long  # noqa: E731
    else:
        inside = lambda u, v, w: 0 <= u < long and 0 <= v < tall  # noqa: E731
    cells = [cell for cell in product(columns, rows) if inside(*lattice.point(cell))]
    shift = lattice.to_origin(cells)
    return frozenset([(x + shift[0], y + shift[1]) for x, y in cells])


def _rectangle(lattice: Lattice, across: str, down: str, most: int) -> frozenset[Cell]:
    """The cells of so many squares beside and above each other."""
    shown = f"{lattice.name}:{across}x{down}"
    if max(len(across), len(down)) > 9 or 4 * int(across) * int(down) > most:
        raise LimitError(f"the board {quote(shown)} is larger than the limit of {most} cells")
    if not int(across) * int(down):
        raise ProblemError(f"the board {shown} has no cells")
    last = 1 if lattice.joints else 0
    box = product(range(2 * int(across) + last), range(2 * int(down) + last))
    return frozenset([cell for cell in box if lattice.is_cell(cell)])


def _area(name: str | None, side: int, other: int = 0) -> int:
    """About how many pairs of triangles there are inside."""
    return 3 * side * side if name == "hexagon" else side * side // 2 if name == "triangle" else side * other
