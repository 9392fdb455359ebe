"""Workers that are killed, and questions that need not wait for others."""

from __future__ import annotations

import asyncio
import errno
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from shapewright.web import api
from shapewright.web.app import application
from shapewright.web.runs import Run
from shapewright.web.settings import Settings

from .conftest import ADDRESS, ENDLESS

SMALL = {"board": "4x4", "pieces": "4*L4"}


@pytest.fixture(scope="module")
def _pair(_cache: Path) -> Iterator[TestClient]:
    """A studio with two workers of each kind, as it is started by default."""
    settings = Settings(workers=2, quick_workers=2, try_seconds=0.7)
    with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def pair(_pair: TestClient) -> Iterator[TestClient]:
    """That studio, idle and ready; what is asked of it is cancelled at the end."""
    office = _pair.app.state.office
    until(lambda: all(worker.is_free for pool in (office.quick, office.long) for worker in pool.workers))
    yield _pair
    for run in reversed(office.long.runs):
        _pair.delete(f"/api/runs/{run.id}")


def until(is_so, seconds: float = 60.0) -> None:
    deadline = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.02)


SLOW = pytest.mark.slow


@pytest.mark.parametrize(
    ("question", "kind", "pause"),
    [
        ("count", "long", 0.0),
        pytest.param("show", "quick", 0.0, marks=SLOW),
        pytest.param("count", "long", 0.3, marks=SLOW),
        pytest.param("show", "quick", 0.01, marks=SLOW),
    ],
)
def test_the_question_after_idle_workers_were_killed_is_answered(pair, question, kind, pause) -> None:
    for _ in range(2):
        for worker in getattr(pair.app.state.office, kind).workers:
            until(lambda worker=worker: worker.is_ready)
            os.kill(worker._process.pid, signal.SIGKILL)
        time.sleep(pause)
        reply = pair.post(f"/api/tiling/{question}", json=SMALL)
        assert reply.status_code == 200, reply.text


def test_a_question_that_is_soon_answered_does_not_wait_for_long_ones(pair) -> None:
    endless = [pair.post("/api/tiling/count?wait=0", json=ENDLESS).json()["run"] for _ in range(4)]
    reply = pair.post("/api/tiling/count?wait=50", json=SMALL)
    assert (reply.status_code, reply.json()["count"]) == (200, 10)
    assert [pair.get(f"/api/runs/{run}").json()["state"] for run in endless] == [
        "running",
        "running",
        "waiting",
        "waiting",
    ]
    # Those that wait are tried once each; what is asked meanwhile comes before them.
    assert pair.post("/api/tiling/count?wait=50", json=SMALL).json()["count"] == 10
    pool = pair.app.state.office.long
    until(lambda: sum(run.was_tried for run in pool.waiting) == 2)
    assert [run.id for run in pool.waiting] == endless[2:]
    assert [run.state for run in pool.waiting] == ["waiting", "waiting"]
    assert pool.spare.run is None
    # In their turn they get all the time that they may have.
    pair.delete(f"/api/runs/{endless[0]}")
    until(lambda: pair.get(f"/api/runs/{endless[2]}").json()["state"] == "running")
    for run in endless:
        assert pair.delete(f"/api/runs/{run}").json()["state"] == "cancelled"
    assert pair.post("/api/tiling/count", json=SMALL).json()["count"] == 10


def test_a_run_that_is_tried_can_be_cancelled(pair) -> None:
    endless = [pair.post("/api/tiling/count?wait=0", json=ENDLESS).json()["run"] for _ in range(3)]
    pool = pair.app.state.office.long
    until(lambda: pool.spare.run is not None)
    assert endless[2] in {run.id for run in pool.runs}
    assert pair.delete(f"/api/runs/{endless[2]}").json()["state"] == "cancelled"
    until(lambda: pool.spare.is_free)
    # One whose try has ended its time is cancelled for good, too.
    last = pair.post("/api/tiling/count?wait=0", json=ENDLESS).json()["run"]
    until(lambda: pool.spare.run is not None)
    pair.portal.call(pool.spare.stop, "postponed", "")
    assert pair.delete(f"/api/runs/{last}").json()["state"] == "cancelled"
    assert not pool.waiting


@SLOW
def test_a_try_ends_with_the_time_limit_of_its_question(pair) -> None:
    for _ in range(2):
        pair.post("/api/tiling/count?wait=0", json=ENDLESS)
    reply = pair.post("/api/tiling/count?wait=50", json={**ENDLESS, "time_limit": 0.3})
    assert (reply.status_code, reply.json()["state"]) == (422, "stopped")


@SLOW
def test_a_spare_worker_that_is_killed_is_replaced(pair) -> None:
    for _ in range(3):
        pair.post("/api/tiling/count?wait=0", json=ENDLESS)
    pool = pair.app.state.office.long
    until(lambda: pool.spare.run is None and pool.spare.is_ready)
    os.kill(pool.spare._process.pid, signal.SIGKILL)
    assert pair.post("/api/tiling/count?wait=50", json=SMALL).json()["count"] == 10


def test_workers_that_cannot_start_at_the_moment_start_later(monkeypatch, capfd) -> None:
    usual, refused = asyncio.create_subprocess_exec, []

    async def start(*arguments, **options):
        if len(refused) < 2:
            refused.append(arguments)
            raise OSError(errno.EMFILE, "Too many open files")
        return await usual(*arguments, **options)

    monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
    settings = Settings(workers=1, quick_workers=1)
    with TestClient(application(settings), base_url=ADDRESS, raise_server_exceptions=False) as client:
        assert client.post("/api/tiling/count", json=SMALL).json()["count"] == 10
    assert "a worker does not start: too many open files; another worker replaces it" in capfd.readouterr().err


def test_a_quick_question_whose_asker_has_gone_is_given_up(monkeypatch) -> None:
    class Gone:
        async def is_disconnected(self) -> bool:
            return True

    class There:
        async def is_disconnected(self) -> bool:
            return False

    async def look() -> tuple[bool, bool, bool]:
        run = Run("tiling", "show", {}, {}, 1.0, 1, 1000)
        gone = await api._over(run, 60.0, Gone())
        there = await api._over(run, 0.1, There())
        asyncio.get_running_loop().call_later(0.05, run.end, "cancelled", "")
        return gone, there, await api._over(run, 60.0, There())

    monkeypatch.setattr(api, "LOOK", 0.02)
    assert asyncio.run(look()) == (True, False, False)
