"""Numbers that others have published, or that were reckoned by another program."""

from __future__ import annotations

import pytest

from shapewright.packing import Bag, chances, pack
from shapewright.packing.boxes import by_score
from shapewright.packing.contest.rounds import PERFECT
from shapewright.packing.rules import LEVELS, score


@pytest.mark.parametrize(
    ("box", "pieces", "bags", "of", "probability", "even"),
    [
        ((3, 3), 2, 8, 28, 0.28571, None),
        ((4, 4), 4, 24, 210, 0.09204, 0.14607),
        ((6, 6), 8, 2957, 3003, 0.99958, None),
        ((8, 8), 16, 30434, 74613, 0.45900, 0.91381),
        ((4, 8), 8, 842, 3003, None, None),
        ((6, 6), 9, 1467, 5005, None, None),
        ((4, 5), 5, 88, 462, None, None),
        ((4, 6), 6, 200, 924, None, None),
        ((4, 7), 7, 437, 1716, None, None),
    ],
)
def test_bags_that_fit(
    box: tuple[int, int], pieces: int, bags: int, of: int, probability: float | None, even: float | None
) -> None:
    found = chances(box, pieces)
    assert (found.bags, found.of) == (bags, of)
    if probability is not None:
        assert float(found.probability) == pytest.approx(probability, abs=5e-6)
    if even is not None:
        assert float(found.probability_even_t) == pytest.approx(even, abs=5e-6)


@pytest.mark.parametrize(
    ("pieces", "box", "best"),
    [
        (2, (3, 3), 11.0),
        (4, (4, 4), 24.0),
        (8, (6, 6), 44.0),
        (16, (8, 8), 96.0),
        (32, (12, 12), 176.0),
        (64, (16, 16), 384.0),
        (128, (23, 23), 751.0),
        (256, (32, 32), 1536.0),
        (512, (46, 46), 3004.0),
    ],
)
def test_best_boxes_of_the_levels(pieces: int, box: tuple[int, int], best: float) -> None:
    assert next(by_score(4 * pieces)) == box
    assert float(score(4 * pieces, *box)) == best


def test_a_perfect_round() -> None:
    assert PERFECT == 6027.5


def test_the_bags_that_miss_6x6_fit_6x7() -> None:
    table = chances((6, 6), 8)
    every = chances((6, 7), 8)
    assert every.bags == every.of
    assert float(score(32, 6, 7)) == pytest.approx(32.57, abs=0.005)
    assert table.bags == every.of - 46


@pytest.mark.parametrize("pieces", LEVELS)
def test_every_level_is_decided(pieces: int) -> None:
    for seed in range(10):
        assert pack(Bag.random(pieces, seed=seed)).status == "optimal"
