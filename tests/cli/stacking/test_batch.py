"""``stacking solve --file``: many sequences, a line each."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def _sequences(_in_an_empty_folder: None) -> None:
    Path("many.txt").write_text("% four\nLLLL\n\nIOTIOTIO\nZISS\nS S T\n", encoding="utf-8")


def test_a_line_for_each_sequence_in_their_order(run: Run) -> None:
    code, out, err = run("solve", "--file", "many.txt", "--width", "6", "--tie-break", "lexicographic")
    assert (code, err) == (0, "")
    assert out == (
        "LLLL  height 3 (optimal: 2 refuted)  0 3 1(180) 4(180)\n"
        "IOTIOTIO  height 6 (optimal: 5 refuted)  0 1 0 5 3 3(90) 0(90) 4\n"
        "ZISS  height 3 (optimal: 2 refuted)  4(90) 0(90) 2 0\n"
        "S S T  height 3 (optimal: 2 refuted)  0 3 2\n"
    )


def test_json_lines_and_files(run: Run, answer: Callable[..., Any], stdin: Callable[[str], None]) -> None:
    stdin("LLLL\nZISS\n")
    code, out, _ = run("solve", "--file", "-", "--width", "6", "--jsonl", "--threads", "2")
    assert code == 0
    records = [json.loads(line) for line in out.splitlines()]
    assert [(one["sequence"], one["height"], one["optimal"]) for one in records] == [
        ("LLLL", 3, True),
        ("ZISS", 3, True),
    ]
    whole = answer("solve", "--file", "many.txt", "--width", "6")
    assert whole["complete"] is True
    assert len(whole["sequences"]) == 4
    assert run("solve", "--file", "many.txt", "--width", "6", "-o", "a.jsonl")[:2] == (0, "")
    assert run("verify", "a.jsonl") == (0, "4 plans, all right\n", "")


def test_a_checkpoint_is_kept(run: Run) -> None:
    first = run("solve", "--file", "many.txt", "--checkpoint", "kept.sqlite")
    assert first[0] == 0
    assert Path("kept.sqlite").exists()
    assert run("solve", "--file", "many.txt", "--checkpoint", "kept.sqlite") == first
    code, _, err = run("solve", "--file", "many.txt", "--width", "7", "--checkpoint", "kept.sqlite")
    assert code == 4
    assert err.startswith("error: ")


def test_none_within_the_limit_is_an_answer_of_a_batch(run: Run) -> None:
    code, out, _ = run("solve", "--file", "many.txt", "--width", "6", "--height-limit", "3")
    assert code == 0
    assert "IOTIOTIO  impossible: no plan keeps the height limit\n" in out
    Path("hard.txt").write_text("SZZS" * 40 + "\n")
    code, out, _ = run("solve", "--file", "hard.txt", "--height-limit", "65", "--sequence-time-limit", "0.01")
    assert code == 0
    assert "  unknown: no plan was found that keeps the height limit of 65; at least 6" in out
    record = json.loads(
        run("solve", "--file", "hard.txt", "--height-limit", "65", "--sequence-time-limit", "0.01", "--jsonl")[1]
    )
    assert (record["height"], record["optimal"]) == (None, False)


@pytest.mark.parametrize(
    ("content", "arguments", "code", "sentence"),
    [
        ("LLLL\nLXL\n", ["--strict"], 4, "'bad.txt', line 2: 'X' at position 2 of the sequence is not a piece"),
        ("LXL\nL?L\n", [], 4, "'bad.txt', line 1: 'X' at position 2 of the sequence is not a piece"),
        ("% nothing\n\n", [], 4, "'bad.txt' has no sequences; expected one a line"),
        ("LLLL\n", ["-o", "a.gif"], 2, "this format shows one plan, and there are many"),
        ("LLLL\n", ["--best", "2"], 2, "--file and --best cannot be combined"),
        ("\xff", [], 4, "'bad.txt', line 1 is not text"),
    ],
)
def test_bad_files_get_one_sentence(run: Run, content: str, arguments: list[str], code: int, sentence: str) -> None:
    Path("bad.txt").write_bytes(content.encode("latin-1"))
    got, out, err = run("solve", "--file", "bad.txt", *arguments)
    assert (got, out) == (code, "")
    assert sentence in err
    assert err.count("\n") == 1
    assert run("solve", "--file", "none.txt")[0] == 4
