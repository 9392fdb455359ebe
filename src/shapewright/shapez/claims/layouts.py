"""The blueprint in an answer of ``shapez plan``: simulated tile by tile from its string, and measured again."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, quote
from shapewright.shapez.blueprints.blueprint import Blueprint
from shapewright.shapez.blueprints.simulate import simulate
from shapewright.shapez.blueprints.wiring import wired
from shapewright.shapez.plans.steps import SOURCES

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.shapez.plans.steps import Plan

__all__ = ["compare_blueprint"]

_KEYS = ("string", "width", "height", "floors", "buildings", "inputs", "outputs")


def compare_blueprint(case: Case, made: Plan) -> None:
    """Whether the blueprint does what the plan does, and is as large as it is said to be."""
    if not case.asked.flag("blueprint"):
        if "blueprint" in case.answer:
            raise NotationError("the answer has a blueprint, and none was asked for")
        return
    record = case.need("blueprint", dict)
    case.findings.known("blueprint", record, _KEYS)
    string = record.get("string")
    if not isinstance(string, str):
        raise NotationError("'string' of the blueprint is not text")
    read = Blueprint.from_text(string)
    _measured(case, read, record)
    sources = [str(value) for step in made.steps if step.machine in SOURCES for value in step.outputs]
    inputs = _gates(record, "inputs")
    for value, x, y in inputs:
        if value not in sources or x != 0:
            case.findings.wrong("blueprint.inputs", f"{quote(value)} at ({x}, {y}) is not an input of the plan")
            return
    arrivals = " ".join(f"{x},{y}={value}" for value, x, y in inputs)
    found = simulate(read, arrivals, goals=made.goals, layers=made.layers)
    for fault in found.faults:
        case.findings.wrong("blueprint", str(fault))
    leaving = sorted((value, *end.tile[:2]) for end in found.outputs for value in end.values)
    case.findings.compare("blueprint.outputs", sorted(_gates(record, "outputs")), leaving, "simulated")
    kinds = Counter(site.kind for site in wired(read).sites)
    counts = {name: kinds[name] for name in made.machines()}
    case.findings.compare("blueprint.string", counts, made.machines(), "by the plan's machines")
    case.findings.right("blueprint", "simulated tile by tile")


def _measured(case: Case, read: Blueprint, record: dict[str, Any]) -> None:
    tiles = [tile for site in wired(read).sites for tile in site.tiles]
    columns, rows, floors = (
        max(places, default=0) - min(places, default=0) + 1
        for places in ([tile[axis] for tile in tiles] for axis in range(3))
    )
    for key, number in (("width", columns), ("height", rows), ("floors", floors), ("buildings", len(read.entries))):
        case.findings.compare(f"blueprint.{key}", record.get(key), number, "measured again")


def _gates(record: dict[str, Any], key: str) -> list[tuple[str, int, int]]:
    found = record.get(key)
    if not isinstance(found, list):
        raise NotationError(f"{key!r} of the blueprint is not a list")
    gates = []
    for each in found:
        if not isinstance(each, dict) or not isinstance(each.get("value"), str):
            raise NotationError(f"{key!r} of the blueprint has an entry without a value")
        x, y = each.get("x"), each.get("y")
        if type(x) is not int or type(y) is not int:
            raise NotationError(f"{key!r} of the blueprint has an entry without a place")
        gates.append((each["value"], x, y))
    return gates
