"""How large a packing is, and how it is turned so that a corner of its box is covered."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.placements import Placement
from shapewright.packing.native import tetrominoes
from shapewright.packing.rules import bounding_box

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.grid import Cell
    from shapewright.packing.boxes import Box
    from shapewright.packing.native import Native

__all__ = ["slid_to_sides", "true_box", "with_corner"]


def true_box(native: Native, raw: bytes, width: int, height: int) -> Box:
    """The bounding box of the placements, which begins at the origin."""
    values = memoryview(raw).cast("i")
    if width and len(values) > 64 and native is tetrominoes():
        # The engine has slid pieces to each side; with tetrominoes that always works.
        return width, height
    wide = high = 0
    for at in range(0, len(values), 4):
        across, up = native.extents[values[at]][values[at + 1]]
        wide, high = max(wide, values[at + 2] + across), max(high, values[at + 3] + up)
    return wide, high


def with_corner(placements: Sequence[Placement], box: Box | None) -> tuple[Sequence[Placement], int, int]:
    """The packing, turned so that (0, 0) is covered, and the sides of its box: the given one, or else what it fills."""
    left, bottom, width, height = bounding_box(placements) if box is None else (0, 0, *box)
    lying = [tuple([(x - left, y - bottom) for x, y in one.cells]) for one in placements]
    names = [one.piece for one in placements]
    # Half a turn leaves the box as it is; a quarter lays it on its side.
    for turns in (0, 2, 1, 3):
        turned, sides = lying, (width, height)
        for _ in range(turns):
            turned = [tuple([(sides[1] - 1 - y, x) for x, y in cells]) for cells in turned]
            sides = sides[::-1]
        if any((0, 0) in cells for cells in turned):
            found = sorted(map(Placement, names, turned), key=lambda one: one.cells)
            return tuple(found), *sides
    raise AssertionError("no corner of the packing is covered")


def slid_to_sides(placements: Sequence[Placement], size: Box, box: Box) -> tuple[Sequence[Placement], Box]:
    """The packing of bounding box ``size`` with one piece slid outward along each axis where ``box`` is larger.

    Pieces that cover (0, 0) or alone hold a side stay; where no piece can be slid that far the packing stays as it is.
    """
    for wanted in dict.fromkeys((box, box[::-1])):
        lying = [set(one.cells) for one in placements]
        if all(_slide(lying, axis, size[axis], wanted[axis]) for axis in (0, 1)):
            moved = [Placement(one.piece, tuple(cells)) for one, cells in zip(placements, lying, strict=True)]
            return tuple(sorted(moved, key=lambda one: one.cells)), wanted
    return placements, size


def _slide(lying: list[set[Cell]], axis: int, side: int, wanted: int) -> bool:
    """Move one of the pieces along ``axis`` until the side is as long as ``wanted``; whether that is so."""
    if side >= wanted:
        return side == wanted
    taken = set[tuple[int, ...]]().union(*lying)
    for number, cells in enumerate(lying):
        if (0, 0) in cells:
            continue
        far = wanted - 1 - max(cell[axis] for cell in cells)
        others = taken - cells
        for step in range(1, far + 1):
            moved: set[Cell] = {(x + step, y) if axis == 0 else (x, y + step) for x, y in cells}
            if moved & others:
                break
        else:
            across = 1 - axis
            reach = max(cell[across] for cell in taken)
            if max(cell[across] for cell in others | moved) == reach:
                lying[number] = moved
                return True
    return False
