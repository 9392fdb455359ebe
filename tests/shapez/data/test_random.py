"""Random shapes: each orientation of each buildable shape alike, and the same ones for the same seed."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest
from tests.shapez.data import twin_data
from tests.shapez.data.searched import searched
from tests.shapez.data.twin_data import QUAD1, QUAD2

from shapewright.errors import ProblemError
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.random import BATCH, SEEDS, Like, random


def drawn(configuration: Configuration, seed: int, limit: int, data: Data | None = None) -> list[int]:
    data = data or twin_data.data(configuration, full=True)
    return [shape.packed() for shape in random(configuration, seed=seed, limit=limit, data=data)]


def chi_square(counts: Counter[int], categories: int) -> float:
    expected = counts.total() / categories
    missing = (categories - len(counts)) * expected
    return missing + sum((count - expected) ** 2 / expected for count in counts.values())


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_shape_is_equally_likely(seed: int) -> None:
    counts = Counter(drawn(QUAD1, seed, 40_000))
    assert len(counts) == 256
    # Its mean is 255, its standard deviation 23.
    assert 160 < chi_square(counts, 256) < 370


def test_every_shape_of_two_layers_is_equally_likely() -> None:
    counts = Counter(drawn(QUAD2, 5, 100_000))
    assert counts.keys() <= twin_data.oriented(QUAD2)
    # 35,280 of mean, 266 of deviation; sets of one canonical shape are as large as their symmetry is low.
    assert 34_200 < chi_square(counts, 35_281) < 36_350
    heights = Counter(-(-shape.bit_length() // 8) for shape in counts.elements())
    assert 0.0055 < (heights[0] + heights[1]) / 100_000 < 0.009  # 256 of 35,281


def test_the_same_seed_gives_the_same_shapes() -> None:
    data = searched("quad3")
    quad3 = data.configuration
    assert drawn(quad3, 7, 50, data) == drawn(quad3, 7, 50, data)
    assert drawn(quad3, 7, 50, data) != drawn(quad3, 8, 50, data)
    assert drawn(quad3, 7, 20, data) == drawn(quad3, 7, 50, data)[:20]
    long = drawn(quad3, 7, 2 * BATCH + 10, data)
    assert long[: BATCH + 5] == drawn(quad3, 7, BATCH + 5, data)
    # No batch repeats another.
    assert len(set(long)) > 0.99 * len(long)


def test_neighbouring_seeds_have_nothing_in_common() -> None:
    data = searched("quad4")
    first = [tuple(drawn(data.configuration, seed, 5, data)) for seed in (*range(50), SEEDS - 1)]
    assert len({shape for shapes in first for shape in shapes}) == 5 * 51


def test_large_seeds() -> None:
    assert drawn(QUAD2, SEEDS + 3, 10) == drawn(QUAD2, 3, 10)
    assert len(drawn(QUAD2, SEEDS - 1, 2000)) == 2000


def test_without_a_seed_others_come_every_time() -> None:
    data = searched("quad3")
    twice = [[shape.packed() for shape in random(data.configuration, limit=20, data=data)] for _ in range(2)]
    assert twice[0] != twice[1]


def test_without_a_limit_there_is_no_end() -> None:
    data = searched("quad3")
    endless = random(data.configuration, seed=1, data=data)
    assert [shape.packed() for shape in islice(endless, 3000)] == drawn(data.configuration, 1, 3000, data)
    assert list(random(data.configuration, seed=1, limit=0, data=data)) == []


@pytest.mark.parametrize("like", ["uniform", "goals"])
def test_a_configuration_may_be_named(like: Like) -> None:
    assert next(random("quad4", seed=1, like=like)) == next(random(Configuration(4, 4), seed=1, like=like))
    with pytest.raises(ProblemError, match="4 is not a Configuration; write its name, such as 'quad4'"):
        next(random(4, like=like))  # type: ignore[arg-type]


def test_negative_seeds_are_refused() -> None:
    with pytest.raises(ProblemError, match="the seed is -1; it must not be negative"):
        next(random(QUAD1, seed=-1))
