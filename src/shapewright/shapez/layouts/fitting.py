"""Which building each piece of a path is, with which rotation."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from shapewright.shapez.blueprints.buildings import buildings
from shapewright.shapez.layouts.blocks import Part

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez.layouts.routing import Piece, Router, Tree

__all__ = ["parts_of"]

_End = tuple[int, int]
"""A floor, from that of the place, and a side."""


def parts_of(router: Router, tree: Tree, is_fluid: bool) -> Iterator[Part]:
    """The buildings of a routed net, in the order of its pieces."""
    for piece in tree.pieces.values():
        yield _pipe(router, piece) if is_fluid else _belt(router, piece)


def _belt(router: Router, piece: Piece) -> Part:
    x, y, floor = router.tile(piece.tile)
    above = 0 if piece.other < 0 else router.tile(piece.other)[2] - floor
    ends = frozenset([(above, (way - piece.enters) % 4) for way in piece.leaves])
    return Part(_belts()[ends], x, y, floor, piece.enters)


def _pipe(router: Router, piece: Piece) -> Part:
    x, y, floor = router.tile(piece.tile)
    other = floor if piece.other < 0 else router.tile(piece.other)[2]
    ends = [(floor, (piece.enters + 2) % 4), *[(other, way) for way in piece.leaves]]
    lowest = min(floor, other)
    name, rotation = _pipes()[frozenset([(level - lowest, side) for level, side in ends])]
    return Part(name, x, y, lowest, rotation)


@cache
def _belts() -> dict[frozenset[_End], str]:
    """Belts, splitters and lifts that are entered from behind, by where they are left, for rotation 0."""
    found: dict[frozenset[_End], str] = {}
    for each in buildings().values():
        if each.kind in ("belt", "split") and not each.overflow:
            found.setdefault(frozenset([(port.tile[2], port.side) for port in each.outputs]), each.name)
    return found


@cache
def _pipes() -> dict[frozenset[_End], tuple[str, int]]:
    """Pipes and their rotation, by their ends."""
    found: dict[frozenset[_End], tuple[str, int]] = {}
    for each in buildings().values():
        if each.kind == "pipe":
            for rotation in range(4):
                ends = frozenset([(port.tile[2], port.side) for port in each.placed(0, 0, 0, rotation).joins])
                found.setdefault(ends, (each.name, rotation))
    return found
