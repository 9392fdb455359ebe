"""Pictures of cells that are not squares: labels stand inside of their pieces, and as large as there is room for."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from shapewright import tiling
from shapewright.drawing.glyphs import text_width
from shapewright.drawing.polygons import Outlined
from shapewright.drawing.scene import Text
from shapewright.tiling.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

BOARDS = {
    "tan:4x3": "any*triaboloes",
    "hex:4x7": "tetrahexes",
    "triangle:6x6": "hexiamonds",
}


def is_inside(point: tuple[float, float], line: Sequence[tuple[float, float]]) -> bool:
    """Whether a ray to the right crosses the line an odd number of times."""
    x, y = point
    crossings = [
        x1 + (y - y1) / (y2 - y1) * (x2 - x1)
        for (x1, y1), (x2, y2) in pairwise([*line, line[0]])
        if (y1 > y) != (y2 > y)
    ]
    return sum(crossing > x for crossing in crossings) % 2 == 1


@pytest.mark.parametrize("board", BOARDS)
def test_labels_stand_inside_of_their_pieces(board: str) -> None:
    solution = tiling.first(Problem.from_text(f"board {board}\npieces {BOARDS[board]}"))
    assert solution is not None
    mosaic = solution.mosaic()
    assert mosaic.outlines is not None
    drawn = Outlined(mosaic, mosaic.outlines, None)
    scene = drawn.scene()
    labels = [node for node in scene.nodes if isinstance(node, Text)]
    assert len(labels) == len(solution.placements)
    parts: dict[int, set[tuple[int, ...]]] = {}
    for cell, piece in mosaic.piece_at.items():
        parts.setdefault(piece, set()).add(cell)
    lines = [
        ([drawn._at(*corner) for corner in line], mosaic.label(piece))
        for piece, cells in parts.items()
        for line in drawn.edges.contours(cells)
    ]
    for label in labels:
        width = text_width(label.text, label.size)
        middle = label.y - label.size / 2
        across = [(label.x + width * share, middle) for share in (-0.5, 0.0, 0.5)]
        own = [line for line, name in lines if name == label.text and is_inside(across[1], line)]
        assert len(own) == 1
        assert all(is_inside(end, own[0]) for end in across)


def test_labels_of_half_squares_are_large() -> None:
    solution = tiling.first(Problem.from_text("board tan:4x3\npieces any*triaboloes"))
    assert solution is not None
    scene = solution.mosaic().scene(cell=100)
    sizes = [node.size for node in scene.nodes if isinstance(node, Text)]
    assert min(sizes) > 25  # they had 13 in the middle of a quarter of a square
