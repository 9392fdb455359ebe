"""Minimum covers, against trying all sets of sets."""

from __future__ import annotations

from itertools import combinations
from random import Random

import highspy
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.set_cover_brute_force import least_weight

from shapewright import _core
from shapewright.clear.paths.minimum_cover import Cover, minimum_cover, search, transposed, transposed_plainly
from shapewright.errors import ProblemError
from shapewright.jobs import Progress
from shapewright.jobs.limits import Clock

FREE = (None, -1.0, 1 << 62)


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


@given(st.lists(st.integers(0, 2**20 - 1), max_size=9))
def test_what_has_each_element_is_the_same_without_numpy(sets: list[int]) -> None:
    assert transposed_plainly(sets, Clock(None)) == transposed(sets, Clock(None))


@st.composite
def weighted(draw: st.DrawFn) -> tuple[int, list[list[int]], list[int]]:
    """A number of elements, sets of them that leave none out, and weights."""
    elements = draw(st.integers(0, 9))
    sets = draw(st.lists(st.sets(st.integers(0, elements - 1)), max_size=9)) if elements else []
    sets.append(set(range(elements)) - set().union(*sets))
    weights = draw(st.lists(st.integers(0, 5), min_size=len(sets), max_size=len(sets)))
    return elements, [sorted(members) for members in sets], weights


@given(weighted())
def test_the_engine_as_trying_everything(problem: tuple[int, list[list[int]], list[int]]) -> None:
    elements, sets, weights = problem
    chosen, weight, bound, _ = _core.minimum_set_cover(elements, sets, weights, [], *FREE)
    assert {element for number in chosen for element in sets[number]} == set(range(elements))
    assert weight == sum([weights[number] for number in chosen]) == bound == least_weight(elements, sets, weights)


def fewest_by_highs(elements: int, sets: list[list[int]]) -> int:
    """The size of a minimum cover, by an integer programme that somebody else wrote."""
    solver = highspy.Highs()  # type: ignore[no-untyped-call]
    solver.setOptionValue("output_flag", False)
    taken = [solver.addBinary() for _ in sets]
    for element in range(elements):
        having = [taken[number] for number, members in enumerate(sets) if element in members]
        solver.addConstr(solver.qsum(having) >= 1)
    solver.minimize(solver.qsum(taken))
    return round(solver.getInfo().objective_function_value)


def test_the_engine_finds_as_few_as_highs() -> None:
    """On covers of some ten sets, too many to try everything."""
    random = Random(2)
    searched = 0
    for _ in range(12):
        bits = [random.getrandbits(120) & random.getrandbits(120) & random.getrandbits(120) for _ in range(50)]
        elements = [bit for bit in range(120) if any(each >> bit & 1 for each in bits)]
        sets = [[at for at, bit in enumerate(elements) if each >> bit & 1] for each in bits]
        chosen, weight, bound, nodes = _core.minimum_set_cover(len(elements), sets, [1] * 50, [], *FREE)
        assert {element for number in chosen for element in sets[number]} == set(range(len(elements)))
        assert len(chosen) == weight == bound == fewest_by_highs(len(elements), sets)
        assert len(minimum_cover(bits, [0] * 50).chosen) == weight
        searched += nodes
    assert searched > 12  # these are no questions that reductions alone decide


def test_the_engine_keeps_what_it_was_given_when_there_is_no_time() -> None:
    sets = [[k, (k + 1) % 7] for k in range(7)]
    chosen, weight, bound, _ = _core.minimum_set_cover(7, sets, [1] * 7, [0, 2, 4, 5, 6], bytearray([1]), -1.0, 1 << 62)
    assert set().union(*[sets[number] for number in chosen]) == set(range(7))
    assert bound <= 4 <= weight == len(chosen) <= 5
    few = _core.minimum_set_cover(7, sets, [1] * 7, [], None, -1.0, 0)
    assert few[2] <= 4 <= few[1]


def test_the_engine_refuses_what_is_no_problem() -> None:
    for elements, sets, weights, start in (
        (1, [[]], [1], []),
        (1, [[1]], [1], []),
        (1, [[0, 0]], [1], []),
        (1, [[0]], [], []),
        (1, [[0]], [1], [1]),
    ):
        with pytest.raises(ProblemError):
            _core.minimum_set_cover(elements, sets, weights, start, *FREE)


def test_the_lightest_by_the_engine() -> None:
    rows = [1 << k | 1 << (k + 1) % 6 for k in range(6)]
    for prices, cheapest in (([1, 0] * 3, [1, 3, 5]), ([0, 1] * 3, [0, 2, 4])):
        other = [number for number in range(6) if number not in cheapest]
        weights = [4 + price for price in prices]
        assert search(rows, list(range(6)), weights, other, Clock(None)) == (cheapest, 12)


@given(st.lists(st.integers(0, 2**8 - 1), max_size=9), st.data())
@settings(max_examples=200)
def test_ties_are_broken_in_the_order_of_the_costs(sets: list[int], data: st.DataObject) -> None:
    """The least sums of costs, lexicographically, by trying every set of as many sets."""
    costs = [data.draw(st.tuples(*[st.integers(0, 3)] * 3)) for _ in sets]
    cover = minimum_cover(sets, costs)
    everything = 0
    for members in sets:
        everything |= members
    least = least_costs(sets, costs, everything)
    assert cover.is_optimal
    assert cover.settled == (3 if cover.chosen else 0)
    assert minimum_cover(sets, lambda _: costs) == cover
    assert (len(cover.chosen), sums(cover.chosen, costs)) == least


def sums(chosen: tuple[int, ...], costs: list[tuple[int, int, int]]) -> tuple[int, ...]:
    return tuple([sum([costs[number][level] for number in chosen]) for level in range(3)])


def least_costs(
    sets: list[int], costs: list[tuple[int, int, int]], everything: int
) -> tuple[int, tuple[int, ...]] | None:
    for size in range(len(sets) + 1):
        found = []
        for some in combinations(range(len(sets)), size):
            union = 0
            for number in some:
                union |= sets[number]
            if union == everything:
                found.append(sums(some, costs))
        if found:
            return size, min(found)
    return None


def test_costs_that_no_weight_can_hold_are_left_undecided() -> None:
    """Weights of the engine have 32 bits: the second of such costs is not looked for, and this is said."""
    cycle = [1 << k | 1 << (k + 1) % 6 for k in range(6)]
    costs = [(k % 2 * 10**6, (k * 7 % 5) * 10**6) for k in range(6)]
    cover = minimum_cover(cycle, costs)
    assert (cover.chosen, cover.settled) == ((0, 2, 4), 1)


def test_how_the_search_goes_is_told() -> None:
    """The best so far never grows, the bound never falls, and at the end they meet."""
    random = Random(1)
    sets = [random.getrandbits(120) & random.getrandbits(120) & random.getrandbits(120) for _ in range(80)]
    seen: list[Progress] = []
    cover = minimum_cover(sets, [0] * 80, progress=seen.append)
    told = [one for one in seen if one.stage == "minimal set"]
    assert len(told) > 1
    assert [one.done for one in told] == sorted([one.done for one in told])
    assert [one.total for one in told] == sorted([one.total for one in told], reverse=True)
    assert told[-1].done == told[-1].total == len(cover.chosen)
    assert told[0].remark == f"{told[0].total} suffice, {told[0].done} at least"
    assert told[-1].remark == f"{len(cover.chosen)} are the fewest"
