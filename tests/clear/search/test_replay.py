"""Whole ``.pc`` files: the engine's replay against the plain one, damage, parts, and reading in the middle."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.clear.random_values import pieces
from tests.reference.clear.pc_files import verified

from shapewright import _core
from shapewright.clear import KICKS, Kicks, PcFile, Solution, first, replay, table
from shapewright.clear.check import faults
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.notation import pc as pc_file
from shapewright.clear.notation.pc import format_record, parse_pc
from shapewright.errors import FileError, InternalError, ProblemError, StoppedError

EXAMPLE = bytes.fromhex("71 85 fc ff ff ff 07 00 00 0c 18 38 20")
QUEUES = ("TIOLJSZTIOL", "ZSJLOITZSJLO", "[I]TTOSZLJTSZO", "LJSZIOTLJSZIOTLJ", "OISZTLJOISZTLJOI", "ZZTTLSJIOZSTIJLO")


@cache
def sound() -> tuple[bytes, ...]:
    """Records of 2, 4 and 6 lines, by several rules, all of them right by those of SRS+."""
    found = [
        first("", queue, height=height, kicks=kicks, seed=seed)
        for queue in QUEUES
        for height in ((4, 6) if len(queue) > 15 else (4,))
        for kicks in ("none", "srs")
        for seed in (1, 2)
    ]
    two_lines = [first("", queue, height=2) for queue in ("OJLTIO", "IIOOOI", "LJIOOI")]
    return tuple([format_record(solution) for solution in [*found, *two_lines] if solution is not None])


@st.composite
def contents(draw: st.DrawFn) -> bytes:
    """Some records, many of them the same but for one byte, perhaps with bytes taken out or put in somewhere."""
    records = [bytearray(draw(st.sampled_from(sound()))) for _ in range(draw(st.integers(1, 6)))]
    for record in records:
        for _ in range(draw(st.integers(0, 2))):
            kind = draw(st.sampled_from((0, 1, 1, 2, 3, 3, 3)))
            at = draw(st.integers(8 if kind else 0, len(record) - 1))
            if kind == 3:  # another facing of the same centre
                record[at] ^= draw(st.integers(1, 3))
            elif kind:  # a neighbouring place
                record[at] = (record[at] + draw(st.sampled_from((-44, -40, -36, -4, 4, 36, 40, 44)))) % 256
            else:
                record[at] = draw(st.integers(0, 255))
    content = b"".join(map(bytes, records))
    cut = draw(st.sampled_from((0, 0, 0, 0, 0, 0, 1, 2, 3)))
    at = draw(st.integers(0, len(content)))
    if cut == 1:
        return content[:at]
    if cut == 2:
        return content[:at] + draw(st.binary(min_size=1, max_size=3)) + content[at:]
    return content[:at] + content[at + 1 :] if cut == 3 else content


@given(contents(), st.sampled_from(KICKS), st.sampled_from(DROPS[: DROPS.index("tsz")]))
def test_the_engine_finds_what_the_plain_rules_find(content: bytes, kicks: str, drop: Drop) -> None:
    number, wrong, damage = verified(content, kicks, drop)
    if damage:
        with pytest.raises(FileError) as caught:
            replay(content, kicks=kicks, drop=drop)
        assert str(caught.value) == damage
    else:
        found = replay(content, kicks=kicks, drop=drop)
        assert (found.solutions, found.wrong, found.faults) == (number, len(wrong), wrong)


@given(st.lists(st.tuples(pieces, st.integers(0, 239)), min_size=5, max_size=5), st.sampled_from(KICKS))
def test_any_placements(steps: list[tuple[str, int]], kicks: str) -> None:
    """Boards that no clear would ever have."""
    sequence = sum(["IOTSZLJ".index(piece) << 3 * slot for slot, (piece, _) in enumerate([steps[0], *steps])])
    packed = sequence | (1 << 48) - (1 << 18)
    content = packed.to_bytes(6, "little") + b"\0\0" + bytes([code for _, code in steps])
    _, wrong, damage = verified(content, kicks, "soft")
    if damage:
        with pytest.raises(FileError):
            replay(content, kicks=kicks)
    else:
        assert replay(content, kicks=kicks).faults == wrong


def test_the_sound_ones_are_found_right() -> None:
    content = b"".join(sound())
    assert len(sound()) > 20
    assert {len(record) for record in sound()} == {13, 18, 23}
    assert replay(content).wrong == 0
    assert replay(content, drop="hard").wrong > 0
    assert replay(content, kicks=Kicks.named("none")).wrong > 0
    assert replay(b"") == replay(b"", threads=3)


def test_files_of_many_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Records of three lengths, and parts that end anywhere."""
    content = b"".join(sound()) * 5
    path = str(tmp_path / "many.pc")
    wrong = bytearray(content)
    places = [0, len(sound()) * 3, len(sound()) * 5 - 1]
    starts = [sum(map(len, (sound() * 5)[:place])) for place in places]
    for start in starts:
        wrong[start + 8] ^= 0x28  # a row or two further up
    expected = verified(bytes(wrong), "srs", "soft")
    assert [number for number, _ in expected[1]] == [place + 1 for place in places]
    for size in (23 + 8, 100, 1 << 22):
        monkeypatch.setattr(pc_file, "PART_BYTES", size)
        Path(path).write_bytes(content)
        solutions = list(parse_pc(content))
        file = PcFile(path)
        assert (file[0], file[-1], file[77]) == (solutions[0], solutions[-1], solutions[77])
        assert len(file) == len(solutions) == 5 * len(sound())
        assert list(file) == solutions
        assert file[3:9] == solutions[3:9]
        with pytest.raises(IndexError, match="there is no solution 9999"):
            file[9999]
        Path(path).write_bytes(wrong)
        for threads in (1, 3):
            found = replay(path, threads=threads)
            assert (found.solutions, found.wrong, found.faults) == (expected[0], 3, expected[1])
        Path(path).write_bytes(wrong[:-1])
        with pytest.raises(FileError, match=f"many.pc': record {5 * len(sound())} at byte .* is cut off"):
            replay(path)
        assert PcFile(path)[40] == solutions[40]
        with pytest.raises(FileError, match="is cut off"):
            len(PcFile(path))


def test_the_first_damage_is_told_wherever_it_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pc_file, "PART_BYTES", 40)
    content = bytearray(EXAMPLE * 30)
    content[13 * 20 + 5] = 0x1F  # in the head of record 21
    with pytest.raises(FileError, match="record 21 at byte 260 has the piece I at place 16"):
        replay(bytes(content))
    content[13 * 10 + 9] = 60 << 2  # a placement of record 11
    with pytest.raises(FileError, match="placement 2 of record 11 at byte 139 has position 60, beyond 59"):
        replay(bytes(content), threads=3)
    assert PcFile(bytes(content))[5] == next(parse_pc(EXAMPLE))


def test_many_wrong_ones_are_counted_and_some_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(import_module("shapewright.clear.search.replay"), "MAX_NAMED", 4)
    monkeypatch.setattr(pc_file, "PART_BYTES", 40)
    found = replay((EXAMPLE[:9] + b"\x34" + EXAMPLE[10:]) * 50)
    assert (found.solutions, found.wrong) == (50, 50)
    assert [number for number, _ in found.faults] == [1, 2, 3, 4]


def test_a_table_is_right_throughout(tmp_path: Path) -> None:
    path = str(tmp_path / "2.pc")
    table(2, path)
    told: list[float] = []
    found = replay(path, progress=lambda progress: told.append(progress.fraction))
    assert (found.solutions, found.wrong) == (3522, 0)
    assert told[-1] == 1
    some = range(0, 3522, 5)
    without_kicks = {place + 1 for place in some if not _is_right(PcFile(path)[place], "none")}
    checked = replay(path, kicks="none")
    assert {number for number, _ in checked.faults if (number - 1) % 5 == 0} == without_kicks


def _is_right(solution: Solution, kicks: str) -> bool:
    return not faults(solution, kicks=Kicks.named(kicks))


def test_refusals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FileError, match="no such file"):
        replay(str(tmp_path / "none.pc"))
    with pytest.raises(FileError, match="it is a folder"):
        replay(str(tmp_path))
    with pytest.raises(FileError, match="a file cannot have this name"):
        replay("a\0b.pc")
    (tmp_path / "zero.pc").symlink_to("/dev/zero")
    with pytest.raises(FileError, match="it is a device, not a file"):
        replay(str(tmp_path / "zero.pc"))
    with pytest.raises(ProblemError, match="threads must be at least 1"):
        replay(EXAMPLE, threads=0)
    with pytest.raises(StoppedError):
        replay(EXAMPLE * 100, time_limit=0)
    # Two checkers that do not agree are an error of ours, and nobody's solution is called wrong.
    monkeypatch.setattr(import_module("shapewright.clear.search.replay"), "faults", lambda *arguments, **settings: [])
    with pytest.raises(InternalError, match="record 1 at byte 0"):
        replay(EXAMPLE[:9] + b"\x34" + EXAMPLE[10:])


def test_the_engine_stops_when_it_is_told() -> None:
    checker = _core.ClearRecordChecker(Kicks.named("srs").table, 0)
    assert checker.check(EXAMPLE * 3, 0, b"", bytearray(b"\1"), -1.0) == (0, 0, [], 0, True)
    assert checker.check(EXAMPLE * 3, 0, b"", None, -1.0) == (3, 0, [], 39, False)
    assert checker.check(EXAMPLE * 2 + b"\0", 0, b"", None, -1.0) == (2, 0, [], 26, False)
