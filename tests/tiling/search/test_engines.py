"""Every engine, on every SIMD path of this machine, gives the answers of the slow twins."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.reference.tiling import brute_force as brute_force
from tests.tiling.answers import COUNTING, WAYS, each_once, forced, orbits
from tests.tiling.random_problems import problems

from shapewright import _core, tiling
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError, ProblemError
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import SEARCHES, frontier_bytes, search_engine, width
from shapewright.tiling.search.instance import Cover

PUZZLES = {  # text, tilings, tilings up to symmetry
    "8x8": ("board 8x8\nhole 3,3 3,4 4,3 4,4\npieces pentominoes", 520, 65),
    "3x20": ("board 3x20\npieces pentominoes", 8, 2),
    "tetrominoes": ("board 5x8\npieces 2*tetrominoes", 3106, 783),
    "T": ("board 8x8\npieces any*T4", 84, 15),
}
SLOW = [(engine, "8x8") for engine in SEARCHES if engine != "bit-sliced"]


def ring(length: int) -> tuple[Problem, set[algorithm_x.Tiling]]:
    """A closed corridor one cell wide around a board of ``length`` x 4: dominoes go round it in two ways."""
    inside = " ".join(f"{x},{y}" for x in range(1, length - 1) for y in (1, 2))
    problem = Problem.from_text(f"board {length}x4\nhole {inside}\npieces any*dominoes")
    there = [(x, 0) for x in range(length - 1)] + [(length - 1, y) for y in range(3)]
    round_it = there + [(length - 1 - x, 3 - y) for x, y in there]
    name = problem.pieces[0].name
    ways = (
        frozenset((name, frozenset((round_it[k - 1], round_it[k]))) for k in range(start, len(round_it), 2))
        for start in (0, 1)
    )
    return problem, set(ways)


@settings(max_examples=100)
@given(problems())
def test_searches_list_what_the_twin_lists(problem: Problem) -> None:
    every = set(algorithm_x.tilings(problem))
    assert each_once(tiling.solve(problem)) == every
    for engine, simd in WAYS:
        with forced(simd):
            assert each_once(tiling.solve(problem, engine=engine)) == every, (engine, simd)


@settings(max_examples=50)
@given(problems())
def test_searches_list_one_of_each_orbit(problem: Problem) -> None:
    every = set(algorithm_x.tilings(problem))
    for rotations_only in (False, True):
        orbit = orbits(problem, every, rotations_only=rotations_only)
        assert orbit.keys() == every
        for engine, simd in WAYS:
            with forced(simd):
                found = each_once(
                    tiling.solve(problem, up_to_symmetry=True, rotations_only=rotations_only, engine=engine)
                )
            assert len(found) == len(set(orbit.values())), (engine, simd)
            assert {orbit[one] for one in found} == set(orbit.values()), (engine, simd)


@settings(max_examples=60)
@given(problems())
def test_engines_count_what_the_twin_counts(problem: Problem) -> None:
    expected = (
        brute_force.count(problem),
        brute_force.count_up_to_symmetry(problem),
        brute_force.count_up_to_symmetry(problem, rotations_only=True),
    )
    for engine in COUNTING:
        counts = (
            tiling.count(problem, engine=engine, threads=1),
            tiling.count(problem, engine=engine, threads=1, up_to_symmetry=True),
            tiling.count(problem, engine=engine, threads=1, up_to_symmetry=True, rotations_only=True),
        )
        assert counts == expected, engine


@settings(max_examples=100)
@given(problems(), st.integers(0, 4))
def test_a_search_that_is_left_again_and_again(problem: Problem, nodes: int) -> None:
    cover = Cover.of(problem)
    for engine in SEARCHES:
        search = _core.cover_search(engine, cover.instance())
        if search is None:
            assert not cover.cells
            continue
        whole = search.run(None, -1.0, 1 << 62, 1 << 62, True)
        assert whole[0]
        pieces: list[list[int]] = []
        prefixes = [[]]
        while prefixes:
            search.start(prefixes.pop(0))
            over, found = search.run(None, -1.0, 1 << 62, nodes, True)
            pieces += found
            assert over == (search.rest() == []) or not over
            prefixes = search.rest() + prefixes
        assert pieces == whole[1], engine


# The frontier would have to tell apart which of twelve pieces are used, the others see through it.
@pytest.mark.parametrize(
    ("engine", "name"),
    [(engine, name) for engine in COUNTING for name in PUZZLES if (engine, name) != ("frontier", "8x8")],
)
def test_engines_count_known_puzzles(engine: str, name: str) -> None:
    text, raw, distinct = PUZZLES[name]
    problem = Problem.from_text(text)
    assert tiling.count(problem, engine=engine, threads=1) == raw
    assert tiling.count(problem, engine=engine, threads=1, up_to_symmetry=True) == distinct


@pytest.mark.parametrize(
    ("engine", "name"),
    [(engine, name) for engine in SEARCHES for name in ("8x8", "3x20", "T") if (engine, name) not in SLOW],
)
def test_searches_list_known_puzzles(engine: str, name: str) -> None:
    text, raw, distinct = PUZZLES[name]
    problem = Problem.from_text(text)
    for simd in [path for each, path in WAYS if each == engine]:
        with forced(simd):
            assert len({solution.placements for solution in tiling.solve(problem, engine=engine)}) == raw
            assert len(list(tiling.solve(problem, engine=engine, up_to_symmetry=True))) == distinct


@pytest.mark.parametrize("length", [8, 31, 32, 33, 65, 129, 270])
def test_boards_of_more_cells_than_a_word_has_bits(length: int) -> None:
    problem, expected = ring(length)
    for engine, simd in WAYS:
        with forced(simd):
            assert each_once(tiling.solve(problem, engine=engine)) == expected
    distinct = len(set(orbits(problem, expected).values()))
    for engine in COUNTING:
        assert tiling.count(problem, engine=engine, threads=1) == 2
        assert tiling.count(problem, engine=engine, threads=1, up_to_symmetry=True) == distinct


def test_more_cells_than_the_bit_sliced_engine_takes() -> None:
    problem, expected = ring(520)
    seen: list[tiling.Statistics] = []
    assert each_once(tiling.solve(problem, report=seen.append)) == expected
    assert seen[0].engine == "strip"
    assert each_once(tiling.solve(problem, engine="sparse")) == expected
    with pytest.raises(LimitError, match="bit-sliced engine cannot handle this problem; it handles about 1000 cells"):
        next(tiling.solve(problem, engine="bit-sliced"))


def test_more_pieces_than_a_word_has_bits() -> None:
    # 216 pieces of which any two different ones will do; the frontier would have to remember each of them.
    problem = Problem.from_text("board 3x4\npieces 0-1*fixed-hexominoes")
    board = problem.board.cells
    halves = {frozenset(half): Polyomino(half) for half in combinations(sorted(board), 6)}
    halves = {half: shape for half, shape in halves.items() if shape.is_connected}
    expected = {
        frozenset((half, board - half)) for half in halves if halves.get(board - half, halves[half]) != halves[half]
    }
    assert len(expected) == 18
    for engine, simd in WAYS:
        if engine != "strip":
            with forced(simd):
                found = list(tiling.solve(problem, engine=engine))
            assert len(found) == len(expected)
            assert {frozenset(frozenset(half.cells) for half in one.placements) for one in found} == expected
    with pytest.raises(LimitError, match="it handles boards with up to 64 kinds of pieces"):
        next(tiling.solve(problem, engine="strip"))
    with pytest.raises(LimitError, match="the frontier engine cannot handle this problem"):
        tiling.count(problem, engine="frontier")


def test_an_engine_that_was_asked_for_is_not_replaced() -> None:
    # A piece of three cells upright spans 129 cells in strip order.
    problem = Problem.from_text("board 66x64\npieces any*I3")
    for function in (tiling.count, lambda *args, **keywords: next(tiling.solve(*args, **keywords))):
        with pytest.raises(LimitError, match="the strip engine cannot handle this problem"):
            function(problem, engine="strip", time_limit=60)


def test_unknown_engines_are_refused_at_once() -> None:
    problem = Problem.from_text("board 2x2\npieces any*dominoes")
    for function in (tiling.solve, tiling.first, tiling.count, tiling.is_unique):
        with pytest.raises(ProblemError, match="unknown engine 'dlx'; the engines are auto, bit-sliced, strip"):
            function(problem, engine="dlx")


def test_the_frontier_does_not_list() -> None:
    problem = Problem.from_text("board 2x2\npieces any*dominoes")
    for function in (tiling.solve, tiling.first, tiling.is_unique):
        with pytest.raises(ProblemError, match="the frontier engine counts and draws"):
            function(problem, engine="frontier")


@pytest.mark.parametrize(
    ("text", "search", "sweeps"),
    [
        ("board 6x10\npieces pentominoes", "bit-sliced", False),
        ("board 5x12\npieces pentominoes", "bit-sliced", False),
        ("board 4x15\npieces pentominoes", "strip", True),
        ("board 3x20\npieces pentominoes", "strip", True),
        ("board 8x8\npieces any*dominoes", "bit-sliced", True),
        ("board 3x3x3\npieces soma", "bit-sliced", True),
        ("board 3x4x5\npieces pentominoes", "bit-sliced", False),
    ],
)
def test_the_choice(text: str, search: str, sweeps: bool) -> None:
    cover = Cover.of(Problem.from_text(text))
    assert search_engine(cover) == search
    assert bool(frontier_bytes(cover, "auto")) == sweeps
    assert frontier_bytes(cover, "bit-sliced") == 0


def test_the_width_is_what_a_sweep_line_crosses() -> None:
    for board, cells in (("6x10", 6), ("10x6", 6), ("3x4x5", 12), ("5x1x2", 2)):
        assert width(Cover.of(Problem.from_text(f"board {board}\npieces any*I1"))) == cells
