"""Every objective in every form of an answer: the numbers in JSON and Python are those of the text."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from shapewright import stacking
from shapewright.errors import NotationError
from shapewright.questions.stacking._page import bar_of_plan, plan_to_page
from shapewright.questions.stacking._plans import in_words
from shapewright.stacking import Plan, Problem
from shapewright.stacking.rules import OBJECTIVES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.stacking.test_verify import Run

MOST = ("rows", "tetrises")
# One of each is not proven when no time is left, the other soon is.
SEQUENCES = ("IOTJLSZ" * 6, "IIIOI")


@pytest.mark.parametrize("sequence", SEQUENCES)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_json_and_python_state_the_numbers_of_the_text(run: Run, tmp_path: Path, objective: str, sequence: str) -> None:
    least = objective not in MOST
    rules = ["--width", "4", "--clear-lines", "--objective", objective]
    limit = [] if sequence == "IIIOI" else ["--time-limit", "0.05"]
    run("solve", sequence, *rules, "-o", "plan.json", *limit)
    data = json.loads((tmp_path / "plan.json").read_text())
    key, other = ("lower_bound", "upper_bound") if least else ("upper_bound", "lower_bound")
    value, bound = data["value"], data[key]
    assert other not in data
    assert 0 <= (bound if least else value) <= (value if least else bound)
    plan = Plan.from_json(data)
    text = in_words(plan) if limit else run("solve", sequence, *rules)[1].split("\n")[0]
    assert text == in_words(plan)
    assert text.startswith(f"{objective} {value} (")
    better = value - 1 if least else value + 1
    if not data["optimal"]:
        assert f"not proven: at {'least' if least else 'most'} {bound} " in text
    elif better >= 0:
        assert f"optimal: {better} refuted" in text

    assert (plan.value, plan.bound, plan.optimal) == (value, bound, data["optimal"])
    assert (plan.lower_bound, plan.upper_bound) == ((bound, None) if least else (None, bound))
    assert {name: plan.to_json()[name] for name in ("value", key)} == {"value": value, key: bound}
    assert stacking.faults(plan.problem, plan.drops, value) == []
    page = plan_to_page(plan)
    assert (page["value"], page["bound"]) == (value, bound)
    assert bar_of_plan(plan)["words"].startswith(f"{objective} {value}, ")
    assert run("show", "plan.json")[1].startswith(f"{objective} {value}\n")
    assert run("verify", "plan.json")[0] in (0, 3)
    if not limit:
        assert stacking.reprove(plan.problem, value) is True
        assert stacking.reprove(plan.problem, 2 * value - better) is False
        assert run("verify", sequence, str(plan), *rules, "--claim", str(value), "--prove")[0] == 0


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_lists_files_and_counts_state_the_same_numbers(run: Run, tmp_path: Path, objective: str) -> None:
    rules = ["--width", "4", "--clear-lines", "--objective", objective]
    key = "upper_bound" if objective in MOST else "lower_bound"
    seen: list[stacking.Statistics] = []
    plan = stacking.first(Problem("IIIOI", 4, clear_lines=True, objective=objective), report=seen.append)
    assert plan is not None
    assert getattr(seen[0], key) == plan.bound
    numbers = {"value": plan.value, key: plan.bound}
    (tmp_path / "many.txt").write_text("IIIOI\n")
    for words in (["IIIOI", "--best", "2"], ["IIIOI"], ["--file", "many.txt"]):
        file = "answer.json" if len(words) > 1 else "plan.jsonl"
        assert run("solve", *words, *rules, "-o", file)[0] == 0
        data: dict[str, Any] = json.loads((tmp_path / file).read_text())
        for record in (*data.get("plans", ()), *data.get("sequences", ()), *([data] if "value" in data else ())):
            assert {name: record[name] for name in numbers} == numbers
            assert not {"lower_bound", "upper_bound"} - {key} & record.keys()
    counted = json.loads(run("count", "IIIOI", *rules, "--json")[1])
    assert counted["value"] == plan.value
    none = json.loads(run("solve", "OO", "--width", "3", "--height-limit", "3", *rules[2:], "--json")[1])
    assert none["plan"] is None
    assert none[key] >= 0
    (tmp_path / "none.json").write_text(json.dumps(none))
    assert run("verify", "none.json")[0] == 0


@pytest.mark.parametrize("objective", MOST)
def test_the_old_negative_numbers_are_refused(run: Run, tmp_path: Path, objective: str) -> None:
    plan = stacking.first(Problem("IIIOI", 4, clear_lines=True, objective=objective))
    assert plan is not None
    data = plan.to_json()
    old = {**data, "value": -plan.value, "lower_bound": -data.pop("upper_bound")}
    sentence = f"of {objective} the most is best, so the key is 'upper_bound', not 'lower_bound'"
    with pytest.raises(NotationError, match=sentence):
        Plan.from_json(old)
    (tmp_path / "old.json").write_text(json.dumps(old))
    for verb in ("show", "verify"):
        code, out, err = run(verb, "old.json")
        assert code == 4
        assert sentence in out + err
    with pytest.raises(NotationError, match=f"the 'value' of the plan is {plan.value}, not '-{plan.value}'"):
        Plan.from_json({**plan.to_json(), "value": -plan.value})
