"""The desk: what an answer may take, and how it tells how far it is."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright.errors import LimitError
from shapewright.jobs import Progress
from shapewright.questions import desk as module
from shapewright.questions.desk import Desk
from shapewright.questions.parts import Text


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    shown = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: shown[0])
    return shown


def test_a_page_is_told_and_not_too_often(clock: list[float]) -> None:
    told: list[dict[str, Any]] = []
    desk = Desk(tell=told.append)
    part = Text("so far")
    desk.say("half", 0.5, (part,))
    desk.say("a moment later", 0.6)
    clock[0] += 1
    desk.say("later", 0.7)
    assert told == [{"text": "half", "fraction": 0.5, "parts": (part,)}, {"text": "later", "fraction": 0.7}]


def test_nobody_listens() -> None:
    Desk().say("into the void")
    assert Desk().progress is None
    assert Desk(shows_progress=True).progress is True


def test_progress_of_a_job_is_told(clock: list[float]) -> None:
    told: list[dict[str, Any]] = []
    progress = Desk(tell=told.append).progress
    assert callable(progress)
    progress(Progress("count", done=0, total=1, fraction=0.0, seconds=0.0))
    clock[0] += 1
    progress(Progress("count", done=1, total=4, fraction=0.25, seconds=3.0))
    assert [said["fraction"] for said in told] == [None, 0.25]
    assert told[0]["text"] == "count: at work, 0:00"
    assert "25 % of 4 tasks" in told[1]["text"]


def test_the_studio_has_lower_limits() -> None:
    Desk(studio=True).at_most(500, 500, "there are {} pieces")
    Desk().at_most(501, 500, "there are {} pieces")
    with pytest.raises(LimitError, match="^there are 501 pieces; the studio takes at most 500, the command line more$"):
        Desk(studio=True).at_most(501, 500, "there are {} pieces")


def test_a_message_calls_a_field_as_its_door_does() -> None:
    assert Desk().option("time_limit") == "--time-limit"
    assert Desk(studio=True).option("time_limit") == "'time_limit'"


def test_a_cluster_is_reached_once_and_only_when_it_is_wanted() -> None:
    reached: list[str] = []

    def connect() -> str:
        reached.append("cluster")
        return "executor"

    desk = Desk(connect=connect)
    assert reached == []
    assert desk.executor == desk.executor == "executor"
    assert reached == ["cluster"]
    assert Desk().executor is None
