"""Plans that players write: right ones are right in every notation, and one slip is one wrong line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright import shapez
from shapewright.errors import NotationError, ProblemError
from shapewright.shapez import Shape, compared, judge_plan
from shapewright.shapez.check import faults
from shapewright.shapez.plans.own.player_plan_text import read

CODES = [
    "CuCu----:RrRr----",
    "CrRg----:cbP---Sw",
    "CuRuSuWu",
    "P-CuP-Cu:CyCrCrCy",
    "HuHuHu------:cwcwcwHgHgHg",
    "CwCwCwCw",
]


@pytest.mark.parametrize("code", CODES)
def test_printed_plans_are_right(code: str) -> None:
    plan = shapez.plan(code)
    for text in (str(plan), json.dumps(plan.to_json()), json.dumps({"plan": plan.to_json()})):
        judged = judge_plan(text)
        assert judged.plan is not None
        assert (judged.plan.goals, judged.plan.cost, judged.plan.depth) == (plan.goals, plan.cost, plan.depth)
        assert faults(judged.plan) == []
        assert judged.idle == judged.mixed == ()


@pytest.mark.parametrize("code", CODES)
def test_outputs_may_be_left_out(code: str) -> None:
    plan = shapez.plan(code)
    pairs = zip(plan.lines(), plan.steps, strict=True)
    lines = [line.partition(" ->")[0] if step.inputs else line for line, step in pairs]
    judged = judge_plan("\n".join(lines), [code])
    assert judged.plan is not None
    assert judged.plan.cost == plan.cost


@settings(deadline=None, max_examples=20)
@given(st.sampled_from(CODES), st.data())
def test_one_slip_is_one_wrong_line(code: str, data: st.DataObject) -> None:
    plan = shapez.plan(code)
    lines = list(plan.lines())
    machines = [number for number, step in enumerate(plan.steps) if step.inputs and isinstance(step.outputs[0], Shape)]
    wrong = data.draw(st.sampled_from(machines))
    first = plan.steps[wrong].outputs[0]
    other = Shape.from_code("Wm" * 4 if first.parts == 4 else "Fm" * 6)
    head, _, tail = lines[wrong].partition("-> ")
    words = tail.split()
    words[0] = words[0].replace(str(first), str(other))
    lines[wrong] = f"{head}-> {'  '.join(words)}"
    found = judge_plan("\n".join(lines), [code])
    assert [fault.place for fault in found.faults] == [f"line {wrong + 1}"]
    assert str(first) in found.faults[0].fault


def test_an_operation_graph() -> None:
    judged = judge_plan("0=CuCuCuCu;0:cut:1,2;1:r180:3;2,3:stack:4;4,y:paint:5;5:pin:6")
    assert judged.plan is not None
    # The west half comes first: turned it lies on the east.
    assert judged.plan.goals == (Shape.from_code("P-P-----:CuCu----:CyCy----"),)
    assert (judged.plan.cost, judged.mixed) == (6, ("y",))


def test_words_may_stand_for_lines() -> None:
    judged = judge_plan("1 rotate-cw CuRuSuWu\n2. paint 1, Red")
    assert judged.plan is not None
    assert judged.plan.goals == (Shape.from_code("WrCrRrSr"),)
    assert judged.plan.have == (Shape.from_code("CuRuSuWu"),)
    assert str(compared(judged)) == "right: 2 machines, proven minimal"


def test_what_is_not_needed_is_named() -> None:
    judged = judge_plan("1 miner CuCuCuCu\n2 cut 1\n3 rotate-cw 2a\n4 paint 2b, r")
    assert judged.idle == ("line 3",)
    assert judged.plan is not None
    assert judged.plan.cost == 3


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("1 miner CuCuCuCu\n2 stack 1", "stack takes 1 shapes and 0 fluids, not 2 and 0"),
        ("1 miner CuCu----", "miner gives CuCu----, which no miner delivers"),
        ("1 fluid m\n2 miner CuCuCuCu\n3 rotate-cw 5", "takes 5, which no line above makes"),
        ("1 miner CuCuCuCu\n2 paint 1, u", "paints with an uncoloured fluid"),
        ("1 miner CuCuCuCu\n2 swap 1, HuHuHuHuHuHu", "takes shapes of different rings"),
        ("1 miner", "takes nothing, and a code or colour stands behind"),
    ],
)
def test_wrong_lines(text: str, words: str) -> None:
    judged = judge_plan(text)
    assert not judged
    assert words in str(judged.faults[0])


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the plan has no lines"),
        ("1 oven 2", "'oven' is not a machine"),
        ("stack 1, 2 -> CuCuCuCu", "is not a step"),
        ("1 miner CuCuCuCu\n1 cut 1", "1 has been made already"),
        ("0=CuCuCuCu;0:unstack:1,2", "'unstack' is not an operation here"),
        ("0=CuCuCuCu;0:cut:1", "cut gives 2 shapes, not 1"),
        ("0=CuCuCuCu;0:cut", "is neither '1=CODE' nor"),
        ("x=CuCuCuCu;0:cut:1,2", "'x' is not the number of a shape"),
        ('{"steps": [{"machine": "cut", "inputs": [3]}]}', "not a pair"),
        ('{"steps": 3}', "it has no 'steps'"),
        ("1 miner Cu", "a ring has 4, 6, 8 or 10 parts"),
    ],
)
def test_texts_that_are_no_plans(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words):
        judge_plan(text)


def test_goals_and_layers_are_what_is_asked() -> None:
    text = "1 miner CuCuCuCu\n2 cut 1"
    assert judge_plan(text, ["----CuCu"]).plan is not None
    assert [fault.fault for fault in judge_plan(text, ["CuCuCuCu:CuCuCuCu"]).faults] == [
        "no line makes CuCuCuCu:CuCuCuCu"
    ]
    tower = "1 miner CuCuCuCu\n2 stack 1, 1\n3 stack 2, 2\n4 stack 3, 1"
    for layers, height in ((None, 4), (5, 5)):
        plan = judge_plan(tower, layers=layers).plan
        assert plan is not None
        assert plan.goals[0].height == height


def test_it_is_compared_with_what_is_known() -> None:
    text = "1 miner CuCuCuCu\n2 cut 1\n3 rotate-180 2b\n4 stack 2a, 3\n5 paint 1, r"
    judged = judge_plan(text, ["CuCu----:CuCu----"])
    found = compared(judged)
    assert str(found) == "right: 4 machines; 2 are known (proven minimal)"
    assert found.own.lower_bound == 2
    assert not found.own.optimal
    # What line 3 turns is then what line 2 has made.
    assert [note.partition(" can be left out")[0] for note in found.notes] == ["line 3", "line 5"]
    with pytest.raises(ProblemError, match="wrong cannot be compared"):
        compared(judge_plan("1 miner CuCuCuCu\n2 rotate-cw 7"))


def test_reading_keeps_what_is_written() -> None:
    (_, line) = read("1  miner -> CuCuCuCu\n2  cut 1 -> (CuCu----)  ----CuCu  x2\n3 machines, proven minimal").lines
    assert (line.takes, line.makes, line.trash) == (("1",), ("2", "2a", "2b"), frozenset({0}))
    assert line.states == (Shape.from_code("CuCu----"), Shape.from_code("----CuCu"))
