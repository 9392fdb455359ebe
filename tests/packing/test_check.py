"""The checker sees every kind of fault."""

from __future__ import annotations

from dataclasses import replace

import pytest

from shapewright.cells.grid import Board
from shapewright.cells.placements import Placement
from shapewright.errors import InternalError
from shapewright.packing import Bag, Packing, check, faults, pack

GOOD = pack(Bag.from_text("LOJI"))


def test_a_good_packing_has_no_fault() -> None:
    assert faults(GOOD) == []
    check(GOOD)


def _moved(packing: Packing, dx: int, dy: int) -> Packing:
    return replace(
        packing,
        placements=tuple(
            Placement(one.piece, tuple((x + dx, y + dy) for x, y in one.cells)) for one in packing.placements
        ),
    )


@pytest.mark.parametrize(
    ("packing", "says"),
    [
        (replace(GOOD, placements=tuple(GOOD.placements)[1:]), "lies 0 times, and 1 is in the bag"),
        (replace(GOOD, placements=(*GOOD.placements, GOOD.placements[0])), "covered twice"),
        (replace(GOOD, placements=tuple(replace(one, piece="I") for one in GOOD.placements)), "shape that the piece"),
        (
            replace(GOOD, placements=tuple(replace(one, piece="X") for one in GOOD.placements)),
            "is not one of the pieces",
        ),
        (replace(GOOD, goal="board", board=Board.box(4, 4), placements=GOOD.placements[1:]), "lies 0 times"),
        (replace(GOOD, stated_score=25.0), "the score is 24.00, not 25.00"),
        (replace(GOOD, width=5), "bounding box is 4x4, not 5x4"),
        (_moved(GOOD, 1, 0), "begins at 1,0"),
        (replace(_moved(GOOD, 1, 0), goal="box"), "do not lie within 4x4"),
        (replace(GOOD, goal="board", board=Board.box(4, 4).without([(0, 0)])), "0,0 is covered, and it is not a cell"),
        (replace(GOOD, asked=Bag.from_text("LOJII")), "lies 1 times, and 2 are in the bag"),
        (replace(GOOD, status="unknown"), "without a packing has placements"),
        (replace(GOOD, placements=()), "has no placements"),
    ],
)
def test_faults(packing: Packing, says: str) -> None:
    found = faults(packing)
    assert any(says in fault for fault in found), found
    with pytest.raises(InternalError):
        check(packing)


def test_a_mirrored_piece_is_a_fault() -> None:
    mirrored = replace(
        GOOD,
        placements=tuple(Placement(one.piece, tuple((3 - x, y) for x, y in one.cells)) for one in GOOD.placements),
    )
    assert any("'J'" in fault and "shape" in fault for fault in faults(mirrored))
