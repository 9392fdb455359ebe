"""The parameters of a question as they come in JSON: read into plain values or refused in one sentence.

A field reads a value, says in JSON Schema what it takes, and knows its limits; nothing that a client sends gets further
without having passed one. No field is a path: what the command line reads from files comes as text.
"""

from __future__ import annotations

import base64
import binascii
import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, quote
from shapewright.storage.stored import MAX_REPEATED, Stored

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

MAX_TEXT = 200_000


@dataclass(frozen=True)
class Field:
    """One parameter; without ``required`` it may be left out, and is then ``default``."""

    name: str
    help: str
    required: bool = False
    default: Any = None

    def read(self, value: Any) -> Any:
        """The value as the question takes it; raises ``NotationError`` or ``LimitError`` in one sentence."""
        return self._read(value)

    def schema(self) -> dict[str, Any]:
        """The JSON Schema of what is taken."""
        return self._schema()

    def repeated(self, value: Any) -> Any:
        """The value, once read, as an answer repeats it."""
        return value

    def _read(self, value: Any) -> Any:
        raise NotImplementedError

    def _schema(self) -> dict[str, Any]:
        raise NotImplementedError

    def fault(self, expected: str, value: Any) -> NotationError:
        """The error that something else than ``expected`` came."""
        return NotationError(f"{self.name!r} takes {expected}, not {shown(value)}")


@dataclass(frozen=True)
class Text(Field):
    """Text of at most ``limit`` characters."""

    limit: int = 10_000

    def _read(self, value: Any) -> str:
        if not isinstance(value, str):
            raise self.fault("text", value)
        if len(value) > self.limit:
            raise LimitError(f"{self.name!r} has {len(value)} characters; the studio takes at most {self.limit}")
        try:
            value.encode()
        except UnicodeEncodeError as error:
            raise NotationError(f"{self.name!r} has half of a character at position {error.start}") from None
        return value

    def _schema(self) -> dict[str, Any]:
        return {"type": "string", "maxLength": self.limit}

    def repeated(self, value: str) -> Any:
        """The text, or what tells a long one from others."""
        return Stored.of_bytes(value.encode()).to_json()


@dataclass(frozen=True)
class Content(Field):
    """The content of a file, in base64, of at most ``limit`` bytes."""

    limit: int = 500_000

    def repeated(self, value: bytes) -> Any:
        """The content in base64, or what tells a long one from others."""
        stored = Stored.of_bytes(value)
        return stored.to_json() if stored.length > MAX_REPEATED else base64.b64encode(value).decode()

    def _read(self, value: Any) -> bytes:
        if not isinstance(value, str):
            raise self.fault("the content of a file in base64", value)
        try:
            content = base64.b64decode(value, validate=True)
        except (binascii.Error, ValueError):
            raise self.fault("the content of a file in base64", value) from None
        if len(content) > self.limit:
            raise LimitError(f"the file has {len(content)} bytes; the studio takes at most {self.limit}")
        return content

    def _schema(self) -> dict[str, Any]:
        return {"type": "string", "contentEncoding": "base64", "maxLength": (self.limit + 2) // 3 * 4}


@dataclass(frozen=True)
class Whole(Field):
    """A whole number."""

    minimum: int = 0
    maximum: int = 2**53

    def _read(self, value: Any) -> int:
        expected = f"a whole number from {self.minimum} to {self.maximum}"
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(expected, value)
        if not self.minimum <= value <= self.maximum:
            raise self.fault(expected, value)
        return value

    def _schema(self) -> dict[str, Any]:
        return {"type": "integer", "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True)
class Number(Field):
    """A number, such as of seconds."""

    minimum: float = 0.0
    maximum: float = 1e9

    def _read(self, value: Any) -> float:
        expected = f"a number from {self.minimum:g} to {self.maximum:g}"
        if not isinstance(value, (int, float)) or isinstance(value, bool):
            raise self.fault(expected, value)
        if not (math.isfinite(value) and self.minimum <= value <= self.maximum):
            raise self.fault(expected, value)
        return float(value)

    def _schema(self) -> dict[str, Any]:
        return {"type": "number", "minimum": self.minimum, "maximum": self.maximum}


@dataclass(frozen=True)
class Flag(Field):
    """Yes or no."""

    default: Any = False

    def _read(self, value: Any) -> bool:
        if not isinstance(value, bool):
            raise self.fault("true or false", value)
        return value

    def _schema(self) -> dict[str, Any]:
        return {"type": "boolean"}


@dataclass(frozen=True)
class Choice(Field):
    """One of a few words."""

    choices: tuple[str, ...] = ()

    def _read(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.choices:
            raise self.fault(f"one of {', '.join(self.choices)}", value)
        return value

    def _schema(self) -> dict[str, Any]:
        return {"type": "string", "enum": list(self.choices)}


@dataclass(frozen=True)
class Texts(Field):
    """A list of texts, or one alone."""

    default: Any = ()
    most: int = 100
    limit: int = 2000

    def repeated(self, value: tuple[str, ...]) -> list[str]:
        """The texts, as a list even if one came alone."""
        return list(value)

    def _read(self, value: Any) -> tuple[str, ...]:
        values = [value] if isinstance(value, str) else value
        if not isinstance(values, list):
            raise self.fault("a list of texts", value)
        if len(values) > self.most:
            raise LimitError(f"{self.name!r} has {len(values)} entries; the studio takes at most {self.most}")
        one = Text(self.name, self.help, limit=self.limit)
        return tuple([one.read(each) for each in values])

    def _schema(self) -> dict[str, Any]:
        return {"type": "array", "maxItems": self.most, "items": {"type": "string", "maxLength": self.limit}}


@dataclass(frozen=True)
class Record(Field):
    """A JSON object or list as an earlier answer had it, of at most ``limit`` characters."""

    limit: int = 200_000

    def _read(self, value: Any) -> Any:
        if not isinstance(value, (dict, list)):
            raise self.fault("an object or a list of an answer", value)
        try:
            length = len(json.dumps(value))
        except (ValueError, RecursionError):
            raise LimitError(f"{self.name!r} is nested too deeply, or has too long a number in it") from None
        if length > self.limit:
            raise LimitError(f"{self.name!r} has {length} characters; the studio takes at most {self.limit}")
        return value

    def _schema(self) -> dict[str, Any]:
        return {"type": ["object", "array"]}


@dataclass(frozen=True)
class Upload(Field):
    """What the command line reads from a file: its text, or the JSON in it; of at most ``limit`` characters."""

    limit: int = 500_000

    def repeated(self, value: str) -> Any:
        """The content, or what tells a long one from others."""
        return Stored.of_bytes(value.encode()).to_json()

    def _read(self, value: Any) -> str:
        if isinstance(value, (dict, list)):
            value = json.dumps(Record(self.name, self.help, limit=self.limit).read(value))
        if not isinstance(value, str):
            raise self.fault("the content of a file, as text or as JSON", value)
        return Text(self.name, self.help, limit=self.limit).read(value)  # type: ignore[no-any-return]

    def _schema(self) -> dict[str, Any]:
        return {"type": ["string", "object", "array"], "maxLength": self.limit}


def read_parameters(fields: Iterable[Field], body: Any) -> dict[str, Any]:
    """The values of all ``fields``, from a JSON object that names some of them.

    >>> read_parameters([Whole("limit", "", default=1), Flag("canonical", "")], {"limit": 3})
    {'limit': 3, 'canonical': False}

    Raises ``NotationError`` for anything but an object, for a parameter that there is not, or that is missing.
    """
    if not isinstance(body, dict):
        raise NotationError(f"a question is a JSON object with its parameters, not {shown(body)}")
    known = {field.name: field for field in fields}
    for name in body:
        if name not in known:
            listed = ", ".join(known) or "none"
            raise NotationError(f"there is no parameter {quote(str(name))}; there are {listed}")
    values = {}
    for name, field in known.items():
        if body.get(name) is not None:
            values[name] = field.read(body[name])
        elif field.required:
            raise NotationError(f"the parameter {name!r} is missing: {field.help}")
        else:
            values[name] = field.default
    return values


def given(fields: Iterable[Field], values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters that say something else than the command line's defaults, as an answer repeats them.

    ``values`` are those that :func:`read_parameters` gave.
    """
    found = {}
    for field in fields:
        value = values.get(field.name)
        if value is not None and value != field.default:
            found[field.name] = field.repeated(value)
    return found


def schema(fields: Iterable[Field]) -> dict[str, Any]:
    """The JSON Schema of the body that names these fields."""
    fields = tuple(fields)
    properties = {}
    for field in fields:
        properties[field.name] = {**field.schema(), "description": field.help}
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
    return str(value)
