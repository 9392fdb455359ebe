"""What is asked of a plan: complete and checked when it is made."""

from __future__ import annotations

from itertools import pairwise

import pytest

from shapewright.errors import NotationError, ProblemError
from shapewright.shapez.problem import EFFORTS, Problem
from shapewright.shapez.shape import Shape


def test_goals_are_shapes_each_once() -> None:
    shape = Shape.from_code("CuCu----:Rr------")
    problem = Problem([shape, "CuCuCuCu", "CuCu----:Rr------"])
    assert problem.goals == (shape, Shape.from_code("CuCuCuCu"))
    assert problem.shapes is problem.goals
    assert (problem.parts, problem.height) == (4, 2)
    assert Problem(shape) == Problem([shape]) == Problem("CuCu----:Rr------")
    assert len({Problem(shape), Problem([shape])}) == 1
    assert eval(repr(problem)) == problem


@pytest.mark.parametrize(
    ("goals", "options", "error", "words"),
    [
        ([], {}, ProblemError, "at least one goal"),
        ("--------", {}, ProblemError, "the empty shape cannot be a goal"),
        (["CuCuCuCu", "HuHuHuHuHuHu"], {}, ProblemError, "have different rings; a plan has one ring"),
        ("CuCu", {}, NotationError, "has 2 parts"),
        ("CuCuCuCu", {"minimize": "cost"}, ProblemError, "minimizes machines, depth or belt, not 'cost'"),
        ("CuCuCuCu", {"inputs": "parts"}, ProblemError, "not 'parts'"),
    ],
)
def test_what_cannot_be_asked(
    goals: str | list[str], options: dict[str, str], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        Problem(goals, **options)  # type: ignore[arg-type]


def test_more_effort_is_more_of_everything() -> None:
    efforts = [(each.expansions, each.improvements, each.polish, each.proof, each.stages) for each in EFFORTS.values()]
    for less, more in pairwise(efforts):
        assert all(a < b for a, b in zip(less, more, strict=True))
