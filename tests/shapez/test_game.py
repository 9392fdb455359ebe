"""The versions of the game: what 1.0 reads besides, what machines make of it, and that nothing else depends on it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.mutation_audit import asked
from tests.reference.shapez import parts as shapez_parts
from tests.shapez.random_shapes import shapes as plain_shapes

from shapewright import shapez
from shapewright.errors import NotationError, ProblemError
from shapewright.shapez import rules
from shapewright.shapez.check import faults
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import kind_of, parts_of
from shapewright.shapez.pattern import Pattern
from shapewright.shapez.plans.engine import decoded, encoded
from shapewright.shapez.plans.known.table import renaming
from shapewright.shapez.plans.neighbourhood import Supplies, improved
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape

GOALS = ("XrXrXrXr", "XrXr----", "XrYkCuCk", "XkXkXkXk:XrCkckck", "CkCkCkCk", "ckckckck:YuCbCkYu", "P-XbP-Yc:XbCrYcCr")


def read(code: str) -> Shape:
    return Shape.from_code(code, game="1.0")


@st.composite
def shapes(draw: st.DrawFn, game: str, parts: int, layers: int) -> Shape:
    """Stable shapes of parts that the game has."""
    names = [part for part in parts_of(parts) if game == "1.0" or not set(part) & set("XYk")]
    cells = st.lists(st.sampled_from(names), min_size=parts, max_size=parts)
    return rules.gravity(Shape(parts, tuple(map(tuple, draw(st.lists(cells, max_size=layers))))))


@pytest.mark.parametrize("code", GOALS)
def test_codes_are_refused_before_and_read_then(code: str) -> None:
    words = r"' is of version 1\.0 of the game; --game 1\.0 reads it \(in Python game=\"1\.0\"\)"
    calls: tuple[Any, ...] = (
        Shape.from_code, Pattern.from_code, shapez.buildable, shapez.is_buildable, shapez.plan, shapez.expanded,
        lambda text: shapez.judge_plan(f"1 input -> {text}"), lambda text: shapez.Problem(text),
        lambda text: shapez.Problem("CuCu----", have=[text]),
    )  # fmt: skip
    for call in calls:
        with pytest.raises(NotationError, match=words) as caught:
            call(code)
        assert "\n" not in str(caught.value)
    shape = read(code)
    assert str(shape) == code
    assert eval(repr(shape)) == shape
    assert decoded(encoded(shape), 4) == shape
    assert shapez.is_buildable(code, game="1.0")


def test_colours_and_wildcards_of_black() -> None:
    for machine in ("paint", "crystal"):
        with pytest.raises(NotationError, match="--game 1.0 reads it"):
            shapez.judge_plan(f"1 miner CuCuCuCu\n2 {machine} 1, black")
    with pytest.raises(NotationError, match="--game 1.0 reads it"):
        Pattern.from_code("?kX?----")
    assert read("XrCk----") in Pattern.from_code("X??k----", game="1.0")
    with pytest.raises(NotationError, match="'XuHuHuHuHuHu'|'Xu' at layer 1, right top belongs to rings of four|'Xu'"):
        read("XuHuHuHuHuHu")
    with pytest.raises(ProblemError, match="'2.0' is not a game; games are 0.x, 1.0"):
        Shape.from_code("CuCu----", game="2.0")
    with pytest.raises(NotationError, match="what black \\(k\\) mixes to is not settled"):
        shapez.mix("k", "r")


def test_painters_leave_refined_and_exotic_parts_as_they_are() -> None:
    assert rules.paint(read("XrYuCuP-"), "b") == read("XrYuCbP-")
    assert rules.paint(read("XrYuCucb"), "black") == read("XrYuCkcb")
    assert rules.crystal(read("XrP---Ck"), "k") == read("XrckckCk")


@st.composite
def runs(draw: st.DrawFn) -> tuple[str, Step, int]:
    """A machine run on random shapes of a game: what the rules make of them."""
    game = draw(st.sampled_from(shapez.GAMES))
    parts, layers = draw(st.sampled_from(((4, 2), (4, 4), (6, 2), (8, 2))))
    some = shapes(game, parts, layers).filter(lambda shape: shape.height > 0)
    a, b = draw(some), draw(some)
    colour = draw(st.sampled_from("rgbcmyw" + ("k" if game == "1.0" else "")))
    machine = draw(st.sampled_from(("rotate-cw", "cut", "swap", "stack", "push-pin", "paint", "crystal")))
    inputs: tuple[Any, ...] = (a, b) if machine in ("swap", "stack") else (a,)
    outputs: dict[str, Any] = {
        "rotate-cw": lambda: (a.rotated(1),),
        "cut": lambda: rules.cut(a),
        "swap": lambda: rules.swap(a, b),
        "stack": lambda: (rules.stack(a, b, layers),),
        "push-pin": lambda: (rules.push_pin(a, layers),),
        "paint": lambda: (rules.paint(a, colour),),
        "crystal": lambda: (rules.crystal(a, colour),),
    }
    if machine in ("paint", "crystal"):
        inputs = (a, colour)
    return game, Step(machine, inputs, outputs[machine]()), layers


@given(runs())
@settings(deadline=None)
def test_rules_and_engine_and_twin_agree(drawn: tuple[str, Step, int]) -> None:
    _, step, layers = drawn
    given_shapes = tuple(value for value in step.inputs if isinstance(value, Shape))
    rows = [[list(layer) for layer in shape.layers] for shape in given_shapes]
    parts = given_shapes[0].parts
    twin: Any = {
        "rotate-cw": lambda: [[[row[-1], *row[:-1]] for row in rows[0]]],
        "cut": lambda: shapez_parts.cut(rows[0]),
        "swap": lambda: shapez_parts.swap(rows[0], rows[1]),
        "stack": lambda: [shapez_parts.stack(rows[0], rows[1], layers)],
        "push-pin": lambda: [shapez_parts.push_pin(rows[0], layers)],
        "paint": lambda: [shapez_parts.paint(rows[0], step.inputs[1])],
        "crystal": lambda: [shapez_parts.crystallise(rows[0], step.inputs[1])],
    }
    assert [shapez_parts.code_of(made, parts) for made in twin[step.machine]()] == list(map(str, step.outputs))
    goals = [value for value in step.outputs if isinstance(value, Shape) and value.height]
    if not goals or any(goal in given_shapes for goal in goals):
        return
    # The engine runs the start of a search itself: it ends in the goals only if it makes what the rules make.
    supplies = Supplies(shapes=given_shapes, fluids=frozenset("urgbcmywk"))
    configuration = Configuration(parts, layers)
    found = improved(goals, configuration, supplies, [[step]], stages=0, rounds=1, seed=0, seconds=None)
    assert found is not None
    assert len(found) <= 1


@pytest.mark.parametrize("code", GOALS)
def test_plans(code: str) -> None:
    plan = shapez.plan(code, game="1.0")
    assert plan is not None
    assert faults(plan) == []
    assert plan.game == "1.0"
    for step in plan.steps:
        for value in step.outputs:
            new = isinstance(value, Shape) and any(part[0] in "XY" for layer in value.layers for part in layer)
            if not step.inputs and new:
                assert step.machine == "input"
                assert len({part for layer in value.layers for part in layer}) == 1
        assert step.machine != "mix" or "k" not in (*step.inputs, *step.outputs)
    assert shapez.Plan.from_json(plan.to_json()) == plan


def test_bounds_know_what_takes_no_paint() -> None:
    for code, machines in (
        ("XrXrXrXr", 0),
        ("XrXr----", 1),
        ("XrXrXbXb", 1),
        ("CkCkCkCk", 1),
        ("XrXrXrXr:YbYbYbYb", 1),
    ):
        plan = shapez.plan(code, game="1.0")
        assert (plan.cost, plan.optimal) == (machines, True), code


@given(shapes("1.0", 4, 2))
def test_names_make_no_difference(shape: Shape) -> None:
    if shape.height == 0:
        return
    exchanged = {"X": "Y", "Y": "X", "C": "W", "W": "C"}

    def other(part: str) -> str:
        return exchanged.get(part[0], part[0]) + part[1] if kind_of(part) == 1 else part

    twin = Shape(4, tuple(tuple(map(other, layer)) for layer in shape.layers))
    assert renaming([shape]).shape(shape) == renaming([twin]).shape(twin)


@given(plain_shapes(4, 3))
@settings(max_examples=30, deadline=None)
def test_codes_without_the_new_parts_have_the_same_answers(shape: Shape) -> None:
    code = str(shape)
    assert Shape.from_code(code, game="1.0") == shape
    assert shapez.buildable(code, game="1.0", nearest=False) == shapez.buildable(code, nearest=False)


@pytest.mark.parametrize("code", ["CrRg----:cbP---Sw", "RwCwCwRw:RyCyCrRr", "CuN?----:P-P?----"])
def test_plans_without_the_new_parts_are_the_same(code: str) -> None:
    plan = shapez.plan(code)
    assert shapez.plan(code, game="1.0") == plan
    assert plan.game == "0.x"
    assert shapez.plan(code, have=["r"], game="1.0") == shapez.plan(code, have=["r"]) if "?" not in code else True


def test_situations() -> None:
    plan = shapez.plan("XrXrCkCk", have=["XrXr----"], machines=["swap", "paint", "stack", "rotate-cw"], game="1.0")
    assert plan is not None
    assert faults(plan) == []
    words = str(shapez.plan_or_why(shapez.Problem("CkCkCkCk", machines=["cut"], game="1.0")))
    assert words == "impossible: CkCkCkCk has Ck, which needs paint"


@pytest.mark.parametrize(
    "line",
    [
        "shapez buildable XrYkCuCk --game 1.0",
        "shapez buildable X?Y?CuCk --game 1.0",
        "shapez show XrYkCuCk '{X+fill}' --game 1.0",
        "shapez op paint XrYkCuCk --colour k --game 1.0",
        "shapez op stack XrYkCuCk CkCk---- --game 1.0",
        "shapez plan XrYkCuCk --game 1.0",
        "shapez plan XrXrCkCk --have XrXr----,k --game 1.0",
        "shapez check FILE --game 1.0",
    ],
)
def test_answers_are_verified_by_their_game(line: str, tmp_path: Path) -> None:
    file = tmp_path / "plan.txt"
    file.write_text("1 miner CuCuCuCu\n2 paint 1, black\n3 input -> XrXr----\n4 swap 3, 2\n")
    answer = asked(line.replace("FILE", str(file)))
    assert answer["parameters"]["game"] == "1.0"
    assert shapez.verify(answer).valid is not False
    older = {**answer, "parameters": {**answer["parameters"], "game": "0.x"}}
    with pytest.raises(NotationError, match="--game 1.0 reads it|verdict 1 has"):
        shapez.verify(older)
