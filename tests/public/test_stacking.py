"""Stacks whose least height others computed."""

from __future__ import annotations

import pytest

from shapewright import stacking

# tetromino-stacking: six columns; sequence, whether pieces turn, height, first plan in the order of its search.
STACKS = (
    ("ZOZS", False, 4, ((0, 0), (0, 0), (2, 0), (2, 0))),
    ("ZISS", True, 3, ((4, 90), (0, 90), (2, 0), (0, 0))),
    ("SISS", False, 4, ((0, 0), (5, 0), (2, 0), (0, 0))),
    ("LLLL", True, 3, ((0, 0), (3, 0), (1, 180), (4, 180))),
    ("IIIIII", False, 4, ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0))),
    ("IOTIOTIO", True, 6, ((0, 0), (1, 0), (0, 0), (5, 0), (3, 0), (3, 90), (0, 90), (4, 0))),
)


@pytest.mark.parametrize(("sequence", "turns", "height", "drops"), STACKS)
def test_the_least_height_and_the_first_plan(
    sequence: str, turns: bool, height: int, drops: tuple[tuple[int, int], ...]
) -> None:
    problem = stacking.Problem(sequence, width=6, rotation=turns)
    plan = stacking.first(problem, tie_break="lexicographic")
    assert plan is not None
    assert (plan.height, plan.optimal) == (height, True)
    assert tuple((drop.column, drop.rotation) for drop in plan.drops) == drops
