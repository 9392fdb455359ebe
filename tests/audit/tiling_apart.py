"""Whether what an answer of ``tiling takeapart`` says holds: every assembly by brute force, every move by its cells."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.reference.tiling import brute_force as brute
from tests.reference.tiling.takeapart import Cell, comes_apart, fewest_moves

from shapewright.tiling import Problem

_AXES = {"x": 0, "y": 1, "z": 2}


def is_true(answer: dict[str, Any], puzzle: Problem, listed: list[brute.Tiling]) -> bool:
    """``listed`` are the tilings under 'solutions'."""
    asked = answer["parameters"]
    rotations, lift = bool(asked.get("rotations_only")), bool(asked.get("lift"))
    if (answer["rotations_only"], answer["lift"]) != (rotations, lift) or answer["complete"] is not True:
        return False
    axes = 3 if lift else puzzle.board.dimension
    group = list(brute.group_of(puzzle, rotations_only=rotations))
    classes: dict[Any, brute.Tiling] = {}
    for tiling in brute.tilings(puzzle):
        classes.setdefault(min(brute._in_order(image(tiling)) for image in group), tiling)
    shapes = [_shapes(one) for one in classes.values()]
    first = Counter(fewest_moves(one, axes) or 0 for one in shapes if comes_apart(one, axes))
    apart = sum(first.values())
    shown = answer["solutions"]
    distinct = {min(brute._in_order(image(tiling)) for image in group) for tiling in listed}
    if len(distinct) < len(listed) or not distinct <= set(classes):
        return False
    if not all(_moves_are_true(one, axes) for one in shown):
        return False
    if asked.get("first"):
        is_number = type(answer["assemblies"]) is int and bool(apart) <= answer["assemblies"] <= len(classes)
        return is_number and answer["apart"] == len(shown) == min(1, apart)
    told: Counter[int] = Counter()
    for one in answer["levels"]:
        told[int(one["level"].split(".")[0])] += one["assemblies"]
    if (answer["assemblies"], answer["apart"], told) != (len(classes), apart, first):
        return False
    if apart == 0 and answer["reason"] is None:
        return False
    if asked.get("highest") and asked.get("limit") is None:
        return len(shown) == (answer["levels"][0]["assemblies"] if apart else 0)
    return len(shown) <= min(apart, asked.get("limit", 1))


def _shapes(tiling: brute.Tiling) -> list[frozenset[Cell]]:
    return [frozenset(_in_space(cell) for cell in cells) for _, cells in brute._in_order(tiling)]


def _moves_are_true(one: dict[str, Any], axes: int) -> bool:
    """The moves are possible, as few as there can be for each part, and make the level that is told."""
    told = one["disassembly"]
    pieces = [frozenset(_in_space(tuple(cell)) for cell in place["cells"]) for place in one["placements"]]
    parts = told["parts"]
    if parts and not _part_is_true(parts, 0, dict(enumerate(pieces)), axes):
        return False
    moves = sum(len(part["steps"]) for part in parts)
    return told["apart"] is True and told["moves"] == moves and told["level"] == _level(parts, 0)


def _part_is_true(parts: list[dict[str, Any]], number: int, places: dict[int, frozenset[Cell]], axes: int) -> bool:
    part = parts[number]
    if sorted(part["pieces"]) != sorted(places):
        return False
    if fewest_moves([places[k] for k in sorted(places)], axes) != len(part["steps"]):
        return False
    out: set[int] = set()
    start = places
    for k, step in enumerate(part["steps"]):
        out = set(step["pieces"])
        last = k == len(part["steps"]) - 1
        axis = _AXES[step["direction"][1]]
        if not out or not out < set(places) or axis >= axes or (step["units"] is None) != last:
            return False
        start = places  # where the last move begins
        for _ in range(60 if last else step["units"]):
            by = tuple((1 if step["direction"][0] == "+" else -1) * (axis == a) for a in range(3))
            moved = {j: _plus(cells, by) if j in out else cells for j, cells in places.items()}
            if len(frozenset().union(*moved.values())) != sum(map(len, moved.values())):
                return False
            places = moved
    halves = ((part["rest"], set(places) - out), (part["out"], out))
    for named, group in halves:
        if (named is None) != (len(group) == 1):
            return False
        if named is not None and not _part_is_true(parts, named, {j: start[j] for j in group}, axes):
            return False
    return True


def _level(parts: list[dict[str, Any]], number: int) -> str:
    own = str(len(parts[number]["steps"]))
    named = [one for one in (parts[number]["rest"], parts[number]["out"]) if one is not None and _most(parts, one) > 1]
    return ".".join([own, *(_level(parts, one) for one in named)])


def _most(parts: list[dict[str, Any]], number: int) -> int:
    named = [parts[number][key] for key in ("rest", "out") if parts[number][key] is not None]
    return max([len(parts[number]["steps"]), *(_most(parts, one) for one in named)])


def _plus(cells: frozenset[Cell], by: tuple[int, ...]) -> frozenset[Cell]:
    return frozenset((x + by[0], y + by[1], z + by[2]) for x, y, z in cells)


def _in_space(cell: tuple[int, ...]) -> Cell:
    return cell[0], cell[1], cell[2] if len(cell) == 3 else 0
