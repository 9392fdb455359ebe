"""The live boards of a game by plain walks over the rules: forward from the empty field, and back from the clear."""

from __future__ import annotations

from tests.reference.clear.brute_force import is_divisible

from shapewright.clear import rules
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES

# A field and the number of lines that are still to clear.
Board = tuple[Field, int]


def following(board: Board, kicks: Kicks, drop: Drop) -> set[Board]:
    """The boards that some piece leads to, save those whose empty cells full columns divide into no whole pieces."""
    field, height = board
    found = set()
    for piece in PIECES:
        for placement in rules.reachable(field, piece, kicks, drop):
            if all(y < height for _, y in placement.cells()):
                after = rules.place(field, placement)
                cells = sum(map(int.bit_count, field.rows)) + 4 - sum(map(int.bit_count, after.rows))
                left = height - cells // 10
                if is_divisible(after, left):
                    found.add((after, left))
    return found


def live_boards(height: int, kicks: str, drop: Drop) -> list[set[Board]]:
    """The live boards after 0, 1, 2, ... pieces; slow, so of one or two lines."""
    system = Kicks.named(kicks)
    levels: list[dict[Board, set[Board]]] = [{(Field(), height): set()}]
    for _ in range(10 * height // 4):
        for board in levels[-1]:
            levels[-1][board] = following(board, system, drop)
        levels.append({board: set() for after in levels[-1].values() for board in after})
    live = [{board for board in levels[-1] if board == (Field(), 0)}]
    for level in reversed(levels[:-1]):
        live.append({board for board, after in level.items() if after & live[-1]})
    return live[::-1]
