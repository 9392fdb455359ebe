"""``shapewright shapez plan``: machines as text, JSON and pictures, and shapes that cannot be built."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., tuple[int, str, str]]

GOAL = "CuCuCuCu:SySySySy"
LINES = [
    "1  fluid -> r",
    "2  fluid -> g",
    "3  miner -> SuSuSuSu",
    "4  miner -> CuCuCuCu",
    "5  mix 1, 2 -> y",
    "6  paint 3, 5 -> SySySySy",
    "7  stack 4, 6 -> CuCuCuCu:SySySySy",
    "3 machines, proven minimal; every step replayed",
]


def test_a_plan_is_numbered_lines(run: Run) -> None:
    code, out, err = run("plan", GOAL)
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert sorted(line.split("  ", 1)[1] for line in lines[:4]) == sorted(line.split("  ", 1)[1] for line in LINES[:4])
    assert len(lines) == 8
    assert lines[7] == LINES[7]
    assert lines[6].endswith(f"-> {GOAL}")


def test_solve_is_the_same(run: Run) -> None:
    assert run("solve", GOAL) == run("plan", GOAL)


def test_json(answer: Callable[..., Any]) -> None:
    whole = answer("plan", GOAL)
    plan = whole["plan"]
    assert plan["goals"] == [GOAL]
    assert (plan["cost"], plan["lower_bound"], plan["optimal"]) == (3, 3, True)
    assert plan["machines"] == {"stack": 1, "paint": 1, "mix": 1}
    made: set[tuple[int, int]] = set()
    for number, step in enumerate(plan["steps"]):
        assert {tuple(place) for place in step["inputs"]} <= made
        made |= {(number, output) for output in range(len(step["outputs"]))}


def test_several_goals_share(answer: Callable[..., Any], run: Run, stdin: Callable[[bytes], None]) -> None:
    both = answer("plan", GOAL, "SySySySy")["plan"]
    assert both["cost"] == 3
    stdin(f"{GOAL}\nSySySySy\n".encode())
    assert run("plan", "-") == run("plan", GOAL, "SySySySy")


@pytest.mark.parametrize("suffix", [".svg", ".png", ".pdf", ".html", ".dot"])
def test_pictures(run: Run, suffix: str) -> None:
    code, out, _ = run("plan", GOAL, "-o", f"plan{suffix}")
    assert (code, out) == (0, "")
    content = Path(f"plan{suffix}").read_bytes()
    if suffix == ".svg":
        assert (
            ET.fromstring(content).findtext("{http://www.w3.org/2000/svg}title")
            == f"{GOAL}: 3 machines, proven minimal"
        )
    elif suffix == ".png":
        assert content.startswith(b"\x89PNG")
    elif suffix == ".pdf":
        assert content.startswith(b"%PDF-")
    elif suffix == ".html":
        assert content.count(b"<svg ") == 1
        assert b"every step replayed" in content
    else:
        assert content.startswith(b"digraph plan {\n")


def test_texts_take_the_place_of_the_answer(run: Run) -> None:
    assert run("plan", GOAL, "-o", "plan.txt") == (0, "", "")
    assert Path("plan.txt").read_text() == run("plan", GOAL)[1]
    assert run("plan", GOAL, "-o", "plan.json") == (0, "", "")
    assert json.loads(Path("plan.json").read_text())["plan"]["cost"] == 3


def test_a_shape_that_cannot_be_built(run: Run, answer: Callable[..., Any]) -> None:
    code, out, err = run("plan", GOAL, "--------:P-------", "--layers", "2")
    assert (code, err) == (1, "")
    assert out.startswith(
        "--------:P-------: impossible: not stable (layer 2, top right, has nothing below it); nearest"
    )
    assert out.count("\n") == 1
    whole = answer("plan", "--------:P-------", "--layers", "2")
    assert whole["plan"] is None
    assert whole["impossible"][0]["reason"] == "not stable (layer 2, top right, has nothing below it)"


def test_a_delivery_takes_the_place_of_what_cannot_be_built(run: Run, answer: Callable[..., Any]) -> None:
    code, out, err = run("plan", "--------:CuCuCuCu")
    assert (code, err) == (0, "")
    *_, choice, proof = out.splitlines()
    assert choice.startswith("note: --------:CuCuCuCu cannot be built as written: not stable")
    assert proof == "note: proven minimal is said of P-P-P-P-:CuCuCuCu, not of every shape that would do"
    whole = answer("plan", "--------:CuCuCuCu")
    assert whole["plan"]["goals"] == ["P-P-P-P-:CuCuCuCu"]
    assert (whole["choices"][0]["why"], whole["choices"][0]["count"]) == ("delivery", 15)
    vortex = answer("plan", "--------:CuCuCuCu", "--vortex")["choices"][0]
    assert (vortex["why"], vortex["reason"], vortex["shape"]) == ("vortex", None, "P-P-P-P-:CuCuCuCu")


def test_a_pattern(run: Run, answer: Callable[..., Any]) -> None:
    whole = answer("plan", "CuN?P?--:N?N?----")
    assert whole["plan"]["goals"] == ["CuCu----:CuCu----"]
    assert whole["choices"][0]["why"] == "pattern"
    code, out, err = run("plan", "cu??----:P-P?Cu--")
    assert (code, err) == (1, "")
    assert out == "cu??----:P-P?Cu--: impossible: none of the shapes it stands for can be built\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--------"], "the empty shape cannot be a goal"),
        (["CuCuCuCu", "HuHuHuHuHuHu"], "different rings"),
        ([GOAL, "--minimize", "time"], "'time' is not one of 'machines', 'depth', 'belt'"),
        ([GOAL, "--layers", "1"], "has 2 layers; the limit is 1"),
        ([GOAL, "-o", "a.gif"], "a plan is drawn as one chart"),
        ([GOAL, "-o", "a.h5"], "'.h5' is not a format of this answer"),
        (["CuCu"], "has 2 parts"),
    ],
)
def test_what_is_refused(run: Run, arguments: list[str], message: str) -> None:
    code, out, err = run("plan", *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert not list(Path().iterdir())


def test_nothing_to_plan(run: Run, stdin: Callable[[bytes], None]) -> None:
    stdin(b"\n")
    assert run("plan", "-")[2] == "error: there is no shape to plan for; give at least one code\n"


def test_machines_for_a_full_belt(run: Run) -> None:
    rates = str(Path(__file__).parents[3] / "examples" / "invented_rates.toml")
    code, out, _ = run("plan", GOAL, "--rates", rates)
    assert code == 0
    assert out.splitlines()[-1] == "25 machines: 5 stack, 10 paint, 10 mix"
    code, out, _ = run("plan", GOAL, "--rates", rates, "--json")
    belt = json.loads(out)["full_belt"]
    assert belt["totals"] == {"stack": 5, "paint": 10, "mix": 10}
    assert set(belt["sources"].values()) == {"invented for this example"}
    code, _, err = run("plan", GOAL, "--rates", __file__)
    assert code == 4
    assert "is not a TOML file" in err


def test_lines_of_json_have_the_machines_of_each_for_a_full_belt(run: Run) -> None:
    asked = ["plan", "CuCu----", "RuRu----", "--separate", "--full-belt"]
    belts = json.loads(run(*asked, "--json")[1])["full_belts"]
    assert run(*asked, "-o", "plans.jsonl")[0] == 0
    assert [json.loads(line)["full_belt"] for line in Path("plans.jsonl").read_text().splitlines()] == belts


def test_the_fewest_machines_for_a_full_belt(run: Run) -> None:
    code, out, _ = run("plan", "CuRrCuRr", "--minimize", "belt")
    assert code == 0
    assert "14 machines for a full belt (5 in the plan), at least " in out
    assert "taken to keep up with a belt, since no rate is known: rotate-cw" in out.splitlines()[-1]
    rates = str(Path(__file__).parents[3] / "examples" / "invented_rates.toml")
    code, out, _ = run("plan", "CuRrCuRr", "--minimize", "belt", "--rates", rates, "--json")
    answer = json.loads(out)
    assert answer["plan"]["belt"] == sum(answer["full_belt"]["machines"])
    assert "assumed" not in answer["full_belt"]


def test_a_blueprint_stands_below_the_plan(run: Run) -> None:
    code, out, err = run("plan", "CrCrCrCr", "--blueprint")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[-1].startswith("SHAPEZ2-3-")
    assert lines[-1].endswith("$")
    assert "simulated tile by tile" in out
    assert "CrCrCrCr leaves to the east" in lines[-2]
    code, checked, _ = run("blueprint", "check", lines[-1], "--inputs", "CuCuCuCu r", "--goals", "CrCrCrCr")
    assert code == 0, checked


def test_a_blueprint_goes_to_a_file_of_the_game(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "factory.spz2bp"
    assert run("plan", "CuCu----", "--blueprint", "-o", str(file))[0] == 0
    assert file.read_text().startswith("SHAPEZ2-")
    code, _, err = run("plan", "CuCu----", "-o", str(tmp_path / "none.spz2bp"))
    assert code == 2
    assert "ask for one with --blueprint" in err


def test_one_factory_has_a_blueprint(run: Run) -> None:
    code, _, err = run("plan", "CuCu----", "RuRu----", "--separate", "--blueprint")
    assert code == 2
    assert "--blueprint lays out one factory; leave out --separate" in err


def test_more_effort_never_gives_a_larger_blueprint(run: Run) -> None:
    areas = []
    for effort in ("low", "normal"):
        record = json.loads(run("plan", "CrRgCrRg", "--blueprint", "--json", "--effort", effort)[1])["blueprint"]
        areas.append(record["width"] * record["height"])
    assert areas[1] <= areas[0]


def test_a_table_of_known_plans(run: Run, tmp_path: Path) -> None:
    table, goal = tmp_path / "known.jsonl", "CuRu----:cr------"
    assert run("plan", goal, "----CuSu", "--separate", "-o", str(table))[0] == 0
    code, out, err = run("plan", goal, "--table", str(table), "--json")
    assert (code, err) == (0, "")
    answer = json.loads(out)
    assert answer["parameters"]["table"] == table.read_text()
    assert "method" not in answer["plan"]  # the search finds as few machines
    assert run("plan", goal, "--no-table", "--json")[0] == 0


def test_what_is_no_table(run: Run, tmp_path: Path) -> None:
    table = tmp_path / "known.jsonl"
    table.write_text("1  miner -> CuCuCuCu\n")
    code, _, err = run("plan", GOAL, "--table", str(table))
    assert code == 2
    assert "is not JSON: " in err
    assert "; a table is what 'shapez plan' wrote" in err
    table.write_text("\n")
    assert "has no plan" in run("plan", GOAL, "--table", str(table))[2]
    code, _, err = run("plan", GOAL, "--table", str(table), "--no-table")
    assert (code, err) == (2, "error: --table names known plans and --no-table takes none; leave one out\n")
    code, _, err = run("plan", GOAL, "--table", str(table), "--minimize", "depth")
    assert code == 2
    assert err.startswith("error: --table is for plans of the fewest machines")
    assert run("plan", GOAL, "--table", str(tmp_path / "none"))[0] == 4
