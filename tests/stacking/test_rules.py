"""The rules, cell by cell, against what a person sees on paper."""

from __future__ import annotations

import pytest

from shapewright.stacking import rules, tetrominoes
from shapewright.stacking.pieces import FallingPiece

ROTATIONS = {
    "I": ["#/#/#/#", "####"],
    "O": ["##/##"],
    "T": ["###/.#.", "#./##/#.", ".#./###", ".#/##/.#"],
    "J": [".#/.#/##", "###/..#", "##/#./#.", "#../###"],
    "L": ["#./#./##", "..#/###", "##/.#/.#", "###/#.."],
    "S": [".##/##.", "#./##/.#"],
    "Z": ["##./.##", ".#/##/#."],
}


@pytest.mark.parametrize("piece", tetrominoes(), ids=lambda piece: piece.name)
def test_rotations_are_anticlockwise(piece: FallingPiece) -> None:
    assert [shape.to_text().replace("\n", "/") for shape in piece.orientations] == ROTATIONS[piece.name]


def test_a_piece_stops_at_the_first_cell_under_it() -> None:
    stack = {(0, 0), (1, 0), (1, 1), (3, 4)}
    assert rules.landed(stack, [(0, 0), (1, 0)], 0) == ((0, 2), (1, 2))
    assert rules.landed(stack, [(0, 0), (0, 1)], 2) == ((2, 0), (2, 1))
    # What hangs over is not slid under.
    assert rules.landed(stack, [(0, 0)], 3) == ((3, 5),)
    assert rules.landed({(1, 0)}, [(0, 0), (0, 1), (1, 1)], 0) == ((0, 0), (0, 1), (1, 1))


def test_rows_vanish_and_what_is_above_comes_down_as_it_is() -> None:
    stack = {(x, 0): "a" for x in range(3)} | {(0, 1): "b"} | {(x, 2): "c" for x in range(3)} | {(1, 3): "d"}
    assert rules.full_rows(stack, 3) == [0, 2]
    assert rules.cleared(stack, 3) == {(0, 0): "b", (1, 1): "d"}


def test_goals() -> None:
    stack = {(0, 0), (0, 2), (2, 0)}
    assert rules.heights(stack, 4) == (3, 0, 1, 0)
    assert [rules.goal(stack, 4, objective) for objective in rules.ENDINGS] == [3, 1, 5]
    assert rules.height(()) == rules.holes((), 3) == rules.flatness((), 3) == 0


def test_which_pieces_may_fall() -> None:
    assert rules.next_pieces("IO", None, False) == (("I", None, 1),)
    assert rules.next_pieces("IO", None, True) == (("I", None, 1), ("O", "I", 2))
    assert rules.next_pieces("IO", "T", True) == (("I", "T", 1), ("T", "I", 1))
    assert rules.next_pieces("II", None, True) == (("I", None, 1),)
    assert rules.next_pieces("IO", "I", True) == (("I", "I", 1),)
    assert rules.next_pieces("", "T", True) == (("T", None, 0),)
    assert rules.next_pieces("", None, True) == ()
