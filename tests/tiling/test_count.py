"""Counting: the same number whoever does the work, however often it is interrupted, and from whichever side."""

from __future__ import annotations

import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.reference.tiling import brute_force as brute_force
from tests.tiling.answers import COUNTING
from tests.tiling.random_problems import problems
from tests.tiling.variants import moved, variants

from shapewright import tiling
from shapewright.cells.grid import motions
from shapewright.errors import CheckpointError, LimitError, ProblemError, StoppedError
from shapewright.jobs import Progress, process_pool
from shapewright.tiling import Statistics
from shapewright.tiling.problem import Problem
from shapewright.tiling.search import engines as engine_choice
from shapewright.tiling.search.engines import SEARCHES

SEARCHED = Problem.from_text("board 6x10\npieces pentominoes")  # 9356 tilings, 2339 up to symmetry
SWEPT = Problem.from_text("board 8x8\npieces any*tetrominoes")  # 19077209438


class Ears:
    """Notes every progress; presses Ctrl-C once ``stop`` tasks are done."""

    def __init__(self, stop: int | None = None) -> None:
        self.heard: list[Progress] = []
        self._stop = stop

    def __call__(self, progress: Progress) -> None:
        self.heard.append(progress)
        if self._stop is not None and progress.done >= self._stop:
            raise KeyboardInterrupt


@pytest.mark.parametrize("threads", [None, 1, 2, 3])
def test_threads(threads: int | None) -> None:
    assert tiling.count(SEARCHED, threads=threads) == 9356
    assert tiling.count(SEARCHED, threads=threads, up_to_symmetry=True) == 2339
    assert tiling.count(SWEPT, threads=threads) == 19077209438


@settings(max_examples=60)
@given(problems(), st.sampled_from(SEARCHES), st.booleans())
@example(Problem.from_text("board 3x3\npieces 0-3*one-sided-L3"), "bit-sliced", False)  # over while it is cut
def test_searches_cut_into_tasks(problem: Problem, engine: str, up_to_symmetry: bool) -> None:
    expected = brute_force.count_up_to_symmetry(problem) if up_to_symmetry else brute_force.count(problem)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["shapewright.tiling.count"], "SMALL", 0)
        assert tiling.count(problem, engine=engine, threads=2, up_to_symmetry=up_to_symmetry) == expected


def test_executors() -> None:
    with process_pool(2)() as pool:
        assert tiling.count(SEARCHED, executor=pool) == 9356
        assert tiling.count(SEARCHED, executor=pool, up_to_symmetry=True) == 2339
        assert tiling.count(SWEPT, executor=pool) == 19077209438
    assert tiling.count(SEARCHED, executor=lambda: ThreadPoolExecutor(2)) == 9356


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("up_to_symmetry", "expected"), [(False, 9356), (True, 2339)])
def test_interrupted_and_resumed(tmp_path: Path, threads: int, up_to_symmetry: bool, expected: int) -> None:
    def go(progress: Callable[[Progress], None]) -> int:
        return tiling.count(
            SEARCHED, up_to_symmetry=up_to_symmetry, threads=threads, checkpoint=tmp_path / "c", progress=progress
        )

    for stop in (3, 6, 10):
        with pytest.raises(KeyboardInterrupt):
            go(Ears(stop))
    ears = Ears()
    assert go(ears) == expected
    assert ears.heard[0].done >= 10
    assert 0 < ears.heard[0].resumed < 1
    # Nothing is left to do.
    ears = Ears()
    assert go(ears) == expected
    assert [progress.resumed for progress in ears.heard] == [1]


@pytest.mark.parametrize("threads", [1, 2])
def test_stopped_by_the_time_limit_and_resumed(tmp_path: Path, threads: int) -> None:
    limit = 0.05
    done = [0]
    while len(done) < 60:
        stopped: StoppedError | None = None
        try:
            found = tiling.count(SEARCHED, threads=threads, checkpoint=tmp_path / "c", time_limit=limit)
        except StoppedError as error:
            stopped = error
        if stopped is None:
            break
        assert str(stopped).startswith(f"the time limit of {limit:g} s was reached after ")
        assert stopped.checkpoint == str(tmp_path / "c")  # type: ignore[attr-defined]
        done.append(stopped.done)  # type: ignore[attr-defined]
        limit *= 1.25
    assert done == sorted(done)
    assert found == 9356


def test_no_time_at_all() -> None:
    for problem in (SEARCHED, SWEPT):
        for threads in (1, 2):
            with pytest.raises(StoppedError, match="time limit of 0 s was reached after 0 of"):
                tiling.count(problem, threads=threads, time_limit=0)


def test_a_large_search_stops_in_time() -> None:
    # Years of work: the count is cut short within a task.
    problem = Problem.from_text("board 12x15\npieces 3*pentominoes")
    for threads in (1, 2):
        seen: list[Statistics] = []
        with pytest.raises(StoppedError, match=r"the time limit of 0.5 s was reached after \d+ of"):
            tiling.count(problem, threads=threads, time_limit=0.5, report=seen.append)
        assert seen == []


def test_foreign_checkpoints_are_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "c"
    problem = Problem.from_text("board 5x8\npieces 2*tetrominoes")
    assert tiling.count(problem, checkpoint=path) == 3106
    others: list[Callable[[], int]] = [
        lambda: tiling.count(SEARCHED, checkpoint=path),
        lambda: tiling.count(problem, checkpoint=path, up_to_symmetry=True),
        lambda: tiling.count(problem, checkpoint=path, engine="bit-sliced"),
        lambda: tiling.count(moved(problem, motions(2)[1]), checkpoint=path),
    ]
    for other in others:
        with pytest.raises(CheckpointError, match="another problem"):
            other()
    ears = Ears()
    assert tiling.count(problem, checkpoint=path, progress=ears) == 3106
    assert [progress.resumed for progress in ears.heard] == [1]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(("problem", "stages"), [(SEARCHED, ["search"]), (SWEPT, ["frontier"])])
def test_progress_goes_forward(problem: Problem, stages: list[str], threads: int) -> None:
    ears = Ears()
    tiling.count(problem, threads=threads, up_to_symmetry=True, progress=ears)
    assert list(dict.fromkeys(progress.stage for progress in ears.heard)) == stages
    assert ears.heard == sorted(ears.heard, key=lambda progress: (progress.done, progress.fraction))
    assert (ears.heard[0].done, ears.heard[0].fraction) == (0, 0)
    assert ears.heard[-1].done == ears.heard[-1].total
    assert ears.heard[-1].fraction == 1


@pytest.mark.parametrize(
    ("problem", "stages"),
    [(SEARCHED, ["search"]), ("board 8x8\npieces any*I2", ["determinant", "frontier"])],
)
def test_progress_says_which_stage_of_how_many(problem: Problem | str, stages: list[str]) -> None:
    ears = Ears()
    tiling.count(problem, up_to_symmetry=True, progress=ears)
    heard = dict.fromkeys((progress.stage, progress.number, progress.stages) for progress in ears.heard)
    assert list(heard) == [(name, number, len(stages)) for number, name in enumerate(stages, 1)]


@pytest.mark.parametrize("engine", COUNTING)
def test_the_statistics(engine: str) -> None:
    problem = Problem.from_text("board 5x8\npieces 2*tetrominoes")
    seen: list[Statistics] = []
    assert tiling.count(problem, engine=engine, report=seen.append) == 3106
    assert tiling.count(problem, engine=engine, up_to_symmetry=True, report=seen.append) == 783
    assert [(one.solutions, one.complete) for one in seen] == [(3106, True), (783, True)]
    assert {one.engine.split(" + ")[0] for one in seen} == {"frontier" if engine == "auto" else engine}
    assert all(one.nodes > 1000 and one.seconds > 0 for one in seen)


def test_what_is_plainly_impossible_is_not_searched() -> None:
    seen: list[Statistics] = []
    problem = Problem.from_text("board 4x5\npieces tetrominoes")
    for engine in COUNTING:
        assert tiling.count(problem, engine=engine, report=seen.append) == 0
        assert tiling.count(problem, engine=engine, up_to_symmetry=True, report=seen.append) == 0
    assert {(one.engine, one.nodes, one.complete) for one in seen} == {("invariants", 0, True)}


def test_a_frontier_too_large_is_left_for_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_choice, "memory_for_frontier", lambda: 1)
    # The title makes it a problem of its own: plans are remembered.
    problem = Problem.from_text("title Too large\nboard 5x8\npieces 2*tetrominoes")
    seen: list[Statistics] = []
    assert tiling.count(problem, report=seen.append) == 3106
    assert tiling.count(problem, up_to_symmetry=True, report=seen.append) == 783
    assert all(one.engine.startswith("frontier + bit-sliced") for one in seen)
    with pytest.raises(LimitError, match="does not fit into memory; try the engine bit-sliced"):
        tiling.count(problem, engine="frontier")


def test_bad_numbers_of_threads() -> None:
    with pytest.raises(ProblemError, match="threads must be at least 1, not 0"):
        tiling.count(SEARCHED, threads=0)


@settings(max_examples=50)
@given(problems(), st.data(), st.sampled_from(COUNTING))
def test_sides_orders_and_names_change_nothing(problem: Problem, data: st.DataObject, engine: str) -> None:
    other = data.draw(variants(problem))
    assert tiling.count(other, engine=engine, threads=1) == tiling.count(problem, engine=engine, threads=1)
    for rotations_only in (False, True):
        numbers = [
            tiling.count(either, engine=engine, threads=1, up_to_symmetry=True, rotations_only=rotations_only)
            for either in (problem, other)
        ]
        assert numbers[0] == numbers[1]


@pytest.mark.parametrize("number", range(8))
def test_a_large_puzzle_seen_from_all_sides(number: int) -> None:
    pierced = "board 8x8\nhole 1,2 2,1 6,0 7,4\npieces pentominoes"
    for text, raw, distinct in ((pierced, 377, 377), ("board 5x12\npieces pentominoes", 4040, 1010)):
        problem = moved(Problem.from_text(text), motions(2)[number])
        assert tiling.count(problem) == raw
        assert tiling.count(problem, up_to_symmetry=True) == distinct


@pytest.mark.parametrize("number", [0, 5, 17, 23, 24, 40, 47])
def test_soma_seen_from_all_sides(number: int) -> None:
    # One-sided pieces: a mirror image of the puzzle has other pieces but as many tilings.
    problem = moved(Problem.from_text("board 3x3x3\npieces soma"), motions(3)[number], (2, 0, 1))
    assert tiling.count(problem) == 11520
    assert tiling.count(problem, up_to_symmetry=True, rotations_only=True) == 480
