"""Few of each piece: exact covers with empty cells as pieces."""

from __future__ import annotations

from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.brute_force import most_covered

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.jobs.limits import Clock
from shapewright.packing import Problem, check, first, pack
from shapewright.packing.boxes import by_area
from shapewright.packing.native import native_of
from shapewright.packing.rules import bounding_box
from shapewright.packing.search.cover import Cover, is_few, patience
from shapewright.packing.search.rising_effort import best_of
from shapewright.packing.solve import packed

DRAWINGS = (
    ["#"], ["##"], ["###"], ["##", "#."], ["####"], ["##", "##"], [".##", "##."], ["###", ".#."], ["###", "#.."],
    [".#.", "###", ".#."], ["##.", ".#.", ".##"], ["#.#", "###"], ["#.#"], ["#.", ".#"],
)  # fmt: skip
BLOKUS = "I1, I2, trominoes, tetrominoes, pentominoes"


def _pieces(numbers: list[int]) -> tuple[Piece, ...]:
    return tuple(Piece(f"P{number}", Polyomino.from_text("\n".join(DRAWINGS[number]))) for number in numbers)


few = st.lists(st.integers(0, len(DRAWINGS) - 1), min_size=1, max_size=4, unique=True)


@given(few, st.integers(1, 5), st.integers(1, 5), st.integers(0, 5))
@settings(max_examples=80)
def test_a_box_holds_what_it_can_hold(numbers: list[int], width: int, height: int, seed: int) -> None:
    pieces = _pieces(numbers)
    packing = pack(pieces, box=(width, height), seed=seed)
    check(packing)
    most = most_covered([DRAWINGS[number] for number in numbers], width, height)
    expected = "optimal" if most == sum(piece.shape.area for piece in pieces) else "infeasible"
    assert packing.status == expected


@given(few, st.integers(1, 5), st.integers(1, 5), st.integers(0, 5))
@settings(max_examples=60)
def test_the_best_of_them_cover_as_much_as_can_be(numbers: list[int], width: int, height: int, seed: int) -> None:
    packing = pack(_pieces(numbers), box=(width, height), seed=seed, best_subset=True)
    check(packing)
    assert packing.status == "optimal"
    assert packing.cells == packing.bound == most_covered([DRAWINGS[number] for number in numbers], width, height)


@given(few, st.integers(0, 5))
@settings(max_examples=25)
def test_no_smaller_box_holds_them(numbers: list[int], seed: int) -> None:
    packing = pack(_pieces(numbers), objective="area", seed=seed)
    check(packing)
    assert packing.status == "optimal"
    drawings = [DRAWINGS[number] for number in numbers]
    cells = sum(row.count("#") for drawing in drawings for row in drawing)
    for width, height in by_area(cells):
        if width * height >= packing.width * packing.height:
            break
        assert most_covered(drawings, width, height) < cells


@pytest.mark.parametrize(
    ("pieces", "box"), [(BLOKUS, (9, 10)), ("hexominoes, I1", (13, 17)), ("one-sided-hexominoes", (19, 20))]
)
def test_sets_of_different_pieces_lie_in_a_box(pieces: str, box: tuple[int, int]) -> None:
    packing = pack(parse_pieces(pieces), box=box)
    check(packing)
    assert (packing.status, packing.method) == ("optimal", "exact cover")


def test_the_best_box_of_different_pieces() -> None:
    packing = pack(parse_pieces(BLOKUS))
    check(packing)
    assert (packing.status, packing.width, packing.height, packing.score) == ("optimal", 10, 10, 122.5)


def test_counts_with_a_range_and_subsets_fill_the_board() -> None:
    for pieces, some in (("0-1*tetrominoes, pentominoes", False), ("tetrominoes, pentominoes", True)):
        packing = pack(parse_pieces(pieces), board=Board.box(8, 8), best_subset=some)
        check(packing)
        assert (packing.status, packing.cells) == ("optimal", 64)


def test_a_board_with_blocked_cells_and_empty_ones() -> None:
    board = Board.box(8, 9).without([(0, 0), (4, 4), (7, 2)])
    packing = pack(parse_pieces("pentominoes"), board=board)
    check(packing)
    assert (packing.status, packing.cells, packing.method) == ("optimal", 60, "exact cover")


def test_seeds_give_different_packings_and_the_same_again() -> None:
    problem = Problem(parse_pieces("pentominoes"), box=(8, 8))
    texts = [str(first(problem, seed=seed)) for seed in (1, 2, 1)]
    assert texts[0] == texts[2] != texts[1]
    assert len({packing.to_text() for packing in packed(problem, 3)}) == 3


def test_the_solver_exact_cover_takes_a_box_with_empty_cells() -> None:
    packing = pack(parse_pieces("pentominoes"), box=(8, 8), solver="exact-cover")
    check(packing)
    assert (packing.status, packing.method) == ("optimal", "exact cover")


def test_many_copies_are_not_few() -> None:
    def few_of(text: str, cells: int) -> bool:
        pieces = parse_pieces(text)
        return is_few(native_of(pieces), [piece.minimum for piece in pieces], cells)

    assert few_of("hexominoes", 225)
    assert few_of("2*hexominoes", 420)
    assert not few_of("12*pentominoes", 720)
    assert not few_of("one-sided-tetrominoes", 36)
    assert few_of("heptominoes", 841)
    assert not few_of("octominoes", 3136)
    pieces = parse_pieces("heptominoes")
    assert patience(native_of(pieces), [1] * 108, 841, 400_000) < 400_000


@pytest.mark.slow
def test_the_heptominoes_with_room_to_spare() -> None:
    packing = pack(parse_pieces("heptominoes"), box=(29, 29))
    check(packing)
    assert (packing.status, packing.method) == ("optimal", "exact cover")


def test_a_cover_stops_when_no_time_is_left_and_gives_up_when_no_nodes_are() -> None:
    pieces = parse_pieces("hexominoes")
    counts = [piece.minimum for piece in pieces]
    cover = Cover(native_of(pieces), Board.box(11, 20).cells, (counts, counts), 10)
    assert cover.search(Clock(0.0)) == ("stopped", b"")
    assert cover.search(Clock(None), nodes=10)[0] == "gave up"


def test_passes_come_back_to_what_was_left_open() -> None:
    tried: list[tuple[str, int]] = []

    def attempt(candidate: str, nodes: int, turn: int) -> str:
        tried.append((candidate, turn))
        if candidate == "c":
            return "found"
        return "none" if candidate == "b" and turn == 2 else "gave up"

    found, still_open = best_of("abcd", attempt)
    assert (found, still_open) == ("c", ["a"])
    assert tried[:7] == [("a", 0), ("b", 0), ("c", 0), ("a", 1), ("b", 1), ("a", 2), ("b", 2)]
    assert {candidate for candidate, turn in tried if turn > 2} <= {"a"}


def test_passes_end_when_they_are_stopped() -> None:
    def attempt(candidate: str, nodes: int, turn: int) -> str:
        return "stopped" if candidate == "c" else "gave up"

    assert best_of("abcd", attempt) == (None, ["a", "b", "c"])

    def later(candidate: str, nodes: int, turn: int) -> str:
        return "stopped" if turn else "found" if candidate == "c" else "gave up"

    assert best_of("abcd", later, is_limited=False) == ("c", ["a", "b"])


def test_a_packing_that_floats_in_its_box_is_moved_to_the_origin() -> None:
    """An exact cover may leave a whole column of a strip empty, on the side of the origin as well."""
    chair = Piece("chair", Polyomino.from_text("#./##/##"), 1, 1)
    zed = Piece("zed", Polyomino.from_text("#../##./.##"), 1, 1, "fixed")
    found = pack((chair, zed), width=6)
    assert (found.status, found.height) == ("optimal", 3)
    assert bounding_box(found.placements)[:2] == (0, 0)


def test_a_cover_that_takes_longer_to_build_than_there_is_time_is_not_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    """The rows of many pieces alone take longer than a short time limit; there is an answer all the same."""

    def refuse(*_: object) -> None:
        raise AssertionError("it was begun")

    pieces = parse_pieces(f"{BLOKUS}, hexominoes")
    for module in ("search.solvers", "goals.board"):
        monkeypatch.setattr(import_module(f"shapewright.packing.{module}"), "Cover", refuse)
    for place in ({}, {"width": 20}, {"box": (20, 20)}, {"board": Board.box(20, 20)}):
        found = pack(Problem(pieces, **place), time_limit=0.1)  # type: ignore[arg-type]
        assert found.placements
        check(found)
