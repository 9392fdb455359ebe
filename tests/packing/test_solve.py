"""``solve`` and ``first``: checked packings one by one, None for none, and an error where nobody knows."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright import packing
from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import InternalError, ProblemError, StoppedError
from shapewright.jobs.statistics import Statistics
from shapewright.packing import Bag, Problem, check, first, pack, solve
from shapewright.packing.native import Placements
from shapewright.packing.solve import packed

LOJI = Problem(Bag.from_text("LOJI"))
# Far too little time for so many S, which no argument keeps out.
HARD = Problem(Bag.from_text("S48 L16"), box=(16, 16))


def test_several_are_different_and_equally_good() -> None:
    found = list(solve(Problem(Bag.random(16, seed=3, even_t=True)), limit=20))
    assert len({frozenset((one.piece, one.cells) for one in packing.placements) for packing in found}) == 20
    assert len({packing.score for packing in found}) == 1
    for one in found:
        check(one)


def test_the_first_is_the_one_of_pack_and_comes_before_the_others_are_looked_for() -> None:
    assert next(solve(Problem(Bag.random(65536, seed=2, even_t=True)))).status == "optimal"
    assert first(LOJI) == next(solve(LOJI)) == pack(Bag.from_text("LOJI"))
    assert [one.placements for one in solve(LOJI, limit=3, seed=5)] == [
        one.placements for one in itertools.islice(solve(LOJI, seed=5), 3)
    ]


def test_the_end_comes_where_there_are_no_more() -> None:
    assert len(list(solve(Problem(Bag.from_text("O4")), limit=5))) == 1
    assert list(solve(LOJI, limit=0)) == []


@given(st.integers(0, 200))
@settings(max_examples=25)
def test_none_is_a_proof_and_found_is_a_packing(seed: int) -> None:
    problem = Problem(Bag.random(4, seed=seed), box=(4, 4))
    found = first(problem)
    whole = pack(problem)
    assert (found is None) == (whole.status == "infeasible")
    assert [one.placements for one in solve(problem, limit=1)] == ([] if found is None else [found.placements])
    if found is not None:
        check(found, problem)
        assert found.cells == 16


def test_nobody_knows_is_an_error_with_a_bound() -> None:
    with pytest.raises(StoppedError) as caught:
        first(HARD, time_limit=0)
    assert caught.value.best is None
    far = Problem(Bag.from_text("I3 L1 O2 S6 Z4"))
    with pytest.raises(StoppedError, match="the solver 'exhaustive' is for boxes of at most 64 cells") as caught:
        first(far, solver="exhaustive")
    assert caught.value.bound == pytest.approx(639 / 9 + 8, abs=20)
    with pytest.raises(StoppedError, match="before a packing was found"):
        next(solve(HARD, time_limit=0))


def test_time_that_is_over_between_two_packings_leaves_the_best() -> None:
    stream = solve(Problem(Bag.random(64, seed=1)), time_limit=0.3)
    found = [next(stream)]
    with pytest.raises(StoppedError, match="packings?; there may be more") as caught:
        found.extend(stream)
    assert caught.value.best == found[0]
    assert caught.value.bound == found[0].score


def test_a_report_says_how_it_went() -> None:
    seen: list[Statistics] = []
    first(LOJI, report=seen.append)
    list(solve(Problem(Bag.from_text("O4")), limit=5, report=seen.append))
    first(Problem(Bag.from_text("O5"), box=(4, 4)), report=seen.append)
    pack(Bag.random(15, seed=5), width=5, report=seen.append)
    assert [(one.solutions, one.complete) for one in seen[:3]] == [(1, True), (1, False), (0, True)]
    assert seen[2].reason == "the box 4x4 has 16 cells and the pieces 20, 4 cells too many"
    assert seen[3].lower_bound is not None
    assert seen[3].lower_bound >= 12
    seen.clear()
    stream = solve(LOJI, report=seen.append)
    next(stream)
    stream.close()
    assert len(seen) == 1
    assert not seen[0].complete


def test_whatever_the_answer_is_a_door_gets_it() -> None:
    assert [one.status for one in packed(Problem(Bag.from_text("O5"), box=(4, 4)), 3)] == ["infeasible"]
    assert [one.status for one in packed(HARD, 3, time_limit=0)] == ["unknown"]
    assert len(packed(LOJI, 3)) == 3
    assert 1 <= len(packed(Problem(Bag.random(64, seed=1)), 10**6, time_limit=0.2)) < 10**6


def test_wrong_limits_are_refused_before_anything_is_looked_for() -> None:
    with pytest.raises(ProblemError, match="the limit must be at least 0, not -1"):
        solve(LOJI, limit=-1)
    with pytest.raises(ProblemError, match="at least 0 seconds"):
        solve(LOJI, time_limit=-1)
    with pytest.raises(ProblemError, match="'magic' is not a solver"):
        solve(LOJI, solver="magic")


def test_nobody_sees_a_placement_that_was_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Placements.__init__

    def forged(self: Placements, native: object, raw: bytes) -> None:
        real(self, native, raw[:-16] + raw[:16])  # type: ignore[arg-type]

    monkeypatch.setattr(Placements, "__init__", forged)
    answer = pack(Bag.from_text("LOJI"))
    assert len(answer.placements) == 4  # counted, not seen
    for _ in range(2):
        with pytest.raises(InternalError, match="is covered twice"):
            answer.to_text()
    with pytest.raises(InternalError):
        first(LOJI)
    with pytest.raises(InternalError):
        first(Problem(parse_pieces("any*I2"), board=Board.box(3, 4)))


def test_explanations() -> None:
    assert packing.explain(LOJI)
    refused = packing.explain(Problem(Bag.from_text("O1"), board=Board.from_text("##./.##")))
    assert not refused
    assert str(refused) == "impossible: the piece O fits nowhere on the board"
    unsure = packing.explain(HARD, time_limit=0)
    assert (unsure.verdict, bool(unsure)) == ("unknown", False)
    assert packing.feasible(Bag.from_text("LOJI"), box=(4, 4)).verdict == "possible"
    none = packing.feasible(Bag.from_text("O5"), box=(4, 4))
    assert str(none) == "impossible: the box 4x4 has 16 cells and the pieces 20, 4 cells too many"
