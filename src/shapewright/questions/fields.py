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
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from shapewright.errors import LimitError, NotationError, quote
from shapewright.questions.source import FileText, Source, Word, parsed
from shapewright.questions.words import named_source, named_text
from shapewright.storage.stored import Stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = [
    "CHECKPOINT",
    "CLUSTER",
    "SEED",
    "THREADS",
    "Choice",
    "Content",
    "Field",
    "File",
    "Files",
    "Flag",
    "Number",
    "Parsed",
    "Record",
    "Seconds",
    "Text",
    "Texts",
    "Typed",
    "Whole",
    "check_parameters",
    "given",
    "limit_field",
    "schema",
    "shown",
    "strict_field",
    "time_limit_field",
    "values_of",
]

MAX_SECONDS = 10 * 365 * 86400
MAX_TEXT = 64 << 20


@dataclass(frozen=True)
class Typed:
    """The content of a file that a command line names; with a ``suffix`` the file must have a name that ends so."""

    content: bytes
    suffix: str = ""


@dataclass(frozen=True, repr=False, eq=False)
class Field:
    """One field; without ``required`` it may be left out, and is then ``default``.

    At the shell it is an option ``--name`` (also ``short``, such as ``-p``; ``old`` spellings are understood and not
    shown), or, if it is an ``argument``, a word without one. ``metavar`` stands for its value in help. ``doors`` are
    those that have it. What only says how an answer is made, not what is asked, is not ``repeated_in`` it. ``usual``
    says in words what is meant without the field, where ``default`` does not. A field of the studio alone may be
    ``typed_as`` another one at the shell. A field with ``shown_in`` is refused for files of other suffixes, in which
    it would change nothing. A shell completes its ``names``.
    """

    name: str
    help: str
    required: bool = False
    default: Any = None
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

    def at(self, *doors: str) -> Self:
        """The same field at these doors only."""
        return replace(self, doors=doors)

    def optional(self) -> Self:
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

    def word(self, word: Any) -> Any:
        """The plain value of a word of the command line."""
        return word

    def check(self, value: Any, door: str) -> Any:
        """The plain value, if it can be one; raises ``NotationError`` or ``LimitError`` in one sentence."""
        raise NotImplementedError

    def value(self, checked: Any) -> Any:
        """What the question works with; raises ``ShapewrightError``."""
        return checked

    def repeated(self, checked: Any) -> Any:
        """The checked value as an answer repeats it."""
        return checked

    def typed(self, plain: Any) -> list[str | Typed]:
        """The words of a command line that have this plain value, each a word or what a file must hold."""
        if isinstance(plain, float) and plain.is_integer():
            plain = int(plain)
        return [str(each) for each in (plain if isinstance(plain, (list, tuple)) else [plain])]

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what is taken."""
        raise NotImplementedError

    def fault(self, door: str, expected: str, value: Any) -> NotationError:
        """The error that something else than ``expected`` came."""
        return NotationError(f"{self.called(door)} takes {expected}, not {shown(value)}")


@dataclass(frozen=True, repr=False, eq=False)
class Text(Field):
    """Text; the studio takes ``limit`` characters of it."""

    limit: int = 10_000

    def check(self, value: Any, door: str) -> str:
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

    def repeated(self, checked: Any) -> Any:
        """The text, or name, length and digest of a long one."""
        if isinstance(checked, FileText):
            return checked.source.to_json()
        return Stored.of_bytes(checked.encode(errors="surrogateescape")).to_json()

    def schema(self) -> dict[str, Any]:
        """Text."""
        return {"type": "string", "maxLength": self.limit}


@dataclass(frozen=True, repr=False, eq=False)
class Parsed(Text):
    """Text in a notation, read by ``parse``; at the shell also a file (or ``-``) with the text in it.

    ``parse_file`` reads the content of a file where that is written otherwise than a word: text of several lines is
    taken for it, too. ``parse_word`` reads a word of the command line, where a mistyped name of a file is likely.
    """

    parse: Callable[[str], Any] = str
    parse_file: Callable[[str], Any] | None = None
    parse_word: Callable[[str], Any] | None = None

    def word(self, word: Any) -> Any:
        """The text, of the file if it is one."""
        return named_text(word)

    def value(self, checked: str) -> Any:
        """The value that the text means."""
        if isinstance(checked, FileText):
            return parsed(checked.source.place, str(checked), self.parse_file or self.parse)
        if self.parse_file is not None and "\n" in checked.strip():
            return self.parse_file(str(checked))
        if isinstance(checked, Word):
            return (self.parse_word or self.parse)(str(checked))
        return self.parse(checked)


@dataclass(frozen=True, repr=False, eq=False)
class File(Field):
    """A file, as a :class:`Source`: a path (or ``-``) at the shell, elsewhere its content.

    In JSON that is its text, the JSON in it, or ``{"base64": ...}``, of at most ``limit`` characters.
    """

    limit: int = 500_000

    def word(self, word: Any) -> Any:
        """The file of that name."""
        return named_source(word, self.called("shell"))

    def check(self, value: Any, door: str) -> Source:
        """The content."""
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

    def repeated(self, checked: Source) -> Any:
        """The content, or name, length and digest of a long one."""
        return checked.to_json()

    def typed(self, plain: Any) -> list[str | Typed]:
        """The content, which a file holds."""
        if isinstance(plain, dict) and set(plain) == {"base64"}:
            return [Typed(base64.b64decode(plain["base64"]))]
        return [Typed((json.dumps(plain) if isinstance(plain, (dict, list)) else plain).encode())]

    def schema(self) -> dict[str, Any]:
        """Text, or JSON."""
        return {"type": ["string", "object", "array"], "maxLength": self.limit}


@dataclass(frozen=True, repr=False, eq=False)
class Files(File):
    """Several files, each as :class:`File` takes it."""

    default: Any = ()
    most: int = 100

    def word(self, word: Any) -> Any:
        """The files of those names."""
        return [super(Files, self).word(each) for each in word]

    def check(self, value: Any, door: str) -> Any:
        """The contents."""
        values = value if isinstance(value, (list, tuple)) else [value]
        if door != "shell" and len(values) > self.most:
            raise LimitError(f"{self.name!r} has {len(values)} files; the studio takes at most {self.most}")
        return tuple([super(Files, self).check(each, door) for each in values])

    def repeated(self, checked: Any) -> Any:
        """The contents."""
        return [each.to_json() for each in checked]

    def schema(self) -> dict[str, Any]:
        """A list of contents."""
        return {"type": "array", "maxItems": self.most, "items": super().schema()}


@dataclass(frozen=True, repr=False, eq=False)
class Content(Field):
    """The content of a file, in base64, of at most ``limit`` bytes; at the shell its name may have to end so."""

    limit: int = 500_000
    suffix: str = ""

    def check(self, value: Any, door: str) -> bytes:
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

    def repeated(self, checked: bytes) -> Any:
        """The content in base64, or name, length and digest of a long one."""
        found = Stored.of_bytes(checked).to_json()
        return found if isinstance(found, dict) and "sha256" in found else base64.b64encode(checked).decode()

    def typed(self, plain: Any) -> list[str | Typed]:
        """The content, which a file holds."""
        return [Typed(base64.b64decode(plain), self.suffix)]

    def schema(self) -> dict[str, Any]:
        """Base64."""
        return {"type": "string", "contentEncoding": "base64", "maxLength": (self.limit + 2) // 3 * 4}


@dataclass(frozen=True, repr=False, eq=False)
class Whole(Field):
    """A whole number; the studio may take numbers from ``studio_minimum`` to ``studio_maximum`` only."""

    minimum: int = 0
    maximum: int = 2**53
    studio_minimum: int | None = None
    studio_maximum: int | None = None

    def word(self, word: Any) -> Any:
        """The number, if it is one."""
        digits = word[1:] if word[:1] in ("+", "-") else word
        # int() alone would take '1_0' and '１', and a long time for a million digits.
        return int(word) if digits.isascii() and digits.isdigit() and len(digits) <= 30 else word

    def check(self, value: Any, door: str) -> int:
        """The number."""
        minimum, maximum = (self.minimum, self.maximum) if door == "shell" else self._at_studio
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value <= maximum:
            raise self.fault(door, f"a whole number from {minimum} to {maximum}", value)
        return value

    def schema(self) -> dict[str, Any]:
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
class Number(Field):
    """A number."""

    minimum: float = 0.0
    maximum: float = 1e9

    def word(self, word: Any) -> Any:
        """The number, if it is one."""
        if len(word) <= 30 and word.isascii() and "_" not in word and word == word.strip():
            with suppress(ValueError):
                number = float(word)
                return number if math.isfinite(number) else word
        return word

    def check(self, value: Any, door: str) -> float:
        """The number."""
        expected = f"a number from {self.minimum:g} to {self.maximum:g}"
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.fault(door, expected, value)
        if not (math.isfinite(value) and self.minimum <= value <= self.maximum):
            raise self.fault(door, expected, value)
        return float(value)

    def schema(self) -> dict[str, Any]:
        """A number."""
        return {"type": "number", "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True, repr=False, eq=False)
class Seconds(Number):
    """A number of seconds; the studio may take up to ``maximum``."""

    metavar: str = "SECONDS"
    maximum: float = 3600.0

    def check(self, value: Any, door: str) -> float:
        """The seconds."""
        most = MAX_SECONDS if door == "shell" else self.maximum
        # Neither nan nor infinity is.
        if isinstance(value, (int, float)) and not isinstance(value, bool) and 0 < value <= most:
            return float(value)
        raise self.fault(door, f"a number of seconds, more than 0 and at most {most:.12g}", value)

    def schema(self) -> dict[str, Any]:
        """A number."""
        return {"type": "number", "exclusiveMinimum": 0, "maximum": self.maximum}


@dataclass(frozen=True, repr=False, eq=False)
class Flag(Field):
    """Yes or no; ``off`` is a spelling at the shell that says no: the last one counts.

    It is shown where the ``default`` is None, so that leaving both out is neither.
    """

    default: Any = False
    off: str = ""

    def check(self, value: Any, door: str) -> bool:
        """Yes or no."""
        if not isinstance(value, bool):
            raise self.fault(door, "true or false", value)
        return value

    def schema(self) -> dict[str, Any]:
        """Yes or no."""
        return {"type": "boolean"}


@dataclass(frozen=True, repr=False, eq=False)
class Choice(Field):
    """One of a few words; ``meant`` returns the word for another name of it."""

    choices: tuple[str, ...] = ()
    meant: Callable[[str], str] = str

    def check(self, value: Any, door: str) -> str:
        """The word."""
        value = self.meant(value) if isinstance(value, str) else value
        if not isinstance(value, str) or value not in self.choices:
            raise self.fault(door, f"one of {', '.join(self.choices)}", value)
        return value

    def schema(self) -> dict[str, Any]:
        """One of the words."""
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True, repr=False, eq=False)
class Texts(Field):
    """A list of texts, or one alone; the studio takes ``most`` of at most ``limit`` characters each.

    Each is read by ``parse``. ``hyphened`` says of a word of the command line that begins with a hyphen whether it is
    such a text and not an option.
    """

    default: Any = ()
    most: int = 100
    limit: int = 2000
    parse: Callable[[str], Any] = str
    hyphened: Callable[[str], bool] | None = None

    def check(self, value: Any, door: str) -> tuple[str, ...]:
        """The texts."""
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, (list, tuple)):
            raise self.fault(door, "a list of texts", value)
        if door != "shell" and len(values) > self.most:
            raise LimitError(f"{self.name!r} has {len(values)} entries; the studio takes at most {self.most}")
        one = Text(self.name, self.help, argument=self.argument, metavar=self.metavar, limit=self.limit)
        return tuple([one.check(each, door) for each in values])

    def value(self, checked: tuple[str, ...]) -> Any:
        """What the texts mean."""
        return tuple([self.parse(each) for each in checked])

    def repeated(self, checked: tuple[str, ...]) -> Any:
        """The texts, as a list even if one came alone."""
        return [each.source.to_json() if isinstance(each, FileText) else each for each in checked]

    def schema(self) -> dict[str, Any]:
        """A list of texts."""
        return {"type": "array", "maxItems": self.most, "items": {"type": "string", "maxLength": self.limit}}


@dataclass(frozen=True, repr=False, eq=False)
class Record(Field):
    """A JSON object or list as an earlier answer had it, of at most ``limit`` characters."""

    limit: int = 200_000

    def check(self, value: Any, door: str) -> Any:
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

    def typed(self, plain: Any) -> list[str | Typed]:
        """The JSON, which a file holds."""
        return [Typed(json.dumps(plain).encode())]

    def schema(self) -> dict[str, Any]:
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


def strict_field(file: str = "--file") -> Flag:
    """Where one of many lines that cannot be read costs no more than its own answer: the flag against that."""
    return Flag(
        "strict", f"With {file}: stop at a line that cannot be read. Otherwise the line has the reason, and the exit "
        "code is 1.", doors=("shell",), repeated_in=False,
    )  # fmt: skip


def time_limit_field(help: str = "Stop after this many seconds.", studio: float = 3600.0) -> Seconds:
    """The field ``time_limit``, whose seconds the desk has."""
    return Seconds("time_limit", help, maximum=studio)


def limit_field(
    help: str = "Maximum number of answers.", *, default: int | None = None, least: int = 1, studio: int = 1000
) -> Whole:
    """The field ``limit``: how many answers there may be."""
    return Whole("limit", help, default=default, metavar="N", minimum=least, maximum=10**12, studio_maximum=studio)


# --- All fields of a question -----------------------------------------------------------------------------------------


def check_parameters(fields: Iterable[Field], body: Any, door: str = "studio") -> dict[str, Any]:
    """The checked values of a JSON object that names some of the ``fields``.

    >>> check_parameters([Whole("limit", "", default=1), Flag("canonical", "")], {"limit": 3})
    {'limit': 3}

    Raises ``NotationError`` for anything but an object, for a field that there is not, or that is missing.
    """
    if not isinstance(body, dict):
        raise NotationError(f"a question must be a JSON object of parameters, not {shown(body)}")
    known = {field.name: field for field in fields}
    for name in body:
        if name not in known:
            listed = ", ".join(known) or "none"
            raise NotationError(f"there is no parameter {quote(str(name))}; the parameters are {listed}")
    checked = {}
    for name, field in known.items():
        if body.get(name) is not None:
            checked[name] = field.check(body[name], door)
        elif field.required:
            raise NotationError(f"the parameter {name!r} is missing: {field.help}")
    return checked


def values_of(fields: Iterable[Field], checked: Mapping[str, Any]) -> dict[str, Any]:
    """What the question works with: the values of what was given, and the defaults of the rest."""
    values = {}
    for field in fields:
        plain = checked.get(field.name, field.default)
        values[field.name] = None if plain is None else field.value(plain)
    return values


def given(fields: Iterable[Field], checked: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that an answer repeats: enough to ask again; what is left at its default is left out."""
    found = {}
    for field in fields:
        value = checked.get(field.name)
        if field.repeated_in and value is not None and value != field.default:
            found[field.name] = field.repeated(value)
    return found


def schema(fields: Iterable[Field]) -> dict[str, Any]:
    """The JSON Schema of the body that names these fields."""
    fields = tuple(fields)
    properties = {}
    for field in fields:
        usual = f" The default is {field.usual}." if field.usual else ""
        properties[field.name] = {**field.schema(), "description": field.help + usual}
        if isinstance(field.default, (str, int, float)):
            properties[field.name]["default"] = field.default
    required = [field.name for field in fields if field.required]
    whole = {"type": "object", "additionalProperties": False, "properties": properties}
    return {**whole, "required": required} if required else whole


def shown(value: Any) -> str:
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
