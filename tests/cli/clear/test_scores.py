"""``shapewright clear score`` and ``ren``."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., Any]

FOUR_WIDE = "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX"
RIGHT = "XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____"


def test_the_best_of_a_queue(run: Run, tmp_path: Path) -> None:
    code, out, err = run("score", "LJOI", "--field", RIGHT, "--table", "points")
    assert (code, err) == (0, "")
    assert out.splitlines()[:2] == ["2800 points  (guideline, points at level 1)", " 4 I  quad, perfect clear: 2800"]
    place = tmp_path / "best.fumen"
    assert run("score", "LJOI", "--field", RIGHT, "--table", "points", "-o", str(place))[0] == 0
    again = run("score", str(place), "--table", "points")[1].splitlines()
    assert again[:2] == out.splitlines()[:2]
    code, out, _ = run("score", "SZSZ", "--field", RIGHT)
    assert (code, out) == (1, "impossible: the queue SZSZ has no perfect clear of 4 lines; all were tried\n")


def test_the_mean_of_a_pattern(run: Run, answer: Answer, tmp_path: Path) -> None:
    code, out, _ = run("score", "--field", FOUR_WIDE, "-p", "*p5", "--table", "tetrio-s2")
    lines = out.splitlines()
    assert code == 0
    assert lines[0] == "7.4595 lines on average  (TETR.IO, season 2, lines sent)"
    assert lines[3].split() == ["9", "lines", "252", "queues", "14.19", "%"]
    found = answer("score", "--field", FOUR_WIDE, "-p", "*p5", "--table", "tetrio-s2")
    assert (found["solved"], found["queues"], found["total"]) == (1776, 2520, 13248)
    listed = run("score", "--field", FOUR_WIDE, "-p", "*p5", "--failed")[1].splitlines()
    assert len([line for line in listed if len(line) == 5 and line.isalpha()]) == 744
    place = tmp_path / "scores.csv"
    assert run("score", "--field", FOUR_WIDE, "-p", "[IOLJ]!", "-o", str(place))[0] == 0
    rows = place.read_text().splitlines()
    assert rows[0] == "queue,lines"
    assert len(rows) == 25


def test_a_table_in_a_file(run: Run, answer: Answer, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[clears]\nnone = [0, 0, 0, 0, 7]\n")
    assert answer("score", "LJOI", "--field", RIGHT, "--table", str(own))["scores"][0]["total"] == 7
    own.write_text("[clears]\nnone = [0]\n")
    code, _, err = run("score", "LJOI", "--field", RIGHT, "--table", str(own))
    assert code == 4
    assert "own.toml': 'none' in [clears] is '[0]'; it must be a list of 5 whole numbers" in err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("LJOI", "-p", "*p4"), "a queue and --patterns cannot be combined"),
        (("LJOI", "--table", "tetris"), "'tetris' is not a table of attacks; choose one of guideline, points"),
        (("-p", "*,*,*,*,*,*,*,*,*,*"), "has 282,475,249 queues, more than the limit of 5,000,000"),
        (("LJOI", "--field", RIGHT, "--hold", "T"), "'T' is not use or avoid; a held piece is written in the queue"),
        (("v115@vhFRQJUGJKJJvMJTNJGBJ", "--height", "4"), "the fumen has its own field; leave out --height"),
    ],
)
def test_what_is_refused(run: Run, words: tuple[str, ...], said: str) -> None:
    code, _, err = run("score", *words)
    assert code == 2
    assert said in err


def test_the_longest_run(run: Run, tmp_path: Path) -> None:
    field = "v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH"
    code, out, err = run("ren", "--tetfu", field, "--patterns", "TOLJISZ", "--limit", "2")
    assert (code, err) == (0, "")
    assert out.splitlines()[0] == "7 line clears in a row (6 REN), in 9 ways"
    assert out.splitlines()[-1] == "and 7 more (--limit lists them)"
    place = tmp_path / "runs.fumen"
    assert run("combo", "TOLJISZ", "-t", field, "-o", str(place))[0] == 0
    assert len(place.read_text().splitlines()) == 9
    code, out, _ = run("ren", "TIO")
    assert (code, out) == (1, "impossible: no piece that can be placed first clears a line\n")


def test_a_limit_of_score_minimals(run: Run) -> None:
    asked = ("score", "--field", FOUR_WIDE, "-p", "[LJOS]!,T")
    code, out, _ = run(*asked, "--minimal", "--limit", "1", "--json")
    answer = json.loads(out)
    assert (code, answer["complete"], len(answer["solutions"])) == (0, False, 1)
    assert answer["minimal"] > 1
    Path("answer.json").write_text(out)
    assert run("verify", "answer.json")[0] == 0
    assert run(*asked, "--limit", "1")[::2] == (2, "error: --limit only applies with --minimal\n")


def test_score_minimals_are_shown_and_verified(run: Run, tmp_path: Path) -> None:
    asked = ("score", "--field", FOUR_WIDE, "-p", "[LJOS]!,T", "--table", "tetrio-s2", "--minimal")
    code, out, _ = run(*asked)
    assert code == 0
    assert "3 solutions are the best one of some queue; 2 suffice for all 16 queues to keep their best" in out
    place = tmp_path / "few.json"
    assert run(*asked, "--json", "-o", str(place))[0] == 0
    assert "wrong" not in run("verify", str(place))[1]
    wrong = json.loads(place.read_text())
    wrong["minimal_bound"] = wrong["minimal"] = 1
    place.write_text(json.dumps(wrong))
    code, out, _ = run("verify", str(place))
    assert code == 1
    assert "minimal" in out
    for suffix in (".csv", ".html", ".fumen", ".png"):
        assert run(*asked, "-o", str(tmp_path / f"few{suffix}"))[0] == 0
    code, _, err = run("score", "LJOI", "--field", FOUR_WIDE, "--minimal")
    assert (code, err) == (2, "error: --minimal only applies with --patterns, and a queue is given\n")
