"""Why there is no tiling: in words a person can check, and never said of a puzzle that has one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from tests.reference import tiling_algorithm_x as algorithm_x
from tests.tiling.answers import as_twin
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.tiling import Explanation
from shapewright.tiling.problem import Problem


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("board 3x3\npieces any*I2", ["every piece covers 2 cells", "the board has 9"]),
        ("board 5x5\npieces tetrominoes", ["the pieces cover 20 cells", "the board has 25"]),
        ("board 4x5\npieces tetrominoes", ["on a checkerboard the board has 10 + 10 cells", "T covers 3 + 1"]),
        ("board 8x8\nhole 0,0 7,7\npieces any*dominoes", ["checkerboard", "30 + 32"]),
        ("board 3x3\npieces I5, 4*I1", ["the piece I5 fits nowhere"]),
        ("board\n  ###.#\n  ...##\npieces 2*I3", ["no piece can cover the cell 3,0"]),
        ("board 10x10\npieces any*I4", ["checkerboard of 2x2 blocks", "52 + 48"]),
    ],
)
def test_reasons_a_person_can_check(text: str, words: list[str]) -> None:
    explanation = tiling.explain(Problem.from_text(text))
    assert explanation.verdict == "impossible"
    assert explanation.solution is None
    assert "search" not in explanation.reason
    for word in words:
        assert word in explanation.reason
    assert str(explanation) == f"impossible: {explanation.reason}"


def test_an_exhaustive_search_is_a_reason() -> None:
    explanation = tiling.explain(Problem.from_text("board 4x4\npieces 2*I4, 2*S4"))
    assert explanation.verdict == "impossible"
    assert explanation.solution is None
    assert "neither areas nor colourings forbid a tiling, but a search of all" in explanation.reason


def test_a_tiling_is_shown() -> None:
    explanation = tiling.explain(Problem.from_text("board 8x8\nhole 3,3 3,4 4,3 4,4\npieces pentominoes"))
    assert (explanation.verdict, explanation.reason) == ("possible", "a tiling was found")
    assert explanation.solution is not None
    assert len(explanation.solution.placements) == 12
    assert tiling.faults(explanation.solution.problem, explanation.solution.placements) == []


def test_no_time_is_no_verdict() -> None:
    for text in ("board 4x4\npieces 2*I4, 2*S4", "board 6x10\npieces pentominoes"):
        explanation = tiling.explain(Problem.from_text(text), time_limit=0)
        assert explanation.verdict == "unknown"
        assert explanation.solution is None
        assert "have not found one" in explanation.reason
    # What needs no search needs no time.
    assert tiling.explain(Problem.from_text("board 3x3\npieces any*I2"), time_limit=0).verdict == "impossible"


@settings(max_examples=100)
@given(problems())
def test_the_verdict_is_that_of_the_twin(problem: Problem) -> None:
    every = set(algorithm_x.tilings(problem))
    explanation: Explanation = tiling.explain(problem)
    assert explanation.verdict == ("possible" if every else "impossible")
    assert explanation.reason
    assert (explanation.solution is None) == (not every)
    if explanation.solution is not None:
        assert as_twin(explanation.solution) in every
