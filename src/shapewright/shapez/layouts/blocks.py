"""What a plan puts on a platform: blocks, which are machines with what hangs on them, and nets, which join them.

An output that nobody takes ends in a trash right there. Where a machine runs more often than one of its outputs is
taken, an overflow splitter stands in front of that output with a trash beside it: without it the belt would fill, and
the machine would stop for ever.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from shapewright.shapez.blueprints.buildings import Building, Port, Tile, buildings
from shapewright.shapez.plans.steps import SOURCES, Plan, Value

_TRASH = "TrashDefaultInternalVariant"
_OVERFLOW = ("SplitterOverflowLInternalVariant", "SplitterOverflowLInternalVariantMirrored")

KEPT, WASTED, SPILT = "kept", "wasted", "spilt"
"""What becomes of an output: all of it is taken, none of it is, or less than the machine makes."""


@dataclass(frozen=True, slots=True)
class Part:
    """A building at a place."""

    name: str
    x: int
    y: int
    floor: int = 0
    rotation: int = 0

    @property
    def placed(self) -> Building:
        """Its tiles and ports there."""
        return buildings()[self.name].placed(self.x, self.y, self.floor, self.rotation)


@dataclass(frozen=True)
class Pose:
    """One way for a block to stand, the machine at (0, 0, 0): its parts, its tiles, and the ports that nets join.

    ``sinks`` has for each value that the machine takes the ports through which it may; ``sources`` has a port, or none,
    for each of its outputs.
    """

    parts: tuple[Part, ...]
    tiles: tuple[Tile, ...]
    sinks: tuple[tuple[Port, ...], ...]
    sources: tuple[Port | None, ...]


@dataclass(frozen=True)
class Block:
    """A machine of the plan, step number ``step``, with all its poses."""

    step: int
    machine: str
    poses: tuple[Pose, ...]


@dataclass
class Net:
    """What carries a ``value`` from one place to others.

    ``source`` is a block and the number of its output, or None for what comes from outside. ``sinks`` are blocks and
    the number of what they take; ``leaves`` says that the value is a goal as well.
    """

    value: Value
    is_fluid: bool
    source: tuple[int, int] | None
    sinks: list[tuple[int, int]] = field(default_factory=list)
    leaves: bool = False


def blocks_and_nets(plan: Plan) -> tuple[list[Block], list[Net]]:
    """The blocks of a plan's machines, and a net for every value that goes anywhere."""
    demand: dict[Value, int] = dict.fromkeys(plan.goals, 1)
    for step, often in zip(reversed(plan.steps), reversed(plan.runs()), strict=True):
        for value in step.inputs:
            demand[value] = demand.get(value, 0) + often
    runs = plan.runs()
    blocks: list[Block] = []
    nets: dict[Value, Net] = {}
    for number, step in enumerate(plan.steps):
        if step.machine in SOURCES:
            for value in step.outputs:
                nets[value] = Net(value, isinstance(value, str), None)
            continue
        fates: list[str] = []
        for index, value in enumerate(step.outputs):
            is_first = plan.producers[value] == number and step.outputs.index(value) == index
            wanted = demand.get(value, 0) if is_first else 0
            fates.append(WASTED if not wanted else KEPT if wanted == runs[number] else SPILT)
            if wanted:
                nets[value] = Net(value, isinstance(value, str), (len(blocks), index))
        for index, value in enumerate(step.inputs):
            nets[value].sinks.append((len(blocks), index))
        blocks.append(Block(number, step.machine, _poses(step.machine, tuple(fates))))
    for goal in plan.goals:
        nets[goal].leaves = True
    return blocks, [net for net in nets.values() if net.sinks or net.leaves]


@cache
def _poses(machine: str, fates: tuple[str, ...]) -> tuple[Pose, ...]:
    found: list[Pose] = []
    for each in buildings().values():
        if each.kind != machine:
            continue
        for rotation in range(4):
            spills = [number for number, fate in enumerate(fates) if fate == SPILT]
            for sides in range(1 << len(spills)):
                pose = _pose(each, rotation, fates, {out: sides >> k & 1 for k, out in enumerate(spills)})
                if pose is not None:
                    found.append(pose)
    return tuple(found)


def _pose(each: Building, rotation: int, fates: tuple[str, ...], sides: dict[int, int]) -> Pose | None:
    machine = Part(each.name, 0, 0, 0, rotation)
    placed = machine.placed
    parts = [machine]
    sources: list[Port | None] = []
    for number, (port, fate) in enumerate(zip(placed.outputs or placed.gives, fates, strict=True)):
        if fate == KEPT:
            sources.append(port)
            continue
        sources.append(None)
        if fate == WASTED:
            parts.append(Part(_TRASH, *port.beyond))
            continue
        overflow = Part(_OVERFLOW[sides[number]], *port.beyond, port.side)
        main, spill = overflow.placed.outputs
        parts += (overflow, Part(_TRASH, *spill.beyond))
        sources[-1] = main
    tiles = tuple([tile for part in parts for tile in part.placed.tiles])
    if len(set(tiles)) < len(tiles):
        return None
    sinks: list[tuple[Port, ...]] = [(port,) for port in placed.inputs or placed.takes]
    if placed.joins:
        sinks.append(placed.joins)
    return Pose(tuple(parts), tiles, tuple(sinks), tuple(sources))
