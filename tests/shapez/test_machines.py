"""The table of machines: what each makes is what the rules say, and what a plan may have is in it."""

from __future__ import annotations

import json

import pytest

from shapewright.errors import NotationError, ProblemError
from shapewright.questions.shapez.op import QUESTION
from shapewright.questions.shapez.plan import MACHINES as MACHINES_FIELD
from shapewright.shapez.check import _SLOTS
from shapewright.shapez.machines import GAME_NAMES, MACHINES, PLANNED, planned_machines, read_steps
from shapewright.shapez.parts import RING_SIZES
from shapewright.shapez.plans.own.player_plan_text import read
from shapewright.shapez.plans.rates import parse
from shapewright.shapez.plans.steps import MACHINES as COUNTED
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape


@pytest.mark.parametrize("name", MACHINES)
def test_its_example_makes_what_it_says(name: str) -> None:
    machine = MACHINES[name]
    words = machine.example.split()
    options: dict[str, object] = {}
    if "--steps" in words:
        options["steps"] = read_steps(words[words.index("--steps") + 1])
    if "--colour" in words:
        options["colour"] = words[words.index("--colour") + 1]
    inputs = [machine.read(word) for word in words[: machine.takes]]
    outputs = machine.run(*inputs, **options)
    assert [str(output) for output in outputs] == machine.makes.split()
    assert len(machine.outputs) in (0, len(outputs))


def test_a_plan_has_the_machines_that_its_checker_knows() -> None:
    assert set(PLANNED) == set(_SLOTS)
    assert PLANNED == COUNTED


def test_what_a_machine_cannot_run_on() -> None:
    one = Shape.from_code("CuCuCuCu")
    with pytest.raises(ProblemError, match="stack takes 2 shapes, not 1"):
        MACHINES["stack"].run(one)
    with pytest.raises(ProblemError, match="mix takes 2 colours, not 3"):
        MACHINES["mix"].run("r", "g", "b")
    with pytest.raises(ProblemError, match="paint needs a colour"):
        MACHINES["paint"].run(one, layers=4)
    assert MACHINES["cut"].run(one, layers=4, colour="r") == one.cut()


@pytest.mark.parametrize(
    ("name", "text"),
    [(name, text) for name, names in GAME_NAMES.items() for text in (name, *names)],
)
def test_every_reader_of_machines_knows_the_names_of_the_game(name: str, text: str) -> None:
    """Options, Python, files of rates and plans of players' own take each name, in any case, however it is joined."""
    expected = [each for each in PLANNED if each == name or (name == "rotate" and each.startswith("rotate"))]
    for spelled in (text, text.lower(), text.upper(), text.lower().replace(" ", "-"), text.replace(" ", "")):
        assert list(planned_machines([spelled])) == expected
        assert Problem("CuCuCuCu", machines=[spelled]).machines == tuple(expected)
        assert MACHINES_FIELD.value(MACHINES_FIELD.check(spelled, "shell")) == tuple(expected)
        rates = f'[belt]\nrate = 60\nsource = "x"\n[machines."{spelled}"]\nrate = 15\nsource = "x"'
        assert list(parse(rates.encode(), "rates.toml").machines) == expected
        takes = "r, g" if name == "mix" else "1" + (", r" if name in ("paint", "crystal") else "")
        takes += ", 1" * (name in ("swap", "stack"))
        lines = read(f"1  miner CuCuCuCu\n2  {spelled} {takes}").lines
        graph_names = "1,2" if name in ("cut", "swap") else "1"
        lines += () if name == "mix" else read(f"0=CuCuCuCu;0:{spelled}:{graph_names}").lines
        record = {"machine": spelled, "inputs": [], "outputs": []}
        lines += read(json.dumps({"steps": [record]})).lines
        assert {line.machine for line in lines} - {"miner", ""} == {expected[0]}
    if name in MACHINES:
        assert next(each for each in QUESTION.fields if each.name == "machine").check(text, "shell") == name


@pytest.mark.parametrize(("text", "steps"), [("cw", 1), ("ccw", -1), ("180", 180), ("+3", 3), ("-99", -99), ("0", 0)])
def test_turns(text: str, steps: int) -> None:
    assert read_steps(text) == steps


@pytest.mark.parametrize("text", ["", "left", "10000", "-", "+-1", "1.5", "²", "cw cw"])
def test_what_is_not_a_turn(text: str) -> None:
    with pytest.raises(NotationError, match="is not a turn"):
        read_steps(text)


@pytest.mark.parametrize("parts", RING_SIZES)
def test_numbers_above_the_ring_are_degrees(parts: int) -> None:
    """Every number of up to 360, either way: columns up to the size of the ring, then multiples of its angle."""
    shape = Shape(parts, (tuple(["Hu" if parts == 6 else "Cu"] + ["--"] * (parts - 1)),))
    for number in range(-360, 361):
        columns, rest = (number, 0) if abs(number) <= parts else divmod(number, 360 // parts)
        if rest:
            with pytest.raises(ProblemError, match=rf"cannot turn by {number}; .* multiples of {360 // parts}$"):
                MACHINES["rotate"].run(shape, steps=number)
        else:
            assert MACHINES["rotate"].run(shape, steps=number) == (shape.rotated(columns),)
