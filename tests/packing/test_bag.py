from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import LimitError, ProblemError, ShapewrightError
from shapewright.packing import Bag
from shapewright.packing.bag import MAX_PIECES

COUNTS = st.lists(st.integers(0, 50), min_size=7, max_size=7).filter(any).map(tuple)


@given(COUNTS)
def test_text_and_repr_give_the_bag_back(counts: tuple[int, ...]) -> None:
    bag = Bag(counts)
    assert Bag.from_text(bag.to_text()) == bag
    assert eval(repr(bag)) == bag
    assert Bag.from_counts(bag.to_counts()) == bag
    assert {piece.name: piece.minimum for piece in bag.pieces()} == bag.to_counts()


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("I8 J13 L10 O13 S4 T8 Z8", (8, 13, 10, 13, 4, 8, 8)),
        ("LOJI", (1, 1, 1, 1, 0, 0, 0)),
        ("iotslj", (1, 1, 1, 1, 1, 1, 0)),
        ("i8 j13, l t 2", (8, 13, 1, 0, 0, 2, 0)),
        ("[L, O, J, I]", (1, 1, 1, 1, 0, 0, 0)),
        ("i2,t=3", (2, 0, 0, 0, 0, 3, 0)),
        ("I 2\nT 3\n", (2, 0, 0, 0, 0, 3, 0)),
        ("I2 IIT", (4, 0, 0, 0, 0, 1, 0)),
        ("2I 3*T,1L", (2, 0, 1, 0, 0, 3, 0)),
    ],
)
def test_ways_to_write_a_bag(text: str, counts: tuple[int, ...]) -> None:
    assert Bag.from_text(text).counts == counts


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("I3 Q4", "'Q' at position 4"),
        ("LOXI", "'X' at position 3"),
        ("I-3", "'-3' at position 2"),
        ("3 I", "'3' at position 1"),
        ("I2 ?", "'?' at position 4"),
        ("", "the bag is empty"),
        ("I0 T0", "the bag is empty"),
        ("I99999999999", "larger than the limit"),
        ("I1000001", "larger than the limit"),
    ],
)
def test_bags_that_cannot_be_read(text: str, says: str) -> None:
    with pytest.raises(ShapewrightError, match=says.replace("?", r"\?")):
        Bag.from_text(text)


@given(st.text(max_size=40))
def test_any_text_is_a_bag_or_an_error(text: str) -> None:
    try:
        bag = Bag.from_text(text)
    except ShapewrightError:
        return
    assert bag.total > 0


def test_bags_that_make_no_sense() -> None:
    with pytest.raises(ProblemError, match="holds -1 of the piece J"):
        Bag((1, -1, 0, 0, 0, 0, 0))
    with pytest.raises(ProblemError, match="7 counts"):
        Bag((1, 2))
    with pytest.raises(ProblemError, match="'X' is not a piece"):
        Bag.from_counts({"X": 1})
    with pytest.raises(LimitError, match="1 to"):
        Bag.random(MAX_PIECES + 1)


def test_random_bags() -> None:
    assert Bag.random(64, seed=1) == Bag.random(64, seed=1)
    assert Bag.random(64, seed=1) != Bag.random(64, seed=2)
    assert all(Bag.random(9, seed=seed, even_t=True).counts[5] % 2 == 0 for seed in range(50))
    assert all(Bag.random(1, seed=seed, even_t=True).counts[5] == 0 for seed in range(50))
    mean = sum(Bag.random(70, seed=seed).counts[3] for seed in range(400)) / 400
    assert 9 < mean < 11


@pytest.mark.parametrize("count", [1.5, "3", None])
def test_a_count_is_a_whole_number(count: Any) -> None:
    with pytest.raises(ProblemError, match="the counts of a bag are whole numbers"):
        Bag.from_counts({"I": count})
