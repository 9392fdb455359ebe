"""Sequences, boards, piece files, plans and records: what is written is read back, anything else gets one sentence."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.stacking.random_problems import OWN, any_problems

from shapewright import stacking
from shapewright.cells.polyomino import Polyomino
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.stacking import Drop, FallingPiece, Plan, Problem, tetrominoes
from shapewright.stacking.notation.board import board_text, parse_start
from shapewright.stacking.notation.piece_file import parse_piece_file, parse_piece_list
from shapewright.stacking.notation.plan import parse_plan, plan_text
from shapewright.stacking.notation.records import drops_from_json, drops_to_json, problem_from_json
from shapewright.stacking.pieces import parse_sequence, sequence_text

PROBLEM = Problem("LLLL", 6)
NAMED = (FallingPiece.turning("Bar", Polyomino.from_text("##")), FallingPiece.turning("B", Polyomino.from_text("#")))


def test_small_letters_are_read_where_only_one_piece_can_be_meant() -> None:
    assert parse_sequence("iots lj,z", tetrominoes()) == tuple("IOTSLJZ")
    assert Problem("iots lj", 6) == Problem("IOTSLJ", 6)
    assert parse_sequence("barbbar", NAMED) == ("Bar", "B", "Bar")
    both = [FallingPiece.turning(name, Polyomino.from_text("#")) for name in ("a", "A", "Cd", "cD")]
    assert parse_sequence("aAcDCd", both) == ("a", "A", "cD", "Cd")
    with pytest.raises(NotationError, match="'c' at position 2"):  # either could be meant
        parse_sequence("acd", both)


def test_sequences() -> None:
    assert parse_sequence("IO, T\nS", tetrominoes()) == ("I", "O", "T", "S")
    assert parse_sequence("BarBBar", NAMED) == ("Bar", "B", "Bar")
    assert parse_sequence(sequence_text(("B", "Bar"), NAMED), NAMED) == ("B", "Bar")
    assert sequence_text(("I", "O"), tetrominoes()) == "IO"
    with pytest.raises(
        NotationError, match="'q' at position 2 of the sequence is not a piece; pieces are I O T J L S Z"
    ):
        parse_sequence("Iq", tetrominoes())
    with pytest.raises(LimitError, match="characters"):
        parse_sequence("I" * (1 << 21), tetrominoes())


@pytest.mark.parametrize(
    ("text", "width", "cells", "limit"),
    [
        ("6x20", 6, set(), 20),
        ("..../..#.", 4, {(2, 0)}, None),
        ("T.\nTT.\nT", 3, {(0, 0), (0, 1), (1, 1), (0, 2)}, None),
        ("\n..\n.#\n\n", 2, {(1, 0)}, None),
        ("....", 4, set(), None),
    ],
)
def test_boards(text: str, width: int, cells: set[tuple[int, int]], limit: int | None) -> None:
    start = parse_start(text)
    assert (start.width, start.cells, start.height_limit) == (width, cells, limit)
    assert parse_start(board_text(start.cells, start.width)).cells == start.cells
    assert parse_start(board_text(start.cells, start.width, one_line=True)).width == width


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no rows"),
        ("/ /", "no rows"),
        ("0x4", "'0x4' has no cells"),
        ("2x2x2", "not a grid to stack in"),
        ("65x3", "larger than the limit of 64x50000"),
        ("4x60000", "larger than the limit of 64x50000"),
        ("9999999999x1", "larger than the limit"),
        ("#" * 65, "65 columns and 1 rows is larger"),
        ("/".join(["#."] * 201), "2 columns and 201 rows is larger"),
        ("#.//#.", "row 2 of the board is blank"),
        ("#.\n#!", r"'!' in column 2 of row 2 \('#!'\) of the board is not a cell"),
        ("#é", "'é' in column 2 of row 1"),
    ],
)
def test_boards_that_are_none(text: str, message: str) -> None:
    with pytest.raises(ShapewrightError, match=message):
        parse_start(text)


FILE = """\
% two orientations of four
piece P
  ##
  ##
  #.

  ###
  .##
piece V fixed
  #.
  ##
pieces U5, fixed-X5
"""


def _piece_file(pieces: tuple[FallingPiece, ...]) -> str:
    """The piece file from which ``parse_piece_file`` reads the same pieces, every orientation drawn."""
    lines = []
    for piece in pieces:
        lines.append(f"piece {piece.name}" + (" fixed" if len(piece.orientations) == 1 else ""))
        for number, shape in enumerate(piece.orientations):
            lines += [""] * (number > 0) + [f"  {row}" for row in shape.to_text().split("\n")]
    return "\n".join(lines) + "\n"


def test_piece_files() -> None:
    pieces = parse_piece_file(FILE)
    assert [(piece.name, len(piece.orientations)) for piece in pieces] == [("P", 2), ("V", 1), ("U", 4), ("X.1", 1)]
    assert pieces[0].orientations[1] == Polyomino.from_text("###/.##")
    assert parse_piece_file(_piece_file(pieces)) == pieces
    assert parse_piece_file(_piece_file(OWN)) == OWN
    assert [piece.name for piece in parse_piece_list("one-sided-tetrominoes")] == ["I", "O", "T", "S", "Z", "L", "J"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no pieces; expected 'piece NAME'"),
        ("piece\n  ##", "line 1: 'piece' has no name"),
        ("piece A", "line 1: the piece 'A' has no drawing"),
        ("piece A 3\n  ##", "line 1: '3' does not belong after the piece 'A'"),
        ("piece A free\n  ##", "line 1: 'free' does not belong"),
        ("piece A fixed\n  ##\n\n  #\n  #", "line 1: the piece 'A' is fixed and has 2 drawings"),
        ("% x\npiece A\n  #.\n  .#", "line 2: the piece 'A' is not connected"),
        ("piece A\n  #?", "line 1: '\\?' in column 2"),
        ("board 6x6", "line 1: 'board' does not belong in a piece file"),
        ("pieces T4\n  ##", "line 1: 'pieces' takes a list"),
        ("pieces nonsense", "line 1: 'nonsense' at position 1"),
        ("  ##", "has no statement above it"),
        ("pieces tetracubes", "line 1: .*made of cubes"),
    ],
)
def test_piece_files_that_are_none(text: str, message: str) -> None:
    with pytest.raises((NotationError, ProblemError), match=message):
        parse_piece_file(text)


def test_plans() -> None:
    drops = parse_plan("0 3, 1(180) 4(180)", PROBLEM)
    assert drops == (Drop("L", 0), Drop("L", 3), Drop("L", 1, 180), Drop("L", 4, 180))
    assert plan_text(drops) == "0 3 1(180) 4(180)"
    held = Problem("LJ", hold=True)
    assert parse_plan(plan_text((Drop("J", 1, 90), Drop("L", 0)), names=True), held)[0] == Drop("J", 1, 90)


@pytest.mark.parametrize("word", ["x", "-1", "1()", "1(x)", "(90)", "1(90", "L:", "12345", "١", "1(90)2"])
def test_drops_that_are_none(word: str) -> None:
    with pytest.raises(NotationError, match=r"at position 2 of the plan is not a drop"):
        parse_plan(f"0 {word}", PROBLEM)


def test_plans_that_are_too_long() -> None:
    with pytest.raises(NotationError, match="more drops than the 4 pieces"):
        parse_plan("0 0 0 0 0", PROBLEM)
    with pytest.raises(LimitError, match="characters"):
        parse_plan("0 " * (1 << 20), PROBLEM)


@given(any_problems())
def test_records_of_plans_are_read_back(problem: Problem) -> None:
    plan = stacking.first(problem, time_limit=5)
    if plan is not None:
        assert drops_from_json(json.loads(json.dumps(drops_to_json(plan.drops)))) == plan.drops
        assert parse_plan(str(plan), problem) == plan.drops
        assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"plan": []}, "cannot be carried out: 4 of the 4 pieces are not dropped"),
        ({"plan": 3}, "the plan is not a list of drops"),
        ({"value": 2}, "the 'value' of the plan is 3, not '2'"),
        ({"height": 4}, "the 'height' of the plan is 3, not '4'"),
        ({"text": "0"}, "the 'text' of the plan is '"),
        ({"optimal": False}, "the 'optimal' of the plan is True"),
        ({"lower_bound": 4, "optimal": False}, "the height of 3 is below the lower bound of 4"),
        ({"lower_bound": "3"}, "'lower_bound' is not a whole number"),
        ({"first": 1}, "'first' is not true or false"),
    ],
)
def test_plans_in_json_that_are_none(change: dict[str, Any], message: str) -> None:
    plan = stacking.first(PROBLEM)
    assert plan is not None
    with pytest.raises(NotationError, match=message):
        Plan.from_json(plan.to_json() | change)
    with pytest.raises(NotationError, match="not a plan"):
        Plan.from_json([])


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "is not a JSON object"),
        ({}, "has no 'sequence'"),
        ({"sequence": "IO"}, "'sequence' of the problem is not a list"),
        ({"sequence": [1]}, "not a list of names"),
        ({"sequence": ["I"], "width": "6"}, "'width' of the problem is not a whole number"),
        ({"sequence": ["I"], "width": True}, "'width' of the problem is not a whole number"),
        ({"sequence": ["I"], "colour": 1}, "'colour' is not a key of a problem"),
        ({"sequence": ["I"], "board": "#.", "width": 3}, "2 columns wide, but its width is 3"),
        ({"sequence": ["I"], "pieces": {"A": "##"}}, "not a list of texts"),
        ({"sequence": ["I"], "pieces": {"A": [""]}}, "without cells"),
    ],
)
def test_problems_in_json_that_are_none(data: Any, message: str) -> None:
    with pytest.raises(ShapewrightError, match=message):
        problem_from_json(data)


@pytest.mark.parametrize(
    "data",
    [3, [3], [{"piece": 1}], [{"piece": "I"}], [{"piece": "I", "column": "0"}], [{"piece": "I", "column": True}]],
)
def test_drops_in_json_that_are_none(data: Any) -> None:
    with pytest.raises(NotationError, match=r"^(the plan is not a list|drop 1 of the plan)"):
        drops_from_json(data)


@given(st.text(alphabet="IOT#./ x0123456789()\n:,%pieceboard", max_size=60))
def test_any_text_gives_a_value_or_a_clear_error(text: str) -> None:
    for parse in (
        lambda: parse_sequence(text, tetrominoes()),
        lambda: parse_start(text),
        lambda: parse_piece_file(text),
        lambda: parse_plan(text, PROBLEM),
    ):
        with contextlib.suppress(ShapewrightError):
            parse()


@st.composite
def falling_pieces(draw: st.DrawFn) -> tuple[FallingPiece, ...]:
    """One to four pieces with names and drawings of their own, which turn, do not, or turn as they are drawn."""
    names = draw(
        st.lists(st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,3}", fullmatch=True), min_size=1, max_size=4, unique=True)
    )
    found = []
    for name in names:
        cells = [(0, 0)]
        for step in draw(st.lists(st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]), max_size=4)):
            cells.append((cells[-1][0] + step[0], cells[-1][1] + step[1]))
        shape = Polyomino(tuple(sorted(set(cells))))
        turning = FallingPiece.turning(name, shape)
        some = draw(st.integers(1, len(turning.orientations)))
        found.append(FallingPiece(name, turning.orientations[:some]))
    return tuple(found)


@given(falling_pieces())
def test_piece_files_are_read_as_they_are_written(pieces: tuple[FallingPiece, ...]) -> None:
    assert parse_piece_file(_piece_file(pieces)) == pieces


@given(falling_pieces(), st.data())
def test_sequences_are_read_as_they_are_written(pieces: tuple[FallingPiece, ...], data: st.DataObject) -> None:
    sequence = tuple(data.draw(st.lists(st.sampled_from([piece.name for piece in pieces]), max_size=6)))
    assert parse_sequence(sequence_text(sequence, pieces), pieces) == sequence


@given(st.integers(1, 12), st.frozensets(st.tuples(st.integers(0, 11), st.integers(0, 9)), max_size=12), st.booleans())
def test_boards_are_read_as_they_are_written(width: int, cells: frozenset[tuple[int, int]], one_line: bool) -> None:
    inside = frozenset(cell for cell in cells if cell[0] < width)
    start = parse_start(board_text(inside, width, one_line=one_line))
    assert (start.width, start.cells) == (width, inside)


@given(any_problems())
def test_problems_in_json_are_read_as_they_are_written(problem: Problem) -> None:
    assert problem_from_json(json.loads(json.dumps(problem.to_json()))) == problem


@given(any_problems(), st.booleans(), st.data())
def test_plans_are_read_as_they_are_written(problem: Problem, names: bool, data: st.DataObject) -> None:
    drops = tuple(
        Drop(name, data.draw(st.integers(0, 30)), data.draw(st.sampled_from((0, 90, 180, 270))))
        for name in problem.sequence
    )
    assert parse_plan(plan_text(drops, names=names), problem) == drops


def test_a_drop_shows_its_path_only_if_it_has_one() -> None:
    straight, sliding = Drop("O", 2), Drop("O", 2, path="3d2l")
    assert repr(straight) == "Drop(piece='O', column=2, rotation=0)"
    assert repr(sliding) == "Drop(piece='O', column=2, rotation=0, path='3d2l')"
    assert eval(repr(sliding)) == sliding
