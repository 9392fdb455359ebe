"""``.pc`` files: the published example, byte for byte, and every kind of damage."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.test_solution import SPLIT, TWO_ROWS

from shapewright.clear.check import faults
from shapewright.clear.field import Field
from shapewright.clear.notation.pc import format_record, parse_pc, read_pc, write_pc
from shapewright.clear.piece import Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import FileError, ProblemError

EXAMPLE = bytes.fromhex("71 85 fc ff ff ff 07 00 00 0c 18 38 20")


def test_the_published_example_reads_and_writes() -> None:
    assert list(parse_pc(EXAMPLE)) == [TWO_ROWS]
    assert format_record(TWO_ROWS) == EXAMPLE
    assert list(parse_pc(EXAMPLE * 3)) == [TWO_ROWS] * 3
    assert list(parse_pc(b"")) == []


def test_files(tmp_path: Path) -> None:
    path = str(tmp_path / "two.pc")
    write_pc(path, [TWO_ROWS] * 2)
    assert read_pc(path) == [TWO_ROWS] * 2
    (tmp_path / "two.pc").write_bytes(EXAMPLE + EXAMPLE[:-1])
    with pytest.raises(FileError, match=r"two.pc': record 2 at byte 13 is cut off: it has 5 placements, and 4 bytes"):
        read_pc(path)
    with pytest.raises(FileError, match="no such file"):
        read_pc(str(tmp_path / "none.pc"))
    with pytest.raises(FileError, match="a file cannot have this name"):
        read_pc("a\0b.pc")


def test_an_empty_hold_is_written_as_if_the_first_piece_were_held() -> None:
    for holds in (None, (False, True, True, True, True)):
        given_hold = TWO_ROWS if holds is None else replace(TWO_ROWS, queue=Queue("JLTIO", "O"))
        solution = Solution(Field(), Queue("OJLTIO"), given_hold.placements)
        assert faults(solution) == []
        assert format_record(solution) == EXAMPLE


@given(st.text("IOTSZLJ", min_size=2, max_size=12), st.none() | st.sampled_from("IOTSZLJ"), st.data())
def test_what_is_written_means_the_same(pieces: str, hold: str | None, data: st.DataObject) -> None:
    queue = Queue(pieces, hold)
    rest, order, holds = queue, "", []
    for _ in range(len(queue) - 1):
        piece, rest, held = data.draw(st.sampled_from(rest.choices()))
        order += piece
        holds.append(held)
    placements = tuple([Placement(piece, "N", 4, 0) for piece in order])
    (read,) = parse_pc(format_record(Solution(Field(), queue, placements, tuple(holds))))
    assert read.placements == placements
    rest = read.queue
    for piece, held in zip(order, read.holds or (), strict=True):
        (rest,) = [left for letter, left, used in rest.choices() if used == held and letter == piece]
    again = format_record(read)
    assert list(parse_pc(again)) == [read]


@pytest.mark.parametrize(
    ("solution", "message"),
    [
        (SPLIT, "from the empty field alone"),
        (replace(TWO_ROWS, placements=(), holds=()), "no solution without placements"),
        (
            Solution(Field(), Queue("O" * 17), (Placement("O", "N", 0, 0),) * 16),
            "at most 15 placements a solution, and this one has 16",
        ),
        (Solution(Field(), Queue("OO"), (Placement("O", "N", 0, 6),)), r"placement 1, O N \(0, 6\), has 60"),
        (
            Solution(Field(), Queue("O"), (Placement("O", "N", 0, 0),)),
            "one piece more than are placed",
        ),
    ],
)
def test_what_the_format_cannot_hold_is_refused_with_the_reason(solution: Solution, message: str) -> None:
    with pytest.raises(ProblemError, match=message):
        format_record(solution)


def changed(offset: int, value: int) -> bytes:
    return EXAMPLE[:offset] + bytes([value]) + EXAMPLE[offset + 1 :]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (EXAMPLE[:5], "record 1 at byte 0 is cut off: 5 bytes are left, and it begins with 8"),
        (EXAMPLE + EXAMPLE[:12], "record 2 at byte 13 is cut off: it has 5 placements, and 4 bytes"),
        (changed(5, 0x1F), "record 1 at byte 0 has the piece I at place 16, after the end at 7"),
        (b"\xff" * 6 + b"\0\0", "record 1 at byte 0 has 0 pieces; there are at least 2"),
        (b"\xf8" + b"\xff" * 5 + b"\0\0", "record 1 at byte 0 has 1 pieces"),
        (changed(6, 0x27), "record 1 at byte 0 uses hold at placement 6, but there are 5"),
        (changed(7, 0x80), "uses hold at placement 16, but there are 5"),
        (changed(9, 60 << 2), "placement 2 of record 1 at byte 9 has position 60, beyond 59"),
        (changed(9, 9 << 2), r"placement 2 of record 1 at byte 9: J facing N at \(9, 0\) has a cell at \(10, 0\)"),
    ],
)
def test_damage_is_named_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(FileError, match=message):
        list(parse_pc(data))


@given(st.binary(max_size=60) | st.tuples(st.integers(0, 12), st.integers(0, 255)).map(lambda pair: changed(*pair)))
def test_any_bytes_are_solutions_or_a_clear_error(data: bytes) -> None:
    found = parsed(lambda content: list(parse_pc(content)), data)
    if found is not None:
        assert b"".join(map(format_record, found)) == data
        for solution in found:
            faults(solution)
