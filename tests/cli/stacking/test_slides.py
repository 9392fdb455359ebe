"""``--drop soft`` at the shell: answers, files, pictures, what is verified, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., Any]

ROOF = ("OO", "--board", "XX../..../....")


def test_a_plan_with_a_path_is_written_read_and_verified(run: Run, answer: Answer, tmp_path: Path) -> None:
    whole = answer("solve", *ROOF, "--drop", "soft")
    assert (whole["height"], whole["optimal"], whole["text"]) == (3, True, "2[3d2l] 2")
    assert whole["plan"][0] == {"piece": "O", "column": 2, "rotation": 0, "path": "3d2l"}
    assert whole["problem"]["drop"] == "soft"
    file = tmp_path / "plan.json"
    assert run("solve", *ROOF, "--drop", "soft", "-o", str(file))[0] == 0
    code, out, _ = run("verify", str(file))
    assert (code, out) == (0, "right: height 3; that every plan needs at least 3 is proven again\n")
    data = json.loads(file.read_text())
    for path, words in (
        ("3d3l", "after the moves 3d2l it cannot go left"),
        ("2d", "the height at the end is 4, not 3"),
        ("z", "is not a path"),
    ):
        data["plan"][0]["path"] = path
        file.write_text(json.dumps(data))
        code, out, _ = run("verify", str(file))
        assert code == 1
        assert words in out
    for suffix in ("svg", "gif", "txt"):
        assert run("solve", *ROOF, "--drop", "soft", "-o", str(tmp_path / f"stack.{suffix}"))[0] == 0


def test_plans_are_verified_counted_and_shown(run: Run) -> None:
    assert run("verify", *ROOF[:1], "2[3d2l] 2", *ROOF[1:], "--drop", "soft", "--claim", "3", "--prove")[0] == 0
    code, out, _ = run("verify", *ROOF[:1], "2[3d2l] 2", *ROOF[1:])
    assert (code, out) == (1, "drop 1: 'O': it has a path, and pieces fall straight down\n")
    assert run("count", *ROOF, "--drop", "soft") == (0, "1\n", "")
    assert run("longest", "OOOO", *ROOF[1:], "--height-limit", "3", "--drop", "soft")[1].startswith("2 of 4 pieces")
    assert run("show", *ROOF[:1], "2[3d2l] 2", *ROOF[1:], "--drop", "soft")[1].startswith("height 3\n")


def test_a_player_slides(run: Run, stdin: Callable[[str], None]) -> None:
    stdin("O 2 0 3d2l\nO 2\n")
    code, out, _ = run("play", "--board", "XX../..../....", "--drop", "soft", "-q")
    assert code == 0
    assert "│ O     │ O     │" in out
    stdin("O 2 0 9l\n")
    code, _, err = run("play", "--board", "XX../..../....", "--drop", "soft", "-q")
    assert code == 2
    assert "after the moves 2l it cannot go left" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("solve", "OO", "--drop", "softly"), "softly"),
        (("rate", "SZ", "--drop", "soft"), "--drop"),
        (("survive", "SZ", "--width", "4", "--height-limit", "4", "--drop", "soft"), "--drop"),
        (("expect", "--number", "3", "--drop", "soft"), "--drop"),
        (("show", "O", "0[3q]"), "is not a drop"),
        (("play", "--drop", "soft", "--width"), "--width"),
    ],
)
def test_what_cannot_be_is_one_line(run: Run, words: tuple[str, ...], said: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
