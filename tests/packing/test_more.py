"""Several packings, bins, repair, and pictures."""

from __future__ import annotations

import pytest

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.errors import ProblemError
from shapewright.packing import Bag, Packing, bins, check, faults, feasible, pack, repair, several


def test_several_are_different_and_equally_good() -> None:
    packings = list(several(Bag.random(16, seed=3, even_t=True), 20))
    assert len({frozenset((one.piece, one.cells) for one in packing.placements) for packing in packings}) == 20
    assert len({packing.score for packing in packings}) == 1
    for packing in packings:
        check(packing)


def test_several_end_where_there_are_no_more() -> None:
    assert len(list(several(Bag.from_text("O4"), 5))) == 1
    assert [packing.status for packing in several(Bag.from_text("O5"), 3, box=(4, 4))] == ["infeasible"]
    with pytest.raises(ProblemError):
        next(several(Bag.from_text("O4"), 0))


def test_bins_hold_the_whole_bag() -> None:
    bag = Bag.random(30, seed=2)
    found = bins(bag, box=(5, 6))
    assert found.status in ("optimal", "feasible")
    # A board of 30 cells has room for seven pieces.
    assert len(found) >= 5
    assert found.bound >= 5
    assert list(found) == list(found.packings)
    lying = [one.piece for packing in found for one in packing.placements]
    assert {letter: lying.count(letter) for letter in set(lying)} == bag.to_counts()
    for packing in found.packings:
        assert faults(packing) == []


def test_bins_that_cannot_be() -> None:
    found = bins(parse_pieces("I5"), box=(4, 4))
    assert (found.status, len(found)) == ("infeasible", 0)
    assert "fits nowhere" in found.reason
    with pytest.raises(ProblemError):
        bins(Bag.from_text("O"))
    with pytest.raises(ProblemError, match="exact number"):
        bins(parse_pieces("any*O4"), box=(4, 4))


def test_repair_moves_few_pieces() -> None:
    before = pack(Bag.random(64, seed=1, even_t=True))
    counts = before.asked.to_counts() if isinstance(before.asked, Bag) else {}
    counts["I"] += 1
    counts["O"] -= 1
    after = repair(before, Bag.from_counts(counts))
    assert after.packing is not None
    check(after.packing)
    assert (after.packing.width, after.packing.height) == (16, 16)
    assert 1 <= after.moved < 20


def test_repair_adds_and_takes_away() -> None:
    before = pack(Bag.from_text("I3 J3 L3 O3 S2 T2 Z2"), box=(10, 10))
    fewer = repair(before, Bag.from_text("I3 J3 L3 O2 S2 T2 Z2"))
    assert fewer.packing is not None
    assert fewer.moved <= 2
    more = repair(before, Bag.from_text("I4 J3 L3 O3 S2 T2 Z2"))
    assert more.packing is not None
    check(more.packing)
    with pytest.raises(ProblemError, match="cells too many"):
        repair(before, Bag.from_text("I40"))
    with pytest.raises(ProblemError, match="no packing to repair"):
        repair(Packing(Bag.from_text("I"), "unknown"), Bag.from_text("I"))


def test_feasibility_has_a_truth_and_a_text() -> None:
    assert feasible(Bag.from_text("LOJI"), box=(4, 4))
    refused = feasible(Bag.from_text("O5"), box=(4, 4))
    assert not refused
    assert str(refused) == "infeasible: the box 4x4 has 16 cells and the pieces 20, 4 cells too many"


def test_pictures_colour_pieces_by_type() -> None:
    packing = pack(Bag.from_text("I8 J13 L10 O13 S4 T8 Z8"))
    mosaic = packing.mosaic()
    assert len(set(mosaic.colours)) == 7
    by_piece = dict(zip(mosaic.labels, mosaic.colours, strict=True))
    assert all(by_piece[label] == colour for label, colour in zip(mosaic.labels, mosaic.colours, strict=True))
    assert packing._repr_svg_().startswith("<svg")
    with pytest.raises(ProblemError, match="no packing to draw"):
        pack(Bag.from_text("O5"), box=(4, 4)).mosaic()


def test_values_rebuild_and_compare() -> None:
    packing = pack(Bag.from_text("LOJI"))
    assert packing == pack(Bag.from_text("LOJI"))
    assert packing.placements == tuple(packing.placements)
    assert packing.placements[:2] == tuple(packing.placements)[:2]
    assert hash(packing.placements) == hash(tuple(packing.placements))
    from shapewright.cells.placements import Placement

    assert eval(repr(packing), {"Packing": Packing, "Bag": Bag, "Placement": Placement}) == packing


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
