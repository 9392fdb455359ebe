"""Many sequences at once give what each gives alone, wherever they run, and go on from a checkpoint."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapewright import stacking
from shapewright.errors import CheckpointError, ProblemError, StoppedError
from shapewright.jobs import process_pool
from shapewright.stacking import Plan, Problem, Unknown, solve_many

PROBLEMS = [Problem(sequence, 6) for sequence in ("LLLL", "IOTIOTIO", "SZSZ", "TTTJ")]


def test_each_is_what_it_is_alone() -> None:
    alone = [stacking.first(problem, tie_break="lexicographic") for problem in PROBLEMS]
    assert solve_many(PROBLEMS, tie_break="lexicographic", threads=1) == alone
    assert solve_many(PROBLEMS, tie_break="lexicographic", threads=3) == alone
    assert solve_many([], threads=1) == []


def test_processes_give_the_same() -> None:
    assert solve_many(PROBLEMS, executor=process_pool(2)) == solve_many(PROBLEMS, threads=1)


def test_a_checkpoint_is_gone_on_with_and_is_of_one_job(tmp_path: Path) -> None:
    file = tmp_path / "kept.sqlite"
    first = solve_many(PROBLEMS, threads=1, checkpoint=file)
    seen = []
    assert solve_many(PROBLEMS, threads=1, checkpoint=file, progress=seen.append) == first
    assert seen[0].resumed == 1
    with pytest.raises(CheckpointError):
        solve_many(PROBLEMS[:2], threads=1, checkpoint=file)


def test_height_limits_and_time_limits() -> None:
    low = Problem("LLLL", 6, height_limit=2)
    hard = Problem("SZZS" * 30)
    none, plan = solve_many([low, hard], threads=1, sequence_time_limit=0)
    assert none is None
    assert isinstance(plan, Plan)
    assert plan.lower_bound < plan.height
    (unknown,) = solve_many([Problem("SZZS" * 40, height_limit=65)], threads=1, sequence_time_limit=0)
    assert isinstance(unknown, Unknown)
    assert "nothing more is known" in unknown.reason
    with pytest.raises(ProblemError, match="not a tie-break"):
        solve_many([low], tie_break="x")
    with pytest.raises(ProblemError, match="time limit"):
        solve_many([low], time_limit=-1)


def test_a_time_limit_is_for_all_and_each_gets_a_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    from shapewright.stacking import many_sequences

    # No sequence gets more than a moment, and there is a plan of each.
    monkeypatch.setattr(many_sequences, "_MOST_SHARED", 1e-9)
    hard = [Problem("JOOOJOSIIIJIJLLZISZL"), Problem("JIOZSOSZJLOJZIZSOOJO")]
    plans = solve_many([*hard, *PROBLEMS], time_limit=3600, threads=1)
    assert all(isinstance(plan, Plan) for plan in plans)
    assert not any(plan.optimal for plan in plans[:2] if isinstance(plan, Plan))


@pytest.mark.parametrize("checkpoint", [False, True])
def test_what_was_found_before_the_limit_counts(
    checkpoint: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from shapewright import jobs

    def stopped(stage: jobs.Stage, **_: object) -> list[object]:
        error = StoppedError("over")
        error.results = {number: stage.function(stage.tasks[number], jobs.Budget()) for number in (0, 2)}
        raise error

    monkeypatch.setattr("shapewright.stacking.many_sequences.run", stopped)
    if checkpoint:
        with pytest.raises(StoppedError, match="^over$"):
            solve_many(PROBLEMS, time_limit=5, checkpoint=tmp_path / "kept.sqlite")
        return
    plans = solve_many(PROBLEMS, time_limit=5)
    assert [isinstance(plan, Plan) for plan in plans] == [True, False, True, False]
    assert plans[1] == Unknown("the time limit of 5 s was reached before its turn came")
