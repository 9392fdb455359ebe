"""Whether answers about shapes are right: what verify finds out, by what was asked and by the rules."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mutation_audit import asked
from tests.reference.shapez import parts as shapez_parts

from shapewright import shapez
from shapewright.cli import main
from shapewright.errors import NotationError
from shapewright.shapez import Plan, Shape


def changed(answer: dict[str, Any], *path: str | int, value: Any) -> dict[str, Any]:
    """The answer with another value there."""
    mutant = copy.deepcopy(answer)
    *way, last = path
    place: Any = mutant
    for step in way:
        place = place[step]
    place[last] = value
    return mutant


@pytest.mark.parametrize("options", [{}, {"minimize": "depth"}, {"inputs": "halves"}, {"layers": 3}])
@pytest.mark.parametrize("code", ["CuRuSuWu", "CrRg----:cbP-----", "cu------", "P-Cu----:CuCu----"])
def test_plans_are_read_back(code: str, options: dict[str, Any]) -> None:
    plan = shapez.plan(code, **options)
    data = json.loads(json.dumps(plan.to_json()))
    assert Plan.from_json(data) == plan
    assert Plan.from_json(data).to_json() == data


@pytest.mark.parametrize(
    ("path", "value", "words"),
    [
        (("goals",), [], "a plan has goals"),
        (("goals",), ["CuCu"], "goal 1: layer 1 of 'CuCu' has 2 parts"),
        (("cost",), True, "the plan: 'cost' is not a whole number: true"),
        (("machines",), {"cut": 9}, "the machines are"),
        (("minimize",), "time", "minimizes machines, depth or belt"),
        (("steps", 0, "machine"), "oven", "step 1: 'oven' is not a machine"),
        (("steps", 1, "inputs"), [[9, 9]], "does not have the form .*out of range"),
        (("steps", 1, "inputs"), [0], "does not have the form .*int"),
        (("steps", 0, "outputs"), ["x"], "step 1: layer 1 of 'x' has an odd number"),
        (("steps", 0, "note"), "", "step 1 would be written as"),
        (("steps", 1, "inputs"), [[-2, 0]], "step 2 would be written as"),
        (("steps", 1, "inputs"), [[False, 0]], "step 2 would be written as"),
        (("steps", 0, "outputs"), [["CuCuCuCu"]], "step 1: code of"),
        (("steps", 0, "machine"), "fluid", "step 1 gives .*, which is not a colour"),
        (("steps", 0), {"machine": "fluid", "inputs": [], "outputs": [""]}, "step 1 gives .*, which is not a colour"),
        (("steps", 0), {"machine": "fluid", "inputs": [], "outputs": ["rg"]}, "step 1 gives .*, which is not a colour"),
        (("layers",), 0, "a plan is for 1 to 64 layers"),
        (("forged",), 1, "the plan would be written without 'forged': 1"),
        (("belt",), 1, "the plan would be written without 'belt': 1"),
        (("method",), "search", "the plan would be written without 'method'"),
        (("have",), "", "the plan would be written without 'have'"),
        (("notes",), [1], "its notes are texts"),
    ],
)
def test_malformed_plans(path: tuple[str | int, ...], value: Any, words: str) -> None:
    data = shapez.plan("Cu------").to_json()
    with pytest.raises(NotationError, match=words):
        Plan.from_json(changed(data, *path, value=value))


def test_plans_are_replayed_and_their_bounds_proven_again() -> None:
    answer = asked("shapez plan 'CrRg----:cbP---Sw'")
    assert shapez.verify(answer).valid is True
    plan = answer["plan"]
    for path, value in {
        ("cost",): plan["cost"] - 1,
        ("depth",): plan["depth"] + 1,
        ("optimal",): not plan["optimal"],
        ("notes",): ["believe me"],
        ("goals",): ["CuCuCuCu"],
        ("layers",): 5,
    }.items():
        assert shapez.verify(changed(answer, "plan", *path, value=value)).valid is False, path
    weaker = changed(changed(answer, "plan", "lower_bound", value=1), "plan", "optimal", value=False)
    assert shapez.verify(weaker).valid is True
    stronger = changed(answer, "plan", "lower_bound", value=plan["cost"])
    findings = shapez.verify(changed(stronger, "plan", "optimal", value=True))
    assert findings.valid is (True if plan["optimal"] else None)


def test_that_there_is_no_plan_is_judged_again() -> None:
    answer = asked("shapez plan '--------:P-------'")
    assert shapez.verify(answer).valid is True
    able = changed(answer, "parameters", "codes", value=["CuCuCuCu"])
    assert "plan: there is no plan, although every goal can be built" in shapez.verify(able).lines()


def test_shapes_that_were_chosen_are_judged_again() -> None:
    for line, code in (("'CuN?P?--:N?N?----'", "CuRu----:CuCu----"), ("'--------:CuCuCuCu'", "P-P-----:CuCuCuCu")):
        answer = asked(f"shapez plan {line}")
        assert shapez.verify(answer).valid is None
        for key, value in {"count": 3, "why": "vortex", "reason": "no", "planned": 17}.items():
            findings = shapez.verify(changed(answer, "choices", 0, key, value=value))
            assert [fault["claim"] for fault in findings.faults] == [f"choices.{key}"]
        assert shapez.verify(changed(answer, "choices", 0, "shape", value=code)).valid is False
    with pytest.raises(NotationError, match="does not say which shape was planned for CuN"):
        shapez.verify(changed(asked("shapez plan 'CuN?P?--:N?N?----'"), "choices", value=[]))
    assert shapez.verify(changed(answer, "choices", value=[])).valid is False
    none = asked("shapez plan 'cu??----:P-P?Cu--'")
    assert shapez.verify(none).valid is True
    assert shapez.verify(changed(none, "impossible", 0, "reason", value="no")).valid is False
    delivered = asked("shapez buildable '--------:CuCuCuCu'")
    assert shapez.verify(delivered).valid is True
    assert shapez.verify(changed(delivered, "verdicts", 0, "delivery", value=None)).valid is False


def test_nearest_shapes_and_reasons() -> None:
    answer = asked("shapez buildable '--Cu----:CuP-----' 'CuCu----'")
    assert shapez.verify(answer).valid is True
    for key, value in {"reason": "no", "changed": 2, "nearest": ["CuCuCuCu"], "nearest_proven": False}.items():
        findings = shapez.verify(changed(answer, "verdicts", 0, key, value=value))
        assert [fault["claim"] for fault in findings.faults] == [f"verdicts.{key}"]
    assert shapez.verify(changed(answer, "verdicts", 1, "buildable", value=False)).valid is False


def test_which_file_it_is_is_told_by_its_content(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "answer.h5"
    place.write_text(json.dumps(asked("shapez count quad1"), indent=1))
    assert main(["shapez", "verify", str(place)]) == 0
    assert capsys.readouterr().out.startswith("right: complete, verdict, configuration, recorded, halves")
    assert main(["shapez", "verify", str(place), "--samples", "3"]) == 2
    assert main(["shapez", "verify", str(place), "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)
    assert whole["valid"] is True
    assert whole["checked"]["total"] == "searched again"
    place.write_text(place.read_text().replace('"total": ', '"total": 1'))
    assert main(["shapez", "verify", str(place)]) == 1
    place.write_text("{}")
    assert main(["shapez", "verify", str(place)]) == 4
    place.write_text('{"command": "shapez search", "parameters": {"configuration": "quad1"')
    assert main(["shapez", "verify", str(place)]) == 4


PART = st.sampled_from(["--", "--", "P-", "Cu", "Rr", "cr", "cu"])
CODE = st.lists(st.lists(PART, min_size=4, max_size=4), min_size=1, max_size=3).map(
    lambda rows: ":".join("".join(row) for row in rows)
)


@settings(max_examples=60)
@given(CODE, CODE)
def test_the_twin_with_colours_agrees_with_the_rules(a: str, b: str) -> None:
    """The judge of the audit by mutation must itself be right."""
    one, other = Shape.from_code(a), Shape.from_code(b)
    rows, more = shapez_parts.rows_of(a), shapez_parts.rows_of(b)

    def code(made: shapez_parts.Rows) -> str:
        return shapez_parts.code_of(made, 4)

    assert tuple(map(code, shapez_parts.cut(rows))) == tuple(map(str, one.cut()))
    assert code(shapez_parts.settle(rows)) == str(one.settled())
    assert code(shapez_parts.push_pin(rows, 4)) == str(one.push_pin())
    assert code(shapez_parts.paint(rows, "g")) == str(one.paint("g"))
    assert code(shapez_parts.crystallise(rows, "b")) == str(one.crystallise("b"))
    assert code(shapez_parts.rotate(rows, -1)) == str(one.rotated(-1))
    if rows or more:
        assert tuple(map(code, shapez_parts.swap(rows, more))) == tuple(map(str, one.swap(other)))
        assert code(shapez_parts.stack(rows, more, 4)) == str(one.stack(other))


def test_the_blueprint_of_a_plan_is_simulated_again() -> None:
    answer = asked("shapez plan CrCuCrCu --blueprint")
    findings = shapez.verify(answer)
    assert findings.valid is True
    record = answer["blueprint"]
    other = asked("shapez plan CuCrCuCr --blueprint")["blueprint"]["string"]
    wrong: dict[tuple[str | int, ...], Any] = {
        ("string",): other,
        ("width",): record["width"] + 1,
        ("height",): record["height"] - 1,
        ("floors",): 3,
        ("buildings",): record["buildings"] + 1,
        ("inputs", 0, "value"): "SuSuSuSu",
        ("outputs", 0, "y"): record["outputs"][0]["y"] + 1,
    }
    for path, value in wrong.items():
        assert shapez.verify(changed(answer, "blueprint", *path, value=value)).valid is False, path


def test_a_blueprint_that_was_not_asked_for_is_refused() -> None:
    answer = asked("shapez plan CuCu----")
    answer["blueprint"] = asked("shapez plan CuCu---- --blueprint")["blueprint"]
    with pytest.raises(NotationError, match="none was asked for"):
        shapez.verify(answer)


@pytest.mark.parametrize("key", ["inputs", "outputs", "string"])
def test_a_malformed_blueprint_is_refused(key: str) -> None:
    answer = asked("shapez plan CuCu---- --blueprint")
    answer["blueprint"][key] = 3
    with pytest.raises(NotationError, match=f"its 'blueprint.{key}' is not"):
        shapez.verify(answer)
