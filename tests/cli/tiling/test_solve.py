"""``tiling solve``, ``list`` and ``random``: the answers a person gets, and the files they end up in."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    DLX,
    FIVE,
    FIVE_PROBLEM,
    HARD,
    IMPOSSIBLE,
    PENTOMINOES,
    SEARCHED,
    checked,
)

from shapewright.errors import StoppedError
from shapewright.questions.tiling._search import Search
from shapewright.tiling import Problem, Solution, solve


def test_solve_prints_letters_where_there_is_no_terminal(run: Run) -> None:
    code, out, err = run("solve", FIVE)
    assert (code, err) == (0, "")
    assert len(checked(FIVE_PROBLEM, out)) == 1


def test_options_state_the_same_puzzle_as_a_file(run: Run) -> None:
    Path("puzzle.txt").write_text(
        "board 5x4\nhole 4,0 0,3\noptional 1,3\npieces O4, any*I2, any*I1\nfixed O4 0,0 1,0 0,1 1,1\n"
    )
    options = ["--board", "5x4", "--hole", "4,0", "--hole-box", "0,3,1x1", "--optional", "1,3"]
    options += ["--pieces", "O4,any*I2,any*I1", "--fixed", "O4 0,0 1,0 0,1 1,1"]
    assert run("show", *options) == run("show", "puzzle.txt")
    assert run("count", *options) == run("count", "puzzle.txt")
    assert run("solve", *options)[0] == 0


@pytest.mark.usefixtures("terminal")
def test_a_terminal_gets_a_picture_and_a_remark(run: Run) -> None:
    code, out, err = run("solve", FIVE)
    assert code == 0
    assert out.startswith("\x1b[48;5;")
    assert out.count("\n") == 5
    assert err.startswith("tiling: ")
    assert "nodes" in err


@pytest.mark.usefixtures("terminal")
def test_no_color_is_respected(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    _, out, _ = run("solve", FIVE)
    assert "\x1b" not in out
    assert out.startswith("┌")


@pytest.mark.usefixtures("terminal")
def test_quiet_means_no_remarks(run: Run) -> None:
    assert run("solve", FIVE, "-q")[2] == ""


def test_verbose_adds_the_statistics(run: Run) -> None:
    _, _, err = run("count", *PENTOMINOES, "--up-to-symmetry", "-v")
    assert err.startswith("tiling: bit-sliced (")
    assert err.rstrip().endswith(" nodes")


@pytest.mark.parametrize("verb", ["solve", "list", "random"])
def test_a_proven_none_says_why_and_ends_with_1(run: Run, verb: str) -> None:
    code, out, err = run(verb, *IMPOSSIBLE)
    assert (code, err) == (1, "")
    assert out.startswith("impossible: on a checkerboard the board has 10 + 10 cells, but T covers 3 + 1")


def test_a_none_that_only_a_search_shows(run: Run) -> None:
    code, out, _ = run("solve", *SEARCHED)
    assert code == 1
    assert out.startswith("impossible: neither areas nor colourings forbid a tiling, but an exhaustive search of ")


def test_a_time_limit_never_looks_like_a_none(run: Run) -> None:
    code, out, err = run("list", *PENTOMINOES, "--time-limit", "0.000001")
    assert (code, out) == (3, "")
    assert "time limit" in err


def test_list_prints_every_tiling_once(run: Run) -> None:
    code, out, err = run("list", FIVE)
    assert (code, err) == (0, "")
    assert len({solution.placements for solution in checked(FIVE_PROBLEM, out)}) == 8
    assert len(checked(FIVE_PROBLEM, run("list", FIVE, "--up-to-symmetry")[1])) == 1
    assert len(checked(FIVE_PROBLEM, run("list", FIVE, "--rotations-only")[1])) == 2
    assert len(checked(FIVE_PROBLEM, run("list", FIVE, "--limit", "3")[1])) == 3


def test_solutions_as_json(answer: Callable[..., Any]) -> None:
    one, some, every = answer("solve", FIVE), answer("list", FIVE, "--limit", "3"), answer("list", FIVE)
    assert [len(each["solutions"]) for each in (one, some, every)] == [1, 3, 8]
    assert [each["complete"] for each in (one, some, every)] == [True, False, True]
    assert one["command"] == "tiling solve"
    assert one["parameters"] == {"puzzle": Path(FIVE).read_text()}
    assert one["engine"] in ("bit-sliced", "strip")
    assert one["nodes"] > 0
    assert Problem.from_text(one["puzzle"]) == FIVE_PROBLEM


def test_a_none_as_json_has_its_reason(answer: Callable[..., Any]) -> None:
    none = answer("solve", *IMPOSSIBLE)
    assert none["solutions"] == []
    assert none["complete"] is True
    assert "checkerboard" in none["reason"]


def test_json_that_is_stopped_says_that_it_is_not_complete(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(self: Search, puzzle: Problem, limit: int | None) -> Iterator[Solution]:
        yield from solve(puzzle, limit=2)
        raise StoppedError("the time limit of 1 s was reached")

    monkeypatch.setattr(Search, "solutions", stopped)
    code, out, err = run("list", FIVE, "--json")
    assert (code, err) == (3, "stopped: the time limit of 1 s was reached\n")
    whole = json.loads(out)
    assert (whole["complete"], whole["verdict"], len(whole["solutions"])) == (False, "found", 2)


def test_there_is_nothing_to_say_before_the_first_tiling(run: Run) -> None:
    assert run("list", *PENTOMINOES, "--json", "--time-limit", "0.000001")[:2] == (3, "")


def test_json_lines_come_one_a_solution(run: Run) -> None:
    code, out, _ = run("list", FIVE, "--jsonl")
    assert code == 0
    assert [set(json.loads(line)) for line in out.splitlines()] == [{"placements"}] * 8
    code, out, err = run("list", *IMPOSSIBLE, "--jsonl")
    assert (code, out) == (1, "")
    assert err.startswith("impossible: ")


def test_one_json_object_has_a_largest_length(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shapewright.questions.listing.MAX_KEPT", 3)
    monkeypatch.setattr("shapewright.questions.tiling._shown.solutions.MAX_FIGURES", 3)
    for arguments in (["--json"], ["-o", "a.json"], ["-o", "a.html"]):
        code, out, err = run("list", FIVE, *arguments)
        assert (code, out) == (2, "")
        assert "at most 3 answers" in err
    assert run("list", FIVE, "--jsonl")[0] == 0
    assert os.listdir() == []


def test_a_seed_draws_the_same_tilings_again(run: Run) -> None:
    drawn = run("random", FIVE, "--limit", "5", "--seed", "7")
    assert drawn == run("random", FIVE, "--limit", "5", "--seed", "7")
    assert len(checked(FIVE_PROBLEM, drawn[1])) == 5


def test_random_tells_the_seed_it_took(run: Run, answer: Callable[..., Any]) -> None:
    drawn = answer("random", FIVE)
    again = answer("random", FIVE, "--seed", str(drawn["seed"]))
    assert again["solutions"] == drawn["solutions"]
    assert run("random", FIVE, "-v")[2].startswith("seed ")


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.txt", b""),
        ("a.json", b'{"version": '),
        ("a.jsonl", b'{"placements": '),
        ("a.svg", b"<svg "),
        ("a.PNG", b"\x89PNG"),
        ("a.pdf", b"%PDF-"),
        ("a.html", b"<!DOCTYPE html>"),
    ],
)
def test_the_suffix_picks_the_format(run: Run, name: str, begins: bytes) -> None:
    assert run("solve", FIVE, "-o", name) == (0, "", "")
    content = Path(name).read_bytes()
    assert content.startswith(begins)
    if name == "a.txt":
        assert checked(FIVE_PROBLEM, content.decode())
    assert run("solve", FIVE, "-o", name, "--json", "-v")[1].startswith('{"version"')


def test_many_pictures_go_on_a_page(run: Run) -> None:
    assert run("list", FIVE, "-o", "all.html", "-v")[2].startswith("wrote 'all.html'\n")
    assert Path("all.html").read_text().count("<svg ") == 8


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["solve", FIVE, "-o", "a.gif"], "a tiling has no steps"),
        (["solve", FIVE, "-o", "a.dlx"], "holds a puzzle, not its solutions"),
        (["solve", FIVE, "-o", "a.xmpuzzle"], "holds a puzzle, not its solutions"),
        (
            ["solve", FIVE, "-o", "a.doc"],
            "'.doc' is not a format of this answer; the formats are .txt .json .jsonl .svg",
        ),
        (["solve", FIVE, "-o", "a"], "it has no suffix"),
        (["list", FIVE, "-o", "a.svg"], "holds one picture, and there may be several"),
        (["random", FIVE, "--limit", "2", "-o", "a.png"], "holds one picture, and there may be several"),
        (["count", FIVE, "-o", "a.svg"], "a number is not a picture"),
        (["show", FIVE, "-o", "a.jsonl"], "this is a puzzle"),
        (["show", FIVE, "--jsonl"], "this is a puzzle"),
        (["solve", "a.dlx", "-o", "a.svg"], "an exact cover has no board to draw"),
        (["show", "a.dlx", "-o", "a.xmpuzzle"], "an exact cover (DLX) has none"),
        (["show", "a.dlx", "-o", "a.html"], "an exact cover (DLX) has none"),
    ],
)
def test_what_a_format_cannot_hold_is_refused(run: Run, arguments: list[str], reason: str) -> None:
    Path("a.dlx").write_text(DLX)
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert reason in err
    assert os.listdir() == ["a.dlx"]


def test_one_of_a_list_is_one_picture(run: Run) -> None:
    assert run("list", FIVE, "--limit", "1", "-o", "a.svg") == (0, "", "")
    assert Path("a.svg").exists()


def test_a_proven_none_leaves_no_file_but_json(run: Run) -> None:
    for name in ("a.txt", "a.jsonl", "a.svg", "a.html"):
        code, out, _ = run("solve", *IMPOSSIBLE, "-o", name)
        assert (code, out[:11]) == (1, "impossible:")
        assert not Path(name).exists()
    assert run("solve", *IMPOSSIBLE, "-o", "a.json")[0] == 1
    assert json.loads(Path("a.json").read_text())["solutions"] == []


def test_a_puzzle_without_symmetries_says_why_no_tiling_is_symmetric(run: Run) -> None:
    stated = ("--board", "##./###", "--pieces", "I2,I3", "--symmetric")
    code, out, _ = run("solve", *stated)
    assert (code, out) == (1, "impossible: no tiling is left as it is by a rotation or reflection of the puzzle\n")
    assert run("list", *stated, "-o", "a.json")[0] == 1
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[-1]) == (0, "0 solutions, all right")


def test_a_file_that_cannot_be_written_is_told_before_the_work(run: Run) -> None:
    assert run("solve", *HARD, "-o", "nosuch/a.svg")[0] == 4
    assert run("solve", *HARD, "-o", ".")[0] == 4


def test_a_pipe_from_list_to_verify() -> None:
    listed = subprocess.run(
        [sys.executable, "-m", "shapewright", "tiling", "list", FIVE], capture_output=True, check=True
    )
    verified = subprocess.run(
        [sys.executable, "-m", "shapewright", "tiling", "verify", FIVE, "-"], input=listed.stdout, capture_output=True
    )
    assert (verified.returncode, verified.stdout) == (0, b"8 solutions, all right\n")


def test_ctrl_c_in_the_middle_of_a_list_leaves_the_file_of_what_came() -> None:
    command = [sys.executable, "-m", "shapewright", "tiling", "list", *PENTOMINOES, "--jsonl", "-o", "a.txt"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline().startswith(b'{"placements"')
    process.send_signal(signal.SIGINT)
    _, err = process.communicate()
    assert process.returncode == 3
    assert err.startswith(b"stopped: interrupted after ")
    assert os.listdir() == ["a.txt"]
