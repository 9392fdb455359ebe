"""A blueprint from above, floor by floor: belts and pipes as lines, machines with their icons, what is wrong in red.

With what was simulated, pipes have their colours, and shapes stand where they come in and out.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.outline import contours
from shapewright.drawing.scene import Group, Line, Move, Node, Path, Scene, Text, circle, polygon
from shapewright.errors import LimitError
from shapewright.shapez.blueprints.settings import label, produced_colour, produced_shape
from shapewright.shapez.blueprints.wiring import Side, Site, Tile, Wiring, beyond, wired
from shapewright.shapez.drawing.icons import INK, drop, icon, trash
from shapewright.shapez.picture import PAINTS, WRONG, draw
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.shapez.blueprints.blueprint import Blueprint
    from shapewright.shapez.blueprints.simulate import Simulation


MOST_DRAWN = 5_000
"""Most buildings in a picture."""
MOST_TILES = 1_000_000

_CELL = 36.0
_GAP = 24.0
_CAPTION = 22.0
_PAPER, _GRID = "#fbfbfc", "#e6e9ee"
_BOX, _EDGE, _BELT, _SOFT, _UNKNOWN = "#eef1f6", "#7d8796", "#97a1b0", "#59616d", "#d8dbe0"
_BELTS = frozenset({"belt", "reader", "filter", "split", "merge", "launch", "catch"})
_MIDDLE = ((0.5, 0.0), (0.0, 0.5), (-0.5, 0.0), (0.0, -0.5))
"""The middle of each side of a tile, seen from its centre."""


class BlueprintPicture:
    """A blueprint to be drawn, with what was found out about it, if it was simulated.

    >>> from shapewright.shapez.blueprints import Blueprint
    >>> text = '{"BP":{"$type":"Building","Entries":[{"T":"CutterHalfInternalVariant"}]}}'
    >>> BlueprintPicture(Blueprint(text)).scene().title
    'blueprint, 1 building'
    """

    def __init__(self, blueprint: Blueprint, found: Simulation | None = None) -> None:
        self.blueprint = blueprint
        self.found = found

    def scene(self) -> Scene:
        """The picture; raises ``LimitError`` for more than 5,000 buildings, or if they stand too far apart."""
        return self._scene

    @cached_property
    def _scene(self) -> Scene:
        number = len(self.blueprint.buildings)
        most = max(number, len(self.blueprint.entries))
        if most > MOST_DRAWN:
            raise LimitError(f"the blueprint has {most} buildings or islands; at most {MOST_DRAWN} are drawn")
        wiring = wired(self.blueprint) if number else _of_islands(self.blueprint)
        tiles = [tile for site in wiring.sites for tile in site.tiles] or [(0, 0, 0)]
        left, top = min(x for x, _, _ in tiles) - 1, min(y for _, y, _ in tiles) - 1
        across, down = max(x for x, _, _ in tiles) + 2 - left, max(y for _, y, _ in tiles) + 2 - top
        floors = sorted({floor for _, _, floor in tiles})
        if across * down * len(floors) > MOST_TILES:
            raise LimitError(f"the buildings stand on {across} by {down} tiles, too far apart to be drawn")
        nodes: list[Node] = []
        wide = across * _CELL
        for place, floor in enumerate(floors):
            body = (*_ground(across, down), *_Floor(self.blueprint, wiring, self.found, floor, left, top).nodes())
            nodes.append(Group(body, _GAP + place * (wide + _GAP), _GAP))
            if len(floors) > 1:
                middle = _GAP + place * (wide + _GAP) + wide / 2
                nodes.append(Text(middle, _GAP + down * _CELL + _CAPTION, f"floor {floor}", 11, _SOFT, "middle"))
        below = _CAPTION if len(floors) > 1 else 0.0
        what, sites = "building" if number else self.blueprint.kind.lower(), len(wiring.sites)
        title = f"blueprint, {sites} {what}{'' if sites == 1 else 's'}"
        return Scene(len(floors) * (wide + _GAP) + _GAP, down * _CELL + below + 2 * _GAP, tuple(nodes), title, _PAPER)

    def to_json(self) -> dict[str, object]:
        """Plain data of the kind ``svg``, for a page that shows it."""
        return self.scene().to_json()


def _of_islands(blueprint: Blueprint) -> Wiring:
    """Islands without any building, such as space belts, each as a tile with its name."""
    wiring = Wiring()
    for island in blueprint.entries:
        place = (island.x, island.y, island.layer)
        wiring.sites.append(Site(len(wiring.sites), island.kind, "", place, b"", (place,)))
        wiring.at[place] = wiring.sites[-1]
    return wiring


def _ground(across: int, down: int) -> Iterator[Node]:
    """Thin lines between tiles."""
    lines = [(Move(x * _CELL, 0), Line(x * _CELL, down * _CELL)) for x in range(across + 1)]
    lines += [(Move(0, y * _CELL), Line(across * _CELL, y * _CELL)) for y in range(down + 1)]
    yield Path(tuple(segment for line in lines for segment in line), stroke=_GRID, width=1)


class _Floor:
    """One floor being drawn, the tile (``left``, ``top``) in its corner."""

    def __init__(
        self, blueprint: Blueprint, wiring: Wiring, found: Simulation | None, floor: int, left: int, top: int
    ) -> None:
        self.blueprint, self.wiring, self.found = blueprint, wiring, found
        self.floor, self.left, self.top = floor, left, top

    def nodes(self) -> Iterator[Node]:
        """From the ground up: bodies, lines, icons, shapes, faults."""
        here = [site for site in self.wiring.sites if any(tile[2] == self.floor for tile in site.tiles)]
        for site in here:
            if site.kind not in _BELTS and site.kind != "pipe":
                tiles = frozenset((x - self.left, y - self.top) for x, y, floor in site.tiles if floor == self.floor)
                for line in contours(tiles):
                    outline = [(x * _CELL, y * _CELL) for x, y in line]
                    yield polygon(outline, fill=_BOX if site.kind else _UNKNOWN, stroke=_EDGE, width=1.6)
        for is_casing in (True, False):
            for site in here:
                for side in (*site.joins, *site.takes, *site.gives):
                    if side[0][2] == self.floor:
                        start, colour = 0.0 if site.kind == "pipe" else 0.6, PAINTS.get(self._colour(site), _SOFT)
                        yield self._line(side, start, 1.0, INK if is_casing else colour, 7.0 if is_casing else 4.5)
        for site in here:
            is_belt = site.kind in _BELTS
            for side in site.inputs:
                if side[0][2] == self.floor and site.kind != "trash":
                    yield self._line(side, 0.0 if is_belt else 0.7, 1.0, _BELT, 7.0)
            for side in site.outputs:
                if side[0][2] == self.floor:
                    yield self._line(side, 0.0 if is_belt else 0.6, 1.0, _BELT, 7.0)
        for site in here:
            yield from [self._arrow(side) for side in site.outputs if side[0][2] == self.floor]
            yield from self._sign(site)
        if self.found is not None:
            yield from self._ends()
            for fault in self.found.faults:
                if fault.tile is not None and fault.tile[2] == self.floor:
                    x, y = self._centre(fault.tile)
                    yield circle(x, y, 0.46 * _CELL, stroke=WRONG, width=3)

    def _centre(self, tile: Tile) -> tuple[float, float]:
        return (tile[0] - self.left + 0.5) * _CELL, (tile[1] - self.top + 0.5) * _CELL

    def _edge(self, side: Side, far: float = 1.0) -> tuple[float, float]:
        """The middle of a side, or so far of the way to it."""
        x, y = self._centre(side[0])
        dx, dy = _MIDDLE[side[1]]
        return x + far * dx * _CELL, y + far * dy * _CELL

    def _line(self, side: Side, start: float, end: float, colour: str, width: float) -> Path:
        return Path((Move(*self._edge(side, start)), Line(*self._edge(side, end))), stroke=colour, width=width)

    def _arrow(self, side: Side) -> Path:
        x, y = self._edge(side, 0.95)
        back_x, back_y = self._edge(side, 0.62)
        dx, dy = (x - back_x) * 0.9, (y - back_y) * 0.9
        return polygon([(x, y), (back_x - dy, back_y + dx), (back_x + dy, back_y - dx)], fill=INK)

    def _sign(self, site: Site) -> Iterator[Node]:
        tiles = [tile for tile in site.tiles if tile[2] == self.floor]
        centres = list(map(self._centre, tiles))
        x, y = (sum(each) / len(centres) for each in zip(*centres, strict=True))
        colour = self._colour(site)
        if site.kind in ("launch", "catch") or (site.kind in ("belt", "pipe") and len(site.tiles) > 1):
            yield circle(x, y, 0.2 * _CELL, fill=_PAPER, stroke=INK, width=1.6)
            if site.kind in ("belt", "pipe"):
                low = min(tile[2] for tile in site.tiles) == self.floor
                yield Text(x, y + 3.5, "+" if low else "-", 7, INK, "middle", 0.2)
        elif site.kind in ("miner", "fluid"):
            shape, paint = produced_shape(site.extra), produced_colour(site.extra)
            if shape is not None and site.kind == "miner":
                yield from self._shape(shape, x, y)
            elif paint is not None and site.kind == "fluid":
                yield Group((drop(paint, 7),), x, y + 3)
            else:
                yield circle(x, y, 0.25 * _CELL, stroke=INK, width=1.6)
        elif site.kind == "trash":
            yield Group(trash(), x, y)
        elif site.kind == "storage":
            yield circle(x, y, 0.6 * _CELL, fill=PAINTS.get(colour, _SOFT), stroke=INK, width=1.6)
        elif not site.kind or site.kind == "label":
            words = (
                (label(site.extra) or "")
                if site.kind
                else ("?" if self.blueprint.buildings else site.name.rpartition("_")[2] or site.name)
            )
            size = min(10.0, 0.9 * len(tiles) * _CELL / max(text_width(words, 1), 0.01))
            yield Text(x, y + size / 2, words if words.isascii() and words.isprintable() else "", size, _SOFT, "middle")
        elif site.kind not in _BELTS and site.kind != "pipe":
            yield Group(icon(site.kind, [colour] if colour else []), x, y)

    def _colour(self, site: Site) -> str:
        """The one colour in a pipe or machine, if it is known."""
        colours = () if self.found is None else self.found.colours.get(site.place, ())
        return colours[0] if len(colours) == 1 else ""

    def _ends(self) -> Iterator[Node]:
        """What comes in and out, beyond the tile at which it does."""
        assert self.found is not None
        for ends in (self.found.inputs, self.found.outputs):
            for end in ends:
                site = self.wiring.at.get(end.tile)
                if end.tile[2] != self.floor or site is None:
                    continue
                if site.kind in ("miner", "fluid") and ends is self.found.inputs and not site.extra:
                    yield from self._values(end.values, *self._centre(end.tile))
                    continue
                ports = (*site.inputs, *site.takes) if ends is self.found.inputs else (*site.outputs, *site.gives)
                ports += site.joins
                if site.kind in ("launch", "catch"):  # what is thrown comes and goes at the back
                    sides = (*site.inputs, *site.takes, *site.outputs, *site.gives)
                    ports = tuple([(tile, (way + 2) % 4) for tile, way in sides])
                for side in ports:
                    if side[0] == end.tile and self.wiring.is_open(side):
                        yield from self._values(end.values, *self._centre(beyond(side)[0]))

    def _values(self, values: Sequence[str], x: float, y: float) -> Iterator[Node]:
        if not values:
            return
        if len(values[0]) == 1:
            yield Group((drop(values[0], 7),), x, y + 3)
        else:
            yield from self._shape(Shape.from_code(values[0], game="1.0"), x, y)
        if len(values) > 1:
            yield Text(x, y + 0.5 * _CELL, f"+{len(values) - 1}", 8, INK, "middle", 0.18)

    def _shape(self, shape: Shape, x: float, y: float) -> Iterator[Node]:
        size = 0.86 * _CELL
        yield Group(draw(shape, size=size).nodes, x - size / 2, y - size / 2)
