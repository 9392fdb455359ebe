"""Boards, polyominoes, puzzle pieces with their grammar, and where they can lie: what every family is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.cells.grid import Board as Board
    from shapewright.cells.pieces import parse_pieces as parse_pieces
    from shapewright.cells.pieces import pieces_from_text as pieces_from_text
    from shapewright.cells.pieces import pieces_to_text as pieces_to_text
    from shapewright.cells.placements import Placement as Placement
    from shapewright.cells.polyomino import Piece as Piece
    from shapewright.cells.polyomino import Polyomino as Polyomino

_HOMES = {
    "Board": "grid",
    "Piece": "polyomino",
    "Placement": "placements",
    "Polyomino": "polyomino",
    "parse_pieces": "pieces",
    "pieces_from_text": "pieces",
    "pieces_to_text": "pieces",
}
__all__ = ["Board", "Piece", "Placement", "Polyomino", "parse_pieces", "pieces_from_text", "pieces_to_text"]

__getattr__ = lazy_names(__name__, _HOMES)
