"""Certificates about games against an adversary: they prove what is true, and no change of them anything else."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from tests.certificates.changes import FOLDER, checker, false_claims
from tests.reference.stacking.deadly import is_deadly, shortest
from tests.reference.stacking.survival import most_drops

from shapewright import stacking
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import CertificateError, StoppedError
from shapewright.stacking import Problem
from shapewright.stacking.certificate import certificate
from shapewright.stacking.pieces import FallingPiece, tetrominoes

check_survival = checker("check_survival")
CHECK = check_survival.main

L3 = FallingPiece.turning("V", Polyomino.from_text("#./##"))


def well(sequence: str, width: int, height: int, **rules: Any) -> Problem:
    return Problem(sequence, width=width, height_limit=height, clear_lines=True, **rules)


GAMES: dict[str, tuple[Problem, int | None]] = {
    "survives": (well("O", 4, 3), 1),
    "lost": (well("SZ", 4, 4), 1),
    "lost at once": (well("I", 2, 3), 1),
    "hold": (well("SZ", 4, 3, hold=True), 1),
    "two in sight": (well("SO", 3, 4), 2),
    "two in sight and hold": (well("SO", 3, 3, hold=True), 2),
    "as drawn": (well("JO", 4, 3, rotation=False), 1),
    "own piece": (well("VO", 3, 3, pieces=(L3,)), 1),
    "not deadly": (well("I", 4, 4), None),
    "deadly": (well("SZ", 4, 4), None),
    "deadly with hold": (well("SO", 3, 4, hold=True), None),
}


@cache
def lines_of(name: str) -> list[str]:
    problem, see = GAMES[name]
    found = stacking.deadly(problem) if see is None else stacking.survive(problem, see=see)
    return list(certificate(problem, found).lines)


def small_files() -> list[list[str]]:
    """List certificates whose claims the twin judges quickly."""
    return [lines_of(name) for name in GAMES]


@cache
def truth(stated: str) -> tuple[int | None, bool, int | None]:
    """How many drops a player survives, whether the sequence is deadly, and the shortest deadly one of up to 5."""
    header = json.loads(stated)
    own = {
        name: [Polyomino.from_text("".join([c if c in "#/" else "." for c in art])) for art in arts]
        for name, arts in header["pieces"].items()
    }
    drawn = {piece.name: list(piece.orientations) for piece in tetrominoes()} | own
    shapes = {
        name: [set(shape.cells) for shape in drawn[name][: None if header["rotation"] else 1]]
        for name in header["kinds"]
    }
    width, height, hold = header["width"], header["height"], bool(header["hold"])
    if header["claim"] == "survive":
        return most_drops(shapes, width, height, see=header.get("see", 1), hold=hold), False, None
    sequence = tuple(header.get("sequence", ()))
    least = shortest(shapes, width, height, header.get("least", 1) - 1, hold=hold)
    return None, is_deadly(shapes, width, height, sequence, hold=hold), least


def is_true(header: dict[str, Any]) -> bool:
    """Judge a claim by the rules alone."""
    assert not header["start"], "the twin begins with an empty well"
    if header["claim"] == "survive":
        asked = {key: value for key, value in header.items() if key not in ("sequence", "least", "drops")}
        return truth(json.dumps(asked))[0] == header.get("drops")
    asked = {key: value for key, value in header.items() if key not in ("see", "drops")}
    _, deadly, shorter = truth(json.dumps(asked))
    return deadly and shorter is None


def outcome(lines: list[str], folder: Path) -> int:
    path = folder / "a.cert"
    path.write_text("".join([f"{line}\n" for line in lines]))
    try:
        return CHECK(str(path))
    except SystemExit as end:
        return end.code


@pytest.mark.parametrize("name", GAMES)
def test_answers_are_proven(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *others = lines_of(name)
    header = json.loads(first)
    assert outcome([first, *others], tmp_path) == 0
    assert capsys.readouterr().out.count("\n") == 1
    assert is_true(header)
    for key in ("drops", "least"):
        if header.get(key) is not None:
            assert outcome([json.dumps({**header, key: header[key] + 1}), *others], tmp_path) == 1


def test_positions_cannot_be_left_out(tmp_path: Path) -> None:
    first, *others = lines_of("lost")  # some mirror images are not reached
    codes = [outcome([first, *others[:k], *others[k + 1 :]], tmp_path) for k in range(len(others))]
    assert codes[0] == 1
    assert codes.count(1) > len(codes) // 2


@pytest.mark.parametrize("seed", range(14))
def test_no_changed_certificate_proves_anything_false(seed: int, tmp_path: Path) -> None:
    proven, false = false_claims(CHECK, small_files(), is_true, 150, tmp_path, seed)
    assert not false
    assert proven > 5


def test_what_has_no_certificate_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = well("SZ", 4, 4)
    with pytest.raises(CertificateError, match="positions; list more"):
        certificate(problem, stacking.survive(problem, listed=2))
    found = stacking.deadly(problem)
    with pytest.raises(StoppedError):
        list(certificate(problem, found, time_limit=0.0).lines)
    monkeypatch.setattr(import_module("shapewright.stacking.certificate"), "MOST_PLAYS", 10)
    assert json.loads(next(certificate(problem, found).lines))["least"] == 4


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b"\xff", b"[" * 100_000, b'{"width": 1e999}', b"9" * 5000])
def test_a_malformed_file_ends_in_one_line(content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a.cert", "a.cert.xz"):
        path = tmp_path / name
        path.write_bytes(content)
        assert CHECK(str(path)) == 2
        assert capsys.readouterr().out.count("\n") == 1


def test_the_checker_is_short() -> None:
    assert (FOLDER / "check_survival.py").read_text().count("\n") <= 250
