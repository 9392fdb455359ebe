"""Plans of pieces that slide: their paths are gone cell by cell, by code that shares nothing with ``verify``."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from typing import Any

from tests.reference.stacking import slides as slides

from shapewright.stacking import Problem

QUESTIONS = [
    "stacking solve OOI --board '##../..../....' --drop soft",
    "stacking solve OO --board '##../..../....' --drop soft --best 2",
    "stacking solve LT --board '##../..../....' --drop soft --clear-lines --objective holes",
    "stacking solve TO --board '..#/.../...' --drop soft --hold",
    "stacking solve OOO --board '##../..../....' --drop soft --height-limit 3",
    "stacking count OO --board '##../..../....' --drop soft",
]

STEPS = {"d": (0, -1), "l": (-1, 0), "r": (1, 0)}


@lru_cache(maxsize=100)
def values(key: str) -> dict[int, int]:
    """How many plans of a problem, given as JSON, come to each value."""
    problem = Problem.from_json(json.loads(key))
    if len(problem.sequence) * problem.width > 20:
        raise MemoryError
    return slides.values(problem)


def gone(problem: Problem, plan: list[dict[str, Any]]) -> tuple[int, int, tuple[slides.Cells, ...]] | None:
    """The value of a plan, its height, and where each piece comes to rest; None if it is no plan."""
    filled = frozenset((x, y) for x, y in problem.board)
    tops = [max((y + 1 for _, y in filled), default=0)]
    held, used, rows, tetrises, places = "", 0, 0, 0, []
    for drop in plan:
        due = {name: (after, slot) for name, after, slot in slides._due(problem, used, held)}
        if drop["piece"] not in due or (used == len(problem.sequence) and not held):
            return None
        used, held = due[drop["piece"]]
        cells = _rest(filled, slides.shapes_of(problem, drop["piece"]), problem.width, drop)
        if cells is None:
            return None
        places.append(cells)
        tops.append(max(y for _, y in cells) + 1)
        filled, full = filled | cells, 0
        if problem.clear_lines:
            filled, full = slides._without_full_rows(filled, problem.width)
        rows, tetrises = rows + full, tetrises + (full >= 4)
    if used < len(problem.sequence) or held or any(high > (problem.height_limit or high) for high in tops[1:]):
        return None
    value = slides._value(problem, filled, max(tops), rows, tetrises)
    return value, max((y + 1 for _, y in filled), default=0), tuple(places)


def _rest(filled: slides.Cells, shapes: list[slides.Cells], width: int, drop: dict[str, Any]) -> slides.Cells | None:
    """Where a drop with its path comes to rest."""
    turn, path = drop.get("rotation", 0), drop.get("path", "")
    if turn % 90 or not 0 <= turn // 90 < len(shapes) or not re.fullmatch(r"(([1-9]\d*)?[udlrac])*", path):
        return None
    moves = "".join(move * int(times or 1) for times, move in re.findall(r"(\d*)([a-z])", path))
    on_the_way = moves.lstrip("u")
    if "u" in on_the_way:
        return None
    x, y = drop["column"], max((y + 1 for _, y in filled), default=0) + len(moves) - len(on_the_way)
    shape = shapes[turn // 90]
    cells, (a, b) = slides.moved(shape, x, y), slides._centres(shape, shapes)[0]
    centre = a + 2 * x, b + 2 * y

    def is_free(cells: slides.Cells) -> bool:
        return all(0 <= x < width and y >= 0 and (x, y) not in filled for x, y in cells)

    if not is_free(cells):
        return None
    for move in on_the_way:
        if move in STEPS:
            across, up = STEPS[move]
            cells, centre = slides.moved(cells, across, up), (centre[0] + 2 * across, centre[1] + 2 * up)
        for _ in range({"a": 1, "c": 3}.get(move, 0)):
            cells = slides.turned(cells, centre)
        if slides.at_the_origin(cells) not in shapes or not is_free(cells):
            return None
    while is_free(slides.moved(cells, 0, -1)):
        cells = slides.moved(cells, 0, -1)
    return cells
