"""Pieces with a grain, which half a turn may turn but a quarter may not."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.values import most_value

from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import ProblemError
from shapewright.packing import check, pack, verify

ARTS = ("##", "###", "##/#.", "###/#..", "###/.#.", ".##/##.", "#/#/#")


@given(st.lists(st.sampled_from(ARTS), min_size=1, max_size=3, unique=True), st.integers(1, 2))
@settings(max_examples=25, deadline=None)
def test_the_least_box(arts: list[str], count: int) -> None:
    pieces = tuple(
        Piece(f"p{number}", Polyomino.from_text(art), count, count, "half-turn") for number, art in enumerate(arts)
    )
    kinds = [(art, 0, count, count) for art in arts]

    def fits(width: int, height: int) -> bool:
        worth = {(x, y): 0 for x in range(width) for y in range(height)}
        return most_value(kinds, worth, "half-turn") is not None

    packed = pack(pieces, objective="area")
    check(packed)
    assert packed.status == "optimal"
    area, least = packed.width * packed.height, sum(count * art.count("#") for art in arts)
    assert fits(packed.width, packed.height) or area > 12  # the twin is slow
    smaller = [(w, size // w) for size in range(least, min(area, 11)) for w in range(1, size + 1) if size % w == 0]
    assert not any(fits(*box) for box in smaller)
    assert verify(json.dumps(packed.to_json())).valid is not False


def test_boxes_lie_or_stand() -> None:
    assert pack(parse_pieces("3*half-turn-I3.2"), objective="strip", width=3).height == 3
    lying = pack(parse_pieces("2*half-turn-I3.2"), objective="strip", width=2)
    assert lying.status == "infeasible"


def test_a_corner_needs_pieces_that_turn() -> None:
    for motions in ("fixed", "half-turn"):
        with pytest.raises(ProblemError, match="may not be turned by a quarter"):
            pack(parse_pieces(f"{motions}-W5, {motions}-X5"), cover_corner=True)
    assert pack(parse_pieces("one-sided-W5, one-sided-X5"), cover_corner=True).status == "optimal"


def test_names_and_refusals() -> None:
    assert [piece.name for piece in parse_pieces("half-turn-L4, BAR=half-turn-##")] == ["L.1", "BAR"]
    assert len(parse_pieces("half-turn-tetrominoes")) == 13
    with pytest.raises(ProblemError, match="flat pieces of squares"):
        parse_pieces("half-turn-tetracubes")
    with pytest.raises(ProblemError, match="no half-turn motion"):
        Piece("A", Polyomino(((0, 0, 0), (1, 0, 0))), motions="half-turn")
