"""Pictures of fields and solutions: mosaics in the colours that players know, each piece with its letter."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from typing import TYPE_CHECKING

from shapewright.clear.field import WIDTH, Field
from shapewright.drawing import Mosaic, to_terminal
from shapewright.drawing.palette import FILLED, PAPER, TETROMINO_COLOURS, blended
from shapewright.drawing.scene import Group, Node, Scene, Text
from shapewright.errors import amount

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.clear.results import Pictured
    from shapewright.clear.solution import Frame, Solution

COLOURS = TETROMINO_COLOURS | {"X": FILLED}
"""The colour of each piece, and of cells that were there before."""

CELL = 26
_GAP = 18
_LINE = 13
_CAPTION = 22
_FAINT = "#6b727c"
_ACROSS = 4
"""So many steps stand side by side."""


def field_mosaic(field: Field, *, height: int = 4) -> Mosaic:
    """The field with at least ``height`` rows, its filled cells grey."""
    rows = max(height, field.height, 1)
    cells = {(x, y) for y in range(rows) for x in range(WIDTH)}
    filled: dict[Cell, int] = {cell: 0 for cell in cells if cell in field}
    return Mosaic(frozenset(cells), filled, ("",), (COLOURS["X"],), title=f"a field of {amount(field.height, 'row')}")


def draw_field(field: Field) -> Scene:
    """Draw a field, at least four rows high."""
    return field_mosaic(field).scene()


def parts_mosaic(found: Pictured) -> Mosaic:
    """Draw pieces on a field, each in its colour."""
    start, height = found.ground
    cells: frozenset[Cell] = frozenset([(x, y) for y in range(height) for x in range(WIDTH)])
    piece_at: dict[Cell, int] = {cell: 0 for cell in cells if cell in start}
    piece_at |= {cell: number for number, part in enumerate(found.parts, 1) for cell in part.cells}
    colours = tuple([COLOURS[letter] for letter in ("X", *found.pieces)])
    return Mosaic(cells, piece_at, ("", *found.pieces), colours, title=found.pieces)


def solution_mosaic(solution: Solution) -> Mosaic:
    """A whole solution on one board, every piece on its cells in the rows that the field has at the beginning."""
    field = solution.field.cleared()
    rows = range(max(4, solution.height))
    cells = frozenset([(x, y) for y in rows for x in range(WIDTH)])
    piece_at: dict[Cell, int] = {cell: 0 for cell in cells if cell in field}
    for number, own in enumerate(solution.start_cells(), 1):
        piece_at |= dict.fromkeys(own, number)
    letters = "".join([placement.piece for placement in solution.placements])
    colours = tuple([COLOURS[letter] for letter in ("X", *letters)])
    return Mosaic(cells, piece_at, ("", *letters), colours, title=f"a perfect clear by {letters}")


def frame_mosaic(frame: Frame, *, height: int = 4) -> Mosaic:
    """One step: each piece with its letter in its colour, which is bright for the piece of the step alone."""
    piece_at: dict[Cell, int] = {
        (x, y): owner for y, row in enumerate(frame.owners) for x, owner in enumerate(row) if owner >= 0
    }
    rows = max(height, *[y + 1 for _, y in piece_at])
    letters = {frame.owners[y][x]: frame.letters[y][x] for x, y in piece_at}
    placed = frame.owners[frame.placement.cells()[0][1]][frame.placement.cells()[0][0]]
    count = max(letters) + 1
    colours = [COLOURS[letters.get(number, "X")] for number in range(count)]
    return Mosaic(
        frozenset([(x, y) for y in range(rows) for x in range(WIDTH)]),
        piece_at,
        tuple([letters.get(number, "").replace("X", "") for number in range(count)]),
        tuple([each if number in (0, placed) else blended(each, PAPER, 0.5) for number, each in enumerate(colours)]),
        title=f"{frame.placement.piece} placed" + (", after hold" if frame.held else ""),
    )


def frame_mosaics(solution: Solution) -> tuple[Mosaic, ...]:
    """The board of each step, all of the same size."""
    frames = list(solution.frames())
    height = max([len(frame.letters) for frame in frames], default=4)
    return tuple([replace(frame_mosaic(frame, height=height), pixels=CELL) for frame in frames])


def draw(solution: Solution) -> Scene:
    """All steps in one picture, four side by side, with the number and the piece of each below."""
    scenes = [board.scene() for board in frame_mosaics(solution)]
    if not scenes:
        return field_mosaic(solution.field).scene(cell=CELL)
    captions = [
        f"{number}  {frame.placement.piece}" + ("  hold" if frame.held else "")
        for number, frame in enumerate(solution.frames(), 1)
    ]
    return sheet(scenes, captions, f"a perfect clear in {len(scenes)} placements")


def sheet(
    scenes: Sequence[Scene], captions: Sequence[str], title: str, *, words: str = _FAINT, paper: str | None = PAPER
) -> Scene:
    """Pictures of one size in a grid, four in a row or, of many, more, each with its caption below.

    A caption may have several lines; captions have the colour ``words``. Without ``paper`` the ground is transparent.
    """
    width, height = scenes[0].width, scenes[0].height
    below = _CAPTION + _LINE * max([caption.count("\n") for caption in captions])
    # Of many pictures the whole is about one and a half times as wide as high.
    square = sqrt(len(scenes) * (height + below + _GAP) / (width + _GAP) * 1.5)
    across = min(max(_ACROSS, round(square)), len(scenes))
    down = -(-len(scenes) // across)
    nodes: list[Node] = []
    for index, (scene, caption) in enumerate(zip(scenes, captions, strict=True)):
        x, y = index % across * (width + _GAP), index // across * (height + below + _GAP)
        nodes.append(Group(scene.nodes, x, y))
        for line, said in enumerate(caption.split("\n")):
            nodes.append(Text(x + width / 2, y + height + _CAPTION - 6 + _LINE * line, said, 10, words, "middle"))
    size = (across * (width + _GAP) - _GAP, down * (height + below + _GAP) - _GAP)
    return Scene(*size, tuple(nodes), title, background=paper)


def frame_text(frame: Frame, *, color: bool, height: int = 4, truecolor: bool | None = None) -> list[str]:
    """One step as lines of a terminal: in colours, or in letters with the piece of the step in small ones.

    >>> from shapewright.clear.notation.pc import parse_pc
    >>> (solution,) = parse_pc(bytes.fromhex("7185fcffffff0700000c183820"))
    >>> print("\\n".join(frame_text(list(solution.frames())[1], color=False, height=2)))
    OOj_______
    OOjjj_____
    """
    if color:
        return to_terminal(frame_mosaic(frame, height=height), color=True, width=80, truecolor=truecolor).split("\n")
    rows = [list(row) for row in frame.letters]
    for x, y in frame.placement.cells():
        rows[y][x] = rows[y][x].lower()
    rows += [["_"] * WIDTH for _ in range(height - len(rows))]
    while len(rows) > height and set(rows[-1]) == {"_"}:
        rows.pop()
    return ["".join(row) for row in reversed(rows)]


def solution_text(solution: Solution, *, color: bool = False, width: int = 80, truecolor: bool | None = None) -> str:
    """All steps as text, as many as four side by side, with the number and the piece of each above; no last newline."""
    frames = list(solution.frames())
    height = max([solution.height, 1])
    blocks = []
    for number, frame in enumerate(frames, 1):
        caption = f"{number:>2} {frame.placement.piece}" + (" hold" if frame.held else "")
        blocks.append((caption, frame_text(frame, color=color, height=height, truecolor=truecolor)))
    cell = 2 if color else 1
    across = max(1, min(_ACROSS, (width + 3) // (WIDTH * cell + 3)))
    lines = []
    for start in range(0, len(blocks), across):
        beside = blocks[start : start + across]
        lines.append("   ".join([caption.ljust(WIDTH * cell) for caption, _ in beside]).rstrip())
        for row in range(-max([len(block) for _, block in beside]), 0):  # aligned at the bottom
            parts = [block[row] if -row <= len(block) else " " * WIDTH * cell for _, block in beside]
            lines.append("   ".join(parts).rstrip(" "))
        lines.append("")
    return "\n".join(lines[:-1])
