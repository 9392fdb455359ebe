"""The same results however a stage is run, and a good end however it ends."""

from __future__ import annotations

import concurrent.futures
import math
import multiprocessing
import threading
import time

import pytest
from tests.jobs import work
from tests.jobs.work import noted

from shapewright.errors import ProblemError, StoppedError, WorkerError
from shapewright.jobs import Budget, Stage, process_pool, run
from shapewright.jobs.executors import Crew

SPANS = [(0, 3), (3, 40), (40, 41), (41, 41), (41, 100)]


def foreign_pool():
    """A process pool that knows nothing of stop flags."""
    return concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn"))


@pytest.fixture(scope="module")
def ways():
    """Every way to run a stage on this machine, as keywords of run."""
    with (
        concurrent.futures.ThreadPoolExecutor(2) as threads,
        process_pool(2)() as processes,
        foreign_pool() as foreign,
    ):
        yield {
            "inline": {"threads": 1},
            "threads": {"threads": 3},
            "default": {},
            "thread pool": {"executor": threads},
            "factory": {"executor": lambda: concurrent.futures.ThreadPoolExecutor(2)},
            "processes": {"executor": processes},
            "foreign": {"executor": foreign},
        }


WAYS = ["inline", "threads", "default", "thread pool", "factory", "processes", "foreign"]


@pytest.mark.parametrize("way", WAYS)
class TestEveryWay:
    def test_results_are_in_the_order_of_the_tasks(self, ways, way):
        stage = Stage("squares", work.square, range(100), [number % 7 for number in range(100)])
        assert run(stage, **ways[way]) == [number * number for number in range(100)]

    def test_no_tasks(self, ways, way):
        assert run(Stage("nothing", work.square, []), **ways[way]) == []

    def test_what_is_left_over_runs_too(self, ways, way):
        parts = run(Stage("cut", work.cut, SPANS), **ways[way])
        assert sorted(number for part in parts for number in part) == list(range(100))
        assert parts == run(Stage("cut", work.cut, SPANS), threads=1)

    def test_plain_data_travels_and_is_kept(self, ways, way, tmp_path):
        stage = Stage("wide", work.wide, range(4))
        expected = [work.wide(number, Budget()) for number in range(4)]
        assert run(stage, checkpoint=tmp_path / "c", **ways[way]) == expected
        assert run(stage, checkpoint=tmp_path / "c", **ways[way]) == expected

    def test_the_error_of_the_first_task_is_raised(self, ways, way, tmp_path):
        stage = Stage("faulty", work.faulty, range(50))
        with pytest.raises(LookupError, match="task 3") as caught:
            run(stage, checkpoint=tmp_path / "c", **ways[way])
        assert caught.value.done >= 0
        assert caught.value.total == 50
        assert caught.value.checkpoint == str(tmp_path / "c")

    def test_an_error_that_looks_like_a_stop(self, ways, way):
        with pytest.raises(StoppedError, match="for reasons of its own"):
            run(Stage("gives up", work.givesup, range(3)), **ways[way])

    def test_time_limit_and_going_on(self, ways, way, tmp_path):
        stage = Stage("patient", work.patient, [(number, str(tmp_path)) for number in range(6)])
        with pytest.raises(
            StoppedError, match=r"^the time limit of 0.5 s was reached after . of 6 tasks of stage 'patient'$"
        ) as caught:
            run(stage, checkpoint=tmp_path / "c", time_limit=0.5, **ways[way])
        assert caught.value.total == 6
        assert caught.value.done < 6
        assert caught.value.progress.total == 6
        (tmp_path / "go").touch()
        results = run(stage, checkpoint=tmp_path / "c", time_limit=work.PATIENCE, **ways[way])
        assert work.settled(results) == list(range(6))

    def test_a_stage_of_several_says_which(self, ways, way):
        stage = Stage("squares", work.square, range(9), number=2, stages=3)
        with pytest.raises(StoppedError, match=r"after 0 of 9 tasks of stage 2 of 3, 'squares'$"):
            run(stage, time_limit=0, **ways[way])

    def test_no_time_at_all(self, ways, way):
        with pytest.raises(StoppedError, match="after 0 of 9 tasks"):
            run(Stage("squares", work.square, range(9)), time_limit=0, **ways[way])

    def test_a_stop_knows_whether_its_checkpoint_holds_anything(self, ways, way, tmp_path):
        """Nothing at first; work of an earlier stage counts, too."""
        first, second = Stage("first", work.square, range(3)), Stage("second", work.square, range(9))

        def stopped(stage, checkpoint):
            with pytest.raises(StoppedError) as caught:
                run(stage, checkpoint=checkpoint, time_limit=0, **ways[way])
            return caught.value.kept

        assert stopped(first, None) is False
        assert stopped(first, tmp_path / "c") is False
        run(first, checkpoint=tmp_path / "c", **ways[way])
        assert stopped(second, tmp_path / "c") is True

    def test_progress_goes_forward(self, ways, way):
        seen = []
        run(Stage("cut", work.cut, SPANS, [3, 37, 1, 0, 59]), progress=seen.append, **ways[way])
        fractions = [progress.fraction for progress in seen]
        assert fractions == sorted(fractions)
        assert fractions[0] == 0.0
        assert fractions[-1] == 1.0
        assert {progress.total for progress in seen} == {5}
        assert seen[-1].done == 5

    def test_an_error_in_the_progress_function_ends_the_job(self, ways, way):
        def fail(progress):
            if progress.done:
                raise OverflowError("enough")

        with pytest.raises(OverflowError, match="enough"):
            run(Stage("squares", work.square, range(1000)), progress=fail, **ways[way])


def test_few_tasks_are_in_flight_at_a_time():
    started = []

    class Counting(concurrent.futures.ThreadPoolExecutor):
        def submit(self, *arguments, **options):
            started.append(len(started) - finished[0])
            return super().submit(*arguments, **options)

    finished = [0]

    def count(progress):
        finished[0] = progress.done

    with Counting(2) as executor:
        run(Stage("squares", work.square, range(3000)), executor=executor, progress=count)
    assert max(started) <= 8


def test_tasks_in_this_thread_run_in_order():
    seen = []

    def task(number, budget):
        seen.append((number, threading.current_thread()))
        return number

    run(Stage("here", task, range(4), [1, 2, 3, 4]), threads=1)
    assert seen == [(number, threading.main_thread()) for number in range(4)]


def test_runs_in_other_threads_too():
    with concurrent.futures.ThreadPoolExecutor(2) as outer:
        jobs = [outer.submit(run, Stage("s", work.square, range(20)), threads=threads) for threads in (1, 2)]
        assert [job.result() for job in jobs] == [[number * number for number in range(20)]] * 2


def test_tasks_that_cannot_be_cut_get_longer_slices(monkeypatch):
    monkeypatch.setattr(Crew, "slice", 0.02)
    with foreign_pool() as executor:
        assert run(Stage("whole", work.whole, [(1, 0.2), (2, 0.0)]), executor=executor) == [1, 2]


def test_a_killed_worker_costs_only_its_tasks(tmp_path):
    stage = Stage("mortal", work.mortal, [(number, str(tmp_path)) for number in range(40)])
    assert run(stage, executor=process_pool(2)) == [number * number for number in range(40)]
    assert (tmp_path / "killed").exists()
    log = noted(tmp_path / "log")
    assert set(log) == {str(number) for number in range(40)}
    # What was in flight when the pool broke ran again, nothing else.
    assert 41 <= len(log) <= 40 + 2 * 3


def test_a_pool_that_cannot_be_replaced(tmp_path):
    stage = Stage("mortal", work.mortal, [(number, str(tmp_path)) for number in range(40)])
    with (
        process_pool(2)() as executor,
        pytest.raises(WorkerError, match=r"a worker died, .* of 40 tasks .* kept in checkpoint") as caught,
    ):
        run(stage, executor=executor, checkpoint=tmp_path / "c")
    kept = caught.value.done
    before = len(noted(tmp_path / "log"))
    assert run(stage, threads=1, checkpoint=tmp_path / "c") == [number * number for number in range(40)]
    assert len(noted(tmp_path / "log")) - before == 40 - kept


def test_a_task_that_always_kills_its_worker(tmp_path):
    stage = Stage("deadly", work.deadly, [(number, str(tmp_path)) for number in range(4)])
    with pytest.raises(WorkerError, match="workers died 4 times in a row .* no checkpoint"):
        run(stage, executor=process_pool(1))
    with pytest.raises(WorkerError, match="run again with it to go on"):
        run(stage, executor=process_pool(1), checkpoint=tmp_path / "c")
    (tmp_path / "spared").touch()
    assert run(stage, executor=process_pool(1), checkpoint=tmp_path / "c") == [0, 1, 2, 3]


def test_a_task_that_does_not_listen_is_left_behind():
    stage = Stage("deaf", work.deaf, [2 * work.PATIENCE] * 3)
    with pytest.raises(StoppedError):
        run(stage, executor=process_pool(2), time_limit=0.5)


def test_a_pool_can_be_used_again_after_a_stop(tmp_path):
    stage = Stage("patient", work.patient, [(number, str(tmp_path)) for number in range(6)])
    with process_pool(2)() as executor:
        with pytest.raises(StoppedError):
            run(stage, executor=executor, time_limit=0.5)
        (tmp_path / "go").touch()
        assert run(stage, executor=executor) == [[number] for number in range(6)]


@pytest.mark.parametrize("threads", [0, -3])
def test_impossible_number_of_threads(threads):
    with pytest.raises(ProblemError, match=f"must be at least 1, not {threads}"):
        run(Stage("squares", work.square, [1]), threads=threads)


def test_impossible_number_of_processes():
    with pytest.raises(ProblemError, match="must be at least 1, not 0"):
        process_pool(0)


@pytest.mark.parametrize("seconds", [-1, math.nan])
def test_impossible_time_limit(seconds):
    with pytest.raises(ProblemError, match="must be at least 0 seconds"):
        run(Stage("squares", work.square, [1]), time_limit=seconds)


def test_what_the_time_limit_leaves_is_told(tmp_path):
    def patient(number, budget):
        if number < 3:
            return number * number
        while not budget.stopped():
            time.sleep(0.01)
        raise StoppedError("no time left")

    for how in ({"threads": 1}, {"threads": 2}):
        with pytest.raises(StoppedError) as caught:
            run(Stage("patient", patient, range(4)), time_limit=1.0, **how)
        assert caught.value.results == {0: 0, 1: 1, 2: 4}


@pytest.mark.parametrize("threads", [1, 3])
def test_results_are_passed_on_as_they_come(tmp_path, threads):
    found = []
    results = run(Stage("squares", work.square, range(7)), threads=threads, told=found.append)
    assert sorted(found) == sorted(results)
    checkpoint = tmp_path / "work.sqlite"
    run(Stage("squares", work.square, range(7)), checkpoint=checkpoint)
    again = []
    run(Stage("squares", work.square, range(7)), checkpoint=checkpoint, told=again.append)
    assert again == []  # nothing was left to do
