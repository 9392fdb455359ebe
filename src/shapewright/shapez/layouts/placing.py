"""Where blocks stand: simulated annealing over places and poses, by the length that belts will have at least."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from shapewright.jobs.limits import Clock
    from shapewright.shapez.blueprints.buildings import Port, Tile
    from shapewright.shapez.layouts.blocks import Block, Net


_OVERLAP, _SHUT, _SHARED = 60.0, 40.0, 25.0
_BACKWARD = 2.0
_COVERED = 1e-6
_LOOK = 500
"""Moves between two looks at the clock."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the machine of a block stands, and which of its poses it has."""

    x: int
    y: int
    pose: int


class _Standing:
    """A block at a place: its tiles and ports as they are on the platform."""

    __slots__ = ("fronts", "sinks", "sources", "tiles")

    def __init__(self, block: Block, place: Place) -> None:
        pose = block.poses[place.pose]
        dx, dy = place.x, place.y

        def moved(port: Port) -> tuple[Tile, int, Tile]:
            x, y, floor = port.tile
            u, v, w = port.beyond
            return (x + dx, y + dy, floor), port.side, (u + dx, v + dy, w)

        self.tiles = [(x + dx, y + dy, floor) for x, y, floor in pose.tiles]
        self.sinks = [[moved(port) for port in group] for group in pose.sinks]
        self.sources = [None if port is None else moved(port) for port in pose.sources]


class Placement:
    """Blocks on a platform of ``width`` by ``height`` tiles, and what belts between them cost at least."""

    def __init__(self, blocks: Sequence[Block], nets: Sequence[Net], width: int, height: int) -> None:
        self.blocks, self.nets = blocks, nets
        self.width, self.height = width, height
        self._standing: dict[tuple[int, Place], _Standing] = {}
        self._piped = [number for number, block in enumerate(blocks) if any(len(s) > 1 for s in block.poses[0].sinks)]

    def standing(self, block: int, place: Place) -> _Standing:
        """The block at that place."""
        key = block, place
        found = self._standing.get(key)
        if found is None:
            found = self._standing[key] = _Standing(self.blocks[block], place)
        return found

    def fits(self, block: int, place: Place) -> bool:
        """Whether all of it is on the platform, the columns at the west and the east left free."""
        return all(
            0 < x < self.width - 1 and 0 <= y < self.height and floor >= 0
            for x, y, floor in self.standing(block, place).tiles
        )

    def cost(self, places: Sequence[Place]) -> float:
        """Estimated length of all belts and pipes, with penalties; at least ``_SHARED`` more if it cannot be routed."""
        standing = [self.standing(number, place) for number, place in enumerate(places)]
        occupied: dict[Tile, int] = {}
        total = 0.0
        for number, each in enumerate(standing):
            for tile in each.tiles:
                if tile in occupied:
                    total += _OVERLAP
                occupied[tile] = number
        fronts: dict[Tile, int] = {}
        open_ends = {
            port for number in self._piped for group in standing[number].sinks if len(group) > 1 for port in group
        }
        for tile, side, beyond in open_ends:
            if (beyond, (side + 2) % 4, tile) in open_ends:
                total += _SHARED
        for number, net in enumerate(self.nets):
            total += self._net(number, net, standing, occupied, fronts)
        return total

    def _net(
        self,
        number: int,
        net: Net,
        standing: Sequence[_Standing],
        occupied: dict[Tile, int],
        fronts: dict[Tile, int],
    ) -> float:
        total = 0.0
        source = None if net.source is None else standing[net.source[0]].sources[net.source[1]]
        is_single = len(net.sinks) + net.leaves == 1
        joined = False
        lengths: list[float] = []
        for block, index in net.sinks:
            ports = standing[block].sinks[index]
            nearest = None
            for tile, side, beyond in ports:
                if source is not None and is_single and source[0] == beyond and source[2] == tile:
                    joined = True
                    length = -1.0
                elif beyond in occupied or not self._inside(beyond):
                    length = _SHUT + (8.0 if len(ports) > 1 else 0.0)
                else:
                    length = self._length(source, beyond, side)
                if nearest is None or length < nearest[0]:
                    nearest = length, beyond
            assert nearest is not None
            lengths.append(nearest[0])
            if not joined and nearest[0] < _SHUT:
                total += _taken(fronts, nearest[1], number)
        if source is not None and not joined:
            if source[2] in occupied or not self._inside(source[2]):
                total += _SHUT
            else:
                total += _taken(fronts, source[2], number)
        if net.leaves:
            lengths.append(0.0 if source is None else float(self.width - source[2][0]))
        longest = max(lengths)
        return total + longest + 0.6 * (sum(lengths) - longest) if len(lengths) > 1 else total + longest

    def _length(self, source: tuple[Tile, int, Tile] | None, beyond: Tile, side: int) -> float:
        x, y, floor = beyond
        if source is None:
            return x + 2.0 * floor + (_BACKWARD if side == 0 else 0.0)
        u, v, w = source[2]
        length = abs(x - u) + abs(y - v) + 2.5 * abs(floor - w) + 1.0
        way = source[1]
        if _against(way, x - u, y - v):
            length += _BACKWARD
        if _against((side + 2) % 4, x - u, y - v):
            length += _BACKWARD
        return length

    def _inside(self, tile: Tile) -> bool:
        return 0 <= tile[0] < self.width and 0 <= tile[1] < self.height


def _taken(fronts: dict[Tile, int], tile: Tile, net: int) -> float:
    return 0.0 if fronts.setdefault(tile, net) == net else _SHARED


def _against(way: int, dx: int, dy: int) -> bool:
    return (dx < 0, dy < 0, dx > 0, dy > 0)[way]


def columns(placement: Placement, depths: Sequence[int]) -> list[Place]:
    """Blocks in columns by their depth, spread over the platform."""
    deepest = max(depths, default=0) + 1
    rows: dict[int, int] = {}
    counts: dict[int, int] = {}
    for depth in depths:
        counts[depth] = counts.get(depth, 0) + 1
    places = []
    for depth in depths:
        row = rows[depth] = rows.get(depth, -1) + 1
        x = 2 + (placement.width - 5) * depth // max(1, deepest)
        y = 1 + (placement.height - 2) * (2 * row + 1) // (2 * counts[depth] + 1)
        places.append(Place(min(x, placement.width - 3), min(y, placement.height - 2), 0))
    return places


def anneal(
    placement: Placement, places: Sequence[Place], random: Random, moves: int, hot: float, clock: Clock
) -> tuple[list[Place], float]:
    """The best places found from these on by so many moves, or until time is over, and their cost."""
    now = list(places)
    cost = placement.cost(now)
    best, least = list(now), cost
    count = len(now)
    if not count:
        return best, least
    # Pairs of a block's output and what another takes, that could stand wall to wall.
    partners = [
        (net.source, net.sinks[0])
        for net in placement.nets
        if net.source is not None and len(net.sinks) == 1 and not net.leaves
    ]
    for move in range(moves):
        if not move % _LOOK and clock.over():
            break
        heat = hot * (0.02 / 1.0) ** (move / moves)
        changed = _moved(placement, now, random, partners, 1 + int(6 * (1 - move / moves)))
        if changed is None:
            continue
        there = placement.cost(changed)
        if there <= cost or random.random() < exp((cost - there) / heat):
            now, cost = changed, there
            if cost < least - _COVERED:
                best, least = list(now), cost
    return best, least


def _moved(
    placement: Placement,
    places: list[Place],
    random: Random,
    partners: list[tuple[tuple[int, int], tuple[int, int]]],
    reach: int,
) -> list[Place] | None:
    count = len(places)
    kind = random.random()
    changed = list(places)
    number = random.randrange(count)
    place = places[number]
    if kind < 0.45:
        changed[number] = Place(
            place.x + random.randint(-reach, reach), place.y + random.randint(-reach, reach), place.pose
        )
    elif kind < 0.65:
        changed[number] = Place(place.x, place.y, random.randrange(len(placement.blocks[number].poses)))
    elif kind < 0.78 and count > 1:
        other = random.randrange(count)
        if other == number:
            return None
        there = places[other]
        changed[number] = Place(there.x, there.y, place.pose)
        changed[other] = Place(place.x, place.y, there.pose)
        if not placement.fits(other, changed[other]):
            return None
    elif partners:
        moved = _docked(placement, changed, random, partners)
        if moved is None:
            return None
        number = moved
    else:
        return None
    return changed if placement.fits(number, changed[number]) else None


def _docked(
    placement: Placement,
    places: list[Place],
    random: Random,
    partners: list[tuple[tuple[int, int], tuple[int, int]]],
) -> int | None:
    """Put a block wall to wall with the one that feeds it, or the other way round; returns which was moved."""
    (giver, out), (taker, into) = partners[random.randrange(len(partners))]
    if giver == taker:
        return None
    if random.random() < 0.5:
        fixed = placement.standing(giver, places[giver]).sources[out]
        if fixed is None:
            return None
        pose = random.randrange(len(placement.blocks[taker].poses))
        ports = placement.blocks[taker].poses[pose].sinks[into]
        port = ports[random.randrange(len(ports))]
        if (port.side + 2) % 4 != fixed[1] or port.tile[2] != fixed[0][2]:
            return None
        places[taker] = Place(fixed[2][0] - port.tile[0], fixed[2][1] - port.tile[1], pose)
        return taker
    ports_of = placement.standing(taker, places[taker]).sinks[into]
    tile, side, beyond = ports_of[random.randrange(len(ports_of))]
    pose = random.randrange(len(placement.blocks[giver].poses))
    source = placement.blocks[giver].poses[pose].sources[out]
    if source is None or (source.side + 2) % 4 != side or source.tile[2] != tile[2]:
        return None
    places[giver] = Place(beyond[0] - source.tile[0], beyond[1] - source.tile[1], pose)
    return giver
