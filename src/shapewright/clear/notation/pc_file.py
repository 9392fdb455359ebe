"""``.pc`` files of any size: cut into parts, read where they are asked for, and never as a whole.

A ``.pc`` file does not say where its records are, for they may differ in length. So it is gone through from head to
head, by the engine, as far as is needed, and where its parts begin is remembered.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, NoReturn, overload

from shapewright.clear import native
from shapewright.clear.notation.pc import parse_part
from shapewright.errors import FileError, quote
from shapewright.storage.files import opened, reading

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.clear.solution import Solution

__all__ = ["PART_BYTES", "Part", "PcFile", "read_part", "read_pc"]

PART_BYTES = 1 << 22
"""No part is larger."""

_LONGEST = 64  # bytes; more than a record ever has


class Part(NamedTuple):
    """Some whole records: the number of the first one (from 1), where they begin, their bytes, how many they are."""

    number: int
    start: int
    size: int
    records: int


class PcFile(Sequence["Solution"]):
    """The solutions in a ``.pc`` file, by their places from 0; ``source`` is its path, or its content.

    Only the part of the file is read in which a solution is, and the heads of all before it. ``kicks`` is the name of
    what they are taken to be made with. Whatever comes to damage raises ``FileError``, which names record and byte
    offset; what lies before it can be had.

    >>> found = PcFile(bytes.fromhex("7185fcffffff0700000c183820") * 3)
    >>> len(found), found[2].queue
    (3, Queue.from_text('JLTIO', hold='O'))

    Raises ``FileError`` for a file that cannot be read.
    """

    def __init__(self, source: str | bytes, *, kicks: str = "srs") -> None:
        self.source = source
        self.kicks = kicks
        self._parts: list[Part] = []
        self._records = 0
        self._bytes = 0
        self._is_whole = False  # whether all parts are known
        self._is_damaged = False
        if isinstance(source, str):
            read_part(source, 0, 1)

    def __repr__(self) -> str:
        what = quote(self.source) if isinstance(self.source, str) else f"{len(self.source)} bytes"
        return f"<PcFile: {what}, made with {self.kicks}>"

    def parts(self) -> Iterator[Part]:
        """All parts up to the end, or to a head that is damaged."""
        at = 0
        while at < len(self._parts) or self._find_next():
            yield self._parts[at]
            at += 1

    def __len__(self) -> int:
        for _ in self.parts():
            pass
        self.check_end()
        return self._records

    def __iter__(self) -> Iterator[Solution]:
        for part in self.parts():
            yield from self._parsed(self._read(part.start, part.size), part.number, part.start)
        self.check_end()

    @overload
    def __getitem__(self, index: int) -> Solution: ...

    @overload
    def __getitem__(self, index: slice) -> list[Solution]: ...

    def __getitem__(self, index: int | slice) -> Solution | list[Solution]:
        if isinstance(index, slice):
            return [self[each] for each in range(*index.indices(len(self)))]
        place = index + len(self) if index < 0 else index
        while place >= self._records and self._find_next():
            pass
        if not 0 <= place < self._records:
            self.check_end()
            raise IndexError(f"there is no solution {index}; there are {self._records}")
        part = self._parts[bisect_right(self._parts, place + 1, key=lambda part: part.number) - 1]
        content = self._read(part.start, part.size)
        _, skipped, _ = native.whole_records(content, place + 1 - part.number)
        _, size, _ = native.whole_records(content[skipped : skipped + _LONGEST], 1)
        (solution,) = self._parsed(content[skipped : skipped + size], place + 1, part.start + skipped)
        return solution

    def at(self, number: int, start: int) -> Solution:
        """The solution of record ``number``, which begins at byte ``start``; raises ``FileError`` if it is damaged."""
        return next(self._parsed(self._read(start, _LONGEST), number, start))

    def check_end(self) -> None:
        """Raise ``FileError`` if the file goes on with a damaged head after all parts that are known."""
        if self._is_damaged:
            self.blame(self._records + 1, self._bytes)

    def blame(self, number: int, start: int) -> NoReturn:
        """Raise ``FileError`` that says how the record there is damaged."""
        self.at(number, start)
        raise FileError(f"{self._name}record {number} at byte {start} has changed while it was read")

    def _find_next(self) -> bool:
        """Whether there is one part more."""
        if self._is_whole:
            return False
        content = self._read(self._bytes, PART_BYTES)
        records, size, is_damaged = native.whole_records(content, 1 << 62)
        is_last = len(content) < PART_BYTES
        self._is_damaged = is_damaged or (is_last and size < len(content))
        self._is_whole = self._is_damaged or is_last
        if records:
            self._parts.append(Part(self._records + 1, self._bytes, size, records))
            self._records += records
            self._bytes += size
        return records > 0

    def _read(self, start: int, size: int) -> bytes:
        return read_part(self.source, start, size)

    def _parsed(self, content: bytes, number: int, start: int) -> Iterator[Solution]:
        try:
            yield from parse_part(content, self.kicks, number, start)
        except FileError as error:
            raise FileError(f"{self._name}{error}") from None

    @property
    def _name(self) -> str:
        return f"{self.source!r}: " if isinstance(self.source, str) else ""


def read_part(source: str | bytes, start: int, size: int) -> bytes:
    """At most ``size`` bytes of a file, or of a content, from byte ``start`` on.

    Raises ``FileError`` if it cannot be read.
    """
    if isinstance(source, bytes):
        return source[start : start + size]
    with reading(repr(source)), opened(source, streams=False) as file:
        file.seek(start, os.SEEK_SET)
        parts = []
        while size > 0 and (part := file.read(size)):
            parts.append(part)
            size -= len(part)
    return b"".join(parts)


def read_pc(path: str, *, kicks: str = "srs") -> list[Solution]:
    """The solutions in a ``.pc`` file, all at once; :class:`PcFile` is for files of any size.

    Raises ``FileError`` for a file that cannot be read or is damaged.
    """
    return list(PcFile(path, kicks=kicks))
