"""Plain data as JSON text and back, losing nothing: integers of any size, bytes, tuples, dictionaries with any keys,
and the names of large results.

JSON's own values stand for themselves; everything else is an object with one key that names its type.
"""

from __future__ import annotations

import base64
import hashlib
import json
import math
from typing import Any

from shapewright.jobs.large import Large
from shapewright.storage.json import read_json

# Python refuses to turn very long integers into decimal digits and back; hexadecimal has no such limit.
LARGEST_DECIMAL = 1 << 64


def encode(value: object) -> str:
    """Write plain data as JSON text.

    >>> encode((1, b"ab", {2: None}))
    '{"tuple":[1,{"bytes":"YWI="},{"dict":[[2,null]]}]}'

    Raises ``TypeError`` for anything that is not plain data.
    """
    return json.dumps(_wrapped(value), separators=(",", ":"), allow_nan=False)


def decode(text: str) -> Any:
    """Read plain data from the text :func:`encode` made.

    >>> decode(encode((1, b"ab", {2: None})))
    (1, b'ab', {2: None})

    Raises ``ValueError`` for any other text.
    """
    try:
        return _unwrapped(read_json(text))
    except TypeError as error:
        raise ValueError(f"not plain data: {error}") from None


def fingerprint(*parts: object) -> str:
    """The fingerprint of plain data: 64 hexadecimal digits that change with any change of it.

    >>> fingerprint("count", "6x10")[:16]
    '2c828c7095e8dbe6'
    """
    return hashlib.sha256(encode(parts).encode()).hexdigest()


def _wrapped(value: Any) -> object:
    kind = type(value)
    if value is None or kind is bool or kind is str:
        return value
    if kind is int:
        return value if -LARGEST_DECIMAL < value < LARGEST_DECIMAL else {"int": hex(value)}
    if kind is float:
        return value if math.isfinite(value) else {"float": repr(value)}
    if kind is list:
        return [_wrapped(item) for item in value]
    if kind is tuple:
        return {"tuple": [_wrapped(item) for item in value]}
    if kind is bytes:
        return {"bytes": base64.b64encode(value).decode("ascii")}
    if kind is dict:
        return {"dict": [[_wrapped(key), _wrapped(item)] for key, item in value.items()]}
    if kind is Large:
        return {"large": [value.digest, value.size]}
    raise TypeError(
        f"{kind.__module__}.{kind.__qualname__} is not plain data; "
        "arguments and results of tasks are made of None, bool, int, float, str, bytes, list, tuple, dict and Large"
    )


def _unwrapped(value: object) -> object:
    if isinstance(value, list):
        return [_unwrapped(item) for item in value]
    if not isinstance(value, dict):
        return value
    if len(value) != 1:
        raise ValueError("an object of plain data has one key")
    ((kind, content),) = value.items()
    if kind == "tuple" and isinstance(content, list):
        return tuple(_unwrapped(item) for item in content)
    if kind == "bytes" and isinstance(content, str):
        return base64.b64decode(content, validate=True)
    if kind == "dict" and isinstance(content, list):
        return {_unwrapped(key): _unwrapped(item) for key, item in content}
    if kind == "int" and isinstance(content, str):
        return int(content, 16)
    if kind == "float" and content in ("inf", "-inf", "nan"):
        return float(content)
    if kind == "large" and isinstance(content, list) and len(content) == 2:
        return Large(*content)
    raise ValueError(f"{kind!r} is not a type of plain data")
