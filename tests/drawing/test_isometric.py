"""Solids seen from a corner: what is painted last is what a ray of light meets."""

from __future__ import annotations

from itertools import product
from math import sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.drawing.boards import PENTOMINOES_3X4X5, mosaic

from shapewright.drawing import Close, Mark, Mosaic, Path
from shapewright.drawing.isometric import MAX_CELLS, isometric, isometric_size
from shapewright.drawing.marks import SHADES
from shapewright.drawing.palette import blended
from shapewright.drawing.picture import picture

Point = tuple[float, float]
# By the axis along which the light meets a side: how much of white or black its colour is mixed with.
LIGHT = {2: ("#ffffff", 0.1), 1: ("#ffffff", 0.02), 0: ("#000000", 0.19)}


def sides(board: Mosaic) -> list[tuple[list[Point], Path]]:
    """The filled sides of the cells, each with its corners, in the order in which they are painted."""
    found = []
    for node in isometric(board, 1.0):
        assert isinstance(node, Path)
        if node.fill is not None:
            found.append(([(part.x, part.y) for part in node.segments if not isinstance(part, Close)], node))
    return found


def is_inside(point: Point, corners: list[Point]) -> bool:
    x, y = point
    turns = [
        (c - a) * (y - b) - (d - b) * (x - a) for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1], strict=True)
    ]
    return min(turns) >= 0 or max(turns) <= 0


def met(board: Mosaic, point: Point) -> tuple[str, int] | None:
    """The colour of the first piece that a ray through the point meets, and along which axis; None without any."""
    across = point[0] / (sqrt(3) / 2)
    up = board.size[1] / 2 + board.size[2] - point[1]
    # A point of the plane z = up + (x - y) / 2 with x + y = across; the ray goes on by (1, -1, 1).
    start = (across / 2, across / 2, up)
    best: tuple[float, int, str] | None = None
    for cell, piece in board.piece_at.items():
        ways = []
        for at, low, step in zip(start, cell, (1, -1, 1), strict=True):
            ways.append(sorted(((low - at) / step, (low + 1 - at) / step)))
        near, far = max(a for a, _ in ways), min(b for _, b in ways)
        if near < far and (best is None or far > best[0]):
            best = (far, [b for _, b in ways].index(far), board.colour_of[piece])
    return None if best is None else (best[2], best[1])


cells = st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(0, 3))


@given(
    st.dictionaries(cells, st.integers(0, 5), min_size=1),
    st.frozensets(cells),
    st.lists(st.tuples(st.floats(0.01, 0.99), st.floats(0.01, 0.99)), min_size=1, max_size=20),
)
def test_what_is_painted_last_is_what_the_light_meets(
    piece_at: dict[tuple[int, ...], int], empty: frozenset[tuple[int, ...]], places: list[Point]
) -> None:
    corners = {(0, 0, 0), (3, 3, 3)}
    board = Mosaic(piece_at.keys() | empty | corners, piece_at)
    width, height = isometric_size(board)
    drawn = [(ring, path.fill) for ring, path in sides(board) if path.opacity == 1]
    for x, y in places:
        point = (x * width, y * height)
        around = {met(board, (point[0] + dx, point[1] + dy)) for dx, dy in product((-1e-3, 0, 1e-3), repeat=2)}
        assume(len(around) == 1)  # not at an edge
        (wanted,) = around
        painted = [fill for ring, fill in drawn if is_inside(point, ring)]
        if wanted is None:
            assert painted == []
        else:
            assert painted[-1] == blended(wanted[0], *LIGHT[wanted[1]])


def test_a_whole_box_shows_its_three_sides() -> None:
    board = mosaic(*PENTOMINOES_3X4X5)
    assert len(sides(board)) == 3 * 4 + 4 * 5 + 3 * 5
    width, height = isometric_size(board)
    points = [point for ring, _ in sides(board) for point in ring]
    for axis, end in ((0, width), (1, height)):
        values = [point[axis] for point in points]
        assert (min(values), max(values)) == pytest.approx((0, end))


def test_empty_cells_are_solid_alone_and_faint_beside_pieces() -> None:
    cube = set(product(range(2), repeat=3))
    assert {path.opacity for _, path in sides(Mosaic(cube))} == {1}
    faint = [path for _, path in sides(Mosaic(cube, {(0, 0, 0): 0})) if path.opacity < 1]
    assert len(faint) == 11  # the piece has the twelfth side that can be seen


def test_marks_paint_cells() -> None:
    board = Mosaic(set(product(range(2), repeat=3)), marks=(Mark({(1, 0, 1)}, "a", "7"),))
    fills = [path.fill for _, path in sides(board)]
    assert all(blended(SHADES["a"], *light) in fills for light in LIGHT.values())
    letters = [
        node for node in isometric(board, 40.0) if isinstance(node, Path) and node.fill is None and node.width > 2
    ]
    assert len(letters) >= 3


def test_large_boards_have_their_layers_alone() -> None:
    large = Mosaic({(x, y, z) for x in range(33) for y in range(63) for z in range(2)})
    assert len(large.cells) > MAX_CELLS
    assert len(picture(large, cell=4).nodes) == 2
    assert len(picture(mosaic("AB", "AB"), cell=10).nodes) == 3
