"""Weights on the cells of boxes, theorems of full rectangles, and the answers that stand on them."""

from __future__ import annotations

import json
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.brute_force import SHAPES, fits, placements

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError
from shapewright.packing import Bag, feasible, pack, verify
from shapewright.packing.picture import refuted
from shapewright.packing.proof.box_weights import Weights, add_up, sentence
from shapewright.packing.proof.reason import theorem
from shapewright.packing.proof.refute import Task
from shapewright.packing.search.find_box_weights import weigh


@given(st.text("IJLOSTZ", min_size=1, max_size=5), st.integers(2, 6), st.integers(2, 5))
@settings(max_examples=120)
def test_no_bag_that_fits_is_refuted(text: str, width: int, height: int) -> None:
    pieces = Bag.from_text(text).pieces()
    weights = weigh(pieces, width, height)
    known = theorem(pieces, width, height)
    if weights is not None or known is not None:
        assert not fits("".join(sorted(text)), width, height)


@given(st.lists(st.integers(0, 60), min_size=7, max_size=7).filter(any), st.sampled_from([1, 2, 3]), st.integers(0, 5))
@settings(max_examples=25, deadline=None)
def test_no_box_that_was_filled_is_refuted(counts: list[int], kinds: int, seed: int) -> None:
    # What lies in a box was checked by the rules, however it was found.
    order = sorted(range(7), key=lambda kind: -counts[kind])
    few = tuple([count if kind in order[:kinds] else 0 for kind, count in enumerate(counts)])
    packing = pack(Bag(few), seed=seed, time_limit=2)
    for extra in (0, 1):
        pieces, box = Bag(few).pieces(), (packing.width + extra, packing.height)
        assert weigh(pieces, *box) is None
        assert theorem(pieces, *box) is None


@given(
    st.lists(
        st.sampled_from(["I1", "I2", "V3", "I3", "F5", "X5", "W5", "P5", "U5", "O4", "S4"]), min_size=1, max_size=5
    ),
    st.integers(3, 6),
    st.integers(3, 6),
)
@settings(max_examples=60, deadline=None)
def test_other_pieces_that_fit_are_not_refuted(names: list[str], width: int, height: int) -> None:
    pieces = parse_pieces(", ".join(f"{names.count(name)}*{name}" for name in sorted(set(names))))
    if weigh(pieces, width, height) is None and theorem(pieces, width, height) is None:
        return
    cells = Board.box(width, height).order()
    empty = len(cells) - sum(piece.minimum * piece.shape.area for piece in pieces)
    assert empty < 0 or Task(pieces, cells, empty).is_refuted(20)


@given(
    st.lists(st.lists(st.integers(0, 3), min_size=4, max_size=4), min_size=3, max_size=3),
    st.sampled_from([(0, 4), (1, 2), (2, 1), (0, 1)]),
    st.sampled_from([(0, 3), (1, 1), (0, 2)]),
    st.integers(4, 9),
    st.integers(3, 7),
    st.sampled_from("IJLOSTZ"),
)
def test_sums_are_those_of_every_place(
    rows: list[list[int]], across: tuple[int, int], up: tuple[int, int], width: int, height: int, letter: str
) -> None:
    weights = Weights(tuple(map(tuple, rows)), across, up)
    at = dict(weights.cells(width, height))
    assert set(at) == set(product(range(width), range(height)))
    assert weights.total(width, height) == sum(at.values())
    piece = Bag.from_text(letter).pieces()[0]
    every = [sum(at[cell] for cell in place) for place in placements(SHAPES[letter], width, height)]
    assert weights.least(piece, width, height) == min(every, default=None)
    # The columns come in the order of the table: what is once at either end stands there.
    assert weights.columns(4) == [0, 1, 2, 3]
    assert weights.columns(width)[: across[0]] == list(range(across[0]))


def test_every_second_cell_of_every_second_row_is_covered_by_a_square() -> None:
    pieces = Bag.from_text("O17").pieces()
    weights = weigh(pieces, 9, 9)
    assert weights is not None
    sums = add_up(weights, pieces, 9, 9)
    assert (sums.pieces, sums.box) == (17, 16)
    assert sentence(weights, pieces, 9, 9).startswith("each O covers at least 1 of the 16 cells where every 2nd column")


@pytest.mark.parametrize(
    ("bag", "box"),
    [("O17", (8, 10)), ("O18", (9, 10)), ("O50", (16, 16)), ("O170", (28, 28)), ("S64", (17, 17)), ("S36", (13, 13))],
)
def test_best_boxes_of_one_kind(bag: str, box: tuple[int, int]) -> None:
    packing = pack(Bag.from_text(bag))
    assert (packing.status, packing.width, packing.height) == ("optimal", *box)


@pytest.mark.parametrize(
    ("bag", "width", "height"), [("O50", 7, 34), ("S50", 7, 34), ("T50", 10, 21), ("S25 Z25", 10, 21)]
)
def test_strips_of_one_kind(bag: str, width: int, height: int) -> None:
    packing = pack(Bag.from_text(bag), width=width, objective="strip")
    assert (packing.status, packing.height) == ("optimal", height)


def test_crosses_keep_off_the_sides() -> None:
    pieces = parse_pieces("6*X5")
    packing = pack(pieces, box=(7, 6))
    assert packing.status == "infeasible"
    assert weigh(pieces, 7, 6) is not None


def test_weights_of_large_boxes_are_a_small_table() -> None:
    weights = weigh(Bag.from_text("S1000").pieces(), 63, 64)
    assert weights == Weights(((0, 0), (0, 1)), (0, 2), (0, 2))


@pytest.mark.parametrize(("width", "height"), [(2, 2), (4, 2), (3, 4), (4, 4), (5, 4), (6, 4), (2, 8)])
def test_theorems_hold(width: int, height: int) -> None:
    count = width * height // 4
    for mixed in range(count + 1):
        bag = "S" * mixed + "Z" * (count - mixed)
        assert theorem(Bag.from_text(bag).pieces(), width, height) is not None
        assert not fits(bag, width, height)
    alone = theorem(Bag.from_text("T" * count).pieces(), width, height)
    assert (alone is None) == fits("T" * count, width, height)


def test_free_pieces_of_one_shape_fill_no_rectangle_either() -> None:
    found = theorem(parse_pieces("4*free-S4"), 4, 4)
    assert found is not None
    assert found.startswith("S alone fills no rectangle")
    assert theorem(parse_pieces("4*free-L4"), 4, 4) is None


def test_a_refuted_box_shows_its_weights() -> None:
    found = feasible(Bag.from_text("O17"), box=(9, 9))
    assert found.verdict == "impossible"
    board = refuted(found.packing.refuted[0])
    assert board is not None
    heavy, light = board.marks
    assert heavy.cells == set(product(range(1, 9, 2), range(1, 9, 2)))
    assert (heavy.text, heavy.shade, light.shade) == ("", "a", "b")
    written = refuted(feasible(Bag.from_text("S32 O32"), box=(16, 16)).packing.refuted[0])
    assert written is not None
    assert max(int(mark.text) for mark in written.marks if mark.text) > 1


def _answer(**change: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(pack(Bag.from_text("O17"), box=(9, 9)).to_json())), **change}


def test_verify_adds_the_weights_up() -> None:
    answer = _answer()
    assert verify(answer).valid
    entry = answer["refuted"][0]
    ones = {**entry, "weights": {"rows": [[1]], "across": [0, 1], "up": [0, 1]}}
    wrong = verify(_answer(refuted=[ones]))
    assert wrong.valid is False
    assert "add up to no contradiction" in " ".join(wrong.lines())
    words = verify(_answer(refuted=[{**entry, "reason": "because"}], reason="because"))
    assert words.valid is False
    other = {**entry, "weights": {"rows": [[0, 1], [1, 0]], "across": [2, 0], "up": [2, 0]}}
    assert verify(_answer(refuted=[other])).valid is False


def test_verify_needs_no_search_for_what_weights_show() -> None:
    packing = pack(Bag.from_text("O170"))
    assert verify(packing.to_json(), time_limit=0).valid


@pytest.mark.parametrize(
    "weights",
    [
        {"rows": [], "across": [0, 1], "up": [0, 1]},
        {"rows": [[1], [1, 1]], "across": [0, 1], "up": [0, 1]},
        {"rows": [[-1]], "across": [0, 1], "up": [0, 1]},
        {"rows": [[1.0]], "across": [0, 1], "up": [0, 1]},
        {"rows": [[1]], "across": [0, 2], "up": [0, 1]},
        {"rows": [[1]], "across": [1], "up": [0, 1]},
        {"rows": [[1]]},
        None,
    ],
)
def test_what_are_no_weights(weights: Any) -> None:
    with pytest.raises(NotationError):
        Weights.from_json(weights)
    with pytest.raises(NotationError):
        verify(_answer(refuted=[{**_answer()["refuted"][0], "weights": weights}]))


def test_weights_of_another_box_are_refused() -> None:
    weights = Weights(((1, 1), (1, 1)), (2, 0), (2, 0))
    with pytest.raises(NotationError, match="do not repeat to 9"):
        weights.total(9, 9)
    with pytest.raises(NotationError, match="has no place"):
        add_up(Weights(((1,),), (0, 1), (0, 1)), Bag.from_text("I").pieces(), 3, 3)


def test_they_survive_a_round_trip() -> None:
    weights = weigh(Bag.from_text("S60 Z4").pieces(), 16, 16)
    assert weights is not None
    assert Weights.from_json(json.loads(json.dumps(weights.to_json()))) == weights
