"""``tiling show``: puzzles and solutions drawn, one notation turned into another."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    EXAMPLES,
    FIVE,
    FIVE_PROBLEM,
)

from shapewright.tiling import Problem


def test_show_prints_the_puzzle_in_its_notation(run: Run) -> None:
    code, out, _ = run("show", FIVE)
    assert code == 0
    assert Problem.from_text(out) == FIVE_PROBLEM


@pytest.mark.usefixtures("terminal")
def test_show_draws_on_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    out = run("show", "--board", "3x3", "--pieces", "2*I2,any*one-sided-L3,0-1*O4", "--optional", "2,2")[1]
    assert out.splitlines()[0] == "9 cells (3x3), 1 of them may stay empty, 2 or more pieces of 4 or more cells in all"
    for caption in ("I2 ×2", "L3 ×any one-sided", "O4 ×0-1"):
        assert caption in out
    assert all(len(line) <= 80 for line in out.splitlines()[1:])


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("example", ["red_corner.txt", "soma.txt", "fixed_square.txt", "room_to_spare.txt"])
def test_show_draws_every_example(run: Run, example: str) -> None:
    code, out, err = run("show", str(EXAMPLES / example))
    assert (code, err) == (0, "")
    assert "\x1b[48;5;" in out


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".html", ".json"])
def test_show_draws_a_puzzle_into_a_file(run: Run, suffix: str) -> None:
    assert run("show", str(EXAMPLES / "soma.txt"), "-o", f"a{suffix}") == (0, "", "")
    assert len(Path(f"a{suffix}").read_bytes()) > 100
    if suffix == ".html":
        assert Path("a.html").read_text().count("<svg ") == 8


def test_show_turns_notations_into_each_other(run: Run) -> None:
    for name in ("a.txt", "a.dlx", "a.xmpuzzle"):
        assert run("show", FIVE, "-o", name) == (0, "", "")
        assert run("count", name) == (0, "8\n", "")
    assert run("show", "a.xmpuzzle", "-o", "b.dlx")[0] == 0
    assert Path("b.dlx").read_text() == Path("a.dlx").read_text()


def test_show_draws_solutions(run: Run, answer: Callable[..., Any]) -> None:
    letters = run("list", FIVE)[1]
    Path("a.txt").write_text(letters)
    assert run("show", FIVE, "a.txt")[1] == letters
    Path("a.json").write_text(run("list", FIVE, "--json")[1])
    assert run("show", "a.json")[1] == letters
    assert run("show", "a.json", "-o", "a.html")[0] == 0
    assert Path("a.html").read_text().count("<svg ") == 8
    assert len(answer("show", FIVE, "a.txt")["solutions"]) == 8
    assert run("show", "a.json", "--jsonl")[1].count("\n") == 8
    assert run("show", "a.json", "-o", "a.svg")[0] == 2


def test_show_refuses_solutions_of_another_board(run: Run) -> None:
    run("solve", "--board", "2x3", "--pieces", "any*I2", "-o", "a.jsonl")
    assert run("show", "--board", "2x2", "--pieces", "any*I2", "a.jsonl") == (
        4,
        "",
        "error: solution 1 is not one of this puzzle: 'I' covers 0,2, which is not a cell of the board\n",
    )
