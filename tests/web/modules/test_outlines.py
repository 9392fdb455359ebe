"""What modules draw: the cells of lattices, the lines around cells, letters on colours, each as Python says."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest

from shapewright.cells.lattices import LATTICES
from shapewright.cells.polyomino import Polyomino
from shapewright.drawing.outline import contours

DRAWN = ("hex", "triangle", "tan", "sticks")


def test_cells_lie_where_python_says(evaluated: Callable[..., Any]) -> None:
    for name in DRAWN:
        lattice = LATTICES[name]
        cells = [cell for cell in product(range(-5, 6), range(-5, 6)) if lattice.is_cell(cell)]
        # A point somewhat beside the middle of each cell, to be found again.
        points = [
            [sum(each[axis] for each in lattice.outline(cell)) / len(lattice.outline(cell)) + 0.02 for axis in (0, 1)]
            for cell in cells
        ]
        found = evaluated(
            "stage/plane.js",
            """const plane = m.planeOf(given.name);
            return given.cells.map((cell, index) => ({
              corners: plane.polygon(cell), at: plane.cellAt(given.points[index]),
              joint: plane.isJoint(cell), moves: plane.isTranslation(cell)}));""",
            {"name": name, "cells": cells, "points": points},
        )  # fmt: skip
        for cell, each in zip(cells, found, strict=True):
            expected = [tuple(map(partial(pytest.approx, abs=1e-5), corner)) for corner in lattice.outline(cell)]
            assert [tuple(corner) for corner in each["corners"]] == expected
            assert each["joint"] == lattice.is_joint(cell)
            assert each["moves"] == lattice.is_translation(cell)
            assert each["joint"] or tuple(each["at"]) == cell


def test_lines_around_shapes_enclose_their_areas(evaluated: Callable[..., Any]) -> None:
    for name in DRAWN:
        lattice = LATTICES[name]
        for cells in (shape.cells for shape in (Polyomino.from_text(f"{name}:{art}") for art in ("##", "#.#/.../###"))):
            drawn = [cell for cell in cells if not lattice.is_joint(cell)]
            whole, single = evaluated(
                "stage/plane.js",
                """const plane = m.planeOf(given.name), part = ([x, y], [toX, toY]) => (x * toY - y * toX) / 2;
                const area = (line) => line.reduce((sum, each, k) => sum + part(each, line[(k + 1) % line.length]), 0);
                const sum = (cells) => plane.contours(cells).reduce((all, line) => all + area(line), 0);
                return [sum(given.cells), given.cells.reduce((all, cell) => all + sum([cell]), 0)];""",
                {"name": name, "cells": drawn},
            )  # fmt: skip
            assert whole == pytest.approx(single)


def corners(path: str) -> list[list[tuple[int, int]]]:
    """The corners of each closed line of a path of M, h, v and z."""
    lines = []
    for part in filter(None, path.split("z")):
        start = re.match(r"M(-?\d+) (-?\d+)", part)
        x, y = map(int, start.groups())
        line = []
        for letter, length in re.findall(r"([hv])(-?\d+)", part):
            line.append((x, y))
            x, y = (x + int(length), y) if letter == "h" else (x, y + int(length))
        assert (x, y) == line[0]
        lines.append(line)
    return lines


def area(line: list[tuple[int, int]]) -> float:
    """The area inside a closed line, negative if it runs the other way round."""
    return sum(x * b - a * y for (x, y), (a, b) in zip(line, line[1:] + line[:1], strict=True)) / 2


def length(line: list[tuple[int, int]]) -> int:
    """The length of a closed line."""
    return sum(abs(x - a) + abs(y - b) for (x, y), (a, b) in zip(line, line[1:] + line[:1], strict=True))


def test_outlines_are_those_of_python(evaluated: Callable[..., Any]) -> None:
    chance = Random(5)
    boards = []
    for _ in range(200):
        across, down = chance.randrange(1, 9), chance.randrange(1, 9)
        cells = [(x - 3, y + 2) for x in range(across) for y in range(down) if chance.random() < 0.6]
        boards.append(cells)
    paths = evaluated("stage/board.js", "return given.map((cells) => m.outline(cells, 0, 20));", boards)
    for cells, path in zip(boards, paths, strict=True):
        ours = corners(path)
        theirs = [[(x, 20 - y) for x, y in line] for line in contours(frozenset(cells))]
        assert abs(sum(map(area, ours))) == len(cells)
        assert sum(map(length, ours)) == sum(map(length, theirs))
        # Lines that touch in a corner may be joined there or not; where they turn is the same.
        assert sorted(point for line in ours for point in line) == sorted(point for line in theirs for point in line)


def test_letters_stand_out_on_their_colours_as_python_says(evaluated: Callable[..., Any]) -> None:
    from shapewright.drawing.palette import PAPER, PIECE_COLOURS, ink_on

    bright = evaluated("stage/board.js", "return given.map(m.isBright);", list(PIECE_COLOURS))
    assert bright == [ink_on(colour) != PAPER for colour in PIECE_COLOURS]
