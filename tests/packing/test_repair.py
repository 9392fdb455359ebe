"""A packing changed for another bag."""

from __future__ import annotations

import json
from typing import Any

import pytest

from shapewright import packing
from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.errors import ProblemError
from shapewright.packing import Bag, Packing, Repair, check, pack, repair


def test_few_pieces_are_moved() -> None:
    before = pack(Bag.random(64, seed=1, even_t=True))
    counts = before.asked.to_counts() if isinstance(before.asked, Bag) else {}
    counts["I"] += 1
    counts["O"] -= 1
    after = repair(before, Bag.from_counts(counts))
    check(after.packing)
    assert (after.packing.width, after.packing.height) == (16, 16)
    assert 1 <= after.moved < 20
    assert after.moved == len(after.laid) == len(after.taken)
    assert {*before.placements} - {*after.taken} | {*after.laid} == {*after.packing.placements}


def test_pieces_are_added_and_taken_away() -> None:
    before = pack(Bag.from_text("I3 J3 L3 O3 S2 T2 Z2"), box=(10, 10))
    fewer = repair(before, Bag.from_text("I3 J3 L3 O2 S2 T2 Z2"))
    assert fewer.moved <= 2
    more = repair(before, Bag.from_text("I4 J3 L3 O3 S2 T2 Z2"))
    check(more.packing)
    assert more.packing.status == "optimal"
    assert str(more) == more.packing.to_text()


def test_nothing_is_moved_for_the_same_bag() -> None:
    for before in (pack(Bag.from_text("LOJI")), pack(parse_pieces("4*P5"), board=Board.box(5, 5))):
        same = repair(before, before.asked)
        assert (same.moved, same.taken, same.packing.placements) == (0, (), before.placements)


def test_a_board_stays_the_board() -> None:
    board = Board.box(5, 5).without([(2, 2)])
    before = pack(parse_pieces("2*O4, 2*L4, 2*I4"), board=board)
    after = repair(before, parse_pieces("2*O4, 3*L4, I4"))
    check(after.packing)
    assert after.packing.board == board


def test_a_bag_that_does_not_fit_is_an_answer() -> None:
    before = pack(Bag.from_text("I3 J3 L3 O3 S2 T2 Z2"), box=(10, 10))
    none = repair(before, Bag.from_text("I40"))
    assert none.packing.status == "infeasible"
    assert none.packing.reason == "the box 10x10 has 100 cells and the pieces 160, 60 cells too many"
    assert (none.moved, none.taken) == (0, ())
    coloured = repair(pack(Bag.from_text("LOJI")), Bag.from_text("T1 I3"))
    assert coloured.packing.status == "infeasible"
    assert "T covers 3 + 1" in coloured.packing.reason


def test_questions_that_make_no_sense() -> None:
    before = pack(Bag.from_text("LOJI"))
    with pytest.raises(ProblemError, match="no packing to repair"):
        repair(Packing(Bag.from_text("I"), "unknown"), Bag.from_text("I"))
    with pytest.raises(ProblemError, match="exact number"):
        repair(before, parse_pieces("any*I4"))
    wrong = Packing(Bag.from_text("I"), "feasible", 4, 1, (Placement("I", ((0, 0), (1, 0), (2, 0))),))
    with pytest.raises(ProblemError, match="the packing to repair breaks the rules"):
        repair(wrong, Bag.from_text("I"))
    with pytest.raises(ProblemError, match="the piece I has another shape"):
        repair(before, parse_pieces("I=###, O=##/##"))


def test_no_time_is_no_answer_and_no_error() -> None:
    before = pack(Bag.random(64, seed=1, even_t=True))
    after = repair(before, Bag.random(64, seed=3, even_t=True), time_limit=0)
    assert after.packing.status in ("unknown", "optimal")


@pytest.fixture
def answer() -> dict[str, Any]:
    after: Repair = repair(pack(Bag.from_text("I2 J1 L1 O2 T2"), box=(6, 6)), Bag.from_text("I2 J1 L1 O1 T2 S1"))
    data: dict[str, Any] = json.loads(json.dumps(after.to_json()))
    assert data["moved"] > 0
    return data


def test_answers_are_verified(answer: dict[str, Any]) -> None:
    found = packing.verify(answer)
    assert found.valid is True, found.lines()
    assert {"moved", "taken", "laid", "placements", "bag", "status"} <= found.checked.keys()
    none = repair(pack(Bag.from_text("LOJI")), Bag.from_text("O5")).to_json()
    assert packing.verify(none).valid is True


def test_what_is_forged_is_found_out(answer: dict[str, Any]) -> None:
    def claims(**change: Any) -> set[str]:
        return {fault["claim"] for fault in packing.verify({**answer, **change}).faults}

    assert claims(moved=answer["moved"] + 1) == {"moved"}
    assert claims(laid=[], moved=0, at_least=0) == {"taken"}
    assert "laid" in claims(laid=[*answer["laid"], answer["taken"][0]], moved=answer["moved"] + 1)
    assert "taken" in claims(taken=[*answer["taken"], answer["placements"][0]])
    assert claims(complete=False) == {"complete"}
    assert "bag" in claims(parameters={"bag": "I8"})
    before = pack(Bag.from_text("I2 J1 L1 O2 T2"), box=(6, 6))
    question = {"bag": "I2 J1 L1 O1 T2 S1", "packing": json.dumps(before.to_json())}
    assert claims(parameters=question) == set()
    other = pack(Bag.from_text("I2 J1 L1 O2 T2"), box=(6, 6), seed=99)
    assert other.placements != before.placements
    assert claims(parameters={**question, "packing": json.dumps(other.to_json())}) == {"taken"}


def test_a_forged_box_that_is_too_small_is_found_out() -> None:
    """The search for fewer moves has fewer cells there than the pieces cover."""
    before = pack(Bag.from_text("I2 J3 L1 O4 S1 T2 Z3"))
    data = repair(before, Bag.from_text("I3 J3 L1 O3 S1 T2 Z3")).to_json()
    assert data["at_least"] > 1  # more than the counts tell
    assert packing.verify({**data, "width": data["width"] - 1}).valid is False
