from __future__ import annotations

import pickle
import sys
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.brute_force import best_score

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import LimitError, ProblemError
from shapewright.packing import SOLVERS, Bag, Packing, check, pack
from shapewright.packing.bag import MAX_PIECES
from shapewright.packing.native import Native
from shapewright.packing.rules import LETTERS, MAX_CELLS, SHAPES


@given(st.lists(st.integers(0, 9), min_size=7, max_size=7).filter(any), st.integers(0, 2**64 - 1))
@settings(max_examples=60)
def test_what_comes_out_is_a_packing(counts: list[int], seed: int) -> None:
    packing = pack(Bag(tuple(counts)), seed=seed)
    check(packing)
    assert packing.status in ("optimal", "feasible")


@pytest.mark.parametrize(("pieces", "box"), [(64, (16, 16)), (256, (32, 32)), (1024, (64, 64))])
def test_large_squares_are_filled(pieces: int, box: tuple[int, int]) -> None:
    for seed in range(5):
        packing = pack(Bag.random(pieces, seed=seed, even_t=True), seed=seed)
        check(packing)
        assert (packing.width, packing.height) == box
        assert packing.method == "dissection"


def test_a_very_large_bag() -> None:
    packing = pack(Bag.random(65536, seed=2, even_t=True))
    assert (packing.status, packing.width, packing.height) == ("optimal", 512, 512)
    assert len(packing.placements) == 65536


@pytest.mark.parametrize(
    "counts",
    [
        {"S": 26, "Z": 25, "I": 2, "J": 2, "L": 6, "O": 3},
        {"S": 103, "Z": 102, "I": 15, "J": 4, "L": 6, "O": 20, "T": 6},
    ],
)
def test_bags_of_s_and_z(counts: dict[str, int]) -> None:
    packing = pack(Bag.from_counts(counts))
    check(packing)
    assert packing.placements


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("text", ["LOJI", "I2 J3 L1 O4 S1 T2 Z3"])
def test_every_solver_gives_packings(solver: str, text: str) -> None:
    if solver == "exhaustive" and len(text) > 4:
        return
    packing = pack(Bag.from_text(text), solver=solver, time_limit=20)
    check(packing)
    assert packing.placements
    if solver in ("auto", "exhaustive", "exact-cover", "walk"):
        assert packing.status == "optimal"


@pytest.mark.parametrize("solver", ["rectangles", "dissection", "greedy", "hybrid", "walk"])
def test_solvers_fill_a_square_of_64_pieces(solver: str) -> None:
    packing = pack(Bag.from_text("I8 J13 L10 O13 S4 T8 Z8"), box=(16, 16), solver=solver, time_limit=60)
    check(packing)
    assert len(packing.placements) == 64


def test_the_same_seed_gives_the_same_packing_on_any_number_of_threads() -> None:
    bag = Bag.from_counts({"S": 25, "Z": 26, "I": 4, "J": 1, "L": 5, "O": 3})
    packings = [pack(bag, box=(16, 16), seed=5, threads=threads) for threads in (1, 2, 3)]
    assert packings[0].placements == packings[1].placements == packings[2].placements


def test_a_box_that_is_too_small_says_by_how_much() -> None:
    packing = pack(Bag.from_text("O5"), box=(4, 4))
    assert packing.status == "infeasible"
    assert packing.reason == "the box 4x4 has 16 cells and the pieces 20, 4 cells too many"


@pytest.mark.parametrize(
    ("text", "box", "says"),
    [
        ("T1 I3", (4, 4), "T covers 3 \\+ 1"),
        ("L1 O7", (8, 4), "columns|rows"),
        ("I1", (3, 3), "the piece I is larger than the box 3x3"),
        ("S4", (4, 4), "S alone fills no rectangle"),
    ],
)
def test_reasons(text: str, box: tuple[int, int], says: str) -> None:
    packing = pack(Bag.from_text(text), box=box)
    assert packing.status == "infeasible"
    import re

    assert re.search(says, packing.reason), packing.reason


def test_refuted_boxes_come_with_the_answer() -> None:
    packing = pack(Bag.from_text("T1 I3"))
    assert [(one.width, one.height) for one in packing.refuted] == [(4, 4)]
    assert "checkerboard" in str(packing.refuted[0])
    assert packing.bound == packing.score == 16.0


@pytest.mark.parametrize("pieces", [3, 5, 7, 12, 32, 40])
def test_a_corner_is_covered(pieces: int) -> None:
    for seed in range(4):
        packing = pack(Bag.random(pieces, seed=seed), cover_corner=True, seed=seed)
        check(packing)
        assert any((0, 0) in one.cells for one in packing.placements)


def test_other_objectives() -> None:
    bag = Bag.random(15, seed=5)
    area = pack(bag, objective="area", time_limit=20)
    check(area)
    assert area.width * area.height >= 60
    strip = pack(bag, objective="strip", width=5)
    check(strip)
    assert strip.width == 5
    assert strip.height >= 12
    assert strip.value == strip.height
    narrow = pack(Bag.from_text("I5 T3"), objective="strip", width=1)
    assert (narrow.status, narrow.reason) == ("infeasible", "the piece T is wider than the strip of width 1")


def test_a_time_limit_gives_what_there_is() -> None:
    packing = pack(Bag.random(3000, seed=3), solver="greedy", time_limit=0)
    check(packing)
    assert packing.status in ("feasible", "unknown")


def test_other_pieces() -> None:
    bar = Piece("bar", Polyomino.from_text("###"), 8, 8)
    packing = pack([bar], box=(5, 5))
    check(packing)
    assert len(packing.placements) == 8
    # 2.5 times 24 cells less the box.
    assert pack([bar]).score == 35.0


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"objective": "beauty"}, "'beauty' is not an objective"),
        ({"objective": "strip"}, "needs a width"),
        ({"objective": "score", "width": 5}, "has no width"),
        ({"solver": "magic"}, "'magic' is not a solver"),
        ({"box": (0, 3)}, "0x3 is not a box"),
        ({"box": (4, 4), "objective": "area"}, "leaves nothing to choose"),
        ({"time_limit": -1}, "at least 0"),
        ({"threads": 0}, "at least 1"),
        ({"best_subset": True}, "need a box or a board"),
        ({"box": (4, 4), "board": Board.box(4, 4)}, "give only one of them"),
        ({"solver": "growing-square", "box": (9, 9)}, "packs for the score only"),
        ({"board": Board.box(2, 2, 2)}, "flat"),
        ({"fixed": [Placement("X", ((0, 0),))], "box": (4, 4)}, "not among the pieces to pack: I J L O"),
    ],
)
def test_questions_that_make_no_sense(how: dict[str, Any], says: str) -> None:
    with pytest.raises(ProblemError, match=says):
        pack(Bag.from_text("LOJI"), **how)


def test_sizes_that_are_too_much() -> None:
    with pytest.raises(LimitError):
        pack(Bag.from_text("LOJI"), box=(10**6, 10**6))
    with pytest.raises(LimitError, match="4096 cells"):
        pack(Bag.random(2000, seed=1), solver="exact-cover")
    with pytest.raises(ProblemError, match="seven tetrominoes"):
        pack(parse_pieces("4*I3"), box=(3, 4), solver="rectangles")
    with pytest.raises(LimitError, match="64 cells"):
        pack(Bag.random(32, seed=1), solver="exhaustive")
    with pytest.raises(LimitError):
        pack(Bag.from_text("I1"), objective="strip", width=1 << 23)
    with pytest.raises(ProblemError, match="not flat"):
        pack(parse_pieces("tetracubes"), box=(4, 8))
    assert MAX_PIECES * 4 <= MAX_CELLS


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ({"seed": -1}, "the seed must be a whole number from 0"),
        ({"seed": 1 << 64}, "the seed must be a whole number from 0"),
        ({"box": (4.5, 4)}, "is not a box; expected a width and a height in cells"),
        ({"box": "4x4"}, "is not a box; expected a width and a height in cells"),
        ({"box": (4, 4, 4)}, "is not a box"),
    ],
)
def test_numbers_that_are_none_get_a_sentence(how: dict[str, Any], says: str) -> None:
    with pytest.raises(ProblemError, match=says):
        pack(Bag.from_text("LOJI"), **how)


def test_packings_travel_between_processes() -> None:
    for answer in (
        pack(Bag.from_text("T1 I3")),
        pack(parse_pieces("5*P5"), box=(5, 5)),
        pack(Bag.from_text("S4"), box=(4, 4)),
    ):
        again = pickle.loads(pickle.dumps(answer))
        assert again == answer
        assert deepcopy(answer) == answer
        if answer.placements:
            check(again)


def test_a_solver_for_small_boxes_is_honest_about_larger_ones() -> None:
    # Every full rectangle is refuted, so that boxes beyond the solver's reach are next.
    found = pack(Bag.from_text("I3 L1 O2 S6 Z4"), solver="exhaustive")
    assert found.status == "unknown"
    assert {(one.width, one.height) for one in found.refuted} >= {(8, 8)}
    assert found.reason.startswith("the solver 'exhaustive' is for boxes of at most 64 cells")
    with pytest.raises(LimitError, match="'exhaustive' is for boxes of at most 64 cells, and 9x9 has 81"):
        pack(Bag.from_text("I3 L1 O2 S6 Z4"), box=(9, 9), solver="exhaustive")
    with pytest.raises(LimitError, match="at most 64 cells"):
        pack(Bag.random(64, seed=1), solver="exhaustive")


def test_a_covered_corner_does_not_keep_a_piece_from_the_side() -> None:
    packing = pack(Bag.from_text("J1T2"), cover_corner=True)
    check(packing)
    assert (packing.status, packing.width, packing.height, packing.score) == ("optimal", 4, 4, 14.0)
    assert any((0, 0) in one.cells for one in packing.placements)


@given(st.text("IJLOSTZ", min_size=1, max_size=4), st.integers(0, 5))
@settings(max_examples=40)
def test_a_covered_corner_costs_nothing(text: str, seed: int) -> None:
    packing = pack(Bag.from_text(text), cover_corner=True, seed=seed)
    check(packing)
    assert (packing.status, packing.score) == ("optimal", pytest.approx(best_score(text)))


@pytest.mark.parametrize("text", ["I1 L1 O2 S6 T2 Z4", "I1 J1 O2 S5 T2 Z5", "J1 L1 O1 S7 T2 Z4"])
def test_a_bag_of_8x8_has_one_packing_whether_the_table_is_known_or_not(text: str) -> None:
    counts = list(Bag.from_text(text).counts)
    names, shapes = tuple(LETTERS), tuple(SHAPES[letter].orientations("one-sided") for letter in LETTERS)
    one, other = Native(names, shapes).core, Native(names, shapes).core
    assert other.bags(8, 8, 16, None, -1.0)[0]
    found = [core.box(8, 8, counts, False, 0, 60_000, None, -1.0) for core in (one, other)]
    assert found[0] == found[1]
    assert found[0][:2] == ("found", "search")


def test_more_than_a_million_cells_are_packed() -> None:
    packing = pack(Bag.random(262_145, seed=1))
    assert (packing.status, packing.width, packing.height) == ("optimal", 1025, 1025)
    assert len(packing.placements) == 262_145


def test_a_time_limit_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """An attempt that ends early without an answer is followed by others, with other seeds."""
    module = sys.modules["shapewright.packing.pack"]  # the function hides its module
    bag = Bag.from_text("LOJI")
    seeds: list[int] = []

    def unsure(problem: Any, effort: Any) -> Packing:
        seeds.append(effort.seed)
        status = "optimal" if len(seeds) == 4 else "unknown"
        return Packing(bag, status)  # type: ignore[arg-type]

    monkeypatch.setattr(module, "answered", unsure)
    assert pack(bag, time_limit=60).status == "optimal"
    assert len(set(seeds)) == 4
    seeds.clear()
    assert pack(bag).status == "unknown"
    assert len(seeds) == 1
