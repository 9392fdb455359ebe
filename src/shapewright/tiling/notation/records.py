"""Solutions as JSON: a list of records ``{"piece": name, "cells": [[x, y], ...]}`` for each solution."""

from __future__ import annotations

import json
from collections.abc import Iterable

from shapewright.cells.grid import MAX_CELLS, Cell
from shapewright.cells.placements import Placement
from shapewright.errors import LimitError, NotationError, quote
from shapewright.storage.json import json_or_lines


def to_records(placements: Iterable[Placement]) -> list[dict[str, object]]:
    """The placements of one solution as plain data, ready for ``json.dumps``."""
    return [{"piece": placement.piece, "cells": [list(cell) for cell in placement.cells]} for placement in placements]


def parse_records(text: str) -> list[tuple[Placement, ...]]:
    """The solutions in JSON ``text``.

    A solution is a list of records or an object with such a list under ``placements``; the text is a solution, a list
    of solutions, an object with a list of solutions under ``solutions``, or JSON Lines of any of these. Raises
    ``NotationError`` naming the line or the record that is wrong.
    """
    return [solution for place, data in json_or_lines(text) for solution in solutions_from_json(data, place)]


def solutions_from_json(data: object, place: str) -> list[tuple[Placement, ...]]:
    """The solutions in plain data; ``NotationError`` names the record at ``place`` that is wrong."""
    if isinstance(data, dict):
        if "solutions" in data:
            found = data["solutions"]
            if not isinstance(found, list):
                raise NotationError(f"{place}: 'solutions' is not a list")
            return [_solution(each, f"{place}, solution {number}") for number, each in enumerate(found, start=1)]
        return [_solution(data, place)]
    if (
        isinstance(data, list)
        and data
        and all(isinstance(each, list) or (isinstance(each, dict) and "placements" in each) for each in data)
    ):
        return [_solution(each, f"{place}, solution {number}") for number, each in enumerate(data, start=1)]
    return [_solution(data, place)]


def _solution(data: object, place: str) -> tuple[Placement, ...]:
    if isinstance(data, dict):
        if "placements" not in data:
            raise NotationError(f"{place} has neither 'placements' nor 'solutions'")
        data = data["placements"]
    if not isinstance(data, list):
        raise NotationError(f"{place}: {quote(json.dumps(data))} is not a list of placements")
    return tuple(_placement(each, f"{place}, placement {number}") for number, each in enumerate(data, start=1))


def _placement(data: object, place: str) -> Placement:
    if not isinstance(data, dict) or not isinstance(data.get("piece"), str) or not isinstance(data.get("cells"), list):
        raise NotationError(f"{place}: {quote(json.dumps(data))} is not {{'piece': name, 'cells': [[x, y], ...]}}")
    if len(data["cells"]) > MAX_CELLS:
        raise LimitError(f"{place} has more than {MAX_CELLS} cells")
    return Placement(data["piece"], tuple(_cell(cell, place) for cell in data["cells"]))


def _cell(data: object, place: str) -> Cell:
    if not isinstance(data, list) or len(data) not in (2, 3) or not all(type(part) is int for part in data):
        raise NotationError(f"{place}: {quote(json.dumps(data))} is not a cell [x, y] or [x, y, z]")
    return tuple(data)
