"""Assemblies of prisms and balls taken apart: what a move passes over by geometry, a slow twin, pictures, checks."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import combinations, product
from math import dist

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright import tiling
from shapewright.cells.grid import Board, Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import PRISM, SPHERE
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.drawing import to_svg
from shapewright.errors import ProblemError, StoppedError
from shapewright.tiling import Problem, Solution
from shapewright.tiling.apart import along, check
from shapewright.tiling.apart.picture import exploded_scene, frames, scenes
from shapewright.tiling.apart.reading import disassembly_from_json
from shapewright.tiling.apart.ways import swept, ways


@cache
def passed_over(lattice: Lattice, cell: Cell, way: Cell) -> frozenset[Cell]:
    """The cells that something inside a cell is in while it moves by a unit, by looking at many points and times."""
    near = [_plus(cell, step) for step in product(range(-3, 4), repeat=3)]
    bodies = lattice.bodies([other for other in near if lattice.is_cell(other)])
    assert bodies is not None
    start, goal = (lattice.in_space(lattice.point(each)) for each in (cell, _plus(cell, way)))
    faces = {other: [(normal, face[0]) for normal, face in body.faces()] for other, body in bodies.items()}
    times = [k / 24 for k in range(25)]
    found = set()
    for time in times:
        shift = [time * (b - a) for a, b in zip(start, goal, strict=True)]
        if lattice is SPHERE:
            middle = [a + b for a, b in zip(start, shift, strict=True)]
            found |= {other for other, body in bodies.items() if dist(body.middle, middle) < 1 - 1e-6}
            continue
        own = bodies[cell]
        for point in _inside(own.corners):
            moved = [a + b for a, b in zip(point, shift, strict=True)]
            found |= {other for other, sides in faces.items() if _is_in(moved, sides)}
    return frozenset(found - {cell})


def _is_in(point: list[float], sides: list[tuple[tuple[float, ...], tuple[float, ...]]]) -> bool:
    return all(
        sum(n * (a - b) for n, a, b in zip(normal, point, corner, strict=True)) < -1e-6 for normal, corner in sides
    )


def _inside(corners: tuple[tuple[float, ...], ...]) -> Iterator[list[float]]:
    """Points a little inside of each corner, and the middle."""
    middle = [sum(values) / len(corners) for values in zip(*corners, strict=True)]
    yield middle
    for corner in corners:
        yield [0.9 * a + 0.1 * b for a, b in zip(corner, middle, strict=True)]


@pytest.mark.parametrize("lattice", [PRISM, SPHERE])
def test_what_a_move_passes_over_is_so_by_geometry(lattice: Lattice) -> None:
    for cell in lattice.centres:
        for way in ways(lattice).values():
            for sign in (1, -1):
                there = tuple([sign * value for value in way])
                assert lattice.is_translation(there)
                assert swept(lattice, cell, there) == passed_over(lattice, cell, there)


def fewest_moves(pieces: list[frozenset[Cell]], lattice: Lattice) -> int | None:
    """The moves until some of the pieces are out, the last one included; None if that never happens."""
    layer = [tuple([(0, 0, 0)] * len(pieces))]
    seen, moves = set(layer), 0
    steps = [tuple([sign * value for value in way]) for way in ways(lattice).values() for sign in (1, -1)]
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
                        if any(passed_over_here(lattice, cell, step) & resting for cell in moving):
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


def passed_over_here(lattice: Lattice, cell: Cell, way: Cell) -> set[Cell]:
    """The same anywhere, from what was looked at near the origin."""
    home = tuple([value % period for value, period in zip(cell, lattice.period, strict=True)])
    shift = tuple([a - b for a, b in zip(cell, home, strict=True)])
    return {_plus(each, shift) for each in passed_over(lattice, home, way)}


def _plus(cell: Cell, by: Cell) -> Cell:
    return tuple([a + b for a, b in zip(cell, by, strict=True)])


@st.composite
def assemblies(draw: st.DrawFn) -> tuple[Lattice, list[list[Cell]]]:
    """A small block whose cells belong to some pieces, or to none."""
    lattice = draw(st.sampled_from([PRISM, SPHERE]))
    board = Board.from_text("prism:2x2x2" if lattice is PRISM else "sphere:4x4x3")
    owners = draw(st.lists(st.integers(-1, 2), min_size=len(board.cells), max_size=len(board.cells)))
    pieces: dict[int, list[Cell]] = {}
    for cell, owner in zip(sorted(board.cells), owners, strict=True):
        if owner >= 0:
            pieces.setdefault(owner, []).append(cell)
    return lattice, list(pieces.values())


@settings(max_examples=25)
@given(assemblies())
def test_the_twin_needs_as_many_moves(drawn: tuple[Lattice, list[list[Cell]]]) -> None:
    lattice, pieces = drawn
    if len(pieces) < 2:
        return
    _, separations = along.taken_apart_along(pieces, lattice, bytearray(1), -1.0)
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
    with pytest.raises(ProblemError, match="on squares and cubes, prisms and balls, not on the lattice rhombic"):
        tiling.takeapart(Problem.from_text("board rhombic:1x1x1\npieces 6*rhombic:4r.01"))
    with pytest.raises(ProblemError, match="'lift' is for flat puzzles; pieces of prisms leave every plane anyway"):
        tiling.disassemble(bolt(), lift=True)
    with pytest.raises(StoppedError):
        tiling.disassemble(bolt(), time_limit=0.0)
