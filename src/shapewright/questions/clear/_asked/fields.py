"""The fields that state a question about perfect clears: a field and the rules, for one queue.

What is given of them passes one of two functions: :func:`start_of` reads the field alone, :func:`game_of` a field and
rules. For the queues of a pattern see :mod:`shapewright.questions.clear._asked.pattern`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from shapewright import clear
from shapewright.clear import Field as Playfield
from shapewright.clear import Kicks, Problem, Queue
from shapewright.clear.drops import DROPS, Drop, read_drop
from shapewright.clear.kicks import KICKS as SYSTEMS
from shapewright.clear.kicks import is_known
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.start import Start, read_hold, read_start
from shapewright.clear.piece import read_piece
from shapewright.clear.problem import counted_rows
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fumens import fumen_text
from shapewright.questions.fields import Field, FileField, Flag, Text, TextField, Typed, Whole
from shapewright.questions.source import FileText, Source, Word, parsed

MAX_HEIGHT = 20


@dataclass(frozen=True, repr=False, eq=False)
class Once(TextField["str | None"]):
    """Text that a command line may give once only, by whichever spelling; a fumen, another text, or a file."""

    is_many: ClassVar[bool] = True
    several: str = ""

    def word(self, word: Sequence[str]) -> list[str]:
        """The texts, of the files if they are some; several are refused by the words that were typed."""
        if len(word) > 1:
            raise NotationError(self.several.format(" and ".join(map(quote, word[:2]))))
        return [Word(each) if (found := fumen_text(each)) is None else found for each in word]

    def check(self, value: object, door: str) -> str:
        """The text."""
        return super().check(value[0] if door == "shell" and isinstance(value, list) else value, door)


class _Conditions(TextField["str | None"]):
    """Save conditions; several are one text with commas, so that none of them is left out."""

    is_many: ClassVar[bool] = True

    def check(self, value: object, door: str) -> str:
        values = value if door == "shell" and isinstance(value, list) else [value]
        return ",".join([super(_Conditions, self).check(each, door) for each in values])

    def repeated(self, checked: str) -> str:
        return checked


class _System(TextField["Kicks | None"]):
    """A kick system: its name; at the shell also a ``.properties`` file, elsewhere the content of one."""

    def word(self, word: str) -> str:
        found = Kicks.find(word)
        return word if is_known(found.name) else FileText.of(Source.of_file(found.name))

    def value(self, checked: str) -> Kicks:
        if isinstance(checked, FileText):
            return Kicks.find(str(checked.source.path))
        if "\n" in checked or "=" in checked:
            return Kicks.from_properties(checked)
        return Kicks.named(checked)

    def typed(self, plain: Any) -> list[str | Typed]:
        return [Typed(plain.encode(), ".properties") if "\n" in plain or "=" in plain else plain]


class _Way(Text):
    """How pieces come down: one of ``DROPS``, or a word of solution-finder's; see :func:`read_drop`."""

    def check(self, value: object, door: str) -> str:
        word = super().check(value, door)
        read_drop(word)
        return word

    def repeated(self, checked: str) -> str:
        """The way that the word stands for."""
        return read_drop(checked)

    def schema(self) -> dict[str, object]:
        return {"type": "string", "enum": list(DROPS)}


class _NetFile(FileField["clear.Net | None"]):
    def value(self, checked: Source) -> clear.Net:
        return parsed(checked.place, checked.text(), clear.Net.from_text)


FIELD = Once(
    "field",
    "Rows joined by / (the top row first, _ is empty), a fumen (#2: its page 2), or a file with either.",
    usual="empty",
    short="-t",
    old=("--tetfu", "--field-path", "-fp"),
    metavar="FIELD",
    limit=8000,
    several="two fields are given, {}; --field, --tetfu and -t are names of one option",
)
PAGE = Whole("page", "Number of the page in the fumen.", usual="1", short="-P", metavar="N", minimum=1, maximum=10**6)
HOLD = Text(
    "hold",
    "The piece in hold; or use or avoid, for whether pieces may be put in hold.",
    short="-H",
    metavar="X",
    limit=10,
)
NO_HOLD = Flag("no_hold", "Place the pieces in their order; the same as --hold avoid.")


HEIGHT = Whole(
    "height",
    "Number of lines to clear; full rows of the field count among them.",
    usual="as few as possible",
    short="-c",
    old=("--clear-line",),
    metavar="N",
    minimum=1,
    maximum=MAX_HEIGHT,
)
FOUR_LINES = replace(HEIGHT, usual="4")
TOLD_KICKS = _System(
    "kicks",
    "Kick system: srs, another name such as jstris180, or a .properties file.",
    usual="that of the fumen or file, or srs",
    short="-K",
    metavar="NAME",
    limit=20_000,
    names=SYSTEMS,
)
KICKS = replace(TOLD_KICKS, usual="").with_default("srs")
TOLD_DROP = _Way(
    "drop",
    "How pieces are dropped: soft, hard, t-softdrop, or tsz, tsm, tss, tsd, tst: every T spins; also 180, tspin2 ...",
    usual="that of the fumen or file, or soft",
    short="-d",
    metavar="HOW",
    limit=20,
)
DROP = replace(TOLD_DROP, usual="").with_default("soft")
NO_LIST = Flag("no_list", "Search even if the list of queues without a perfect clear has the answer.")
NET = _NetFile(
    "net",
    "A net of 'clear train' that orders the moves; the answer is exact all the same.",
    metavar="FILE",
    doors=("shell",),
)


SAVE = _Conditions(
    "save",
    "The pieces that must be left over: T, TL for both, !T for no T; T&&L, T||L, /regular expression/.",
    old=("--saves",),
    metavar="CONDITION",
    limit=200,
)
GAME: tuple[Field[object], ...] = (FIELD, PAGE, HOLD, NO_HOLD, HEIGHT, KICKS, DROP)
"""The fields that :func:`game_of` reads, without the queue."""


def is_file(text: str) -> bool:
    """Whether a checked text was read from a file."""
    return isinstance(text, FileText)


def start_of(asked: Asked, field: str | None = None) -> Start:
    """The field that is given (``field``, if that is), and the fumen it came in, up to the page."""
    text, page = asked.get(FIELD, None) if field is None else field, asked.get(PAGE, None)
    if text is None:
        if page is not None:
            raise ProblemError("--page only applies to a fumen, and no field is given")
        return Start(Playfield())
    if isinstance(text, FileText):
        return parsed(text.source.place, str(text), lambda content: read_start(content, page))
    return read_start(text, page)


def page_notes(start: Start, asked: Asked) -> list[str]:
    """Which page of several was taken, if nobody said which."""
    if not start.left_out or asked.get(PAGE, None) is not None:
        return []
    return [f"clear: page 1 of {start.left_out + 1} of the fumen; --page chooses another one"]


def told_rules(asked: Asked) -> tuple[Kicks, Drop]:
    """The kick system and the drop that are given, or the usual ones."""
    kicks = asked[TOLD_KICKS] or Kicks.named("srs")
    return kicks, read_drop(asked[TOLD_DROP] or "soft", kicks)


def counted_notes(field: Playfield, height: int | None) -> list[str]:
    """That full rows of the field count among the lines to clear."""
    counted = None if height is None else counted_rows(field, height)
    return [] if counted is None else [f"clear: {counted}"]


def held_notes(queue: Queue, game: Game) -> list[str]:
    """That a piece stays in hold, if hold is not used."""
    if game.hold or queue.hold is None:
        return []
    return [f"clear: hold is not used, so the {queue.hold} in it is never placed"]


@dataclass(frozen=True, repr=False, eq=False)
class Game:
    """A field, perhaps a queue that came with it, and the rules."""

    start: Start
    queue: Queue | None
    held: str | None
    height: int | None
    kicks: Kicks
    drop: Drop
    hold: bool
    save: str | None
    notes: tuple[str, ...] = ()

    @property
    def field(self) -> Playfield:
        """The field."""
        return self.start.field

    @property
    def fumen(self) -> Fumen | None:
        """The fumen that the field came in, up to its page."""
        return self.start.fumen

    def problem(self, queue: Queue) -> Problem:
        """The problem of clearing the field with that queue."""
        return Problem(self.field, queue, self.height, self.kicks, self.drop, self.hold, self.save)

    def read_queue(self, text: str) -> Queue:
        """A queue in text, with the piece that ``hold`` gives."""
        queue = Queue.from_text(text)
        if self.held is None or queue.hold == self.held:
            return queue
        if queue.hold is not None:
            raise NotationError(f"the queue {queue} has {queue.hold} in hold, but --hold names {self.held}")
        return Queue(queue.pieces, self.held)

    def asked_queue(self, text: str | None, example: str = "TIOLJSZTIOL") -> Queue:
        """The queue in ``text``, or the one of the fumen; raises ``ProblemError`` if there is neither."""
        if text is not None:
            return self.read_queue(text)
        if self.queue is None:
            raise ProblemError(
                f"there is no queue; write it like {example}, or give a fumen with the comment #Q=[](T)IO"
            )
        return self.queue


def game_of(asked: Asked, field: str | None = None) -> Game:
    """What those fields of :data:`GAME` (and ``save``) that a question has state.

    ``field`` is a text that was given instead of a field.
    """
    held, hold = asked[HOLD], not asked.get(NO_HOLD, False)
    if held is not None and (said := read_hold(held)) is not None:
        held, hold = None, said and hold
    elif held is not None:
        if not hold:
            raise NotationError("--hold and --no-hold cannot be combined; give one of them")
        held = read_piece(held, "in --hold")
    start = start_of(asked, field)
    queue = None if start.page is None else start.page.queue
    if queue is not None and held is not None:
        queue = Queue(queue.pieces, held)
    height = asked.get(HEIGHT, None) or start.height
    kicks = asked.get(KICKS, Kicks.named("srs"))
    drop = read_drop(asked.get(DROP, "soft"), kicks)
    notes = (*page_notes(start, asked), *counted_notes(start.field, height))
    return Game(start, queue, held, height, kicks, drop, hold, asked.get(SAVE, None), notes)
