"""The fast searches against their slow twins."""

from __future__ import annotations

from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.brute_force import bags, best_score, fits

from shapewright.packing import Bag, chances, check, feasible, pack
from shapewright.packing.boxes import by_area, by_score


@pytest.mark.parametrize(
    ("width", "height", "pieces"), [(3, 3, 2), (4, 4, 4), (2, 5, 2), (3, 5, 3), (5, 3, 3), (4, 3, 3)]
)
def test_the_table_holds_exactly_the_bags_that_fit(width: int, height: int, pieces: int) -> None:
    found = chances((width, height), pieces)
    expected = {bag for bag in bags(pieces) if fits(bag, width, height)}
    assert {bag for bag in bags(pieces) if Bag.from_text(bag) in found} == expected
    assert found.bags == len(expected)


@given(st.text("IJLOSTZ", min_size=1, max_size=4), st.integers(2, 5), st.integers(2, 5), st.integers(0, 10))
@settings(max_examples=60)
def test_verdicts_on_small_boxes(text: str, width: int, height: int, seed: int) -> None:
    found = feasible(Bag.from_text(text), box=(width, height), seed=seed)
    assert found.verdict == ("possible" if fits(text, width, height) else "impossible")
    check(found.packing)


@given(st.text("IJLOSTZ", min_size=1, max_size=4), st.integers(0, 10))
@settings(max_examples=40)
def test_the_score_is_the_best_there_is(text: str, seed: int) -> None:
    packing = pack(Bag.from_text(text), seed=seed)
    check(packing)
    assert packing.status == "optimal"
    assert packing.score == pytest.approx(best_score(text))


@given(st.integers(1, 40))
@settings(max_examples=20)
def test_boxes_come_by_falling_score_and_none_is_left_out(pieces: int) -> None:
    cells = 4 * pieces
    key = {
        (a, b): ((10 * pieces - a * b) * a / b, -a * b)
        for a in range(1, cells + 1)
        for b in range(a, 2 * cells + 40)
        if a * b >= cells
    }
    expected = sorted(key, key=lambda box: key[box], reverse=True)[:20]
    found = list(islice(by_score(cells), 20))
    assert [key[box][0] for box in found] == pytest.approx([key[box][0] for box in expected])
    assert [key[box][1] for box in found] == [key[box][1] for box in expected]
    assert len(set(found)) == 20


def test_boxes_come_by_rising_area() -> None:
    found = list(islice(by_area(7), 8))
    assert found == [(1, 7), (2, 4), (1, 8), (3, 3), (1, 9), (2, 5), (1, 10), (1, 11)]
