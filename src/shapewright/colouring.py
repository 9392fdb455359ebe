"""Reasons in words why pieces cannot cover cells exactly: areas, unreachable cells, separate parts, colourings.

Every reason is a counting argument over the placements that really exist. Mark the cells of a class (one colour of a
checkerboard, every third column, a separate part of the board): each placement covers some number of marked cells, and
in an exact cover these numbers add up to the number of marked cells. Which totals the pieces can reach is an exact
bounded subset sum, over area and marked cells at once where counts are free. Source of the colourings: S. W. Golomb,
Polyominoes (1965).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

from shapewright._colouring_sums import Question, Use, is_reachable, marked_counts, work_of_totals
from shapewright._colouring_words import Marking, area_reason, marking_reason
from shapewright.grid import cell_text, components

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from shapewright.grid import Cell

# Work is measured in bits touched by subset sums, some twenty a nanosecond, and bounded: a question too large for a
# marking leaves that marking out.
_WORK = 1 << 32
_WORK_PER_PLACEMENT = 2000
_WORK_PER_CELL = 4000

_SAMPLE = 24  # placements of each piece that are looked at first


@dataclass(frozen=True)
class Demand:
    """How often a piece is to be used, and all its placements: bit i of a placement stands for the cell number i."""

    name: str
    area: int
    minimum: int
    maximum: int | None
    placements: Sequence[int]


def refute(cells: Sequence[Cell], optional: int, demands: Sequence[Demand]) -> str | None:
    """A reason why no exact cover of ``cells`` can exist, or None if none was found (which proves nothing).

    ``optional`` is the bitmask of the cells that may stay empty. Looks at areas, pieces without a placement, cells
    without a placement, separate parts of the board and colourings, in this order. Colourings whose subset sums would
    take long are left out.

    >>> refute([(0, 0), (1, 0), (2, 0)], 0, [Demand("I", 2, 0, None, [0b011, 0b110])])
    'every piece covers 2 cells, so together a multiple of 2, but the board has 3'
    """
    question = Question(cells, optional, tuple(_uses(len(cells), demands)))
    if not question.uses:
        return "no piece fits on the board" if question.required else None
    reason = area_reason(question)
    if reason:
        return reason
    for demand in demands:
        if demand.minimum and not demand.placements:
            return f"the piece {demand.name} fits nowhere on the board"
    question = question.tightened()
    missed = question.required & ~reduce(or_, [reduce(or_, use.placements) for use in question.uses], 0)
    if missed:
        return f"no piece can cover the cell {cell_text(min(question.cells_of(missed)))}"
    work = _WORK
    for marking in _markings(cells):
        counts = marked_counts(question, marking.mask, _SAMPLE)
        work -= _WORK_PER_CELL * len(cells) + work_of_totals(question, counts)
        if work < 0:
            return None
        if is_reachable(question, marking.mask, counts):
            continue
        work -= _WORK_PER_PLACEMENT * sum(len(use.placements) for use in question.uses)
        counts = marked_counts(question, marking.mask, None)
        work -= work_of_totals(question, counts)
        if work < 0:
            return None
        if not is_reachable(question, marking.mask, counts):
            return marking_reason(question, marking, counts)
    return None


def _uses(size: int, demands: Sequence[Demand]) -> Iterator[Use]:
    """The demands that can be used at all on ``size`` cells; without limit means one more than there is room for."""
    for demand in demands:
        most = size // demand.area + 1
        most = max(demand.minimum, most if demand.maximum is None else min(most, demand.maximum))
        if demand.minimum or (demand.placements and most):
            yield Use(demand.name, demand.area, demand.minimum, most, demand.placements)


def _markings(cells: Sequence[Cell]) -> Iterator[Marking]:
    parts = components(cells)
    if len(parts) > 1:
        for part in sorted(parts, key=len):
            mask = _mask([cell in part for cell in cells])
            yield Marking(mask, f"in the part that contains {cell_text(min(part))}", is_part=True)
    dimension = len(cells[0])
    yield _two_colours([sum(cell) for cell in cells], f"{' + '.join('xyz'[:dimension])} even", "on a checkerboard")
    lines = ("columns", "rows") if dimension == 2 else ("layers across x", "layers across y", "layers across z")
    for axis, name in enumerate("xyz"[:dimension]):
        yield _two_colours([cell[axis] for cell in cells], f"{name} even", f"with the {lines[axis]} coloured in turn")
    blocks = [sum([value // 2 for value in cell]) for cell in cells]
    scheme = f"on a checkerboard of {'x'.join('2' * dimension)} blocks"
    yield _two_colours(blocks, f"the colour of 0,0{',0' * (dimension - 2)} {scheme}", scheme)
    for modulus in (3, 4):
        for axis, name in enumerate("xyz"[:dimension]):
            yield from _classes([cell[axis] for cell in cells], modulus, f"in the {lines[axis].split()[0]} {name}")
        if dimension == 2:
            yield from _classes([x + y for x, y in cells], modulus, "on the diagonals x + y")
            yield from _classes([x - y for x, y in cells], modulus, "on the diagonals x - y")


def _two_colours(values: Sequence[int], where: str, scheme: str) -> Marking:
    return Marking(_mask([value % 2 == 0 for value in values]), f"with {where}", scheme=scheme)


def _classes(values: Sequence[int], modulus: int, where: str) -> Iterator[Marking]:
    residues = [value % modulus for value in values]
    for residue in range(modulus):
        yield Marking(_mask([r == residue for r in residues]), f"{where} = {residue} modulo {modulus}")


def _mask(marks: Iterable[bool]) -> int:
    return int("0" + "".join(["1" if mark else "0" for mark in marks])[::-1], 2)
