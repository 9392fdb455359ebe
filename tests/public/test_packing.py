"""Packings that people asked for in public, or that a contest, a paper or another program answered."""

from __future__ import annotations

import json

import pytest
from tests.public.asked import Case, ask, check

from shapewright import packing

# The presents of the example of Advent of Code 2025, day 12, and its regions: counts, whether they fit.
PRESENTS = ("###/##./##.", "###/##./.##", ".##/###/##.", "##./###/##.", "###/#../###", "###/.#./###")
REGIONS = (("4x4", (0, 0, 0, 0, 2, 0), True), ("12x5", (1, 0, 1, 0, 2, 2), True), ("12x5", (1, 0, 1, 0, 3, 2), False))

POSSIBLE: tuple[Case, ...] = (
    ("secnot/rectpack 22", "packing pack --pieces '4*R=###/###' --box 4x6", "24 of 24 cells"),
    ("secnot/rectpack 52, by a sixth", "packing pack --pieces '31*R=####/####/####' --box 19x20", "372 of 380 cells"),
    ("secnot/rectpack 18", "packing bins --pieces '3*R=##' --boards '2*2x2 cost 4, 2*3x2 cost 6'", "cost 6"),
    (
        "Padam87/bin-packer 2, by a fortieth",
        "packing pack --pieces '3*R=###/###' --objective strip --width 6",
        "optimal: 6x3",
    ),
    ("cemulate/polyomino-solver 2", "packing feasible 'T1 Z1' --box 5x2", "possible"),
    ("cemulate/polyomino-solver 22", "packing pack --pieces 'tetrominoes, pentominoes' --box 9x9", "80 of 81 cells"),
    ("adolfintel/tetrispuzzlesolver 1", "packing pack 'I2 O2 T2 L1 J1 S1 Z1' --box 5x8", "40 of 40 cells"),
    ("codegolf.stackexchange: solve a Tetris puzzle", "packing pack 'S1 Z1 T2 L1' --objective strip --width 4", "4x5"),
)
IMPOSSIBLE: tuple[Case, ...] = (
    ("blitz-packing: an odd number of T", "packing feasible 'T1 I3' --box 4x4", "checkerboard"),
    ("secnot/rectpack 52, one more", "packing feasible --pieces '32*R=####/####/####' --box 19x20", "impossible"),
    ("four L and J without a T", "packing feasible 'L1 O3' --box 4x4", "impossible"),
)
# blitz-packing: bags of n pieces that fill a box, of all bags.
CHANCES = (
    ((3, 3), 2, 8, 28),
    ((4, 4), 4, 24, 210),
    ((6, 6), 8, 2957, 3003),
    ((4, 8), 8, 842, 3003),
    ((6, 6), 9, 1467, 5005),
)
# blitz-packing: the best score of a box for n pieces.
SCORES = ((2, 3, 3, 11.0), (4, 4, 4, 24.0), (4, 4, 5, 16.0), (8, 6, 6, 44.0), (16, 8, 8, 96.0), (32, 11, 12, 172.33))
# Friedman, 2004 (OEIS A005842): the least square that holds squares of sides 1 to n.
SQUARES = ((2, 3), (3, 5), (4, 7), (5, 9), (6, 11), (7, 13))


@pytest.mark.parametrize("case", POSSIBLE, ids=lambda case: case[1])
def test_a_packing_that_exists(case: Case) -> None:
    check(case)


@pytest.mark.parametrize("case", IMPOSSIBLE, ids=lambda case: case[1])
def test_a_packing_that_does_not(case: Case) -> None:
    check(case, code=1)


@pytest.mark.parametrize(("box", "counts", "fits"), REGIONS)
def test_presents_below_a_tree(box: str, counts: tuple[int, ...], fits: bool) -> None:
    pieces = ", ".join(f"{count}*{present}" for count, present in zip(counts, PRESENTS, strict=True) if count)
    code, _, _ = ask(f"packing pack --pieces '{pieces}' --box {box}")
    assert code == (0 if fits else 1)


@pytest.mark.parametrize(("box", "pieces", "bags", "total"), CHANCES)
def test_bags_that_fill_a_box(box: tuple[int, int], pieces: int, bags: int, total: int) -> None:
    code, found, _ = ask(f"packing chances --box {box[0]}x{box[1]} --pieces-count {pieces} --json")
    answer = json.loads(found)
    assert code == 0
    assert (answer["bags"], answer["of"]) == (bags, total)


@pytest.mark.parametrize(("pieces", "width", "height", "score"), SCORES)
def test_scores_of_boxes(pieces: int, width: int, height: int, score: float) -> None:
    from shapewright.packing.rules import score as score_of

    assert score_of(4 * pieces, width, height) == pytest.approx(score, abs=0.01)


@pytest.mark.parametrize(("n", "side"), SQUARES)
def test_squares_in_a_square(n: int, side: int) -> None:
    squares = ", ".join(f"Q{k}={'/'.join(['#' * k] * k)}" for k in range(1, n + 1))
    assert ask(f"packing pack --pieces '{squares}' --box {side}x{side}")[0] == 0
    assert ask(f"packing feasible --pieces '{squares}' --box {side - 1}x{side - 1}")[0] == 1


def test_the_contest_gives_one_and_a_half_points_for_an_i() -> None:
    """Source: blitz-packing, level 1."""
    assert packing.pack("I").score == 1.5
