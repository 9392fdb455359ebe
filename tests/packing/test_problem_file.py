"""A whole problem in one file: read, written, refused with the line, and verified."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cli import main
from shapewright.errors import ShapewrightError
from shapewright.packing import Bag, Problem, Values, pack, verify

DRAWER = """title a drawer
% two crosses and some bars
board 6x4
hole 5,3
piece X 2 value 7
  .#.
  ###
  .#.
pieces 3*I2 value 2
fixed I 0,0 0,1
objective value
best-subset
"""

PROBLEMS = [
    Problem(Bag.from_text("LOJI")),
    Problem(Bag.from_text("LOJI"), box=(4, 4), cover_corner=True),
    Problem(Bag.from_text("O5"), width=5),
    Problem(Bag.from_text("O5"), objective="area"),
    Problem(parse_pieces("2*T4 value 7, any*half-turn-L4, BAR=fixed-###"), box=(5, 5), best_subset=True),
    Problem(parse_pieces("2*I2"), values=Values.from_text("3 5 -3/3 . 9")),
    Problem(parse_pieces("2*I2"), board=Board.from_text("##./###"), fixed=(Placement("I", ((0, 0), (0, 1))),)),
    Problem(Bag.from_text("O2"), box=(5, 5), objective="room"),
]


@given(st.sampled_from(PROBLEMS))
def test_what_is_written_is_read_again(problem: Problem) -> None:
    assert Problem.from_text(problem.to_text()) == problem


def test_every_statement() -> None:
    problem = Problem.from_text(DRAWER)
    assert len(problem.ground.cells) == 23
    assert [(piece.name, piece.value, piece.maximum) for piece in problem.pieces] == [("X", 7, 2), ("I", 2, 3)]
    assert problem.fixed == (Placement("I", ((0, 0), (0, 1))),)
    assert (problem.objective, problem.best_subset) == ("value", True)
    pictures = Problem.from_text("bag O1\nvalues\n  3 5\n  1 1\nobjective value")
    assert pictures.values == Values.from_text("3 5/1 1")
    assert Problem.from_text("bag O1\nboard\n  ##.\n  ###").board == Board.from_text("##./###")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("bag O1\nbag O2", "line 2: there is a second 'bag'"),
        ("bag O1\ncolours a 0,0", "line 2: 'colours' is not a statement; expected one of title, bag"),
        ("bag Q1", "line 1: 'Q' at position 1 of the bag"),
        ("box 4x4", "the problem has no pieces"),
        ("bag O1\npieces T4", "both a bag and pieces"),
        ("bag O1\nhole 0,0", "no box or board that it could be in"),
        ("bag O1\nwidth x", "line 2: 'x' is not a whole number"),
        ("bag O1\nboard 4x4\n  ##", "line 2: 'board' has a picture as well"),
        ("bag O1\nvalues", "line 2: 'values' has neither"),
        ("bag O1\nbest-subset yes", "'best-subset' stands alone"),
        ("bag O1\nbox 2x2\n  ##", "line 2: 'box' takes no picture"),
        ("bag O1\nobjective best", "'best' is not an objective"),
    ],
)
def test_bad_files(text: str, words: str) -> None:
    with pytest.raises(ShapewrightError, match=words.replace("(", r"\(")):
        Problem.from_text(text)


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    place = tmp_path / "drawer.txt"
    place.write_text(DRAWER)
    assert main(["packing", "pack", "--problem", str(place), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["value"] == pack(Problem.from_text(DRAWER)).value
    assert verify(json.dumps(answer)).valid is True
    other = {**answer, "parameters": {"problem": DRAWER.replace("value 7", "value 8")}}
    assert verify(json.dumps(other)).valid is False
    assert main(["packing", "pack", "--problem", str(place), "--box", "4x4"]) == 2
    assert "--problem states everything; leave out --box" in capsys.readouterr().err
