"""Every verb looks at the clock: here it runs a second whenever somebody looks, so who does not would never end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.conftest import Run

from shapewright.cli.deadline import Deadline

CROWDED = "XX________/XX________/XX________/XX________"
TEN = "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX"


@pytest.fixture(autouse=True)
def seconds(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What the clock shows; its hands go on by the second entry with each look."""
    shown = [0.0, 1.0]

    def now() -> float:
        shown[0] += shown[1]
        return shown[0]

    monkeypatch.setattr("shapewright.jobs.limits.monotonic", now)
    monkeypatch.setattr(Deadline, "start", lambda self: None)  # nobody helps out
    return shown


@pytest.mark.parametrize(
    "words",
    [
        ["clear", "solutions", "4"],
        ["clear", "queues", "10", "--list"],
        ["shapez", "list", "quad4"],
    ],
)
def test_a_list_ends_with_what_there_was_time_for(run: Run, words: list[str]) -> None:
    code, out, err = run(*words, "--time-limit", "6")
    assert code == 3
    lines = out.splitlines()
    assert 0 < len(lines) < 200_000
    assert err.startswith("stopped: the time limit of 6 s was reached before the whole ")
    assert f"{len(lines)} were written" in err


@pytest.mark.parametrize("words", [["clear", "solutions", "4"], ["shapez", "list", "quad4"]])
def test_a_file_has_what_there_was_time_for(run: Run, words: list[str]) -> None:
    code, _, err = run(*words, "--time-limit", "6", "-o", "out.jsonl")
    assert code == 3
    lines = Path("out.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines]
    assert f"{len(lines)} were written" in err


def test_a_json_list_says_that_it_is_not_complete(run: Run) -> None:
    code, out, _ = run("clear", "solutions", "4", "--limit", "20000", "--time-limit", "6", "--json")
    assert code == 3
    answer = json.loads(out)
    assert answer["complete"] is False
    assert 0 < len(answer["listed"]) < 20_000


@pytest.mark.parametrize("words", [["clear", "solutions", "4"], ["clear", "queues", "10", "--list"]])
def test_a_json_list_that_is_too_long_is_refused_beforehand(run: Run, words: list[str]) -> None:
    code, out, err = run(*words, "--json")
    assert (code, out) == (2, "")
    assert "one JSON object holds at most 100000 answers" in err


@pytest.mark.parametrize("limit", ["2", "8", "30", "200"])
def test_solutions_of_a_field_are_put_together_and_written_by_the_clock(run: Run, limit: str) -> None:
    code, out, err = run("clear", "path", "--field", TEN, "-p", "*p5", "--time-limit", limit, "--json")
    assert code == 3
    assert err.startswith(f"stopped: the time limit of {limit} s was reached ")
    if out:
        answer = json.loads(out)
        assert answer["complete"] is False
        assert len(answer["solutions"]) < answer["unique"]


def test_a_round_that_is_not_played_to_its_end_is_none(run: Run) -> None:
    code, out, err = run("packing", "round", "--time-limit", "5")
    assert (code, out) == (3, "")
    assert err == "stopped: the time limit of 5 s was reached before a round was played\n"


def test_rounds_end(run: Run, seconds: list[float]) -> None:
    seconds[1] = 0.01
    code, out, _ = run("packing", "round", "--rounds", "1000000", "--time-limit", "5", "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["complete"] is False
    assert 0 < answer["rounds"] < 100


def test_boxes_that_are_refuted_one_after_the_other_end(run: Run, seconds: list[float]) -> None:
    seconds[1] = 0.1
    code, out, _ = run("packing", "pack", "O2", "--solver", "dissection", "--time-limit", "5", "--json")
    assert code == 0
    answer = json.loads(out)
    assert answer["status"] == "feasible"
    assert answer["score"] <= answer["bound"]
    assert len(answer.get("refuted", [])) < 100


def test_data_that_must_be_made_are_not_waited_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path.cwd()))
    for words in (["list", "oct3"], ["buildable", "CuCuCuCuCuCuCuCu:" * 2 + "Cu" * 8]):
        code, out, err = run("shapez", *words, "--time-limit", "1")
        assert (code, out) == (3, "")
        assert err.startswith("stopped")


def test_rectangles_that_must_be_made_are_not_waited_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(Path.cwd()))
    code, out, err = run("packing", "rectangles", "--area", "20", "--time-limit", "4")
    assert (code, out) == (3, "")
    assert "the time limit of 4 s was reached" in err
