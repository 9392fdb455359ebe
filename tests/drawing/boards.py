"""Boards to be drawn in tests, read from letters: top row first, ``.`` no cell, ``#`` an empty cell."""

from __future__ import annotations

from hypothesis import strategies

from shapewright.cells.grid import Cell
from shapewright.drawing import Mosaic


def mosaic(*layers: str, **more: object) -> Mosaic:
    """A mosaic from one picture in letters a layer; each letter is a piece, numbered in the order of the alphabet."""
    letters: dict[Cell, str] = {}
    for z, layer in enumerate(layers):
        rows = layer.split()
        for y, row in enumerate(reversed(rows)):
            for x, letter in enumerate(row):
                if letter != ".":
                    letters[(x, y) if len(layers) == 1 else (x, y, z)] = letter
    names = sorted(set(letters.values()) - {"#"})
    piece_at = {cell: names.index(letter) for cell, letter in letters.items() if letter != "#"}
    return Mosaic(letters.keys(), piece_at, **({"labels": tuple(names)} | more))  # type: ignore[arg-type]


PENTOMINOES_6X10 = """
    YPPPLLLLTI
    YYPPLXTTTI
    YVVVXXXFTI
    YVZZWXFFFI
    UVUZWWNNFI
    UUUZZWWNNN
"""
PENTOMINOES_8X8 = """
    IIIIIVVV
    UUUPPPFV
    UXUPPFFV
    XXX..ZFF
    YXT..ZZZ
    YYTTTWWZ
    YLTNNNWW
    YLLLLNNW
"""
PENTOMINOES_3X4X5 = (
    "UXU XXX PXL PIL",
    "UUU PNW PYW PIL",
    "VNW VNW VYF TIL",
    "VNW TYF TYF TIL",
    "VNZ ZZZ ZYF TIF",
)
UNFINISHED = """
    .AA#C
    #A.CC
    BB##C
    .BBB#
"""


@strategies.composite
def mosaics(draw: strategies.DrawFn) -> Mosaic:
    """Small boards of any outline, with pieces of any shape, empty and optional cells, colours and any labels."""
    sizes = draw(strategies.lists(strategies.integers(1, 5), min_size=2, max_size=3))
    cell = strategies.tuples(*(strategies.integers(0, size - 1) for size in sizes))
    piece_at = draw(strategies.dictionaries(cell, strategies.integers(0, 45), max_size=30))
    empty = draw(strategies.frozensets(cell, min_size=0 if piece_at else 1, max_size=8))
    cells = empty | piece_at.keys()
    some = strategies.sampled_from(sorted(cells))
    return Mosaic(
        cells,
        piece_at,
        labels=tuple(draw(strategies.lists(strategies.text(max_size=4), max_size=20))),
        tints=draw(strategies.dictionaries(some, strategies.sampled_from("abryz"), max_size=3)),
        optional=draw(strategies.frozensets(some, max_size=4)),
        title=draw(strategies.text(max_size=10)),
    )
