"""Belts and pipes between ports, by negotiated congestion.

Every net is routed as if it were nearly alone; tiles that several nets want grow dearer from pass to pass until each
is left to one (PathFinder: McMurchie and Ebeling, "A negotiation-based performance-driven router for FPGAs", 1995).
A path is a chain of pieces: one goes straight on or turns, a lift goes up or down a floor and then any way. A net with
several ends grows as a tree: each further path starts at any piece of it that lies flat, which becomes a splitter or a
junction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush

from shapewright.jobs.limits import Clock
from shapewright.shapez.blueprints.buildings import DIRECTIONS, Port, Tile, buildings
from shapewright.shapez.layouts.blocks import Part

FLOORS = 2

# What a turn and a lift cost beside their tiles. Where lifts cost little, platforms become larger: 30 plans of 4 to 12
# machines take 1304 tiles in all with 0.6, 1238 with 3, 1218 with 4.
_TURN, _LIFT = 0.05, 4.0
_WAYS = tuple([(way, (way + 1) % 4, (way + 3) % 4) for way in range(4)])


@dataclass
class Piece:
    """A belt, splitter, pipe, junction or lift: entered in direction ``enters``, left through ``leaves``.

    A lift leaves from ``other``, the tile above or below ``tile``; for others that is -1.
    """

    tile: int
    enters: int
    leaves: list[int]
    other: int = -1


@dataclass
class Ports:
    """What a net joins: ``sources`` to start from (all rows of the west edge if empty) and one group for each end.

    An end is reached at any port of its group; if ``passes``, the net goes on from the other ports of that group as
    well. ``leaves`` says that it also goes to the east edge.
    """

    sources: tuple[Port, ...]
    ends: tuple[tuple[Port, ...], ...]
    leaves: bool
    passes: bool


@dataclass
class Tree:
    """A routed net: its pieces by their tiles, and the row in which it enters from the west and leaves to the east."""

    pieces: dict[int, Piece] = field(default_factory=dict)
    entry: int | None = None
    exit: int | None = None

    def tiles(self) -> list[int]:
        """All tiles that it takes."""
        return [tile for piece in self.pieces.values() for tile in (piece.tile, piece.other) if tile >= 0]


class Router:
    """Routes nets on a platform of ``width`` by ``height`` tiles and two floors, around ``blocked`` tiles."""

    def __init__(self, width: int, height: int, blocked: Iterable[Tile]) -> None:
        self.width, self.height = width, height
        self.row = width + 2
        self.layer = self.row * (height + 2)
        self.size = self.layer * FLOORS
        self.steps = [dx + dy * self.row for dx, dy in DIRECTIONS]
        self.blocked = bytearray(self.size)
        for floor in range(FLOORS):
            for y in range(-1, height + 1):
                for x in range(-1, width + 1):
                    if not (0 <= x < width and 0 <= y < height):
                        self.blocked[self.at((x, y, floor))] = 1
        for tile in blocked:
            self.blocked[self.at(tile)] = 1
        self.cost = [1.0] * self.size
        self.history = [0.0] * self.size
        self.used = [0] * self.size

    def at(self, tile: Tile) -> int:
        """The number of a tile; there is a rim of tiles around the platform."""
        x, y, floor = tile
        return floor * self.layer + (y + 1) * self.row + x + 1

    def tile(self, number: int) -> Tile:
        """The tile of a number."""
        floor, rest = divmod(number, self.layer)
        y, x = divmod(rest, self.row)
        return x - 1, y - 1, floor

    def route(self, nets: Sequence[Ports], passes: int, clock: Clock) -> list[Tree] | None:
        """A tree for each net, no two on one tile; None if there is none after so many passes, or when time is over."""
        trees: list[Tree | None] = [None] * len(nets)
        order = sorted(range(len(nets)), key=lambda number: -len(nets[number].ends))
        pressure = 0.6
        dirty = set(order)
        for _ in range(passes):
            for number in order:
                if number not in dirty:
                    continue
                if clock.over():
                    return None
                tree = trees[number]
                if tree is not None:
                    for tile in tree.tiles():
                        self.used[tile] -= 1
                        self._price(tile, pressure)
                tree = self._tree(nets[number])
                if tree is None:
                    return None
                trees[number] = tree
                for tile in tree.tiles():
                    self.used[tile] += 1
                    self._price(tile, pressure)
            crowded = {tile for tile in range(self.size) if self.used[tile] > 1}
            if not crowded:
                routed = [tree for tree in trees if tree is not None]
                return self._polished(nets, routed)
            for tile in crowded:
                self.history[tile] += 0.7
            dirty = {number for number in order if not crowded.isdisjoint(trees[number].tiles())}  # type: ignore[union-attr]
            pressure *= 1.5
            for tile in range(self.size):
                self._price(tile, pressure)
        return None

    def _polished(self, nets: Sequence[Ports], trees: list[Tree]) -> list[Tree]:
        """The same nets, each routed once more where the others leave room."""
        for _ in range(2):
            self.cost = [1.0] * self.size
            for number, net in enumerate(nets):
                rest = bytearray(self.blocked)
                for other, tree in enumerate(trees):
                    if other != number:
                        for tile in tree.tiles():
                            rest[tile] = 1
                self.blocked, kept = rest, self.blocked
                again = self._tree(net)
                self.blocked = kept
                if again is not None and len(again.tiles()) == len(set(again.tiles())) <= len(trees[number].tiles()):
                    trees[number] = again
        return trees

    def _price(self, tile: int, pressure: float) -> None:
        self.cost[tile] = (1.0 + self.history[tile]) * (1.0 + pressure * self.used[tile])

    def _tree(self, net: Ports) -> Tree | None:
        """A tree for a net at the present prices, the nearest end first; None if an end cannot be reached."""
        tree = Tree()
        starts = [(4 * self.at(port.beyond) + port.side, -1) for port in net.sources]
        if not net.sources:
            starts = [(4 * self.at((0, y, 0)), -1) for y in range(self.height)]
        passing: list[tuple[int, int]] = []
        ends = {
            4 * self.at(port.tile) + (port.side + 2) % 4: number
            for number, group in enumerate(net.ends)
            for port in group
        }
        if net.leaves:
            ends.update({4 * self.at((self.width, y, 0)): -1 for y in range(self.height)})
        while ends:
            found = self._path(starts, ends, tree)
            if found is None:
                return None
            pieces, last, origin = found
            if not net.sources and tree.entry is None:
                tree.entry = self.tile(pieces[0].tile)[1]
            if origin >= 0:
                way = (4 * pieces[0].tile + pieces[0].enters if pieces else last) & 3
                tree.pieces[origin].leaves.append(way)
            for piece in pieces:
                tree.pieces[piece.tile] = piece
            reached = ends[last]
            if reached < 0:
                tree.exit = self.tile(last >> 2)[1]
            elif net.passes:
                into = [(4 * self.at(port.beyond) + port.side, -1) for port in net.ends[reached]]
                passing += [start for start in into if start[0] != self._back(last)]
            ends = {state: number for state, number in ends.items() if number != reached}
            starts = passing + [
                (4 * (piece.tile + self.steps[way]) + way, piece.tile)
                for piece in tree.pieces.values()
                if piece.other < 0
                for way in _WAYS[piece.enters]
                if way not in piece.leaves
            ]
        return tree

    def _back(self, state: int) -> int:
        """The state of leaving where ``state`` enters."""
        way = state & 3
        return 4 * ((state >> 2) - self.steps[way]) + (way + 2) % 4

    def _path(
        self, starts: Sequence[tuple[int, int]], ends: dict[int, int], tree: Tree
    ) -> tuple[list[Piece], int, int] | None:
        """The cheapest pieces from a start to an end, the state at that end, and the piece where they begin."""
        blocked, cost, steps, row, layer = self.blocked, self.cost, self.steps, self.row, self.layer
        own = set(tree.tiles())
        near = sorted({self.tile(state >> 2) for state in ends if (state >> 2) % row != row - 1})
        leaves = any((state >> 2) % row == row - 1 for state in ends)
        estimates: dict[int, float] = {}

        def estimate(tile: int) -> float:
            value = estimates.get(tile)
            if value is None:
                x, y, floor = self.tile(tile)
                value = min((abs(x - u) + abs(y - v) + abs(floor - w) for u, v, w in near), default=1e9)
                if leaves:
                    value = min(value, self.width - x)
                estimates[tile] = value
            return value

        best: dict[int, float] = {}
        came: dict[int, tuple[int, int]] = {}
        origins: dict[int, int] = {}
        heap: list[tuple[float, float, int]] = []
        for state, origin in starts:
            tile = state >> 2
            if (blocked[tile] or tile in own) and state not in ends:
                continue
            if state not in best:
                best[state] = 0.0
                origins[state] = origin
                heappush(heap, (estimate(tile), 0.0, state))
        while heap:
            _, so_far, state = heappop(heap)
            if so_far > best[state]:
                continue
            if state in ends:
                return self._pieces(state, came, origins)
            tile, way = state >> 2, state & 3
            price = so_far + cost[tile]
            for turn in _WAYS[way]:
                following = tile + steps[turn]
                then = 4 * following + turn
                if (blocked[following] or following in own) and then not in ends:
                    continue
                reached = price if turn == way else price + _TURN
                if reached < best.get(then, 1e18):
                    best[then] = reached
                    came[then] = (state, -1)
                    heappush(heap, (reached + estimate(following), reached, then))
            for floor in range(FLOORS):
                other = tile % layer + floor * layer
                if other == tile or abs(other - tile) != layer or blocked[other] or other in own:
                    continue
                above = price + cost[other] + _LIFT
                for turn in range(4):
                    following = other + steps[turn]
                    then = 4 * following + turn
                    if (blocked[following] or following in own) and then not in ends:
                        continue
                    if above < best.get(then, 1e18):
                        best[then] = above
                        came[then] = (state, other)
                        heappush(heap, (above + estimate(following), above, then))
        return None

    def _pieces(
        self, last: int, came: dict[int, tuple[int, int]], origins: dict[int, int]
    ) -> tuple[list[Piece], int, int]:
        pieces: list[Piece] = []
        state = last
        while state in came:
            before, other = came[state]
            pieces.append(Piece(before >> 2, before & 3, [state & 3], other))
            state = before
        pieces.reverse()
        return pieces, last, origins[state]


_End = tuple[int, int]
"""A floor, from that of the place, and a side."""


def parts_of(router: Router, tree: Tree, is_fluid: bool) -> Iterator[Part]:
    """The buildings of a routed net, in the order of its pieces."""
    for piece in tree.pieces.values():
        yield _pipe(router, piece) if is_fluid else _belt(router, piece)


def _belt(router: Router, piece: Piece) -> Part:
    x, y, floor = router.tile(piece.tile)
    above = 0 if piece.other < 0 else router.tile(piece.other)[2] - floor
    ends = frozenset([(above, (way - piece.enters) % 4) for way in piece.leaves])
    return Part(_belts()[ends], x, y, floor, piece.enters)


def _pipe(router: Router, piece: Piece) -> Part:
    x, y, floor = router.tile(piece.tile)
    other = floor if piece.other < 0 else router.tile(piece.other)[2]
    ends = [(floor, (piece.enters + 2) % 4), *[(other, way) for way in piece.leaves]]
    lowest = min(floor, other)
    name, rotation = _pipes()[frozenset([(level - lowest, side) for level, side in ends])]
    return Part(name, x, y, lowest, rotation)


@cache
def _belts() -> dict[frozenset[_End], str]:
    """Belts, splitters and lifts that are entered from behind, by where they are left, for rotation 0."""
    found: dict[frozenset[_End], str] = {}
    for each in buildings().values():
        if each.kind in ("belt", "split") and not each.overflow:
            found.setdefault(frozenset([(port.tile[2], port.side) for port in each.outputs]), each.name)
    return found


@cache
def _pipes() -> dict[frozenset[_End], tuple[str, int]]:
    """Pipes and their rotation, by their ends."""
    found: dict[frozenset[_End], tuple[str, int]] = {}
    for each in buildings().values():
        if each.kind == "pipe":
            for rotation in range(4):
                ends = frozenset([(port.tile[2], port.side) for port in each.placed(0, 0, 0, rotation).joins])
                found.setdefault(ends, (each.name, rotation))
    return found
