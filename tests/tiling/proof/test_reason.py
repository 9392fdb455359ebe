"""Why there is none, in the words of whichever search has proven it."""

from __future__ import annotations

import pytest

from shapewright import tiling
from shapewright.tiling import ExactCover, Problem, Statistics


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("board 4x5\npieces tetrominoes", "on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1"),
        ("board 3x5\npieces 3*U5", "neither areas nor colourings forbid a tiling, but an exhaustive search of "),
        ("board 3x3\npieces I1", "the pieces cover 1 cell, but the board has 9"),
    ],
)
def test_of_a_board(text: str, reason: str) -> None:
    puzzle = Problem.from_text(text)
    seen: list[Statistics] = []
    assert tiling.first(puzzle, report=seen.append) is None
    assert tiling.why_none(puzzle, seen[0]).startswith(reason)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("a b c\na b\n", "no option has the item 'c'"),
        ("a b\na\n", "no option has the item 'b'"),
        ("a b c\na b\nb c\na c\n", "an exhaustive search of 2 nodes found no exact cover"),
    ],
)
def test_of_an_exact_cover(text: str, reason: str) -> None:
    cover = ExactCover.from_text(text)
    seen: list[Statistics] = []
    assert list(cover.solve(report=seen.append)) == []
    assert tiling.why_none(cover, seen[0]) == reason
