"""The puzzles in ``examples/`` have as many tilings as they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapewright import tiling
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.covers.of_problem import to_dlx
from shapewright.tiling.symmetries.symmetry import symmetries

EXAMPLES = Path(__file__).parents[3] / "examples"

COUNTS = {  # tilings, tilings up to symmetry
    "eleven_pieces": (320, 40),
    "five_pieces": (8, 1),
    "fixed_square": (10054, 5027),
    "pentominoes_8x8": (520, 65),
    "red_corner": (1, 1),
    "room_to_spare": (9080, 1135),
    "soma": (11520, 240),
}


def test_every_example_is_counted() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.txt")} == COUNTS.keys()


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_the_examples(name: str) -> None:
    problem = tiling.Problem.from_text((EXAMPLES / f"{name}.txt").read_text())
    assert (tiling.count(problem), tiling.count(problem, up_to_symmetry=True)) == COUNTS[name]
    assert len(symmetries(problem)) >= COUNTS[name][0] / COUNTS[name][1]


def test_the_same_puzzle_in_the_notations_of_others() -> None:
    cover = ExactCover.from_text((EXAMPLES / "pentominoes_3x20.dlx").read_text())
    assert cover.count() == 8
    assert cover.to_text() == to_dlx(tiling.Problem.from_text("board 3x20\npieces pentominoes"))
    soma = tiling.Problem.from_xmpuzzle((EXAMPLES / "soma.xmpuzzle").read_bytes())
    assert tiling.count(soma) == 11520
