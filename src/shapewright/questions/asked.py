"""What a question was asked: the values of its fields, each with the type that the field reads.

:func:`check_parameters` checks what a door hands over by name, and an :class:`Asked` made of that is what the functions
of a question work with: ``asked[LIMIT]`` is the value of the field ``LIMIT``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from typing import TypeVar, cast

from shapewright.errors import NotationError, quote
from shapewright.questions.fields import Field, shown

Value = TypeVar("Value")


class Asked:
    """What a question was asked.

    >>> from shapewright.questions.fields import Flag, Whole
    >>> LIMIT, CANONICAL = Whole("limit", "Number of answers.").with_default(1), Flag("canonical", "The first of each.")
    >>> asked = Asked((LIMIT, CANONICAL), {"limit": 3})
    >>> asked[LIMIT], asked[CANONICAL], LIMIT in asked, CANONICAL in asked
    (3, False, True, False)

    The ``fields`` are those of the question, and a field that is not among them raises ``KeyError`` with its name.
    ``checked`` are the plain values that were given (see :func:`check_parameters`), by name; all are read at once, and
    raise ``ShapewrightError``.
    """

    def __init__(self, fields: Iterable[Field[object]], checked: Mapping[str, object]) -> None:
        self._fields = {field.key: field for field in fields}
        self._plain = checked
        self._made: dict[Callable[[Asked], object], object] = {}
        self._values = {key: _read(field, checked.get(field.name)) for key, field in self._fields.items()}

    def __getitem__(self, field: Field[Value]) -> Value:
        """Return the value of a field: what was given, or else the default."""
        if field.key not in self._values:
            raise KeyError(field.name)
        return cast("Value", self._values[field.key])

    def get(self, field: Field[Value], default: Value) -> Value:
        """Return the value of a field; ``default`` where the question has no such field."""
        return self[field] if field.key in self._fields else default

    def __contains__(self, field: Field[object]) -> bool:
        """Whether a value was given."""
        return field.key in self._fields and self._plain.get(self._fields[field.key].name) is not None

    def replace(self, values: Mapping[Field[object], object]) -> Asked:
        """Return the same question with these values; fields that it did not have are added."""
        made = copy(self)
        made._made = {}
        made._fields = {**{field.key: field for field in values}, **self._fields}
        made._values = {**self._values, **{field.key: value for field, value in values.items()}}
        return made

    def once(self, make: Callable[[Asked], Value]) -> Value:
        """Return what ``make`` makes of this, which is made once, however often it is wanted."""
        if make not in self._made:
            self._made[make] = make(self)
        return cast("Value", self._made[make])

    # --- For lines of Python, which repeat what was given -------------------------------------------------------------

    def plain(self, field: Field[object]) -> object:
        """Return the plain value of a field, as JSON has it: what was given, or else the default."""
        own = self._fields[field.key]
        found = self._plain.get(own.name)
        return own.default if found is None else found

    def text(self, field: Field[object]) -> str:
        """Return the plain value of a field that is text; nothing if it was left out."""
        return str(self.plain(field) or "")

    def some(self, *fields: Field[object]) -> dict[str, object]:
        """Return the plain values that were given of these fields, by name."""
        return {field.name: self.plain(field) for field in fields if field in self}


class Repeated(Asked):
    """What a question was asked by plain values that an answer repeats; each is read when it is needed."""

    def __init__(self, fields: Iterable[Field[object]], plain: Mapping[str, object]) -> None:
        self._fields = {field.key: field for field in fields}
        self._plain = plain
        self._made = {}
        self._values = {}

    def __getitem__(self, field: Field[Value]) -> Value:
        """Return the value of a field: what was given, or else the default."""
        own = self._fields.get(field.key)
        if own is not None and field.key not in self._values:
            plain = self._plain.get(own.name)
            self._values[field.key] = _read(own, None if plain is None else own.check(plain, "shell"))
        return super().__getitem__(field)


def _read(field: Field[object], plain: object) -> object:
    plain = field.default if plain is None else plain
    return None if plain is None else field.value(plain)


def check_parameters(fields: Iterable[Field[object]], body: object, door: str = "studio") -> dict[str, object]:
    """The checked values of a JSON object that names some of the ``fields``.

    >>> from shapewright.questions.fields import Flag, Whole
    >>> check_parameters([Whole("limit", ""), Flag("canonical", "")], {"limit": 3})
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


def given(fields: Iterable[Field[object]], checked: Mapping[str, object]) -> dict[str, object]:
    """The parameters that an answer repeats: enough to ask again; what is left at its default is left out."""
    found = {}
    for field in fields:
        value = checked.get(field.name)
        if field.repeated_in and value is not None and value != field.default:
            found[field.name] = field.repeated(value)
    return found


def schema(fields: Iterable[Field[object]]) -> dict[str, object]:
    """The JSON Schema of the body that names these fields."""
    fields = tuple(fields)
    properties = {}
    for field in fields:
        usual = f" The default is {field.usual}." if field.usual else ""
        default = {"default": field.default} if isinstance(field.default, (str, int, float)) else {}
        properties[field.name] = {**field.schema(), "description": field.help + usual, **default}
    required = [field.name for field in fields if field.required]
    whole: dict[str, object] = {"type": "object", "additionalProperties": False, "properties": properties}
    return {**whole, "required": required} if required else whole
