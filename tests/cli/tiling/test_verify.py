"""``tiling verify``: solutions against their puzzle, counts by another engine."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.cli.conftest import Run
from tests.cli.tiling.puzzles import (
    FIVE,
    IMPOSSIBLE,
    SEARCHED,
)

PASSED_OVER = "passed over: engine, nodes (how the answer was found, not what is true)\n"


def test_what_list_writes_verify_accepts(run: Run, stdin: Callable[[bytes], None]) -> None:
    for flag, name in (("-q", "a.txt"), ("--jsonl", "a.jsonl"), ("--json", "a.json")):
        Path(name).write_text(run("list", FIVE, flag)[1])
        assert run("verify", FIVE, name) == (0, "8 solutions, all right\n", "")
    # An answer that says it is complete is counted again.
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[-1]) == (0, "the counts agree")
    assert out.startswith(f"{PASSED_OVER}8 solutions, all right\n")
    stdin(Path("a.jsonl").read_bytes())
    assert run("verify", FIVE, "-") == (0, "8 solutions, all right\n", "")


def test_solutions_of_a_puzzle_that_options_state(run: Run) -> None:
    Path("a.txt").write_text("AAB\nCCB\n")
    assert run("verify", "a.txt", "--board", "3x2", "--pieces", "3*I2") == (0, "1 solution, right\n", "")


def test_verify_names_the_first_fault_of_each_wrong_solution(run: Run, answer: Callable[..., Any]) -> None:
    Path("a.txt").write_text("AAB\nCCB\n\nAAB\nC.B\n\nAAA\nCCB\n\nABC\nABC\n")
    puzzle = ("a.txt", "--board", "3x2", "--pieces", "3*I2")
    code, out, err = run("verify", *puzzle)
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "solution 2: 'C' at 0,0 is not one of the pieces",
        "solution 3: 'A' at 0,1 is not one of the pieces",
        "2 of 4 solutions are wrong",
    ]
    verdict = answer("verify", *puzzle)
    assert verdict["valid"] is False
    assert [fault["solution"] for fault in verdict["faults"]] == [2, 3]


def test_verify_tells_solutions_that_come_twice(run: Run) -> None:
    Path("a.txt").write_text("AAB\nCCB\n\nBBA\nCCA\n")
    code, out, _ = run("verify", "a.txt", "--board", "3x2", "--pieces", "3*I2")
    assert (code, out) == (1, "solution 2: duplicates solution 1\n1 of 2 solutions is wrong\n")


def test_an_incomplete_list_that_says_it_is_complete_is_found_out(run: Run) -> None:
    whole = json.loads(run("list", FIVE, "--json")[1])
    whole["solutions"].pop()
    Path("a.json").write_text(json.dumps(whole))
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[-1]) == (1, "the counts differ")


def test_recount_uses_two_engines(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("verify", FIVE, "--recount", "--up-to-symmetry")
    assert code == 0
    first, second, verdict = out.splitlines()
    assert first.split()[0] != second.split()[0] == "sparse"
    assert first.split()[-1] == second.split()[-1] == "1"
    assert verdict == "the counts agree"
    counts = answer("verify", "--recount", *IMPOSSIBLE)["counts"]
    assert counts == [{"engine": "invariants", "count": 0}, {"engine": "sparse", "count": 0}]
    engines = [count["engine"] for count in answer("verify", FIVE, "--recount", "--engine", "sparse")["counts"]]
    assert engines == ["sparse", "bit-sliced"]


def test_recount_refuses_a_wrong_count(run: Run) -> None:
    Path("a.json").write_text(run("count", FIVE, "--json", "--up-to-symmetry")[1])
    assert run("verify", "a.json")[0] == 0
    wrong = json.loads(Path("a.json").read_text()) | {"count": 2, "engine": "\x1b[31m"}
    Path("a.json").write_text(json.dumps(wrong))
    assert run("verify", "a.json") == (1, f"{PASSED_OVER}stated  2\nsparse  1\nthe counts differ\n", "")


def test_a_none_is_recounted(run: Run) -> None:
    Path("a.json").write_text(run("solve", *SEARCHED, "--json")[1])
    code, out, _ = run("verify", "a.json")
    assert (code, out.splitlines()[-1]) == (0, "the counts agree")
    wrong = json.loads(Path("a.json").read_text()) | {"puzzle": "board 3x2\npieces 3*I2"}
    Path("a.json").write_text(json.dumps(wrong))
    assert run("verify", "a.json")[0] == 1
