"""``shapewright shapez check``, ``plan --separate`` and plans in a situation: exit codes, files and second looks."""

from __future__ import annotations

import json
from collections.abc import Callable
from csv import DictReader
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]
RIGHT = "1  miner -> CuCuCuCu\n2  cut 1\n3  paint 2a, red\n4  stack 3, 2b\n"


def test_a_right_plan(run: Run) -> None:
    Path("mine.txt").write_text(RIGHT)
    code, out, err = run("check", "mine.txt")
    assert (code, err) == (0, "")
    assert out.splitlines()[-1] == "right: 3 machines; 2 are known (proven minimal)"
    code, _, _ = run("check", "mine.txt", "-o", "mine.svg")
    assert code == 0
    assert "<svg" in Path("mine.svg").read_text()


def test_a_wrong_line(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(RIGHT.replace("stack 3, 2b", "stack 3, 2b -> CuCuCuCu").encode())
    code, out, _ = run("check", "-")
    assert code == 1
    assert out.splitlines() == [
        "wrong",
        "line 4, '4  stack 3, 2b -> CuCuCuCu': stack gives CrCrCuCu, not CuCuCuCu",
    ]


def test_errors(run: Run) -> None:
    Path("mine.txt").write_text("1 oven 2\n")
    code, _, err = run("check", "mine.txt")
    assert code == 4
    assert "'oven' is not a machine" in err
    Path("mine.txt").write_text(RIGHT)
    assert run("check", "mine.txt", "--goals", "Cu")[0] == 2
    assert run("check", "mine.txt", "--goals", ",")[0] == 2


@pytest.mark.parametrize("text", [RIGHT, RIGHT.replace("2b", "9"), "0=CuCuCuCu;0:cut:1,2;1,w:paint:3"])
def test_answers_are_checked(run: Run, answer: Callable[..., Any], text: str) -> None:
    Path("mine.txt").write_text(text)
    said = answer("check", "mine.txt")
    Path("answer.json").write_text(json.dumps(said))
    assert run("verify", "answer.json")[0] == 0
    if said["right"]:
        said["plan"]["cost"] -= 1
        said["idle"] = ["line 9"]
    else:
        said["faults"] = said["faults"] * 2
    Path("answer.json").write_text(json.dumps(said))
    assert run("verify", "answer.json")[0] == 1


def test_separate_plans(run: Run, answer: Callable[..., Any]) -> None:
    words = ("plan", "CuCu----:RrRr----", "----CuCu", "--separate")
    said = answer(*words)
    assert [plan["cost"] for plan in said["plans"]] == [3, 1]
    assert said["total"] == 4
    code, out, _ = run(*words)
    assert code == 0
    assert [line.split() for line in out.splitlines()[:4]] == [
        ["goal", "machines", "at", "least", "depth"],
        ["CuCu----:RrRr----", "3", "3", "3"],
        ["----CuCu", "1", "1", "1"],
        ["all", "4"],
    ]
    Path("answer.json").write_text(json.dumps(said))
    assert run("verify", "answer.json")[0] == 0
    said["total"] = 5
    Path("answer.json").write_text(json.dumps(said))
    assert run("verify", "answer.json")[0] == 1


def test_files_of_separate_plans(run: Run, tmp_path: Path) -> None:
    words = ("plan", "CuCu----", "--------:P-------", "CrCr----", "--separate", "-o")
    for suffix in (".csv", ".jsonl", ".svg", ".txt"):
        code, _, _ = run(*words, str(tmp_path / f"plans{suffix}"))
        assert code == 1
    with (tmp_path / "plans.csv").open(encoding="utf-8") as file:
        rows = list(DictReader(file))
    assert [row["code"] for row in rows] == ["CuCu----", "--------:P-------", "CrCr----"]
    assert [row["cost"] for row in rows] == ["1", "", "2"]
    assert rows[1]["reason"].startswith("not stable")
    lines = [json.loads(line) for line in (tmp_path / "plans.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [None if line["plan"] is None else line["plan"]["cost"] for line in lines] == [1, None, 2]
    code, _, err = run(*words, str(tmp_path / "plans.dot"))
    assert code == 2
    assert "leave out --separate" in err
    code, _, err = run("plan", "CuCu----", "-o", str(tmp_path / "plan.csv"))
    assert code == 2
    assert "--separate" in err


def test_a_table_of_separate_plans_has_their_full_belts(run: Run, answer: Callable[..., Any]) -> None:
    words = ("plan", "CrRg----", "CuCuCuCu", "--------:P-------", "--separate")
    assert run(*words, "-o", "plain.csv")[0] == 1
    for more in (["--full-belt"], ["--minimize", "belt", "--full-belt"]):
        assert run(*words, *more, "-o", "belts.csv")[0] == 1
        with Path("plain.csv").open() as plain, Path("belts.csv").open() as file:
            assert "belt_machines" not in next(plain)
            rows = list(DictReader(file))
        for row, belt in zip(rows, answer(*words, *more)["full_belts"], strict=True):
            if belt is None:
                assert not any(value for name, value in row.items() if name.startswith("belt"))
                continue
            assert int(row["belt_machines"]) == sum(belt["machines"])
            named = dict(one.split() for one in row["belt_machines_by_name"].split(";") if one)
            assert {name: int(number) for name, number in named.items()} == belt["totals"]
            assert row["belt_not_counted"] == ";".join(belt.get("open", []))
            assert row["belt_assumed"] == ";".join(belt.get("assumed", []))
        assert [row["belts_in"] for row in rows] == ["2", "1", ""]


def test_separate_plans_of_what_cannot_be_built(run: Run, answer: Callable[..., Any]) -> None:
    code, out, _ = run("plan", "CuCu----", "--------:P-------", "--separate")
    assert code == 1
    assert "impossible" in out.splitlines()[2]
    said = answer("plan", "CuCu----", "--------:P-------", "--separate")
    assert said["plans"][1] is None
    Path("answer.json").write_text(json.dumps(said))
    assert run("verify", "answer.json")[0] == 0


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("CuCuRuRu", "--machines", "cut,rotate,stack"), 0),
        (("CrCr----", "--have", "CrCrCrCr,yellow", "--no-trash"), 0),
        (("CrCrCrCr", "--machines", "cut"), 1),
        (("P-------:CuCu----:P-------:Cucu----", "--machines", "rotate,half-destroy,stack,push-pin,crystal"), 3),
        (("CrCrCrCr", "CuCu----", "--machines", "cut", "--separate"), 1),
        (("CuCuCuCu", "--machines", "oven"), 2),
        (("CuCuCuCu", "--have", "oven"), 2),
    ],
)
def test_situations(run: Run, answer: Callable[..., Any], words: tuple[str, ...], code: int) -> None:
    assert run("plan", *words)[0] == code
    if code == 2:
        return
    said = answer("plan", *words, unknown=code == 3)
    Path("answer.json").write_text(json.dumps(said))
    assert run("verify", "answer.json")[0] == 0
    if said.get("plan"):
        said["parameters"]["machines"] = "paint"
        Path("answer.json").write_text(json.dumps(said))
        assert run("verify", "answer.json")[0] == 1
    elif "plan" in said:
        said["reason"] = "it is too hard"
        Path("answer.json").write_text(json.dumps(said))
        assert run("verify", "answer.json")[0] == 1
