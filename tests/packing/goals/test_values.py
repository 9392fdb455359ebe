"""Pieces and cells with values: the most against a slow twin, notations, checks, and what is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.packing.values import most_value

from shapewright import packing
from shapewright.cells.grid import Board
from shapewright.cells.piece_lists import pieces_to_list
from shapewright.cells.pieces import parse_pieces, pieces_from_text, pieces_to_text
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cli import main
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.packing import Problem, Values, check, faults, pack, verify
from shapewright.packing.proof.refute_value import is_most, value_by_areas
from shapewright.tiling import Problem as Tiling

ARTS = ("##", "###", "##/#.", "##/##", "###/#..", "###/.#.", ".##/##.", "####", ".#./###/.#.")
COUNTS = st.sampled_from([(0, 1), (1, 1), (0, 2), (0, None), (1, 3), (2, None)])
KINDS = st.lists(
    st.tuples(st.sampled_from(ARTS), st.integers(-4, 12), COUNTS), min_size=1, max_size=3, unique_by=lambda one: one[0]
)
WORTH = st.dictionaries(
    st.tuples(st.integers(0, 3), st.integers(0, 2)), st.integers(-5, 9), min_size=1, max_size=9
)  # fmt: skip


def _pieces(kinds: list[tuple[str, int, tuple[int, int | None]]]) -> tuple[Piece, ...]:
    return tuple(
        Piece(f"p{number}", Polyomino.from_text(art), *count, value=value)
        for number, (art, value, count) in enumerate(kinds)
    )


@given(KINDS, WORTH, st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_nothing_is_worth_more(kinds: Any, worth: dict[tuple[int, int], int], seed: int) -> None:
    pieces = _pieces(kinds)
    packed = pack(Problem(pieces, values=Values(tuple(sorted(worth.items())))), seed=seed)
    twin = most_value([(art, value, *count) for art, value, count in kinds], worth)
    assert packed.status == ("infeasible" if twin is None else "optimal")
    check(packed)
    if twin is not None:
        assert packed.value == packed.bound == twin
    found = verify(json.dumps(packed.to_json()))
    assert found.valid is True, found.lines()


@given(KINDS, st.integers(2, 4), st.integers(2, 3))
@settings(max_examples=30, deadline=None)
def test_pieces_alone(kinds: Any, width: int, height: int) -> None:
    pieces = _pieces(kinds)
    if not any(piece.value for piece in pieces):
        return
    packed = pack(pieces, box=(width, height), best_subset=True)
    worth = {(x, y): 0 for x in range(width) for y in range(height)}
    assert packed.value == most_value([(art, value, 0, most) for art, value, (_, most) in kinds], worth)
    assert verify(json.dumps(packed.to_json())).valid is True


@given(KINDS, WORTH)
@settings(max_examples=40, deadline=None)
def test_the_sweep_of_the_checker_and_areas(kinds: Any, worth: dict[tuple[int, int], int]) -> None:
    twin = most_value([(art, value, *count) for art, value, count in kinds], worth)
    pieces, cells = _pieces(kinds), tuple(sorted(worth))
    numbers = [worth[cell] for cell in cells]
    by_areas = value_by_areas(pieces, numbers)
    if twin is None:
        assert is_most(pieces, cells, numbers, -1000, 60.0)
    else:
        assert by_areas is not None
        assert by_areas >= twin
        assert is_most(pieces, cells, numbers, twin, 60.0)
        assert not is_most(pieces, cells, numbers, twin - 1, 60.0)


def test_a_knapsack_of_twelve_is_proven_by_areas() -> None:
    pieces = tuple(
        Piece(one.name, one.shape, 0, 1, value=3 + 2 * number) for number, one in enumerate(parse_pieces("pentominoes"))
    )
    packed = pack(pieces, box=(7, 7), best_subset=True)
    # The nine dearest of the twelve have 45 of 49 cells, and they do fit.
    assert (packed.status, packed.value) == ("optimal", sum(3 + 2 * number for number in range(3, 12)))
    assert verify(json.dumps(packed.to_json())).valid is True


def test_fixed_pieces_count() -> None:
    pieces = parse_pieces("O4 value 5, 2*I2 value 4")
    lies = Placement("O4", ((0, 0), (0, 1), (1, 0), (1, 1)))
    packed = pack(pieces, board=Board.box(3, 2), fixed=(lies,), best_subset=True)
    assert (packed.status, packed.value) == ("optimal", 9)
    assert verify(json.dumps(packed.to_json())).valid is True


def test_a_time_limit_leaves_a_bound() -> None:
    rows = "/".join(" ".join(str((7 * x + 11 * y * y) % 10) for x in range(12)) for y in range(12))
    packed = pack(
        parse_pieces("2*tetrominoes, 2*pentominoes"), values=Values.from_text(rows), best_subset=True, time_limit=0.3
    )
    assert packed.status in ("feasible", "optimal", "unknown")
    assert packed.bound is not None
    assert packed.bound >= packed.value
    assert faults(packed) == []


def test_notations() -> None:
    pieces = parse_pieces("2*T4 value 7, any*dominoes value -3, A=##/#. value 2, O4")
    assert [(one.name, one.value) for one in pieces] == [("T4", 7), ("I2", -3), ("A", 2), ("O4", 0)]
    assert pieces_from_text(pieces_to_text(pieces)) == pieces
    assert parse_pieces(pieces_to_list(pieces)) == pieces
    assert pieces_from_text("piece X 2 fixed value 7\n  ##\n")[0] == Piece(
        "X", Polyomino.from_text("##"), 2, 2, "fixed", 7
    )
    values = Values.from_text("3 5 3/3 . -9")
    assert values.of([(2, 0), (1, 1), (9, 9)]) == -4
    assert Values.from_text(values.to_text()) == eval(repr(values)) == values


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("T4 value x", "has the value 'x'; expected a whole number"),
        ("2*T4 value", "is not a piece"),
        ("T4 value 1, T4 value 2", "has two values, 1 and 2"),
        ("T4 value 9999999", "beyond the limit"),
        ("piece X 2 value\n  #", "no number after 'value'"),
    ],
)
def test_bad_values_of_pieces(text: str, words: str) -> None:
    with pytest.raises(ShapewrightError, match=words):
        parse_pieces(text)


@pytest.mark.parametrize(
    ("text", "error", "words"),
    [
        ("", NotationError, "there are no values"),
        ("3 #", NotationError, "'#' at position 2 of row 1 of the values is not a whole number"),
        ("3 99999999", LimitError, "beyond the limit"),
        (". .", NotationError, "there are no values"),
    ],
)
def test_bad_values_of_cells(text: str, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Values.from_text(text)


def test_questions_that_make_no_sense() -> None:
    plain, dear = parse_pieces("T4"), parse_pieces("T4 value 3")
    for pieces, place, words in [
        (plain, {"box": (3, 3), "objective": "value"}, "nothing has a value"),
        (dear, {}, "needs a box, a board or values"),
        (dear, {"objective": "area"}, "the objective is 'area'"),
        (plain, {"box": (3, 3), "values": Values.from_text("1 1")}, "leave out the box"),
        (dear, {"box": (3, 3), "cover_corner": True}, "covering the corner"),
    ]:
        with pytest.raises(ProblemError, match=words):
            Problem(pieces, **place)  # type: ignore[arg-type]
    with pytest.raises(ProblemError, match="only packings count values"):
        Tiling(Board.box(2, 2), dear)
    with pytest.raises(ProblemError, match="'bins' does not count"):
        packing.bins(dear, box=(3, 3))
    with pytest.raises(LimitError, match="at most 4096 cells"):
        pack(dear, box=(65, 65))


ASKED = ["pack", "--pieces", "2*T4 value 2, any*I3", "--values", "3 3 3 1/3 9 9 1/3 . 5 2", "--best-subset", "--json"]


def _answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["packing", *arguments]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_command_and_its_claims(capsys: pytest.CaptureFixture[str]) -> None:
    answer = _answer(capsys, *ASKED)
    worth = dict(Values.from_text(answer["values"]).worth)
    assert answer["value"] == most_value([("###/.#.", 2, 0, 2), ("###", 0, 0, None)], worth)  # type: ignore[arg-type]
    assert verify(json.dumps(answer)).valid is True
    for change in (
        {"value": answer["value"] + 1},
        {"bound": answer["bound"] + 1},
        {"bound": answer["bound"] - 1},
        {"values": answer["values"].replace("5", "6")},
        {"placements": answer["placements"][1:]},
        {"pieces": answer["pieces"].replace("value 2", "value 3")},
        {"goal": "board"},
    ):
        assert verify(json.dumps({**answer, **change})).valid is False, change
    worse = {**answer, "placements": answer["placements"][1:]}
    lies = packing.Packing.from_json({**worse, "value": None, "status": "feasible"})
    worse |= {"value": lies.value, "bound": lies.value, "score": lies.score, "board_parts": 1}
    assert any(fault["claim"] == "status" for fault in verify(json.dumps(worse)).faults)


def test_several_packings_of_the_same_value(capsys: pytest.CaptureFixture[str]) -> None:
    what = ["--pieces", "2*T4 value 2, any*I3 value 1", "--box", "4x3", "--best-subset"]
    answer = _answer(capsys, "pack", *what, "--limit", "2", "--json")
    twin = most_value([("###/.#.", 2, 0, 2), ("###", 1, 0, None)], {(x, y): 0 for x in range(4) for y in range(3)})
    assert [one["value"] for one in answer["packings"]] == [twin, twin]
    assert verify(json.dumps(answer)).valid is True
