"""The fields that state a question about perfect clears: a field and the rules, for one queue.

What is given of them passes one of two functions: :func:`start_of` reads the field alone, :func:`game_of` a field and
rules. For the queues of a pattern see :mod:`shapewright.questions.clear._asked.pattern`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright import clear
from shapewright.clear import Field as Playfield
from shapewright.clear import Kicks, Problem, Queue
from shapewright.clear.kicks import KICKS as SYSTEMS
from shapewright.clear.kicks import is_known
from shapewright.clear.notation.start import Start, read_hold, read_start
from shapewright.clear.piece import read_piece
from shapewright.clear.problem import counted_rows
from shapewright.clear.rules import DROPS, read_drop
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.questions.clear._asked.fumens import fumen_text
from shapewright.questions.fields import Field, File, Flag, Text, Texts, Typed, Whole
from shapewright.questions.source import FileText, Source, Word, parsed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.clear.notation.fumen import Fumen
    from shapewright.clear.rules import Drop

__all__ = [
    "DROP",
    "FIELD",
    "FOUR_LINES",
    "GAME",
    "HEIGHT",
    "HOLD",
    "KICKS",
    "NET",
    "NO_HOLD",
    "NO_LIST",
    "PAGE",
    "TOLD_DROP",
    "TOLD_KICKS",
    "Game",
    "Once",
    "counted_notes",
    "drop_of",
    "game_of",
    "held_notes",
    "is_file",
    "page_notes",
    "save_field",
    "start_of",
]

MAX_HEIGHT = 20


# --- Kinds of fields --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, repr=False, eq=False)
class Once(Texts):
    """Text that a command line may give once only, by whichever spelling; a fumen, another text, or a file."""

    default: Any = None
    several: str = ""

    def word(self, word: Any) -> Any:
        """The texts, of the files if they are some; several are refused by the words that were typed."""
        if len(word) > 1:
            raise NotationError(self.several.format(" and ".join(map(quote, word[:2]))))
        return [Word(each) if (found := fumen_text(each)) is None else found for each in word]

    def check(self, value: Any, door: str) -> Any:
        """The text."""
        text = value[0] if door == "shell" and isinstance(value, list) else value
        return Text(self.name, self.help, limit=self.limit).check(text, door)

    def value(self, checked: Any) -> Any:
        """The text, as it is read together with other fields."""
        return checked

    def repeated(self, checked: Any) -> Any:
        """The text, or name, length and digest of a long one."""
        return Text(self.name, self.help, limit=self.limit).repeated(checked)

    def schema(self) -> dict[str, Any]:
        """Text."""
        return {"type": "string", "maxLength": self.limit}


class _Conditions(Texts):
    """Save conditions; several are one text with commas, so that none of them is left out."""

    def check(self, value: Any, door: str) -> Any:
        """The conditions as one text."""
        values = value if door == "shell" and isinstance(value, list) else [value]
        return ",".join([Text(self.name, self.help, limit=self.limit).check(each, door) for each in values])

    def value(self, checked: Any) -> Any:
        """The text."""
        return checked

    def repeated(self, checked: Any) -> Any:
        """The text."""
        return checked

    def schema(self) -> dict[str, Any]:
        """Text."""
        return {"type": "string", "maxLength": self.limit}


class _System(Text):
    """A kick system: its name; at the shell also a ``.properties`` file, elsewhere the content of one."""

    def word(self, word: Any) -> Any:
        """The name, or the content of the file."""
        found = Kicks.find(word)
        return word if is_known(found.name) else FileText.of(Source.of_file(found.name))

    def value(self, checked: str) -> Kicks:
        """The kick system."""
        if isinstance(checked, FileText):
            return Kicks.find(str(checked.source.path))
        if "\n" in checked or "=" in checked:
            return Kicks.from_properties(checked)
        return Kicks.named(checked)

    def typed(self, plain: Any) -> list[str | Typed]:
        """The name, or the content of a file."""
        return [Typed(plain.encode(), ".properties") if "\n" in plain or "=" in plain else plain]


class _Way(Text):
    """How pieces come down: one of ``DROPS``, or a word of solution-finder's; see :func:`drop_of`."""

    def check(self, value: Any, door: str) -> str:
        """The word, if it is one."""
        word = super().check(value, door)
        read_drop(word)
        return word

    def repeated(self, checked: Any) -> Any:
        """The way that the word stands for."""
        return read_drop(checked)

    def schema(self) -> dict[str, Any]:
        """One of the ways."""
        return {"type": "string", "enum": list(DROPS)}


class _NetFile(File):
    """A net of ``clear train``."""

    def value(self, checked: Any) -> clear.Net:
        """The net."""
        return parsed(checked.place, checked.text(), clear.Net.from_text)


# --- The fields -------------------------------------------------------------------------------------------------------

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


def _lines_field(usual: str) -> Whole:
    return Whole(
        "height",
        "Number of lines to clear; full rows of the field count among them.",
        usual=usual,
        short="-c",
        old=("--clear-line",),
        metavar="N",
        minimum=1,
        maximum=MAX_HEIGHT,
    )


HEIGHT = _lines_field("as few as possible")
FOUR_LINES = _lines_field("4")
KICKS = _System(
    "kicks",
    "Kick system: srs, another name such as jstris180, or a .properties file.",
    default="srs",
    short="-K",
    metavar="NAME",
    limit=20_000,
    names=SYSTEMS,
)
TOLD_KICKS = _System(
    "kicks",
    "Kick system: srs, another name such as jstris180, or a .properties file.",
    usual="that of the fumen or file, or srs",
    short="-K",
    metavar="NAME",
    limit=20_000,
    names=SYSTEMS,
)
DROP = _Way(
    "drop",
    "How pieces are dropped: soft, hard, t-softdrop, or tsz, tsm, tss, tsd, tst: every T spins; also 180, tspin2 ...",
    default="soft",
    short="-d",
    metavar="HOW",
    limit=20,
)
TOLD_DROP = _Way(
    "drop",
    "How pieces are dropped: soft, hard, t-softdrop, or tsz, tsm, tss, tsd, tst: every T spins; also 180, tspin2 ...",
    usual="that of the fumen or file, or soft",
    short="-d",
    metavar="HOW",
    limit=20,
)
NO_LIST = Flag("no_list", "Search even if the list of queues without a perfect clear has the answer.")
NET = _NetFile(
    "net",
    "A net of 'clear train' that orders the moves; the answer is exact all the same.",
    metavar="FILE",
    doors=("shell",),
)


def save_field(help: str, *, limit: int = 200) -> Field:
    """The field ``save``: save conditions, as one text; several options are joined by commas."""
    return _Conditions("save", help, default=None, old=("--saves",), metavar="CONDITION", limit=limit)


GAME: tuple[Field, ...] = (FIELD, PAGE, HOLD, NO_HOLD, HEIGHT, KICKS, DROP)
"""The fields that :func:`game_of` reads, without the queue."""
# --- What they state --------------------------------------------------------------------------------------------------


def is_file(text: str) -> bool:
    """Whether a checked text was read from a file."""
    return isinstance(text, FileText)


def start_of(asked: Mapping[str, Any], field: str | None = None) -> Start:
    """The field that is given (``field``, if that is), and the fumen it came in, up to the page."""
    text, page = asked["field"] if field is None else field, asked.get("page")
    if text is None:
        if page is not None:
            raise ProblemError("--page only applies to a fumen, and no field is given")
        return Start(Playfield())
    if isinstance(text, FileText):
        return parsed(text.source.place, str(text), lambda content: read_start(content, page))
    return read_start(text, page)


def page_notes(start: Start, asked: Mapping[str, Any]) -> list[str]:
    """Which page of several was taken, if nobody said which."""
    if not start.left_out or asked.get("page") is not None:
        return []
    return [f"clear: page 1 of {start.left_out + 1} of the fumen; --page chooses another one"]


def counted_notes(field: Playfield, height: int | None) -> list[str]:
    """That full rows of the field count among the lines to clear."""
    counted = None if height is None else counted_rows(field, height)
    return [] if counted is None else [f"clear: {counted}"]


def held_notes(queue: Queue, game: Game) -> list[str]:
    """That a piece stays in hold, if hold is not used."""
    if game.hold or queue.hold is None:
        return []
    return [f"clear: hold is not used, so the {queue.hold} in it is never placed"]


def drop_of(word: str, kicks: Kicks) -> Drop:
    """The way to drop pieces that a word says; raises ``NotationError`` if it needs half turns and there are none."""
    return read_drop(word, kicks)


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


def game_of(asked: Mapping[str, Any], field: str | None = None) -> Game:
    """What the fields of :data:`GAME` (and ``save``) state; ``field`` is a text that was given instead of a field."""
    held, hold = asked["hold"], not asked["no_hold"]
    if held is not None and (said := read_hold(held)) is not None:
        held, hold = None, said and hold
    elif held is not None:
        if asked["no_hold"]:
            raise NotationError("--hold and --no-hold cannot be combined; give one of them")
        held = read_piece(held, "in --hold")
    start = start_of(asked, field)
    queue = None if start.page is None else start.page.queue
    if queue is not None and held is not None:
        queue = Queue(queue.pieces, held)
    height = start.height if asked["height"] is None else asked["height"]
    drop = drop_of(asked["drop"], asked["kicks"])
    notes = (*page_notes(start, asked), *counted_notes(start.field, height))
    return Game(start, queue, held, height, asked["kicks"], drop, hold, asked.get("save"), notes)
