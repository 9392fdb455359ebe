"""How many boards a bag needs, by weights of its pieces."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.brute_force import fits

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import NotationError
from shapewright.jobs.limits import Clock
from shapewright.packing import Bag, Bins, bins, check, verify
from shapewright.packing.goals.find_piece_weights import weigh_bins
from shapewright.packing.proof.piece_weights import PieceWeights
from shapewright.packing.search.solvers import Effort


@lru_cache(maxsize=4096)
def held(load: str, width: int, height: int) -> bool:
    """Whether one box holds these pieces."""
    return 4 * len(load) <= width * height and fits(load, width, height)


def fewest(bag: str, width: int, height: int) -> int:
    """The fewest boxes that hold all pieces, by trying every load for the box of the first piece that is left."""

    @cache
    def needed(left: str) -> int:
        if not left:
            return 0
        best = len(left)
        for more in range(width * height // 4):
            for others in sorted(set(combinations_with_replacement(sorted(set(left[1:])), more))):
                rest = list(left[1:])
                try:
                    for one in others:
                        rest.remove(one)
                except ValueError:
                    continue
                if held("".join(sorted(left[0] + "".join(others))), width, height):
                    best = min(best, 1 + needed("".join(rest)))
        return best

    return needed("".join(sorted(bag)))


@given(st.text("IJLOSTZ", min_size=2, max_size=7), st.sampled_from([(4, 2), (4, 3), (4, 4)]))
@settings(max_examples=40, deadline=None)
def test_no_number_of_boards_that_is_enough_is_refuted(bag: str, box: tuple[int, int]) -> None:
    pieces = Bag.from_text(bag).pieces()
    least = fewest(bag, *box) if all(held(one, *box) for one in set(bag)) else None
    if least is None:
        return
    weights = weigh_bins(pieces, Board.box(*box), 0, Effort(Clock(None)))
    if weights is not None:
        assert weights.boards(pieces) <= least
    found = bins(Bag.from_text(bag), box=box)
    assert found.bound <= least
    if found.status == "optimal":
        assert len(found) == least


@pytest.mark.parametrize(("pieces", "box", "boards"), [(50, (4, 4), 14), (200, (4, 4), 51)])
def test_random_bags_in_small_boxes(pieces: int, box: tuple[int, int], boards: int) -> None:
    found = bins(Bag.random(pieces, seed=3), box=box)
    assert (found.status, len(found), found.bound) == ("optimal", boards, boards)
    for one in found:
        check(one)
    assert found.why.endswith(f"{boards - 1} boards are too few")
    answer = json.loads(json.dumps(found.to_json()))
    assert verify(answer).valid
    assert Bins.from_json(answer) == found


def test_other_pieces_and_boards() -> None:
    pieces = parse_pieces("7*X5, 3*I5")
    found = bins(pieces, board=Board.box(5, 5).without([(0, 0)]))
    assert found.status == "optimal"
    assert len(found) == found.bound


def test_too_few_boards_are_refused_with_a_bound() -> None:
    found = bins(Bag.random(50, seed=3), box=(4, 4), max_boards=13)
    assert (found.status, found.bound) == ("infeasible", 14)
    answer = json.loads(json.dumps(found.to_json()))
    parameters = {"random": 50, "seed": 3, "box": "4x4", "max_boards": 13}
    assert verify({**answer, "command": "packing bins", "complete": True, "parameters": parameters}).valid is not False


def _answer(weights: Any) -> dict[str, Any]:
    return {**json.loads(json.dumps(bins(Bag.random(50, seed=3), box=(4, 4)).to_json())), "weights": weights}


@pytest.mark.parametrize(
    ("weights", "says"),
    [
        ({"pieces": {"S": 1, "Z": 1}, "most": 1}, "can hold more than 1"),
        ({"pieces": {"S": 1, "Z": 1}, "most": 4}, "boards, no more"),
        ({"pieces": {"I": 1, "J": 1, "L": 1, "O": 1, "S": 1, "T": 1, "Z": 1}, "most": 4}, "a need of 13 boards"),
    ],
)
def test_verify_adds_them_up(weights: Any, says: str) -> None:
    found = verify(_answer(weights))
    assert found.valid is False
    assert says in " ".join(found.lines())


@pytest.mark.parametrize("weights", [[], {}, {"pieces": {"S": -1}, "most": 4}, {"pieces": {"S": 1}, "most": 0}])
def test_what_are_no_weights(weights: Any) -> None:
    with pytest.raises(NotationError):
        PieceWeights.from_json(weights)
    with pytest.raises(NotationError):
        verify(_answer(weights))
