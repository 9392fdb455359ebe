"""Blueprints, item by item: every belt holds one shape, and in each moment whatever can moves on by one.

Only what shapes pass, without pipes. Splitters take turns, and skip a side that is full; so do mergers.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from tests.reference.shapez import parts as shapez_parts

Tile = tuple[int, int, int]

STEPS = [(1, 0), (0, 1), (-1, 0), (0, -1)]
EAST, SOUTH, WEST, NORTH = range(4)
LAYERS = 4

HERE, BESIDE, ABOVE, BELOW = (0, 0, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1)

KINDS: dict[str, tuple[str, list[Tile], list[tuple[Tile, int]], list[tuple[Tile, int]]]] = {
    "BeltDefaultForwardInternalVariant": ("pass", [HERE], [(HERE, WEST)], [(HERE, EAST)]),
    "BeltDefaultLeftInternalVariant": ("pass", [HERE], [(HERE, WEST)], [(HERE, NORTH)]),
    "BeltDefaultLeftInternalVariantMirrored": ("pass", [HERE], [(HERE, WEST)], [(HERE, SOUTH)]),
    "Splitter1To2LInternalVariant": ("pass", [HERE], [(HERE, WEST)], [(HERE, EAST), (HERE, NORTH)]),
    "SplitterTShapeInternalVariant": ("pass", [HERE], [(HERE, WEST)], [(HERE, NORTH), (HERE, SOUTH)]),
    "Merger2To1LInternalVariant": ("pass", [HERE], [(HERE, WEST), (HERE, NORTH)], [(HERE, EAST)]),
    "MergerTShapeInternalVariant": ("pass", [HERE], [(HERE, NORTH), (HERE, SOUTH)], [(HERE, EAST)]),
    "Lift1UpForwardInternalVariant": ("pass", [HERE, ABOVE], [(HERE, WEST)], [(ABOVE, EAST)]),
    "Lift1DownLeftInternalVariant": ("pass", [HERE, BELOW], [(HERE, WEST)], [(BELOW, NORTH)]),
    "BeltPortSenderInternalVariant": ("launch", [HERE], [(HERE, WEST)], [(HERE, EAST)]),
    "BeltPortReceiverInternalVariant": ("catch", [HERE], [(HERE, WEST)], [(HERE, EAST)]),
    "RotatorOneQuadInternalVariant": ("turn", [HERE], [(HERE, WEST)], [(HERE, EAST)]),
    "CutterHalfInternalVariant": ("half", [HERE], [(HERE, WEST)], [(HERE, EAST)]),
    "CutterDefaultInternalVariant": ("cut", [HERE, BESIDE], [(HERE, WEST)], [(HERE, EAST), (BESIDE, EAST)]),
    "HalvesSwapperDefaultInternalVariant": (
        "swap",
        [HERE, BESIDE],
        [(HERE, WEST), (BESIDE, WEST)],
        [(HERE, EAST), (BESIDE, EAST)],
    ),
    "StackerStraightInternalVariant": ("stack", [HERE, ABOVE], [(HERE, WEST), (ABOVE, WEST)], [(HERE, EAST)]),
    "StackerDefaultInternalVariant": ("stack", [HERE, ABOVE], [(HERE, WEST), (ABOVE, WEST)], [(HERE, NORTH)]),
    "TrashDefaultInternalVariant": ("trash", [HERE], [(HERE, side) for side in range(4)], []),
}
"""Name: what it does, its tiles, and its openings (tile, side) for rotation 0."""


@dataclass
class Thing:
    """A building, with what waits at its inputs and outputs."""

    kind: str
    tiles: list[Tile]
    ins: list[tuple[Tile, int]]
    outs: list[tuple[Tile, int]]
    held: list[str | None] = field(default_factory=list)
    ready: list[str | None] = field(default_factory=list)
    turn: int = 0
    last: int = 0


@dataclass
class Run:
    """What was seen: the shapes that left at each open end, and whether something stood still for ever."""

    left: dict[tuple[Tile, int], set[str]]
    stuck: bool
    came_in: bool


def _turned(at: Tile, rotation: int) -> Tile:
    x, y, floor = at
    for _ in range(rotation):
        x, y = -y, x
    return x, y, floor


def _thing(entry: dict[str, Any]) -> Thing:
    does, tiles, ins, outs = KINDS[entry["T"]]
    rotation, x, y, floor = entry.get("R", 0), entry.get("X", 0), entry.get("Y", 0), entry.get("L", 0)

    def at(tile: Tile) -> Tile:
        dx, dy, up = _turned(tile, rotation)
        return x + dx, y + dy, floor + up

    def sides(of: list[tuple[Tile, int]]) -> list[tuple[Tile, int]]:
        return [(at(tile), (side + rotation) % 4) for tile, side in of]

    return Thing(does, [at(tile) for tile in tiles], sides(ins), sides(outs), [None] * len(ins), [None] * len(outs))


def tiles_of(entry: dict[str, Any]) -> list[Tile]:
    """The tiles that a building covers."""
    return _thing(entry).tiles


def _across(tile: Tile, side: int) -> tuple[Tile, int]:
    return (tile[0] + STEPS[side][0], tile[1] + STEPS[side][1], tile[2]), (side + 2) % 4


def _thrown(things: list[Thing]) -> dict[int, int]:
    """Which launcher throws to which catcher, by their places in the list."""
    wanted: dict[int, list[tuple[int, int]]] = {}
    for place, thing in enumerate(things):
        if thing.kind != "launch":
            continue
        tile, way = thing.outs[0]
        steps = [(tile[0] + far * STEPS[way][0], tile[1] + far * STEPS[way][1], tile[2]) for far in range(1, 6)]
        seen = [
            (far, other)
            for far, step in enumerate(steps)
            for other, catcher in enumerate(things)
            if catcher.kind == "catch" and catcher.outs[0] == (step, way)
        ]
        if seen:
            far, other = max(seen)
            wanted.setdefault(other, []).append((far, place))
    return {max(launchers)[1]: catcher for catcher, launchers in wanted.items()}


def run(entries: list[dict[str, Any]], shape: str, moments: int) -> Run:
    """Feed ``shape`` to every open input and see what becomes of it."""
    things = [_thing(entry) for entry in entries]
    taken = {tile for thing in things for tile in thing.tiles}
    thrown = _thrown(things)
    doors = {
        side: (thing, number) for thing in things if thing.kind != "catch" for number, side in enumerate(thing.ins)
    }
    flat = [thing for thing in things if thing.kind != "launch"]
    fed = {_across(*side) for thing in flat for side in thing.outs}
    left: dict[tuple[Tile, int], set[str]] = {side: set() for thing in flat for side in thing.outs}
    left = {side: seen for side, seen in left.items() if _across(*side)[0] not in taken}
    left |= {
        thing.outs[0]: set() for place, thing in enumerate(things) if thing.kind == "launch" and place not in thrown
    }
    entrances = [
        (thing, number)
        for side, (thing, number) in doors.items()
        if thing.kind != "trash" and side not in fed and _across(*side)[0] not in taken
    ]
    entrances += [
        (thing, 0) for place, thing in enumerate(things) if thing.kind == "catch" and place not in thrown.values()
    ]
    for moment in range(moments):
        for place, thing in reversed(list(enumerate(things))):
            for number, item in enumerate(thing.ready):
                if item is None:
                    continue
                side = thing.outs[number]
                if place in thrown:
                    catcher = things[thrown[place]]
                    if catcher.held[0] is None:
                        catcher.held[0] = item
                        thing.ready[number], thing.last = None, moment
                elif side in left:
                    left[side].add(item)
                    thing.ready[number], thing.last = None, moment
                elif thing.kind != "launch" and _across(*side) in doors:
                    other, door = doors[_across(*side)]
                    if other.held[door] is None:
                        other.held[door] = item
                        thing.ready[number], thing.last = None, moment
            _work(thing, moment)
        for thing, number in entrances:
            if thing.held[number] is None:
                thing.held[number] = shape
    busy = [thing for thing in things if any(thing.held) or any(thing.ready)]
    stuck = any(moments - thing.last > moments // 2 for thing in busy)
    return Run(left, stuck, bool(entrances))


def _work(thing: Thing, moment: int) -> None:
    if thing.kind == "trash":
        if any(thing.held):
            thing.held, thing.last = [None] * 4, moment
        return
    if thing.kind in ("pass", "launch", "catch"):
        _hand_on(thing, moment)
        return
    if all(thing.held) and not any(thing.ready):
        thing.ready = [code if code.strip("-:") else None for code in _made(thing.kind, thing.held)]
        thing.held, thing.last = [None] * len(thing.ins), moment


def _hand_on(thing: Thing, moment: int) -> None:
    for offset in range(len(thing.outs) * len(thing.ins)):
        way = (thing.turn + offset) % (len(thing.outs) * len(thing.ins))
        door, out = way % len(thing.ins), way % len(thing.outs)
        item = thing.held[door]
        if item is not None and thing.ready[out] is None:
            thing.ready[out], thing.held[door] = item, None
            thing.turn, thing.last = way + 1, moment
            return


def _made(kind: str, held: list[str | None]) -> list[str]:
    rows = [shapez_parts.rows_of(item) for item in held if item is not None]
    parts = len((held[0] or "").split(":")[0]) // 2
    if kind == "turn":
        found = [shapez_parts.rotate(rows[0], 1)]
    elif kind == "half":
        found = [shapez_parts.cut(rows[0])[0]]
    elif kind == "cut":
        found = list(shapez_parts.cut(rows[0]))
    elif kind == "stack":
        found = [shapez_parts.stack(rows[0], rows[1], LAYERS)]
    else:
        found = list(shapez_parts.swap(rows[0], rows[1]))
    return [shapez_parts.code_of(each, parts) for each in found]
