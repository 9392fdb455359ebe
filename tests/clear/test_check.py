"""The checker: every rule that a perfect clear can break, broken once."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.clear.test_solution import SPLIT, TWO_ROWS

from shapewright.clear.check import check, faults
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import Placement
from shapewright.clear.queue import Queue
from shapewright.clear.solution import Solution
from shapewright.errors import InternalError, NotationError


def test_perfect_clears_have_no_faults() -> None:
    for solution in (TWO_ROWS, SPLIT):
        assert faults(solution) == []
        check(solution)
    assert faults(SPLIT, hold=False) == []


def with_placement(number: int, placement: Placement) -> Solution:
    placements = [*TWO_ROWS.placements]
    placements[number - 1] = placement
    return replace(TWO_ROWS, placements=tuple(placements))


@pytest.mark.parametrize(
    ("solution", "message"),
    [
        (replace(TWO_ROWS, placements=(), holds=()), "there are no placements"),
        (with_placement(2, Placement("J", "N", 2, 0)), "placement 2, J N (2, 0), overlaps what is there"),
        (with_placement(2, Placement("J", "N", 3, 1)), "placement 2, J N (3, 1), floats: nothing is below it"),
        (with_placement(5, Placement("O", "N", 8, 2)), "20 cells are left at the end"),
        (with_placement(2, Placement("T", "N", 3, 0)), "placement 2, T N (3, 0), is made with hold, which gives J"),
        (
            replace(TWO_ROWS, holds=(True, True, True, True, False)),
            "placement 4, I N (4, 1), is made with hold, which gives T",
        ),
        (
            replace(TWO_ROWS, queue=Queue("JLTI", "O")),
            "placement 5, O N (8, 0), is made without hold, which gives nothing",
        ),
    ],
)
def test_each_fault_is_named(solution: Solution, message: str) -> None:
    found = faults(solution)
    assert any(message in fault for fault in found), found
    with pytest.raises(InternalError, match="failed its check"):
        check(solution)


def test_a_place_out_of_reach() -> None:
    field = Field.from_text("X_________/___XXXXXXX/X_XXXXXXXX")
    spin = Solution(field, Queue("TO"), (Placement("T", "S", 1, 1),))
    assert not [fault for fault in faults(spin) if "reached" in fault]
    hard = faults(replace(spin, drop="hard"))
    assert "placement 1, T S (1, 1), cannot be reached with kicks srs and drop hard" in hard


def test_hold_can_be_forbidden() -> None:
    found = faults(TWO_ROWS, hold=False)
    assert found[0] == "placement 1, O N (0, 0), uses hold, which is not allowed"
    assert len(found) == 3


def test_kicks_that_have_no_name_are_handed_over() -> None:
    stiff = Kicks("stiff", ((((),) * 4,) * 4,) * 7)
    turned = replace(SPLIT, kicks="stiff")
    with pytest.raises(NotationError, match="'stiff' is not a kick system"):
        faults(turned)
    assert faults(turned, kicks=stiff) == ["placement 2, J S (6, 1), cannot be reached with kicks stiff and drop soft"]


def test_a_facing_that_cannot_be_reached_may_have_the_same_cells_as_one_that_can() -> None:
    stiff = Kicks("stiff", ((((),) * 4,) * 4,) * 7)
    upside_down = replace(SPLIT, placements=(Placement("I", "S", 8, 1), SPLIT.placements[1], Placement("O", "E", 8, 1)))
    assert len(faults(upside_down, kicks=stiff)) == 1


def test_a_tower_beyond_the_field() -> None:
    field = Field((1,) * 19)
    tall = Solution(field, Queue("I"), (Placement("I", "E", 0, 21),))
    assert faults(tall) == ["placement 1, I E (0, 21) extends beyond the 20 rows of the field"]
