"""S and Z in boxes with even sides: zippers, columns and spirals."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.wastes import least

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.jobs.limits import Clock
from shapewright.packing import Bag, bins, check, pack
from shapewright.packing.native import Placements, native_of, tetrominoes
from shapewright.packing.rules import LETTERS, bounding_box, overlap
from shapewright.packing.search.s_and_z import most_alone, of_s_and_z


def lying(bag: str, width: int, height: int, seed: int = 0) -> bool:
    """Whether the bag is found to lie in the box; if so, it does."""
    wanted = Bag.from_text(bag)
    raw = of_s_and_z(tetrominoes(), width, height, wanted.counts, seed, Clock(None))
    if raw is None:
        return False
    placements = tuple(Placements(tetrominoes(), raw))
    assert overlap(placements) is None
    assert Counter(one.piece for one in placements) == Counter(dict(zip(LETTERS, wanted.counts, strict=True)))
    left, bottom, wide, high = bounding_box(placements)
    assert min(left, bottom) >= 0
    assert left + wide <= width
    assert bottom + high <= height
    return True


@pytest.mark.parametrize("bag", ["S1000", "Z1004", "S500 Z500", "S900 Z100", "S990 T10", "S450 Z450 T100"])
def test_a_thousand_lie_in_the_best_square(bag: str) -> None:
    packing = pack(Bag.from_text(bag))
    check(packing)
    assert (packing.status, packing.width, packing.height) == ("optimal", 64, 64)


def test_pieces_that_keep_apart_are_others() -> None:
    packing = pack(Bag.from_text("S50"), clearance=1, time_limit=2)
    check(packing)
    assert packing.placements


@pytest.mark.parametrize(("width", "height"), [(4, 4), (4, 6), (6, 6), (2, 6)])
def test_no_more_of_them_lie_alone_than_the_twin_lays(width: int, height: int) -> None:
    assert most_alone(width, height) == (width * height - (least({"S": 0}, 1, width, height) or 0)) // 4


@pytest.mark.parametrize("side", [8, 14, 20, 40])
def test_spirals_hold_nearly_as_many_as_can_be(side: int) -> None:
    number = most_alone(side, side) // 4 * 4
    assert lying(f"S{number}", side, side)
    assert lying(f"Z{number}", side, side)
    assert not lying(f"S{most_alone(side, side) + 1}", side, side)


@given(st.integers(1, 8), st.integers(2, 9), st.integers(0, 8), st.booleans(), st.booleans())
@settings(max_examples=40, deadline=None)
def test_zippers_hold_one_more_than_columns(zippers: int, half: int, missing: int, more: bool, turned: bool) -> None:
    little = zippers * (half - 1)
    bag = f"S{max(0, little - missing) + more * zippers} Z{little + (not more) * zippers}"
    size = (2 * half, 4 * zippers) if turned else (4 * zippers, 2 * half)
    assert lying(bag, *size)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 9), st.integers(2, 9), st.integers(2, 9))
@settings(max_examples=60, deadline=None)
def test_what_is_laid_is_what_was_asked_for(s: int, z: int, t: int, wide: int, high: int) -> None:
    if 0 < s + z + t <= wide * high:
        lying(f"S{s} Z{z} T{t}", 2 * wide, 2 * high)


def test_no_other_boxes_and_pieces() -> None:
    assert of_s_and_z(native_of(parse_pieces("10*X5,one-sided-S4")), 10, 10, (1, 10), 0, Clock(None)) is None
    assert not lying("S3", 5, 4)
    assert not lying("T4", 4, 4)
    assert not lying("S20", 8, 8)


def test_a_board_that_is_a_box_is_packed_as_well() -> None:
    """Here the walk finds nothing, and two boards were said to be needed."""
    bag = Bag.from_text("S45")
    packing = pack(bag, board=Board.box(14, 14))
    check(packing)
    assert packing.status == "optimal"
    assert len(bins(bag, box=(14, 14))) == 1
