"""Boxes filled with pieces that are taken out again, and with columns of S and Z."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.jobs.limits import Clock
from shapewright.packing import Bag, check, pack
from shapewright.packing.native import Placements, tetrominoes
from shapewright.packing.rules import LETTERS, bounding_box, overlap
from shapewright.packing.search.other_starts import by_columns, is_lopsided, with_jokers
from shapewright.packing.search.strip_filling import by_strips


@pytest.mark.parametrize("bag", ["J255", "L255", "T255", "J254"])
def test_one_piece_fewer_is_never_worse(bag: str) -> None:
    packing = pack(Bag.from_text(bag))
    check(packing)
    assert (packing.status, packing.width, packing.height) == ("optimal", 32, 32)


@pytest.mark.parametrize("bag", ["I1023", "T1023", "J1023"])
def test_nor_in_large_boxes(bag: str) -> None:
    packing = pack(Bag.from_text(bag))
    check(packing)
    assert (packing.status, packing.width, packing.height) == ("optimal", 64, 64)


@pytest.mark.parametrize(
    ("bag", "side"), [("S256", 33), ("S144", 25), ("S400", 41), ("S128 Z128", 33), ("Z121", 23), ("S60 Z4", 17)]
)
def test_the_best_squares_for_s_and_z(bag: str, side: int) -> None:
    packing = pack(Bag.from_text(bag))
    check(packing)
    assert (packing.status, packing.width, packing.height) == ("optimal", side, side)


@pytest.mark.parametrize(("bag", "side"), [("I44 S20", 16), ("I45 S18", 16), ("I70 Z30", 20)])
def test_strips_that_are_filled_alike(bag: str, side: int) -> None:
    counts = Bag.from_text(bag).counts
    raw = by_strips(tetrominoes(), side, side, counts, 0, Clock(None))
    assert raw is not None
    placements = tuple(Placements(tetrominoes(), raw))
    assert overlap(placements) is None
    assert Counter(one.piece for one in placements) == Counter(
        {letter: n for letter, n in zip(LETTERS, counts, strict=True) if n}
    )
    _, _, wide, high = bounding_box(placements)
    assert max(wide, high) <= side


def test_no_strips_for_other_bags() -> None:
    for bag in ("S64", "S20 Z44", "I20 S20 T24", "I20 S20"):
        assert by_strips(tetrominoes(), 16, 16, Bag.from_text(bag).counts, 0, Clock(None)) is None


@given(
    st.lists(st.integers(0, 12), min_size=7, max_size=7).filter(any), st.integers(5, 16), st.integers(5, 16),
    st.sampled_from([with_jokers, by_columns]),
)  # fmt: skip
@settings(max_examples=60, deadline=None)
def test_what_is_laid_is_what_was_asked_for(counts: list[int], width: int, height: int, start: object) -> None:
    if 4 * sum(counts) > width * height:
        return
    raw = start(tetrominoes(), width, height, counts, 0, Clock(None))  # type: ignore[operator]
    if raw is None:
        return
    placements = tuple(Placements(tetrominoes(), raw))
    assert overlap(placements) is None
    assert Counter(one.piece for one in placements) == Counter(dict(zip(LETTERS, counts, strict=True)))
    left, bottom, wide, high = bounding_box(placements)
    assert min(left, bottom) >= 0
    assert left + wide <= width
    assert bottom + high <= height


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 5), st.integers(0, 5))
def test_columns_hold_as_many_as_their_height_says(columns: int, each: int, missing: int, spare: int) -> None:
    count = columns * each - min(missing, each - 1)
    counts = [0] * 7
    counts[LETTERS.index("Z")] = count
    for width, height in ((2 * columns + spare, 2 * each + 1), (2 * each + 1, 2 * columns + spare)):
        raw = by_columns(tetrominoes(), width, height, counts, 0, Clock(None))
        assert raw is not None
        assert len(raw) == 16 * count
        _, _, wide, high = bounding_box(tuple(Placements(tetrominoes(), raw)))
        # Pieces are slid to the sides: that is the box that was asked for.
        assert wide == width or columns == 1
        assert high == height or columns == 1 or missing


def test_a_covered_corner_stays_covered() -> None:
    packing = pack(Bag.from_text("J255"), cover_corner=True)
    assert (packing.width, packing.height) == (32, 32)
    assert any((0, 0) in one.cells for one in packing.placements)


def test_which_bags_are_lopsided() -> None:
    assert is_lopsided([0, 4, 0, 0, 3, 0, 0])
    assert not is_lopsided([1, 1, 1, 0, 0, 0, 0])
