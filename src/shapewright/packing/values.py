"""What the cells of a board are worth, as rows of numbers.

Numbers stand between blanks, ``.`` where there is no cell, the top row first; rows end at a newline or ``/``.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from shapewright.cells.grid import MAX_CELLS, Board, Cell
from shapewright.cells.polyomino import MAX_VALUE
from shapewright.errors import LimitError, NotationError, quote


@dataclass(frozen=True, repr=False)
class Values:
    """The ``worth`` of each cell of a board: pairs of a cell (x, y) and a whole number, in the order of the cells.

    >>> values = Values.from_text("3 5 3/3 . 9")
    >>> values.of([(0, 0), (0, 1)]), len(values.board.cells)
    (6, 5)
    """

    worth: tuple[tuple[Cell, int], ...]

    @classmethod
    def from_text(cls, text: str) -> Values:
        """Read rows of numbers.

        Raises ``NotationError`` for what is neither a whole number nor ``.``, and where there is no cell;
        ``LimitError`` for numbers above ``MAX_VALUE`` and for more cells than a board may have.
        """
        rows = [row.split() for row in text.removeprefix("\ufeff").replace("/", "\n").split("\n") if row.strip()]
        found: list[tuple[Cell, int]] = []
        for down, row in enumerate(rows):
            for x, word in enumerate(row):
                if word == ".":
                    continue
                digits = word.removeprefix("-")
                place = f"{quote(word)} at position {x + 1} of row {down + 1} of the values"
                if not (digits.isascii() and digits.isdigit()):
                    raise NotationError(f"{place} is not a whole number, and not '.' for no cell")
                if len(digits) > 9 or int(digits) > MAX_VALUE:
                    raise LimitError(f"{place} is beyond the limit of {MAX_VALUE}")
                found.append(((x, len(rows) - 1 - down), int(word)))
                if len(found) > MAX_CELLS:
                    raise LimitError(f"values of more than {MAX_CELLS} cells are more than a board may have")
        if not found:
            raise NotationError("there are no values; expected rows of numbers such as '3 5 3/3 . 9'")
        return cls(tuple(sorted(found)))

    def to_text(self, *, one_line: bool = False) -> str:
        """The rows of numbers; ``from_text`` reads them back."""
        width, height = self.board.size
        at = self._at
        rows = [
            " ".join([str(at[x, y]) if (x, y) in at else "." for x in range(width)]) for y in reversed(range(height))
        ]
        return ("/" if one_line else "\n").join(rows)

    def of(self, cells: Iterable[Cell]) -> int:
        """What these cells are worth together; a cell without a value is worth 0."""
        return sum([self._at.get(cell, 0) for cell in cells])

    @cached_property
    def board(self) -> Board:
        """The board of the cells that have a value."""
        return Board(frozenset(self._at))

    @cached_property
    def _at(self) -> dict[Cell, int]:
        return dict(self.worth)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Values.from_text({self.to_text(one_line=True)!r})"
