"""One page of a fumen: a field, perhaps a piece, and a comment."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from shapewright.clear.field import WIDTH, Field
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError, quote

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


MAX_COMMENT = 4095
"""A comment takes no more characters, each letter beyond ASCII six."""

_PLAIN_LETTERS = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789@*_+-./")
_ROTATIONS = {"N": 2, "E": 1, "S": 0, "W": 3}


def decoded(code: str) -> tuple[Page, ...]:
    """The pages in a code; raises ``NotationError`` for one that is damaged."""
    try:
        found = list(_codec().decode(code))
    except Exception:  # it raises whatever the damage leads to, in words of its insides
        raise NotationError(
            f"the fumen {quote(code)} is damaged: it ends too soon, or a part of it cannot be read"
        ) from None
    pages = [_page(page, number) for number, page in enumerate(found, 1)]
    if not pages:
        raise NotationError(f"the fumen {quote(code)} is damaged: it has no pages")
    return tuple(pages)


@cache
def _codec() -> Any:
    """The library, able to lift a field: its own way to do that raises ``NameError``."""
    # It takes longer to load than most commands take, which need it only for fumens.
    import py_fumen_py as codec

    codec.Field.rise = _lift
    return codec


def _lift(field: Any) -> None:
    """The row below the field comes up, and an empty one takes its place."""
    rows = [list(field[y]) for y in range(-1, MAX_ROWS - 1)]
    for y, row in enumerate(rows):
        field[y] = row
    field[-1] = [type(cell)(0) for cell in rows[0]]


def _page(page: Any, number: int) -> Page:
    placement = None
    try:
        if page.operation is not None:
            operation = page.operation
            facing = next(facing for facing in FACINGS if _ROTATIONS[facing] == operation.rotation)
            placement = Placement(operation.mino.name, facing, operation.x, operation.y)
        return Page(
            tuple(["".join([cell.name for cell in row]) for row in page.field[0:]]),
            placement,
            # Letters beyond the first 65536 come as two.
            (page.comment or "").encode("utf-16", "surrogatepass").decode("utf-16", "replace"),
            lock=bool(page.flags.lock),
            colorize=bool(page.flags.colorize),
            mirror=bool(page.flags.mirror),
            rise=bool(page.flags.rise),
            garbage="".join([cell.name for cell in page.field[-1]]),
        )
    except ShapewrightError as error:
        raise NotationError(f"page {number} of the fumen is damaged: {error}") from None


def encoded(pages: tuple[Page, ...]) -> str:
    """The code of pages; raises ``ProblemError`` for one that the format cannot hold, and says which."""
    codec = _codec()
    found = []
    for number, page in enumerate(pages, 1):
        _check_writable(page, number)
        operation = None
        if page.placement is not None:
            step = page.placement
            rotation = codec.Rotation(_ROTATIONS[step.facing])
            operation = codec.Operation(codec.Mino[step.piece], rotation, step.x, step.y)
        found.append(
            codec.Page(
                field=codec.Field("\n".join(reversed(page.rows)), page.garbage),
                operation=operation,
                comment="".join([chr(unit) for unit in _units(page.comment)]),
                flags=codec.Flags(page.lock, page.mirror, page.colorize, page.rise, page.comment.startswith("#Q=")),
            )
        )
    try:
        return str(codec.encode(found))
    except Exception:  # it raises whatever a strange page leads to, in words of its insides
        raise ProblemError("the pages cannot be written as a fumen") from None


def _check_writable(page: Page, number: int) -> None:
    """Raise ``ProblemError`` for what the format, or its codec, cannot hold."""
    where = f"page {number} cannot be written as a fumen"
    if page.placement is not None and page.lock:
        for x, y in page.placement.cells():
            if y < len(page.rows) and page.rows[y][x] != "_":
                raise ProblemError(f"{where}: {page.placement} does not fit, the cell ({x}, {y}) is filled")
    length = sum([6 if unit > 255 else 1 if chr(unit) in _PLAIN_LETTERS else 3 for unit in _units(page.comment)])
    if length > MAX_COMMENT:
        raise ProblemError(
            f"{where}: its comment takes {length} characters, more than the {MAX_COMMENT} that the format has"
        )
    try:
        queue = page.queue
    except ShapewrightError as error:
        raise ProblemError(f"{where}: {error}") from None
    if queue is not None and page.placement is not None and page.lock and len(queue.pieces) <= 1:
        piece = page.placement.piece
        if piece not in (queue.pieces, queue.hold):
            raise ProblemError(f"{where}: the queue in its comment, {quote(page.comment)}, does not have the {piece}")


def _units(text: str) -> list[int]:
    """The 16-bit units of a text, as the format counts letters."""
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]
