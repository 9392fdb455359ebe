"""Text puzzles: what they say, what is wrong with them, and that they are read back as written."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.tiling.random_problems import problems

from shapewright.cells.grid import Board
from shapewright.cells.placements import Placement
from shapewright.errors import LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.tiling.problem import Problem

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.txt"))

EVERYTHING = """\
% a comment
title  Everything at once
board
  ?##.
  ####
  ####
    % a comment may be indented
hole 3,0
optional 0,0
optional 1,0 2,0
colour r 0,2 1,0
color g 3,1

pieces any*I1, 2*fixed-I2.1
piece A 0-2 one-sided
  r#.
  .##
fixed A 0,2 1,1 2,1 1,2
pieces I1
"""


def test_every_statement() -> None:
    problem = Problem.from_text(EVERYTHING)
    assert problem.title == "Everything at once"
    board = problem.board
    assert len(board.cells) == 10
    assert (3, 2) not in board.cells
    assert board.optional == {(0, 2), (0, 0), (1, 0), (2, 0)}
    assert board.colours == {((0, 2), "r"), ((1, 0), "r"), ((3, 1), "g")}
    assert [(piece.name, piece.minimum, piece.maximum, piece.motions) for piece in problem.pieces] == [
        ("I1", 1, None, "free"),
        ("I2.1", 2, 2, "fixed"),
        ("A", 0, 2, "one-sided"),
    ]
    assert problem.fixed == (Placement("A", ((0, 2), (1, 1), (1, 2), (2, 1))),)
    assert Problem.from_text(problem.to_text()) == problem


def test_boards_in_space() -> None:
    layered = "board\n  ##\n  #.\n\n  .#\n  .#\npieces any*I1\n"
    problem = Problem.from_text(layered)
    assert problem.board.cells == {(0, 1, 0), (1, 1, 0), (0, 0, 0), (1, 1, 1), (1, 0, 1)}
    assert Problem.from_text(layered.replace("\n\n", "\n  //\n")) == problem
    assert Problem.from_text("board ##/#.//.#/.#\npieces any*I1") == problem
    assert Problem.from_text("board 2x3x1\npieces 3*I2").board == Board.box(2, 3, 1)


def test_line_ends_of_other_systems() -> None:
    assert Problem.from_text(EVERYTHING.replace("\n", "\r\n")) == Problem.from_text(EVERYTHING)


def test_flat_boards_are_written_as_sizes() -> None:
    assert Problem.from_text("board 3x4\npieces any*I1").to_text() == "board 3x4\npiece I any free\n  #\n"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_the_examples_are_puzzles(example: Path) -> None:
    problem = Problem.from_text(example.read_text())
    assert problem.title
    assert Problem.from_text(problem.to_text()) == problem


def test_there_are_examples() -> None:
    assert {"eleven_pieces", "five_pieces", "soma"} <= {path.stem for path in EXAMPLES}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the puzzle has no 'board'"),
        ("pieces I1", "the puzzle has no 'board'"),
        ("board 2x2", "the puzzle has no pieces"),
        ("board 2x2\nbord 3x3\npieces I1", "line 2: 'bord' is not a statement; expected one of title, board"),
        ("board 2x2\nboard 3x3\npieces I1", "line 2: there is a second 'board'"),
        ("title a\nboard 2x2\ntitle b\npieces I1", "line 3: there is a second 'title'"),
        ("board\npieces I1", "line 1: 'board' has neither a size nor a picture"),
        ("board 2x2\n  ##\npieces I1", "line 1: the board '2x2' has a picture as well"),
        ("board 2y2\npieces I1", "line 1: '2y2' is not a board"),
        ("board\n  ##\n  #!\npieces I1", "line 1: '!' in column 2 of row 2 ('#!')"),
        ("board\n  ...\npieces I1", "line 1: the board has no cells"),
        ("  ##\nboard 2x2", "line 1: the picture '##' has no statement above it"),
        ("board 2x2\nhole 5,5\npieces I1", "line 2: the hole 5,5 is not a cell of the board"),
        ("board 2x2\nhole 5\npieces I1", "line 2: '5' is not a cell"),
        ("board 2x2\nhole\npieces I1", "line 2: no cells are given"),
        ("board 2x2\noptional 0,2\npieces I1", "line 2: the optional cell 0,2 is not a cell"),
        ("board 2x2\ncolour red 0,0\npieces I1", "line 2: 'red' is not a colour"),
        ("board 2x2\ncolour\npieces I1", "line 2: '' is not a colour"),
        ("board 2x2\ncolour R 0,0\npieces I1", "line 2: 'R' is not a colour"),
        ("board 2x2\ncolour r 0,0\ncolour g 0,0\npieces I1", "line 3: the cell 0,0 has two colours, g and r"),
        ("board 2x2\ntitle x\n  ##\npieces I1", "line 2: 'title' takes no picture"),
        ("board 2x2\n\npieces I1, Q7", "line 3: 'Q7' at position 5 of the piece list is not a piece"),
        ("board 2x2\npieces", "line 2: '' at position 1"),
        ("board 2x2\npiece A\n", "line 2: the piece 'A' has no picture"),
        ("board 2x2\npiece A 2 3\n  #\n", "line 2: 'A 2 3' is not NAME [COUNT] [MOTIONS]"),
        ("board 2x2\npiece A 3-1\n  #\n", "line 2: '3-1' for the piece 'A' counts from 3 down to 1"),
        ("board 2x2\npieces I2\nfixed", "line 3: no cells are given"),
        ("board 2x2\npieces I2\nfixed I2 0,0 x", "line 3: 'x' is not a cell"),
        ("board 2x2\npieces I2\nfixed L 0,0 1,0", "line 3: fixed piece 'L' is not one of the pieces I"),
        ("board 2x2\npieces 2*I2\nfixed I 0,0 1,0\nfixed I 1,0 1,1", "line 4: fixed pieces 'I' and 'I' overlap at 1,0"),
        ("board 2x2\npieces 2*I2\nfixed I 0,0 0,0", "line 3: fixed piece 'I' names the cell 0,0 twice"),
        ("board 2x2\npieces tricubes", "is made of cubes but the board is flat"),
    ],
)
def test_what_is_wrong_is_quoted_with_its_line(text: str, message: str) -> None:
    with pytest.raises((NotationError, ProblemError)) as caught:
        Problem.from_text(text)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "board 1000000x1000000\npieces I1",
        f"board {'9' * 5000}x2\npieces I1",
        "board 2x2\npieces 1000000000*I1",
        "board 2x2\nhole 99999999999,0\npieces I1",
        "board 2x2\npiece A 1-9999999999\n  #",
    ],
)
def test_gigantic_numbers_are_refused(text: str) -> None:
    with pytest.raises(LimitError, match="line"):
        Problem.from_text(text)


TITLES = st.text(max_size=20).map(lambda text: " ".join(text.split()))


@given(problems(), TITLES)
def test_what_is_written_is_read_back(problem: Problem, title: str) -> None:
    problem = replace(problem, title=title)
    assert Problem.from_text(problem.to_text()) == problem


LINES = (
    "board 2x3", "board", "  ##", "  #?", "  r#", " //", "", "% x", "hole 0,0", "optional 1,0", "colour r 0,0",
    "title t", "pieces I2", "pieces any*I1", "piece A", "piece B 0-2 free", "fixed I 0,0 1,0", "fixed A 0,0",
    "\tx", "piece", "0,0",
)  # fmt: skip


@given(st.one_of(st.text(), st.lists(st.sampled_from(LINES), max_size=9).map("\n".join)))
def test_any_text_gives_a_problem_or_a_complaint(text: str) -> None:
    try:
        problem = Problem.from_text(text)
    except ShapewrightError:
        return
    assert Problem.from_text(problem.to_text()) == problem


@given(problems(), st.data())
def test_a_damaged_puzzle_gives_a_problem_or_a_complaint(problem: Problem, data: st.DataObject) -> None:
    text = problem.to_text()
    place = data.draw(st.integers(0, len(text)))
    length = data.draw(st.integers(0, 3))
    damaged = text[:place] + data.draw(st.text(max_size=3)) + text[place + length :]
    with suppress(ShapewrightError):
        Problem.from_text(damaged)
