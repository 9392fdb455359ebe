"""The fewest boards that hold a bag."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing import brute_force as brute

from shapewright import packing
from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import LimitError, ProblemError
from shapewright.packing import Bag, Bins, bins, faults


def lying(found: Bins) -> Counter[str]:
    return Counter(one.piece for packing in found for one in packing.placements)


def test_bins_hold_the_whole_bag() -> None:
    bag = Bag.random(30, seed=2)
    found = bins(bag, box=(5, 6))
    assert found.status in ("optimal", "feasible")
    # A board of 30 cells has room for seven pieces.
    assert len(found) >= 5
    assert found.bound >= 5
    assert list(found) == list(found.packings)
    assert lying(found) == Counter(bag.to_counts())
    for one in found.packings:
        assert faults(one) == []
    assert str(found).count("\n\n") == len(found) - 1


def test_bins_that_cannot_be() -> None:
    found = bins(parse_pieces("I5"), box=(4, 4))
    assert (found.status, len(found)) == ("infeasible", 0)
    assert found.reason == "the piece I fits nowhere on the board"
    few = bins(Bag.from_text("O9"), box=(4, 4), max_boards=2)
    assert (few.status, few.reason, few.bound) == ("infeasible", "2 boards are not enough", 3)
    with pytest.raises(ProblemError, match="give a box or a board"):
        bins(Bag.from_text("O"))
    with pytest.raises(ProblemError, match="exact number"):
        bins(parse_pieces("any*O4"), box=(4, 4))
    with pytest.raises(LimitError, match="from 1 to 1000, not 0"):
        bins(Bag.from_text("O"), box=(4, 4), max_boards=0)
    with pytest.raises(ProblemError, match="every count is 0"):
        bins(parse_pieces("0*O4"), box=(4, 4))


@given(st.lists(st.integers(0, 2), min_size=7, max_size=7).filter(lambda counts: 0 < sum(counts) <= 5))
@settings(max_examples=15)
def test_as_few_boards_as_a_brute_force_needs(counts: list[int]) -> None:
    bag = Bag(tuple(counts))
    found = bins(bag, box=(3, 4))
    if found.status != "optimal":
        assert found.status == "feasible"
        return
    # Which bags lie on one board; then the fewest of them that add up.
    one = {part for part in product(*(range(count + 1) for count in counts)) if sum(part) <= 3 and fits(part)}
    reached, boards = {(0,) * 7}, 0
    while bag.counts not in reached:
        reached = {tuple(map(sum, zip(whole, part, strict=True))) for whole in reached for part in one}
        boards += 1
    assert len(found) == boards


def fits(part: tuple[int, ...]) -> bool:
    return brute.fits("".join(letter * count for letter, count in zip("IJLOSTZ", part, strict=True)), 3, 4)


def test_time_that_is_over_gives_what_there_is() -> None:
    bag = Bag.from_text("S40 Z40")
    found = bins(bag, box=(8, 8), time_limit=0.3)
    # Weights on the cells may show in time that five boards are too few.
    assert found.status in ("optimal", "feasible", "unknown")
    if found.status != "unknown":
        assert lying(found) == Counter(bag.to_counts())
        assert found.bound <= len(found)
    at_once = bins(bag, box=(8, 8), time_limit=0)
    assert (at_once.status, at_once.bound, lying(at_once)) == ("feasible", 5, Counter(bag.to_counts()))
    few = bins(bag, box=(8, 8), time_limit=0, max_boards=5)
    assert (few.status, few.bound, len(few)) == ("unknown", 5, 0)


@pytest.mark.parametrize("what", ["O5", "I2 T3 S2", "O9"])
def test_answers_are_verified(what: str) -> None:
    answer = json.loads(json.dumps(bins(Bag.from_text(what), box=(4, 4)).to_json()))
    found = packing.verify(answer)
    assert found.valid is True, found.lines()
    assert {"boards", "bound", "bag", "board", "packings", "status"} <= found.checked.keys()


@pytest.mark.parametrize(
    ("change", "claim"),
    [
        ({"boards": 1}, "boards"),
        ({"bound": 3}, "bound"),
        ({"bound": 1}, "status"),
        ({"status": "infeasible"}, "status"),
        ({"bag": {"O": 6}}, "packings"),
        ({"board": "####/####/####/###."}, "board"),
        ({"reason": "so it is"}, "reason"),
        ({"complete": False}, "complete"),
    ],
)
def test_what_is_forged_is_found_out(change: dict[str, Any], claim: str) -> None:
    answer = bins(Bag.from_text("O5"), box=(4, 4)).to_json()
    assert claim in {fault["claim"] for fault in packing.verify({**answer, **change}).faults}


def test_a_bound_that_is_too_high_and_a_reason_that_does_not_hold() -> None:
    answer = bins(Bag.from_text("T2 I6"), box=(4, 4)).to_json()
    moved = json.loads(json.dumps(answer))
    moved["packings"][0]["placements"].pop()
    assert packing.verify(moved).valid is False
    none = bins(Bag.from_text("O9"), box=(4, 4), max_boards=2).to_json()
    none["parameters"] = {"bag": "O9", "box": "4x4", "max_boards": 2}
    assert packing.verify(none).valid is True
    assert packing.verify({**none, "parameters": {"bag": "O8", "box": "4x4", "max_boards": 2}}).valid is False
    assert packing.verify({**none, "parameters": {"bag": "O9", "box": "4x4", "max_boards": 3}}).valid is False
    nowhere = bins(parse_pieces("I5"), board=Board.box(4, 4)).to_json()
    assert packing.verify(nowhere).valid is True
    assert packing.verify({**nowhere, "reason": "the piece I4 fits nowhere on the board"}).valid is False
