"""Flat files: what an HDF5 file holds, for a Python without h5py and numpy, such as that of a browser.

After the header (:mod:`shapewright.storage.sealed`) comes a line of JSON: the ``attributes``, the ``sha256`` of the
contents, which is that of the HDF5 file, and of each of the ``columns`` its name, type, shape, coding and the number of
its bytes. The columns follow in that order, compressed each by itself by zlib. Before that they are coded, whichever
makes them the smallest:

- ``plain``: elements in C order, little-endian
- ``shuffled``: first the lowest byte of every element, then the next ones, as HDF5's shuffle filter does
- ``ascending``: the same of the differences from one element to the next, beginning at 0, of numbers that never fall
"""

from __future__ import annotations

import json
import math
import os
import sys
import zlib
from array import array
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from shapewright.errors import ResourceError
from shapewright.shortage import MEMORY
from shapewright.storage.contents import MAX_BYTES, PROVENANCE, Contents, damaged, digest
from shapewright.storage.files import write_file
from shapewright.storage.json import read_json
from shapewright.storage.sealed import HEADER_BYTES, header, verified

KIND = "columns"
"""What the header of such a file says of the bytes after it."""

SUFFIX = ".flat"

_DEFLATE_RATIO = 1032  # no more bytes than this come out of one that was compressed
_MAX_HEAD = 1 << 20
_CODINGS = ("plain", "shuffled", "ascending")
# Numpy's name of each type, and that of the struct module.
_FORMATS: dict[str, Any] = {
    "|u1": "B", "<u2": "H", "<u4": "I", "<u8": "Q", "|i1": "b", "<i2": "h", "<i4": "i", "<i8": "q", "<f4": "f",
    "<f8": "d",
}  # fmt: skip
_TYPES: dict[str, str] = {form: kind for kind, form in _FORMATS.items()}
# On some machines long integers have eight bytes, on others four.
_TYPES |= {"L": f"<u{array('L').itemsize}", "l": f"<i{array('l').itemsize}"}


class _RefusedError(Exception):
    """Something in a file that :func:`write` never writes."""


@dataclass(frozen=True)
class _Column:
    """What the head of a file says of a column."""

    name: str
    type: str
    shape: tuple[int, ...]
    coding: str
    length: int

    @property
    def size(self) -> int:
        return math.prod(self.shape) * self.item_bytes

    @property
    def item_bytes(self) -> int:
        return int(self.type[2:])

    def to_json(self) -> dict[str, object]:
        return {
            "name": self.name,
            "type": self.type,
            "shape": list(self.shape),
            "coding": self.coding,
            "bytes": self.length,
        }


# --- Writing --------------------------------------------------------------------------------------------------------


def write(path: str | os.PathLike[str], contents: Contents) -> None:
    """Write what was read from a file of numbers as a flat file, whole or not at all; equal contents, equal bytes.

    Raises ``FileError`` if it cannot be written, ``TypeError`` for a table without rows, which no memoryview can be.
    """
    columns: list[_Column] = []
    kept: dict[str, tuple[str, tuple[int, ...], bytes]] = {}
    packed: list[bytes] = []
    for name, values in sorted(contents.arrays.items()):
        view: Any = memoryview(values)  # whose shape is never None in fact
        if view.ndim != 1 and not view.nbytes:
            raise TypeError(f"{name} has {view.ndim} dimensions and no elements")
        kind = _TYPES[view.format.lstrip("@=<")]
        content = _little_endian(view.tobytes(), view.itemsize)
        kept[name] = (kind, tuple(view.shape), content)
        coding, best = min(_codings(kind, content, view.ndim), key=lambda coded: len(coded[1]))
        columns.append(_Column(name, kind, tuple(view.shape), coding, len(best)))
        packed.append(best)
    attributes = dict(contents.attributes)
    head = {
        "attributes": attributes,
        "sha256": digest(kept, attributes),
        "columns": [column.to_json() for column in columns],
    }
    content = b"".join([_head_line(head), *packed])
    seal = header(str(attributes["format"]), int(attributes["format_version"]), KIND, content)
    write_file(os.fspath(path), seal + content)


def _codings(kind: str, content: bytes, dimensions: int) -> list[tuple[str, bytes]]:
    """The codings of a column that can be, compressed; the first ones are the quickest to read."""
    size = int(kind[2:])
    coded = {"plain": content}
    if size > 1:
        coded["shuffled"] = _shuffled(content, size)
    if "u" in kind and dimensions == 1 and content:
        items = memoryview(_little_endian(content, size)).cast(_FORMATS[kind]).tolist()
        if all(one <= other for one, other in pairwise(items)):
            steps = array(_FORMATS[kind], [items[0], *(other - one for one, other in pairwise(items))])
            coded["ascending"] = _shuffled(_little_endian(steps.tobytes(), size), size)
    return [(name, zlib.compress(each, 9)) for name, each in coded.items()]


def _shuffled(content: bytes, size: int) -> bytes:
    return b"".join([content[place::size] for place in range(size)])


def _head_line(head: Mapping[str, object]) -> bytes:
    return json.dumps(head, separators=(",", ":")).encode() + b"\n"


def _little_endian(content: bytes, size: int) -> bytes:
    """Bytes of elements in the machine's own order as little-endian ones, or the other way round."""
    if sys.byteorder == "little" or size == 1:
        return content
    swapped = bytearray(len(content))
    for place in range(size):
        swapped[place::size] = content[size - 1 - place :: size]
    return bytes(swapped)


# --- Reading --------------------------------------------------------------------------------------------------------


def read(path: str | os.PathLike[str], format: str, version: int) -> Contents:
    """Read a flat file of this ``format`` and ``version``; its arrays are memoryviews with format and shape.

    No more memory is taken than the file can account for. Raises ``FileError`` if there is none, or it is truncated,
    damaged, something else, or of another version, and ``ResourceError`` if memory does not suffice to read it.
    """
    path = os.fspath(path)
    return contents_of(path, verified(path, format, version, [KIND])[1])


def contents_of(path: str, image: memoryview) -> Contents:
    """What a file holds whose bytes, ``image``, are known to be those that were written; raises as :func:`read`."""
    try:
        head, begin = _head(image)
        attributes, columns = _attributes(head), _columns(head)
        _check_sizes(columns, len(image) - begin)
        contents: dict[str, tuple[str, tuple[int, ...], bytes]] = {}
        for column in columns:
            end = begin + column.length
            contents[column.name] = (column.type, column.shape, _decoded(column, image[begin:end]))
            begin = end
    except _RefusedError as error:
        raise damaged(path, str(error)) from None
    except MemoryError as error:
        raise ResourceError(MEMORY) from error
    if head["sha256"] != digest(contents, attributes):
        raise damaged(path, "its content does not match its SHA-256")
    if not attributes.keys() >= set(PROVENANCE):
        raise damaged(path, "it does not state which program made it")
    return Contents({name: _view(*content) for name, content in contents.items()}, attributes)


def _head(image: memoryview) -> tuple[dict[str, object], int]:
    """The head of an image of a file, and where the columns begin."""
    start = bytes(image[HEADER_BYTES : HEADER_BYTES + _MAX_HEAD])
    line, newline, _ = start.partition(b"\n")
    try:
        head = read_json(line.decode())
        # What is written twice, or in another way, would be read as something else by others.
        is_written_so = bool(newline) and isinstance(head, dict) and _head_line(head) == line + newline
    except ValueError:
        is_written_so = False
    if not is_written_so or list(head) != ["attributes", "sha256", "columns"]:
        raise _RefusedError("its header has the wrong form")
    return head, HEADER_BYTES + len(line) + 1


def _attributes(head: Mapping[str, object]) -> dict[str, Any]:
    attributes = head["attributes"]
    if not isinstance(attributes, dict) or not all(type(value) in (str, int, float) for value in attributes.values()):
        raise _RefusedError("an attribute is neither text nor a number")
    return attributes


def _columns(head: Mapping[str, Any]) -> list[_Column]:
    columns = []
    for each in head["columns"] if isinstance(head["columns"], list) else [None]:
        if not isinstance(each, dict) or list(each) != ["name", "type", "shape", "coding", "bytes"]:
            raise _RefusedError("its header does not describe columns")
        name, kind, shape, coding, length = each.values()
        if not isinstance(name, str) or not isinstance(kind, str) or not isinstance(shape, list):
            raise _RefusedError("its header does not describe columns")
        if kind not in _FORMATS or coding not in _CODINGS or (coding == "ascending" and "u" not in kind):
            raise _RefusedError(f"{name} has an unknown encoding")
        least = int(len(shape) > 1)  # a memoryview of many dimensions is never empty
        if not shape or not all(type(number) is int and number >= least for number in shape):
            raise _RefusedError(f"{name} has no shape")
        if type(length) is not int or length < 0:
            raise _RefusedError(f"{name} has no length")
        columns.append(_Column(name, kind, tuple(shape), coding, length))
    if len({column.name for column in columns}) < len(columns):
        raise _RefusedError("two columns have one name")
    return columns


def _check_sizes(columns: list[_Column], size: int) -> None:
    """Raise ``_RefusedError`` before memory is taken for columns that ``size`` bytes cannot hold."""
    if sum(column.length for column in columns) != size:
        raise _RefusedError("its columns do not match its size")
    for column in columns:
        if column.size > column.length * _DEFLATE_RATIO:
            raise _RefusedError(f"{column.name} claims to be larger than the file can hold")
    total = sum(column.size for column in columns)
    if total > MAX_BYTES:
        raise _RefusedError(f"it claims to hold {total} bytes, and the limit is {MAX_BYTES}")


def _decoded(column: _Column, content: memoryview) -> bytes:
    """The elements of a column, little-endian."""
    unpacking = zlib.decompressobj()
    try:
        coded = unpacking.decompress(content, column.size + 1)
    except zlib.error:
        raise _RefusedError(f"{column.name} cannot be decompressed") from None
    # The end of the stream may come after the last byte.
    if len(coded) != column.size or (unpacking.unconsumed_tail and unpacking.decompress(unpacking.unconsumed_tail, 1)):
        raise _RefusedError(f"{column.name} is not as long as it claims")
    if not unpacking.eof or unpacking.unused_data:
        raise _RefusedError(f"{column.name} does not end where it should")
    if column.coding == "plain":
        return coded
    size, number = column.item_bytes, column.size // column.item_bytes
    whole = bytearray(column.size)
    for place in range(size):
        whole[place::size] = coded[place * number : (place + 1) * number]
    if column.coding == "shuffled":
        return bytes(whole)
    form = _FORMATS[column.type]
    steps = memoryview(_little_endian(bytes(whole), size)).cast(form)
    try:
        items = array(form, accumulate(steps))
    except OverflowError:
        raise _RefusedError(f"{column.name} has a number that is too large") from None
    return _little_endian(items.tobytes(), size)


def _view(kind: str, shape: tuple[int, ...], content: bytes) -> memoryview:
    """The elements as a memoryview in the machine's own byte order."""
    view = memoryview(_little_endian(content, int(kind[2:])))
    form = _FORMATS[kind]
    # Casting to a shape takes no zeros.
    numbers: memoryview = view.cast(form) if len(shape) == 1 else view.cast(form, shape)
    return numbers
