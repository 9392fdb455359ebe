"""Exact covers that have nothing to do with shapes: a Sudoku and the queens on a chessboard, by the same engine.

    python examples/exact_covers.py covers       # a Sudoku, and eight queens
    python examples/exact_covers.py covers 10    # ten queens

An exact cover is a list of items and of options; each option covers some items, and every item is to be covered once.
The options are written in the text of Knuth's programs (``.dlx``), so that his programs can read the same files. Items
behind the bar in the first line may be covered once or not at all: a queen need not stand on every diagonal. Writes
``sudoku.dlx``, ``queens.dlx``, and a solution of each as SVG.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from shapewright import tiling
from shapewright.drawing import Mark, Mosaic, to_svg

Choice = Sequence[tuple[tuple[Any, Any], ...]]  # options, each of items with a colour, which is not used here

# Seventeen givens are the fewest that a Sudoku with one solution can have.
SUDOKU = """
.......1.
4........
.2.......
....5.4.7
..8...3..
..1.9....
3..4..2..
.5.1.....
...8.6...
"""


def sudoku_dlx(text: str) -> str:
    """Each option writes a digit into a cell: the cell, and the digit in its row, column and box, are covered once."""
    rows = text.split()
    cells = [(row, column) for row in range(9) for column in range(9)]
    groups = [f"{kind}{number}{digit}" for kind in "rcb" for number in range(9) for digit in range(1, 10)]
    lines = [" ".join([*(f"p{row}{column}" for row, column in cells), *groups])]
    for row, column in cells:
        given = rows[row][column]
        box = row // 3 * 3 + column // 3
        possible = "123456789" if given == "." else given
        lines += [f"p{row}{column} r{row}{digit} c{column}{digit} b{box}{digit}" for digit in possible]
    return "\n".join(lines) + "\n"


def queens_dlx(size: int) -> str:
    """Each option is a queen on a cell: every row and column has one, a diagonal (sum, difference) at most one."""
    lines = [f"r{number} c{number}" for number in range(size)]
    diagonals = [f"s{number} d{number}" for number in range(2 * size - 1)]
    options = [f"r{y} c{x} s{x + y} d{x - y + size - 1}" for y in range(size) for x in range(size)]
    return "\n".join([" ".join([*lines, "|", *diagonals]), *options]) + "\n"


def digits(choice: Choice) -> dict[tuple[int, ...], str]:
    """The digit of each cell (column, row from below), from the chosen options."""
    found: dict[tuple[int, ...], str] = {}
    for option in choice:
        names = sorted(name for name, _ in option)  # its box, column, place and row
        row, column = int(names[2][1]), int(names[2][2])
        found[column, 8 - row] = names[3][2]
    return found


def sudoku_picture(solved: dict[tuple[int, ...], str]) -> Mosaic:
    """The square with all digits, each of the nine boxes in a colour of its own."""
    boxes = {cell: cell[0] // 3 + cell[1] // 3 * 3 for cell in solved}
    shades = tuple("#fdf1cf" if box % 2 else "#e2ecfb" for box in range(9))
    marks = tuple(Mark(frozenset([cell]), text=digit) for cell, digit in solved.items())
    return Mosaic(solved.keys(), boxes, ("",) * 9, shades, title="A Sudoku, solved", marks=marks)


def queens_picture(choice: Choice, size: int) -> Mosaic:
    """The board with a Q for each queen."""
    board: frozenset[tuple[int, ...]] = frozenset((x, y) for x in range(size) for y in range(size))
    queens: set[tuple[int, ...]] = set()
    for option in choice:
        at = {name[0]: int(name[1:]) for name, _ in option}
        queens.add((at["c"], at["r"]))
    marks = (Mark(frozenset(queens), text="Q"),)
    return Mosaic(board, title=f"{size} queens", marks=marks)


def main(folder: Path, size: int = 8, text: str = SUDOKU) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, dlx in (("sudoku", sudoku_dlx(text)), ("queens", queens_dlx(size))):
        (folder / f"{name}.dlx").write_text(dlx, encoding="utf-8")
        cover = tiling.ExactCover.from_text(dlx)
        number = cover.count()
        print(f"{name}: {number} solution{'' if number == 1 else 's'}")
        for found in cover.solve(limit=1):
            choice = [cover.options[option] for option in found]
            drawn = sudoku_picture(digits(choice)) if name == "sudoku" else queens_picture(choice, size)
            (folder / f"{name}.svg").write_text(to_svg(drawn.scene(cell=40)), encoding="utf-8")


if __name__ == "__main__":
    folder, *sizes = sys.argv[1:] or ["covers"]
    main(Path(folder), int(sizes[0]) if sizes else 8)
