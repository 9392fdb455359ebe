"""A run whose page was left ends some time later, unless somebody follows it or looks at what is at work."""

from __future__ import annotations

import asyncio
import math
import time

import pytest

from shapewright.web import assets
from shapewright.web.runs import Office, Run
from shapewright.web.settings import Settings

from .conftest import ENDLESS


def left(*, followers: int = 0, seen: float = -math.inf, again: bool = False) -> tuple[list[Run], int]:
    """The runs that were cancelled in a moment after one was left, and how many are still to be."""
    office, cancelled = Office(Settings()), []
    run = Run("tiling", "count", ENDLESS, {}, 60.0, 1, 1000, followers=followers)
    office.cancel = cancelled.append  # type: ignore[method-assign]
    office.seen = seen

    async def leave() -> None:
        office.leave(run, 0.01)
        if again:
            office.leave(run, 60.0)
        await asyncio.sleep(0.1)

    asyncio.run(leave())
    return cancelled, len(office._left)


def test_a_run_that_nobody_follows_is_cancelled() -> None:
    cancelled, waiting = left()
    assert len(cancelled) == 1
    assert waiting == 0


def test_a_run_that_is_followed_again_goes_on() -> None:
    assert left(followers=1) == ([], 0)


def test_a_run_that_somebody_looks_at_waits() -> None:
    assert left(seen=time.monotonic()) == ([], 1)


def test_the_last_leave_counts() -> None:
    assert left(again=True) == ([], 1)


@pytest.mark.parametrize("seconds", ["-1", "soon", "nan"])
def test_when_to_cancel_is_a_number_of_seconds(studio, seconds) -> None:
    run = studio.post("/api/tiling/count?wait=0", json=ENDLESS).json()["run"]
    for method, name in (("DELETE", "after"), ("GET", "follow")):
        reply = studio.request(method, f"/api/runs/{run}?{name}={seconds}")
        assert reply.status_code == 400
        assert f"'{name}' takes a number of seconds" in reply.json()["error"]
    assert studio.delete(f"/api/runs/{run}?after=0").status_code == 200
    while studio.get(f"/api/runs/{run}").json()["state"] in ("waiting", "running"):
        time.sleep(0.05)


def test_a_run_whose_page_stops_asking_is_cancelled(studio) -> None:
    run = studio.post("/api/tiling/count?wait=0", json=ENDLESS).json()["run"]
    for _ in range(4):
        assert studio.get(f"/api/runs/{run}?follow=0.4").json()["state"] in ("waiting", "running")
        time.sleep(0.15)
    time.sleep(0.6)
    assert studio.get(f"/api/runs/{run}").json()["state"] == "cancelled"


def test_pages_keep_no_connection() -> None:
    """A browser opens six to a host for all of its tabs: six long questions would stop a seventh page from loading."""
    scripts = {name: content for name, content in assets.contents().items() if name.endswith(".js")}
    assert len(scripts) > 50
    assert [name for name, content in scripts.items() if b"new EventSource" in content] == []
