"""Minimum covers, against trying all sets of sets."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.clear.minimal import Cover, minimum_cover
from shapewright.errors import ProblemError


def smallest(sets: list[int]) -> int:
    everything = 0
    for members in sets:
        everything |= members
    for size in range(len(sets) + 1):
        for some in combinations(sets, size):
            union = 0
            for members in some:
                union |= members
            if union == everything:
                return size
    raise AssertionError("all of them are a cover")


@given(st.lists(st.integers(0, 2**9 - 1), max_size=9), st.data())
@settings(max_examples=150)
def test_as_trying_everything(sets: list[int], data: st.DataObject) -> None:
    costs = [data.draw(st.integers(0, 3)) for _ in sets]
    cover = minimum_cover(sets, costs)
    assert cover.is_optimal
    assert len(cover.chosen) == smallest(sets)
    union = everything = 0
    for number, members in enumerate(sets):
        everything |= members
        union |= members if number in cover.chosen else 0
    assert union == everything


def test_a_cover_that_reductions_alone_do_not_find() -> None:
    """The edges of a five-cycle, each covering two corners, and of the complete graph on six corners."""
    cycle = [1 << k | 1 << (k + 1) % 5 for k in range(5)]
    assert len(minimum_cover(cycle, [0] * 5).chosen) == 3
    pairs = [1 << a | 1 << b for a, b in combinations(range(6), 2)]
    assert minimum_cover(pairs, [0] * 15).bound == 3


def test_the_cheapest_of_the_smallest() -> None:
    assert minimum_cover([0b01, 0b01, 0b10, 0b10], [2, 1, 0, 3]) == Cover((1, 2), 2)
    cycle = [1 << k | 1 << (k + 1) % 6 for k in range(6)]
    assert minimum_cover(cycle, [1, 0, 1, 0, 1, 0]).chosen == (1, 3, 5)
    assert minimum_cover(cycle, [0, 1, 0, 1, 0, 1]).chosen == (0, 2, 4)


def test_nothing_to_cover() -> None:
    assert minimum_cover([], []) == Cover((), 0)
    assert minimum_cover([0, 0], [0, 0]) == Cover((), 0)


def test_costs_are_checked() -> None:
    with pytest.raises(ProblemError):
        minimum_cover([1], [])
    with pytest.raises(ProblemError):
        minimum_cover([1], [-1])


@given(st.lists(st.integers(0, 255), max_size=12), st.sampled_from([0, 1e-9, 60.0]))
def test_under_a_time_limit_there_is_a_cover_and_a_true_bound(sets: list[int], seconds: float) -> None:
    least = minimum_cover(sets, [0] * len(sets))
    found = minimum_cover(sets, [0] * len(sets), time_limit=seconds)
    everything = covered = 0
    for members in sets:
        everything |= members
    for number in found.chosen:
        covered |= sets[number]
    assert covered == everything
    assert found.bound <= len(least.chosen) <= len(found.chosen)


def test_the_clock_is_looked_at_in_every_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many looks there is time for, the search ends, and sooner with fewer."""
    seconds = [0.0]

    def now() -> float:
        seconds[0] += 1.0
        return seconds[0]

    random = Random(1)
    sets = [random.getrandbits(120) & random.getrandbits(120) & random.getrandbits(120) for _ in range(80)]
    whole = minimum_cover(sets, [0] * 80)
    monkeypatch.setattr("shapewright.jobs.limits.monotonic", now)
    looks = []
    for limit in (1, 3, 10, 50, 90, 130, 200, 300):
        seconds[0] = 0.0
        found = minimum_cover(sets, [0] * 80, time_limit=limit)
        assert found.bound <= len(whole.chosen) <= len(found.chosen)
        looks.append(seconds[0])
    assert looks[:5] == sorted(looks[:5])
    assert all(count <= limit + 3 for count, limit in zip(looks, (1, 3, 10, 50, 90, 130, 200, 300), strict=True))
