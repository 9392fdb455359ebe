"""Solution sets against plain sets of tilings, against published numbers, and as files."""

from __future__ import annotations

import math
import sys
from collections import Counter
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.reference.tiling import sets as tiling_sets
from tests.tiling.covers.test_exact_cover import COLOURED, ENDLESS, LANGFORD, TOY, covers
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import FileError, LimitError, ProblemError, StoppedError
from shapewright.tiling import ExactCover, Problem, SolutionSet, solution_set
from shapewright.tiling.claims.verdict import tiles_of
from shapewright.tiling.sets import properties
from shapewright.tiling.sets.conditions import meets

FEW = 8  # tiles, of which a twin tries all colourings


def board(size: str, pieces: str = "any*I2") -> Problem:
    return Problem.from_text(f"board {size}\npieces {pieces}")


def plain(solutions: SolutionSet) -> set[Any]:
    """The tilings of a set as the twin has them, each of which comes once."""
    found = [frozenset((kind, frozenset(cells)) for kind, cells in tiles_of(each.problem, each)) for each in solutions]
    assert len(set(found)) == len(found) == solutions.count
    return set(found)


# --- The twin ---------------------------------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(problems())
def test_a_set_has_every_tiling_once(problem: Problem) -> None:
    assert plain(solution_set(problem)) == tiling_sets.tilings(problem)


@settings(max_examples=50, deadline=None)
@given(problems(), st.sampled_from(("fault_free", "crossroads", "symmetric", "three_colourable")))
def test_filters_keep_the_tilings_with_a_property(problem: Problem, name: str) -> None:
    if problem.board.dimension == 3 and name == "crossroads":
        name = "symmetric"
    everything = solution_set(problem)
    if any(len(each) > FEW for each in tiling_sets.tilings(problem)):
        name = "fault_free"
    kept = tiling_sets.kept(problem, name)
    with_it, without = everything.where(**{name: True}), everything.where(**{name: False})
    assert plain(with_it) == kept
    assert plain(without) == tiling_sets.tilings(problem) - kept
    assert with_it | without == everything
    assert [meets(each, {name: True}) for each in everything] == [each in with_it for each in everything]


@settings(max_examples=50, deadline=None)
@given(problems(), st.data())
def test_pieces_on_cells_are_counted_kept_and_left_out(problem: Problem, data: st.DataObject) -> None:
    everything = solution_set(problem)
    kind = data.draw(st.integers(0, len(problem.classes()) - 1))
    name = everything.piece_names[kind]
    assert everything.cell_counts(name) == tiling_sets.cells_of(problem, kind)
    fixed = {cell for placement in problem.fixed for cell in placement.cells}
    if problem.board.cells == fixed:
        return
    cell = data.draw(st.sampled_from(sorted(problem.board.cells - fixed)))
    there = tiling_sets.has(problem, kind, cell)
    assert plain(everything.where(has=[(name, cell)])) == there
    assert plain(everything.where(lacks=[(name, cell)])) == tiling_sets.tilings(problem) - there


@settings(max_examples=50, deadline=None)
@given(problems(), st.data())
def test_sets_are_combined_as_plain_sets_are(problem: Problem, data: st.DataObject) -> None:
    listed = list(tiling.solve(problem))
    some = st.sets(st.sampled_from(range(len(listed)))) if listed else st.just(set())
    chosen, other = data.draw(some), data.draw(some)
    one, two = (SolutionSet.of(problem, [listed[k] for k in numbers]) for numbers in (chosen, other))
    for made, numbers in ((one | two, chosen | other), (one & two, chosen & other), (one - two, chosen - other)):
        assert made == SolutionSet.of(problem, [listed[k] for k in numbers])
        assert made.count == len(numbers)
        assert [each in made for each in listed] == [k in numbers for k in range(len(listed))]
    assert (one <= two) == (chosen <= other)
    assert SolutionSet.of(problem, listed) == solution_set(problem)


@settings(max_examples=60, deadline=None)
@given(covers(), st.data())
def test_a_set_has_every_exact_cover_once(cover: ExactCover, data: st.DataObject) -> None:
    expected = set(exact_covers.solutions(cover))
    everything = solution_set(cover)
    assert set(everything) == expected
    assert everything.count == len(expected)
    counts = Counter(option for solution in expected for option in solution)
    assert everything.option_counts() == [(number, counts[number]) for number in range(len(cover.options))]
    costs = {number: data.draw(st.integers(-3, 3)) for number in range(len(cover.options))}
    cheapest = everything.cheapest(costs, len(expected) + 1)
    sums = sorted(sum(costs[option] for option in solution) for solution in expected)
    assert [cost for cost, _ in cheapest] == sums
    assert all(sum(costs[option] for option in solution) == cost for cost, solution in cheapest)
    assert {solution for _, solution in cheapest} == expected
    if cover.options:
        given_option = data.draw(st.integers(0, len(cover.options) - 1))
        there = {solution for solution in expected if given_option in solution}
        assert set(solution_set(cover.given([given_option]))) == there
        assert set(everything.where(has=[given_option])) == there
        assert solution_set(cover.given([given_option])) == everything.where(has=[given_option])


@pytest.mark.parametrize(("low", "high", "number"), [(1, 2, 6), (2, 3, 4), (2, 2, 3), (0, 1, 4), (3, 3, 1)])
def test_options_that_share_a_colour_may_all_be_chosen(low: int, high: int, number: int) -> None:
    cover = ExactCover([{"a": None, "x": "red"}] * 3, secondary="x", bounds={"a": (low, high)})
    assert solution_set(cover).count == cover.count() == number
    assert set(solution_set(cover)) == set(exact_covers.solutions(cover))


# --- Published numbers ------------------------------------------------------------------------------------------------


def test_pentominoes_that_three_colours_keep_apart() -> None:
    # Of the 2339 packings of 6x10, 94 can be coloured with three colours such that equal ones do not even touch at a
    # corner: Knuth, TAOCP 7.2.2.1, exercise 277. Without crossroads, pieces of one colour never do.
    everything = solution_set(board("6x10", "pentominoes"))
    assert everything.count == 4 * 2339
    assert everything.where(crossroads=False, three_colourable=True).count == 4 * 94
    assert everything.where(symmetric=True).count == 0
    assert everything.marginals().sum(axis=(1, 2)).tolist() == [5 * everything.count] * 12


def test_dominoes_without_fault_lines() -> None:
    # 5x6 has the smallest fault-free tilings, 6x6 none: Golomb, Polyominoes, ch. 2 (with Graham's theorem of 1981).
    assert solution_set(board("5x6")).where(fault_free=True).count == 6
    assert solution_set(board("6x6")).where(fault_free=True).count == 0


@pytest.mark.parametrize("size", [(4, 6), (5, 8), (6, 8), (8, 8)])
def test_fault_free_dominoes_by_inclusion_and_exclusion(size: tuple[int, int]) -> None:
    """Choose lines that are faults for certain: what is left are rectangles, each tiled by itself."""
    width, height = size
    total = 0
    for columns, rows in product(*(product((0, 1), repeat=side - 1) for side in size)):
        widths, heights = (_runs(cuts) for cuts in (columns, rows))
        product_of = math.prod(_dominoes(w, h) for w in widths for h in heights)
        total += (-1) ** (sum(columns) + sum(rows)) * product_of
    assert solution_set(board(f"{width}x{height}")).where(fault_free=True).count == total


def _runs(cuts: tuple[int, ...]) -> list[int]:
    runs = [1]
    for cut in cuts:
        if cut:
            runs.append(1)
        else:
            runs[-1] += 1
    return runs


_KNOWN: dict[tuple[int, int], int] = {}


def _dominoes(width: int, height: int) -> int:
    if (width, height) not in _KNOWN:
        _KNOWN[width, height] = tiling.count(board(f"{width}x{height}"))
    return _KNOWN[width, height]


@pytest.mark.parametrize(("size", "number"), [("2x3", 3), ("4x4", 2), ("6x6", 2), ("8x8", 2), ("3x5", 0), ("4x5", 3)])
def test_tatami_mats(size: str, number: int) -> None:
    # Four mats never meet: Ruskey and Woodcock, Electronic Journal of Combinatorics 16 (2009), R126; by hand for 2x3.
    assert solution_set(board(size)).where(crossroads=False).count == number


def test_langford_and_other_covers() -> None:
    assert solution_set(LANGFORD).count == 2
    assert list(solution_set(TOY)) == list(TOY.solve())
    assert set(solution_set(COLOURED)) == set(COLOURED.solve())
    assert solution_set(ENDLESS).count == 9**9


# --- Large sets -------------------------------------------------------------------------------------------------------


def test_a_set_may_have_more_members_than_len_can_say() -> None:
    dominoes = solution_set(board("12x12"))
    assert dominoes.count == 53060477521960000
    larger = solution_set(board("14x14"))
    assert larger.count == tiling.count(board("14x14")) > sys.maxsize
    with pytest.raises(OverflowError):
        len(larger)
    marginals = larger.marginals()
    assert marginals.dtype == object
    assert set(marginals.flat) == {larger.count}
    halves = larger.option_counts()
    assert sum(number for (_, cells), number in halves if (0, 0) in cells) == larger.count
    tiling.check(larger.random(seed=1))
    assert larger[-1] in larger


def test_draws_are_uniform_and_repeatable() -> None:
    everything = solution_set(board("4x4"))
    drawn = everything.sample(3600, seed=7)
    assert drawn == everything.sample(3600, seed=7)
    assert drawn != everything.sample(3600, seed=8)
    counts = Counter(str(each) for each in drawn)
    assert len(counts) == 36
    # Chi-squared with 35 degrees of freedom: more than 80 has a chance of some 2 in 100,000.
    assert sum((number - 100) ** 2 / 100 for number in counts.values()) < 80
    assert everything.where(fault_free=True).sample(3, seed=1) == []
    assert everything.where(fault_free=True).random() is None


def test_solutions_have_ranks_in_the_order_in_which_they_come() -> None:
    everything = solution_set(board("5x6"))
    listed = list(everything)
    assert [everything[rank] for rank in (0, 5, 1182, -1)] == [listed[0], listed[5], listed[1182], listed[-1]]
    for rank in (1183, -1184):
        with pytest.raises(IndexError, match="there are 1183"):
            everything[rank]


def test_the_cheapest_by_the_costs_of_a_cover_are_those_that_a_search_finds() -> None:
    cover = ExactCover(["ab", "cd", "ac", "bd", "ad", "bc"], costs=[4, 1, 2, 2, 7, 0])
    found = cover.cheapest(3)
    assert [cost for cost, _ in solution_set(cover).cheapest(limit=3)] == list(found.costs) == [4, 5, 7]
    assert [names for _, names in solution_set(cover).cheapest(limit=3)] == list(found.covers)
    with pytest.raises(ProblemError, match="no costs are given"):
        solution_set(board("2x2")).cheapest()


def test_hexagons_and_triangles_have_sets() -> None:
    problem = Problem.from_text("board hex:4x3\npieces 4*hex:I3")
    everything = solution_set(problem)
    listed = list(tiling.solve(problem))
    assert everything == SolutionSet.of(problem, listed)
    kept = [each for each in listed if meets(each, {"symmetric": True})]
    assert everything.where(symmetric=True) == SolutionSet.of(problem, kept)
    assert 0 < len(kept) <= len(listed)
    assert everything.heat_map("I").outlines
    for name in ("fault_free", "crossroads"):
        with pytest.raises(ProblemError, match="this one is of hexagons"):
            everything.where(**{name: True})
    # Of three hexagons around a point each touches the others.
    three = Problem.from_text("board hex:2x2\npieces any*hex:I1")
    assert solution_set(three).where(three_colourable=True).count == 1
    seven = Problem.from_text("board hex:hexagon-2\npieces any*hex:I1")
    assert solution_set(seven).where(three_colourable=True).count == 1


def test_a_symmetry_that_moves_fixed_pieces_alone_is_one() -> None:
    problem = Problem.from_text("board 3x1\npieces 3*I1\nfixed I 0,0\nfixed I 2,0")
    assert solution_set(problem).where(symmetric=True).count == 1


# --- Limits and errors ------------------------------------------------------------------------------------------------


def test_memory_and_time_are_limited() -> None:
    with pytest.raises(LimitError, match="does not fit into 1 MB"):
        solution_set(board("6x10", "pentominoes"), memory=1 << 20)
    with pytest.raises(StoppedError, match=r"the time limit of 0 s was reached before the diagram was made"):
        solution_set(board("8x10", "pentominoes, 4*L5"), time_limit=0)


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    solution_set(board("5x6"), progress=lambda done, of: told.append((done, of)))
    assert told == sorted(told)
    assert {of for _, of in told} == {30}


def test_what_cannot_be_filtered_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    everything = solution_set(board("4x4"))
    with pytest.raises(ProblemError, match="there is no piece 'Q'"):
        everything.where(has=[("Q", (0, 0))])
    with pytest.raises(ProblemError, match="the board has no cell 9,9"):
        everything.where(lacks=[("I", (9, 9))])
    with pytest.raises(ProblemError, match="of different puzzles"):
        everything | solution_set(board("4x5"))
    with pytest.raises(ProblemError, match="not one of this puzzle"):
        SolutionSet.of(board("4x4"), [tiling.first(board("4x5"))])
    with pytest.raises(ProblemError, match="an exact cover has no faults"):
        solution_set(LANGFORD).where(fault_free=True)
    with pytest.raises(ProblemError, match="on boards of squares only, and this one is of cubes"):
        solution_set(board("2x2x2")).where(crossroads=True)
    with pytest.raises(ProblemError, match="whole numbers"):
        everything.cheapest(lambda _: 0.5)  # type: ignore[arg-type, return-value]
    monkeypatch.setattr(properties, "MOST_LISTED", 10)
    with pytest.raises(LimitError, match="there are 36"):
        everything.where(three_colourable=True)
    with pytest.raises(LimitError, match="more than 10 symmetric"):
        everything.where(symmetric=True)


# --- Files ------------------------------------------------------------------------------------------------------------


def test_a_set_is_kept_in_a_file(tmp_path: Path) -> None:
    for name, puzzle in (("board", board("5x6")), ("cover", COLOURED), ("none", board("3x3"))):
        path = tmp_path / f"{name}.tilings"
        everything = solution_set(puzzle)
        everything.save(path)
        assert SolutionSet.load(path) == everything
        assert list(SolutionSet.load(path)) == list(everything)


def test_foreign_and_damaged_files_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.tilings"
    solution_set(board("4x4")).save(path)
    whole = path.read_bytes()
    for content, words in (
        (b"board 4x4\n", "is not a file of solutions of a tiling puzzle"),
        (whole[:-1], "truncated"),
        (whole[:-1] + bytes([whole[-1] ^ 1]), "damaged"),
    ):
        path.write_bytes(content)
        with pytest.raises(FileError, match=words):
            SolutionSet.load(path)


@pytest.mark.parametrize(
    ("attribute", "value"),
    [("root", 3), ("solutions", "35"), ("puzzle", "board 4x5\npieces any*I2"), ("variables", 23), ("options", "0")],
)
def test_a_file_that_says_something_else_than_its_nodes_is_refused(
    tmp_path: Path, attribute: str, value: object
) -> None:
    from shapewright.storage import hdf5
    from shapewright.tiling.sets.files import FORMAT, VERSION

    path = tmp_path / "a.tilings"
    solution_set(board("4x4")).save(path)
    contents = hdf5.read(path, FORMAT, VERSION)
    hdf5.write(path, FORMAT, VERSION, contents.arrays, {**contents.attributes, attribute: value})  # type: ignore[dict-item]
    with pytest.raises(FileError, match="is damaged"):
        SolutionSet.load(path)


def test_heat_maps_say_percent() -> None:
    everything = solution_set(board("2x3", "any*I2"))
    drawn = everything.heat_map("I")
    assert set(drawn.labels) == {"100"}
    some = everything.where(has=[("I", (0, 0), (1, 0))])
    assert some.count == 2
    assert some.cell_counts()[0, 0] == 2
