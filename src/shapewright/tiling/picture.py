"""Pictures of puzzles and of their tilings: one tiling, or a puzzle on one sheet, its board above, its pieces below."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.cells.standard import usual_motions
from shapewright.drawing import (
    Figure,
    Group,
    Mark,
    Mosaic,
    Node,
    Scene,
    Section,
    TerminalOptions,
    Text,
    to_html,
    to_terminal,
)
from shapewright.drawing.glyphs import text_width
from shapewright.drawing.palette import FILLED, TETROMINO_COLOURS, kind_colours
from shapewright.drawing.shades import shades, told_apart

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.cells.lattice import Lattice
    from shapewright.cells.placements import Placement
    from shapewright.cells.polyomino import Piece
    from shapewright.tiling.problem import Problem

_ESCAPES = re.compile(r"\x1b\[[0-9;]*m")
_GAP = 3  # columns between pieces
_WIDTH = 900.0  # pixels, if the board is not wider
_SPACE = 24.0
_CELL = 20.0  # of a piece
_CAPTION = 11.0  # the height of a capital
_INK = "#7d8590"  # to be read on bright and dark pages alike


def mosaic(problem: Problem, placements: Iterable[Placement], marks: tuple[Mark, ...] = ()) -> Mosaic:
    """Which placement lies where on the board, with the pieces' names as labels, and ``marks`` over it.

    Placements are numbered in the order of the problem's pieces. A kind of piece has the same colour in every solution,
    in several shades where copies of it touch; where one kind does it all, each copy has a colour of its own.
    """
    board = problem.board
    rank = {piece.name: number for number, piece in enumerate(problem.pieces)}
    ordered = sorted(placements, key=lambda placement: (rank.get(placement.piece, len(rank)), placement.cells))
    lattice = board.lattice
    crossed = frozenset([cell for one in ordered for cell in one.cells if lattice.is_joint(cell)])
    piece_at = {cell: number for number, placement in enumerate(ordered) for cell in placement.cells}
    return Mosaic(
        cells=_drawn(lattice, board.cells, crossed),
        piece_at=piece_at,
        labels=tuple(placement.piece for placement in ordered),
        colours=_colours(problem, ordered, piece_at),
        tints=board.colour_of(),
        optional=_drawn(lattice, board.optional),
        title=problem.title,
        marks=tuple([replace(mark, cells=_drawn(lattice, mark.cells)) for mark in marks]) if lattice.joints else marks,
        outlines=board.outlines(crossed),
        bodies=lattice.bodies(board.cells),
        lattice=_name(lattice),
    )


def _name(lattice: Lattice) -> str:
    """The name of a flat lattice whose cells are not squares."""
    return "" if lattice.base.is_plain or lattice.dimension > 2 else lattice.name


def _drawn(lattice: Lattice, cells: Collection[Cell], crossed: Collection[Cell] = ()) -> AbstractSet[Cell]:
    """The cells that a picture shows: of the crossings of sticks those through which one goes straight on."""
    if lattice.joints or not isinstance(cells, Set):
        return frozenset([cell for cell in cells if cell in crossed or not lattice.is_joint(cell)])
    return cells


def colours(problem: Problem) -> tuple[str, ...]:
    """The colour of each piece of the problem, in its order."""
    return kind_colours((piece.name, piece.shape.area) for piece in problem.pieces)


def facts(problem: Problem) -> str:
    """The puzzle in one line.

    >>> from shapewright.tiling import Problem
    >>> facts(Problem.from_text("board 6x10\\npieces pentominoes"))
    '60 cells (6x10), 12 pieces of 60 cells in all'
    """
    board = problem.board
    low = sum(piece.minimum * piece.shape.area for piece in problem.pieces)
    bounds = [piece.maximum for piece in problem.pieces]
    lattice = board.lattice
    shape = "x".join(map(str, board.size)) if lattice.base.is_plain else f"{lattice.cell_name}s"
    shape += f" {lattice.name}" if lattice.base is not lattice else ""
    cells = f"{len(_drawn(lattice, board.cells))} cells ({shape})"
    if free := len(_drawn(lattice, board.optional)):
        cells += f", {free} of them may stay empty"
    fewest, most = sum(piece.minimum for piece in problem.pieces), sum(bound or 0 for bound in bounds)
    if None in bounds:
        pieces = f"{fewest} or more pieces of {low} or more cells"
    elif fewest == most:
        pieces = f"{most} pieces of {low} cells"
    else:
        high = sum((bound or 0) * piece.shape.area for bound, piece in zip(bounds, problem.pieces, strict=True))
        pieces = f"{fewest} to {most} pieces of {low} to {high} cells"
    return f"{cells}, {pieces} in all"


def caption(piece: Piece) -> str:
    """The name of a piece, how many there are of it, and how it may move if not freely.

    >>> from shapewright.cells.pieces import parse_pieces
    >>> caption(parse_pieces("2*one-sided-T4")[0])
    'T ×2 one-sided'
    """
    low, high = piece.minimum, piece.maximum
    if high is None:
        count = f"×{low}+" if low else "×any"
    elif low == high:
        count = "" if low == 1 else f"×{low}"
    else:
        count = f"×{low}-{high}"
    usual = usual_motions(piece.shape.lattice)
    return " ".join(word for word in (piece.name, count, "" if piece.motions == usual else piece.motions) if word)


def sheet_text(problem: Problem, options: TerminalOptions) -> str:
    """The sheet for a terminal of such ``options``."""
    parts = [problem.title] if problem.title else []
    parts += [facts(problem), "", to_terminal(mosaic(problem, problem.fixed), **options)]
    blocks = [
        [caption(piece), *to_terminal(drawn, **options).split("\n")]
        for piece, drawn in zip(problem.pieces, piece_mosaics(problem), strict=True)
    ]
    return "\n".join([*parts, *_beside(blocks, options["width"])])


def sheet(problem: Problem, drawn: Mosaic | None = None) -> Scene:
    """The sheet as one picture; its board may be ``drawn`` otherwise than by :func:`mosaic`."""
    board = (drawn or mosaic(problem, problem.fixed)).scene()
    nodes: list[Node] = [Group(board.nodes)]
    width, y = max(board.width, min(_WIDTH, 3 * board.width)), board.height + _SPACE
    x = row_height = widest = 0.0
    for piece, drawn in zip(problem.pieces, piece_mosaics(problem), strict=True):
        scene = drawn.scene(cell=_CELL)
        words = caption(piece)
        across = max(scene.width, text_width(words, _CAPTION))
        if x and x + across > width:
            x, y, row_height = 0.0, y + row_height, 0.0
        nodes.append(Text(x + _CELL / 10, y + _CAPTION, words, _CAPTION, _INK))
        nodes.append(Group(scene.nodes, x, y + 2 * _CAPTION))
        row_height = max(row_height, scene.height + 2 * _CAPTION + _SPACE)
        x += across + _SPACE
        widest = max(widest, x - _SPACE)
    return Scene(max(board.width, widest), y + row_height, tuple(nodes), problem.title or facts(problem))


def sheet_page(problem: Problem) -> str:
    """The sheet as a web page."""
    pieces = [
        Figure(drawn.scene(cell=_CELL), caption(piece))
        for piece, drawn in zip(problem.pieces, piece_mosaics(problem), strict=True)
    ]
    sections = [
        Section("Board", figures=(Figure(mosaic(problem, problem.fixed).scene()),)),
        Section("Pieces", figures=tuple(pieces)),
    ]
    return to_html(problem.title or "A tiling puzzle", sections, introduction=facts(problem))


def piece_mosaics(problem: Problem) -> Iterator[Mosaic]:
    """Each piece in its colour."""
    for piece, own in zip(problem.pieces, colours(problem), strict=True):
        shape = piece.shape
        letters = shape.colours or ("",) * shape.area
        tints = {cell: letter for cell, letter in zip(shape.cells, letters, strict=True) if letter}
        cells = dict.fromkeys(sorted(shape.cells), 0)
        outlines = shape.lattice.outlines(shape.cells, shape.cells)
        bodies = shape.lattice.bodies(shape.cells)
        yield Mosaic(
            cells.keys(), cells, ("",), (own,), tints, outlines=outlines, bodies=bodies, lattice=_name(shape.lattice)
        )


def _colours(problem: Problem, placements: Sequence[Placement], piece_at: Mapping[Cell, int]) -> tuple[str, ...]:
    """The colour of each placement; none where the picture is to choose."""
    kinds = {piece.name: colour for piece, colour in zip(problem.pieces, colours(problem), strict=True)}
    if len(kinds) == 1 and not set(kinds.values()) & set(TETROMINO_COLOURS.values()):
        return ()
    chosen = [kinds.get(placement.piece, FILLED) for placement in placements]
    lattice = problem.board.lattice
    return told_apart(chosen, shades(chosen, piece_at, None if lattice.is_plain else lattice.neighbours))


def _beside(blocks: list[list[str]], width: int) -> Iterator[str]:
    """Lines with the blocks beside each other, a blank line above each row of them."""
    row: list[list[str]] = []
    used = 0
    for block in [*blocks, None]:
        across = max(map(_columns, block)) if block is not None else 0
        if row and (block is None or used + across > width):
            yield ""
            yield from _joined(row)
            row, used = [], 0
        if block is not None:
            row.append(block)
            used += across + _GAP


def _joined(row: list[list[str]]) -> Iterator[str]:
    widths = [max(map(_columns, block)) for block in row]
    for number in range(max(map(len, row))):
        line = ""
        for block, width in zip(row, widths, strict=True):
            text = block[number] if number < len(block) else ""
            line += text + " " * (width - _columns(text) + _GAP)
        yield line.rstrip(" ")


def _columns(text: str) -> int:
    return len(_ESCAPES.sub("", text))
