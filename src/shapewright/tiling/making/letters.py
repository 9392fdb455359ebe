"""Letters of cells as clues: a colour for each kind of piece, or for each copy where equal pieces would look alike."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.cells.placements import Placement
from shapewright.errors import LimitError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.tiling.problem import Problem
    from shapewright.tiling.search.instance import Cover

__all__ = ["check_plain", "copies_apart", "lettered"]

_COLOURS = "abcdefghijklmnopqrstuvwxyz"


def check_plain(problem: Problem) -> None:
    """Raise ``ProblemError`` for a puzzle that has colours already, ``LimitError`` for too many kinds of pieces."""
    if problem.board.colours or any(piece.shape.colours for piece in problem.pieces):
        raise ProblemError("letters of cells are colours, and this puzzle has colours already; take pieces as clues")
    if len(problem.classes()) > len(_COLOURS):
        raise LimitError(f"letters of cells are for at most {len(_COLOURS)} different pieces")


def copies_apart(problem: Problem) -> Problem:
    """The puzzle with each copy of a piece as a piece of its own, which has its own letter.

    Raises ``LimitError`` for more copies than there are letters.
    """
    copies = sum(piece.minimum for piece in problem.pieces)
    if copies > len(_COLOURS):
        raise LimitError(
            f"equal pieces lie beside each other, so that each of the {copies} pieces needs a letter of its own, and "
            f"there are {len(_COLOURS)}; take pieces as clues"
        )
    letters, taken = iter(_COLOURS), {piece.name for piece in problem.pieces}
    pieces, fixed = [], []
    for piece in problem.pieces:
        lying = [one.cells for one in problem.fixed if one.piece == piece.name]
        numbered = (name for number in range(1, 1 << 30) if (name := f"{piece.name}-{number}") not in taken)
        for copy in range(piece.minimum):
            name = piece.name if piece.minimum == 1 else next(numbered)
            shape = replace(piece.shape, colours=(next(letters),) * piece.shape.area)
            pieces.append(replace(piece, name=name, shape=shape, minimum=1, maximum=1))
            fixed += [Placement(name, cells) for cells in lying[copy : copy + 1]]
    return replace(problem, pieces=tuple(pieces), fixed=tuple(fixed))


def lettered(cover: Cover, clues: Iterable[tuple[int, int]]) -> Problem:
    """The puzzle of a cover with clues, cells (their positions) and the numbers of the classes of their pieces."""
    problem = cover.problem
    letters = dict(zip(range(len(problem.classes())), _COLOURS, strict=False))
    pieces = []
    for number, piece in enumerate(problem.pieces):
        own = next(k for k, one in enumerate(problem.classes()) if number in one.members)
        pieces.append(replace(piece, shape=replace(piece.shape, colours=(letters[own],) * piece.shape.area)))
    colours = frozenset((cover.cells[cell], letters[number]) for cell, number in clues)
    return replace(problem, board=replace(problem.board, colours=colours), pieces=tuple(pieces))
