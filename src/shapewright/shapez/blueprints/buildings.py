"""The game's buildings that machines, belts and pipes are: which tiles they cover, where something enters and leaves.

They are data (``buildings.toml``), each with who says so. Tiles are (x, y, floor), x to the east and y to the south;
sides and rotations count quarter turns clockwise from the east, as the game does.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import Any

from shapewright.errors import ProblemError, quote

Tile = tuple[int, int, int]

SIDES = "ESWN"
"""The sides of a tile; side number R is in front of a belt whose rotation is R."""

DIRECTIONS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""The step in x and y through each side."""

_MIRRORED = "Mirrored"
_PORTS = ("inputs", "outputs", "takes", "gives", "joins")


@dataclass(frozen=True, slots=True)
class Port:
    """A side of a tile through which something passes."""

    tile: Tile
    side: int

    @property
    def beyond(self) -> Tile:
        """The tile on the other side."""
        x, y, floor = self.tile
        dx, dy = DIRECTIONS[self.side]
        return x + dx, y + dy, floor

    @property
    def opposite(self) -> Port:
        """The same passage as a port of the tile on the other side."""
        return Port(self.beyond, (self.side + 2) % 4)


@dataclass(frozen=True)
class Building:
    """A kind of building: its ``name`` in blueprints, what ``kind`` of thing it is, its ``tiles`` and its ports.

    ``inputs`` and ``outputs`` are for shapes, ``takes`` and ``gives`` for colours, each in the order of the machine's
    own; ``joins`` are open to colours both ways and are one with each other. ``kind`` is a machine of plans, or belt,
    reader, filter, split, merge, launch, catch, pipe, storage, trash, miner, fluid or label. ``ground_only`` stands on
    the lowest floor alone, and ``overflow`` gives to its second output what the first cannot take. ``sources`` name who
    says so, and ``open`` what only one of them says.
    """

    name: str
    kind: str
    tiles: tuple[Tile, ...]
    inputs: tuple[Port, ...] = ()
    outputs: tuple[Port, ...] = ()
    takes: tuple[Port, ...] = ()
    gives: tuple[Port, ...] = ()
    joins: tuple[Port, ...] = ()
    ground_only: bool = False
    overflow: bool = False
    sources: tuple[str, ...] = ()
    open: str = ""

    def placed(self, x: int, y: int, floor: int = 0, rotation: int = 0) -> Building:
        """The same at a place of a platform, turned.

        >>> cutter = building("CutterDefaultInternalVariant").placed(4, 7, rotation=1)
        >>> cutter.tiles, cutter.outputs[1].beyond
        (((4, 7, 0), (5, 7, 0)), (5, 8, 0))
        """

        def tile(at: Tile) -> Tile:
            dx, dy = turned(at[0], at[1], rotation)
            return x + dx, y + dy, floor + at[2]

        return self._moved(tile, lambda side: (side + rotation) % 4)

    def mirrored(self) -> Building:
        """The mirrored variant: y turned over."""
        other = self._moved(lambda tile: (tile[0], -tile[1], tile[2]), lambda side: -side % 4)
        return replace(other, name=self.name + _MIRRORED)

    def _moved(self, tile: Callable[[Tile], Tile], side: Callable[[int], int]) -> Building:
        """The same with other tiles, and sides, in place of its own."""
        ports = {
            name: tuple([Port(tile(port.tile), side(port.side)) for port in getattr(self, name)]) for name in _PORTS
        }
        return replace(self, tiles=tuple(map(tile, self.tiles)), **ports)  # type: ignore[arg-type]


def turned(x: int, y: int, rotation: int) -> tuple[int, int]:
    """A step turned by quarters clockwise.

    >>> turned(2, 1, 1)
    (-1, 2)
    """
    for _ in range(rotation % 4):
        x, y = -y, x
    return x, y


@cache
def buildings() -> Mapping[str, Building]:
    """All buildings that are known, by their names in blueprints.

    >>> buildings()["CutterDefaultInternalVariantMirrored"].tiles
    ((0, 0, 0), (0, 1, 0))
    """
    found: dict[str, Building] = {}
    for entry in _data()["building"]:
        ports = {
            key: tuple([Port((x, y, floor), SIDES.index(side)) for x, y, floor, side in entry.get(key, ())])
            for key in _PORTS
        }
        each = Building(
            name=entry["name"],
            kind=entry["kind"],
            tiles=tuple([(x, y, floor) for x, y, floor in entry["tiles"]]),
            **ports,
            ground_only=bool(entry.get("ground_only")),
            overflow=bool(entry.get("overflow")),
            sources=tuple(entry["sources"]),
            open=entry.get("open", ""),
        )
        found[each.name] = each
        if entry.get("mirrored"):
            other = each.mirrored()
            found[other.name] = other
    return found


def building(name: str) -> Building:
    """The building of that name.

    Raises ``ProblemError`` if none is known.
    """
    found = buildings().get(name)
    if found is None:
        raise ProblemError(f"{quote(name)} is not a building whose tiles and ports are known")
    return found


@cache
def _data() -> dict[str, Any]:
    text = resources.files(__package__).joinpath("buildings.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
