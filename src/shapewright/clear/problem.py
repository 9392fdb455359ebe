"""What is asked: a field, a queue, and the rules by which the field is to be cleared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TypedDict, Unpack

from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.start import read_start
from shapewright.clear.piece import FACINGS, PIECES, cells_of
from shapewright.clear.queue import Queue
from shapewright.errors import ProblemError, amount

Wish = Callable[[str], bool]
"""What may be left over: told the pieces left, the held one first, it says whether they will do."""

_SRS = Kicks.named("srs")
_FLEXIBLE = frozenset("TLJ")  # with an odd number of cells in a column, lying or standing: nearly everything adds up
_NOTHING_LEFT = 1 << len(PIECES)
_MORE_THAN_ROWS = frozenset("0123456789@%#")  # what fumens and field files have, and rows of cells have not


class Game(TypedDict, total=False):
    """The rules of a game, some of them still text: a kick system, its name or file; a drop; whether there is hold."""

    kicks: Kicks | str
    drop: Drop
    hold: bool


class Rules(Game, total=False):
    """What :meth:`Problem.of` takes besides field and queue: see :class:`Problem`."""

    height: int | None
    save: str | None


@dataclass(frozen=True)
class Problem:
    """A perfect clear to be found: ``field`` and ``queue``, and the rules.

    ``height`` is how many rows of the field are cleared; None stands for the fewest that the queue allows. ``hold``
    says whether hold may be used, ``save`` what must be left over at the end, such as ``T`` or ``T&&!S``. Full rows of
    the field count among the ``height`` and are cleared first: a problem keeps the field without them, and the number
    of rows that are left to clear.

    >>> problem = Problem(Field.from_text("XXXXXXXXXX/XXXXXX____"), Queue("I"), 2)
    >>> problem.field, problem.height
    (Field.from_text('XXXXXX____'), 1)

    Raises ``ProblemError`` for a height that is none, or lower than the field; ``NotationError`` for a way to drop that
    there is not, or a malformed ``save``.
    """

    field: Field
    queue: Queue
    height: int | None = None
    kicks: Kicks = _SRS
    drop: Drop = "soft"
    hold: bool = True
    save: str | None = None

    def __post_init__(self) -> None:
        field, height = read_field(self.field), self.height
        left = (field.cleared(), None) if height is None else lines_left(field, height)
        object.__setattr__(self, "field", left[0])
        object.__setattr__(self, "height", left[1])
        object.__setattr__(self, "queue", read_queue(self.queue))
        object.__setattr__(self, "kicks", read_kicks(self.kicks))
        check_drop(self.drop)
        if self.save is not None:
            _ = self.wish

    @classmethod
    def of(cls, field: Field | str, queue: Queue | str, **rules: Unpack[Rules]) -> Problem:
        """The problem that these arguments, some of them still text, describe.

        A text for the field is in any notation of :func:`shapewright.clear.notation.start.read_start`, which may say
        the number of lines, too; no text is the empty field. Kicks are named, or in a file.

        >>> Problem.of("", "TIOLJ", height=2, hold=False).heights
        (2,)
        """
        start, height = read_field_and_height(field, rules.get("height"))
        return cls(start, read_queue(queue), height, *read_game(rules), rules.get("save"))

    @property
    def start(self) -> Field:
        """The field without its full rows."""
        return self.field

    @cached_property
    def sequence(self) -> str:
        """The pieces that can be placed, in their order; the held one, if it may be used, comes first."""
        return self.queue.pieces if not self.hold or self.queue.hold is None else self.queue.hold + self.queue.pieces

    @cached_property
    def wish(self) -> Wish | None:
        """What ``save`` says about the pieces left over."""
        if self.save is None:
            return None
        # Few questions have a condition, and its notation takes a while to load.
        from shapewright.clear.patterns.save_conditions import SaveCondition

        return SaveCondition.from_text(self.save).holds_for

    @cached_property
    def heights(self) -> tuple[int, ...]:
        """How many rows a perfect clear may have, lowest first: those whose empty cells the pieces can just fill."""
        candidates = range(max(1, self.start.height), MAX_HEIGHT + 1) if self.height is None else (self.height,)
        filled = sum([row.bit_count() for row in self.start.rows])
        most = 4 * len(self.sequence)
        empty = [(height, height * WIDTH - filled) for height in candidates]
        return tuple([height for height, cells in empty if cells % 4 == 0 and 0 < cells <= most])

    def may_fill(self, height: int) -> bool:
        """False if the numbers of empty cells in the columns alone rule out a perfect clear of so many rows."""
        kinds = frozenset(self.sequence[: self.pieces_needed(height) + self.hold])
        if kinds & _FLEXIBLE:
            return True
        rows = self.start.rows
        empty = [height - sum([row >> x & 1 for row in rows]) for x in range(WIDTH)]
        return columns_can_be_filled(tuple(empty), kinds)

    def pieces_needed(self, height: int) -> int:
        """How many pieces a perfect clear of so many rows takes."""
        return self.start.empty_cells(height) // 4

    def leftovers(self, height: int) -> int:
        """What may be in hand at the end of a perfect clear of so many rows: a bit for each piece, one for none."""
        wish, anything = self.wish, 2 * _NOTHING_LEFT - 1
        if wish is None:
            return anything
        spent = self.pieces_needed(height) + (1 if self.hold else 0)
        rest = self.sequence[spent:]
        if not self.hold:
            return anything if wish((self.queue.hold or "") + rest) else 0
        mask = sum([1 << number for number, piece in enumerate(PIECES) if wish(piece + rest)])
        return mask | (_NOTHING_LEFT if wish(rest) else 0)

    def shortage(self) -> str | None:
        """How many pieces the queue lacks for any perfect clear that is asked for; None if it has enough.

        >>> Problem(Field(), Queue("TIO")).shortage()
        'a perfect clear of 2 lines takes 5 pieces, and the queue has 3'
        """
        shortest = self._lowest
        if self.heights or shortest is None or shortest > MAX_HEIGHT:
            return None
        needed = self.pieces_needed(shortest)
        pieces = amount(needed, "piece")
        return f"a perfect clear of {_lines((shortest,))} takes {pieces}, and the queue has {len(self.sequence)}"

    def refutation(self) -> str | None:
        """Why counting alone rules out a perfect clear, in one sentence; None if it does not.

        >>> Problem(Field(), Queue("I" * 25), 10).refutation()
        'pieces I alone never make up the numbers of empty cells that the columns of 10 lines have'
        """
        if not self.heights:
            filled = self.start.bits.bit_count()
            if (short := self.shortage()) is not None:
                return short
            if self.height is not None:
                return uneven(self.start, self.height) or ""
            if filled % 2:
                cells = amount(filled, "filled cell")
                return f"the field has {cells}, an odd number: pieces of 4 cells never fill up rows of 10"
            return f"a perfect clear would take {self._lowest} rows, and there are {MAX_HEIGHT}"
        if any(map(self.may_fill, self.heights)):
            return None
        kinds = " and ".join(sorted(set(self.sequence), key=PIECES.index))
        lines = _lines(self.heights)
        return f"pieces {kinds} alone never make up the numbers of empty cells that the columns of {lines} have"

    @property
    def _lowest(self) -> int | None:
        """The fewest rows that are asked for and whose empty cells are a multiple of 4; None if there are none."""
        candidates = (self.height,) if self.height is not None else range(max(1, self.start.height), MAX_HEIGHT + 3)
        return next((height for height in candidates if self.start.empty_cells(height) % 4 == 0), None)


def lines_left(field: Field, height: int) -> tuple[Field, int]:
    """Return the field without its full rows, and how many of ``height`` lines are left to clear.

    Full rows among the lowest ``height`` are lines of the clear, as in solution-finder. Raises ``ProblemError`` if no
    perfect clear can have this many lines, and if there is nothing left to clear.
    """
    if not 1 <= height <= MAX_HEIGHT:
        raise ProblemError(f"a perfect clear has 1 to {MAX_HEIGHT} lines, not {height}")
    start, left = field.cleared(), height - _full_rows(field, height)
    if start.height > left:
        rows = start.height + height - left
        raise ProblemError(
            f"the field is {amount(rows, 'row')} high, so a perfect clear of {lines_text(height)} leaves some of it"
        )
    if not left:
        raise ProblemError(f"nothing is left to clear: {counted_rows(field, height)}")
    return start, left


def lines_with(field: Field, left: int) -> int:
    """Return how many lines to ask for if ``left`` are to be cleared besides the full rows among them.

    >>> lines_with(Field.from_text("XXXXXXXXXX/XXXXXX____"), 3)
    4
    """
    lines = left
    while lines - _full_rows(field, lines) < left:
        lines += 1
    return lines


def counted_rows(field: Field, height: int) -> str | None:
    """How many full rows count among the ``height`` lines, in words; None if there are none.

    >>> counted_rows(Field.from_text("XXXXXXXXXX/XXXXXX____"), 4)
    '1 full row counts among the 4'
    """
    full = _full_rows(field, height)
    return f"{full} full {'row counts' if full == 1 else 'rows count'} among the {height}" if full else None


def _full_rows(field: Field, height: int) -> int:
    return field.rows[:height].count(FULL_ROW)


def uneven(start: Field, height: int) -> str | None:
    """Why no number of pieces fills so many rows, in one sentence; None if some number may."""
    empty = start.empty_cells(height)
    cells, rows = "1 cell is" if empty == 1 else f"{empty} cells are", "row" if height == 1 else f"{height} rows"
    return f"{cells} empty in the lowest {rows}, which is not a multiple of 4" if empty % 4 else None


def lines_text(number: int) -> str:
    """A number of lines in words."""
    return amount(number, "line")


def _lines(heights: tuple[int, ...]) -> str:
    return " or ".join(map(str, heights)) + (" line" if heights == (1,) else " lines")


def read_field(value: Field | str) -> Field:
    """A field, or one in any notation of :func:`shapewright.clear.notation.start.read_start`; no text is the empty one.

    Raises ``ProblemError`` for anything else.
    """
    return read_field_and_height(value, None)[0]


def read_field_and_height(value: Field | str, height: int | None) -> tuple[Field, int | None]:
    """The same, and the number of lines to clear: ``height``, or if that is None what the text says."""
    if isinstance(value, Field):
        return value, height
    if not isinstance(value, str):
        raise ProblemError(f"the field is a Field or text, not {type(value).__name__}")
    if not value:
        return Field(), height
    if value.isascii() and not _MORE_THAN_ROWS.intersection(value):
        return Field.from_text(value), height
    start = read_start(value)
    return start.field, start.height if height is None else height


def read_queue(value: Queue | str) -> Queue:
    """A queue, or one in text."""
    if isinstance(value, Queue):
        return value
    if not isinstance(value, str):
        raise ProblemError(f"the queue is a Queue or text, not {type(value).__name__}")
    if value.isalpha() and value.isupper():  # most are; the constructor says what is wrong with others
        return Queue(value)
    return Queue.from_text(value)


def read_kicks(value: Kicks | str) -> Kicks:
    """A kick system, or its name or file."""
    if isinstance(value, Kicks):
        return value
    if not isinstance(value, str):
        raise ProblemError(f"the kick system is a Kicks, or its name or file, not {type(value).__name__}")
    return Kicks.find(value)


def read_game(game: Game) -> tuple[Kicks, Drop, bool]:
    """The kick system, the drop and whether there is hold; ``srs``, ``soft`` and True where nothing is said."""
    return read_kicks(game.get("kicks", _SRS)), check_drop(game.get("drop", "soft")), game.get("hold", True)


@lru_cache(maxsize=256)
def columns_can_be_filled(open_cells: tuple[int, ...], kinds: frozenset[str]) -> bool:
    """Whether so many open cells, column by column, can be made up of such pieces, counted modulo 4.

    Full rows that vanish take a cell from every column, so what is true of the columns stays true however a piece comes
    to lie. False is a proof; True says little.

    >>> columns_can_be_filled((4,) * 10, frozenset("I")), columns_can_be_filled((6,) * 10, frozenset("I"))
    (True, False)
    """
    # How many cells the pieces have in each of four columns from their first one on.
    profiles = set()
    for piece in kinds:
        for facing in FACINGS:
            columns = [x for x, _ in cells_of(piece, facing)]
            profiles.add(tuple([columns.count(min(columns) + x) for x in range(4)]))
    # What the pieces so far put into this column and the next three, modulo 4.
    reached: set[tuple[int, ...]] = {(0, 0, 0, 0)}
    for column, wanted in enumerate(open_cells):
        for profile in profiles:
            if column + sum([cells > 0 for cells in profile]) > WIDTH:
                continue
            for _ in range(3):
                reached |= {
                    tuple([(one + other) % 4 for one, other in zip(state, profile, strict=True)]) for state in reached
                }
        reached = {(*state[1:], 0) for state in reached if state[0] == wanted % 4}
    return bool(reached)
