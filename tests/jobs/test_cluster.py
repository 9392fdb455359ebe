"""A real Dask cluster of two worker processes, one of which is killed in mid-run."""

from __future__ import annotations

import sys

import dask
import distributed
import pytest
from tests.jobs import work
from tests.jobs.work import noted

from shapewright.errors import MissingExtraError, StoppedError, WorkerError
from shapewright.jobs import Stage, dask_executor, run
from shapewright.jobs import cluster as clusters
from shapewright.jobs.executors import Crew


@pytest.fixture(scope="module")
def cluster():
    with (
        # Dask asks a dead worker for the results it held until this is over; by default half a minute.
        dask.config.set({"distributed.comm.timeouts.connect": "2s"}),
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
        ) as cluster,
    ):
        yield cluster


@pytest.fixture
def executor(cluster, monkeypatch):
    # Workers that died start again when the machine has time for it; that is not what is tested.
    monkeypatch.setattr("shapewright.jobs.cluster.DESERTED_SECONDS", 300.0)
    with distributed.Client(cluster) as client:
        client.wait_for_workers(1, timeout=120)
    with dask_executor(cluster.scheduler_address) as executor:
        yield executor


def test_same_results(executor, tmp_path):
    stage = Stage("squares", work.square, range(60), range(60))
    assert run(stage, executor=executor) == [number * number for number in range(60)]
    spans = Stage("cut", work.cut, [(0, 3), (3, 40), (40, 100)])
    assert run(spans, executor=executor, checkpoint=tmp_path / "c") == run(spans, threads=1)
    wide = Stage("wide", work.wide, range(3))
    assert run(wide, executor=executor) == run(wide, threads=1)


def test_large_results(executor, tmp_path):
    bulky = Stage("bulky", work.bulky, [(number, str(tmp_path / "log")) for number in range(8)])
    results = run(bulky, executor=executor, checkpoint=tmp_path / "c")
    totals = Stage("total", work.total, [(result["content"], 1) for result in results])
    assert run(totals, executor=executor, checkpoint=tmp_path / "c") == [100_000 * number + 1 for number in range(8)]


def test_a_plain_executor_of_dask_will_do(cluster):
    with distributed.Client(cluster.scheduler_address, set_as_default=False) as client:
        plain = client.get_executor(pure=False, retries=3)
        assert run(Stage("squares", work.square, range(9)), executor=plain) == [number * number for number in range(9)]


def test_a_killed_worker_costs_only_its_tasks(executor, tmp_path):
    stage = Stage("mortal", work.mortal, [(number, str(tmp_path)) for number in range(40)])
    assert run(stage, executor=executor) == [number * number for number in range(40)]
    assert (tmp_path / "killed").exists()
    assert set(noted(tmp_path / "log")) == {str(number) for number in range(40)}


def test_a_task_that_always_kills_its_worker(executor, tmp_path):
    stage = Stage("deadly", work.deadly, [(number, str(tmp_path)) for number in range(4)])
    with pytest.raises(WorkerError, match="run again with it to go on"):
        run(stage, executor=executor, checkpoint=tmp_path / "c")
    (tmp_path / "spared").touch()
    assert run(stage, executor=executor, checkpoint=tmp_path / "c") == [0, 1, 2, 3]


def test_errors_come_home(executor):
    with pytest.raises(LookupError, match="task 3"):
        run(Stage("faulty", work.faulty, range(5)), executor=executor)


def test_a_time_limit_drops_the_queue(executor, tmp_path, monkeypatch):
    monkeypatch.setattr(Crew, "slice", 0.2)
    stage = Stage("patient", work.patient, [(number, str(tmp_path)) for number in range(9)])
    with pytest.raises(StoppedError, match="of 9 tasks") as caught:
        run(stage, executor=executor, checkpoint=tmp_path / "c", time_limit=2)
    assert caught.value.done < 9
    (tmp_path / "go").touch()
    # The same executor is good for another run.
    assert work.settled(run(stage, executor=executor, checkpoint=tmp_path / "c")) == list(range(9))


def test_tasks_that_cannot_be_cut_get_longer_slices(executor, monkeypatch):
    monkeypatch.setattr(Crew, "slice", 0.02)
    assert run(Stage("whole", work.whole, [(1, 0.2), (2, 0.0)]), executor=executor) == [1, 2]


def test_no_scheduler(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1)
    with pytest.raises(WorkerError, match="no Dask scheduler answers at 'tcp://127.0.0.1:1'"):
        dask_executor("tcp://127.0.0.1:1")


def test_nonsense_for_an_address():
    with pytest.raises(WorkerError, match="no Dask scheduler answers at 'what is this'"):
        dask_executor("what is this")


def test_without_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(MissingExtraError, match=r"pip install '\.\[cluster\]'"):
        dask_executor("tcp://127.0.0.1:8786")
