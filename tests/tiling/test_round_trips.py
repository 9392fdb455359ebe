"""Whatever a tiling problem is, each notation that can hold it gives the same problem back."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import islice

from hypothesis import given
from hypothesis import strategies as st
from tests.cells.test_piece_lists import NAMES
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.random_problems import problems

from shapewright.cells.grid import Board, Motion
from shapewright.cells.piece_lists import pieces_to_list
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import MAX_COUNT, Piece, Polyomino
from shapewright.errors import LimitError, NotationError
from shapewright.tiling.check import faults
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.covers.of_problem import exact_cover
from shapewright.tiling.notation.art import parse_solutions, solution_text
from shapewright.tiling.notation.records import parse_records, to_records
from shapewright.tiling.problem import Problem

TITLES = st.one_of(st.just(""), st.text(max_size=20).map(lambda text: " ".join(text.split())))


@st.composite
def any_problems(draw: st.DrawFn) -> Problem:
    """Random problems with any names, titles and large counts, away from the origin, some of them in space."""
    problem = draw(problems())
    names = draw(st.lists(NAMES, min_size=len(problem.pieces), max_size=len(problem.pieces), unique=True))
    called = {piece.name: name for piece, name in zip(problem.pieces, names, strict=True)}
    many = draw(st.sampled_from((None, None, (5, MAX_COUNT), (0, None))))
    pieces = [replace(piece, name=called[piece.name]) for piece in problem.pieces]
    if many and not problem.fixed:
        pieces[0] = replace(pieces[0], minimum=many[0], maximum=many[1])
    axes = tuple(range(problem.board.dimension))
    away = Motion(axes, (1,) * len(axes), draw(st.tuples(*[st.integers(0, 3) for _ in axes])))
    board = Board(
        frozenset(map(away, problem.board.cells)),
        frozenset(map(away, problem.board.optional)),
        frozenset((away(cell), colour) for cell, colour in problem.board.colours),
    )
    fixed = [Placement(called[one.piece], tuple(map(away, one.cells))) for one in problem.fixed]
    return Problem(board, tuple(pieces), tuple(fixed), draw(TITLES))


@given(any_problems())
def test_text_puzzles(problem: Problem) -> None:
    assert Problem.from_text(problem.to_text()) == problem


@given(any_problems())
def test_boards_and_piece_lists(problem: Problem) -> None:
    assert parse_pieces(pieces_to_list(problem.pieces)) == problem.pieces
    board = problem.board
    shown = Board(board.cells, board.optional - board.colour_of().keys(), board.colours)
    assert Board.from_text(shown.to_text()) == Board.from_text(shown.to_text(one_line=True)) == shown


@given(any_problems())
def test_what_python_prints(problem: Problem) -> None:
    words = {"Problem": Problem, "Board": Board, "Piece": Piece, "Polyomino": Polyomino, "Placement": Placement}
    assert eval(repr(problem), words) == problem


@given(any_problems())
def test_dlx(problem: Problem) -> None:
    try:
        cover = exact_cover(problem)
    except LimitError:
        return
    assert ExactCover.from_text(cover.to_text()) == cover
    assert ExactCover.from_text(problem.to_dlx()) == cover


@given(any_problems())
def test_files_of_burrtools(problem: Problem) -> None:
    usual = "free" if problem.board.dimension == 2 else "one-sided"
    try:
        found = Problem.from_xmpuzzle(problem.to_xmpuzzle())
    except (NotationError, LimitError):
        odd = [piece for piece in problem.pieces if piece.orientations() != piece.shape.orientations(usual)]
        strange = any(c < " " or c in "\ufffe\uffff" for c in problem.title + "".join(p.name for p in problem.pieces))
        many = any(max(piece.minimum, piece.maximum or 0) > 0xFFFF for piece in problem.pieces)
        assert problem.fixed or odd or strange or many
        return
    expected = []
    for piece in problem.pieces:
        room = len(problem.board.cells) // piece.shape.area
        maximum = max(room, piece.minimum) if piece.maximum is None else piece.maximum
        expected.append(replace(piece, maximum=maximum, motions=usual))
    if problem.board.dimension == 3 and found.board.dimension == 2:  # all of it lies in one layer
        assert {cell[2] for cell in problem.board.cells} == {0}
        assert [piece.shape.lifted() for piece in found.pieces] == [piece.shape for piece in expected]
        return
    assert found == Problem(problem.board, tuple(expected), (), problem.title)


@given(any_problems())
def test_solutions_in_letters_and_as_json(problem: Problem) -> None:
    number_of = {problem.pieces[one.members[0]].name: number for number, one in enumerate(problem.classes())}
    written = []
    for tiling in islice(algorithm_x.tilings(problem), 3):
        chosen: dict[int, list[tuple[tuple[int, ...], ...]]] = {}
        for name, cells in tiling:
            chosen.setdefault(number_of[name], []).append(tuple(sorted(cells)))
        written.append(problem.name_copies(chosen))
    if written:
        lines = json.dumps({"solutions": [to_records(placements) for placements in written]})
        assert parse_records(lines) == written
        pictures = "\n\n".join(solution_text(problem, placements) for placements in written)
        read = parse_solutions(pictures, problem)
        assert [_cells(placements) for placements in read] == [_cells(placements) for placements in written]
        # Letters do not say which of several pieces lies where each of them could, but the counts must come right.
        assert [faults(problem, placements) for placements in read] == [[]] * len(written)


def _cells(placements: tuple[Placement, ...]) -> list[tuple[tuple[int, ...], ...]]:
    return sorted(placement.cells for placement in placements)
