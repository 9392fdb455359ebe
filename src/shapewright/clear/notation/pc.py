"""``.pc`` files: solutions from the empty field one after the other, without header, as perfect-tetris writes them.

A record is 6 bytes for the pieces (three bits each from the lowest: the held one, the current one, what follows, then
sevens), 2 bytes with a bit for each placement that uses hold, and a byte a placement: two bits for the facing, six for
column + 10 rows of the centre. Numbers are little-endian. The pieces are one more than the placements, and a piece is
always held: where hold was empty, the first of the queue is written as held.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, NoReturn, overload

from shapewright.clear import native
from shapewright.clear.field import Field
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import FileError, ProblemError, quote
from shapewright.storage.files import opened, reading, write_file

MAX_PLACEMENTS = 15
_MAX_POSITION = 59
_HEAD = 8
_END = 7
_SLOTS = 16
_ENDS = (1 << 3 * _SLOTS) - 1


def write_pc(path: str, solutions: Iterable[Solution]) -> None:
    """Write a whole ``.pc`` file; raises ``ProblemError`` for a solution that the format cannot hold."""
    write_file(path, b"".join([format_record(solution) for solution in solutions]))


def parse_pc(data: bytes, *, kicks: str = "srs") -> Iterator[Solution]:
    """The solutions in the bytes of a ``.pc`` file, one after the other, all from the empty field.

    The format says nothing of kicks: ``kicks`` is what they are taken to be made with. Whether the placements follow
    the rules is for :mod:`shapewright.clear.check`.

    >>> record = bytes.fromhex("7185fcffffff0700000c183820")
    >>> [solution.queue for solution in parse_pc(record)]
    [Queue.from_text('JLTIO', hold='O')]

    Raises ``FileError``, which names record and byte offset, at what is damaged.
    """
    return parse_part(data, kicks, 1, 0)


def parse_part(data: bytes, kicks: str, number: int, start: int) -> Iterator[Solution]:
    """The same for a part of a file, whose first record is record ``number``, at byte ``start``."""
    offset = 0
    while offset < len(data):
        where = f"record {number} at byte {start + offset}"
        if offset + _HEAD > len(data):
            raise FileError(f"{where} is cut off: {len(data) - offset} bytes are left, and it begins with {_HEAD}")
        sequence = int.from_bytes(data[offset : offset + 6], "little")
        codes = [sequence >> 3 * slot & 7 for slot in range(_SLOTS)]
        number_of_pieces = codes.index(_END) if _END in codes else _SLOTS
        for slot, code in enumerate(codes[number_of_pieces:], number_of_pieces):
            if code != _END:
                after = f"after the end at {number_of_pieces + 1}"
                raise FileError(f"{where} has the piece {PIECES[code]} at place {slot + 1}, {after}")
        if number_of_pieces < 2:
            raise FileError(f"{where} has {number_of_pieces} pieces; there are at least 2, the held one and one more")
        pieces = [PIECES[code] for code in codes[:number_of_pieces]]
        count = number_of_pieces - 1
        holds = int.from_bytes(data[offset + 6 : offset + _HEAD], "little")
        if holds >> count:
            raise FileError(f"{where} uses hold at placement {holds.bit_length()}, but there are {count}")
        if offset + _HEAD + count > len(data):
            left = len(data) - offset - _HEAD
            raise FileError(f"{where} is cut off: it has {count} placements, and {left} bytes are left for them")
        placements = []
        held = pieces[0]
        for index in range(count):
            piece = pieces[index + 1]
            if holds >> index & 1:
                piece, held = held, piece
            place = f"placement {index + 1} of record {number} at byte {start + offset + _HEAD + index}"
            value = data[offset + _HEAD + index]
            facing, position = FACINGS[value & 3], value >> 2
            if position > _MAX_POSITION:
                raise FileError(f"{place} has position {position}, beyond {_MAX_POSITION}")
            try:
                placements.append(Placement(piece, facing, position % 10, position // 10))
            except ProblemError as error:
                raise FileError(f"{place}: {error}") from None
        uses = tuple([bool(holds >> index & 1) for index in range(count)])
        yield Solution(Field(), Queue("".join(pieces[1:]), pieces[0]), tuple(placements), uses, kicks=kicks)
        offset += _HEAD + count
        number += 1


def format_record(solution: Solution) -> bytes:
    """The bytes of one solution.

    Raises ``ProblemError`` with the reason if the format cannot hold it: its field is not empty, it has more than 15
    placements, a position past 59, or no piece left in the queue or in hold.
    """
    count = len(solution.placements)
    if solution.field.cleared().rows:
        raise ProblemError("a .pc file holds solutions from the empty field alone, and this field has filled cells")
    if not count:
        raise ProblemError("a .pc file holds no solution without placements")
    if count > MAX_PLACEMENTS:
        raise ProblemError(f"a .pc file holds at most {MAX_PLACEMENTS} placements a solution, and this one has {count}")
    hold, pieces = solution.queue.hold, solution.queue.pieces
    # While hold is empty, the first piece passes for the held one: what is placed without hold is taken out of it.
    is_empty = hold is None
    sequence = pieces if hold is None else hold + pieces
    if len(sequence) <= count:
        raise ProblemError(f"a .pc file has one piece more than are placed, but the queue {solution.queue} has none")
    holds = 0
    for index, held in enumerate(solution.holds or ()):
        holds |= (held != is_empty) << index
        is_empty = is_empty and not held
    record = bytearray()
    record += packed_pieces([PIECES.index(piece) for piece in sequence[: count + 1]]) + holds.to_bytes(2, "little")
    for number, placement in enumerate(solution.placements, 1):
        position = placement.x + 10 * placement.y
        if not 0 <= placement.x < 10 or position > _MAX_POSITION:
            raise ProblemError(
                f"a .pc file holds positions up to {_MAX_POSITION}, and placement {number}, {placement}, has {position}"
            )
        record.append(FACINGS.index(placement.facing) | position << 2)
    return bytes(record)


def packed_pieces(codes: Sequence[int]) -> bytes:
    """The codes of pieces as the first six bytes of a record tell them."""
    slots = _ENDS << 3 * len(codes) & _ENDS
    for slot, code in enumerate(codes):
        slots |= code << 3 * slot
    return slots.to_bytes(6, "little")


def packed_record(sequence: str, packed: bytes, *, hold: bool) -> bytes | None:
    """The same for placements as the engine packs them; None if the format cannot hold them in the order they have.

    ``sequence`` are the pieces that can be placed, a held one first. Where there is none after those placed, another
    one stands in for it: the record then shows that the placements are a clear, but not of which queue.
    """
    pieces = packed[::4]
    count = len(pieces)
    if not 0 < count <= min(MAX_PLACEMENTS, len(sequence)) or max(packed[3::4]) > _MAX_POSITION // 10:
        return None
    coming = [PIECES.index(piece) for piece in sequence[: count + 1]]
    if len(coming) == count:
        coming.append((pieces[-1] + 1) % len(PIECES))
    held, holds = coming[0], 0
    for index, piece in enumerate(pieces):
        following = coming[index + 1]
        if not hold or piece != following:
            if piece != held:
                return None
            holds |= 1 << index
            held = following
    codes = [facing | x + 10 * y << 2 for facing, x, y in zip(packed[1::4], packed[2::4], packed[3::4], strict=True)]
    return packed_pieces(coming) + holds.to_bytes(2, "little") + bytes(codes)


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
