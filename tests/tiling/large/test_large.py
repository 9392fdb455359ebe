"""First tilings of large boards: each is checked, the same on every run, and found where exact cover finds none."""

from __future__ import annotations

from functools import cache
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright import tiling
from shapewright.errors import LimitError, StoppedError
from shapewright.jobs.statistics import Statistics
from shapewright.tiling.large.filled_by_boxes import Blocks, made_of
from shapewright.tiling.large.large_boards import Large, Retiling
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.clock import Clock
from shapewright.tiling.search.instance import Cover


def found(text: str) -> tuple[tiling.Solution, str]:
    """A first tiling, which has been checked again, and what found it."""
    seen: list[Statistics] = []
    solution = tiling.first(Problem.from_text(text), report=seen.append)
    assert solution is not None
    assert tiling.faults(solution.problem, solution.placements) == []
    assert (seen[0].solutions, seen[0].complete) == (1, True)
    return solution, seen[0].engine


RETILED = {
    "sets": "board 30x30\npieces 15*pentominoes",
    "any number": "board 24x24\npieces any*tetrominoes",
    "ranges": "board 12x12\npieces 2-9*pentominoes, 1*I4",
    "a hole and fixed pieces": (
        "board 20x15\nhole 3,3 4,3 5,3 6,3 7,3\npieces 7*P5, 20*L5, any*Y5\n"
        "fixed L 0,0 1,0 2,0 3,0 0,1\nfixed P 10,10 11,10 10,11 11,11 10,12"
    ),
    "no turns": "board 12x14\npieces any*fixed-L3, any*fixed-T4, any*fixed-I2, any*I1",
}


@pytest.mark.parametrize("text", RETILED.values(), ids=RETILED)
def test_retiling_finds_what_suits_it(text: str) -> None:
    solution, engine = found(text)
    assert engine == "re-tiling"
    assert found(text) == (solution, engine)


@pytest.mark.parametrize(
    ("text", "blocks"),
    [
        ("board 40x40\npieces any*Y5", {(5, 10), (10, 5)}),
        ("board 40x50\npieces 400*Y5", {(5, 10), (10, 5)}),
        # Pieces that must not turn make boxes that must not turn.
        ("board 13x30\npieces any*fixed-I2, any*fixed-I13", {(2, 1), (13, 1)}),
    ],
)
def test_blocks_make_large_boxes(text: str, blocks: set[tuple[int, int]]) -> None:
    problem = Problem.from_text(text)
    assert Blocks.suits(problem)
    search = Blocks(problem)
    solution = next(one for one in (search.run(lambda: 10.0) for _ in count()) if one is not None)
    assert tiling.faults(solution.problem, solution.placements) == []
    assert set(search._known) <= blocks
    found(text)


def test_what_neither_suits_is_left_to_exact_cover() -> None:
    for text in (
        "board 20x20\noptional 0,0\npieces any*P5",
        "board 5x5x8\npieces any*L3, any*I2",
    ):
        problem = Problem.from_text(text)
        assert not Retiling.suits(problem)
        assert not Blocks.suits(problem)
    assert not Blocks.suits(Problem.from_text("board 20x20\npieces 10-80*P5, any*L5"))
    assert not Blocks.suits(Problem.from_text("board 20x20\nhole 0,0 1,0 0,1 1,1 2,0\npieces any*P5"))
    small = Large(Problem.from_text("board 6x10\npieces pentominoes"), Clock(None))
    assert small.burst(lambda: 1.0) is None
    assert small.engine == ""


def test_boards_whose_placements_are_too_many_for_exact_cover() -> None:
    text = "board 200x200\npieces any*pentominoes"
    with pytest.raises(LimitError):
        Cover.of(Problem.from_text(text))
    assert len(found(text)[0].placements) == 8000


def test_a_large_board_that_areas_forbid_is_not_walked() -> None:
    seen: list[Statistics] = []
    assert tiling.first(Problem.from_text("board 31x31\npieces any*pentominoes"), report=seen.append) is None
    assert seen[0].engine == "invariants"
    assert "multiple of 5" in seen[0].reason


def test_time_ends_the_walk() -> None:
    with pytest.raises(StoppedError, match="the time limit of 0 s was reached"):
        tiling.first(Problem.from_text("board 15x17\npieces any*X5, any*V5"), time_limit=0)


@cache
def is_made(width: int, height: int, blocks: frozenset[tuple[int, int]]) -> bool:
    """Whether straight cuts divide a box into blocks, by trying every first cut."""
    if (width, height) in blocks:
        return True
    across = any(is_made(cut, height, blocks) and is_made(width - cut, height, blocks) for cut in range(1, width))
    return across or any(
        is_made(width, cut, blocks) and is_made(width, height - cut, blocks) for cut in range(1, height)
    )


@given(
    st.frozensets(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=4),
    st.tuples(st.integers(1, 12), st.integers(1, 12)),
)
def test_sums_of_blocks_agree_with_every_cut(blocks: frozenset[tuple[int, int]], size: tuple[int, int]) -> None:
    within = frozenset((w, h) for w, h in blocks if w <= size[0] and h <= size[1])
    made = made_of(within, size)
    for width in range(1, size[0] + 1):
        for height in range(1, size[1] + 1):
            assert bool(made[width] >> height & 1) == is_made(width, height, within)
