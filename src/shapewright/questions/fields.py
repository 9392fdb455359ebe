"""The fields of a question: stated once, read from the words of a command line and from JSON alike.

What a user gives passes three steps. A door makes plain values out of it: JSON has them, a command line's words become
them (:meth:`Field.word`). :meth:`Field.check` lets through what has the right form and keeps the limits; nothing that a
user sends gets further without it. :meth:`Field.value` makes what the question works with, such as a board of its text.
An answer repeats the checked values (:meth:`Field.repeated`), so they are the same whichever door they came through.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Generic, Self, TypeVar, cast

from shapewright.errors import LimitError, NotationError, quote
from shapewright.questions.source import FileText, Source, Word, parsed
from shapewright.questions.words import named_source, named_text
from shapewright.storage.stored import Stored

Value = TypeVar("Value")
Value_co = TypeVar("Value_co", covariant=True)
Word_co = TypeVar("Word_co", bound=str, covariant=True)

MAX_SECONDS = 10 * 365 * 86400
MAX_TEXT = 64 << 20


@dataclass(frozen=True)
class Typed:
    """The content of a file that a command line names; with a ``suffix`` the file must have a name that ends so."""

    content: bytes
    suffix: str = ""


@dataclass(frozen=True, repr=False, eq=False)
class Field(Generic[Value_co]):
    """One field, whose value has a type: ``asked[FIELD]`` is of the type ``T`` where ``FIELD`` is a ``Field[T]``.

    Without ``required`` it may be left out, and is then ``default``. Of most kinds the value is then None, so that the
    type has ``| None``; :meth:`mandatory` and :meth:`with_default` make fields that always have a value.

    At the shell it is an option ``--name`` (also ``short``, such as ``-p``; ``old`` spellings are understood and not
    shown), or, if it is an ``argument``, a word without one. ``metavar`` stands for its value in help. ``doors`` are
    those that have it. What only says how an answer is made, not what is asked, is not ``repeated_in`` it. ``usual``
    says in words what is meant without the field, where ``default`` does not. A field of the studio alone may be
    ``typed_as`` another one at the shell. A field with ``shown_in`` is refused for files of other suffixes, in which
    it would change nothing. A shell completes its ``names``. Fields that are made of one another (by
    :func:`~dataclasses.replace`, with another help or limit) have the same ``key``, and read the same value.
    """

    is_many: ClassVar[bool] = False
    """Whether a command line may have it several times."""

    name: str
    help: str
    required: bool = False
    default: object = None
    argument: bool = False
    short: str = ""
    metavar: str = ""
    old: tuple[str, ...] = ()
    doors: tuple[str, ...] = ("shell", "studio")
    repeated_in: bool = True
    usual: str = ""
    typed_as: str = ""
    shown_in: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    origin: object = field(default_factory=object, kw_only=True)

    def mandatory(self: Field[Value | None]) -> Field[Value]:
        """The same field where it must be given."""
        return cast("Field[Value]", replace(self, required=True))

    def with_default(self: Field[Value | None], default: object) -> Field[Value]:
        """The same field with a plain value for those who leave it out."""
        return cast("Field[Value]", replace(self, default=default))

    def at(self, *doors: str) -> Self:
        """The same field at these doors only."""
        return replace(self, doors=doors)

    def optional(self: Field[Value]) -> Field[Value | None]:
        """The same field where it may be left out."""
        return replace(self, required=False)

    @property
    def spelling(self) -> str:
        """The option at the shell."""
        return f"--{self.name.replace('_', '-')}"

    def called(self, door: str) -> str:
        """What a message calls it."""
        if door != "shell":
            return repr(self.name)
        return self.metavar or self.name.upper() if self.argument else self.spelling

    @property
    def key(self) -> tuple[str, object]:
        """What it has in common with fields that are made of it and have its name."""
        return self.name, self.origin

    @property
    def always(self) -> bool:
        """Whether there is always a value."""
        return self.required or self.default is not None

    def word(self, word: Any) -> object:
        """The plain value of a word of the command line."""
        return word

    def check(self, value: object, door: str) -> object:
        """The plain value, if it can be one; raises ``NotationError`` or ``LimitError`` in one sentence."""
        raise NotImplementedError

    def value(self, checked: Any) -> Value_co:
        """What the question works with; raises ``ShapewrightError``."""
        found: Value_co = checked
        return found

    def repeated(self, checked: Any) -> object:
        """The checked value as an answer repeats it."""
        return checked

    def typed(self, plain: object) -> list[str | Typed]:
        """The words of a command line that have this plain value, each a word or what a file must hold."""
        if isinstance(plain, float) and plain.is_integer():
            plain = int(plain)
        return [str(each) for each in (plain if isinstance(plain, (list, tuple)) else [plain])]

    def schema(self) -> dict[str, object]:
        """The JSON Schema of what is taken."""
        raise NotImplementedError

    def fault(self, door: str, expected: str, value: object) -> NotationError:
        """The error that something else than ``expected`` came."""
        return NotationError(f"{self.called(door)} takes {expected}, not {shown(value)}")


@dataclass(frozen=True, repr=False, eq=False)
class TextField(Field[Value_co]):
    """Text that is read as something; the studio takes ``limit`` characters of it."""

    limit: int = 10_000

    def check(self, value: object, door: str) -> str:
        """The text."""
        if not isinstance(value, str):
            raise self.fault(door, "text", value)
        if door != "shell" and len(value) > self.limit:
            raise LimitError(f"{self.name!r} has {len(value)} characters; the studio takes at most {self.limit}")
        try:
            value.encode(errors="surrogateescape" if door == "shell" else "strict")
        except UnicodeEncodeError as error:
            raise NotationError(f"{self.called(door)} has half a character at position {error.start}") from None
        return value

    def repeated(self, checked: str) -> object:
        """The text, or name, length and digest of a long one."""
        if isinstance(checked, FileText):
            return checked.source.to_json()
        return Stored.of_bytes(checked.encode(errors="surrogateescape")).to_json()

    def schema(self) -> dict[str, object]:
        """Text."""
        return {"type": "string", "maxLength": self.limit}


class Text(TextField["str | None"]):
    """Text as it is."""


@dataclass(frozen=True, repr=False, eq=False)
class Parsed(TextField["Value_co | None"], Generic[Value_co]):
    """Text in a notation, read by ``parse``; at the shell also a file (or ``-``) with the text in it.

    ``parse_file`` reads the content of a file where that is written otherwise than a word: text of several lines is
    taken for it, too. ``parse_word`` reads a word of the command line, where a mistyped name of a file is likely.
    """

    parse: Callable[[str], Value_co] = field(kw_only=True)
    parse_file: Callable[[str], Value_co] | None = None
    parse_word: Callable[[str], Value_co] | None = None

    def word(self, word: str) -> str:
        """The text, of the file if it is one."""
        return named_text(word)

    def value(self, checked: str) -> Value_co:
        """The value that the text means."""
        if isinstance(checked, FileText):
            return parsed(checked.source.place, str(checked), self.parse_file or self.parse)
        if self.parse_file is not None and "\n" in checked.strip():
            return self.parse_file(str(checked))
        if isinstance(checked, Word):
            return (self.parse_word or self.parse)(str(checked))
        return self.parse(checked)


@dataclass(frozen=True, repr=False, eq=False)
class FileField(Field[Value_co]):
    """A file, as a :class:`Source`: a path (or ``-``) at the shell, elsewhere its content.

    In JSON that is its text, the JSON in it, or ``{"base64": ...}``, of at most ``limit`` characters.
    """

    limit: int = 500_000

    def word(self, word: Any) -> Source | list[Source]:
        """The file of that name."""
        return named_source(word, self.called("shell"))

    def check(self, value: object, door: str) -> Source | tuple[Source, ...]:
        """The content."""
        return self._source(value, door)

    def _source(self, value: object, door: str) -> Source:
        if isinstance(value, Source):
            return value
        if isinstance(value, dict) and set(value) == {"base64"}:
            content = Content(self.name, self.help, limit=self.limit).check(value["base64"], door)
            return Source(self.called(door), content=content)
        if isinstance(value, (dict, list)):
            value = json.dumps(Record(self.name, self.help, limit=self.limit).check(value, door))
        if not isinstance(value, str):
            raise self.fault(door, "the content of a file, as text or as JSON", value)
        text = Text(self.name, self.help, limit=self.limit).check(value, door)
        return Source(self.called(door), content=text.encode())

    def repeated(self, checked: Any) -> object:
        """The content, or name, length and digest of a long one."""
        return checked.to_json()

    def typed(self, plain: Any) -> list[str | Typed]:
        """The content, which a file holds."""
        if isinstance(plain, dict) and set(plain) == {"base64"}:
            return [Typed(base64.b64decode(plain["base64"]))]
        return [Typed((json.dumps(plain) if isinstance(plain, (dict, list)) else plain).encode())]

    def schema(self) -> dict[str, object]:
        """Text, or JSON."""
        return {"type": ["string", "object", "array"], "maxLength": self.limit}


class File(FileField["Source | None"]):
    """One file."""


@dataclass(frozen=True, repr=False, eq=False)
class Files(FileField[tuple[Source, ...]]):
    """Several files, each as :class:`File` takes it."""

    is_many: ClassVar[bool] = True
    default: object = ()
    most: int = 100

    def word(self, word: Sequence[str]) -> list[Source]:
        """The files of those names."""
        return [named_source(each, self.called("shell")) for each in word]

    def check(self, value: object, door: str) -> tuple[Source, ...]:
        """The contents."""
        values = value if isinstance(value, (list, tuple)) else [value]
        if door != "shell" and len(values) > self.most:
            raise LimitError(f"{self.name!r} has {len(values)} files; the studio takes at most {self.most}")
        return tuple([self._source(each, door) for each in values])

    def repeated(self, checked: Sequence[Source]) -> object:
        """The contents."""
        return [each.to_json() for each in checked]

    def schema(self) -> dict[str, object]:
        """A list of contents."""
        return {"type": "array", "maxItems": self.most, "items": super().schema()}


@dataclass(frozen=True, repr=False, eq=False)
class Content(Field["bytes | None"]):
    """The content of a file, in base64, of at most ``limit`` bytes; at the shell its name may have to end so."""

    limit: int = 500_000
    suffix: str = ""

    def check(self, value: object, door: str) -> bytes:
        """The bytes."""
        if not isinstance(value, str):
            raise self.fault(door, "the content of a file in base64", value)
        try:
            content = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise self.fault(door, "the content of a file in base64", value) from None
        if len(content) > self.limit:
            raise LimitError(f"{self.name!r} has {len(content)} bytes; the studio takes at most {self.limit}")
        return content

    def repeated(self, checked: bytes) -> object:
        """The content in base64, or name, length and digest of a long one."""
        found = Stored.of_bytes(checked).to_json()
        return found if isinstance(found, dict) and "sha256" in found else base64.b64encode(checked).decode()

    def typed(self, plain: Any) -> list[str | Typed]:
        """The content, which a file holds."""
        return [Typed(base64.b64decode(plain), self.suffix)]

    def schema(self) -> dict[str, object]:
        """Base64."""
        return {"type": "string", "contentEncoding": "base64", "maxLength": (self.limit + 2) // 3 * 4}


@dataclass(frozen=True, repr=False, eq=False)
class Whole(Field["int | None"]):
    """A whole number; the studio may take numbers from ``studio_minimum`` to ``studio_maximum`` only."""

    minimum: int = 0
    maximum: int = 2**53
    studio_minimum: int | None = None
    studio_maximum: int | None = None

    def word(self, word: str) -> object:
        """The number, if it is one."""
        digits = word[1:] if word[:1] in ("+", "-") else word
        # int() alone would take '1_0' and '１', and a long time for a million digits.
        return int(word) if digits.isascii() and digits.isdigit() and len(digits) <= 30 else word

    def check(self, value: object, door: str) -> int:
        """The number."""
        minimum, maximum = (self.minimum, self.maximum) if door == "shell" else self._at_studio
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
            raise self.fault(door, f"a whole number from {minimum} to {maximum}", value)
        return value

    def schema(self) -> dict[str, object]:
        """A whole number."""
        minimum, maximum = self._at_studio
        return {"type": "integer", "minimum": minimum, "maximum": maximum}

    @property
    def _at_studio(self) -> tuple[int, int]:
        return (
            self.minimum if self.studio_minimum is None else self.studio_minimum,
            self.maximum if self.studio_maximum is None else self.studio_maximum,
        )


@dataclass(frozen=True, repr=False, eq=False)
class Number(Field["float | None"]):
    """A number."""

    minimum: float = 0.0
    maximum: float = 1e9

    def word(self, word: str) -> object:
        """The number, if it is one."""
        if len(word) <= 30 and word.isascii() and "_" not in word and word == word.strip():
            with suppress(ValueError):
                number = float(word)
                return number if math.isfinite(number) else word
        return word

    def check(self, value: object, door: str) -> float:
        """The number."""
        expected = f"a number from {self.minimum:g} to {self.maximum:g}"
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.fault(door, expected, value)
        if not (math.isfinite(value) and self.minimum <= value <= self.maximum):
            raise self.fault(door, expected, value)
        return float(value)

    def schema(self) -> dict[str, object]:
        """A number."""
        return {"type": "number", "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True, repr=False, eq=False)
class Seconds(Number):
    """A number of seconds; the studio may take up to ``maximum``."""

    metavar: str = "SECONDS"
    maximum: float = 3600.0

    def check(self, value: object, door: str) -> float:
        """The seconds."""
        most = MAX_SECONDS if door == "shell" else self.maximum
        # Neither nan nor infinity is.
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value <= most:
            return float(value)
        raise self.fault(door, f"a number of seconds, more than 0 and at most {most:.12g}", value)

    def schema(self) -> dict[str, object]:
        """A number."""
        return {"type": "number", "exclusiveMinimum": 0, "maximum": self.maximum}


@dataclass(frozen=True, repr=False, eq=False)
class Flag(Field[bool]):
    """Yes or no; ``off`` is a spelling at the shell that says no: the last one counts.

    It is shown where the ``default`` is None and the field :meth:`optional`, so that leaving both out is neither.
    """

    default: object = False
    off: str = ""

    def check(self, value: object, door: str) -> bool:
        """Yes or no."""
        if not isinstance(value, bool):
            raise self.fault(door, "true or false", value)
        return value

    def schema(self) -> dict[str, object]:
        """Yes or no."""
        return {"type": "boolean"}


@dataclass(frozen=True, repr=False, eq=False)
class Choice(Field["Word_co | None"], Generic[Word_co]):
    """One of a few words; ``meant`` returns the word for another name of it."""

    choices: tuple[Word_co, ...] = ()
    meant: Callable[[str], str] = str

    def with_default(self, default: object) -> Field[Word_co]:
        """The same field with a word for those who leave it out."""
        return cast("Field[Word_co]", replace(self, default=default))

    def check(self, value: object, door: str) -> str:
        """The word."""
        value = self.meant(value) if isinstance(value, str) else value
        if not isinstance(value, str) or value not in self.choices:
            raise self.fault(door, f"one of {', '.join(self.choices)}", value)
        return value

    def schema(self) -> dict[str, object]:
        """One of the words."""
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True, repr=False, eq=False)
class TextsField(Field[Value_co]):
    """A list of texts, or one alone; the studio takes ``most`` of at most ``limit`` characters each.

    ``hyphened`` says of a word of the command line that begins with a hyphen whether it is such a text and not an
    option.
    """

    is_many: ClassVar[bool] = True
    default: object = ()
    most: int = 100
    limit: int = 2000
    hyphened: Callable[[str], bool] | None = None

    def check(self, value: object, door: str) -> object:
        """The texts."""
        return self._texts(value, door)

    def _texts(self, value: object, door: str) -> tuple[str, ...]:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, (list, tuple)):
            raise self.fault(door, "a list of texts", value)
        if door != "shell" and len(values) > self.most:
            raise LimitError(f"{self.name!r} has {len(values)} entries; the studio takes at most {self.most}")
        one = Text(self.name, self.help, argument=self.argument, metavar=self.metavar, limit=self.limit)
        return tuple([one.check(each, door) for each in values])

    def repeated(self, checked: Any) -> object:
        """The texts, as a list even if one came alone."""
        return [each.source.to_json() if isinstance(each, FileText) else each for each in checked]

    def schema(self) -> dict[str, object]:
        """A list of texts."""
        return {"type": "array", "maxItems": self.most, "items": {"type": "string", "maxLength": self.limit}}


@dataclass(frozen=True, repr=False, eq=False)
class Texts(TextsField[tuple[Value_co, ...]]):
    """Texts that are each read by ``parse``; ``Texts[str]`` has them as they are."""

    parse: Callable[[str], Value_co] = cast("Callable[[str], Value_co]", str)  # noqa: RUF009 - it is a function

    def value(self, checked: tuple[str, ...]) -> tuple[Value_co, ...]:
        """What the texts mean."""
        return tuple([self.parse(each) for each in checked])


@dataclass(frozen=True, repr=False, eq=False)
class Record(Field[object]):
    """A JSON object or list as an earlier answer had it, of at most ``limit`` characters."""

    limit: int = 200_000

    def check(self, value: object, door: str) -> dict[str, object] | list[object]:
        """The object or list."""
        if not isinstance(value, (dict, list)):
            raise self.fault(door, "an object or a list of an answer", value)
        try:
            length = len(json.dumps(value))
        except (ValueError, RecursionError):
            raise LimitError(f"{self.name!r} is nested too deeply, or contains a number that is too long") from None
        if length > self.limit:
            raise LimitError(f"{self.name!r} has {length} characters; the studio takes at most {self.limit}")
        return value

    def typed(self, plain: object) -> list[str | Typed]:
        """The JSON, which a file holds."""
        return [Typed(json.dumps(plain).encode())]

    def schema(self) -> dict[str, object]:
        """An object or a list."""
        return {"type": ["object", "array"]}


# --- Fields that mean the same in every question ----------------------------------------------------------------------

SEED = Whole("seed", "Seed of all random choices; the same seed gives the same answer.", metavar="N", maximum=2**64 - 1)
THREADS = Whole("threads", "Number of threads.", metavar="N", minimum=1, maximum=1024, doors=("shell",))
CHECKPOINT = Text(
    "checkpoint",
    "Save finished work in FILE, and continue from it.",
    metavar="FILE",
    doors=("shell",),
    repeated_in=False,
)
CLUSTER = Text(
    "cluster", "Address of a Dask cluster to work on, such as tcp://host:8786.", metavar="ADDRESS", doors=("shell",),
    repeated_in=False,
)  # fmt: skip


STRICT = Flag(
    "strict",
    "With --file: stop at a line that cannot be read. Otherwise the line has the reason, and the exit code is 1.",
    doors=("shell",),
    repeated_in=False,
)
"""Where one of many lines that cannot be read costs no more than its own answer: the flag against that."""
TIME_LIMIT = Seconds("time_limit", "Stop after this many seconds.")
"""The desk has these seconds."""
LIMIT = Whole("limit", "Maximum number of answers.", metavar="N", minimum=1, maximum=10**12, studio_maximum=1000)
"""How many answers there may be."""


def limit_field(help: str, studio: int) -> Whole:
    """The field ``limit`` with other words, of which the studio takes another number."""
    return replace(LIMIT, help=help, studio_maximum=studio)


def shown(value: object) -> str:
    """A value in a message: short, whatever it is."""
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    if value is None or isinstance(value, bool):
        return {None: "nothing", True: "true", False: "false"}[value]
    if isinstance(value, int) and abs(value) >= 10**30:
        return "a number of more than thirty digits"
    return str(value).removesuffix(".0")
