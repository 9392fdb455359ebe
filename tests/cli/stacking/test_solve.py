"""``stacking solve`` and ``stacking count``: answers in every form, exit codes, and clear sentences."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from shapewright.stacking import Problem, faults
from shapewright.stacking.notation.records import drops_from_json

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., Any]

FOUR_L = """\
height 3 (optimal: 2 refuted)
 1  L  column 0
 2  L  column 3
 3  L  column 1  rotation 180
 4  L  column 4  rotation 180
┌───┬───────┬───┬───────┐
│   │       │   │       │
│   ├───┐   │   ├───┐   │
│ L │ · │ L │ L │ · │ L │
│   └───┤   │   └───┤   │
│       │   │       │   │
└───────┴───┴───────┴───┘
"""


def test_the_answer_in_words_and_as_a_picture(run: Run) -> None:
    assert run("solve", "LLLL", "--width", "6", "--tie-break", "lexicographic") == (0, FOUR_L, "")


def test_remarks_say_what_it_took(run: Run) -> None:
    code, _, err = run("solve", "LLLL", "--width", "6", "-v")
    assert code == 0
    assert err.startswith("stacking: ")
    assert " states, " in err


def test_json_has_the_plan_its_bound_and_its_problem(answer: Answer) -> None:
    whole = answer("solve", "IOTIOTIO", "--width", "6", "--tie-break", "lexicographic")
    assert (whole["height"], whole["lower_bound"], whole["optimal"], whole["first"]) == (6, 6, True, True)
    assert whole["text"] == "0 1 0 5 3 3(90) 0(90) 4"
    assert whole["plan"][5] == {"piece": "T", "column": 3, "rotation": 90}
    assert whole["command"] == "stacking solve"
    assert whole["complete"] is True
    assert whole["states"] > 0
    assert whole["parameters"] == {"sequence": "IOTIOTIO", "width": 6, "tie_break": "lexicographic"}
    problem = Problem.from_json(whole["problem"])
    assert faults(problem, drops_from_json(whole["plan"]), whole["value"]) == []


def test_the_best_few_in_order(run: Run, answer: Answer) -> None:
    code, out, _ = run("solve", "OO", "--width", "4", "--best", "3")
    assert code == 0
    assert [line for line in out.split("\n") if line.startswith("height")] == [
        "height 2 (optimal: 1 refuted)",
        "height 2 (optimal: 1 refuted)",
        "height 4 (2 is optimal)",
    ]
    whole = answer("solve", "OO", "--width", "4", "--best", "100")
    assert len(whole["plans"]) == 9
    assert [plan["text"] for plan in whole["plans"][:2]] == ["0 2", "2 0"]
    assert whole["complete"] is True
    code, out, _ = run("solve", "OO", "--width", "4", "--best", "5", "--jsonl")
    assert [json.loads(line)["height"] for line in out.splitlines()] == [2, 2, 4, 4, 4]
    code, _, err = run("solve", "OO", "--width", "4", "--best", "50", "-v")
    assert (code, "there are no more plans" in err) == (0, True)


@pytest.mark.parametrize(
    ("options", "value"),
    [(["--hold"], 5), (["--clear-lines"], 2), (["--objective", "holes"], 1), (["--no-rotation"], 7)],
)
def test_other_rules_and_goals(answer: Answer, options: list[str], value: int) -> None:
    whole = answer("solve", "TOZISOS", "--width", "6", *options)
    problem = Problem.from_json(whole["problem"])
    assert faults(problem, drops_from_json(whole["plan"]), whole["value"]) == []
    assert whole["lower_bound"] <= whole["value"] <= value


def test_what_is_put_aside_is_said(run: Run) -> None:
    code, out, _ = run("solve", "IOT", "--hold", "--width", "5", "--best", "200")
    assert code == 0
    assert "  I is held\n" in out
    assert "  from hold\n" in out


def test_a_height_limit_that_cannot_be_met(run: Run, answer: Answer) -> None:
    sentence = "no plan keeps the height limit of 2: at least 3 rows are needed"
    assert run("solve", "LLLL", "--width", "6", "--height-limit", "2") == (1, f"impossible: {sentence}\n", "")
    whole = answer("solve", "LLLL", "--board", "6x2")
    assert (whole["plan"], whole["lower_bound"], whole["reason"]) == (None, 3, sentence)
    code, _, err = run("solve", "SZZS" * 40, "--height-limit", "65", "--time-limit", "1e-9")
    assert code == 3
    assert "at least" in err
    assert "is proven" in err


def test_boards_and_pieces_from_files(run: Run, answer: Answer) -> None:
    Path("board.txt").write_text("......\n##..##\n", encoding="utf-8")
    Path("mine.txt").write_text("piece P\n  ##\n  ##\n  #.\npiece Long\n  #####\n", encoding="utf-8")
    whole = answer("solve", "P Long P", "--board", "board.txt", "--pieces", "mine.txt")
    problem = Problem.from_json(whole["problem"])
    assert problem.width == 6
    assert len(problem.board) == 4
    assert problem.sequence == ("P", "Long", "P")
    assert answer("solve", "UUX", "--pieces", "pentominoes")["height"] == 3
    code, _, err = run("solve", "O", "--board", "board.txt", "--width", "7")
    assert (code, err) == (2, "error: a width of 7 and a board of width 6 contradict each other; leave out --width\n")


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        ([], 2, "there is no sequence; give one such as IOTSLJZI"),
        ([""], 2, "the sequence has no pieces"),
        (["LLQL"], 2, "'Q' at position 3 of the sequence is not a piece; pieces are I O T J L S Z"),
        (["LL", "--width", "1"], 2, "the piece 'L' at position 1 of the sequence is 2 columns wide, the grid 1"),
        (["LL", "--width", "0"], 2, "the width must be at least 1, not 0"),
        (["LL", "--width", "99999"], 2, "a width of 99999 is more than the limit of 64 columns"),
        (["LL", "--width", "six"], 2, "--width takes a whole number"),
        (["LL", "--height-limit", "0"], 2, "the height limit must be at least 1, not 0"),
        (["LL", "--board", "#./!."], 2, "'!' in column 1 of row 2"),
        (["LL", "--board", "none.txt"], 4, "cannot read 'none.txt'"),
        (["LL", "--pieces", "bad.txt"], 4, "'bad.txt': line 1: the piece 'A' has no drawing"),
        (["LL", "--pieces", "nonsense"], 2, "'nonsense' at position 1 of the piece list is not a piece"),
        (["LL", "--objective", "beauty"], 2, "'beauty' is not one of"),
        (["LL", "--best", "0"], 2, "--best takes a whole number from 1"),
        (["LL", "--best", "2", "-o", "a.svg"], 2, "this format shows one plan, and there may be several"),
        (["LL", "-o", "a.doc"], 2, "'.doc' is not a format of this answer"),
        (["LL", "--threads", "2"], 2, "--threads only applies with --file"),
        (["LL", "--file", "a.txt"], 2, "--file and a sequence cannot be combined"),
        (["I" * 10001], 2, "longer than the limit of 10000"),
    ],
)
def test_what_makes_no_sense_gets_one_sentence(run: Run, arguments: list[str], code: int, sentence: str) -> None:
    Path("bad.txt").write_text("piece A\n", encoding="utf-8")
    got, out, err = run("solve", *arguments)
    assert (got, out) == (code, "")
    assert err.startswith("error: ")
    assert sentence in err
    assert err.count("\n") == 1


def test_files_of_every_format(run: Run) -> None:
    for suffix in ("txt", "json", "jsonl", "svg", "png", "gif", "pdf", "html"):
        assert run("solve", "LLLL", "--width", "6", "--tie-break", "lexicographic", "-o", f"a.{suffix}")[:2] == (0, "")
    assert Path("a.txt").read_text() == FOUR_L
    assert json.loads(Path("a.json").read_text())["height"] == 3
    assert json.loads(Path("a.jsonl").read_text())["height"] == 3
    assert Path("a.svg").read_text().startswith("<svg ")
    assert Path("a.html").read_text().count("<svg ") == 1
    with Image.open(BytesIO(Path("a.png").read_bytes())) as picture:
        assert picture.format == "PNG"
    with Image.open("a.gif") as moving:
        assert moving.n_frames == 9  # type: ignore[attr-defined]
    assert run("solve", "OO", "--width", "4", "--best", "3", "-o", "b.html")[0] == 0
    assert Path("b.html").read_text().count("<svg ") == 3


def test_counts(run: Run, answer: Answer) -> None:
    assert run("count", "LLLL", "--width", "6") == (0, "51\n", "")
    assert answer("count", "OO", "--width", "4")["count"] == 2
    assert run("count", "LLLL", "--width", "6", "--height-limit", "2")[:2] == (0, "0\n")
    assert run("count", "OO", "--width", "4", "-o", "n.txt")[:2] == (0, "")
    assert Path("n.txt").read_text() == "2\n"
    assert run("count", "OO", "-o", "n.svg")[0] == 2
    code, _, err = run("count", "IOTJLSZ" * 5, "--time-limit", "1e-9")
    assert code in (2, 3)
    assert err.count("\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_search_at_once() -> None:
    program = "import sys; from shapewright.cli import main; print('ready', flush=True); sys.exit(main(sys.argv[1:]))"
    child = subprocess.Popen(
        [sys.executable, "-c", program, "stacking", "solve", "SZZS" * 2500],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(1.5)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == (3 if out else 130)
    assert err.startswith("stopped")


def test_a_full_row_is_a_board(run: Run) -> None:
    full = run("solve", "l l", "--board", "####")
    assert full[0] == 0
    for board in ("XXXX", "xxxx", "1111"):
        assert run("solve", "LL", "--board", board)[:2] == full[:2]


def test_a_mistyped_file_is_no_board(run: Run) -> None:
    code, out, err = run("solve", "I", "--board", "mystack")
    assert (code, out) == (2, "")
    assert err.startswith("error: 'mystack' is not a board: ")
    assert "'./mystack'" in err
    Path("mystack").write_text("##.\n")
    assert run("solve", "I", "--board", "./mystack")[:2] == run("solve", "I", "--board", "##.")[:2]
