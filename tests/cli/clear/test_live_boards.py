"""The command ``clear live-boards``: numbers, what it refuses, and what verify says of its answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]

SIZES = [1, 28, 172, 185, 28, 1]


def test_numbers(run: Run) -> None:
    code, out, _ = run("live-boards", "2", "--json")
    answer = json.loads(out)
    assert (code, answer["sizes"], answer["boards"]) == (0, SIZES, sum(SIZES))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("3",), "2 and 4 lines, not for 3"),
        (("4", "--time-limit", "1e-9"), "before all live boards were found"),
        (("2", "-d", "tsd"), "live boards"),
    ],
)
def test_refused(run: Run, words: tuple[str, ...], said: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    code, _, err = run("live-boards", *words)
    assert code != 0
    assert said in err


def test_verified(run: Run, tmp_path: Path) -> None:
    answer = json.loads(run("live-boards", "2", "--json")[1])
    place = tmp_path / "answer.json"
    place.write_text(json.dumps(answer))
    assert run("verify", str(place))[0] == 0
    answer["sizes"][2] += 1
    place.write_text(json.dumps(answer))
    assert run("verify", str(place))[0] == 1


def test_four_lines_that_are_not_kept_are_not_checked(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    answer = json.loads(run("live-boards", "2", "--json")[1])
    answer["parameters"], answer["height"] = {}, 4
    place = tmp_path / "answer.json"
    place.write_text(json.dumps(answer))
    _, out, err = run("verify", str(place))
    assert "'clear table 4 --live' finds them" in out + err


@pytest.mark.parametrize(
    ("words", "is_said"),
    [
        (("-t", "XX________/XX________/XX________/XX________", "-p", "[IO]p2,[IO]p2,[IO]p2,[IO]p2"), False),
        (("-t", "X_________/X_________/X_________/X_________", "-p", "[IO]p2,[IO]p2,[IO]p2,[IO]p2,I"), True),
        (("-t", "XXXXX_____/XXXXX_____", "-c", "2", "-p", "*p3"), False),
    ],
)
@pytest.mark.parametrize("verb", ["percent", "path"])
def test_what_would_be_shorter_with_live_boards_says_so(
    run: Run, verb: str, words: tuple[str, ...], is_said: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setattr("shapewright.questions.clear._asked.pattern.LONG", 0.0)
    hint = "clear: 'clear table 4 --live --drop hard' takes half a minute, once"
    err = run(verb, *words, "-d", "hard", "-v")[2]
    assert (hint in err) == is_said
    assert hint not in run(verb, *words, "-d", "hard")[2]
    monkeypatch.setattr("shapewright.questions.clear._asked.pattern.LONG", 1000.0)
    assert hint not in run(verb, *words, "-d", "hard", "-v")[2]
