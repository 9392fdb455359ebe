"""Proofs by numbers on the cells: found where fractions of placements make no cover, right, and never forged."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.reference.tiling.proofs import least_lines, proves
from tests.tiling.random_bags import random_bag
from tests.tiling.random_problems import problems

from shapewright import tiling
from shapewright.cells.placements import Placement
from shapewright.errors import NotationError
from shapewright.jobs.limits import Clock
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof import Case, Proof
from shapewright.tiling.proof.cases import CaseSearch, lines_of
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.fewest import bounded_lines, fewest_lines
from shapewright.tiling.proof.finding import by_cases, by_numbers, probed
from shapewright.tiling.proof.picture import board_of_numbers
from shapewright.tiling.proof.programme import Relaxation, near_trios
from shapewright.tiling.proof.words import lines, sentence
from shapewright.tiling.search.instance import Cover

CORNERS = "board 5x4\npieces I2, S4, T4, W5, X5"


def _numbers(text: str) -> tuple[tuple[tuple[int, ...], int], ...]:
    """Rows of numbers, the top row first."""
    rows = [list(map(int, row.split())) for row in text.splitlines()][::-1]
    return tuple(sorted(((x, y), n) for y, row in enumerate(rows) for x, n in enumerate(row) if n))


@pytest.mark.parametrize(
    ("text", "board", "words"),
    [
        (
            CORNERS,
            "1 0 0 0 1\n0 -1 0 -1 0\n0 -1 0 -1 0\n1 0 0 0 1",
            (
                "with 1 on 0,0 0,3 4,0 4,3 and -1 on 1,1 1,2 3,1 3,2 every place of I2 adds up to at most 1, "
                "every place of X5 adds up to at most -2 and every other place to at most 0, "
                "so all pieces together to at most -1, but the board to 0"
            ),
        ),
        (
            "board 3x1\npieces any*I2",
            "1 -1 1",
            "with 1 on 0,0 2,0 and -1 on 1,0 every place of a piece adds up to at most 0, but the board to 1",
        ),
        (
            "board 4x1\npieces any*I2\noptional 3,0\nfixed I 1,0 2,0",
            "1 0 0 0",
            (
                "once the fixed pieces are taken off, with 1 on 0,0 every place of a piece adds up to at most 0, "
                "but the cells that must be covered to 1"
            ),
        ),
    ],
)
def test_numbers_prove_it(text: str, board: str, words: str) -> None:
    problem = Problem.from_text(text)
    proof = Proof((), _numbers(board))
    assert fault(problem, proof) is None
    assert proves(problem, proof)
    assert sentence(problem, proof) == words


def test_explain_finds_numbers() -> None:
    problem = Problem.from_text(CORNERS)
    found = tiling.explain(problem)
    assert found.verdict == "impossible"
    assert found.why is None
    assert found.proof is not None
    assert proves(problem, found.proof)
    assert found.reason == sentence(problem, found.proof)
    (line,) = lines(problem, found.proof)
    assert line.words.lower() == found.reason.lower()
    marks = board_of_numbers(problem, found.proof).marks
    assert {(cell, int(mark.text)) for mark in marks for cell in mark.cells} == set(found.proof.numbers)


@pytest.mark.parametrize(
    ("proof", "words"),
    [
        (Proof((), (((0, 0), 1),)), "the pieces can add up to 4, which is not less than the 1 of the board"),
        (Proof((), (((9, 0), 1),)), "9,0 is not an open cell of the board"),
        (Proof((), (((0, 0), 1), ((0, 0), 1))), "a cell has two numbers"),
        (Proof((Case((Placement("X5", ((0, 0),)),), Proof((), ())),), ()), "X5 has no place on 0,0"),
        (Proof((Case((), Proof((), ())),), ()), "a case has no placement"),
        (Proof((), ()), "the pieces can add up to 0, which is not less than the 0 of the board"),
    ],
)
def test_the_checker_says_what_is_wrong(proof: Proof, words: str) -> None:
    assert fault(Problem.from_text(CORNERS), proof) == words


def test_a_piece_without_limit_adds_up_to_nothing() -> None:
    problem = Problem.from_text("board 3x1\npieces any*I2")
    assert fault(problem, Proof((), (((0, 0), 1),))) == "a piece without a limit adds up to more than 0"


def test_a_trio_takes_from_one_piece() -> None:
    problem = Problem.from_text("board 3x5\npieces 3*U5")
    proof = by_numbers(Cover.of(problem))
    assert proof is not None
    assert proof.trios
    assert proves(problem, proof)
    assert fault(problem, replace(proof, trios=())) is not None
    assert "from a piece on two of" in sentence(problem, proof)
    for trio, words in (
        (((0, 0), (0, 0), (1, 0)), "0,0 0,0 1,0 are not three open cells of the board"),
        (((0, 0), (0, 1), (9, 0)), "0,0 0,1 9,0 are not three open cells of the board"),
    ):
        assert fault(problem, replace(proof, trios=((trio, 1),))) == words
    forged = replace(proof, trios=tuple((trio, -number) for trio, number in proof.trios))
    assert fault(problem, forged) == "a trio has a number below 0"


def test_cases_are_ruled_out_one_after_the_other() -> None:
    problem = Problem.from_text("board 4x5\npieces L5, P5, U5, V5")
    cover = Cover.of(problem)
    assert by_numbers(cover) is None
    assert by_cases(cover, programmes=1) is None
    proof = by_cases(cover, programmes=800)
    assert proof is not None
    assert 1 < proof.lines <= 20
    assert proves(problem, proof)
    assert Proof.from_json(json.loads(json.dumps(proof.to_json()))) == proof
    read = lines(problem, proof)
    assert len(read) == proof.lines
    words = f"{proof.lines} lines of numbers on the cells rule out one case after another"
    assert sentence(problem, proof) == words
    assert sentence(problem, proof, 2) == f"{words}; every such proof has at least 2"
    assert sentence(problem, proof, proof.lines) == f"{words}; no such proof has fewer"
    # No case can be taken away or made weaker without a fault, or it would not be there.
    for k in range(len(proof.cases)):
        shorter = replace(proof, cases=proof.cases[:k] + proof.cases[k + 1 :])
        assert (fault(problem, shorter) is None) == proves(problem, shorter)
    empty = replace(proof.cases[0], proof=Proof((), ()))
    assert not proves(problem, replace(proof, cases=(empty, *proof.cases[1:])))
    assert fault(problem, replace(proof, cases=(empty, *proof.cases[1:]))) is not None


def test_probing_finds_groups_that_close_everything() -> None:
    problem = Problem.from_text("board 4x5\npieces L5, P5, U5, V5")
    cover = Cover.of(problem)
    search = CaseSearch(cover, Relaxation(cover, near_trios(cover.cells)))
    search.allow(2000)
    before = search.allowed()
    plan = probed(search)
    assert search.allowed() == before
    assert plan is not None
    proof = by_cases(cover)
    assert proof is not None
    assert 2 < proof.lines <= lines_of(plan) <= 6
    search.allow(0)
    assert probed(search) is None


def test_no_proof_has_fewer_lines_than_the_bound_says() -> None:
    """As a fresh programme for each question finds it, and never more lines than a proof has."""
    bounds = set()
    for seed in range(120):
        problem = random_bag(Random(seed))
        cover = Cover.of(problem)
        if len(cover.options) > 120 or cover.refutation() is not None:
            continue
        bound = fewest_lines(cover, 4)
        assert bound == least_lines(cover, 4), problem.to_text()
        proof = by_numbers(cover) or by_cases(cover, programmes=200)
        if proof is not None:
            assert bounded_lines(cover, proof) == min(proof.lines, bound)
            assert proof.lines >= bound
            bounds.add(bound)
    assert {1, 2} <= bounds
    cover = Cover.of(Problem.from_text("board 4x5\npieces L5, P5, U5, V5"))
    assert fewest_lines(cover, 4, Clock(0)) == 1


def test_a_search_that_is_over_gives_what_it_has() -> None:
    cover = Cover.of(Problem.from_text("board 4x5\npieces L5, P5, U5, V5"))
    assert by_cases(cover, clock=Clock(0)) is None


def _is_right(problem: Problem) -> bool:
    cover = Cover.of(problem)
    proof = by_numbers(cover) or by_cases(cover, programmes=60)
    if proof is None:
        return False
    assert proves(problem, proof), problem.to_text()
    assert Proof.from_json(json.loads(json.dumps(proof.to_json()))) == proof
    assert sentence(problem, proof)
    return cover.refutation() is None


def test_a_fixed_piece_takes_nothing_from_its_equals() -> None:
    # Three equal pieces, of which the optional one is fixed: the other two are needed all the same.
    pieces = "piece P 1 one-sided\n  .#\n  ##\npiece S 0-2 one-sided\n  .#\n  ##\npiece M 1 one-sided\n  #.\n  ##"
    problem = Problem.from_text(f"board 2x4\n{pieces}\nfixed S 0,0 0,1 1,0")
    proof = by_numbers(Cover.of(problem))
    assert proof is not None
    assert proves(problem, proof)
    assert not any(algorithm_x.tilings(problem))


def test_numbers_of_random_bags() -> None:
    assert sum(_is_right(random_bag(Random(seed))) for seed in range(200)) > 10


def test_what_nothing_must_cover_is_not_refuted() -> None:
    problem = Problem.from_text("board ##?\npieces 0-1*I2\nfixed I 0,0 1,0")
    assert len(list(algorithm_x.tilings(problem))) == 1
    assert by_cases(Cover.of(problem), programmes=60) is None


@given(problems())
def test_numbers_are_proofs(problem: Problem) -> None:
    if _is_right(problem):
        assert not any(algorithm_x.tilings(problem))


def test_the_slow_reader_agrees_with_the_checker() -> None:
    """Proofs with a number changed: both readers think the same of them."""
    judged = set()
    for seed in range(120):
        random = Random(seed)
        problem = random_bag(random)
        proof = by_numbers(Cover.of(problem))
        if proof is None or not proof.numbers:
            continue
        cell, number = random.choice(proof.numbers)
        changed = dict(proof.numbers) | {cell: number + random.choice((-1, 1))}
        forged = replace(proof, numbers=tuple(changed.items()))
        assert proves(problem, forged) == (fault(problem, forged) is None)
        judged.add(proves(problem, forged))
    assert judged == {True, False}


@pytest.mark.parametrize(
    "data", [None, [], {}, {"cases": [], "numbers": [{"cell": [0, 0]}]}, {"cases": 1, "numbers": []}]
)
def test_what_is_no_proof(data: Any) -> None:
    with pytest.raises(NotationError, match="has not the form of one"):
        Proof.from_json(data)
