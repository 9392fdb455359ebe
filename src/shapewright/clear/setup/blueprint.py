"""Blueprints: fields whose cells say what is to be filled, what may be, and what stays empty.

========  ==============================================================================
``X``     filled already, as is a piece's letter that no option names
``*``     to be filled
``.``     margin: may be filled
``+``     free: margin that may also be a hole
``_``     stays empty
========  ==============================================================================

These are the letters of solution-finder's files. In a fumen, or in rows with letters of pieces, colours that are named
take their places: ``fill="I", margin="O"``.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, WIDTH, Field
from shapewright.clear.notation.fumen import is_fumen
from shapewright.clear.notation.start import read_start, split_height
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, NotationError, ProblemError, amount, quote

_NAMES = {"cyan": "I", "blue": "J", "orange": "L", "yellow": "O", "green": "S", "red": "Z", "purple": "T"}
_COLOURS = {**_NAMES, **{name[:2]: piece for name, piece in _NAMES.items()}, "none": ""}
_MARKS = {"*": "fill", ".": "margin", "+": "free"}
_LETTERS = {mark: letter for letter, mark in _MARKS.items()}


def read_colours(text: str) -> str:
    """The letters of pieces that a text names: letters such as ``isz``, or one colour such as ``cyan``.

    >>> read_colours("isz"), read_colours("cyan"), read_colours("none")
    ('ISZ', 'I', '')

    Raises ``NotationError`` for others.
    """
    known = _COLOURS.get(text.lower())
    if known is not None:
        return known
    letters = text.upper()
    for letter in letters:
        if letter not in PIECES:
            raise NotationError(
                f"{quote(text)} is not a colour; write letters of pieces such as {quote('IO')}, or one of "
                f"{', '.join([name for name in _COLOURS if len(name) > 2])}"
            )
    return letters


@dataclass(frozen=True)
class Blueprint:
    """A field ``start`` without full rows, and cells that are ``fill`` (to be filled), ``margin`` (may be) or ``free``
    (may be, and may be a hole), each a number with bit x + 10 y; ``height`` rows count, all others stay empty.

    >>> blueprint = Blueprint.from_text("_.________/***_______/XX________")
    >>> blueprint.to_text()
    '_.________/***_______/XX________'

    Raises ``ProblemError`` if nothing is to be filled, or cells are marked twice, filled or above ``height``.
    """

    start: Field
    fill: int
    margin: int = 0
    free: int = 0
    height: int = 0
    comment: str = field(default="", compare=False, repr=False)
    """The comment of the page that it was read from."""
    left_out: int = field(default=0, compare=False, repr=False)
    """How many other pages the fumen has, if the first was taken because none was named."""
    full_rows: int = field(default=0, compare=False, repr=False)
    """How many full rows were cleared as it was read: lines of a perfect clear that follows."""

    def __post_init__(self) -> None:
        marked = self.fill | self.margin | self.free
        everything = marked | self.start.bits
        if not self.height:
            object.__setattr__(self, "height", -(-everything.bit_length() // WIDTH))
        if not self.fill:
            raise ProblemError(
                "nothing is to be filled; mark cells by * in rows, or name the colour of such cells (fill I)"
            )
        if self.fill.bit_count() + self.margin.bit_count() + self.free.bit_count() != marked.bit_count():
            raise ProblemError("a cell is marked in two ways")
        if marked & self.start.bits:
            raise ProblemError("a cell is filled and marked")
        if self.start.full_rows():
            raise ProblemError("a blueprint has no full rows; clear them first")
        if self.height > MAX_HEIGHT:
            raise LimitError(f"a blueprint of {self.height} rows is higher than the limit of {MAX_HEIGHT}")
        if everything >> WIDTH * self.height:
            raise ProblemError(f"the blueprint has cells above its {self.height} rows")

    @classmethod
    def from_text(
        cls,
        text: str,
        *,
        fill: str = "",
        margin: str = "",
        free: str = "",
        height: int | None = None,
        page: int | None = None,
    ) -> Blueprint:
        """Read rows, top row first, or a fumen (its page ``page``); the colours named are marks.

        Of ``height`` rows, if given, nothing above is read. Full rows count among them and are cleared first.

        Raises ``NotationError`` for what cannot be read, and as the constructor does.
        """
        comment, left_out = "", 0
        if is_fumen(text):
            start = read_start(text, page)
            assert start.page is not None
            rows = [row.replace("_", " ") for row in start.page.rows_after()]
            comment, left_out = start.page.comment, start.left_out
        else:
            if page is not None:
                raise ProblemError("--page only applies to a fumen, and the field is not a fumen")
            told, content = split_height(text)
            height = told if height is None else height
            rows = _rows(content)
        marks: dict[str, str] = {}  # what each colour means
        for mark, colours in (("fill", fill), ("margin", margin), ("free", free)):
            for letter in read_colours(colours):
                if marks.setdefault(letter, mark) != mark:
                    raise NotationError(f"the colour {letter} is named twice, for {marks[letter]} and for {mark}")
        counted = rows[:height]
        rows = [row for row in counted if any(cell in marks or cell in " *.+" for cell in row)]
        full_rows = len(counted) - len(rows)
        height = None if height is None else height - full_rows
        found = dict.fromkeys(("fill", "margin", "free", "start"), 0)
        for y, row in enumerate(rows):
            for x, cell in enumerate(row):
                if cell != " ":
                    found[marks.get(cell, _MARKS.get(cell, "start"))] |= 1 << x + WIDTH * y
        start_field = Field.from_bits(found.pop("start"))
        return cls(start_field, **found, height=height or 0, comment=comment, left_out=left_out, full_rows=full_rows)

    @cached_property
    def allowed(self) -> int:
        """The cells that may be filled."""
        return self.fill | self.margin | self.free

    @cached_property
    def clearable(self) -> frozenset[int]:
        """The rows that may become full."""
        reach = self.allowed | self.start.bits
        return frozenset([y for y in range(self.height) if reach >> WIDTH * y & FULL_ROW == FULL_ROW])

    def letters(self) -> tuple[str, ...]:
        """The rows from the bottom up, in the letters of :meth:`from_text`."""
        each = {"X": self.start.bits} | {letter: getattr(self, mark) for mark, letter in _LETTERS.items()}
        return tuple(
            [
                "".join(
                    [
                        next((letter for letter, bits in each.items() if bits >> x + WIDTH * y & 1), "_")
                        for x in range(WIDTH)
                    ]
                )
                for y in range(self.height)
            ]
        )

    def to_text(self, *, one_line: bool = True) -> str:
        """The rows, top row first."""
        return ("/" if one_line else "\n").join(reversed(self.letters()))

    def __str__(self) -> str:
        return self.to_text(one_line=False)


def _rows(text: str) -> list[str]:
    """Rows from the bottom up, with blanks for what stays empty."""
    lines = [line.strip() for line in text.strip().replace("/", "\n").splitlines()]
    if not lines:
        raise NotationError("the field has no rows; a row is ten cells, * to be filled, X filled, . margin and _ empty")
    if len(lines) > MAX_HEIGHT:
        raise LimitError(f"a field of {len(lines)} rows is higher than the limit of {MAX_HEIGHT}")
    rows = []
    for number, line in enumerate(lines, 1):
        for x, letter in enumerate(line):
            if letter.upper() not in PIECES + "X_*.+":
                raise NotationError(
                    f"{quote(letter)} at position {x + 1} of row {number} of the field is not a cell; one to be filled "
                    "is *, margin is . or +, a filled one X or a piece's letter, an empty one _"
                )
        if len(line) != WIDTH:
            raise NotationError(
                f"row {number} of the field, {quote(line)}, has {amount(len(line), 'cell')}; a row has {WIDTH}"
            )
        rows.append(line.upper().replace("_", " "))
    return rows[::-1]
