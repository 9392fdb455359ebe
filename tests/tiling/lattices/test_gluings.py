"""Tilings of a torus, a cylinder, a Moebius strip and a Klein bottle."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference import glued_tilings

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.lattices import SQUARE
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import MOTIONS, Piece, enumerate_polyominoes
from shapewright.cells.quotient import GLUINGS, quotient
from shapewright.drawing import to_svg, to_terminal
from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.tiling.check import check, faults
from shapewright.tiling.notation.art import parse_solutions, solution_text
from shapewright.tiling.problem import Problem
from shapewright.tiling.symmetries.symmetry import canonical, symmetries


def stated(board: str, pieces: str) -> Problem:
    return Problem.from_text(f"board {board}\npieces {pieces}")


# Perfect matchings of the square grid on a torus: P. W. Kasteleyn (1961).
@pytest.mark.parametrize(("size", "count"), [(4, 272), (6, 90176), (8, 311853312)])
def test_dominoes_on_a_torus(size: int, count: int) -> None:
    assert tiling.count(stated(f"torus:{size}x{size}", "any*dominoes")) == count


@pytest.mark.parametrize("name", GLUINGS)
@pytest.mark.parametrize(
    ("size", "pieces"),
    [
        ("4x4", "any*dominoes"),
        ("5x4", "any*dominoes"),
        ("4x3", "any*I3, any*L3"),
        ("5x2", "2*one-sided-Y5"),
        ("4x3", "any*fixed-L4"),
        ("4x4", "2*one-sided-L4, 2*one-sided-J4"),
        ("3x2", "any*dominoes, any*I1"),
        ("2x2", "any*dominoes"),
        ("1x4", "any*dominoes"),
    ],
)
def test_the_twin_finds_the_same(name: str, size: str, pieces: str) -> None:
    problem = stated(f"{name}:{size}", pieces)
    expected = glued_tilings.tilings(problem)
    found = list(tiling.solve(problem))
    assert {
        frozenset((_kind(problem, one.piece), frozenset(one.cells)) for one in each.placements) for each in found
    } == expected
    assert tiling.count(problem) == len(found)
    for solution in found:
        check(solution)
        (read,) = parse_solutions(solution_text(problem, solution.placements), problem)
        assert [one.cells for one in read] == [one.cells for one in solution.placements]
        assert faults(problem, read) == []


def _kind(problem: Problem, name: str) -> int:
    index = [piece.name for piece in problem.pieces].index(name)
    return next(number for number, pieces in enumerate(problem.classes()) if index in pieces.members)


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    width, height = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    lattice = quotient(draw(st.sampled_from(sorted(GLUINGS))), (width, height))
    every = [(x, y) for x in range(width) for y in range(height)]
    cells = draw(st.sets(st.sampled_from(every), min_size=2))
    pieces = []
    for number in range(draw(st.integers(1, 2))):
        shape = draw(st.sampled_from(enumerate_polyominoes(draw(st.integers(1, 4)), "fixed")))
        pieces.append(Piece(f"P{number}", shape, 0, draw(st.sampled_from([1, None])), draw(st.sampled_from(MOTIONS))))
    return Problem(Board(frozenset(cells), lattice=lattice), tuple(pieces))


@settings(max_examples=80)
@given(problems())
def test_random_problems_have_as_many_tilings_as_the_twin_finds(problem: Problem) -> None:
    sets = [{frozenset(cells) for cells in problem.class_placements(kind)} for kind in problem.classes()]
    of_twin = glued_tilings.placements(problem)
    assert sets == [of_twin[kind.members[0]] for kind in problem.classes()]
    if any(one == other for k, one in enumerate(sets) for other in sets[:k]):
        return  # on so small a board different shapes cover the same, which the twin takes for one piece
    expected = glued_tilings.tilings(problem)
    assert tiling.count(problem) == len(expected)
    images = {canonical(frozenset((n, tuple(sorted(c))) for n, c in each), symmetries(problem)) for each in expected}
    assert tiling.count(problem, up_to_symmetry=True) == len(images)
    assert Problem.from_text(problem.to_text()) == problem


@pytest.mark.parametrize("name", GLUINGS)
def test_symmetries_keep_neighbours_and_make_a_group(name: str) -> None:
    board = Board.from_text(f"{name}:4x3")
    group = board.symmetries()
    maps = {tuple(map(motion, sorted(board.cells))) for motion in group}
    assert len(maps) == len(group)
    for motion in group:
        assert {motion(cell) for cell in board.cells} == board.cells
        for cell in board.cells:
            assert set(map(motion, board.lattice.neighbours(cell))) == set(board.lattice.neighbours(motion(cell)))
            assert motion.inverse()(motion(cell)) == cell
    for first in group:
        for second in group:
            both = first.then(second)
            assert tuple(map(both, sorted(board.cells))) in maps
            assert both((1, 2)) == second(first((1, 2)))


def test_a_torus_has_all_its_translations_and_turns() -> None:
    assert len(Board.from_text("torus:4x4").symmetries()) == 4 * 4 * 8
    assert len(Board.from_text("torus:5x4").symmetries()) == 5 * 4 * 4
    assert len(Board.from_text("torus:5x4").symmetries(reflections=False)) == 5 * 4 * 2
    assert len(Board.from_text("cylinder:5x4").symmetries()) == 5 * 4
    assert len(Board.from_text("moebius:5x4").symmetries()) == 5 * 4
    assert len(Board.from_text("torus:.###/####/####").symmetries()) == 4


def test_boards_in_text() -> None:
    board = Board.from_text("torus:##./###")
    assert board.lattice is quotient("torus", (3, 2))
    assert len(board.cells) == 5
    assert board.to_text() == "torus:\n##.\n###"
    assert Board.from_text(board.to_text()) == Board.from_text(board.to_text(one_line=True)) == board
    narrow = Board.from_text("klein:#../#..")
    assert Board.from_text(narrow.to_text()) == narrow
    assert pickle.loads(pickle.dumps(board)) == board
    assert board.lattice.base is SQUARE


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("torus:3x3x3", ProblemError, "'3x3x3' has three sides, but a torus is flat"),
        ("torus:0x4", ProblemError, "the board torus:0x4 has no cells"),
        ("donut:4x4", NotationError, "and boards may be a torus, cylinder, moebius or klein"),
        ("klein:HELLO", NotationError, "is not #, ., ? or a letter a-z"),
        ("cylinder:99999x99999", LimitError, "larger than the limit"),
    ],
)
def test_wrong_boards(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        Board.from_text(text)
    assert message in str(caught.value)


def test_a_piece_comes_back_as_its_mirror_image() -> None:
    ways = {
        name: len(
            list(stated(f"{name}:5x4", "fixed-F5").class_placements(stated(f"{name}:5x4", "fixed-F5").classes()[0]))
        )
        for name in GLUINGS
    }
    assert ways == {"torus": 20, "cylinder": 10, "moebius": 20, "klein": 40}
    one_sided = stated("moebius:5x4", "one-sided-L4, one-sided-J4")
    assert len(one_sided.classes()) == 1


def test_what_lies_wrong_is_seen() -> None:
    problem = stated("cylinder:4x2", "any*I3, any*I2, any*L3")
    assert faults(
        problem,
        [
            Placement("I3", ((0, 0), (2, 0), (3, 0))),
            Placement("I3", ((0, 1), (1, 1), (3, 1))),
            Placement("I2", ((1, 0), (2, 1))),
        ],
    )[0].startswith("'I2' at 1,0 has a shape the piece cannot take")
    assert faults(
        problem,
        [
            Placement("L3", ((0, 0), (0, 1), (3, 0))),
            Placement("L3", ((1, 0), (1, 1), (2, 1))),
            Placement("I2", ((2, 0), (3, 1))),
        ],
    )[0].startswith("'I2' at 2,0 has a shape")
    with pytest.raises(ProblemError, match="has none of the shapes"):
        Problem.from_text("board torus:4x4\npieces 4*I4\nfixed I 0,0 1,0 2,0 3,1")
    held = Problem.from_text("board torus:4x4\npieces 4*I4\nfixed I 3,0 0,0 1,0 2,0")
    assert tiling.count(held) == 1
    coloured = Problem.from_text("board\n  cylinder:\n  r##g\npieces A=gr/, I2")
    found = list(tiling.solve(coloured))
    assert len(found) == 4  # the red and green piece lies on two cells beside each other wherever they are
    assert all(faults(coloured, solution.placements) == [] for solution in found)
    wrong = [Placement("A", ((0, 0), (3, 0))), Placement("I", ((1, 0), (2, 0)))]
    assert faults(replace(coloured, board=Board.from_text("cylinder:b##b")), wrong)


def test_pieces_are_of_squares_and_other_verbs_say_what_they_do_not_do() -> None:
    with pytest.raises(ProblemError, match="piece 'I' is made of hexagons but the board of squares"):
        stated("torus:4x4", "hex:I4")
    with pytest.raises(NotationError, match="'torus' is not a lattice"):
        stated("torus:4x4", "torus:##")
    with pytest.raises(ProblemError, match="not on a torus"):
        tiling.count_by_symmetry(stated("torus:4x4", "4*I4"))
    with pytest.raises(LimitError, match="the symmetries of a torus of 40x40 cells are too many"):
        tiling.count(stated("torus:40x40", "any*I4"))


def test_pictures_and_reasons() -> None:
    found = tiling.explain(stated("torus:3x3", "any*dominoes"))
    assert found.verdict == "impossible"
    solution = tiling.first(stated("moebius:6x5", "any*dominoes"))
    assert solution is not None
    assert to_svg(solution.mosaic().scene()).startswith("<svg")
    assert to_terminal(solution.mosaic(), color=False)
