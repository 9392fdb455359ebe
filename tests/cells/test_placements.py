"""Placements on a board are those found by looking at every cell, each once."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement, placements
from shapewright.cells.polyomino import Polyomino, enumerate_polyominoes

COLOURS = st.sampled_from(("", "", "a", "b"))


def by_looking(cells: list[Cell], shapes: list[Polyomino], colours: dict[Cell, str]) -> set[frozenset[int]]:
    """Every shape moved to every place around the board, kept if it lies on it."""
    found = set()
    for shape in shapes:
        reach = [range(min(axis) - 4, max(axis) + 5) for axis in zip(*cells, strict=True)]
        for shift in product(*reach):
            moved = [tuple(c + s for c, s in zip(cell, shift, strict=True)) for cell in shape.cells]
            paint = shape.colours or ("",) * len(moved)
            if all(cell in cells for cell in moved) and all(
                not own or not colours.get(cell) or own == colours[cell] for cell, own in zip(moved, paint, strict=True)
            ):
                found.add(frozenset(cells.index(cell) for cell in moved))
    return found


@st.composite
def boards_and_shapes(draw: st.DrawFn) -> tuple[list[Cell], list[Polyomino], dict[Cell, str]]:
    dimension = draw(st.sampled_from((2, 3)))
    spread = st.tuples(*[st.integers(0, 4 if dimension == 2 else 2)] * dimension)
    cells = draw(st.lists(spread, min_size=1, max_size=12, unique=True))
    small = st.tuples(*[st.integers(0, 3 if dimension == 2 else 1)] * dimension)
    shapes = []
    for _ in range(draw(st.integers(0, 4))):
        own = sorted(draw(st.sets(small, min_size=1, max_size=4)))
        shapes.append(Polyomino(tuple(own), tuple(draw(COLOURS) for _ in own)))
    colours = {cell: draw(COLOURS) for cell in cells}
    return cells, shapes, {cell: colour for cell, colour in colours.items() if colour}


@settings(max_examples=150)
@given(boards_and_shapes())
def test_every_placement_comes_once(drawn: tuple[list[Cell], list[Polyomino], dict[Cell, str]]) -> None:
    cells, shapes, colours = drawn
    shapes = list(dict.fromkeys(shapes))
    found = placements(cells, shapes, colours)
    assert all(list(covered) == sorted(covered) for covered in found)
    assert len(set(found)) == len(found)
    assert set(map(frozenset, found)) == by_looking(cells, shapes, colours)
    # Colours only take placements away.
    assert set(found) <= set(placements(cells, shapes))


@pytest.mark.parametrize("size", [(8, 8), (3, 7), (1, 5), (2, 2), (4, 3, 2)])
@pytest.mark.parametrize("area", [1, 3, 5])
def test_on_a_box_they_can_be_reckoned(size: tuple[int, ...], area: int) -> None:
    for shape in enumerate_polyominoes(area, "free", len(size)):
        shapes = shape.orientations()
        expected = 0
        for turned in shapes:
            rooms = 1
            for extent, own in zip(size, turned.size, strict=True):
                rooms *= max(extent - own + 1, 0)
            expected += rooms
        assert len(placements(Board.box(*size).order(), shapes)) == expected


def test_the_order_is_that_of_shapes_then_cells() -> None:
    across, upright = Polyomino.from_text("##"), Polyomino.from_text("#/#")
    cells = [(1, 1), (0, 1), (0, 0), (1, 0)]
    assert placements(cells, [across, upright]) == [(0, 1), (2, 3), (1, 2), (0, 3)]
    assert placements(cells, [upright, across]) == [(1, 2), (0, 3), (0, 1), (2, 3)]


def test_nothing_wraps_around() -> None:
    # Side by side as numbers, not on the board: the end of one row and the start of the next.
    for size in ((2, 5), (5, 2), (2, 2, 2)):
        for shape in (Polyomino.from_text("####"), Polyomino.from_text("#...#"), Polyomino.from_text("##../..##")):
            lifted = shape if len(size) == 2 else shape.lifted()
            cells = list(Board.box(*size).order())
            found = placements(cells, lifted.orientations())
            assert set(map(frozenset, found)) == by_looking(cells, list(lifted.orientations()), {})


def test_far_away_cells() -> None:
    cells = [(1_000_000, 5), (0, 5), (1_000_000, 4)]
    assert placements(cells, Polyomino.from_text("##").orientations()) == [(0, 2)]
    assert placements(cells, [Polyomino.from_text("#")]) == [(0,), (1,), (2,)]


def test_no_cells_and_no_shapes() -> None:
    assert placements([], [Polyomino.from_text("#")]) == []
    assert placements([(0, 0)], []) == []


def test_shapes_that_differ_in_colours_only_lie_once() -> None:
    shapes = [Polyomino.from_text("r#"), Polyomino.from_text("#r"), Polyomino.from_text("##")]
    cells: list[Cell] = [(0, 0), (1, 0), (2, 0)]
    assert placements(cells, shapes) == [(0, 1), (1, 2)]
    assert placements(cells, shapes[:2], {(1, 0): "b"}) == [(0, 1), (1, 2)]
    assert placements(cells, shapes[:1], {(1, 0): "b"}) == [(0, 1)]
    assert placements(cells, shapes[:2], {(0, 0): "b", (1, 0): "b"}) == [(1, 2)]


def test_a_placement_is_a_value() -> None:
    placement = Placement("I", ((2, 0), (0, 0), (1, 0)))
    assert placement.cells == ((0, 0), (1, 0), (2, 0))
    assert placement == Placement("I", ((1, 0), (2, 0), (0, 0)))
    assert hash(placement) == hash(Placement("I", ((1, 0), (2, 0), (0, 0))))
    assert placement != Placement("J", placement.cells)
    assert eval(repr(placement)) == placement
    with pytest.raises(AttributeError):
        placement.piece = "J"  # type: ignore[misc]
