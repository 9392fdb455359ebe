"""STL files: closed surfaces of the right volume, drawn in on every side."""

from __future__ import annotations

import struct
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.drawing.formats.stl import side_by_side, to_stl
from shapewright.errors import LimitError, ProblemError

Point = tuple[float, float, float]


def triangles(content: bytes) -> list[tuple[Point, tuple[Point, Point, Point]]]:
    """The normal and the corners of each triangle."""
    (number,) = struct.unpack("<I", content[80:84])
    assert len(content) == 84 + 50 * number
    found = []
    for k in range(number):
        values = struct.unpack("<12fH", content[84 + 50 * k : 134 + 50 * k])
        points = [tuple(values[3 * i : 3 * i + 3]) for i in range(4)]
        found.append((points[0], (points[1], points[2], points[3])))
    return found  # type: ignore[return-value]


def volume(content: bytes) -> float:
    """What the surfaces enclose, by the signed tetrahedra over their triangles."""
    total = 0.0
    for _, (a, b, c) in triangles(content):
        total += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2])
        total += a[2] * (b[0] * c[1] - b[1] * c[0])
    return total / 6


def test_a_cube_is_twelve_slabs_a_side() -> None:
    content = to_stl([[(0, 0, 0)]], unit=10, inset=1)
    points = {point for _, corners in triangles(content) for point in corners}
    assert {value for point in points for value in point} == {1.0, 9.0}
    assert volume(content) == pytest.approx(8**3)
    assert len(triangles(content)) == 12


def test_a_bar_is_as_long_as_its_cells() -> None:
    assert volume(to_stl([[(0, 0), (1, 0), (2, 0)]], unit=10, inset=0.5)) == pytest.approx(29 * 9 * 9, rel=1e-5)
    # Two bodies that are drawn in do not touch.
    both = to_stl([[(0, 0, 0)], [(1, 0, 0)]], unit=10, inset=0.5)
    assert volume(both) == pytest.approx(2 * 9**3, rel=1e-5)


@given(cells=st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1, max_size=14))
def test_surfaces_are_closed_and_look_outward(cells: set[tuple[int, int, int]]) -> None:
    found = triangles(to_stl([cells], unit=8, inset=1))
    edges: Counter[tuple[Point, Point]] = Counter()
    for normal, (a, b, c) in found:
        edges.update([(a, b), (b, c), (c, a)])
        along, aside = ([q - p for p, q in zip(a, end, strict=True)] for end in (b, c))
        cross = [along[(k + 1) % 3] * aside[(k + 2) % 3] - along[(k + 2) % 3] * aside[(k + 1) % 3] for k in range(3)]
        assert [(value > 0) - (value < 0) for value in cross] == list(normal)
    # Each edge is met once in each direction: the surface has no hole, and touches itself nowhere.
    assert all(number == 1 for number in edges.values())
    assert all((b, a) in edges for a, b in edges)


def test_shapes_lie_side_by_side() -> None:
    placed = side_by_side([[(5, 5, 5), (6, 5, 5)], [(0, 0)], [(0, 0, 3), (0, 0, 4)]], across=4)
    assert placed == [{(0, 0, 0), (1, 0, 0)}, {(3, 0, 0)}, {(0, 2, 0), (0, 2, 1)}]


def test_what_cannot_be_printed_is_refused() -> None:
    with pytest.raises(ProblemError, match="cannot be printed"):
        to_stl([[(0, 0, 0)]], unit=1, inset=0.5)
    with pytest.raises(LimitError, match="more than 20000 cells"):
        to_stl([[(k, 0, 0) for k in range(20_001)]])
