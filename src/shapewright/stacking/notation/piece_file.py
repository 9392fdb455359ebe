"""Pieces of one's own: the ground floor's piece file, in which a piece may have several drawings::

    % turned as the game turns it: only two of its four orientations
    piece P
      ##
      ##
      #.

      ###
      .##
    piece V fixed
      #..
      #..
      ###
    pieces U5, one-sided-hexominoes

The first drawing is orientation 0. Further drawings, after a blank line each, are the other orientations, in the order
given; without any, the piece turns anticlockwise by 90 degrees at a time. ``fixed`` pieces do not turn. Nothing is ever
turned over, unless a drawing does it.
"""

from __future__ import annotations

import re

from shapewright.cells.pieces import Entry, is_piece_file, parse_entries, parse_pieces
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.errors import NotationError, ShapewrightError, quote
from shapewright.stacking.pieces import FallingPiece

_MOTIONS = ("fixed", "one-sided")


def parse_piece_list(text: str) -> tuple[FallingPiece, ...]:
    """The pieces of a piece list such as ``pentominoes, U5``, as they can fall.

    >>> [len(piece.orientations) for piece in parse_piece_list("P5, fixed-V5, X5")]
    [4, 1, 1]
    """
    return parse_piece_file(text) if is_piece_file(text) else tuple([_falling(piece) for piece in parse_pieces(text)])


def parse_piece_file(text: str) -> tuple[FallingPiece, ...]:
    """Read a piece file; errors name the line."""
    found: list[FallingPiece] = []
    for entry in parse_entries(text):
        try:
            found += _pieces(entry)
        except ShapewrightError as error:
            raise type(error)(f"line {entry.line_number}: {error}") from None
    if not found:
        raise NotationError("there are no pieces; expected 'piece NAME' with a drawing under it")
    return tuple(found)


def _pieces(entry: Entry) -> list[FallingPiece]:
    if entry.keyword == "pieces":
        if entry.art:
            raise NotationError("'pieces' takes a list, not a drawing; use 'piece NAME' for a single piece")
        return list(parse_piece_list(entry.rest))
    if entry.keyword != "piece":
        raise NotationError(f"{quote(entry.keyword)} does not belong in a piece file; expected 'pieces' or 'piece'")
    name, *options = entry.rest.split() or [""]
    if not name:
        raise NotationError("'piece' has no name; expected piece NAME [fixed]")
    if any(option not in _MOTIONS for option in options) or len(options) > 1:
        raise NotationError(
            f"{quote(' '.join(options))} does not belong after the piece {quote(name)}; a falling piece may be 'fixed' "
            "or 'one-sided', and is counted by the sequence"
        )
    drawings = [part for part in re.split(r"\n(?:[ \t]*\n)+", entry.art) if part.strip()]
    if not drawings:
        raise NotationError(f"the piece {quote(name)} has no drawing; expected indented rows of # and . under it")
    shapes = [Polyomino(Polyomino.from_text(drawing).cells) for drawing in drawings]
    if len(shapes) > 1 and options == ["fixed"]:
        raise NotationError(f"the piece {quote(name)} is fixed and has {len(shapes)} drawings")
    if len(shapes) == 1 and options != ["fixed"]:
        return [FallingPiece.turning(name, shapes[0])]
    return [FallingPiece(name, tuple(shapes))]


def _falling(piece: Piece) -> FallingPiece:
    if piece.motions == "fixed" and piece.shape.dimension == 2 and piece.shape.lattice.is_plain:
        return FallingPiece(piece.name, (Polyomino(piece.shape.cells),))
    return FallingPiece.turning(piece.name, piece.shape)


def piece_text(piece: FallingPiece) -> str:
    """The orientations of a piece beside each other, each over its rotation."""
    blocks = [[*shape.to_text().split("\n"), str(90 * number)] for number, shape in enumerate(piece.orientations)]
    tall = max(map(len, blocks))
    wide = [max(max(map(len, block)), 4) for block in blocks]
    lines = [f"{piece.name}"]
    for row in range(tall):
        cells = [
            (block[row - tall + len(block)] if row >= tall - len(block) else "").ljust(width)
            for block, width in zip(blocks, wide, strict=True)
        ]
        lines.append(("  " + "  ".join(cells)).rstrip())
    return "\n".join(lines)
