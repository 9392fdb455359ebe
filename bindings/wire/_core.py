"""The compiled engine. Private: use the families' modules instead.

This module has the names of the extension module ``shapewright._core`` and stands in its place where the engine is a
library behind a C interface, as in a browser: its classes and functions are made, on import, of what the library says
of itself, and talk to it in messages (bindings/wire/message.hpp). The module ``shapewright_engine`` brings them there:
``call(number: int, message: bytes) -> bytes`` and ``describe() -> str``.

An array is a ``memoryview`` with its format and shape. A stop flag is looked at once, when a call begins.
"""

from __future__ import annotations

import builtins
import json
from array import array
from collections.abc import Sequence
from math import prod
from struct import Struct
from typing import TYPE_CHECKING

from shapewright_engine import call, describe

from shapewright import errors

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

_NONE, _NO, _YES, _INTEGER, _NATURAL, _NUMBER, _BYTES, _TEXT, _SEQUENCE, _TUPLE, _PACKED, _ARRAY, _OBJECT = range(13)
_ERROR = 255
_INTEGER_OF = Struct("<Bq")
_NATURAL_OF = Struct("<BQ")
_NUMBER_OF = Struct("<Bd")
_LENGTH_OF = Struct("<BI")
_PACKED_OF = Struct("<BcI")
_OBJECT_OF = Struct("<BII")
_LENGTH = Struct("<I")
_FORMATS = {"signed": {1: b"b", 2: b"h", 4: b"i", 8: b"q"}, "unsigned": {1: b"B", 2: b"H", 4: b"I", 8: b"Q"}}


class Object:
    """Something that the engine keeps, known by its number there; 0 if it is nothing yet."""

    _number = 0
    _class = -1

    def __init__(self, *_: Any) -> None:
        raise TypeError(f"{type(self).__name__}: no constructor defined!")

    def __del__(self) -> None:
        if self._number:
            _gone.append(self._number)
            if not _calls:
                _let_go()


_gone: list[int] = []
_calls: list[int] = []  # those under way: an object may go while one is
_classes: list[type[Object]] = []


def _let_go() -> None:
    numbers = array("I", _gone)
    _gone.clear()
    call(0, numbers.tobytes())


# --- Messages to the engine -------------------------------------------------------------------------------------------


def _write(out: bytearray, value: Any) -> None:
    """Append one value."""
    kind = type(value)
    if kind is list or kind is tuple:
        _write_sequence(out, value)
    elif kind is int:
        _write_integer(out, value)
    elif value is None:
        out.append(_NONE)
    elif kind is bool:
        out.append(_YES if value else _NO)
    elif kind is bytes:
        out += _LENGTH_OF.pack(_BYTES, len(value))
        out += value
    elif isinstance(value, str):
        content = value.encode()
        out += _LENGTH_OF.pack(_TEXT, len(content))
        out += content
    elif isinstance(value, Object):
        out += _OBJECT_OF.pack(_OBJECT, value._class, value._number)
    elif isinstance(value, float):
        out += _NUMBER_OF.pack(_NUMBER, value)
    elif hasattr(value, "__index__") and not getattr(value, "shape", ()):  # an array of numpy has one, too
        _write_integer(out, value.__index__())
    elif isinstance(value, Sequence) and not isinstance(value, bytes | bytearray | memoryview | array):
        _write_sequence(out, list(value))
    else:
        _write_array(out, value)


def _write_integer(out: bytearray, value: int) -> None:
    if -(1 << 63) <= value < 1 << 63:
        out += _INTEGER_OF.pack(_INTEGER, value)
    elif 0 < value < 1 << 64:
        out += _NATURAL_OF.pack(_NATURAL, value)
    else:
        raise TypeError(f"a number is out of range: {value}")


def _write_sequence(out: bytearray, values: list[Any] | tuple[Any, ...]) -> None:
    """Append a list or tuple: its items in one piece if they are numbers of one kind."""
    first = type(values[0]) if values else None
    try:
        if first is int:
            _write_packed(out, b"q", len(values), array("q", values))
            return
        if first is float and all(type(value) is float for value in values):
            _write_packed(out, b"d", len(values), array("d", values))
            return
        if first is bool and all(type(value) is bool for value in values):
            _write_packed(out, b"?", len(values), bytes(values))
            return
    except (TypeError, OverflowError):  # of several kinds, or some from 2^63 on
        pass
    out += _LENGTH_OF.pack(_SEQUENCE, len(values))
    for value in values:
        _write(out, value)


def _write_packed(out: bytearray, form: bytes, size: int, items: array[Any] | bytes) -> None:
    out += _PACKED_OF.pack(_PACKED, form, size)
    out += bytes(-len(out) % 8)
    out += memoryview(items).cast("B") if size else b""


def _write_array(out: bytearray, value: Any) -> None:
    """Append what has a buffer, such as a memoryview, an ``array.array`` or an array of numpy."""
    try:
        view = memoryview(value)
    except TypeError:
        raise TypeError(f"incompatible function arguments: {type(value).__name__}") from None
    form = view.format.lstrip("@=<")
    if form in ("?", "d"):
        short = form.encode()
    elif len(form) == 1 and form in "bhilqnBHILQN":
        short = _FORMATS["signed" if form.islower() else "unsigned"][view.itemsize]
    else:
        raise TypeError(f"incompatible function arguments: an array of numbers of format {view.format!r}")
    out.append(_ARRAY)
    out += short
    out.append(view.ndim)
    for length in view.shape or ():
        out += _LENGTH.pack(length)
    out += bytes(-len(out) % 8)
    out += view.tobytes()


def _is_stopped(stop: object) -> bool | None:
    """What is sent for a stop flag: whether it is set already."""
    if stop is None:
        return None
    if not isinstance(stop, bytearray) or not stop:
        raise TypeError("the stop flag must be a bytearray of one byte")
    return stop[0] != 0


# --- Messages of the engine -------------------------------------------------------------------------------------------


class _Reader:
    """Reads the values of a message one after another."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.place = 0

    def value(self) -> Any:
        """The next value."""
        tag = self.content[self.place]
        place = self.place + 1
        if tag in (_INTEGER, _NATURAL, _NUMBER):
            self.place = place + 8
            form = _INTEGER_OF if tag == _INTEGER else _NATURAL_OF if tag == _NATURAL else _NUMBER_OF
            return form.unpack_from(self.content, place - 1)[1]
        if tag == _OBJECT:
            self.place = place + 8
            return self._object(*_OBJECT_OF.unpack_from(self.content, place - 1)[1:])
        if tag == _PACKED:
            _, form, size = _PACKED_OF.unpack_from(self.content, place - 1)
            self.place = place + 5
            return self._items(form.decode(), size).tolist()
        if tag in (_BYTES, _TEXT, _SEQUENCE, _TUPLE):
            length = _LENGTH.unpack_from(self.content, place)[0]
            self.place = place + 4
            if tag in (_SEQUENCE, _TUPLE):
                values = [self.value() for _ in range(length)]
                return values if tag == _SEQUENCE else tuple(values)
            self.place += length
            found = self.content[place + 4 : self.place]
            return found if tag == _BYTES else found.decode()
        self.place = place
        return self._array() if tag == _ARRAY else None if tag == _NONE else tag == _YES

    def _object(self, class_number: int, number: int) -> Object:
        found = Object.__new__(_classes[class_number])
        found._number = number
        return found

    def _items(self, form: str, size: int) -> memoryview:
        begin = (self.place + 7) // 8 * 8
        self.place = begin + size * (1 if form in "bB?" else 2 if form in "hH" else 4 if form in "iI" else 8)
        return memoryview(self.content)[begin : self.place].cast(form)  # type: ignore[call-overload, no-any-return]

    def _array(self) -> memoryview:
        form = chr(self.content[self.place])
        dimensions = self.content[self.place + 1]
        shape = Struct(f"<{dimensions}I").unpack_from(self.content, self.place + 2)
        self.place += 2 + 4 * dimensions
        items = self._items(form, prod(shape))
        if dimensions == 1:
            return memoryview(bytearray(items)).cast(form)  # type: ignore[call-overload, no-any-return]
        if 0 in shape:  # cast takes no such shape
            one = bytearray(items.itemsize * prod(shape[1:]))
            return memoryview(one).cast("B").cast(form, (1, *shape[1:]))[:0]  # type: ignore[call-overload, no-any-return]
        return memoryview(bytearray(items)).cast("B").cast(form, shape)  # type: ignore[call-overload, no-any-return]


def _ask(number: int, *values: Any) -> Any:
    """Call one of the engine's functions."""
    message = bytearray()
    for value in values:
        _write(message, value)
    _calls.append(number)
    try:
        content = call(number, bytes(message))
    finally:
        _calls.pop()
    if _gone and not _calls:
        _let_go()
    if content[0] != _ERROR:
        return _Reader(content).value()
    reader = _Reader(content)
    reader.place = 1
    kind, text = reader.value(), reader.value()
    raise (getattr(errors, kind, None) or getattr(builtins, kind))(text)


# --- Classes and functions --------------------------------------------------------------------------------------------


def _made(number: int, described: dict[str, Any]) -> Callable[..., Any]:
    """The Python function that calls the engine's function of this number."""
    has_self = described["kind"] in ("init", "method", "property")
    wanted = ["self"] if has_self else []
    sent = ["self"] if has_self and described["kind"] != "init" else []
    for parameter in described["parameters"]:
        name = parameter["name"]
        wanted.append(f"{name}={parameter['default']!r}" if "default" in parameter else name)
        if parameter["kind"] != "progress":
            sent.append(f"_is_stopped({name})" if parameter["kind"] == "stop" else name)
    asked = f"_ask({', '.join([str(number), *sent])})"
    if described["kind"] == "init":
        body = f"made = {asked}; self._number, made._number = made._number, 0"
    else:
        body = f"return {asked}"
    scope = {"_ask": _ask, "_is_stopped": _is_stopped, "__name__": "shapewright._core"}
    exec(f"def {described['name']}({', '.join(wanted)}): {body}", scope)
    function: Any = scope[described["name"]]
    function.__qualname__ = f"{described['class']}.{function.__name__}" if described["class"] else function.__name__
    function.__doc__ = described["doc"] or None
    return function  # type: ignore[no-any-return]


def _one_of(functions: list[tuple[Callable[..., None], int]]) -> Callable[..., None]:
    """A constructor of several: by how many arguments there are."""

    def init(self: Object, *values: Any, **named: Any) -> None:
        for function, size in functions:
            if len(values) + len(named) == size:
                return function(self, *values, **named)
        raise TypeError(f"{type(self).__name__}: incompatible function arguments")

    return init


def _define(described: dict[str, Any]) -> dict[str, Any]:
    """All names of the module."""
    names: dict[str, Any] = {}
    inits: dict[str, list[tuple[Callable[..., None], int]]] = {}
    for number, each in enumerate(described["classes"]):
        names[each["name"]] = type(
            each["name"],
            (Object,),
            {"__doc__": each["doc"], "__module__": "shapewright._core", "_class": number},
        )
        _classes.append(names[each["name"]])
    for number, each in enumerate(described["functions"], start=1):
        function: Any = _made(number, each)
        if each["kind"] == "function":
            names[each["name"]] = function
            continue
        if each["kind"] == "init":
            choices = inits.setdefault(each["class"], [])
            choices.append((function, len(each["parameters"])))
            function = function if len(choices) == 1 else _one_of(choices)
        elif each["kind"] == "static":
            function = staticmethod(function)
        elif each["kind"] == "property":
            function = property(function, doc=each["doc"] or None)
        setattr(names[each["class"]], each["name"], function)
    return names


globals().update(_define(json.loads(describe())))
