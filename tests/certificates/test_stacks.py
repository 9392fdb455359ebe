"""Certificates about plans: they prove what is true, and no change of them proves anything else."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from tests.certificates.changes import FOLDER, checker, false_claims
from tests.reference.stacking import brute_force

from shapewright import stacking
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import CertificateError, StoppedError
from shapewright.stacking import Problem
from shapewright.stacking.certificate import certificate
from shapewright.stacking.pieces import FallingPiece, tetrominoes
from shapewright.stacking.rules import COUNTED

check_stack = checker("check_stack")
CHECK = check_stack.main

U5 = FallingPiece.turning("U5", Polyomino.from_text("#.#/###"))
SOLVED = {
    "plain": Problem("LTO", width=3),
    "no waste": Problem("OLLOTLJSLILI", width=6),
    "colours": Problem("TOI", width=4, height_limit=3),
    "weights": Problem("SSS", width=3),
    "start": Problem("ZI", width=4, board=frozenset({(0, 0), (0, 1), (3, 0)})),
    "none": Problem("OO", width=3, height_limit=3),
    "as drawn": Problem("JLS", width=4, rotation=False),
    "hold": Problem("IOT", width=4, hold=True),
    "clears": Problem("IOIO", width=4, clear_lines=True),
    "rows": Problem("LOI", width=4, clear_lines=True, objective="rows"),
    "tetrises": Problem("OOOII", width=4, clear_lines=True, objective="tetrises"),
    "holes": Problem("TZL", width=3, objective="holes"),
    "flatness": Problem("TO", width=4, objective="flatness"),
    "peak": Problem("IOI", width=3, clear_lines=True, objective="peak", hold=True),
    "own piece": Problem(("U5", "T"), width=4, pieces=(U5,)),
}
DROPPED = {
    "longest": Problem("OOSZ", width=3, height_limit=4),
    "longest of all": Problem("OO", width=4, height_limit=4),
    "longest with clears": Problem("SZSZSZSZ", width=4, height_limit=3, clear_lines=True),
    "longest with hold": Problem("TSO", width=3, height_limit=4, hold=True),
}
LARGE = ("no waste", "tetrises", "longest with clears")
"""What takes the twin long."""


@cache
def lines_of(name: str) -> list[str]:
    if name in SOLVED:
        return list(certificate(SOLVED[name], stacking.first(SOLVED[name])).lines)
    return list(certificate(DROPPED[name], stacking.longest(DROPPED[name])).lines)


def small_files() -> list[list[str]]:
    """List certificates whose claims the twin judges quickly."""
    return [lines_of(name) for name in (*SOLVED, *DROPPED) if name not in LARGE]


@cache
def truth(stated: str) -> int | None:
    """The best value by the rules alone; None if no plan keeps the limit."""
    header = json.loads(stated)
    drawn = {
        name: [Polyomino.from_text("".join([c if c in "#/" else "." for c in art])) for art in arts]
        for name, arts in header["pieces"].items()
    }
    drawn = {piece.name: list(piece.orientations) for piece in tetrominoes()} | drawn
    rows = list(reversed(header["start"]))
    is_longest = header["goal"] == "longest"
    # The twin needs no more of a problem than this; a real one has no odd pieces and grids.
    problem: Any = SimpleNamespace(
        sequence=tuple(header["sequence"]),
        width=header["width"],
        piece=lambda name: SimpleNamespace(orientations=drawn[name]),
        board={(x, y) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell == "X"},
        rotation=header["rotation"],
        hold=header["hold"],
        clear_lines=header["clear"],
        objective="height" if is_longest else header["goal"],
        height_limit=header["limit"],
    )
    if is_longest:
        return brute_force.longest(problem)
    found = brute_force.best(problem)
    return None if found is None else found[0]


def is_true(header: dict[str, Any]) -> bool:
    """Judge a claim by the rules alone."""
    asked = {key: value for key, value in header.items() if key not in ("plan", "weights", "best")}
    if header["goal"] in COUNTED and not header["clear"]:
        return header["best"] == 0 or (
            header["best"] is None and truth(json.dumps({**asked, "goal": "height"})) is None
        )
    return truth(json.dumps(asked)) == header["best"]


def outcome(lines: list[str], folder: Path) -> int:
    path = folder / "a.cert"
    path.write_text("".join([f"{line}\n" for line in lines]))
    try:
        return CHECK(str(path))
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize("name", [*SOLVED, *DROPPED])
def test_answers_are_proven(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = lines_of(name)
    assert outcome(lines, tmp_path) == 0
    assert capsys.readouterr().out.count("\n") == 1
    header = json.loads(lines[0])
    if name not in LARGE:
        assert is_true(header)
    if header["best"] is not None:
        for wrong in (header["best"] - 1, header["best"] + 1):
            assert outcome([json.dumps({**header, "best": wrong})], tmp_path) == 1


@pytest.mark.parametrize(
    "more",
    [
        {"start": ["X__", "X__", "X__", "X__", "X__"]},  # above the limit
        {"start": ["XXX"], "clear": True},
        {"pieces": {"O": ["#", "##"]}},
        {"best": 0, "plan": []},
        {"goal": "nothing"},
    ],
)
def test_a_problem_that_cannot_be_proves_nothing(more: dict[str, Any], tmp_path: Path) -> None:
    header = json.loads(lines_of("longest")[0])
    assert outcome([json.dumps({**header, **more})], tmp_path) == 1


def test_a_worse_plan_is_not_the_best(tmp_path: Path) -> None:
    header = json.loads(lines_of("plain")[0])
    names = list(dict.fromkeys(header["sequence"]))
    for value, moves in brute_force.plans(SOLVED["plain"]):
        plan = [[names.index(name), turn // 90, column] for name, turn, column in moves]
        stated = {**header, "plan": plan, "best": value}
        assert (outcome([json.dumps(stated)], tmp_path) == 0) == (value == header["best"])


def test_random_answers_are_proven(tmp_path: Path) -> None:
    draw = Random(3)
    for _ in range(6):
        sequence = "".join(draw.choices("IOTJLSZ", k=draw.randint(4, 12)))
        problem = Problem(sequence, width=draw.randint(4, 7))
        plan = stacking.first(problem)
        assert plan is not None
        assert outcome(list(certificate(problem, plan).lines), tmp_path) == 0


@pytest.mark.parametrize("seed", range(14))
def test_no_changed_certificate_proves_anything_false(seed: int, tmp_path: Path) -> None:
    proven, false = false_claims(CHECK, small_files(), is_true, 150, tmp_path, seed)
    assert not false
    assert proven > 2


def test_what_has_no_certificate_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    soft = Problem("OO", width=4, drop="soft")
    with pytest.raises(CertificateError, match="slide"):
        certificate(soft, stacking.first(soft))
    long = Problem("SJZOIJIZJJLZTTSJ", width=10, hold=True, objective="flatness")
    plan = stacking.Plan(long, (), 1, 1)
    monkeypatch.setattr(import_module("shapewright.stacking.certificate"), "MOST_STATES", 500)
    with pytest.raises(CertificateError, match="500 states"):
        certificate(long, plan)
    with pytest.raises(StoppedError):
        certificate(long, plan, time_limit=0.0)
    with pytest.raises(CertificateError, match="better plan"):
        certificate(long, stacking.Plan(long, (), 2, 1))


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"width": 1e999}', b"9" * 5000])
def test_a_malformed_file_ends_in_one_line(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.cert", "a.cert.xz"):
        path = tmp_path / name
        path.write_bytes(content)
        assert CHECK(str(path)) == 2
        assert capsys.readouterr().out.count("\n") == 1


def test_the_checker_is_short() -> None:
    assert (FOLDER / "check_stack.py").read_text().count("\n") <= 250
