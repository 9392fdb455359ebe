"""Certificates about perfect clears: they prove what is true, and no change of them proves anything else."""

from __future__ import annotations

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.certificates.changes import FOLDER, checker, false_claims
from tests.reference.clear.brute_force import BruteForce

from shapewright.clear import rules
from shapewright.clear.certificate import KICKS, certificate
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import Setup
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, PIECES
from shapewright.clear.problem import Problem
from shapewright.errors import CertificateError

check_clear = checker("check_clear")
CHECK = check_clear.main

HOLE = "XXXX___XXX/XXXX___XXX/XXXX__XXXX/XXXX____XX"
SMALL = "XXXX__XXXX/XXXX__XXXX/XX____XXXX"
ASKED = {
    "none": Problem.of("", "SZSZSZ", height=2),
    "two heights": Problem.of("", "TIOLJSZTIOL"),
    "hole": Problem.of(HOLE, "TLJO"),
    "no hold": Problem.of(HOLE, "TLJ", hold=False),
    "held": Problem.of(SMALL, "[L]I"),
    "pattern": Setup.of(SMALL, "[OIL]p2", 3),
    "pattern with hold": Setup.of(HOLE, "[TLJO]p4"),
    "hard": Setup.of(HOLE, "*,[LJ]!,[TI]", drop="hard"),
    "inner bracket": Setup.of(SMALL, "[I[OL]]!", 3, kicks="none"),
}  # fmt: skip


@cache
def lines_of(name: str, fewest: bool = False) -> list[str]:
    return list(certificate(ASKED[name], fewest=fewest).lines)


def written(lines: list[str], folder: Path) -> str:
    path = folder / "a.cert"
    path.write_text("".join([f"{line}\n" for line in lines]))
    return str(path)


@cache
def brute_force(kicks: str, drop: Any) -> BruteForce:
    return BruteForce(kicks, drop)


def is_true(header: dict[str, Any]) -> bool:
    """Judge a claim by the rules alone; what takes more pieces than its queues have cannot be cleared."""
    field = Field.from_text("/".join(header["field"])) if header["field"] else Field()
    queues = sorted({queue[: header["length"]] for row in header["pattern"] for queue in drawn(row)})
    twin = brute_force(header["kicks"], header["drop"])
    for lines, number in dict(header["claim"]).items():
        needed = field.empty_cells(lines) // 4
        enough = [queue for queue in queues if len(queue) >= needed]
        is_whole = field.empty_cells(lines) % 4 == 0
        can = twin.solved(field, enough, lines, hold=header["hold"]) if enough and is_whole else []
        if len(can) != number:
            return False
        if header.get("fewest") is not None:
            least, enough = header["fewest"]
            served = list(twin.pictures(field, can, lines, hold=header["hold"]).values())
            fewest = smallest_cover(served, set(can))
            if not least <= fewest <= enough:
                return False
    return True


def drawn(row: list[tuple[str, int]]) -> list[str]:
    """List the queues of an alternative: so many of some pieces, then of some others."""
    if not row:
        return [""]
    (pieces, number), *later = row
    if number == 0:
        return drawn(later)
    return [
        piece + queue
        for place, piece in enumerate(pieces)
        for queue in drawn([(pieces[:place] + pieces[place + 1 :], number - 1), *later])
    ]


def smallest_cover(sets: list[set[str]], everything: set[str]) -> int:
    reached = {frozenset[str]()}
    for number in range(len(everything) + 1):
        if frozenset(everything) in reached:
            return number
        reached = {one | other for one in reached for other in sets}
    raise AssertionError


@pytest.mark.parametrize("name", ASKED)
def test_answers_are_proven(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(name)
    assert check_clear.main(written(lines, tmp_path)) == 0
    assert capsys.readouterr().out.count("\n") == 1
    header = json.loads(lines[0])
    if name not in ("none", "two heights"):
        assert is_true(header)
    asked = ASKED[name]
    for place, (_, number) in enumerate(header["claim"]):
        header["claim"][place][1] = number + 1
        with pytest.raises(SystemExit):
            check_clear.main(written([json.dumps(header), *lines[1:]], tmp_path))
        header["claim"][place][1] = number
    assert asked.height is None or header["claim"][-1][0] == asked.height


def test_the_fewest_solutions_are_proven(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of("pattern with hold", fewest=True)
    assert check_clear.main(written(lines, tmp_path)) == 0
    least, enough = json.loads(lines[0])["fewest"]
    assert is_true(json.loads(lines[0]))
    assert f"{least} different solutions at least, and {enough} are enough" in capsys.readouterr().out


def test_a_queue_of_the_list_of_impossible_ones_is_refuted(tmp_path: Path) -> None:
    path = str(tmp_path / "a.cert.xz")
    stated = certificate(Problem.of("", "OOZSTIOSZIT", height=4)).write(path)
    assert stated["claim"] == "the queue OOZSTIOSZIT has no perfect clear of 4 lines"
    told = subprocess.run(
        [sys.executable, "-I", FOLDER / "check_clear.py", path], capture_output=True, text=True, check=False
    )
    assert (told.returncode, told.stdout[:7], told.stderr) == (0, "proven:", "")


def small_files() -> list[list[str]]:
    """List certificates whose claims the twin judges quickly."""
    files = [lines_of(name) for name in ASKED if name not in ("none", "two heights")]
    return [*files, lines_of("pattern", fewest=True), lines_of("pattern with hold", fewest=True)]


@pytest.mark.parametrize("seed", range(14))
def test_no_changed_certificate_proves_anything_false(seed: int, tmp_path: Path) -> None:
    proven, false = false_claims(check_clear.main, small_files(), is_true, 150, tmp_path, seed)
    assert not false
    assert proven > 5


@pytest.mark.parametrize("name", KICKS)
def test_pieces_lock_where_the_rules_say(name: str) -> None:
    draw = Random(5)
    for drop in ("soft", "hard", "t-softdrop"):
        check = check_clear.Check(name, drop, True, [], [], 1, [])
        for _ in range(3):
            height = draw.randint(1, 5)
            rows = [draw.getrandbits(10) | draw.getrandbits(10) for _ in range(height)]
            field = Field(tuple([row for row in rows if row != 1023]))
            for piece in PIECES:
                wanted = rules.reachable(field, piece, Kicks.named(name), drop)
                inside = {one.bits for one in wanted if max(y for _, y in one.cells()) < 6}
                assert check.locks(field.bits, 6, piece) == inside


@pytest.mark.parametrize("name", KICKS)
def test_kicks_are_those_of_the_game(name: str) -> None:
    check = check_clear.Check(name, "soft", True, [], [], 1, [])
    for piece in PIECES:
        for before, (_, turns) in check.turned(piece).items():
            wanted = {after: Kicks.named(name).offsets(piece, before, after) for after in FACINGS}
            assert {after: tuple(offsets) for after, offsets in turns} == {
                to: each for to, each in wanted.items() if each
            }


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (Problem.of("", "TIOLJS", kicks="jstris180"), "kicks"),
        (Problem.of("", "TIOLJS", drop="tsd"), "drop"),
        (Problem.of("", "TIOLJSZ", save="T"), "saves"),
        (Problem.of("", "TIO"), "counting"),
        (Setup.of("", "*p7{T<I}", 2), "braces"),
        (Setup.of("", "*p7,*p4"), "4233600 queues"),
    ],
)
def test_what_has_no_certificate_is_refused(asked: Problem | Setup, words: str) -> None:
    with pytest.raises(CertificateError, match=words):
        certificate(asked)


@pytest.mark.parametrize(
    "content",
    [
        b"", b"\n", b"{}", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"kicks": "srs"}', b'{"a":' * 2000, b"9" * 5000,
        b'{"kicks": [], "drop": "soft", "hold": true, "field": [], "pattern": [], "length": 1, "claim": []}',
        b'{"kicks": "srs", "drop": "soft", "hold": true, "field": [], "pattern": [["I"]], "length": 1, "claim": []}',
        b'{"kicks": "srs", "drop": "soft", "hold": true, "field": [], "pattern": [], "length": 1, "claim": []}\n+ 4',
        b'{"kicks": "srs", "drop": "soft", "hold": true, "field": [], "pattern": [], "length": 1, "claim": []}\nw a ' +
        b"9" * 9000,
    ],
)  # fmt: skip
def test_a_malformed_file_ends_in_one_line(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.cert", "a.cert.xz"):
        path = tmp_path / name
        path.write_bytes(content)
        try:
            code = check_clear.main(str(path))
        except SystemExit as end:
            code = end.code
        assert code in (1, 2)
        assert capsys.readouterr().out.count("\n") == 1


def test_a_missing_file_ends_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert check_clear.main("no/such.cert") == 2
    assert capsys.readouterr().out.count("\n") == 1


def test_the_checker_is_short() -> None:
    assert (FOLDER / "check_clear.py").read_text().count("\n") <= 250
