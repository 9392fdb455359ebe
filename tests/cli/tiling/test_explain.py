"""``tiling unique``, ``tiling explain`` and ``tiling glance``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    EXAMPLES,
    FIVE,
    FIVE_PROBLEM,
    IMPOSSIBLE,
    PENTOMINOES,
    SEARCHED,
    checked,
)


def test_unique(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("unique", str(EXAMPLES / "red_corner.txt"))
    assert (code, out.partition("\n")[0]) == (0, "unique")
    code, out, _ = run("unique", FIVE)
    verdict, _, pictures = out.partition("\n\n")
    assert (code, verdict) == (0, "not unique")
    first, second = checked(FIVE_PROBLEM, pictures)
    assert first.placements != second.placements
    assert run("unique", FIVE, "--up-to-symmetry")[1].startswith("unique\n")
    code, out, _ = run("unique", *IMPOSSIBLE)
    assert (code, out[:29]) == (1, "impossible: on a checkerboard")
    several, one = answer("unique", FIVE), answer("unique", FIVE, "--up-to-symmetry")
    assert [(each["verdict"], each["unique"]) for each in (several, one)] == [("found", False), ("found", True)]
    assert answer("unique", *IMPOSSIBLE)["solutions"] == []


def test_explain(run: Run, answer: Callable[..., Any]) -> None:
    hexominoes = ("--board", "15x15", "--hole-box", "6,6,3x5", "--pieces", "hexominoes")
    reason = (
        "the board has 105 + 105 cells, but 11 of the 35 hexominoes cover 4 + 2 and the others cover 3 + 3, "
        "so the two colours must differ by 2"
    )
    assert run("explain", *hexominoes) == (1, f"impossible: on a checkerboard {reason} modulo 4\n", "")
    code, out, _ = run("explain", FIVE)
    assert (code, out.partition("\n")[0]) == (0, "possible: a tiling was found")
    assert checked(FIVE_PROBLEM, out.partition("\n\n")[2])
    code, out, _ = run("explain", *PENTOMINOES, "--time-limit", "0.000001")
    assert (code, out[:8]) == (3, "unknown:")
    none, found = answer("explain", *SEARCHED), answer("explain", FIVE)
    assert (none["verdict"], none["reason"][:8], found["proof"]) == ("none", "with -1 ", None)
    assert (found["verdict"], found["reason"]) == ("found", None)


def test_numbers_are_shown_on_the_board(run: Run, answer: Callable[..., Any], tmp_path: Path) -> None:
    puzzle = ("--board", "5x4", "--pieces", "I2, S4, T4, W5, X5")
    code, out, _ = run("explain", *puzzle)
    sentence, _, board = out.partition("\n\n")
    assert (code, sentence[:35]) == (1, "impossible: with 1 on 0,0 0,3 4,0 4")
    assert [line.split() for line in board.splitlines() if "1" in line] == [
        *(["│", "1", "·", "·", "·", "1", "│"],),
        *(["│", "·", "-1", "·", "-1", "·", "│"],) * 2,
        *(["│", "1", "·", "·", "·", "1", "│"],),
    ]
    assert len(answer("explain", *puzzle)["proof"]["numbers"]) == 8
    picture = tmp_path / "numbers.svg"
    assert run("explain", *puzzle, "-o", str(picture))[0] == 1
    assert picture.read_text().startswith("<svg")


def test_glance(run: Run, answer: Callable[..., Any]) -> None:
    assert run("glance", FIVE, "--time-limit", "60") == (0, "8 tilings, 1 up to symmetry\n", "")
    code, out, _ = run("glance", *IMPOSSIBLE)
    assert (code, out[:29]) == (1, "impossible: on a checkerboard")
    code, out, _ = run("glance", *PENTOMINOES, "--time-limit", "0.000001")
    assert (code, out[:31]) == (3, "unknown: the time limit of 1e-0")
    seen = answer("glance", FIVE, "--time-limit", "60")
    assert [seen[key] for key in ("verdict", "count", "more_than", "up_to_symmetry")] == ["found", 8, None, 1]
    assert seen["solution"]["placements"]
    many = answer("glance", "--board", "24x24", "--pieces", "any*dominoes", "--time-limit", "0.5")
    assert (many["count"], many["complete"], many["verdict"]) == (None, False, "found")


def test_a_colouring_is_drawn(run: Run, tmp_path: Path) -> None:
    for verb in ("explain", "glance"):
        picture = tmp_path / f"{verb}.svg"
        assert run(verb, *IMPOSSIBLE, "-o", str(picture))[0] == 1
        assert picture.read_text().startswith("<svg")
        nothing = tmp_path / f"{verb}_none.svg"
        code, out, _ = run(verb, "--board", "3x3", "--pieces", "any*I2", "-o", str(nothing))
        assert (code, nothing.exists()) == (1, False)
        assert out.startswith("impossible: every piece covers 2 cells")
