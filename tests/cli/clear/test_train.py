"""``shapewright clear train`` and ``compare-nets``, and ``--net`` of the other commands."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from shapewright.clear import Net, check, read_pc
from shapewright.clear.notation.jsonl import from_record

Run = Callable[..., tuple[int, str, str]]
SMALL = ("--generations", "2", "--population", "8", "--queues", "5", "--seed", "3")


def test_a_net_is_trained_compared_and_used(run: Run, answer: Callable[..., Any]) -> None:
    code, out, err = run("train", *SMALL, "-o", "net.json", "-v")
    assert code == 0
    lines = out.splitlines()
    assert lines[0].split() == ["generation", "best", "mean", "species"]
    assert [line.split()[0] for line in lines[1:3]] == ["0", "1"]
    assert lines[3].startswith("the best is of generation ")
    assert "generation 1: best" in err
    assert err.endswith("wrote 'net.json'\n")
    net = Net.load("net.json")
    assert net.training is not None
    assert net.training.seed == 3

    told = answer("compare-nets", "net.json", "--queues", "20")
    assert (told["queues"], told["height"], [order["name"] for order in told["orders"]]) == (
        20,
        4,
        ["built-in", "net.json"],
    )
    assert set(told["orders"][1]["boards_ratio"]) == {"value", "low", "high"}
    text = run("compare-nets", "net.json", "--queues", "20")[1].splitlines()
    assert text[0] == "20 queues, clears of 4 lines; in brackets 95 % confidence intervals"
    assert text[2] == "built-in: the built-in order"
    assert text[3].startswith("  boards       ")

    measured = answer("train", "--compare", "net.json", "--queues", "20")
    assert [order["boards"] for order in measured["orders"]] == [order["boards"] for order in told["orders"]]
    assert (measured["command"], measured["parameters"]["queues"]) == ("clear train", 20)
    assert run("train", "--compare", "net.json", "--queues", "20", "-o", "orders.jsonl")[0] == 0
    assert [json.loads(line)["name"] for line in Path("orders.jsonl").read_text().splitlines()] == [
        "built-in",
        "net.json",
    ]
    Path("measured.json").write_text(json.dumps(measured))
    assert run("verify", "measured.json")[0] == 3  # times are not measured again

    solved = answer("solve", "TIOLJSZTIOL", "--net", "net.json")
    assert solved["parameters"]["net"] == Path("net.json").read_text()
    check(from_record(solved["solutions"][0]))
    code, out, _ = run("demo", "--limit", "1", "--seed", "1", "--net", "net.json")
    assert (code, "1 clear, 10 pieces" in out) == (0, True)
    Path("queues.txt").write_text("TIOLJSZTIOL\nSZSZSZSZSZS\n")
    code, out, _ = run("solve", "--file", "queues.txt", "--net", "net.json")
    assert (code, len(out.splitlines())) == (0, 2)


@pytest.mark.slow
def test_a_table_by_search(run: Run) -> None:
    run("train", *SMALL, "-o", "net.json")
    code, out, _ = run("table", "2", "--net", "net.json", "-o", "2.pc")
    assert (code, out.splitlines()[0]) == (0, "3522 of 57750 queues have a perfect clear of 2 lines")
    solutions = read_pc("2.pc")
    assert len(solutions) == 3522
    for solution in solutions[::50]:
        check(solution)


def test_without_a_file_the_net_is_printed(run: Run, answer: Callable[..., Any]) -> None:
    code, out, err = run("train", *SMALL)
    assert (code, err) == (0, "")
    net = Net.from_text(out)
    told = answer("train", *SMALL, "--threads", "2")
    assert Net.from_text(json.dumps(told["net"])) == net
    assert [one["number"] for one in told["generations"]] == [0, 1]


def test_a_training_begins_again_if_nothing_was_kept(run: Run) -> None:
    code, out, err = run("train", *SMALL, "--checkpoint", "net.sqlite", "--time-limit", "1e-9", "-o", "net.json")
    assert (code, out) == (3, "")
    assert "stopped after 0 of 2 tasks" in err
    assert "nothing was kept: the same command begins again" in err
    assert not Path("net.json").exists()
    assert run("train", *SMALL, "--checkpoint", "net.sqlite", "-o", "net.json")[0] == 0
    assert Path("net.json").read_text() == run("train", *SMALL)[1]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("train", "--generations", "0"), 2, "--generations takes a whole number from 1 to 10000"),
        (("train", "--population", "4"), 2, "--population takes a whole number from 5"),
        (("train", "--fitness", "fast"), 2, "'--fitness': 'fast' is not one of 'mean', 'typical'"),
        (("train", "--start", "here"), 2, "'--start': 'here' is not one of 'plain', 'random'"),
        (("train", "--height", "5"), 2, "4, 6, ... 20 lines, not of 5"),
        (("train", "-o", "net.pc"), 2, "'.pc' is not a format"),
        (("compare-nets",), 2, "NET"),
        (("compare-nets", "none.json"), 4, "cannot read 'none.json'"),
        (("compare-nets", "none.json", "--queues", "9"), 2, "--queues takes a whole number from 10"),
        (("train", "--compare", "none.json", "--queues", "9"), 2, "at least 10 queues"),
        (("train", "--compare", "none.json", "--population", "9"), 2, "--population is about training"),
        (("train", "--queues", "100001"), 2, "at most 100000 queues"),
        (("solve", "TIOLJSZTIOL", "--net", "none.json"), 4, "cannot read 'none.json'"),
        (("solve", "TIOLJSZTIOL", "--net", "damaged.json"), 4, "'damaged.json': it is not JSON"),
        (("demo", "--limit", "1", "--net", "foreign.json"), 4, "'foreign.json': it is not a net"),
        (("table", "2", "--net", "foreign.json"), 4, "'foreign.json': it is not a net"),
    ],
)
def test_bad_input_is_one_sentence(run: Run, arguments: tuple[str, ...], code: int, said: str) -> None:
    Path("damaged.json").write_text("{")
    Path("foreign.json").write_text("{}")
    found, out, err = run(*arguments)
    assert (found, out) == (code, "")
    assert said in err
    assert err.count("\n") == 1


def test_without_the_library(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "neat", None)
    code, out, err = run("train")
    assert (code, out) == (2, "")
    assert err == (
        "error: training needs the package 'neat-python'; in a clone of shapewright, run pip install '.[train]'\n"
    )
