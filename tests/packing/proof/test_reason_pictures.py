"""Why pieces do not fit, as marks on the empty box; and the words of the bar."""

from __future__ import annotations

from shapewright.cells.grid import Board
from shapewright.cells.placements import Placement
from shapewright.packing import Bag, Problem, bins, pack
from shapewright.packing.contest.rounds import PERFECT, play_round
from shapewright.packing.picture import impossible, refuted
from shapewright.questions.packing._bar import of_bins, of_packing, of_round


def test_a_refuted_box_shows_its_colouring() -> None:
    packing = pack(Bag.from_text("T1 I3"))
    (box,) = packing.refuted
    board = refuted(box)
    assert board is not None
    first, second = board.marks
    assert (first.shade, second.shade) == ("a", "b")
    assert {(x + y) % 2 for x, y in first.cells} == {0}
    assert {(x + y) % 2 for x, y in second.cells} == {1}
    assert of_packing(packing)["chips"] == ["score 16", "4x4 impossible", "checked"]


def test_an_argument_of_areas_has_nothing_to_mark() -> None:
    problem = Problem(Bag.from_text("O5"), box=(4, 4))
    packing = pack(problem)
    board = impossible(problem, packing)
    assert board is not None
    assert board.marks == ()
    assert of_packing(packing)["words"] == "impossible: 4 cells too many"


def test_fixed_pieces_lie_on_the_board_that_cannot_be_filled() -> None:
    lying = Placement("I", ((0, 0), (0, 1), (0, 2), (0, 3)))
    problem = Problem(Bag.from_text("T1 I2 L1"), board=Board.box(4, 4), fixed=(lying,))
    packing = pack(problem)
    assert packing.status == "infeasible"
    board = impossible(problem, packing)
    assert board is not None
    assert {cell for cell, number in board.piece_at.items() if number == 0} == set(lying.cells)
    assert board.labels == ("I",)
    assert not any(mark.cells & set(lying.cells) for mark in board.marks)


def test_large_boxes_are_not_drawn() -> None:
    packing = pack(Bag.from_counts({"O": 700, "T": 1}), box=(2, 1402))
    assert packing.status == "infeasible"
    assert refuted(packing.refuted[0]) is None


def test_the_bar_says_how_many_cells_stay_empty() -> None:
    bag = Bag.from_text("LOJI")
    assert of_packing(pack(bag, box=(5, 4))) == {
        "words": "all pieces fit",
        "chips": ["4 cells stay empty", "checked"],
        "tone": "good",
    }
    some = of_packing(pack(Bag.from_text("O5"), box=(4, 4), best_subset=True))
    assert some["words"] == "every cell is covered"
    assert of_bins(bins(Bag.from_text("O5"), box=(4, 4)))["words"] == "2 boards, optimal"
    played = play_round(seed=1)
    assert of_round(played, PERFECT)["words"] == f"{played.total:,.1f} points"
