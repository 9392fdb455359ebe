"""Pictures of marginals: the board, each cell the darker the more solutions have a piece on it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from shapewright.drawing import Group, Mosaic, Scene, Text
from shapewright.drawing.glyphs import text_width
from shapewright.drawing.palette import EMPTY, blended
from shapewright.errors import amount

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.sets.solution_set import SolutionSet

_HOT = "#b2182b"
_INK = "#7d8590"  # to be read on bright and dark pages alike
_CAPTION = 20.0  # the height of a capital


def heat_map(problem: Problem, numbers: Mapping[Cell, float], of: int, title: str = "") -> Mosaic:
    """The board with the share of ``of`` solutions in percent on each cell; the cell with the most is the darkest.

    A cell without any solution stays empty; ``<1`` stands for less than one in a hundred.

    >>> from shapewright.tiling.problem import Problem
    >>> heat_map(Problem.from_text("board 3x1\\npieces I1, I2"), {(0, 0): 1, (2, 0): 1}, 2).labels
    ('50', '50')
    """
    cells = sorted(cell for cell, number in numbers.items() if number)
    shares = [numbers[cell] / of for cell in cells]
    top = max(shares, default=1.0)
    return Mosaic(
        cells=problem.board.cells,
        piece_at={cell: number for number, cell in enumerate(cells)},
        labels=tuple(["<1" if share < 0.01 else f"{100 * share:.0f}" for share in shares]),
        colours=tuple([blended(EMPTY, _HOT, share / top) for share in shares]),
        title=title,
        outlines=problem.board.outlines(),
        bodies=problem.board.lattice.bodies(problem.board.cells),
    )


def heat_of(solutions: SolutionSet, piece: str | None = None) -> Mosaic:
    """How many of the ``solutions`` have ``piece`` (any, if none is named) on each cell of the board."""
    problem = solutions.problem
    title = f"{piece or 'any piece'}: percent of {amount(solutions.count, 'solution', thousands=True)}"
    return heat_map(problem, solutions.cell_counts(piece), solutions.count, title)


def heat_scene(solutions: SolutionSet, piece: str) -> Scene:
    """The map of a piece with its name above it, as files have it."""
    return named_scene(heat_of(solutions, piece), piece)


def named_scene(heat: Mosaic, piece: str) -> Scene:
    """A map with a name above it."""
    drawn = heat.scene()
    name = Text(0, _CAPTION, piece, _CAPTION, _INK)
    nodes = (name, Group(drawn.nodes, 0, 1.6 * _CAPTION))
    return Scene(max(drawn.width, text_width(piece, _CAPTION)), drawn.height + 1.6 * _CAPTION, nodes, drawn.title)


def table(title: str, texts: Mapping[Cell, str], cells: Collection[Cell], width: int) -> str:
    """What is said of cells as the board lies: rows from the top, layers of a solid one by one."""
    axes = [sorted(set(values)) for values in zip(*cells, strict=True)]
    lines = [f"{title}:"]
    for layer in axes[2] if len(axes) == 3 else [None]:
        lines += [] if layer is None else [f"z={layer}"]
        for y in reversed(axes[1]):
            row = [(x, y) if layer is None else (x, y, layer) for x in axes[0]]
            lines.append(" ".join([texts.get(cell, "").rjust(width) for cell in row]).rstrip())
    return "\n".join(lines)
