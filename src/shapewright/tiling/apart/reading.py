"""Disassemblies as plain data, read strictly."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import entry
from shapewright.errors import NotationError, quote
from shapewright.tiling.apart.values import DIRECTIONS, Disassembly, Part, Step

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.tiling.solution import Solution

__all__ = ["KEYS", "disassembly_from_json"]

KEYS = ("apart", "level", "moves", "parts")


def disassembly_from_json(record: Mapping[str, Any], solution: Solution, *, lift: bool = False) -> Disassembly:
    """The disassembly under the key ``disassembly`` of a record; ``NotationError`` says what is wrong with it.

    Whether its moves are possible it does not say: see :mod:`shapewright.tiling.apart.check`.
    """
    data = entry(record, "disassembly", dict)
    for key in data:
        if key not in KEYS:
            raise NotationError(f"'disassembly' has the key {quote(str(key))}, which nothing is known of")
    for key, kind in (("apart", bool), ("level", str), ("moves", int)):
        entry(data, key, kind, "'disassembly'")
    parts = entry(data, "parts", list, "'disassembly'")
    made: list[Part] = []
    # A part names only those that come after it, so that the last ones are whole when the first are made.
    for number in range(len(parts) - 1, -1, -1):
        where = f"part {number + 1}"
        record = parts[number]
        later = {}
        for key in ("rest", "out"):
            named = None if record.get(key) is None else entry(record, key, int, where)
            if named is not None and not number < named < len(parts):
                raise NotationError(f"{where}: {key!r} is not the number of a later part: {named}")
            later[key] = None if named is None else made[len(parts) - 1 - named]
        steps = tuple(_step(step, where) for step in entry(record, "steps", list, where))
        made.append(Part(_numbers(record, where), steps, later["rest"], later["out"]))
    whole = Disassembly(solution, made[-1] if made else None, lift)
    if len(whole.parts) != len(parts):
        raise NotationError("'disassembly': not every part comes of one before it, once")
    return whole


def _step(data: object, where: str) -> Step:
    direction = entry(data, "direction", str, where)
    if direction not in DIRECTIONS:
        raise NotationError(f"{where}: the direction is not one of {', '.join(DIRECTIONS)}: {quote(direction)}")
    assert isinstance(data, dict)
    units = None if data.get("units", 0) is None else entry(data, "units", int, where)
    return Step(_numbers(data, where), direction, units)


def _numbers(record: object, where: str) -> tuple[int, ...]:
    numbers = entry(record, "pieces", list, where)
    if not all(type(number) is int for number in numbers):
        raise NotationError(f"{where}: 'pieces' is not a list of whole numbers")
    return tuple(numbers)
