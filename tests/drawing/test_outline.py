"""Contours and borders against the cells they come from."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from shapewright.drawing.outline import borders, contours

squares = st.tuples(st.integers(-3, 4), st.integers(-3, 4))


def is_inside(x: float, y: float, lines) -> bool:
    """Even-odd: a ray to the left crosses an odd number of upright edges."""
    crossed = 0
    for line in lines:
        for (ax, ay), (bx, by) in zip(line, line[1:] + line[:1], strict=True):
            crossed += ax == bx < x and min(ay, by) < y < max(ay, by)
    return crossed % 2 == 1


@given(st.frozensets(squares))
def test_the_contour_encloses_just_the_cells(cells) -> None:
    lines = contours(cells)
    for x in range(-5, 7):
        for y in range(-5, 7):
            assert is_inside(x + 0.5, y + 0.5, lines) == ((x, y) in cells)


@given(st.frozensets(squares))
def test_contours_turn_at_every_corner(cells) -> None:
    for line in contours(cells):
        directions = [a[0] == b[0] for a, b in zip(line, line[1:] + line[:1], strict=True)]
        assert all(one != other for one, other in zip(directions, directions[1:] + directions[:1], strict=True))


def test_a_hole_has_a_contour_of_its_own() -> None:
    ring = {(x, y) for x in range(3) for y in range(3)} - {(1, 1)}
    assert sorted(len(line) for line in contours(ring)) == [4, 4]


@given(st.dictionaries(squares, st.integers(0, 3)))
def test_each_edge_is_drawn_once(piece_at) -> None:
    between, inside = borders(piece_at, piece_at.get)
    drawn: Counter[tuple[bool, int, int]] = Counter()
    for runs in (between, inside):
        for (ax, ay), (bx, by) in runs:
            drawn.update((ax == bx, x, y) for x in range(ax, max(bx, ax + 1)) for y in range(ay, max(by, ay + 1)))
    expected = {(False, x, y + up) for x, y in piece_at for up in (0, 1)}
    expected |= {(True, x + right, y) for x, y in piece_at for right in (0, 1)}
    assert drawn == Counter(expected)
    for (ax, ay), (bx, by) in inside:
        for x in range(ax, max(bx, ax + 1)):
            for y in range(ay, max(by, ay + 1)):
                assert piece_at[x, y] == (piece_at[x - 1, y] if ax == bx else piece_at[x, y - 1])


def test_edges_are_joined_to_runs() -> None:
    between, inside = borders({(0, 0), (1, 0)}, lambda square: square in {(0, 0), (1, 0)})
    assert between == [((0, 0), (0, 1)), ((0, 0), (2, 0)), ((0, 1), (2, 1)), ((2, 0), (2, 1))]
    assert inside == [((1, 0), (1, 1))]
