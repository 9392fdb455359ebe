from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import ProblemError
from shapewright.packing import Bag, check, pack

RING = Board.box(5, 5).without([(2, 2)])


def test_a_board_with_a_hole_is_filled() -> None:
    packing = pack(parse_pieces("any*tetrominoes"), board=RING)
    check(packing)
    assert (packing.status, packing.cells) == ("optimal", 24)


def test_single_copies_go_to_the_exact_cover_engine() -> None:
    packing = pack(parse_pieces("pentominoes"), board=Board.box(6, 10))
    check(packing)
    assert (packing.status, packing.method) == ("optimal", "exact cover")


def test_impossible_boards_have_a_reason() -> None:
    packing = pack(parse_pieces("tetrominoes"), board=Board.box(4, 5))
    assert packing.status == "infeasible"
    assert "T covers 3 + 1" in packing.reason
    packing = pack(Bag.from_text("O9"), board=Board.box(4, 8))
    assert packing.reason == "the board has 32 cells and the pieces 36, 4 cells too many"
    packing = pack(Bag.from_text("O1"), board=Board.from_text("##./.##"))
    assert packing.reason == "the piece O fits nowhere on the board"


def test_fixed_pieces_stay_and_count() -> None:
    fixed = Placement("I", ((0, 0), (1, 0), (2, 0), (3, 0)))
    packing = pack(Bag.from_text("I2 O2"), box=(4, 4), fixed=[fixed])
    check(packing)
    assert fixed in packing.placements
    assert packing.cells == 16
    with pytest.raises(ProblemError, match="more pieces 'T'"):
        pack(parse_pieces("0-1*T4, O4"), box=(4, 4), fixed=[Placement("T", ((0, 0), (1, 0), (2, 0), (1, 1)))] * 2)
    with pytest.raises(ProblemError, match="another shape"):
        pack(Bag.from_text("I2 O2"), box=(4, 4), fixed=[Placement("I", ((0, 0), (1, 0), (2, 0), (2, 1)))])
    with pytest.raises(ProblemError, match="not a cell of the board"):
        pack(Bag.from_text("I2 O2"), box=(4, 4), fixed=[Placement("I", ((0, 4), (1, 4), (2, 4), (3, 4)))])


def test_everything_may_be_fixed() -> None:
    fixed = Placement("O", ((0, 0), (1, 0), (0, 1), (1, 1)))
    packing = pack(Bag.from_text("O"), box=(2, 2), fixed=[fixed])
    assert (packing.status, tuple(packing.placements)) == ("optimal", (fixed,))


def test_minimum_and_maximum_counts() -> None:
    packing = pack(parse_pieces("1-2*tetrominoes, any*I3"), board=Board.box(6, 7))
    check(packing)
    lying = [one.piece for one in packing.placements]
    assert all(1 <= lying.count(name) <= 2 for name in ("I4", "O4", "T4", "S4", "L4"))
    assert packing.cells <= 42


def test_as_much_as_possible_of_the_board() -> None:
    packing = pack(parse_pieces("any*pentominoes"), board=Board.box(9, 9))
    check(packing)
    assert (packing.status, packing.cells, packing.bound) == ("optimal", 80, 80.0)


def test_the_best_subset() -> None:
    packing = pack(Bag.from_text("I3 S8 T5"), box=(5, 7), best_subset=True)
    check(packing)
    assert (packing.status, packing.cells) == ("optimal", 32)
    # One X covers 5 of 9 cells, and two do not fit; more than the search can prove.
    packing = pack(parse_pieces("3*X5"), box=(3, 3), best_subset=True)
    check(packing)
    assert packing.cells == 5


def test_a_board_in_parts() -> None:
    packing = pack(Bag.from_text("O4"), board=Board.from_text("####..####/####..####"))
    check(packing)
    assert packing.status == "optimal"


@given(st.integers(0, 2**32 - 1), st.sets(st.tuples(st.integers(0, 6), st.integers(0, 5)), max_size=8))
@settings(max_examples=12)
def test_random_boards_give_packings_or_reasons(seed: int, holes: set[tuple[int, int]]) -> None:
    board = Board.box(7, 6).without(holes)
    packing = pack(parse_pieces("any*tetrominoes, 0-2*I3, any*I2"), board=board, seed=seed)
    check(packing)
    assert packing.status in ("optimal", "feasible")
    # A domino more would fit if two empty cells touched.
    empty = board.cells - {cell for one in packing.placements for cell in one.cells}
    assert packing.status == "optimal" or len(empty) > 0


def test_pieces_in_several_parts_and_sizes() -> None:
    apart = Piece("two", Polyomino.from_text("#.#"), 0, None)
    packing = pack([apart, *parse_pieces("any*I3")], board=Board.box(6, 6))
    check(packing)
    assert packing.cells >= 30


def test_pieces_too_long_for_the_walk() -> None:
    packing = pack(parse_pieces("9*I=#########"), box=(9, 9))
    check(packing)
    assert packing.status == "optimal"


@pytest.mark.parametrize("time_limit", [1e-6, 0.1])
def test_when_time_is_over_what_was_laid_is_an_answer(time_limit: float) -> None:
    # So many holes leave few places, so that a first full covering is long looked for.
    cells = random.Random(3).sample([(x, y) for x in range(30) for y in range(30)], 300)
    board = Board.box(30, 30).without(cells)
    found = pack(parse_pieces("any*pentominoes"), board=board, time_limit=time_limit)
    check(found)
    assert found.status == "feasible"
    assert found.cells > 0
    assert found.bound is not None
    assert found.cells <= found.bound <= 600


@pytest.mark.parametrize(
    ("rows", "bag", "covered"),
    [
        ("###/###/###", "S1 I1 T1", 4),
        ("###/###/#.#", "L3 I2 Z2", 4),
        (".###/##.#/##.#/####", "O2 T1", 4),
        ("####/#.#./####/##.#", "J1 Z2", 8),
        ("..###/#.###/#####/##..#/##.#.", "O2 L2", 12),
    ],
)
def test_that_no_more_of_a_small_board_can_be_covered_is_proven(rows: str, bag: str, covered: int) -> None:
    found = pack(Bag.from_text(bag), board=Board.from_text(rows), best_subset=True)
    check(found)
    assert (found.status, 4 * len(found.placements), found.bound) == ("optimal", covered, covered)


def test_counts_with_a_range_that_cannot_be_met_are_refuted() -> None:
    found = pack(parse_pieces("2+*T4"), board=Board.from_text("###/###/##."))
    assert (found.status, found.note) == ("infeasible", "a search of every placement found none")


def test_a_small_board_is_decided_even_if_that_takes_longer() -> None:
    board = Board.from_text("##########/#######.##/##.#######")
    assert pack(parse_pieces("5*S4,any*I2,P5"), board=board).status == "infeasible"
