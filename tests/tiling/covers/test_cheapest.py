"""The cheapest exact covers: those of the slow twin, known optima, bounds of searches that are cut short."""

from __future__ import annotations

from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.tiling.covers.test_exact_cover import ENDLESS, covers

from shapewright import _core
from shapewright.errors import LimitError, ProblemError
from shapewright.tiling import CheapestCovers, ExactCover, Problem, Statistics
from shapewright.tiling.covers.of_problem import exact_cover


def with_costs(cover: ExactCover, costs: list[int]) -> ExactCover:
    """The same cover, its options having these costs."""
    options = [dict(option) for option in cover.options]
    return ExactCover(options, cover.items, secondary=cover.secondary, bounds=cover.bounds, costs=costs)


def assignment(table: list[list[int]]) -> ExactCover:
    """Each row gets a column of its own."""
    size = range(len(table))
    return ExactCover(
        {(row, column): [("row", row), ("column", column)] for row in size for column in size},
        costs={(row, column): table[row][column] for row in size for column in size},
    )


@settings(max_examples=250)
@given(covers(), st.data())
def test_the_cheapest_covers_are_those_of_the_twin(cover: ExactCover, data: st.DataObject) -> None:
    number = len(cover.options)
    costs = data.draw(
        st.lists(
            st.one_of(st.integers(0, 9), st.integers(-9, 9), st.integers(-(1 << 30), 1 << 30)),
            min_size=number,
            max_size=number,
        )
    )
    cover = with_costs(cover, costs)
    every = sorted((sum(costs[one] for one in row), row) for row in exact_covers.solutions(cover))
    asked = data.draw(st.integers(1, len(every) + 2))
    found = cover.cheapest(asked)
    assert list(found.costs) == [cost for cost, _ in every[:asked]]
    assert len(set(found.covers)) == len(found.covers)
    assert set(zip(found.costs, found.covers, strict=True)) <= set(every)
    assert found.status == ("optimal" if every else "infeasible")
    if every:
        chosen = data.draw(st.lists(st.sampled_from(every[0][1]), max_size=2)) if every[0][1] else []
        within = [cost for cost, row in every if set(chosen) <= set(row)]
        assert list(cover.given(chosen).cheapest(asked).costs) == within[:asked]


@pytest.mark.parametrize("seed", range(8))
def test_assignments_are_those_of_all_permutations(seed: int) -> None:
    rng = Random(seed)
    table = [[rng.randrange(50) for _ in range(6)] for _ in range(6)]
    every = sorted(sum(table[row][column] for row, column in enumerate(order)) for order in permutations(range(6)))
    assert list(assignment(table).cheapest(20).costs) == every[:20]


def test_a_large_assignment_takes_few_nodes() -> None:
    # The prices of the linear programme are integral here, and lead to the optimum. The sum is scipy's
    # (scipy.optimize.linear_sum_assignment, 1.14).
    rng = Random(2)
    table = [[rng.randrange(1000) for _ in range(60)] for _ in range(60)]
    seen: list[Statistics] = []
    found = assignment(table).cheapest(report=seen.append)
    assert (found.costs, found.status) == ((1628,), "optimal")
    assert (seen[0].complete, seen[0].lower_bound, seen[0].solutions) == (True, 1628, 1)
    assert seen[0].nodes < 1000


def test_pentominoes_of_least_cost_are_those_of_all_tilings() -> None:
    plain = exact_cover(Problem.from_text("board 5x12\npieces pentominoes"))
    rng = Random(2)
    cover = with_costs(plain, [rng.randrange(100) for _ in plain.options])
    every = sorted(map(cover.cost_of, cover.solve()))
    assert len(every) == 4040
    assert list(cover.cheapest(5).costs) == every[:5]


def test_squares_and_primes() -> None:
    """A number of each residue: the cheapest and the dearest sums, by hand."""
    options = [[f"r{number % 5}"] for number in range(1, 26)]
    squares = [number * number for number in range(1, 26)]
    assert ExactCover(options, costs=squares).cheapest(2).costs == (55, 90)  # 1 to 5; with 6 for 1


def test_a_search_that_is_cut_short_has_a_bound() -> None:
    cover = with_costs(ENDLESS, [number * 7919 % 1000 + 1 for number in range(len(ENDLESS.options))])
    best = cover.cheapest()
    assert best.status == "optimal"
    instance = cover.engine.instance
    for nodes in (0, 1, 5, 9, 20):
        search = _core.CoverCheapest(instance, list(cover.costs), 1)
        over = search.run(None, -1.0, nodes)
        costs = [cost for cost, _ in search.found]
        assert over or (search.bound is not None and search.bound <= best.costs[0])
        assert all(cost >= best.costs[0] for cost in costs)
    seen: list[Statistics] = []
    none = cover.cheapest(time_limit=0, report=seen.append)
    assert none.status in ("unknown", "optimal", "feasible")
    assert seen[0].lower_bound is not None
    assert seen[0].lower_bound <= best.costs[0]
    assert [CheapestCovers((), (), 0).status, CheapestCovers((), ()).status] == ["unknown", "infeasible"]
    assert CheapestCovers(((1,),), (5,), 3).status == "feasible"


def test_a_large_programme_waits_for_a_cover() -> None:
    # Every pair costs what its two ends cost, and more unless a secret order has it. The programme has 240 items.
    rng = Random(3)
    ones, others = ([rng.randrange(10_000) for _ in range(120)] for _ in range(2))
    secret = rng.sample(range(120), 120)
    more = [[0 if secret[i] == j else rng.randrange(1, 10_000) for j in range(120)] for i in range(120)]
    optimum = sum(ones) + sum(others)
    cover = assignment(
        [[a + b + c for b, c in zip(others, line, strict=True)] for a, line in zip(ones, more, strict=True)]
    )
    search = _core.CoverCheapest(cover.engine.instance, list(cover.costs), 3)
    assert not search.run(None, 0.0, 1)  # no time at all, but what is easily found is
    (first,) = search.found
    cover.engine.checker.check([sorted(first[1])], [])
    assert search.bound is not None
    assert 0 < search.bound <= optimum <= first[0] == sum(cover.costs[option] for option in first[1])
    best = cover.cheapest(3)
    assert (best.status, best.costs[0], len(set(best.covers))) == ("optimal", optimum, 3)
    assert list(best.costs) == sorted(map(cover.cost_of, best.covers))


def test_many_covers_of_the_same_cost_are_no_labyrinth() -> None:
    # Numbers on a line are matched best in order, and as well in many other ways, which most choices spoil.
    rng = Random(3)
    ones, others = ([rng.randrange(10_000) for _ in range(90)] for _ in range(2))
    optimum = sum(abs(a - b) for a, b in zip(sorted(ones), sorted(others), strict=True))
    cover = assignment([[abs(a - b) for b in others] for a in ones])
    best = cover.cheapest(3)
    assert (best.status, best.costs, len(set(best.covers))) == ("optimal", (optimum,) * 3, 3)


def test_covers_without_costs_cost_nothing() -> None:
    cover = ExactCover(["ab", "c", "abc"])
    assert cover.costs == ()
    assert cover.cheapest(5).costs == (0, 0)
    assert cover.cost_of([0, 1]) == 0
    assert ExactCover(["ab", "c"], costs=[0, 0]) == ExactCover(["ab", "c"])
    assert ExactCover(["ab", "c"], costs=[0, 1]) != ExactCover(["ab", "c"])
    assert cover.first() == with_costs(cover, [9, 9, 1]).first()


def test_costs_are_whole_numbers_one_an_option() -> None:
    named = ExactCover({"one": "ab", "two": "c", "three": "abc"}, costs={"three": 5, "one": 2})
    assert named.costs == (2, 0, 5)
    assert named.cheapest().covers == (("one", "two"),)
    assert ExactCover.from_matrix([[1, 0], [0, 1], [1, 1]], costs=[3, 3, 5]).cheapest().covers == ((2,),)
    for costs, message in (
        ([1], "there are 1 costs for 3 options"),
        ([1, 2, 0.5], r"the cost '0\.5' is not a whole number"),
        ({7: 1}, "there is no option '7'"),
    ):
        with pytest.raises(ProblemError, match=message):
            ExactCover(["ab", "c", "abc"], costs=costs)  # type: ignore[arg-type]
    with pytest.raises(LimitError, match="all options cost 1099511627777 together"):
        ExactCover(["ab", "c"], costs=[1 << 40, 1])
    for number in (0, -1, 1_000_001):
        with pytest.raises(ProblemError, match=f"the number of covers is 1 to 1000000, not {number}"):
            named.cheapest(number)


def test_the_engine_refuses_what_makes_no_sense() -> None:
    instance = ExactCover(["ab", "c"]).engine.instance
    for costs in ([1], [1 << 41, 0], [1 << 40, 1]):
        with pytest.raises(ValueError, match="cost"):
            _core.CoverCheapest(instance, costs, 1)
    search = _core.CoverCheapest(instance, [1, 2], 1)
    for given_options, message in (([0, 0], "given twice"), ([9], "unknown option")):
        with pytest.raises(ValueError, match=message):
            search.give(given_options)
    assert _core.CoverCheapest(instance, [1, 2], 0).run(None, -1.0, 5)
