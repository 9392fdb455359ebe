"""Weights that are planes over a box: what they refute, and that they never refute what fits."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.brute_force import fits
from tests.reference.packing.wastes import least

from shapewright.cells.placements import placements
from shapewright.cells.polyomino import Polyomino
from shapewright.packing import Bag, pack, verify
from shapewright.packing.rules import SHAPES
from shapewright.packing.search.plane_weights import slanted


def _most(k: int, m: int) -> int:
    return k * m * (k + m - 2) // (k + m - 1)


@given(st.integers(2, 20), st.integers(2, 20), st.sampled_from("SZ"))
@settings(max_examples=25, deadline=None)
def test_s_alone_leaves_room_in_boxes_with_even_sides(k: int, m: int, letter: str) -> None:
    width, height = 2 * k, 2 * m
    pieces = Bag.from_text(f"{letter}{_most(k, m) + 1}").pieces()
    weights = slanted(pieces, width, height)
    assert weights is not None
    number = dict(weights.cells(width, height))
    cells = sorted(number)
    shapes = Polyomino(SHAPES[letter].cells).orientations("one-sided")
    lightest = min(sum(number[cells[at]] for at in where) for where in placements(cells, shapes))
    assert (_most(k, m) + 1) * lightest > sum(number.values())
    assert slanted(Bag.from_text(f"{letter}{_most(k, m)}").pieces(), width, height) is None


@given(
    st.sampled_from([("S",), ("Z",), ("T",), ("S", "Z"), ("O",), ("L",)]), st.integers(4, 5), st.integers(4, 5),
    st.integers(1, 3),
)  # fmt: skip
@settings(max_examples=20, deadline=None)
def test_what_fits_is_not_refuted(letters: tuple[str, ...], width: int, height: int, more: int) -> None:
    empty = least(dict.fromkeys(letters, 0), 1, width, height)
    assert empty is not None
    most = (width * height - empty) // 4
    if len(letters) == 1 and most:
        assert slanted(Bag.from_text(f"{letters[0]}{most}").pieces(), width, height) is None
    for one in range(most + more):
        bag = letters[0] * (one + 1) + letters[-1] * (most + more - one - 1)
        if 4 * len(bag) <= width * height and slanted(Bag.from_text(bag).pieces(), width, height) is not None:
            assert not fits(bag, width, height)


@pytest.mark.parametrize(
    ("bag", "refuted", "best"),
    [("S250", 32, 33), ("Z1010", 64, 65), ("S46", 14, 15), ("S58L6", 16, 17), ("S40Z20T4", 16, 17)],
)
def test_squares_that_repeating_weights_leave_open(bag: str, refuted: int, best: int) -> None:
    found = pack(Bag.from_text(bag))
    assert (found.status, found.width, found.height) == ("optimal", best, best)
    assert [one.weights is not None for one in found.refuted if (one.width, one.height) == (refuted, refuted)] == [True]
    answer = json.loads(json.dumps(found.to_json()))
    assert verify(json.dumps(answer)).valid is True
    if refuted < 20:
        weights = next(one for one in answer["refuted"] if one["width"] == refuted)["weights"]
        weights["rows"][0][0] += 100
        assert verify(json.dumps(answer), time_limit=2).valid is not True


def test_boxes_that_are_left_to_others() -> None:
    assert slanted(Bag.from_text("S3").pieces(), 3, 9) is None  # too narrow to be looked at
    assert slanted(Bag.from_text("T60").pieces(), 16, 16) is None
    assert slanted(Bag.from_text("S5000").pieces(), 200, 200) is None  # too large a table
