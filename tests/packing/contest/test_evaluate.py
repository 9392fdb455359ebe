from __future__ import annotations

import sys
from pathlib import Path
from statistics import fmean

import pytest

from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.packing import check, evaluate, play_round
from shapewright.packing.contest.evaluate import bag_of_level, pieces_of_level, wilson
from shapewright.packing.contest.rounds import play_rounds


def test_the_share_of_level_two_is_what_it_must_be() -> None:
    found = evaluate(2, rounds=2000, threads=1)
    low, high = found.interval
    assert low < 0.28571 < high
    assert (found.box, found.pieces) == ((3, 3), 2)
    assert 0 < found.median <= found.p99


def test_the_number_of_threads_changes_nothing() -> None:
    assert evaluate(3, rounds=200, threads=1).successes == evaluate(3, rounds=200, threads=3).successes


def test_even_levels_always_succeed() -> None:
    for level in (6, 8, 10):
        assert evaluate(level, rounds=30, threads=1).probability == 1.0


def test_odd_levels_with_an_even_number_of_t() -> None:
    assert evaluate(9, rounds=40, even_t=True, threads=1).probability == 1.0
    assert evaluate(pieces_count=64, rounds=40, even_t=True, threads=1).probability == 1.0


def test_a_checkpoint_holds_the_work(tmp_path: Path) -> None:
    path = tmp_path / "work.sqlite"
    first = evaluate(4, rounds=60, threads=1, checkpoint=path)
    assert evaluate(4, rounds=60, threads=1, checkpoint=path) == first


def test_other_solvers() -> None:
    assert evaluate(7, rounds=5, even_t=True, solver="hybrid", bag_time_limit=2, threads=1).rounds == 5


@pytest.mark.parametrize(
    ("successes", "rounds", "low", "high"),
    # Checked with the formula of Wilson's paper, by hand.
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (500, 1000, 0.4691, 0.5309)],
)
def test_wilson_intervals(successes: int, rounds: int, low: float, high: float) -> None:
    assert wilson(successes, rounds) == pytest.approx((low, high), abs=1e-4)


def test_levels() -> None:
    assert [pieces_of_level(level) for level in (1, 5, 10)] == [1, 16, 512]
    assert bag_of_level(1, 5).to_text() == "I1"
    with pytest.raises(ProblemError, match="from 1 to 10, not 11"):
        pieces_of_level(11)
    with pytest.raises(ProblemError):
        evaluate(rounds=10)
    with pytest.raises(LimitError):
        evaluate(2, rounds=0)
    with pytest.raises(ProblemError):
        evaluate(2, solver="growing-square")
    with pytest.raises(ProblemError):
        wilson(3, 2)


def test_a_round_adds_up() -> None:
    played = play_round(seed=4)
    for packing in played.packings:
        check(packing)
        assert packing.status == "optimal"
    assert played.total == sum(played.scores)
    assert play_round(seed=4).total == played.total


def test_the_mean_of_many_rounds_is_the_expected_one() -> None:
    # The standard deviation of a round is about 38 points.
    totals = [one.total for one in play_rounds(11, rounds=300)]
    assert fmean(totals) == pytest.approx(5958.46, abs=5 * 38 / 300**0.5)


def test_rounds_end() -> None:
    assert len(list(play_rounds(1, rounds=3))) == 3
    assert list(play_rounds(1, time_limit=1e-9)) == []
    with pytest.raises(ProblemError):
        next(play_rounds(1, rounds=0))


def test_the_bags_that_were_tried_before_the_limit_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object, **__: object) -> list[object]:
        error = StoppedError("over")
        error.results = {0: [2, [0.1, 0.2, 0.3]], 5: [1, [0.4]]}
        raise error

    monkeypatch.setattr(sys.modules["shapewright.packing.contest.evaluate"], "run", stopped)
    found = evaluate(3, rounds=100, time_limit=1)
    assert (found.rounds, found.successes) == (4, 3)
    with pytest.raises(StoppedError):
        evaluate(3, rounds=100, time_limit=1, checkpoint=tmp_path / "kept.sqlite")


def test_a_bag_that_the_limit_cut_short_is_tried_again() -> None:
    from shapewright.jobs import Budget
    from shapewright.packing.contest.evaluate import _bags

    budget = Budget(0.0)
    with pytest.raises(StoppedError):
        _bags([512, 0, 0, 5, False, "auto", None], budget)
