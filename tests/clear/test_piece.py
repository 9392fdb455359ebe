"""Pieces, their cells in each facing, and placements."""

from __future__ import annotations

import pytest

from shapewright.clear.piece import FACINGS, PIECES, Placement, cells_of, facings_alike, read_piece
from shapewright.errors import NotationError, ProblemError


def picture(piece: str, facing: str) -> str:
    """The piece in characters, the cell at its centre as ``o``."""
    cells = cells_of(piece, facing)
    xs, ys = ([cell[axis] for cell in cells] for axis in (0, 1))
    rows = [
        "".join(["." if (x, y) not in cells else "o" if (x, y) == (0, 0) else "#" for x in range(min(xs), max(xs) + 1)])
        for y in range(max(ys), min(ys) - 1, -1)
    ]
    return "/".join(rows)


@pytest.mark.parametrize(
    ("piece", "pictures"),
    [
        ("I", ["#o##", "#/o/#/#", "##o#", "#/#/o/#"]),
        ("O", ["##/o#", "o#/##", "#o/##", "##/#o"]),
        ("T", [".#./#o#", "#./o#/#.", "#o#/.#.", ".#/#o/.#"]),
        ("S", [".##/#o.", "#./o#/.#", ".o#/##.", "#./#o/.#"]),
        ("Z", ["##./.o#", ".#/o#/#.", "#o./.##", ".#/#o/#."]),
        ("L", ["..#/#o#", "#./o./##", "#o#/#..", "##/.o/.#"]),
        ("J", ["#../#o#", "##/o./#.", "#o#/..#", ".#/.o/##"]),
    ],
)
def test_cells_of_every_piece_in_every_facing(piece: str, pictures: list[str]) -> None:
    assert [picture(piece, facing) for facing in FACINGS] == pictures


def test_pieces_have_as_many_facings_as_they_look_different() -> None:
    assert [len(facings_alike(piece, "N")) for piece in PIECES] == [2, 4, 1, 2, 2, 1, 1]


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("facing", FACINGS)
def test_placements_alike_cover_the_same_cells(piece: str, facing: str) -> None:
    placement = Placement(piece, facing, 4, 5)
    alike = placement.alike()
    assert placement in alike
    assert {other.cells() for other in alike} == {placement.cells()}
    assert {other.canonical() for other in alike} == {alike[0]}
    assert alike[0].canonical() == alike[0]


def test_a_placement_is_a_value() -> None:
    placement = Placement("J", "W", 9, 3)
    assert eval(repr(placement)) == placement
    assert str(placement) == "J W (9, 3)"
    assert placement.cells() == ((8, 2), (9, 2), (9, 3), (9, 4))
    assert placement.bits == 1 << 28 | 1 << 29 | 1 << 39 | 1 << 49


@pytest.mark.parametrize("x", [0, 8, 9])
def test_a_placement_outside_of_the_walls_is_refused(x: int) -> None:
    with pytest.raises(ProblemError, match=r"I facing N at .* has a cell at .*, which is not in the field"):
        Placement("I", "N", x, 0)


@pytest.mark.parametrize(("piece", "facing"), [("Q", "N"), ("t", "N"), ("TT", "N"), ("", "N"), ("T", "X"), ("T", "NE")])
def test_a_placement_of_nothing_known_is_refused(piece: str, facing: str) -> None:
    with pytest.raises(NotationError, match="is not a"):
        Placement(piece, facing, 4, 4)


@pytest.mark.parametrize("letter", ["Q", "", "TT", "ſ", "ı", "5"])
def test_what_is_no_letter_of_a_piece(letter: str) -> None:
    with pytest.raises(NotationError, match="at position 4 of the queue is not a piece; pieces are I O T S Z L J"):
        read_piece(letter, "at position 4 of the queue")
