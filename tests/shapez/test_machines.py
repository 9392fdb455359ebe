"""The table of machines: what each makes is what the rules say, and what a plan may have is in it."""

from __future__ import annotations

import pytest

from shapewright.errors import NotationError, ProblemError
from shapewright.shapez.check import _SLOTS
from shapewright.shapez.machines import MACHINES, PLANNED, read_steps
from shapewright.shapez.plans.steps import MACHINES as COUNTED
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


@pytest.mark.parametrize(("text", "steps"), [("cw", 1), ("ccw", -1), ("180", None), ("+3", 3), ("-99", -99), ("0", 0)])
def test_turns(text: str, steps: int | None) -> None:
    assert read_steps(text) == steps


@pytest.mark.parametrize("text", ["", "left", "100", "-", "+-1", "1.5", "²", "cw cw"])
def test_what_is_not_a_turn(text: str) -> None:
    with pytest.raises(NotationError, match="is not a turn"):
        read_steps(text)
