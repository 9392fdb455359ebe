"""What goes wrong with a cluster is said in one sentence, by real schedulers and workers in processes of their own."""

from __future__ import annotations

import json
import os
import pickle
import shutil
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from tests.jobs import work

from shapewright import __version__
from shapewright.errors import WorkerError
from shapewright.jobs import Stage, dask_executor, parcel, run
from shapewright.jobs import cluster as clusters
from shapewright.jobs.parcel import OtherVersionError, Parcel

REPOSITORY = Path(__file__).parent.parent.parent

# Loaded by every Python that finds it: one in which the package cannot be found, however it is installed.
HIDE = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "shapewright":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Hide())
"""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a worker finds first on its path: no package, another version, or this one (and the tasks of the tests)."""
    hidden, other = tmp_path_factory.mktemp("hidden"), tmp_path_factory.mktemp("other")
    (hidden / "sitecustomize.py").write_text(HIDE)
    (other / "shapewright").mkdir()
    (other / "shapewright" / "__init__.py").write_text('__version__ = "9.9.9"\n')
    ours = os.pathsep.join(filter(None, (str(REPOSITORY), os.environ.get("PYTHONPATH"))))
    return {"hidden": str(hidden), "other": str(other), "ours": ours}


@contextmanager
def process(folder: Path, place: str, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's, as its own commands start it."""
    environment = {**os.environ, "PYTHONPATH": place}
    command = [sys.executable, "-m", *arguments, "--no-dashboard"]
    with (folder / "log").open("ab") as log:
        started = subprocess.Popen(command, env=environment, cwd=folder, stdout=log, stderr=log)
    try:
        yield started
    finally:
        started.kill()
        started.wait()


@contextmanager
def scheduler(folder: Path, place: str) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """A scheduler and its address."""
    told = folder / "scheduler.json"
    arguments = ("distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(told))
    with process(folder, place, *arguments) as started:
        yield started, until(lambda: json.loads(told.read_text())["address"])


@contextmanager
def worker(address: str, folder: Path, place: str) -> Iterator[subprocess.Popen[bytes]]:
    """A worker that the scheduler knows."""
    from distributed import Client

    arguments = ("distributed.cli.dask_worker", address, "--no-nanny", "--nthreads", "1", "--host", "127.0.0.1")
    with Client(address, set_as_default=False) as client:
        before = len(client.nthreads())
        with process(folder, place, *arguments) as started:
            client.wait_for_workers(before + 1, timeout=60)
            yield started


def until(call: Callable[[], str]) -> str:
    """What ``call`` gives, once it gives something."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return call()
        except (OSError, ValueError):
            assert time.monotonic() < deadline
            time.sleep(0.05)


def finished_task(checkpoint: Path) -> str:
    """The number of a task that a checkpoint keeps, in which somebody writes; ``OSError`` as long as there is none."""
    with TemporaryDirectory() as folder:
        for name in (checkpoint.name, f"{checkpoint.name}-wal"):
            shutil.copy(checkpoint.parent / name, folder)
        try:
            with closing(sqlite3.connect(Path(folder, checkpoint.name))) as found:
                row = found.execute("SELECT number FROM task").fetchone()
        except sqlite3.Error as error:
            raise OSError(str(error)) from None
    if row is None:
        raise OSError("nothing is kept")
    return str(row[0])


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory, places: dict[str, str]) -> Iterator[str]:
    """A scheduler on a machine that has Dask and nothing of ours."""
    with scheduler(tmp_path_factory.mktemp("scheduler"), places["hidden"]) as (_, where):
        yield where


def test_no_workers(address, monkeypatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1.0)
    with pytest.raises(WorkerError, match=rf"has no workers: start some there, with  dask worker {address}"):
        dask_executor(address)


def test_something_else_listens_there(monkeypatch) -> None:
    import socket

    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        where = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(WorkerError, match=f"no Dask scheduler answers at '{where}'"):
            dask_executor(where)


def test_the_command_says_it_in_one_line(address, monkeypatch, capfd) -> None:
    import logging

    from shapewright.cli import main

    monkeypatch.setattr(clusters, "CONNECT_SECONDS", 1.0)
    assert main(["tiling", "count", "--board", "4x4", "--pieces", "4*L4", "--cluster", address]) == 3
    printed, told = capfd.readouterr()
    assert printed == ""
    assert told == (
        f"error: the Dask scheduler at '{address}' has no workers: start some there, with dask worker {address}\n"
    )
    assert logging.root.manager.disable == logging.NOTSET


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("hidden", r"lacks the package shapewright \(No module named 'shapewright'\)"),
        ("other", f"has shapewright 9.9.9, not {__version__}"),
    ],
)
def test_workers_that_would_answer_otherwise_or_never(address, places, tmp_path, kind, words) -> None:
    with (
        worker(address, tmp_path, places[kind]),
        pytest.raises(WorkerError, match=f"^the worker at tcp://.* {words}: install shapewright {__version__}") as told,
    ):
        dask_executor(address)
    assert "\n" not in str(told.value)
    assert told.value.exit_code == 3


def test_the_scheduler_needs_nothing_of_ours(address, places, tmp_path) -> None:
    with worker(address, tmp_path, places["ours"]), dask_executor(address) as executor:
        assert run(Stage("squares", work.square, range(5)), executor=executor) == [0, 1, 4, 9, 16]
        assert executor.submit(pow, 2, exp=5).result(60) == 32


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "words"), [("hidden", "lacks the package"), ("other", "9.9.9")])
def test_workers_that_come_later_are_asked_too(address, places, tmp_path, kind, words) -> None:
    stage = Stage("patient", work.patient, [(number, str(tmp_path)) for number in range(9)])
    with worker(address, tmp_path, places["ours"]), dask_executor(address) as executor:
        with worker(address, tmp_path, places[kind]), pytest.raises(WorkerError, match=words) as told:
            run(stage, executor=executor, checkpoint=tmp_path / "c")
        assert "run again with it to go on" in str(told.value)
        (tmp_path / "go").touch()
        assert work.settled(run(stage, executor=executor, checkpoint=tmp_path / "c")) == list(range(9))


@pytest.mark.slow
def test_nobody_is_left(address, places, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(clusters, "DESERTED_SECONDS", 1.0)
    monkeypatch.setattr(clusters, "ASK_SECONDS", 0.2)
    stage = Stage("patient", work.patient, [(number, str(tmp_path)) for number in range(9)])
    with worker(address, tmp_path, places["ours"]) as only, dask_executor(address) as executor:
        os.kill(only.pid, signal.SIGKILL)
        with pytest.raises(WorkerError, match="all workers .* have left, and none came back within 1 s; 0 of 9"):
            run(stage, executor=executor, checkpoint=tmp_path / "c")


def test_a_scheduler_that_dies_leaves_lines_of_ours_only(places, tmp_path) -> None:
    """The command, its standard error, and the same command once more, without a cluster."""
    (tmp_path / "queue.txt").write_text("".join(f"{'IOTSLJZ' * 5}{'IOTSLJZ'[n % 7]}\n" for n in range(300)))
    program = "import sys; from shapewright.jobs import cluster; cluster.CONNECT_SECONDS = 3.0; "
    program += "from shapewright.cli import main; sys.exit(main())"
    command = [sys.executable, "-c", program, "stacking", "solve", "--file", "queue.txt", "--checkpoint", "c"]
    with scheduler(tmp_path, places["ours"]) as (dies, where), worker(where, tmp_path, places["ours"]):
        environment = {**os.environ, "PYTHONPATH": places["ours"]}
        job = subprocess.Popen(
            [*command, "--cluster", where], env=environment, cwd=tmp_path, stderr=subprocess.PIPE, text=True
        )
        until(lambda: finished_task(tmp_path / "c"))
        dies.kill()
        _, told = job.communicate(timeout=120)
    first, second = told.splitlines()
    assert job.returncode == 3
    assert first.startswith(f"error: the Dask scheduler at '{where}' no longer answers; ")
    assert first.endswith("of 300 tasks were finished and are kept in checkpoint 'c'; run again with it to go on")
    assert "; go on with:  shapewright stacking solve --file queue.txt --checkpoint c" in second
    assert (tmp_path / "c").exists()


def test_a_parcel_runs_where_it_is_opened() -> None:
    assert pickle.loads(pickle.dumps(Parcel(__version__, pow, 2, 5))) == 32
    with pytest.raises(OtherVersionError) as told:
        pickle.loads(pickle.dumps(Parcel("9.9.9", pow, 2, 5)))
    assert told.value.version == __version__
    assert pickle.loads(pickle.dumps(told.value)).version == __version__
    assert {"shapewright", parcel.__package__, parcel.__name__} == set(parcel.MODULES)
