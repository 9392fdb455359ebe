"""The command 'tiling set': what it prints, its files, and its answers verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapewright import tiling
from shapewright.cli import main

DOMINOES = ("--board", "5x6", "--pieces", "any*I2")


def asked(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    main(["tiling", "set", *arguments, "--json"])
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["tiling", "set", *arguments]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("options", "number"),
    [
        ([], 1183),
        (["--fault-free"], 6),
        (["--no-crossroads"], 2),
        (["--symmetric"], 123),
        (["--asymmetric"], 1060),
        (["--has", "I 0,0 1,0", "--lacks", "I 4,5 4,4"], 217),
    ],
)
def test_a_set_is_filtered_counted_and_verified(
    capsys: pytest.CaptureFixture[str], options: list[str], number: int
) -> None:
    assert printed(capsys, *DOMINOES, *options) == f"{number}\n"
    answer = asked(capsys, *DOMINOES, *options, "--limit", "3", "--marginals", "all")
    assert (answer["count"], len(answer["solutions"])) == (number, min(number, 3))
    found = tiling.verify(answer)
    assert found.valid is True, found.lines()
    assert {"count", "marginals", "solutions", "verdict"} <= {*found.checked}
    assert not found.not_checked
    wrong: list[tuple[str, Any]] = [
        ("count", number + 1),
        ("marginals", {"I": [[0, 0, 1]]}),
        ("marginals", {"Q": []}),
        ("marginals", 5),
        ("verdict", "none"),
    ]
    for key, value in wrong:
        faults = tiling.verify(answer | {key: value}).faults
        assert key in [fault["claim"] for fault in faults]


def test_a_solution_without_the_property_is_found_out(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, *DOMINOES, "--fault-free", "--limit", "1")
    other = asked(capsys, *DOMINOES, "--limit", "1")
    found = tiling.verify(answer | {"solutions": other["solutions"]})
    assert [fault["fault"] for fault in found.faults] == ["lacks a property that was asked for"]


def test_draws_are_drawn_again(capsys: pytest.CaptureFixture[str]) -> None:
    answer = asked(capsys, *DOMINOES, "--random", "4", "--seed", "3")
    assert answer == asked(capsys, *DOMINOES, "--random", "4", "--seed", "3") | {"seconds": answer["seconds"]}
    assert tiling.verify(answer).valid is True
    assert tiling.verify(answer | {"seed": 4}).valid is False
    without_seed = asked(capsys, *DOMINOES, "--random", "2")
    assert tiling.verify(without_seed).valid is True


def test_sets_are_kept_and_combined(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    everything, tight, corner = (str(tmp_path / f"{name}.tilings") for name in ("all", "tight", "corner"))
    assert printed(capsys, *DOMINOES, "-o", everything) == "1183\n"
    assert printed(capsys, everything, "--fault-free", "-o", tight) == "6\n"
    assert printed(capsys, everything, "--has", "I 0,0 1,0", "-o", corner) == "520\n"
    both = int(printed(capsys, corner, "--intersection", tight))
    assert int(printed(capsys, corner, "--union", tight)) == 520 + 6 - both
    assert int(printed(capsys, corner, "--difference", tight)) == 520 - both
    answer = asked(capsys, corner, "--difference", tight, "--limit", "2")
    found = tiling.verify(answer)
    assert found.valid is None
    assert "files of sets" in found.not_checked["count"]
    assert "solutions" in found.checked


def test_pictures_are_maps_or_solutions(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    maps, solutions = tmp_path / "maps.svg", tmp_path / "solutions.svg"
    puzzle = ("--board", "4x5", "--pieces", "F5, L5, T5, Y5")
    printed(capsys, *puzzle, "-o", str(maps))
    printed(capsys, *puzzle, "--limit", "2", "-o", str(solutions))
    assert maps.read_text() != solutions.read_text()
    assert all(path.read_text().startswith("<svg") for path in (maps, solutions))
    assert printed(capsys, "--board", "2x3", "--pieces", "any*I2", "--marginals", "I") == "I:\n3 3\n3 3\n3 3\n"


def test_an_exact_cover_has_a_set_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "toy.dlx"
    path.write_text("A B C\nA B\nC\nA\nB C\n")
    assert printed(capsys, str(path)) == "2\n"
    answer = asked(capsys, str(path), "--limit", "5")
    assert tiling.verify(answer).valid is True
    drawn = asked(capsys, str(path), "--random", "3", "--seed", "2")
    assert tiling.verify(drawn).valid is True
    kept = str(tmp_path / "toy.tilings")
    printed(capsys, str(path), "-o", kept)
    assert printed(capsys, kept, "--limit", "1") == "A B\nC\n"
    assert main(["tiling", "solve", kept]) == 4
    assert "'tiling set FILE' reads it" in capsys.readouterr().err
    assert main(["tiling", "set", kept, "--fault-free"]) == 2
    assert "are about boards with pieces" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--limit", "1", "--random", "1"], "give one of them"),
        (["--symmetric", "--asymmetric"], "give one of the two"),
        (["--has", "I"], "'I' names no cell"),
        (["--has", "Q 0,0"], "there is no piece 'Q'"),
        (["--union", "nothing.tilings"], "nothing.tilings"),
        (["--random", "1000001"], "at most 100000"),
    ],
)
def test_what_makes_no_sense_is_refused(capsys: pytest.CaptureFixture[str], options: list[str], words: str) -> None:
    assert main(["tiling", "set", *DOMINOES, *options]) in (2, 4)
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1
