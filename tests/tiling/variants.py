"""The same problem seen from another side, its pieces in another order, everything under other names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from hypothesis import strategies as st
from tests.tiling.random_problems import COLOURS

from shapewright.cells.grid import Board, Cell, Motion, motions
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Polyomino
from shapewright.tiling.problem import Problem


def moved(problem: Problem, motion: Motion, corner: Cell | None = None) -> Problem:
    """Board, pieces and fixed pieces turned by ``motion`` and shifted so that the least coordinates are ``corner``."""
    board = problem.board
    images = [motion(cell) for cell in board.cells]
    least = tuple(min(axis) for axis in zip(*images, strict=True))
    by = tuple(c - m for c, m in zip(corner or (0,) * board.dimension, least, strict=True))

    def to(cells: Iterable[Cell]) -> tuple[Cell, ...]:
        return tuple(tuple(c + b for c, b in zip(motion(cell), by, strict=True)) for cell in cells)

    colours = sorted(board.colours)
    painted = zip(to(cell for cell, _ in colours), (colour for _, colour in colours), strict=True)
    return Problem(
        Board(frozenset(to(board.cells)), frozenset(to(board.optional)), frozenset(painted)),
        tuple(replace(piece, shape=piece.shape.moved(motion)) for piece in problem.pieces),
        tuple(Placement(placement.piece, to(placement.cells)) for placement in problem.fixed),
    )


def renamed(problem: Problem, names: Mapping[str, str], colours: Mapping[str, str]) -> Problem:
    """Pieces and colours under other names."""
    board = problem.board
    paint = {"": "", **colours}
    return Problem(
        Board(board.cells, board.optional, frozenset((cell, paint[colour]) for cell, colour in board.colours)),
        tuple(
            replace(
                piece,
                name=names[piece.name],
                shape=Polyomino(piece.shape.cells, tuple(paint[colour] for colour in piece.shape.colours)),
            )
            for piece in problem.pieces
        ),
        tuple(Placement(names[placement.piece], placement.cells) for placement in problem.fixed),
    )


@st.composite
def variants(draw: st.DrawFn, problem: Problem) -> Problem:
    """``problem`` moved anywhere, with its pieces and fixed pieces in any order, names and colours exchanged."""
    corner = draw(st.tuples(*[st.integers(0, 2)] * problem.board.dimension))
    other = moved(problem, draw(st.sampled_from(motions(problem.board.dimension))), corner)
    names = [piece.name for piece in problem.pieces]
    others = dict(zip(names, draw(st.permutations([*names, "another", "Z"])), strict=False))
    colours = dict(zip(COLOURS, draw(st.permutations((*COLOURS, "z"))), strict=False))
    other = renamed(other, others, colours)
    return Problem(other.board, tuple(draw(st.permutations(other.pieces))), tuple(draw(st.permutations(other.fixed))))
