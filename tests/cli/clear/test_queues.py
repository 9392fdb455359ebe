"""``shapewright clear queues``: numbers and lists."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from shapewright.clear.patterns.sequences import number_of_sequences
from shapewright.clear.queue import Queue

Run = Callable[..., tuple[int, str, str]]


def test_numbers_are_printed_one_a_line(run: Run, answer: Callable[..., Any]) -> None:
    assert run("queues", "3") == (0, "0  7\n1  28\n2  196\n3  1365\n", "")
    lines = run("queues", "100")[1].splitlines()
    assert lines[8].split() == ["8", "6854400"]
    assert lines[100].split() == ["100", str(number_of_sequences(100))]
    assert answer("queues", "5")["numbers"] == [7, 28, 196, 1365, 9198, 57750]


def test_lists(run: Run, answer: Callable[..., Any]) -> None:
    lines = run("queues", "2", "--list")[1].splitlines()
    assert len(lines) == 196
    assert lines[:2] == ["[I]II", "[I]IO"]
    assert {len(Queue.from_text(line)) for line in lines} == {3}
    assert run("queues", "0", "--list")[1] == "[I]\n[O]\n[T]\n[S]\n[Z]\n[L]\n[J]\n"
    whole = answer("queues", "2", "--list", "--limit", "3")
    assert (whole["complete"], whole["queues"]) == (False, lines[:3])
    assert answer("queues", "1", "--list")["complete"]
    assert run("queues", "0", "--list", "--jsonl", "--limit", "2")[1] == '"[I]"\n"[O]"\n'
    assert run("queues", "2", "--list", "-o", "queues.txt") == (0, "", "")
    assert Path("queues.txt").read_text().splitlines() == lines
    assert run("queues", "2", "-o", "queues.jsonl") == (0, "", "")
    assert Path("queues.jsonl").read_text().splitlines()[2] == '{"length": 2, "queues": 196}'
    assert run("queues", "2", "--limit", "3") == (2, "", "error: --limit only applies with --list\n")


def test_numbers_out_of_range(run: Run) -> None:
    for number in ("101", "-1", "x", ""):
        code, out, err = run("queues", "--", number)
        assert (code, out) == (2, "")
        assert "takes a whole number from 0 to 100" in err
    code, out, err = run("queues", "11", "--list")
    assert (code, out) == (2, "")
    assert "there are 247474080 sequences of 11 pieces" in err
