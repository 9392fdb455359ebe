"""Weights on the cells of boards: never below what can be covered, and as published where they settle it."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing import brute_force as brute

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError
from shapewright.packing import Bag, Packing, Problem, faults, pack, verify
from shapewright.packing.picture import impossible
from shapewright.packing.proof.board_weights import BoardWeights
from shapewright.packing.search.find_board_weights import weigh_board
from shapewright.packing.values import Values

ARTS = {"L3": "##/#.", "O4": "##/##", "S4": ".##/##.", "X5": ".#./###/.#."}


@given(st.lists(st.sampled_from(list(ARTS)), min_size=1, max_size=3), st.integers(2, 4), st.integers(3, 4))
@settings(max_examples=40, deadline=None)
def test_no_more_is_covered_than_weights_allow(names: list[str], width: int, height: int) -> None:
    pieces = tuple(replace(parse_pieces(name)[0], name=f"P{at}", minimum=0, maximum=1) for at, name in enumerate(names))
    cells = Board.box(width, height).order()
    weights = weigh_board(pieces, cells)
    if weights is not None:
        most = brute.most_covered([ARTS[name].split("/") for name in names], width, height)
        assert most <= weights.most(pieces, cells) < len(cells)


@given(st.lists(st.integers(0, 3), min_size=12, max_size=12), st.integers(1, 3), st.sampled_from(list(ARTS)))
@settings(max_examples=60, deadline=None)
def test_any_weights_say_something_true(numbers: list[int], scale: int, name: str) -> None:
    cells = Board.box(4, 3).order()
    weights = BoardWeights(Values(tuple(sorted(zip(cells, numbers, strict=True)))), scale)
    pieces = tuple(replace(parse_pieces(name)[0], name=f"P{at}", minimum=0, maximum=1) for at in range(2))
    assert brute.most_covered([ARTS[name].split("/")] * 2, 4, 3) <= weights.most(pieces, cells)
    assert BoardWeights.from_json(json.loads(json.dumps(weights.to_json()))) == weights


def test_squares_on_a_board_of_odd_sides() -> None:
    """Of 9x9 cells 16 have two odd coordinates, and each square covers one of them."""
    problem = Problem(Bag.from_text("O17"), board=Board.box(9, 9))
    none = pack(problem)
    assert none.status == "infeasible"
    assert none.reason == "by weights on the cells the pieces cover at most 64 of 81 cells"
    drawn = impossible(problem, none)
    assert drawn is not None
    assert drawn.marks
    answer = none.to_json()
    assert Packing.from_json(answer).to_json() == answer
    assert verify(json.dumps(answer)).valid is True
    most = pack(parse_pieces("10-20*O4"), board=Board.box(9, 9))
    assert (most.status, most.cells, most.bound) == ("optimal", 64, 64)
    assert not faults(most)
    answer = most.to_json()
    assert verify(json.dumps(answer)).valid is True
    assert verify(json.dumps({**answer, "bound": 68.0})).valid is False
    less = {**answer, "weights": {**answer["weights"], "scale": 2}}
    assert BoardWeights.from_json(less["weights"]).most(most.asked, Board.box(9, 9).order()) > 64  # type: ignore[arg-type]


@pytest.mark.parametrize("data", [None, {"cells": "1 1"}, {"cells": "1 -1", "scale": 1}, {"cells": "1", "scale": 0}])
def test_malformed_weights(data: object) -> None:
    with pytest.raises(NotationError):
        BoardWeights.from_json(data)
