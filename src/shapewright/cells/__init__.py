"""Boards, polyominoes, puzzle pieces with their grammar, and where they can lie: what every family is made of."""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.cells.grid import Board as Board
    from shapewright.cells.pieces import parse_pieces as parse_pieces
    from shapewright.cells.pieces import pieces_from_text as pieces_from_text
    from shapewright.cells.pieces import pieces_to_text as pieces_to_text
    from shapewright.cells.placements import Placement as Placement
    from shapewright.cells.polyomino import Piece as Piece
    from shapewright.cells.polyomino import Polyomino as Polyomino
