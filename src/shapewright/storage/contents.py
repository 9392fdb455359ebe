"""What files of numbers hold, however they are written: columns by name, and attributes that describe them.

The digest of contents is the SHA-256 of

- for each attribute, in the order of their names, the JSON text ``["attribute", name, value]`` and a newline;
- for each column, in the order of their names, the JSON text ``["dataset", name, dtype, shape]``, a newline, and its
  elements in C order, little-endian,

with names written out from the root (``halves/keys``) and types as numpy writes them (``<u4``), both as ``json.dumps``
of Python writes them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from shapewright.errors import FileError

Attribute = str | int | float

MAX_BYTES = 32 << 30
"""The columns of a file take no more memory than this: 32 GB."""

PROVENANCE = ("format", "format_version", "shapewright_version", "created")
"""The attributes that every file has, besides ``sha256``."""


@dataclass(frozen=True)
class Contents:
    """What a file holds: ``arrays`` and ``attributes`` by their names from the root, such as ``halves/keys``.

    The arrays are in C order and in the machine's own byte order: numpy's from an HDF5 file, memoryviews with format
    and shape from a flat one.
    """

    arrays: Mapping[str, Any]
    attributes: Mapping[str, Attribute]


def digest(columns: Mapping[str, tuple[str, tuple[int, ...], Any]], attributes: Mapping[str, Attribute]) -> str:
    """The digest of columns, each its type, its shape and its bytes as they are written, and of attributes."""
    sha256 = hashlib.sha256()
    for name in sorted(attributes):
        sha256.update(json.dumps(["attribute", name, attributes[name]]).encode() + b"\n")
    for name in sorted(columns):
        kind, shape, content = columns[name]
        sha256.update(json.dumps(["dataset", name, kind, shape]).encode() + b"\n")
        sha256.update(content)
    return sha256.hexdigest()


def damaged(path: str, reason: str) -> FileError:
    """The error about a file that does not hold what was written."""
    return FileError(f"{path!r} is damaged: {reason}")
