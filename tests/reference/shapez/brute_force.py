"""All shapes of a small configuration that can be built, from single parts and the rules alone.

The twin of the searches, with its own operations on numbers (two bits a part, layer 0 lowest; 1 normal, 2 pin,
3 crystal). Only one orientation of each shape is kept, the least number, since all rules treat orientations alike.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property

NORMAL, PIN, CRYSTAL = 1, 2, 3


@dataclass
class Ring:
    """The rules for rings of ``parts`` parts and at most ``layers`` layers."""

    parts: int
    layers: int
    _turned_layers: dict[int, list[int]] = field(default_factory=dict)
    _settled_halves: dict[int, int] = field(default_factory=dict)

    @cached_property
    def pieces(self) -> list[tuple[int, list[int]]]:
        """What falls as one when a shape is stacked: the kind and the columns. Each can be built by itself."""
        arcs = [
            [(start + step) % self.parts for step in range(length)]
            for length in range(1, self.parts)
            for start in range(self.parts)
        ]
        arcs.append(list(range(self.parts)))
        return [(NORMAL, arc) for arc in arcs] + [(PIN, [column]) for column in range(self.parts)]

    def piece_shape(self, kind: int, columns: list[int]) -> int:
        return sum(kind << 2 * column for column in columns)

    def images(self, shape: int) -> list[int]:
        """The shape in all orientations: ``parts`` rotations, then the mirror images of these."""
        low, shift = (1 << 2 * self.parts) - 1, 2 * self.parts
        found = self.layer_images(shape & low)
        while shape := shape >> 2 * self.parts:
            found = [below | layer << shift for below, layer in zip(found, self.layer_images(shape & low), strict=True)]
            shift += 2 * self.parts
        return found

    def layer_images(self, layer: int) -> list[int]:
        """The same for a single layer, since a shape turns layer by layer."""
        if layer not in self._turned_layers:
            row = [layer >> 2 * column & 3 for column in range(self.parts)]
            turned = [row[-steps:] + row[:-steps] for steps in range(self.parts)]
            images = [*turned, *(other[::-1] for other in turned)]
            self._turned_layers[layer] = [sum(kind << 2 * i for i, kind in enumerate(image)) for image in images]
        return self._turned_layers[layer]

    def canonical(self, shape: int) -> int:
        return min(self.images(shape))

    def flipped(self, half: int) -> int:
        """The mirror image of an east half that lies in the east."""
        return self.images(half)[self.parts + self.parts // 2]

    def grid(self, shape: int) -> list[list[int]]:
        """Rows of kinds, as many as there may be, and one more."""
        rows = range(self.layers + 1)
        return [[shape >> 2 * (self.parts * row + column) & 3 for column in range(self.parts)] for row in rows]

    def number(self, grid: list[list[int]]) -> int:
        """The number of the grid's lowest ``layers`` rows."""
        value = 0
        for row in reversed(grid[: self.layers]):
            for kind in reversed(row):
                value = value << 2 | kind
        return value

    def settle(self, grid: list[list[int]]) -> None:
        """Gravity: hold more and more until no more is held; remove crystals; drop the rest."""
        n = self.parts
        held = [[False] * n for _ in grid]
        held[0] = [bool(kind) for kind in grid[0]]
        changed = True
        while changed:
            changed = False
            for row, kinds in enumerate(grid):
                for column, kind in enumerate(kinds):
                    if not kind or held[row][column]:
                        continue
                    holds = row > 0 and held[row - 1][column]
                    for near in ((column + 1) % n, column - 1):
                        holds |= kind != PIN and kinds[near] != PIN and held[row][near]
                    above = row + 1
                    holds |= (
                        kind == CRYSTAL and above < len(grid) and grid[above][column] == CRYSTAL and held[above][column]
                    )
                    if holds:
                        held[row][column] = changed = True
        if all(held[row][column] for row, kinds in enumerate(grid) for column, kind in enumerate(kinds) if kind):
            return
        for row, kinds in enumerate(grid):
            for column, kind in enumerate(kinds):
                if kind == CRYSTAL and not held[row][column]:
                    kinds[column] = 0
        for row in range(1, len(grid)):
            loose = {column for column in range(n) if grid[row][column] and not held[row][column]}
            while loose:
                group = {loose.pop()}
                if grid[row][min(group)] == NORMAL:
                    while more := {
                        column
                        for column in loose
                        if grid[row][column] == NORMAL and group & {(column + 1) % n, (column - 1) % n}
                    }:
                        group |= more
                        loose -= more
                new = row
                while new and not any(grid[new - 1][column] for column in group):
                    new -= 1
                for column in group:
                    grid[row][column], grid[new][column] = 0, grid[row][column]

    def shatter(self, grid: list[list[int]], seeds: list[tuple[int, int]]) -> None:
        """Remove the crystals ``seeds`` and all that are connected with them."""
        for row, column in seeds:
            if 0 <= row < len(grid) and grid[row][column] == CRYSTAL:
                grid[row][column] = 0
                near = [
                    (row + 1, column),
                    (row - 1, column),
                    (row, (column - 1) % self.parts),
                    (row, (column + 1) % self.parts),
                ]
                self.shatter(grid, near)

    def east_half(self, shape: int) -> int:
        """The east half after a cut."""
        grid, half = self.grid(shape), self.parts // 2
        seeds = []
        for row, kinds in enumerate(grid):
            for east, west in ((half - 1, half), (0, self.parts - 1)):
                if kinds[east] == kinds[west] == CRYSTAL:
                    seeds += [(row, east), (row, west)]
        self.shatter(grid, seeds)
        for kinds in grid:
            kinds[half:] = [0] * half
        fallen = self.number(grid)
        if fallen not in self._settled_halves:
            self.settle(grid)
            self._settled_halves[fallen] = self.number(grid)
        return self._settled_halves[fallen]

    def push_pin(self, shape: int) -> int:
        grid = self.grid(shape)
        grid.insert(0, [PIN if kind else 0 for kind in grid[0]])
        grid.pop()
        self.shatter(grid, [(self.layers, column) for column in range(self.parts)])
        grid[self.layers] = [0] * self.parts
        self.settle(grid)
        return self.number(grid)

    def crystallised(self, shape: int) -> int:
        grid = self.grid(shape)
        top = max([row for row, kinds in enumerate(grid) if any(kinds)], default=-1)
        return self.number(
            [
                [kind if kind in (NORMAL, CRYSTAL) or row > top else CRYSTAL for kind in kinds]
                for row, kinds in enumerate(grid)
            ]
        )

    def stacked(self, shape: int) -> list[int]:
        """The shape with one piece stacked onto it, for each piece that fits."""
        heights = [0] * self.parts
        for row, kinds in enumerate(self.grid(shape)):
            for column, kind in enumerate(kinds):
                if kind:
                    heights[column] = row + 1
        found = []
        for kind, columns in self.pieces:
            row = max([heights[column] for column in columns])
            if row < self.layers:
                found.append(shape | self.piece_shape(kind, columns) << 2 * self.parts * row)
        return found


@dataclass(frozen=True)
class Buildable:
    """What can be built: shapes in their canonical orientation, halves in every one that lies in the east."""

    ring: Ring
    shapes: set[int]
    halves: set[int]
    swappable: set[int]  # an east half joined with a west half
    stackable: set[int]  # a piece stacked onto something

    @property
    def essential(self) -> set[int]:
        """What comes from the pin pusher alone."""
        return self.shapes - self.swappable - self.stackable

    @property
    def halves_canonical(self) -> int:
        return len({min(half, self.ring.flipped(half)) for half in self.halves})

    @property
    def oriented(self) -> int:
        return sum(len(set(self.ring.images(shape))) for shape in self.shapes)

    def by_height(self) -> list[int]:
        """How many canonical shapes have 0, 1, ... layers."""
        row = 2 * self.ring.parts
        heights = Counter(-(-shape.bit_length() // row) for shape in self.shapes)
        return [heights[height] for height in range(self.ring.layers + 1)]


def buildable(parts: int, layers: int) -> Buildable:
    """Everything that comes from a single normal part: by cutting, swapping, stacking, pushing pins and crystals."""
    ring = Ring(parts, layers)
    found = Buildable(ring, set(), set(), set(), set())
    todo: list[int] = []

    def add(shape: int) -> None:
        if shape not in found.shapes:
            found.shapes.add(shape)
            todo.append(shape)

    add(NORMAL)
    while todo:
        shape = todo.pop()
        add(ring.canonical(ring.push_pin(shape)))
        add(ring.canonical(ring.crystallised(shape)))
        for stacked in set(map(ring.canonical, ring.stacked(shape))):
            found.stackable.add(stacked)
            add(stacked)
        # West halves and mirror images are the east halves of other orientations.
        for half in {ring.east_half(image) for image in set(ring.images(shape)[:parts])}:
            if half not in found.halves:
                found.halves.update((half, ring.flipped(half)))
                for other in found.halves:
                    joined = ring.canonical(half | ring.images(other)[parts // 2])
                    found.swappable.add(joined)
                    add(joined)
    return found
