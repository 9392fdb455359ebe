"""``shapewright clear impossible``, and where ``solve`` and ``percent`` look up what it knows."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., Any]

MEMBER = "[I]IOTSZIOSZT"
LISTED = "on the list of all queues that cannot clear 4 lines"


def test_one_queue(run: Run) -> None:
    assert run("impossible", MEMBER) == (1, f"impossible: {LISTED}\n", "")
    assert run("impossible", "iotsziozst", "--hold", "I") == (1, f"impossible: {LISTED}\n", "")
    assert run("impossible", "TIOLJSZTIOL") == (0, f"possible: not {LISTED}\n", "")
    assert run("impossible", "IIIIIIIIIII") == (0, "possible: a way to clear 4 lines was found\n", "")
    assert run("impossible", "SZSZSZSZSZSZ") == (
        1,
        "impossible: all ways to clear 4 lines were tried, and none does\n",
        "",
    )
    counted = "impossible: a perfect clear of 4 lines takes 10 pieces, and the queue has 3\n"
    assert run("impossible", "TIO") == (1, counted, "")


def test_several_queues(run: Run, stdin: Callable[[bytes], None]) -> None:
    both = f"TIOLJSZTIOL possible\n{MEMBER} impossible\n"
    assert run("impossible", "TIOLJSZTIOL", MEMBER) == (1, both, "")
    assert run("impossible", "TIOLJSZTIOL", "TIOLJSZTIOS")[0] == 0
    Path("queues.txt").write_text(f"# all of a bag\nTIOLJSZTIOL # possible\n\n{MEMBER.lower()}\n")
    assert run("impossible", "--file", "queues.txt") == (0, both, "")
    stdin(both.split()[0].encode() + b"\n" + MEMBER.encode())
    assert run("impossible", "-") == (0, both, "")
    assert run("impossible", "--file", "queues.txt", "-o", "verdicts.txt") == (0, "", "")
    assert Path("verdicts.txt").read_text() == both
    Path("queues.txt").write_text("TIOLJSZTIOL\nTIOQ\n")
    wrong = "'Q' at position 4 of the queue is not a piece; pieces are I O T S Z L J\n"
    possible = "TIOLJSZTIOL possible\n"
    assert run("impossible", "--file", "queues.txt") == (1, f"{possible}TIOQ cannot be read: {wrong}", "")
    strict = run("impossible", "--file", "queues.txt", "--strict")
    assert strict == (4, possible, f"error: 'queues.txt', line 2: {wrong}")


def test_json(answer: Answer, run: Run) -> None:
    found = answer("impossible", MEMBER, "TIO")
    assert found["command"] == "clear impossible"
    assert found["verdicts"][0] == {
        "queue": "IOTSZIOSZT",
        "hold": "I",
        "impossible": True,
        "method": "list",
        "reason": LISTED,
    }
    assert [verdict["method"] for verdict in found["verdicts"]] == ["list", "counting"]
    lines = run("impossible", MEMBER, "TIO", "--jsonl")[1].splitlines()
    assert list(map(json.loads, lines)) == found["verdicts"]
    assert (found["verdict"], found["reason"]) == ("none", "2 of 2 queues cannot clear 4 lines")
    found = answer("impossible", MEMBER)
    assert (found["verdict"], found["reason"]) == ("none", LISTED)


def test_what_was_asked_is_repeated(answer: Answer, stdin: Callable[[bytes], None]) -> None:
    both = f"TIOLJSZTIOL\n{MEMBER}\n"
    stdin(both.encode())
    found = answer("impossible", "-")
    assert (found["parameters"], found["verdict"]) == ({"queues": [both]}, "found")
    again = answer("impossible", both)
    assert {**again, "seconds": 0} == {**found, "seconds": 0}


def test_the_list(answer: Answer, run: Run) -> None:
    code, out, err = run("impossible", "--list")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert len(lines) == len(set(lines)) == 62_834
    assert lines[0] == MEMBER
    found = answer("impossible", "--list", "--limit", "2")
    assert found["queues"] == lines[:2]
    assert (found["complete"], found["impossible"], found["sequences"]) == (False, 62_834, 79_516_080)
    assert run("impossible", "--list", "--limit", "1", "--jsonl")[1] == f'"{MEMBER}"\n'


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "there is no queue; give one such as TIOLJSZTIOL, or --file or --list"),
        (("TIOQ",), "'Q' at position 4 of the queue is not a piece"),
        (("TIOLJSZTIOL", "--limit", "3"), "--limit only applies with --list"),
        (("TIOLJSZTIOL", "--list"), "--list lists all of them"),
        (("TIOLJSZTIOL", "--hold", "avoid"), "the list is of queues with hold; 'clear solve --height 4 --no-hold'"),
        (("[T]IOLJSZTIOL", "--hold", "I"), "has T in hold, but --hold names I"),
    ],
)
def test_refusals(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("impossible", *arguments)
    assert (code, out) == (2, "")
    assert message in err


def test_solve_says_how_it_knows(answer: Answer, run: Run) -> None:
    reason = f"the queue {MEMBER} has no perfect clear of 2 or 4 lines; it is on the list of all queues that have none"
    assert run("solve", MEMBER) == (1, f"impossible: {reason} of 4 lines\n", "")
    found = answer("solve", MEMBER)
    assert (found["found"], found["method"], found["refuted"]) == (False, "list", {"2": "search", "4": "list"})
    found = answer("solve", MEMBER, "--no-list")
    assert (found["method"], found["refuted"]) == ("search", {"2": "search", "4": "search"})
    assert found["reason"].endswith("; all were tried")
    found = answer("solve", MEMBER, "--height", "4")
    assert found["reason"].endswith("has no perfect clear of 4 lines; it is on the list of all queues that have none")
    found = answer("solve", MEMBER + "LJTSZIOL")
    assert (found["method"], found["height"], found["refuted"]) == ("search", 6, {"2": "search", "4": "list"})
    assert answer("solve", 25 * "I", "--height", "10")["method"] == "counting"
    assert answer("solve", MEMBER, "--height", "4", "--kicks", "srs-plus", "--drop", "hard")["method"] == "search"
    Path("queues.txt").write_text(f"{MEMBER}\nTIO\n")
    lines = run("solve", "--file", "queues.txt", "--jsonl")[1].splitlines()
    assert [json.loads(line)["method"] for line in lines] == ["list", "counting"]


def test_percent_looks_up_what_it_can(answer: Answer, run: Run) -> None:
    found = answer("percent", "-p", "I,I,O,T,S,Z,[IOSZT]!")
    assert (found["solved"], found["queues"], found["saved"], found["method"]) == (96, 120, {}, "list")
    again = answer("percent", "-p", "I,I,O,T,S,Z,[IOSZT]!", "--no-list")
    assert (again["solved"], again["queues"], again["method"]) == (96, 120, "search")
    assert again["saved"]
    assert found["failed"] == again["failed"]
    assert "left over" not in run("percent", "-p", "I,I,O,T,S,Z,[IOSZT]!")[1]
    code, _, err = run("percent", "-p", "*p7,*p4", "-v")
    assert code == 0
    assert "known from the list of queues without a perfect clear" in err
