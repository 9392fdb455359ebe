"""Disassemblies as plain data, read strictly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import entry
from shapewright.errors import NotationError, quote
from shapewright.tiling.apart.values import Disassembly, Part, Step
from shapewright.tiling.apart.ways import directions

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.tiling.solution import Solution

__all__ = ["KEYS", "disassembly_from_json"]

KEYS = ("apart", "level", "moves", "parts")


def disassembly_from_json(record: Mapping[str, Any], solution: Solution, *, lift: bool = False) -> Disassembly:
    """The disassembly under the key ``disassembly`` of a record; ``NotationError`` says what is wrong with it.

    Whether its moves are possible it does not say: see :mod:`shapewright.tiling.apart.check`.
    """
    data = entry(record, "disassembly", dict)
    _known(data, KEYS, "'disassembly'")
    for key, kind in (("apart", bool), ("level", str), ("moves", int)):
        entry(data, key, kind, "'disassembly'")
    parts = entry(data, "parts", list, "'disassembly'")
    made: list[Part] = []
    ways = directions(solution.problem.board.lattice)
    # A part names only those that come after it, so that the last ones are whole when the first are made.
    for number in range(len(parts) - 1, -1, -1):
        where = f"part {number + 1}"
        record = _known(parts[number], ("pieces", "steps", "rest", "out", "together"), where)
        later = {}
        for key in ("rest", "out"):
            named = _number_or_none(record, key, where)
            if named is not None and not number < named < len(parts):
                raise NotationError(f"{where}: {key!r} is not the number of a later part: {named}")
            later[key] = None if named is None else made[len(parts) - 1 - named]
        steps = tuple(_step(step, ways, where) for step in entry(record, "steps", list, where))
        together = entry(record, "together", int, where) if "together" in record else 0
        made.append(Part(_numbers(record, where), steps, later["rest"], later["out"], together))
    whole = Disassembly(solution, made[-1] if made else None, lift)
    if len(whole.parts) != len(parts):
        raise NotationError("'disassembly': not every part comes of one before it, once")
    return whole


def _step(data: object, ways: Mapping[str, Cell], where: str) -> Step:
    data = _known(data, ("pieces", "direction", "units"), where)
    direction = entry(data, "direction", str, where)
    if direction not in ways:
        raise NotationError(f"{where}: the direction is not one of {', '.join(ways)}: {quote(direction)}")
    return Step(_numbers(data, where), direction, _number_or_none(data, "units", where), ways[direction])


def _known(data: object, keys: Sequence[str], where: str) -> dict[str, Any]:
    """An object with these keys and no others."""
    if not isinstance(data, dict):
        raise NotationError(f"{where} is not an object")
    for key in data:
        if key not in keys:
            raise NotationError(f"{where} has the key {quote(str(key))}, which nothing is known of")
    return data


def _number_or_none(record: dict[str, Any], key: str, where: str) -> int | None:
    return None if record.get(key, 0) is None else entry(record, key, int, where)


def _numbers(record: object, where: str) -> tuple[int, ...]:
    numbers = entry(record, "pieces", list, where)
    if not all(type(number) is int for number in numbers):
        raise NotationError(f"{where}: 'pieces' is not a list of whole numbers")
    return tuple(numbers)
