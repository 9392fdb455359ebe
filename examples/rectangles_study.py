"""A study: which rectangles can be tiled by different pentominoes, and in how many ways?

    python examples/rectangles_study.py study        # all rectangles, a few seconds
    python examples/rectangles_study.py study 4      # those of at most 4 rows

For each rectangle of two rows or more whose area is a multiple of 5, up to the 60 cells that all twelve pentominoes
cover: how many tilings are there in which no pentomino is used twice? Rotations and reflections of a tiling count once.
Where there is none, the reason is kept. Writes the table ``rectangles.csv`` and the figure ``rectangles.svg``.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from math import log10
from pathlib import Path

from shapewright import tiling
from shapewright.cells import Board, parse_pieces
from shapewright.drawing import Node, Scene, Text, rectangle, to_svg

PIECES = parse_pieces("0-1*pentominoes")
AREA = 60  # of all twelve together
INK, SOFT, LINE, NONE = "#1d2129", "#59616d", "#c9ced6", "#eef0f3"
CELL_WIDE, CELL_HIGH = 64.0, 44.0


@dataclass(frozen=True)
class Rectangle:
    """A rectangle of ``width`` columns and ``height`` rows, and its number of tilings."""

    width: int
    height: int
    tilings: int
    why_none: str


def rectangles(rows: int) -> Iterator[Rectangle]:
    """All rectangles with at most that many rows and not fewer columns than rows."""
    for height in range(2, rows + 1):
        for width in range(height, AREA // height + 1):
            if width * height % 5 == 0:
                problem = tiling.Problem(Board.box(width, height), PIECES)
                number = tiling.count(problem, up_to_symmetry=True)
                yield Rectangle(width, height, number, "" if number else tiling.explain(problem).reason or "by search")


def colour(tilings: int, most: int) -> str:
    """From pale to strong, by the number of digits."""
    share = log10(tilings + 1) / log10(most + 1)
    pale, strong = (226, 240, 228), (43, 120, 86)
    return "#" + "".join(f"{round(a + (b - a) * share):02x}" for a, b in zip(pale, strong, strict=True))


def figure(found: list[Rectangle]) -> Scene:
    """A row of the figure for each height, a column for each width that occurs."""
    heights = sorted({one.height for one in found})
    widths = sorted({one.width for one in found})
    most = max(one.tilings for one in found)
    nodes: list[Node] = [Text(16, 30, "Tilings of rectangles by different pentominoes", 15, INK)]
    nodes.append(Text(16, 52, "Up to symmetry. Grey: no tiling.", 9, SOFT))
    for column, width in enumerate(widths):
        nodes.append(Text(76 + (column + 0.5) * CELL_WIDE, 82, str(width), 10, SOFT, "middle"))
    for row, height in enumerate(heights):
        y = 92 + row * CELL_HIGH
        nodes.append(Text(62, y + 27, f"{height} x", 10, SOFT, "end"))
        for one in (one for one in found if one.height == height):
            x = 76 + widths.index(one.width) * CELL_WIDE
            share = colour(one.tilings, most) if one.tilings else NONE
            nodes.append(rectangle(x, y, CELL_WIDE, CELL_HIGH, fill=share, stroke=LINE))
            ink = "#ffffff" if one.tilings > 60 else INK if one.tilings else SOFT
            nodes.append(Text(x + CELL_WIDE / 2, y + 27, f"{one.tilings}", 10, ink, "middle"))
    size = 92 + len(widths) * CELL_WIDE, 108 + len(heights) * CELL_HIGH
    return Scene(*size, tuple(nodes), "Tilings of rectangles by different pentominoes", "#ffffff")


def main(folder: Path, rows: int = 7) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    found = list(rectangles(rows))
    with (folder / "rectangles.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["rows", "columns", "pieces", "tilings up to symmetry", "why none"])
        for one in found:
            writer.writerow([one.height, one.width, one.width * one.height // 5, one.tilings, one.why_none])
    (folder / "rectangles.svg").write_text(to_svg(figure(found)), encoding="utf-8")
    tiled = [one for one in found if one.tilings]
    best = max(tiled, key=lambda one: one.tilings)
    print(f"{len(tiled)} of {len(found)} rectangles have tilings; {best.height}x{best.width} has most, {best.tilings}")


if __name__ == "__main__":
    folder, *numbers = sys.argv[1:] or ["study"]
    main(Path(folder), *map(int, numbers))
