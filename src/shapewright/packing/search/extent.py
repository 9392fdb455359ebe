"""How large a packing is, and how it is turned so that a corner of its box is covered."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement
from shapewright.packing.boxes import Box
from shapewright.packing.native import Native
from shapewright.packing.rules import bounding_box


def true_box(native: Native, raw: bytes) -> Box:
    """The right and the upper end of the placements: their bounding box, if it begins at the origin."""
    values = memoryview(raw).cast("i")
    wide = high = 0
    for at in range(0, len(values), 4):
        across, up = native.extents[values[at]][values[at + 1]]
        wide, high = max(wide, values[at + 2] + across), max(high, values[at + 3] + up)
    return wide, high


def stretched(native: Native, width: int, height: int, raw: bytes) -> bytes:
    """The placements moved to the origin, with a piece slid to each side of the box that none touches, if one can be.

    A piece that alone touches the other side stays.
    """
    values = memoryview(raw).cast("i")
    if not raw or (min(values[2::4]) == 0 == min(values[3::4]) and true_box(native, raw) == (width, height)):
        return raw
    pieces = [list(piece) for piece in zip(*[iter(values.tolist())] * 4, strict=True)]

    def cells(piece: Sequence[int]) -> set[tuple[int, int]]:
        return {(piece[2] + cell[0], piece[3] + cell[1]) for cell in native.orientations[piece[0]][piece[1]]}

    def far(piece: Sequence[int], axis: int) -> int:
        return piece[2 + axis] + native.extents[piece[0]][piece[1]][axis]

    for axis in (0, 1):
        least = min([piece[2 + axis] for piece in pieces])
        for piece in pieces:
            piece[2 + axis] -= least
    taken = set().union(*map(cells, pieces))
    for axis, size in enumerate((width, height)):
        near = sum(piece[2 + axis] == 0 for piece in pieces)
        for piece in sorted(pieces, key=lambda one: -far(one, axis)):
            if far(piece, axis) == size:
                break
            if near == 1 and piece[2 + axis] == 0:
                continue
            own, slid = cells(piece), list(piece)
            while far(slid, axis) < size:
                slid[2 + axis] += 1
                if (cells(slid) - own) & taken:  # small sets: there may be millions of cells
                    break
            else:
                taken = (taken - own) | cells(slid)
                piece[:] = slid
                break
    return array("i", [number for piece in pieces for number in piece]).tobytes()


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
