"""A plan laid out on a platform: which building stands where, where shapes and colours enter and where goals leave.

Blocks are placed by annealing (:mod:`~shapewright.shapez.layouts.placing`), nets routed between them
(:mod:`~shapewright.shapez.layouts.routing`). What cannot be routed gets a larger platform; what can is tried on smaller
ones, as long as that succeeds.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.shapez.blueprints.blueprint import Blueprint
from shapewright.shapez.blueprints.buildings import Port
from shapewright.shapez.blueprints.settings import FLUIDS, SHAPES, pack_colour, pack_shape
from shapewright.shapez.layouts.blocks import Block, Net, Part, blocks_and_nets
from shapewright.shapez.layouts.placing import Place, Placement, anneal, columns
from shapewright.shapez.layouts.routing import Ports, Router, parts_of
from shapewright.shapez.plans.steps import SOURCES, Plan, Value

MOST_MACHINES = 30
"""Plans with more machines are refused."""

_PASSES = 24
_ATTEMPTS = 14
_SHRINKS = 6
"""Passes of a routing, platforms tried before there is a layout, and failures on an axis before it is left."""

GAME_VERSION = 1122
"""The version of the game whose buildings these are; later ones read blueprints of it."""


@dataclass(frozen=True)
class Gate:
    """Where a ``value`` enters, on the west edge, or leaves, on the east edge: a tile of the lowest floor."""

    value: Value
    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """A plan as buildings on ``width`` by ``height`` tiles and two floors, x to the east and y to the south.

    ``standing`` are the numbers of steps with the buildings that do them, ``carrying`` values with the belts or pipes
    that carry them. Shapes and colours enter where ``inputs`` say, moving east onto that tile, and goals leave
    eastwards from the tiles of ``outputs``.
    """

    plan: Plan
    width: int
    height: int
    standing: tuple[tuple[int, tuple[Part, ...]], ...]
    carrying: tuple[tuple[Value, tuple[Part, ...]], ...]
    inputs: tuple[Gate, ...]
    outputs: tuple[Gate, ...]

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All buildings."""
        groups = [*[parts for _, parts in self.standing], *[parts for _, parts in self.carrying]]
        return tuple([part for parts in groups for part in parts])

    @property
    def floors(self) -> int:
        """How many floors are in use."""
        return 1 + max((tile[2] for part in self.parts for tile in part.placed.tiles), default=0)

    def blueprint(self, *, producers: bool = False) -> Blueprint:
        """Return the blueprint of these buildings, its north-west corner at (0, 0).

        With ``producers``, those of sandbox games stand to the west of all inputs, so that it runs by itself.
        """
        parts = sorted(self.parts, key=lambda part: (part.floor, part.y, part.x))
        entries = [_entry(part) for part in parts]
        if producers:
            for gate in self.inputs:
                is_fluid = isinstance(gate.value, str)
                packed = pack_colour(gate.value) if isinstance(gate.value, str) else pack_shape(gate.value)
                entry = _entry(Part(FLUIDS if is_fluid else SHAPES, gate.x - 1, gate.y))
                entries.append({**entry, "C": base64.b64encode(packed).decode()})
        icons = ["icon:Buildings", None, None, f"shape:{self.plan.goals[0]}"]
        body = {"$type": "Building", "Icon": {"Data": icons}, "Entries": entries, "BinaryVersion": GAME_VERSION}
        return Blueprint(json.dumps({"V": GAME_VERSION, "BP": body}, separators=(",", ":")))

    @property
    def arrivals(self) -> str:
        """What enters where, as :func:`shapewright.shapez.blueprints.simulate` reads it.

        >>> from shapewright import shapez
        >>> lay_out(shapez.plan("CuCu----")).arrivals
        '0,0=CuCuCuCu'
        """
        return " ".join(f"{gate.x},{gate.y}={gate.value}" for gate in self.inputs)

    def to_json(self) -> dict[str, object]:
        """Plain data: the size, the gates, and how many buildings there are."""
        return {
            "width": self.width,
            "height": self.height,
            "floors": self.floors,
            "buildings": len(self.parts),
            "inputs": [{"value": str(gate.value), "x": gate.x, "y": gate.y} for gate in self.inputs],
            "outputs": [{"value": str(gate.value), "x": gate.x, "y": gate.y} for gate in self.outputs],
        }


def lay_out(plan: Plan, *, seed: int = 0, rounds: int = 1, time_limit: float | None = None) -> Layout:
    """Lay out ``plan`` on a platform as small as is found; the same for the same ``seed`` and number of ``rounds``.

    Each round starts from the beginning, and the smallest layout is the answer: more rounds never make it larger. After
    ``time_limit`` seconds the smallest so far is.

    >>> from shapewright import shapez
    >>> layout = lay_out(shapez.plan("CuCu----"))
    >>> layout.width, layout.height, [part.name for part in layout.parts if part.placed.kind == "half-destroy"]
    (3, 1, ['CutterHalfInternalVariant'])

    Raises ``LimitError`` if the plan has more than :data:`MOST_MACHINES` machines or no layout is found,
    ``ProblemError`` for fewer than one round, ``StoppedError`` when the time limit was reached before there was one.
    """
    machines = sum(step.machine not in SOURCES for step in plan.steps)
    if machines > MOST_MACHINES:
        raise LimitError(f"the plan has {machines} machines; at most {MOST_MACHINES} are laid out as a blueprint")
    if rounds < 1:
        raise ProblemError(f"there must be at least 1 round, not {rounds}")
    clock = Clock(time_limit)
    found: list[Layout] = []
    for number in range(rounds):
        if number and clock.over():
            break
        layout = _Search(plan, Random(f"{seed} {number}"), clock).run()
        if layout is not None:
            found.append(layout)
    if not found:
        clock.check("a layout was found")
        raise LimitError(f"no layout of these {machines} machines was found; another seed or more effort may find one")
    return min(found, key=lambda layout: (layout.width * layout.height, len(layout.parts)))


class _Search:
    """One round: a layout with enough room, then smaller ones as long as they succeed."""

    def __init__(self, plan: Plan, random: Random, clock: Clock) -> None:
        self.plan, self.random, self.clock = plan, random, clock
        self.blocks, self.nets = blocks_and_nets(plan)
        self.moves = 600 + 260 * len(self.blocks)

    def run(self) -> Layout | None:
        area = sum(len(block.poses[0].tiles) for block in self.blocks) + 2 * len(self.nets)
        depth = max(self._depths(), default=0) + 1
        height = max(3, min(16, 2 + round((1.6 * area) ** 0.5)), len([net for net in self.nets if net.source is None]))
        width = max(depth + 6, 5 + round(2.2 * area / height))
        for attempt in range(_ATTEMPTS):
            if self.clock.over():
                break
            places = columns(Placement(self.blocks, self.nets, width, height), self._depths())
            found = self._try(width, height, places, self.moves, 12.0)
            if found is not None:
                return self._smaller(*found)
            width, height = width + 2 * (attempt % 2), height + 2 * (1 - attempt % 2)
        return None

    def _depths(self) -> list[int]:
        depths = [0] * len(self.blocks)
        for number in range(len(self.blocks)):
            for net in self.nets:
                if net.source is not None and any(block == number for block, _ in net.sinks):
                    depths[number] = max(depths[number], depths[net.source[0]] + 1)
        return depths

    def _try(
        self, width: int, height: int, places: Sequence[Place], moves: int, hot: float
    ) -> tuple[Layout, list[Place]] | None:
        placement = Placement(self.blocks, self.nets, width, height)
        if not all(placement.fits(number, place) for number, place in enumerate(places)):
            return None
        placed, cost = anneal(placement, places, self.random, moves, hot, self.clock)
        if cost >= 1000:
            return None
        layout = _routed(self.plan, self.blocks, self.nets, placed, width, height, self.clock)
        if layout is None:
            return None
        top = min(tile[1] for part in layout.parts for tile in part.placed.tiles)
        lifted = [replace(place, y=place.y - top) for place in placed]
        # The same without the ``top`` rows, which are empty, and without empty rows below.
        bottom = max(tile[1] for part in layout.parts for tile in part.placed.tiles)

        def parts(of: tuple[Part, ...]) -> tuple[Part, ...]:
            return tuple([replace(part, y=part.y - top) for part in of])

        return replace(
            layout,
            height=bottom - top + 1,
            standing=tuple([(step, parts(of)) for step, of in layout.standing]),
            carrying=tuple([(value, parts(of)) for value, of in layout.carrying]),
            inputs=tuple([replace(gate, y=gate.y - top) for gate in layout.inputs]),
            outputs=tuple([replace(gate, y=gate.y - top) for gate in layout.outputs]),
        ), lifted

    def _smaller(self, layout: Layout, places: list[Place]) -> Layout:
        failures = {0: 0, 1: 0}
        moves = self.moves // 2
        while min(failures.values()) < _SHRINKS and not self.clock.over():
            axis = 0 if (layout.width >= layout.height) == (failures[0] <= failures[1]) else 1
            if failures[axis] >= _SHRINKS:
                axis = 1 - axis
            width, height = layout.width - (axis == 0), layout.height - (axis == 1)
            if width < 3 or height < 1:
                failures[axis] = _SHRINKS
                continue
            squeezed = self._squeezed(places, width, height)
            found = None if squeezed is None else self._try(width, height, squeezed, moves, 4.0)
            if found is None:
                failures[axis] += 1
            else:
                layout, places = found
                failures[axis] = 0
        return layout

    def _squeezed(self, places: Sequence[Place], width: int, height: int) -> list[Place] | None:
        """The same places, moved so that all are on the smaller platform."""
        placement = Placement(self.blocks, self.nets, width, height)
        moved = []
        for number, place in enumerate(places):
            tiles = placement.standing(number, place).tiles
            right = max(0, max(x for x, _, _ in tiles) - (width - 2))
            down = max(0, max(y for _, y, _ in tiles) - (height - 1))
            there = replace(place, x=place.x - right, y=place.y - down)
            if not placement.fits(number, there):
                return None
            moved.append(there)
        return moved


def _routed(
    plan: Plan,
    blocks: Sequence[Block],
    nets: Sequence[Net],
    places: Sequence[Place],
    width: int,
    height: int,
    clock: Clock,
) -> Layout | None:
    standing = []
    for block, place in zip(blocks, places, strict=True):
        pose = block.poses[place.pose]
        parts = [Part(part.name, part.x + place.x, part.y + place.y, part.floor, part.rotation) for part in pose.parts]
        sinks = [tuple([_moved(port, place) for port in group]) for group in pose.sinks]
        sources = [None if port is None else _moved(port, place) for port in pose.sources]
        standing.append((parts, sinks, sources))
    tiles = [tile for parts, _, _ in standing for part in parts for tile in part.placed.tiles]
    if len(set(tiles)) < len(tiles):
        return None
    router = Router(width, height, tiles)
    wanted = []
    for net in nets:
        source = None if net.source is None else standing[net.source[0]][2][net.source[1]]
        ends = tuple([standing[block][1][index] for block, index in net.sinks])
        wanted.append(Ports(() if source is None else (source,), ends, net.leaves, net.is_fluid))
    trees = router.route(wanted, _PASSES, clock)
    if trees is None:
        return None
    carrying, inputs, outputs = [], [], []
    for net, tree in zip(nets, trees, strict=True):
        carrying.append((net.value, tuple(parts_of(router, tree, net.is_fluid))))
        if tree.entry is not None:
            inputs.append(Gate(net.value, 0, tree.entry))
        if tree.exit is not None:
            outputs.append(Gate(net.value, width - 1, tree.exit))
    done = [(block.step, tuple(parts)) for block, (parts, _, _) in zip(blocks, standing, strict=True)]
    return Layout(plan, width, height, tuple(done), tuple(carrying), tuple(inputs), tuple(outputs))


def _moved(port: Port, place: Place) -> Port:
    x, y, floor = port.tile
    return replace(port, tile=(x + place.x, y + place.y, floor))


def _entry(part: Part) -> dict[str, object]:
    """An entry as the game writes it: what is 0 is left out."""
    places = {"X": part.x, "Y": part.y, "L": part.floor, "R": part.rotation}
    return {**{key: value for key, value in places.items() if value}, "T": part.name}
