"""Solutions as letters: written, read back, and what is wrong with foreign ones."""

from __future__ import annotations

from contextlib import suppress
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.tiling import algorithm_x as algorithm_x
from tests.tiling.random_problems import problems

from shapewright.cells.placements import Placement
from shapewright.errors import NotationError, ShapewrightError
from shapewright.tiling.check import faults
from shapewright.tiling.notation.art import parse_solutions, solution_text, symbols
from shapewright.tiling.problem import Problem

SQUARES = Problem.from_text("board 4x2\npieces 2*O4")
MIXED = Problem.from_text("board\n  .####\n  ##??.\npieces L3, I3")
SOLID = Problem.from_text("board 2x1x2\npieces 2*I2")


def sets(placements: tuple[Placement, ...]) -> list[tuple[tuple[int, ...], ...]]:
    return [placement.cells for placement in placements]


def dominoes(width: int, height: int) -> tuple[Placement, ...]:
    return tuple(Placement("I", ((x, y), (x + 1, y))) for x in range(0, width, 2) for y in range(height))


def test_holes_and_empty_cells_are_shown() -> None:
    placements = (
        Placement("L", ((0, 0), (1, 0), (1, 1))),
        Placement("I", ((2, 1), (3, 1), (4, 1))),
    )
    assert solution_text(MIXED, placements) == ".LIII\nLL??."
    assert parse_solutions(".LIII\nLL??.", MIXED) == [placements]
    assert parse_solutions(" LIII/LL", MIXED) == [placements]


def test_copies_have_letters_of_their_own() -> None:
    # Names of one letter first, then first letters, then whatever is left.
    names = ["I", "T4", "O", "I", "T5", "I", "±", "..", "%"]
    found = symbols([Placement(name, ((0, 0),)) for name in names])
    assert found == ["I", "T", "O", "i", "t", "A", "B", "C", "D"]


def test_layers_in_space() -> None:
    upright = (Placement("I", ((0, 0, 0), (0, 0, 1))), Placement("I", ((1, 0, 0), (1, 0, 1))))
    assert solution_text(SOLID, upright) == "Ii\n//\nIi"
    for text in ("Ii\n//\nIi", "Ii//Ii", "Ii\n\nIi", "xy\n\n\nxy\n"):
        assert parse_solutions(text, SOLID) == [upright]
    assert len(parse_solutions("Ii\n\nIi\n\nAA\n\nBB", SOLID)) == 2
    assert len(parse_solutions("Ii//Ii\n\nAA//BB", SOLID)) == 2
    flat = Problem.from_text("board 2x1x1\npieces I2")
    text = solution_text(flat, (Placement("I", ((0, 0, 0), (1, 0, 0))),))
    assert text == "II\n//"
    assert parse_solutions(text, flat) == parse_solutions("II", flat)


def test_several_solutions_and_comments() -> None:
    text = "% first\nAABB\nAABB\n\n\n% second\nxxyy\nxx%y\n"
    with pytest.raises(NotationError, match="the text shows no solution"):
        parse_solutions("% nothing\n\n", SQUARES)
    found = parse_solutions(text.replace("%y", "yy"), SQUARES)
    assert found[0] == found[1]
    assert faults(SQUARES, found[0]) == []


def test_letters_that_are_wrong_are_read_for_the_checker() -> None:
    (found,) = parse_solutions("AAAB\nAABB", SQUARES)
    assert {placement.piece for placement in found} == {"A", "B"}
    assert "is not one of the pieces" in faults(SQUARES, found)[0]


def test_names_follow_shapes_letters_and_counts() -> None:
    same = Problem.from_text("board 4x1\npiece A 1 fixed\n  #\npiece B 1-2 free\n  #\npiece C 0-1\n  #\npiece D\n  #")
    for text in ("ABCD", "BADB", "xyzt", "1234"):
        (found,) = parse_solutions(text, same)
        assert faults(same, found) == []
    assert [placement.piece for placement in parse_solutions("DCAB", same)[0]] == ["D", "C", "A", "B"]


def test_fixed_pieces_keep_their_names() -> None:
    problem = Problem.from_text("board 3x1\npiece A\n  #\npiece B\n  #\npiece C\n  #\nfixed C 0,0\nfixed A 2,0")
    (found,) = parse_solutions("ABC", problem)
    assert [placement.piece for placement in found] == ["C", "B", "A"]


def test_more_placements_than_letters() -> None:
    problem = Problem.from_text("board 12x12\npieces any*I2")
    placements = dominoes(12, 12)
    text = solution_text(problem, placements)
    assert len(set(text) - {"\n"}) <= 62
    assert sets(parse_solutions(text, problem)[0]) == sorted(sets(placements))


def test_letters_cannot_come_again_where_pieces_have_gaps() -> None:
    problem = Problem.from_text("board 12x12\npieces any*I2, 0-1*#.#")
    with pytest.raises(NotationError, match="72 placements are too many for letters"):
        solution_text(problem, dominoes(12, 12))


def test_a_placement_with_too_many_neighbours_is_refused() -> None:
    problem = Problem.from_text("board 70x2\npieces any*I1, 0-1*" + "#" * 70)
    lots = (*(Placement("I", ((x, 0),)) for x in range(70)), Placement("art1", tuple((x, 1) for x in range(70))))
    with pytest.raises(NotationError, match="use JSON"):
        solution_text(problem, lots)


@pytest.mark.parametrize(
    ("text", "problem", "message"),
    [
        ("AABB", SQUARES, "line 1: solution 1 has 1 row ('AABB' ...), the board has 2"),
        ("AABB\nAABB\n\nA\nA\nA", SQUARES, "line 4: solution 2 has 3 rows"),
        ("AABB//AABB", SQUARES, "line 1: solution 1 has 2 layers, the board has 1"),
        ("Ii//Ii//Ii", SOLID, "line 1: solution 1 has 3 layers, the board has 2"),
        ("Ii\n\nIi\n\nIi", SOLID, "line 5: 3 layers are not a whole number of boards 2 high"),
        ("Ii\nIi//Ii", SOLID, "has 2 rows"),
        ("AABB\nAA\x07B", SQUARES, "'\\x07' in column 3 of row 2"),
        ("", SQUARES, "the text shows no solution"),
        ("//", SQUARES, "line 1: solution 1 has 0 layers, the board has 1"),
    ],
)
def test_pictures_of_another_size_are_refused(text: str, problem: Problem, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_solutions(text, problem)
    assert message in str(caught.value)


@settings(max_examples=80)
@given(problems())
def test_what_is_written_is_read_back(problem: Problem) -> None:
    classes = problem.classes()
    number_of = {problem.pieces[pieces.members[0]].name: number for number, pieces in enumerate(classes)}
    pictures, written = [], []
    for tiling in islice(algorithm_x.tilings(problem), 5):
        chosen: dict[int, list[tuple[tuple[int, ...], ...]]] = {}
        for name, cells in tiling:
            chosen.setdefault(number_of[name], []).append(tuple(sorted(cells)))
        placements = problem.name_copies(chosen)
        pictures.append(solution_text(problem, placements))
        written.append(placements)
    if pictures:
        found = parse_solutions("\n\n".join(pictures), problem)
        assert [sets(placements) for placements in found] == [sets(placements) for placements in written]
        assert all(faults(problem, placements) == [] for placements in found)


@given(st.one_of(st.text(), st.text("ABab./?% \n", max_size=40)), st.sampled_from((SQUARES, MIXED, SOLID)))
def test_any_text_gives_placements_or_a_complaint(text: str, problem: Problem) -> None:
    with suppress(ShapewrightError):
        for placements in parse_solutions(text, problem):
            faults(problem, placements)
