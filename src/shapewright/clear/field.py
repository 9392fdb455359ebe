"""The field: rows of ten cells, filled or empty, from the bottom up."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError, amount, quote
from shapewright.lazy import late

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.drawing import Scene

WIDTH = 10
MAX_HEIGHT = 20
FULL_ROW = (1 << WIDTH) - 1

_FILLED = frozenset("X" + PIECES + "x" + PIECES.lower())
_EMPTY = frozenset("_.")


@dataclass(frozen=True, slots=True, repr=False)
class Field:
    """A field: ``rows`` from the bottom up, bit x of a row for a filled cell in column x.

    Empty rows at the top make no difference and drop out. Rows may be full: :meth:`cleared` takes them away, and every
    question about a field does so first.

    >>> field = Field.from_text("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ")
    >>> field.height, field.empty_cells(4)
    (4, 16)

    Raises ``ProblemError`` for a row that is not one of ten cells, ``LimitError`` beyond 20 rows.
    """

    rows: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        rows = tuple(self.rows)
        for number, row in enumerate(rows):
            if not 0 <= row <= FULL_ROW:
                raise ProblemError(f"row {number} is {row}, which does not fit ten cells; rows are 0 to {FULL_ROW}")
        while rows and not rows[-1]:
            rows = rows[:-1]
        if len(rows) > MAX_HEIGHT:
            raise LimitError(f"a field of {len(rows)} rows is higher than the limit of {MAX_HEIGHT}")
        object.__setattr__(self, "rows", rows)

    @classmethod
    def of(cls, field: Field | str) -> Field:
        """Return the field, or that of rows in text."""
        return cls.from_text(field) if isinstance(field, str) else field

    @classmethod
    def from_text(cls, text: str) -> Field:
        """Read rows, top row first, each in its own line or with ``/`` between them.

        ``X`` and the letters of the pieces are filled cells, ``_`` and ``.`` empty ones; small letters will do.

        >>> Field.from_text("XX________/X________X").rows
        (513, 3)

        Raises ``NotationError``, which names row and column; ``LimitError`` beyond 20 rows.
        """
        lines = [line.strip() for line in text.strip().replace("/", "\n").splitlines()]
        if not lines:
            raise NotationError("the field has no rows; a row is ten cells, X for a filled and _ for an empty one")
        if len(lines) > 1000:  # empty rows at the top are no fault, but must not be a burden
            raise LimitError(f"a field of {len(lines)} rows is higher than the limit of {MAX_HEIGHT}")
        rows = []
        for number, line in enumerate(lines, 1):
            row = 0
            for x, character in enumerate(line):
                if character in _FILLED:
                    row |= 1 << x
                elif character not in _EMPTY:
                    raise NotationError(
                        f"{quote(character)} at position {x + 1} of row {number} of the field is not a cell; "
                        "a filled one is X or a piece's letter, an empty one is _"
                    )
            if len(line) != WIDTH:
                raise NotationError(
                    f"row {number} of the field, {quote(line)}, has {amount(len(line), 'cell')}; a row has {WIDTH}"
                )
            rows.append(row)
        return cls(tuple(reversed(rows)))

    @classmethod
    def from_bits(cls, bits: int) -> Field:
        """Unpack a number with bit x + 10 y for a filled cell; raises as the constructor does."""
        bits = int(bits)  # may be numpy's
        if bits < 0:
            raise ProblemError(f"a packed field is not negative, but {bits} is")
        if bits >> WIDTH * MAX_HEIGHT:
            raise LimitError(f"a packed field with more than {MAX_HEIGHT} rows is higher than the limit")
        return cls(tuple([bits >> WIDTH * y & FULL_ROW for y in range(MAX_HEIGHT)]))

    @property
    def bits(self) -> int:
        """The field as a number: bit x + 10 y for a filled cell."""
        return sum([row << WIDTH * y for y, row in enumerate(self.rows)])

    def to_text(self, *, one_line: bool = False, height: int = 1) -> str:
        """Rows of ``X`` and ``_``, top row first, at least ``height`` of them; ``/`` between them in ``one_line``."""
        rows = [*self.rows, *[0] * (height - len(self.rows))]
        lines = ["".join(["X" if row >> x & 1 else "_" for x in range(WIDTH)]) for row in reversed(rows)]
        return ("/" if one_line else "\n").join(lines)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return f"Field.from_text({self.to_text(one_line=True)!r})" if self.rows else "Field()"

    @late("shapewright.clear.picture:draw_field")
    def scene(self) -> Scene:
        """The drawing of the field, at least four rows high, for SVG, PNG and pages."""

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    def __contains__(self, cell: Cell) -> bool:
        """Whether the cell (x, y) is filled; beyond the walls and above the top nothing is."""
        x, y = cell
        return 0 <= x < WIDTH and 0 <= y < len(self.rows) and bool(self.rows[y] >> x & 1)

    @property
    def height(self) -> int:
        """How many rows there are up to the highest filled cell."""
        return len(self.rows)

    def empty_cells(self, height: int) -> int:
        """How many cells of the lowest ``height`` rows are empty."""
        return WIDTH * height - sum([row.bit_count() for row in self.rows[:height]])

    def full_rows(self) -> tuple[int, ...]:
        """The numbers of the full rows, from the bottom up."""
        return tuple([y for y, row in enumerate(self.rows) if row == FULL_ROW])

    def cleared(self) -> Field:
        """The field without its full rows; what was above them falls by as many."""
        return Field(tuple([row for row in self.rows if row != FULL_ROW]))

    def mirrored(self) -> Field:
        """The field with left and right exchanged."""
        return Field(tuple([sum([1 << WIDTH - 1 - x for x in range(WIDTH) if row >> x & 1]) for row in self.rows]))
