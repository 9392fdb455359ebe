"""A glance says nothing that is false, whatever the time."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import exact_covers
from tests.reference.colouring_proof import proves, untruths
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.answers import as_twin, orbits
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.errors import ProblemError
from shapewright.tiling import ExactCover, Glance, Problem, Solution, faults
from shapewright.tiling.proof.picture import marks, pictured

BUDGETS = (0, 1e-5, 0.0005, 0.002, 0.2, None)


def check_numbers(seen: Glance, number: int) -> None:
    """What a glance says of the number of solutions goes with how many there are."""
    assert seen.verdict in ("unknown", "possible" if number else "impossible")
    assert seen.count in (None, number)
    assert (seen.count is None and seen.solution is not None) == (seen.more_than is not None)
    assert seen.more_than is None or 0 <= seen.more_than < number
    assert bool(seen.reason) == (seen.verdict != "possible") == (seen.solution is None)


@given(problems(), st.sampled_from(BUDGETS))
@settings(max_examples=150, deadline=None)
def test_all_that_it_says_is_true(problem: Problem, seconds: float | None) -> None:
    every = list(algorithm_x.tilings(problem))
    seen = tiling.glance(problem, time_limit=seconds)
    check_numbers(seen, len(every))
    if seconds is None:
        assert seen.count == len(every)
        assert seen.up_to_symmetry is not None
    if seen.up_to_symmetry is not None:
        assert seen.up_to_symmetry == len(set(orbits(problem, every).values()))
    if seen.solution is not None:
        assert isinstance(seen.solution, Solution)
        assert faults(problem, seen.solution.placements) == []
    if seen.why is not None:
        assert proves(seen.why)
        assert untruths(seen.why, problem) == []


@pytest.mark.parametrize("seconds", BUDGETS)
def test_exact_covers(seconds: float | None) -> None:
    for text in ("a b c\na b\nc\na\nb c\n", "a b\na\n", "a b c | x\na b x:0\nc x:1\na x:1\nb c\nb x:1\n"):
        cover = ExactCover.from_text(text)
        number = exact_covers.count(cover)
        seen = tiling.glance(cover, time_limit=seconds)
        check_numbers(seen, number)
        assert seconds is not None or seen.count == number


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("board 8x8\nhole 3,3 3,4 4,3 4,4\npieces pentominoes", (520, 65)),  # by enumeration
        ("board 8x8\npieces any*dominoes", (12988816, 1629189)),  # by frontier; OEIS A004003, A227004
        ("board 3x3x3\npieces soma", (11520, 240)),
    ],
)
def test_published_numbers(text: str, numbers: tuple[int, int]) -> None:
    seen = tiling.glance(Problem.from_text(text), time_limit=60)
    assert (seen.count, seen.up_to_symmetry, seen.more_than) == (*numbers, None)


def test_a_bound_where_a_number_is_out_of_reach() -> None:
    seen = tiling.glance(Problem.from_text("board 24x24\npieces any*dominoes"), time_limit=0.3)
    assert (seen.verdict, seen.count, seen.up_to_symmetry) == ("possible", None, None)
    assert seen.more_than is not None
    assert len(str(seen.more_than).rstrip("0")) <= 2


def test_others_are_other_tilings_and_count() -> None:
    problem = Problem.from_text("board 30x30\npieces any*dominoes")
    seen = tiling.glance(problem, time_limit=0.3, others=7)
    every = [solution for solution in (seen.solution, *seen.others) if isinstance(solution, Solution)]
    assert len({as_twin(solution) for solution in every}) == len(every) <= 8
    assert seen.more_than is not None
    assert seen.more_than >= len(seen.others)
    ten = tiling.glance(Problem.from_text("board 4x4\npieces 4*L4"), time_limit=60, others=20)
    assert (ten.count, len(ten.others)) == (10, 9)


def test_a_negative_time_is_refused() -> None:
    with pytest.raises(ProblemError):
        tiling.glance(Problem.from_text("board 1x1\npieces I1"), time_limit=-1)


def reason(text: str) -> tuple[Problem, Glance]:
    problem = Problem.from_text(text)
    return problem, tiling.glance(problem, time_limit=60)


@pytest.mark.parametrize(
    ("text", "words", "shades"),
    [
        ("board 3x3\npieces T4, I2", "the pieces cover 6 cells, but the board has 9", {}),
        ("board 3x3\npieces I5, 4*I1", "the piece I5 fits nowhere on the board", {}),
        ("board\n  ###.#\n  ...##\npieces 2*I3", "no piece can cover the cell 3,0", {"bad": "3,0 4,0 4,1"}),
        (
            "board\n  ###.#####\npieces 4*I2",
            "the board has 3 cells in the part that contains 0,0, ",
            {"bad": "0,0 1,0 2,0"},
        ),
        (
            "board 2x3\npieces T4, I2",
            "on a checkerboard the board has 3 + 3 cells, but T4 covers 3 + 1 and I2 ",
            {"a": "0,0 0,2 1,1", "b": "0,1 1,0 1,2"},
        ),
        ("board 4x4\npieces 2*I4, 2*S4", "an exhaustive search of 14 nodes found none", {}),
    ],
)
def test_reasons_have_numbers_and_pictures(text: str, words: str, shades: dict[str, str]) -> None:
    problem, seen = reason(text)
    assert seen.verdict == "impossible"
    assert words in seen.reason
    shown = () if seen.why is None else marks(problem, seen.why)
    if shades:
        assert {mark.shade: " ".join(f"{x},{y}" for x, y in sorted(mark.cells)) for mark in shown} == shades
    drawn = pictured(problem, seen.why)
    assert (drawn is not None) == bool(shown)
    assert drawn is None or drawn.marks == shown


def test_what_lies_there_is_not_coloured() -> None:
    problem, seen = reason("board 4x4\npieces 2*I4, T4, L4\nfixed I 0,0 1,0 2,0 3,0")
    assert seen.why is not None
    drawn = pictured(problem, seen.why)
    assert drawn is not None
    assert drawn.piece_at.keys() == {(x, 0) for x in range(4)}
    assert not {cell for mark in drawn.marks for cell in mark.cells} & drawn.piece_at.keys()
