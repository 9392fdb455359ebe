"""The independent checker of disassemblies: every move is replayed unit by unit, cell by cell.

It shares no code with the search. That moves are the fewest, and that what stays together must, it does not show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from shapewright.cells.grid import Cell, cell_text
from shapewright.errors import InternalError
from shapewright.tiling.apart.ways import directions, swept

if TYPE_CHECKING:
    from shapewright.cells.lattice import Lattice
    from shapewright.tiling.apart.values import Disassembly, Part, Step

_Places = dict[int, set[tuple[int, int, int]]]


def faults(found: Disassembly) -> list[str]:
    """What keeps the moves from taking the assembly apart as they say, one sentence each."""
    placements = found.solution.placements
    places = {k: {_in_space(cell) for cell in placement.cells} for k, placement in enumerate(placements)}
    if found.root is None:
        return [] if len(placements) < 2 else ["there are several pieces and no part"]
    lattice = found.solution.problem.board.lattice
    if set(found.root.pieces) != set(places) or len(found.root.pieces) != len(places):
        return ["the first part is not the whole assembly"]
    flat = found.solution.problem.board.dimension == 2 and not found.lift
    return [*_of_part(found.root, places, lattice, flat=flat), *_of_groups(found)]


def check(found: Disassembly) -> None:
    """Raise ``InternalError`` with the first fault, if there is one."""
    for fault in faults(found):
        raise InternalError(f"a disassembly found failed its check: {fault}")


def _of_part(part: Part, places: _Places, lattice: Lattice, *, flat: bool) -> Iterator[str]:
    """The faults of a part whose pieces lie at ``places``, and of the parts of it."""
    if not part.steps:
        if part.rest is not None or part.out is not None:
            yield f"the pieces {_listed(part.pieces)} part without a move"
        return
    for number, step in enumerate(part.steps, start=1):
        where = f"move {number} of the pieces {_listed(part.pieces)}"
        group = set(step.pieces)
        if not group or group >= set(places) or not group <= set(places):
            yield f"{where} moves none or all of them, or others"
            return
        if step.vector != directions(lattice).get(step.direction):
            yield f"{where} goes nowhere: {step.direction}"
            return
        if flat and step.direction[1:] == "z":
            yield f"{where} leaves the plane"
            return
        is_last = number == len(part.steps)
        if (step.units is None) != is_last or (step.units is not None and step.units < 1):
            yield f"{where} must {'take a group out' if is_last else 'be by some units'}"
            return
        hit = _collision(places, step, lattice)
        if hit is not None:
            yield f"{where} hits at {cell_text(hit)}"
            return
        if step.units is not None:
            for piece in group:
                places = {**places, piece: _shifted(places[piece], step, step.units)}
    leaving = set(part.steps[-1].pieces)
    for one, pieces in ((part.rest, set(places) - leaving), (part.out, leaving)):
        if one is None:
            if len(pieces) > 1:
                yield f"nothing is said of the pieces {_listed(sorted(pieces))}"
        elif len(pieces) < 2 or set(one.pieces) != pieces or len(one.pieces) != len(pieces):
            yield f"the pieces {_listed(one.pieces)} are not one of its two parts"
        else:
            yield from _of_part(one, {piece: places[piece] for piece in pieces}, lattice, flat=flat)


def _of_groups(found: Disassembly) -> Iterator[str]:
    """Parts that are said to be allowed to stay together, and may not."""
    groups = found.solution.problem.together
    inside: dict[int, list[str]] = {}
    for part in found.parts:
        if part.together and part.steps:
            yield f"the pieces {_listed(part.pieces)} part, and are said to stay together"
        if part.together:
            inside.setdefault(part.together, []).extend([found.solution.placements[k].piece for k in part.pieces])
    for number, names in inside.items():
        most = dict(groups[number - 1]) if 0 < number <= len(groups) else {}
        for name in sorted(set(names)):
            allowed = most.get(name, 0)
            if allowed is not None and names.count(name) > allowed:
                yield f"{names.count(name)} of {name} stay together in group {number}, which has {allowed}"


def _collision(places: Mapping[int, set[tuple[int, int, int]]], step: Step, lattice: Lattice) -> Cell | None:
    """Where the moving pieces first meet a resting one; None if nowhere."""
    moving = {cell for piece in step.pieces for cell in places[piece]}
    resting = {cell for piece, cells in places.items() if piece not in step.pieces for cell in cells}
    units = step.units
    if units is None:  # beyond the ends of both nothing is left to be met
        along = [sum(a * b for a, b in zip(cell, step.vector, strict=True)) for cell in moving | resting]
        units = (max(along) - min(along)) // sum(value * value for value in step.vector) + 2
    for unit in range(1, units + 1):
        met = _shifted(moving, step, unit) & resting
        if not met and not lattice.is_plain:  # what it passes over on the way there
            before = _shifted(moving, step, unit - 1)
            met = {near for near in resting if any(near in swept(lattice, cell, step.vector) for cell in before)}
        if met:
            return min(met)
    return None


def _shifted(cells: set[tuple[int, int, int]], step: Step, units: int) -> set[tuple[int, int, int]]:
    dx, dy, dz = (units * part for part in step.vector)
    return {(x + dx, y + dy, z + dz) for x, y, z in cells}


def _in_space(cell: Cell) -> tuple[int, int, int]:
    return cell[0], cell[1], cell[2] if len(cell) == 3 else 0


def _listed(pieces: object) -> str:
    return ", ".join(map(str, pieces))  # type: ignore[call-overload]
