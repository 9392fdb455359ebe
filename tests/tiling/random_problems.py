"""Small tiling problems for Hypothesis: flat and in space, with optional cells, colours, ranges and fixed pieces."""

from __future__ import annotations

from itertools import product

from hypothesis import strategies as st
from tests.reference.tiling.algorithm_x import spots

from shapewright.cells.grid import Board, Cell
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece, Polyomino, motions_on
from shapewright.tiling.problem import Problem

COLOURS = "ab"
SIZES = ((3, 3), (2, 4), (2, 5), (1, 5), (2, 2, 2), (3, 2, 1), (1, 2, 3))


@st.composite
def boards(draw: st.DrawFn, colours: str = COLOURS) -> Board:
    """A box of at most 10 cells with up to three holes, three optional and three coloured cells."""
    every = list(product(*map(range, draw(st.sampled_from(SIZES)))))
    some = st.sets(st.sampled_from(every), max_size=3)
    cells = frozenset(every) - draw(some) or frozenset(every)
    coloured = {cell: draw(st.sampled_from(colours)) for cell in sorted(draw(some) & cells)} if colours else {}
    return Board(cells, cells & draw(some), frozenset(coloured.items()))


@st.composite
def shapes(draw: st.DrawFn, dimension: int, colours: str = COLOURS, connected: bool = False) -> Polyomino:
    """A shape of at most four cells, seldom coloured, often but not always connected."""
    cells: list[Cell] = [(0,) * dimension]
    steps = [(axis, sign) for axis in range(dimension) for sign in (1, -1)]
    for axis, sign in draw(st.lists(st.sampled_from(steps), max_size=3)):
        reach = 1 if connected else draw(st.sampled_from((1, 1, 1, 2)))
        cells.append(tuple(value + sign * reach * (axis == place) for place, value in enumerate(cells[-1])))
    cells = sorted(set(cells))
    paint = draw(st.lists(st.sampled_from(("", "", "", *colours)), min_size=len(cells), max_size=len(cells)))
    return Polyomino(tuple(cells), tuple(paint))


@st.composite
def problems(draw: st.DrawFn, *, with_fixed: bool = True, connected: bool = False, colours: str = COLOURS) -> Problem:
    """A problem whose tilings, if it has any, can be listed in no time."""
    board = draw(boards(colours))
    motions = motions_on(board.lattice)
    pieces = []
    for name in "PQR"[: draw(st.integers(1, 3))]:
        shape = draw(shapes(draw(st.sampled_from((2, board.dimension))), colours, connected))
        minimum = draw(st.integers(0, 2))
        # Many single cells fit in too many ways to list.
        maximum = draw(st.sampled_from((minimum, minimum + 1, *((minimum + 3, None) if shape.area > 1 else ()))))
        pieces.append(Piece(name, shape, minimum, maximum, draw(st.sampled_from(motions))))
    if draw(st.booleans()):
        # A second piece of the same shape: equal, or equal but for its motions.
        pieces.append(Piece("S", pieces[0].shape, 0, 2, draw(st.sampled_from((pieces[0].motions, *motions)))))
    if draw(st.booleans()):
        pieces.append(Piece("M", pieces[0].shape.mirrored(), pieces[0].minimum, pieces[0].maximum, pieces[0].motions))
    problem = Problem(board, tuple(pieces))
    if with_fixed and draw(st.booleans()):
        piece = draw(st.sampled_from(problem.pieces))
        choices = sorted(map(sorted, spots(problem, piece)))
        if choices and piece.maximum != 0:
            problem = Problem(board, tuple(pieces), (Placement(piece.name, tuple(draw(st.sampled_from(choices)))),))
    return problem
