"""Why there is no tiling: in words a person can check, and never said of a puzzle that has one."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from random import Random

import pytest
from hypothesis import given, settings
from tests.reference.colouring_proof import proves, unsaid, untruths
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.answers import as_twin
from tests.tiling.random_bags import random_bag
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.tiling import Explanation
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover


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


def test_an_exhaustive_search_is_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    for proof in ("by_numbers", "by_cases"):
        monkeypatch.setattr(import_module("shapewright.tiling.explain"), proof, lambda *_, **__: None)
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


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "board 4x4\npieces T4, 3*L4\nfixed T 0,0 1,0 2,0 1,1",
            (
                "once the fixed pieces are taken off, on a checkerboard the board has 5 + 7 cells, "
                "but every remaining tetromino covers 2 + 2, so the two colours must have equally many cells"
            ),
        ),
        (
            "board 4x3\npieces 2*I4, any*L4\nfixed L 1,0 2,0 3,0 3,1",
            (
                "once the fixed pieces are taken off, apart from L, for which the others leave no room, "
                "no piece can cover the cell 0,0"
            ),
        ),
        (
            "board 5x2\npieces 3*fixed-L3, I1",
            (
                "the board has 5 cells in the rows with y even, but I1 covers 0 or 1 of them and each of the 3 L3.1 "
                "covers 2 of them, so the pieces cover at least 6 of them"
            ),
        ),
        (
            "board 3x3\npieces any*I2, any*I5",
            (
                "apart from I5, which fits nowhere on the board, every piece covers 2 cells, "
                "so together they cover a multiple of 2, but the board has 9"
            ),
        ),
        (
            "board 4x5\npieces T4, A=####, B=####, 2*O4",
            (
                "on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1 and the others cover 2 + 2, "
                "so the two colours must differ by 2"
            ),
        ),
        (
            "board 4x4\npieces A=#.#, B=#.#, C=#.#, 5*I2",
            (
                "on a checkerboard the board has 8 + 8 cells, but each of the 3 A, B or C covers 2 + 0 "
                "and each of the 5 I covers 1 + 1, so the two colours must differ by 2 modulo 4"
            ),
        ),
    ],
)
def test_a_reason_says_what_its_proof_needs(text: str, sentence: str) -> None:
    assert tiling.explain(Problem.from_text(text)).reason == sentence


def _is_a_proof(problem: Problem) -> bool:
    reason = Cover.of(problem).refutation()
    if reason is None:
        return False
    shown = f"{reason}\n{problem.to_text()}"
    assert proves(reason), shown
    assert untruths(reason, problem) == [], shown
    assert unsaid(reason, problem) == [], shown
    return ", so " in reason.sentence and "together" not in reason.sentence


def test_reasons_are_proofs_of_random_bags() -> None:
    assert sum(_is_a_proof(random_bag(Random(seed))) for seed in range(1500)) > 150


@given(problems(colours=""))
def test_reasons_are_proofs(problem: Problem) -> None:
    _is_a_proof(problem)


def test_the_reader_of_reasons_is_not_taken_in() -> None:
    problem = Problem.from_text("board 4x5\npieces tetrominoes")
    reason = Cover.of(problem).refutation()
    assert reason is not None
    assert proves(reason)
    shares = tuple(replace(share, covers=share.covers | {1, 2, 3}) for share in reason.shares)
    assert not proves(replace(reason, shares=shares))
    assert unsaid(replace(reason, shares=shares), problem)
    assert unsaid(replace(reason, sentence=reason.sentence.replace(" and the others cover 2 + 2", "")), problem)
    assert untruths(replace(reason, others=9), problem)
    assert untruths(replace(reason, shares=tuple(replace(s, covers=frozenset({2})) for s in reason.shares)), problem)


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
