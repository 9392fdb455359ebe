"""Assemblies of prisms and balls taken apart: what a move passes over by geometry, a slow twin, pictures, checks."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import dist

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright import tiling
from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import HEX, PRISM, RHOMBIC, SPHERE, TAN, TETRA_OCTA, TRIANGLE
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.cells.sweeping import swept
from shapewright.drawing import to_svg
from shapewright.errors import ProblemError, StoppedError
from shapewright.tiling import Problem, Solution
from shapewright.tiling.apart import along, check
from shapewright.tiling.apart.picture import exploded_scene, frames, scenes
from shapewright.tiling.apart.ways import ways
from shapewright.tiling.claims.apart import disassembly_from_json


@cache
def sides(lattice: Lattice, cell: Cell) -> list[tuple[tuple[float, ...], tuple[float, ...]]]:
    """The normals of a cell that point outward, each with a point of the side."""
    bodies = lattice.bodies([cell])
    if bodies is not None:
        return [(normal, face[0]) for normal, face in bodies[cell].faces()]
    line = lattice.outline(cell)
    return [((b[1] - a[1], a[0] - b[0]), a) for a, b in zip(line, line[1:] + line[:1], strict=True)]


@cache
def passed_over(lattice: Lattice, cell: Cell, way: Cell) -> frozenset[Cell]:
    """The cells that something inside a cell is in while it moves by a unit, by looking at many points and times."""
    seen = lattice.in_space if lattice.dimension == 3 else lattice.in_plane
    start, goal = (np.array(seen(lattice.point(each))) for each in (cell, _plus(cell, way)))
    times = np.linspace(0, 1, 33)[:, None]
    middles = start + times * (goal - start)
    near = {cell}
    for _ in range(2 if lattice is SPHERE else 7):
        near |= {other for one in near for other in lattice.neighbours(one)}
    near |= {_plus(other, way) for other in near} | {_plus(other, tuple([w // 2 for w in way])) for other in near}
    every = sorted(other for other in near if lattice.is_cell(other) and other != cell)
    if lattice is SPHERE:
        return frozenset(
            [other for other in every if min(dist(seen(lattice.point(other)), middle) for middle in middles) < 1 - 1e-6]
        )
    bodies = lattice.bodies([cell])
    own = _inside(lattice.outline(cell) if bodies is None else bodies[cell].corners)
    points = (own[None] + times[:, :, None] * (goal - start)).reshape(-1, lattice.dimension)
    found = set()
    for other in every:
        inside = np.ones(len(points), dtype=bool)
        for normal, corner in sides(lattice, other):
            inside &= (points - corner) @ np.array(normal) < -1e-6
        if inside.any():
            found.add(other)
    return frozenset(found)


def _inside(corners: tuple[tuple[float, ...], ...]) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    """Points all over a cell, close to its rim as well."""
    steps = 4
    shares = [each for each in product(range(steps + 1), repeat=len(corners)) if sum(each) == steps]
    inner = 0.94 * np.array(shares) / steps + 0.06 / len(corners)
    return inner @ np.array(corners)


MOVABLE = [HEX, TRIANGLE, TAN, PRISM, SPHERE, RHOMBIC, TETRA_OCTA]


@pytest.mark.parametrize(("lattice", "cells"), [(each, 1) for each in MOVABLE] + [(TETRA_OCTA, 2)])
def test_what_a_move_passes_over_is_so_by_geometry(lattice: Lattice, cells: int) -> None:
    """The second cell of the last lattice is a regular tetrahedron; all others are turned to one of the first."""
    cell = (1, 1, 1) if cells == 2 else min(lattice.centres)
    for way in ways(lattice).values():
        for sign in (1, -1):
            there = tuple([sign * value for value in way[: lattice.dimension]])
            assert lattice.is_translation(there)
            assert swept(lattice, cell, there) == passed_over(lattice, cell, there)


@settings(max_examples=60)
@given(st.data())
def test_what_a_move_passes_over_turns_with_it(data: st.DataObject) -> None:
    lattice = data.draw(st.sampled_from(MOVABLE))
    motion = data.draw(st.sampled_from([each for each in lattice.motions() if lattice.is_kept_by(each)]))
    cell = data.draw(st.sampled_from(sorted(lattice.centres)))
    way = data.draw(st.sampled_from(list(ways(lattice).values())))[: lattice.dimension]
    there = tuple([a - b for a, b in zip(motion(_plus(cell, way)), motion(cell), strict=True)])
    assert swept(lattice, motion(cell), there) == {motion(near) for near in swept(lattice, cell, way)}


def fewest_moves(pieces: list[frozenset[Cell]], lattice: Lattice) -> int | None:
    """The moves until some of the pieces are out, the last one included; None if that never happens."""
    layer = [tuple([(0,) * lattice.dimension] * len(pieces))]
    seen, moves = set(layer), 0
    lines = [way[: lattice.dimension] for way in ways(lattice).values()]
    steps = [tuple([sign * value for value in way]) for way in lines for sign in (1, -1)]
    far = 2 + 2 * sum(max(values) - min(values) + 1 for cells in pieces for values in zip(*cells, strict=True))
    while layer:
        moves += 1
        following = []
        for state in layer:
            now = [{_plus(cell, place) for cell in cells} for cells, place in zip(pieces, state, strict=True)]
            for size, step in product(range(1, len(pieces)), steps):
                for group in combinations(range(len(pieces)), size):
                    moving = {cell for k in group for cell in now[k]}
                    resting = {cell for k, cells in enumerate(now) if k not in group for cell in cells}
                    for unit in range(1, far + 1):
                        if any(swept(lattice, cell, step) & resting for cell in moving):
                            break
                        moving = {_plus(cell, step) for cell in moving}
                        by = tuple([unit * value for value in step])
                        after = [_plus(place, by) if k in group else place for k, place in enumerate(state)]
                        home = tuple([-value for value in after[0]])
                        key = tuple([_plus(place, home) for place in after])
                        if key not in seen and unit < 4:
                            seen.add(key)
                            following.append(key)
                    else:
                        return moves
        layer = following
    return None


def _plus(cell: Cell, by: Cell) -> Cell:
    return tuple([a + b for a, b in zip(cell, by, strict=True)])


BLOCKS = (
    "hex:4x3", "triangle:3x2", "tan:2x2", "prism:2x2x2", "sphere:4x4x3", "rhombic:1x1x1", "tetra-octa:1x1x1",
    "tetra-octa:tetrahedron-2",
)  # fmt: skip


@st.composite
def assemblies(draw: st.DrawFn) -> tuple[Lattice, list[list[Cell]]]:
    """A small block whose cells belong to some pieces, or to none."""
    text = draw(st.sampled_from(BLOCKS))
    board = Board.from_text(text)
    owners = draw(st.lists(st.integers(-1, 2), min_size=len(board.cells), max_size=len(board.cells)))
    pieces: dict[int, list[Cell]] = {}
    for cell, owner in zip(sorted(board.cells), owners, strict=True):
        if owner >= 0:
            pieces.setdefault(owner, []).append(cell)
    return board.lattice, list(pieces.values())


@settings(max_examples=15)
@given(assemblies())
def test_the_twin_needs_as_many_moves(drawn: tuple[Lattice, list[list[Cell]]]) -> None:
    lattice, pieces = drawn
    if len(pieces) < 2:
        return
    solid = [[(*cell, 0)[:3] for cell in cells] for cells in pieces]
    _, separations = along.taken_apart_along(solid, lattice, bytearray(1), -1.0)
    expected = fewest_moves([frozenset(cells) for cells in pieces], lattice)
    assert len(separations[0][1]) == (expected or 0)


def stated(lattice: Lattice, *pieces: list[Cell]) -> Solution:
    """Pieces that lie where they are to be, and may not be turned."""
    cells = frozenset(cell for own in pieces for cell in own)
    names = [f"P{number}" for number in range(len(pieces))]
    made = tuple(
        [
            Piece(name, Polyomino(tuple(own), (), lattice), 1, 1, "fixed")
            for name, own in zip(names, pieces, strict=True)
        ]
    )
    placements = [Placement(name, tuple(sorted(own))) for name, own in zip(names, pieces, strict=True)]
    return Solution(Problem(Board(cells, lattice=lattice), made), tuple(placements))


def bolt() -> Solution:
    """A layer of prisms in a box that is open at one end and has a pin through it from above."""
    inner = [(x, 2, 1) for x in range(2, 9)]
    outer = Board.from_text("prism:6x4x3").cells - set(inner) - {(x, 2, 1) for x in range(9, 20)} - {(5, 2, 2)}
    return stated(PRISM, sorted(outer), [cell for cell in inner if cell != (5, 2, 1)], [(5, 2, 1), (5, 2, 2)])


def test_a_pin_leaves_before_the_bolt() -> None:
    found = tiling.disassemble(bolt())
    assert found.apart
    assert found.parts[0].steps[0].direction == "+z"
    assert found.parts[0].steps[0].pieces == (2,)
    assert found.level == "1"
    assert check.faults(found) == []


def test_a_prism_in_a_ring_leaves_upwards() -> None:
    outer = Board.from_text("prism:hexagon-2x1").cells
    middle = [cell for cell in outer if all(near in outer for near in PRISM.neighbours(cell) if near[2] == 0)]
    hole = sorted(middle)[:1]
    found = tiling.disassemble(stated(PRISM, sorted(outer - set(hole)), hole))
    assert [step.direction[1] for step in found.parts[0].steps] == ["z"]


def test_a_ball_within_balls_stays() -> None:
    octahedron = Board.from_text("sphere:octahedron-3").cells
    middle = [cell for cell in octahedron if sum(near in octahedron for near in SPHERE.neighbours(cell)) == 12]
    assert len(middle) == 1
    found = tiling.disassemble(stated(SPHERE, sorted(octahedron - set(middle)), middle))
    assert not found.apart


def test_moves_are_drawn_kept_and_checked() -> None:
    found = tiling.disassemble(bolt())
    drawn = scenes(found, frames(found))
    assert len(drawn) >= 2
    assert len({(scene.width, scene.height) for scene in drawn}) == 1
    assert to_svg(exploded_scene(found)).startswith("<svg")
    again = disassembly_from_json({"disassembly": json.loads(json.dumps(found.to_json()))}, found.solution)
    assert again.parts == found.parts
    root = found.parts[0]
    wrong = replace(root, steps=(replace(root.steps[0], direction="+a", vector=(2, 0, 0)),))
    assert any("hits at" in fault for fault in check.faults(replace(found, root=wrong)))
    nowhere = replace(root, steps=(replace(root.steps[0], direction="+a"),))
    assert any("goes nowhere" in fault for fault in check.faults(replace(found, root=nowhere)))


def test_limits() -> None:
    with pytest.raises(ProblemError, match="not taken apart on the lattice sticks: its pieces have no width"):
        tiling.takeapart(Problem.from_text("board sticks:1x1\npieces any*monosticks"))
    with pytest.raises(ProblemError, match="not taken apart on a torus: where it is glued together"):
        tiling.takeapart(Problem.from_text("board torus:4x4\npieces 4*I4"))
    with pytest.raises(ProblemError, match="'lift' is for squares: lifted, each piece of hexagons is free at once"):
        tiling.takeapart(Problem.from_text("board hex:2x1\npieces hex:I2"), lift=True)
    with pytest.raises(ProblemError, match="'lift' is for flat puzzles; pieces of prisms leave every plane anyway"):
        tiling.disassemble(bolt(), lift=True)
    with pytest.raises(StoppedError):
        tiling.disassemble(bolt(), time_limit=0.0)
