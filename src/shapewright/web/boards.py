"""Boards as text, of a size that a page can show."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from shapewright.errors import LimitError

if TYPE_CHECKING:
    from shapewright.cells.grid import Board


def read_board(text: str, most: int) -> Board:
    """The board in ``text``; ``LimitError`` if it has more than ``most`` cells, before they are made."""
    from shapewright.cells.grid import Board, parse_size

    size = parse_size(text)
    if size is not None and prod(size) > most:
        raise LimitError(f"the board {'x'.join(map(str, size))} has {prod(size)} cells; {at_most(most)}")
    board = Board.from_text(text)
    check_size(board, most)
    return board


def check_size(board: Board, most: int) -> None:
    """Raise ``LimitError`` if the board has more cells than that."""
    if len(board.cells) > most:
        raise LimitError(f"the board has {len(board.cells)} cells; {at_most(most)}")


def at_most(most: int) -> str:
    """The limit in words."""
    return f"the studio takes at most {most}, the command line more"
