"""Large pieces are placed at once: every objective has an answer before any search, and it is checked."""

from __future__ import annotations

import random

import pytest

from shapewright import packing
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.packing.check import check
from shapewright.packing.native import Placements, native_of
from shapewright.packing.search.bottom_left import box_filled


def rectangles(*sizes: tuple[int, int, int]) -> tuple[Piece, ...]:
    """Pieces by number and sides."""
    return tuple(
        Piece(chr(65 + at), Polyomino.from_text("\n".join(["#" * wide] * high)), number, number)
        for at, (number, wide, high) in enumerate(sizes)
    )


TEN = rectangles((10, 134, 89))
SIX = rectangles((1, 12, 24), (1, 10, 20), (1, 30, 45), (1, 36, 24), (1, 36, 12), (1, 16, 16))
PALLETS = rectangles((9, 23, 60), (12, 23, 66), (15, 23, 72))


@pytest.mark.parametrize(
    ("pieces", "place", "size"),
    [
        (TEN, {"objective": "strip", "width": 200}, (178, 670)),
        (TEN, {"objective": "area"}, (268, 445)),
        (TEN, {"box": (200, 670)}, (200, 670)),
        (SIX, {"objective": "strip", "width": 50}, (48, 78)),
        (rectangles((10, 67, 45)), {"objective": "strip", "width": 100}, (90, 335)),
    ],
)
def test_no_time_is_enough_for_a_packing(
    pieces: tuple[Piece, ...], place: packing.Place, size: tuple[int, int]
) -> None:
    found = packing.pack(pieces, time_limit=0, **place)
    assert (found.width, found.height) == size
    assert len(found.placements) == sum(piece.minimum for piece in pieces)  # checked when looked at
    if "objective" in place and found.bound is not None:
        value = found.height if place["objective"] == "strip" else found.width * found.height
        assert sum(piece.minimum * piece.shape.area for piece in pieces) / found.width <= found.height
        assert (found.bound == value) if found.status == "optimal" else (found.bound < value)


def test_a_score_has_one_too() -> None:
    found = packing.pack(TEN, time_limit=0)
    assert found.status == "feasible"
    assert found.bound is not None
    assert 0 < found.score <= found.bound
    assert len(found.placements) == 10


def test_boards_are_filled_at_once() -> None:
    found = packing.bins(PALLETS, box=(47, 238), time_limit=0)
    assert (found.status, len(found), found.bound) == ("feasible", 6, 5)
    assert sum(len(one.placements) for one in found) == 36
    for one in found:
        check(one)
    assert packing.bins(PALLETS, box=(47, 238), max_boards=5, time_limit=0).status == "unknown"


@pytest.mark.parametrize("seed", range(12))
def test_pieces_of_any_form_do_not_overlap(seed: int) -> None:
    draw = random.Random(seed)
    pieces = list(rectangles(*[(draw.randint(1, 4), draw.randint(1, 9), draw.randint(1, 9)) for _ in range(6)]))
    pieces += parse_pieces("2*X5, 3*Y5, P5, 2*fixed-###/#..")
    native = native_of(pieces)
    by_name = {piece.name: piece.minimum for piece in pieces}
    counts = [by_name[name] for name in native.names]
    for width in (None, draw.randint(9, 20)):
        found = box_filled(native, counts, width, lambda size: size[0] * size[1])
        assert found is not None
        (wide, high), raw = found
        assert width is None or wide <= width
        goal = "area" if width is None else "strip"
        check(packing.Packing(tuple(pieces), "feasible", wide, high, Placements(native, raw), goal))
    assert box_filled(native, counts, 1, lambda size: size[0]) is None
