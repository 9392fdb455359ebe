"""Checking ``.pc`` files record by record, in plain Python: read one, replay it by the rules, read the next."""

from __future__ import annotations

from dataclasses import replace

from shapewright.clear.check import faults
from shapewright.clear.drops import Drop
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.pc import parse_pc
from shapewright.errors import FileError

Found = tuple[int, tuple[tuple[int, tuple[str, ...]], ...], str]


def verified(content: bytes, kicks: str, drop: Drop) -> Found:
    """How many records there are up to the first damage, which of them are wrong and why, and what the damage is."""
    system = Kicks.named(kicks)
    number, wrong = 0, []
    try:
        for number, solution in enumerate(parse_pc(content, kicks=kicks), 1):
            told = faults(replace(solution, drop=drop), kicks=system)
            if told:
                wrong.append((number, tuple(told)))
    except FileError as error:
        return number, tuple(wrong), str(error)
    return number, tuple(wrong), ""
