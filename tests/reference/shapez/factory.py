"""A factory run tick by tick: every port of a building holds one shape, and what finds no room waits.

This is narrower than the game, whose belts hold several shapes, so a factory that keeps running here does so there.
Colours flow at once. Everything is read from the JSON of a blueprint; what enters from outside always does.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from shapewright.shapez import Shape, rules
from shapewright.shapez.blueprints import Blueprint
from shapewright.shapez.blueprints.buildings import Building, Port, buildings
from shapewright.shapez.colours import mix

_ONE = {
    "rotate-cw": lambda shape: (rules.rotate(shape, 1),),
    "rotate-ccw": lambda shape: (rules.rotate(shape, -1),),
    "rotate-180": lambda shape: (rules.rotate(shape, shape.parts // 2),),
    "half-destroy": lambda shape: (rules.half_destroy(shape),),
    "cut": rules.cut,
}


class Factory:
    """The buildings of a blueprint, with what enters at tiles of the west edge: shapes, or letters of colours."""

    def __init__(self, blueprint: Blueprint, entering: dict[tuple[int, int], Any], layers: int) -> None:
        self.layers = layers
        self.buildings = [
            buildings()[entry.kind].placed(entry.x, entry.y, entry.layer, entry.rotation) for entry in blueprint.entries
        ]
        self.entering = {Port((x, y, 0), 2): value for (x, y), value in entering.items()}
        self.waiting: dict[Port, Shape] = {}  # at inputs
        self.leaving: dict[Port, Shape] = {}  # at outputs
        self.turns = Counter[int]()
        self.delivered = Counter[Shape]()
        self.inputs = {port for each in self.buildings for port in each.inputs}
        self.colours = self._colours()

    def run(self, ticks: int) -> Counter[Shape]:
        """How many of each shape have left to the outside after so many more ticks."""
        for _ in range(ticks):
            for port, value in self.entering.items():
                if isinstance(value, Shape):
                    self.waiting.setdefault(port, value)
            for port, shape in list(self.leaving.items()):
                if port.opposite not in self.inputs:
                    self.delivered[shape] += 1
                    del self.leaving[port]
                elif port.opposite not in self.waiting:
                    self.waiting[port.opposite] = self.leaving.pop(port)
            for number, each in enumerate(self.buildings):
                self._work(number, each)
        return self.delivered

    def _work(self, number: int, each: Building) -> None:
        if each.kind == "trash":
            for port in each.inputs:
                self.waiting.pop(port, None)
            return
        if not each.inputs or any(port not in self.waiting for port in each.inputs):
            return
        if each.kind == "split":
            order = list(each.outputs)
            if not each.overflow:
                turn = self.turns[number] % len(order)
                order = order[turn:] + order[:turn]
            free = next((port for port in order if port not in self.leaving), None)
            if free is not None:
                self.leaving[free] = self.waiting.pop(each.inputs[0])
                self.turns[number] += 1
            return
        if any(port in self.leaving for port in each.outputs):
            return
        taken = [self.waiting.pop(port) for port in each.inputs]
        for port, shape in zip(each.outputs, self._made(each, taken), strict=True):
            if shape.height:
                self.leaving[port] = shape

    def _made(self, each: Building, taken: list[Shape]) -> tuple[Shape, ...]:
        match each.kind:
            case "belt":
                return tuple(taken)
            case "swap":
                return rules.swap(*taken)
            case "stack":
                return (rules.stack(*taken, self.layers),)
            case "push-pin":
                return (rules.push_pin(*taken, self.layers),)
            case "paint":
                return (rules.paint(*taken, self.colours[each.joins[0]]),)
            case "crystal":
                return (rules.crystal(*taken, self.colours[each.joins[0]]),)
        made: tuple[Shape, ...] = _ONE[each.kind](*taken)
        return made

    def _colours(self) -> dict[Port, str]:
        """The colour at each opening for colours, spread until nothing changes."""
        found = {port: value for port, value in self.entering.items() if isinstance(value, str)}
        while True:
            before = len(found)
            for each in self.buildings:
                inside = next((found[port] for port in each.joins if port in found), None)
                if inside is not None:
                    found.update(dict.fromkeys(each.joins, inside))
                if each.gives and all(port in found for port in each.takes):
                    found[each.gives[0]] = mix(*[found[port] for port in each.takes])
            for port in list(found):
                found.setdefault(port.opposite, found[port])
            if len(found) == before:
                return found
