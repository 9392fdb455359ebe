"""A puzzle as the editor of the page needs it: the board in one line, the pieces one by one as cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, tau
from typing import Any

from shapewright.cells.lattice import Lattice
from shapewright.cells.motion import Motion
from shapewright.cells.piece_lists import piece_texts
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import LimitError, NotationError
from shapewright.tiling import Problem
from shapewright.tiling.picture import caption, colours, mosaic

MOST_PIECES = 400
# Cells of all orientations together; a page with more than that is no pleasure.
MOST_CELLS = 60_000


def editor(problem: Problem) -> dict[str, object]:
    """The parts of ``problem`` as plain data; ``whole`` says that they state all of it.

    ``scene`` is the board with the fixed pieces. A piece has its ``cells`` and all ``orientations`` that its motions
    allow, with the origin as their lowest corner; where its cells are coloured, ``tints`` has their letters in the same
    order. On other lattices than those of squares and cubes ``turns`` and ``flips`` are there, too.
    """
    shown, whole = problem.pieces[:MOST_PIECES], True
    try:
        board = problem.board.to_text(one_line=True)
    except (NotationError, LimitError):
        board = ""  # cells that are optional and coloured at once, or far apart
    try:
        # Fixed pieces are called by their names, whatever becomes of the other pieces on the page.
        texts = piece_texts(shown, {placement.piece for placement in problem.fixed})
    except (NotationError, LimitError):
        texts, whole = [piece.name for piece in shown], False
    pieces: list[dict[str, object]] = []
    cells = 0
    for piece, text, colour in zip(shown, texts, colours(problem), strict=False):
        turned = piece.orientations()
        cells += piece.shape.area * len(turned)
        if pieces and cells > MOST_CELLS:
            break
        pieces.append(
            {
                **drawn_piece(piece, text, colour),
                "caption": caption(piece),
                "minimum": piece.minimum,
                "maximum": piece.maximum,
                "area": piece.shape.area,
                "orientations": [_from_origin(shape) for shape in turned],
                **({"tints": [list(shape.colours) for shape in turned]} if piece.shape.colours else {}),
                **_motions(piece.shape.lattice, turned),
            }
        )
    fixed = [
        f"{placement.piece} {' '.join(','.join(map(str, cell)) for cell in placement.cells)}"
        for placement in problem.fixed
    ]
    return {
        "board": board,
        "scene": mosaic(problem, problem.fixed).to_json(),
        "pieces": pieces,
        "fixed": fixed,
        "whole": whole and len(pieces) == len(problem.pieces) and not problem.together,
    }


def drawn_piece(piece: Piece, text: str, colour: str) -> dict[str, Any]:
    """The name of a piece, its ``text`` in a piece list, and what there is to see of it."""
    found = {"name": piece.name, "text": text, "colour": colour, "cells": _from_origin(piece.shape)}
    return found if piece.shape.lattice.is_plain else {**found, "lattice": piece.shape.lattice.name}


def _motions(lattice: Lattice, turned: Sequence[Polyomino]) -> dict[str, list[int]]:
    """By number, what each orientation becomes when it is turned clockwise or over, as far as the piece may be.

    The page itself turns squares and cubes, and no other solids.
    """
    if lattice.is_plain or lattice.dimension > 2:
        return {}
    number = {(shape.cells, shape.colours): k for k, shape in enumerate(turned)}

    def after(k: int, motions: Iterable[Motion]) -> int:
        """The first of the other orientations that one of ``motions`` makes; itself if none does."""
        images = [turned[k].moved(motion) for motion in motions]
        found = [number.get((image.cells, image.colours), k) for image in images]
        return next((image for image in found if image != k), k)

    clockwise = sorted(lattice.motions(reflections=False)[1:], key=lambda motion: _angle(lattice, motion))
    every = range(len(turned))
    return {"turns": [after(k, clockwise) for k in every], "flips": [after(k, [lattice.mirror]) for k in every]}


def _angle(lattice: Lattice, motion: Motion) -> float:
    """By how much a rotation turns clockwise, 0 to 1."""
    start, end = lattice.steps[0], Motion(motion.axes, motion.signs, motion.shift)(lattice.steps[0])
    (x, y), (to_x, to_y) = lattice.in_plane(start), lattice.in_plane(end)
    return (atan2(y, x) - atan2(to_y, to_x)) / tau % 1


def _from_origin(shape: Polyomino) -> list[list[int]]:
    """The cells of a shape, which begin at 0 on every axis."""
    return [list(cell) for cell in shape.cells]
