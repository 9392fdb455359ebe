"""One page of a fumen: a field, perhaps a piece, and a comment."""

from __future__ import annotations

from dataclasses import dataclass

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.piece import PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, NotationError, quote

__all__ = ["MAX_ROWS", "Page"]

MAX_ROWS = 23
"""No page has more rows."""

_CELLS = frozenset("_X" + PIECES)


@dataclass(frozen=True)
class Page:
    """One page: the field before its piece is placed, the piece, and the comment.

    ``rows`` are the rows of the field from the bottom up, of ``_``, ``X`` and the letters of the pieces; ``garbage`` is
    the row that may rise from below. ``lock`` means that the piece is placed, and full rows cleared, before the next
    page. ``colorize``, ``mirror`` and ``rise`` are kept as they are.

    Raises ``NotationError`` for a row of another form, ``LimitError`` beyond 23 rows.
    """

    rows: tuple[str, ...] = ()
    placement: Placement | None = None
    comment: str = ""
    lock: bool = True
    colorize: bool = True
    mirror: bool = False
    rise: bool = False
    garbage: str = "_" * WIDTH

    def __post_init__(self) -> None:
        rows = tuple(self.rows)
        for row in (*rows, self.garbage):
            if len(row) != WIDTH or not set(row) <= _CELLS:
                raise NotationError(f"{quote(row)} is not a row of a page; it has ten of _, X and {' '.join(PIECES)}")
        while rows and set(rows[-1]) == {"_"}:
            rows = rows[:-1]
        if len(rows) > MAX_ROWS:
            raise LimitError(f"a page of {len(rows)} rows is higher than the limit of {MAX_ROWS}")
        if self.placement is not None and max([y for _, y in self.placement.cells()]) >= MAX_ROWS:
            raise LimitError(f"{self.placement} extends beyond the {MAX_ROWS} rows of a page")
        object.__setattr__(self, "rows", rows)

    @property
    def field(self) -> Field:
        """The field of the page, whatever the colours of its cells; raises ``LimitError`` beyond 20 rows."""
        return Field(tuple([sum([1 << x for x, cell in enumerate(row) if cell != "_"]) for row in self.rows]))

    def rows_after(self) -> tuple[str, ...]:
        """The rows with their letters once the piece is placed and the full rows are cleared, from the bottom up.

        Without a piece nothing changes, not even full rows: they are part of what was drawn.

        >>> Page(("XXXXXX____", "TTT_______"), Placement("I", "N", 7, 0)).rows_after()
        ('TTT_______',)
        """
        if self.placement is None:
            return self.rows
        piece, cells = self.placement.piece, self.placement.cells()
        rows = [list(row) for row in self.rows]
        rows += [["_"] * WIDTH for _ in range(max([y for _, y in cells]) + 1 - len(rows))]
        for x, y in cells:
            rows[y][x] = piece
        return tuple(["".join(row) for row in rows if "_" in row])

    @property
    def queue(self) -> Queue | None:
        """The queue in the comment, ``#Q=[hold](current)next``; None if it has none; raises ``NotationError``."""
        return Queue.from_quiz(self.comment) if self.comment.startswith("#Q=") else None
