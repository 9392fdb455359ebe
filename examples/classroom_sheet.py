"""A sheet for the classroom: pentomino puzzles from easy to hard to print, with the solutions on the last page.

    python examples/classroom_sheet.py sheet         # the sheet of seed 1
    python examples/classroom_sheet.py sheet 2027    # another sheet, the same for everybody with this number

Each page has a few boxes and the pieces that fill them. A box has exactly one solution with its pieces, apart from its
rotations and reflections. The pieces are printed at the scale of the boxes, so that they can be cut out and laid down.
Writes ``sheet.pdf`` and, to look at it without a printer, ``page_1.svg`` and so on.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from random import Random

from shapewright import tiling
from shapewright.cells import Board, parse_pieces
from shapewright.drawing import Group, Mosaic, Node, Scene, Text, to_pdf, to_svg

INK, SOFT = "#1d2129", "#59616d"
CELL, GAP, WIDTH = 24.0, 18.0, 600.0
PAGES = (((5, 3), (5, 3), (5, 4), (5, 4)), ((5, 5), (6, 5), (6, 5)), ((6, 5), (7, 5), (8, 5)))  # boxes, page by page


def puzzle(size: tuple[int, int], chance: Random) -> tiling.Problem:
    """Pieces that fill a box of this size in one way, apart from rotations and reflections."""
    board, every = Board.box(*size), parse_pieces("0-1*pentominoes")
    # Drawing many tilings at once costs hardly more than drawing one; few of them are the only one with their pieces.
    for drawn in tiling.sample(tiling.Problem(board, every), limit=1000, seed=chance.randrange(2**32)):
        used = {placement.piece for placement in drawn.placements}
        asked = tiling.Problem(board, tuple(replace(piece, minimum=1) for piece in every if piece.name in used))
        if tiling.is_unique(asked, up_to_symmetry=True):
            return asked
    raise SystemExit(f"no puzzle with one solution was found on a box of {size[0]}x{size[1]}")


def row_of(scenes: list[Scene], top: float) -> tuple[list[Node], float]:
    """Pictures from left to right, in as many rows as they need, and where the next row begins."""
    nodes: list[Node] = []
    x, deep = 0.0, 0.0
    for scene in scenes:
        if x and x + scene.width > WIDTH:
            x, top, deep = 0.0, top + deep + GAP, 0.0
        nodes.append(Group(scene.nodes, x, top))
        x, deep = x + scene.width + GAP, max(deep, scene.height)
    return nodes, top + deep + GAP


def piece_pictures(asked: tiling.Problem) -> list[Scene]:
    """The pieces in the colours that they have in the solution, as they are cut out."""
    solution = tiling.first(asked)
    assert solution is not None
    drawn = solution.mosaic()
    colours = dict(zip(drawn.labels, drawn.colour_of.values(), strict=True))
    pictures = []
    for piece in asked.pieces:
        cells = dict.fromkeys(piece.shape.cells, 0)
        pictures.append(Mosaic(cells.keys(), cells, (piece.name,), (colours[piece.name],)).scene(cell=CELL))
    return pictures


def page(title: str, puzzles: list[tuple[int, tiling.Problem]]) -> Scene:
    """One page of puzzles: of each its number, its box and its pieces."""
    nodes: list[Node] = [Text(0, 22, title, 18, INK)]
    nodes.append(Text(0, 46, "Cut out the pieces. They may be turned and turned over.", 9, SOFT))
    y = 70.0
    for number, asked in puzzles:
        nodes.append(Text(0, y + 14, f"{number}", 14, INK))
        drawn, y = row_of([asked.mosaic().scene(cell=CELL), *piece_pictures(asked)], y + 24)
        nodes += drawn
        y += GAP
    return Scene(WIDTH, y, tuple(nodes), title, "#ffffff")


def solutions_page(puzzles: list[tuple[int, tiling.Problem]]) -> Scene:
    cards = []
    for number, asked in puzzles:
        solution = tiling.first(asked)
        assert solution is not None
        picture = solution.mosaic().scene(cell=CELL)
        label = Text(0, 14, str(number), 14, INK)
        cards.append(Scene(picture.width, picture.height + 24, (label, Group(picture.nodes, 0, 24))))
    drawn, bottom = row_of(cards, 50)
    return Scene(WIDTH, bottom, (Text(0, 22, "Solutions", 18, INK), *drawn), "Solutions", "#ffffff")


def main(folder: Path, seed: int = 1, pages: tuple[tuple[tuple[int, int], ...], ...] = PAGES) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    chance = Random(seed)
    scenes, every, number = [], [], 0
    for place, sizes in enumerate(pages, 1):
        puzzles = [(number + k, puzzle(size, chance)) for k, size in enumerate(sizes, 1)]
        number += len(puzzles)
        every += puzzles
        scenes.append(page(f"Pentominoes, sheet {seed}, page {place}", puzzles))
    scenes.append(solutions_page(every))
    for place, scene in enumerate(scenes, 1):
        (folder / f"page_{place}.svg").write_text(to_svg(scene), encoding="utf-8")
    (folder / "sheet.pdf").write_bytes(to_pdf(scenes, title=scenes[0].title, breaks=range(len(scenes))))
    print(f"{number} puzzles on {len(pages)} pages, and the solutions")


if __name__ == "__main__":
    folder, *seeds = sys.argv[1:] or ["sheet"]
    main(Path(folder), int(seeds[0]) if seeds else 1)
