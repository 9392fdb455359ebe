"""Pictures of tilings: a kind of piece has one colour, tetrominoes the one that they have everywhere."""

from __future__ import annotations

from shapewright import tiling
from shapewright.drawing.palette import PIECE_COLOURS, TETROMINO_COLOURS, blended
from shapewright.drawing.shades import SHADES
from shapewright.tiling import Problem
from shapewright.tiling.picture import colours, mosaic, piece_mosaics


def shown(text: str) -> dict[str, set[str]]:
    """The colours in which each kind of piece is drawn in the first tiling."""
    problem = Problem.from_text(text)
    solution = tiling.first(problem)
    assert solution is not None
    drawn = mosaic(problem, solution.placements)
    found: dict[str, set[str]] = {}
    for number in set(drawn.piece_at.values()):
        found.setdefault(drawn.labels[number], set()).add(drawn.colour_of[number])
    return found


def test_tetrominoes_have_the_colours_that_players_know() -> None:
    for label, drawn in shown("board 4x10\npieces 2*O4, 2*I4, 2*S4, 2*L4, 2*T4").items():
        assert drawn <= {blended(TETROMINO_COLOURS[label[0]], *shade) for shade in SHADES}
    assert TETROMINO_COLOURS["T"] in shown("board 8x8\npieces any*T4")["T"]


def test_pentominoes_keep_the_colours_of_their_places() -> None:
    problem = Problem.from_text("board 6x10\npieces pentominoes")
    assert colours(problem) == PIECE_COLOURS[:12]
    assert [next(iter(drawn.colour_of.values())) for drawn in piece_mosaics(problem)] == list(PIECE_COLOURS[:12])
    assert {colour for drawn in shown("board 6x10\npieces pentominoes").values() for colour in drawn} == {
        *PIECE_COLOURS[:12]
    }


def test_copies_of_the_only_kind_have_colours_of_their_own() -> None:
    assert shown("board 4x4\npieces any*I2") == {"I": set(PIECE_COLOURS[:8])}


def test_a_straight_stick_is_drawn_in_one_piece_and_cuts_what_crosses_it() -> None:
    puzzle = Problem.from_text("board sticks:2x2\npieces any*sticks:I2, any*sticks:V2, any*sticks:I1")
    solution = next(
        one for one in tiling.solve(puzzle) if any((2, 2) in placement.cells for placement in one.placements)
    )
    drawn = solution.mosaic()
    through = drawn.piece_at[2, 2]
    assert drawn.outlines is not None
    assert len(drawn.outlines[2, 2]) == 4
    # What meets the crossing ends beside it: a stick has a point at an end where nothing goes straight on.
    middle = tuple(sum(axis) / 4 for axis in zip(*drawn.outlines[2, 2], strict=True))
    assert all(middle not in outline for outline in drawn.outlines.values())
    assert {cell for cell, piece in drawn.piece_at.items() if piece == through} == set(
        next(one.cells for one in solution.placements if (2, 2) in one.cells)
    )
