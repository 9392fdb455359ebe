"""``shapewright tiling daily``: words, files, and days that are not."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from shapewright.tiling import Problem, calendar, daily


def test_it_prints_the_puzzle_for_the_next_program(run: Run) -> None:
    printed = run("daily", "2026-11-22")
    assert Problem.from_text(printed[1]) == calendar(11, 22)
    answer = json.loads(run("daily", "2026-11-22", "--json")[1])
    assert (answer["count"], answer["cells"]) == (40, 41)
    unique = run("daily", "2026-11-22", "--kind", "unique")
    assert Problem.from_text(unique[1]) == daily(date(2026, 11, 22))


def test_without_a_day_it_is_today_and_the_answer_says_which(run: Run) -> None:
    before = datetime.now().astimezone().date()
    stated = json.loads(run("daily", "--json")[1])["parameters"]["date"]
    assert stated in {before.isoformat(), datetime.now().astimezone().date().isoformat()}


@pytest.mark.parametrize("suffix", [".txt", ".svg", ".xmpuzzle", ".html", ".dlx", ".json"])
def test_it_writes_files(run: Run, tmp_path: Path, suffix: str) -> None:
    place = tmp_path / f"day{suffix}"
    assert run("daily", "2026-11-22", "-o", str(place))[0] == 0
    assert place.stat().st_size > 100


@pytest.mark.parametrize("day", ["2026-02-29", "20261122", "2026-W47-7", "today", "２026-11-22", "2026-11-22T10"])
def test_what_is_not_a_day_is_refused(run: Run, day: str) -> None:
    code, _, complaint = run("daily", day)
    assert code == 2
    assert complaint == f"error: DATE takes a day such as 2026-11-22, not {day!r}\n"


def test_its_answer_can_be_verified_and_a_wrong_one_is_not(run: Run, tmp_path: Path) -> None:
    answer = json.loads(run("daily", "2026-11-16", "--kind", "unique", "--json")[1])
    place = tmp_path / "answer.json"
    place.write_text(json.dumps(answer))
    assert run("verify", str(place))[0] == 0
    for wrong in ({"count": 2}, {"parameters": {"date": "2026-11-17", "kind": "unique"}}):
        place.write_text(json.dumps(answer | wrong))
        assert run("verify", str(place))[0] == 1
    place.write_text(json.dumps(answer | {"parameters": {"date": "tomorrow"}}))
    assert run("verify", str(place))[0] == 4
