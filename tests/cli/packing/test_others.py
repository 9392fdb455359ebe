"""``packing`` feasible, chances, evaluate, round and rectangles."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]


def test_feasible(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("feasible", "LOJI", "--box", "4x4")
    assert code == 0
    assert out.startswith("possible: a packing was found\n")
    code, out, _ = run("feasible", "T1 I3", "--box", "4x4")
    assert code == 1
    assert "T covers 3 + 1" in out
    found = answer("feasible", "T1 I3", "--box", "4x4")
    assert (found["status"], found["complete"]) == ("infeasible", True)
    assert run("feasible", "LOJI")[0] == 2


def test_chances(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("chances", "--box", "6x6", "--pieces-count", "8")
    assert (code, out.split("\n")[0]) == (0, "2957 of 3003 bags of 8 pieces fit 6x6")
    found = answer("chances", "--box", "3x3", "--pieces-count", "2")
    assert (found["bags"], found["of"], found["probability_exact"]) == (8, 28, "2/7")
    # A chance that is not 0 is not said to be 0, nor one that is not 1 to be 1.
    out = run("chances", "--box", "64x1")[1]
    assert "a random bag       3.0e-14" in out
    assert "0.00000" not in out
    assert run("chances", "--box", "9x9")[0] == 2
    assert run("chances")[0] == 2


def test_evaluate(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("evaluate", "--level", "6", "--rounds", "20", "--threads", "1")
    assert code == 0
    assert out.startswith("20 of 20 bags of 32 pieces into 12x12: 100.00 %")
    found = answer("evaluate", "--level", "3", "--rounds", "40", "--even-t", "--seed", "3")
    assert (found["rounds"], found["box"]) == (40, [4, 4])
    assert found["interval"][0] <= found["probability"] <= found["interval"][1]
    assert run("evaluate", "--level", "11")[0] == 2
    assert run("evaluate")[0] == 2


def test_evaluate_keeps_its_work(run: Run) -> None:
    arguments = ("evaluate", "--level", "4", "--rounds", "30", "--checkpoint", "work.sqlite")
    assert run(*arguments)[1] == run(*arguments)[1]
    assert run(*arguments[:4], "31", *arguments[5:])[0] == 4


def test_round(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("round", "--seed", "3")
    lines = out.splitlines()
    assert (code, len(lines)) == (0, 11)
    assert lines[0].split() == ["level", "1", "1", "piece", "1x4", "1.50", "optimal"]
    found = answer("round", "--rounds", "3", "--seed", "3")
    assert (found["rounds"], len(found["scores"])) == (3, 10)
    assert found["total"] == pytest.approx(sum(found["scores"]))
    assert found["total"] >= found["mean"]


def test_round_until_perfect_says_when_time_is_over(run: Run) -> None:
    code, out, _ = run("round", "--until-perfect", "--rounds", "2", "--seed", "3")
    assert code in (0, 3)
    assert "total" in out


def test_rectangles(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("rectangles", "--area", "16")
    assert (code, out.splitlines()[-1]) == (0, "62 rectangles in all")
    assert run("rectangles", "--area", "16", "-o", "rectangles.h5")[:2] == (0, "")
    found = answer("rectangles", "--area", "16", "--data", "rectangles.h5")
    assert (found["rectangles"], found["by_size"]["4x4"]) == (62, 24)
    content = bytearray(Path("rectangles.h5").read_bytes())
    content[800] ^= 1
    Path("rectangles.h5").write_bytes(content)
    code, _, err = run("rectangles", "--data", "rectangles.h5")
    assert (code, err.count("\n")) == (4, 1)
    assert run("rectangles", "--area", "99")[0] == 2
    assert run("rectangles", "-o", "rectangles.svg")[0] == 2
