"""``tiling unique`` and ``tiling explain``."""

from __future__ import annotations

from collections.abc import Callable
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
    assert (none["verdict"], none["reason"][:27]) == ("none", "neither areas nor colouring")
    assert (found["verdict"], found["reason"]) == ("found", None)
