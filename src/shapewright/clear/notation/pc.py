"""``.pc`` files: solutions from the empty field one after the other, without header, as perfect-tetris writes them.

A record is 6 bytes for the pieces (three bits each from the lowest: the held one, the current one, what follows, then
sevens), 2 bytes with a bit for each placement that uses hold, and a byte a placement: two bits for the facing, six for
column + 10 rows of the centre. Numbers are little-endian. The pieces are one more than the placements, and a piece is
always held: where hold was empty, the first of the queue is written as held.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear.field import Field
from shapewright.clear.piece import FACINGS, PIECES, Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import FileError, ProblemError
from shapewright.storage.files import write_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

__all__ = ["format_record", "packed_record", "parse_part", "parse_pc", "write_pc"]

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
        pieces = _parse_pieces(int.from_bytes(data[offset : offset + 6], "little"), where)
        count = len(pieces) - 1
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
            placements.append(_parse_placement(piece, data[offset + _HEAD + index], place))
        uses = tuple([bool(holds >> index & 1) for index in range(count)])
        yield Solution(Field(), Queue("".join(pieces[1:]), pieces[0]), tuple(placements), uses, kicks=kicks)
        offset += _HEAD + count
        number += 1


def _parse_pieces(sequence: int, where: str) -> list[str]:
    codes = [sequence >> 3 * slot & 7 for slot in range(_SLOTS)]
    count = codes.index(_END) if _END in codes else _SLOTS
    for slot, code in enumerate(codes[count:], count):
        if code != _END:
            raise FileError(f"{where} has the piece {PIECES[code]} at place {slot + 1}, after the end at {count + 1}")
    if count < 2:
        raise FileError(f"{where} has {count} pieces; there are at least 2, the held one and one more")
    return [PIECES[code] for code in codes[:count]]


def _parse_placement(piece: str, value: int, place: str) -> Placement:
    facing, position = FACINGS[value & 3], value >> 2
    if position > _MAX_POSITION:
        raise FileError(f"{place} has position {position}, beyond {_MAX_POSITION}")
    try:
        return Placement(piece, facing, position % 10, position // 10)
    except ProblemError as error:
        raise FileError(f"{place}: {error}") from None


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
    packed = sum([PIECES.index(piece) << 3 * slot for slot, piece in enumerate(sequence[: count + 1])])
    packed |= sum([_END << 3 * slot for slot in range(count + 1, _SLOTS)])
    record += packed.to_bytes(6, "little") + holds.to_bytes(2, "little")
    for number, placement in enumerate(solution.placements, 1):
        position = placement.x + 10 * placement.y
        if not 0 <= placement.x < 10 or position > _MAX_POSITION:
            raise ProblemError(
                f"a .pc file holds positions up to {_MAX_POSITION}, and placement {number}, {placement}, has {position}"
            )
        record.append(FACINGS.index(placement.facing) | position << 2)
    return bytes(record)


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
    slots = _ENDS << 3 * len(coming) & _ENDS
    for slot, code in enumerate(coming):
        slots |= code << 3 * slot
    codes = [facing | x + 10 * y << 2 for facing, x, y in zip(packed[1::4], packed[2::4], packed[3::4], strict=True)]
    return slots.to_bytes(6, "little") + holds.to_bytes(2, "little") + bytes(codes)
