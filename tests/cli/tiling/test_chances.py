"""``shapewright tiling chances``: tables, pictures, and answers that are verified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from shapewright import tiling
from shapewright.cli import main

Capture = pytest.CaptureFixture[str]
DOMINOES = ("tiling", "chances", "--board", "4x3", "--hole", "3,0", "--hole", "0,0", "--pieces", "any*dominoes")


def answered(capsys: Capture, *words: str, exit_code: int = 0) -> dict[str, Any]:
    assert main([*words, "--json"]) == exit_code
    answer: dict[str, Any] = json.loads(capsys.readouterr().out)
    return answer


def test_a_table_for_each_way_to_turn_a_piece(capsys: Capture) -> None:
    assert main(list(DOMINOES)) == 0
    expected = tiling.chances(tiling.Problem.from_text("board 4x3\nhole 0,0 3,0\npieces any*dominoes"))
    assert capsys.readouterr().out == f"{expected}\n"


@pytest.mark.parametrize("more", [(), ("--approximate",)], ids=["exact", "approximate"])
def test_an_answer_is_verified_and_a_false_one_is_not(capsys: Capture, more: tuple[str, ...]) -> None:
    answer = answered(capsys, *DOMINOES, *more)
    found = tiling.verify(answer)
    assert found.valid is True, found.lines()
    assert {"chances", "count", "error", "verdict"} <= {*found.checked}
    first, *others = answer["chances"]
    wrong: list[tuple[str, Any]] = [
        ("chances", others),
        ("chances", [{**first, "chance": first["chance"] / 2}, *others]),
        ("chances", [first, *answer["chances"]]),
        ("chances", [{**first, "piece": "Q"}, *others]),
        ("count", 3 if answer["count"] is not None else 5),
        ("verdict", "none"),
    ]
    if not more:
        wrong += [("count", None), ("chances", [{**first, "number": first["number"] + 1}, *others])]
    for key, value in wrong:
        assert key in [fault["claim"] for fault in tiling.verify({**answer, key: value}).faults], (key, value)


def test_chances_that_do_not_add_up_are_found_out(capsys: Capture) -> None:
    answer = answered(capsys, *DOMINOES)
    answer["chances"] = answer["chances"][1:]
    assert "error" in [fault["claim"] for fault in tiling.verify(answer).faults]


def test_nothing_to_tile_is_told_as_by_other_verbs(capsys: Capture) -> None:
    answer = answered(capsys, "tiling", "chances", "--board", "3x3", "--pieces", "any*dominoes", exit_code=1)
    assert (answer["verdict"], answer["count"], answer["chances"]) == ("none", 0, [])
    assert tiling.verify(answer).valid is True
    assert tiling.verify({**answer, "reason": "because"}).valid is False


def test_pictures(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "chances.svg"
    assert main([*DOMINOES, "-o", str(path)]) == 0
    assert "I ##" in path.read_text()
    large = ("tiling", "chances", "--board", "160x160", "--pieces", "any*dominoes", "--approximate")
    assert main([*large, "-o", str(tmp_path / "large.svg")]) == 2
    assert "maps are drawn of boards with at most 20,000 cells" in capsys.readouterr().err


def test_an_exact_cover_has_none(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "toy.dlx"
    path.write_text("A B\nA B\n")
    assert main(["tiling", "chances", str(path)]) == 2
    assert "chances are those of pieces on a board" in capsys.readouterr().err
