"""The rules of the game in plain Python: how a piece falls, when rows vanish, which piece comes next.

Slow, obvious and the source of truth; the checker rests on it. A stack is a set of cells (x, y), y upward from 0 at the
floor. A piece falls row by row until a cell or the floor stops it.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from shapewright.cells.grid import Cell

Value = TypeVar("Value")

# What the stack at the end tells, and what happened on the way.
ENDINGS = ("height", "holes", "flatness")
OBJECTIVES = (*ENDINGS, "peak", "rows", "tetrises")
# More of these is better; the searches minimize minus their number.
COUNTED = ("rows", "tetrises")
TETRIS = 4


def signed(objective: str, number: int) -> int:
    """Convert a value or a bound from the form that is stated to the one that the searches minimize, or back.

    >>> signed("height", 3), signed("tetrises", 4)
    (3, -4)
    """
    return -number if objective in COUNTED else number


def bound_key(objective: str) -> str:
    """Return the key under which answers state what is proven of all plans."""
    return "upper_bound" if objective in COUNTED else "lower_bound"


def turned(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """A shape after a quarter turn anticlockwise, moved to the origin, its cells ascending.

    >>> turned([(0, 0), (0, 1), (0, 2), (0, 3)])
    ((0, 0), (1, 0), (2, 0), (3, 0))
    """
    quarter = [(-y, x) for x, y in cells]
    left, low = min(x for x, _ in quarter), min(y for _, y in quarter)
    return tuple(sorted((x - left, y - low) for x, y in quarter))


def rotations(cells: Iterable[Cell]) -> tuple[tuple[Cell, ...], ...]:
    """The different shapes that quarter turns anticlockwise make of one, itself first."""
    shape = tuple(sorted(cells))
    found = [shape]
    for _ in range(3):
        shape = turned(shape)
        if shape not in found:
            found.append(shape)
    return tuple(found)


def landed(filled: Collection[Cell], shape: Iterable[Cell], column: int, above: int | None = None) -> tuple[Cell, ...]:
    """The cells of a shape that fell straight down onto ``filled``, its leftmost cells in ``column``.

    It falls from row ``above``: nothing in its columns is filled there or higher. A caller who knows such a row saves a
    search, and the lower it is the shorter is the fall.

    >>> landed({(0, 0)}, [(0, 0), (1, 0)], 0)
    ((0, 1), (1, 1))
    """
    start = height(filled) if above is None else above
    cells = [(x + column, y + start) for x, y in shape]
    while True:
        lower = [(x, y - 1) for x, y in cells]
        if any(y < 0 or (x, y) in filled for x, y in lower):
            return tuple(sorted(cells))
        cells = lower


def full_rows(filled: Collection[Cell], width: int) -> list[int]:
    """The rows without an empty cell, from the bottom up."""
    cells = [0] * (height(filled) + 1)
    for _, y in filled:
        cells[y] += 1
    return [y for y, number in enumerate(cells) if number == width]


def cleared(filled: Mapping[Cell, Value], width: int) -> dict[Cell, Value]:
    """The stack after its full rows have vanished; what lay above each moves down a row, as it is."""
    full = full_rows(filled, width)
    return {(x, y - sum(row < y for row in full)): value for (x, y), value in filled.items() if y not in full}


def heights(filled: Iterable[Cell], width: int) -> tuple[int, ...]:
    """The height of each column: one more than the row of its highest cell."""
    tops = [0] * width
    raise_tops(tops, filled)
    return tuple(tops)


def raise_tops(tops: list[int], cells: Iterable[Cell]) -> None:
    """The heights of the columns after ``cells`` were filled as well."""
    for x, y in cells:
        tops[x] = max(tops[x], y + 1)


def height(filled: Iterable[Cell]) -> int:
    """The height of the stack."""
    return max((y + 1 for _, y in filled), default=0)


def holes(filled: Collection[Cell], width: int) -> int:
    """How many empty cells have a filled one somewhere above them."""
    return sum(heights(filled, width)) - len(set(filled))


def flatness(filled: Iterable[Cell], width: int) -> int:
    """How uneven the top is: the steps between neighbouring columns, added up; 0 is flat."""
    tops = heights(filled, width)
    return sum(abs(left - right) for left, right in pairwise(tops))


def goal(filled: Collection[Cell], width: int, objective: str) -> int:
    """What is to be small: the height of the stack, its holes, or the unevenness of its top."""
    if objective == "holes":
        return holes(filled, width)
    return flatness(filled, width) if objective == "flatness" else height(filled)


@dataclass(frozen=True, slots=True)
class Course:
    """What happened on the way: the ``peak``, the highest point that a piece ever reached, and what was cleared."""

    peak: int = 0
    rows: int = 0
    tetrises: int = 0

    def after(self, top: int, vanished: int) -> Course:
        """The course after a drop that reached up to ``top`` before so many rows vanished."""
        return Course(max(self.peak, top), self.rows + vanished, self.tetrises + (vanished >= TETRIS))

    def value(self, filled: Collection[Cell], width: int, objective: str) -> int:
        """Return what the objective is at the end, when ``filled`` is the stack."""
        if objective in ENDINGS:
            return goal(filled, width, objective)
        return self.peak if objective == "peak" else self.rows if objective == "rows" else self.tetrises


def next_pieces(ahead: Sequence[str], held: str | None, hold: bool) -> tuple[tuple[str, str | None, int], ...]:
    """Which piece may fall now: each with what the hold slot then holds and how many of ``ahead`` are used up.

    Without a hold slot the first of ``ahead`` falls. With one, it may be put into the slot; what was there falls
    instead, or the piece after it if the slot was empty. When nothing comes any more, what is held falls.
    """
    if not ahead:
        return () if held is None else ((held, None, 0),)
    choices = [(ahead[0], held, 1)]
    if hold and held is not None and held != ahead[0]:
        choices.append((held, ahead[0], 1))
    if hold and held is None and len(ahead) > 1 and ahead[1] != ahead[0]:
        choices.append((ahead[1], ahead[0], 2))
    return tuple(choices)
