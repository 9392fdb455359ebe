"""Levels for a puzzle game: random boards of pentominoes with exactly one solution, sorted from easy to hard.

    python examples/level_maker.py levels          # 12 levels
    python examples/level_maker.py levels 200 7    # 200 levels by seed 7

A level is a box from which random cells were removed, and the pieces that fill the rest in exactly one way. How hard
it is for a person nobody can compute; the grade stands on how much a plain search has to try until it is sure that
there is no second solution. Writes ``levels.json``, a picture ``001.svg`` and so on for each level, and all of them in
``all.svg`` and ``all.png``.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

from shapewright import tiling
from shapewright.cells import Board, parse_pieces
from shapewright.drawing import to_png, to_sheet, to_svg

SIZES = ((5, 5), (6, 5), (6, 6), (7, 6), (7, 7))
GRADES = ("easy", "medium", "hard")


def random_board(chance: Random) -> Board:
    """A connected board whose cells are a multiple of 5, with at least a tenth of its box removed."""
    while True:
        box = Board.box(*chance.choice(SIZES))
        cells = sorted(box.cells)
        kept = 5 * (int(0.9 * len(cells)) // 5)
        board = box.without(chance.sample(cells, len(cells) - kept))
        if len(board.components()) == 1:
            return board


def random_level(chance: Random) -> tiling.Problem:
    """A board and the pieces of one of its tilings, drawn again until no other tiling uses these pieces."""
    every = parse_pieces("0-1*pentominoes")
    while True:
        board = random_board(chance)
        drawn = tiling.random(tiling.Problem(board, every), seed=chance.randrange(2**32))
        if drawn is None:  # some boards have no tiling at all
            continue
        used = {placement.piece for placement in drawn.placements}
        level = tiling.Problem(board, tuple(replace(piece, minimum=1) for piece in every if piece.name in used))
        if tiling.is_unique(level):
            return level


def effort(level: tiling.Problem) -> int:
    """How many choices a search makes that goes cell by cell, as a patient person would."""
    told: list[tiling.Statistics] = []
    tiling.is_unique(level, engine="sparse", report=told.append)
    return told[0].nodes


def main(folder: Path, number: int = 12, seed: int = 1) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    chance = Random(seed)
    levels = sorted((random_level(chance) for _ in range(number)), key=lambda level: (effort(level), level.to_text()))
    listed, pictures = [], []
    for place, level in enumerate(levels):
        grade = GRADES[place * len(GRADES) // number]
        solution = tiling.first(level)
        assert solution is not None
        named = replace(level, title=f"Level {place + 1}, {grade}")
        listed.append(
            {
                "title": named.title,
                "grade": grade,
                "effort": effort(level),
                "board": level.board.to_text(one_line=True),
                "pieces": [piece.name for piece in level.pieces],
                "puzzle": named.to_text(),
                "solution": solution.to_json()["placements"],
            }
        )
        pictures.append(named.sheet())
        (folder / f"{place + 1:03}.svg").write_text(to_svg(named.sheet()), encoding="utf-8")
    (folder / "levels.json").write_text(json.dumps({"seed": seed, "levels": listed}, indent=1), encoding="utf-8")
    sheet = to_sheet(pictures)
    (folder / "all.svg").write_text(sheet, encoding="utf-8")
    (folder / "all.png").write_bytes(to_png(sheet, scale=0.5))
    print(f"{number} levels, from {listed[0]['effort']} to {listed[-1]['effort']} choices")


if __name__ == "__main__":
    folder, *numbers = sys.argv[1:] or ["levels"]
    main(Path(folder), *map(int, numbers))
