"""A blueprint as it stands: each building where it covers tiles, and what each of its ports leads to.

The table of ports (``buildings.toml``) is read here again, and not by the lines that lay out plans, so that a mistake
in those does not hide here. Tiles are (x, y, floor), x to the east and y to the south; side 0 is the east, and on
clockwise.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError

if TYPE_CHECKING:
    from shapewright.shapez.blueprints.blueprint import Blueprint, Entry


Tile = tuple[int, int, int]
Side = tuple[Tile, int]
"""A tile and one of its sides: a place through which something passes."""

PLATFORM = 20
"""Tiles from one platform to the next (source: the program shapez2 of Loupau38)."""
FLOORS = 8
"""Floors from one layer of platforms to the next: more than any has, so that none touch."""
MAX_SITES = 50_000
OPEN = -1
"""In place of the number of a building: there is nothing on the other side."""

_STEPS = {0: (1, 0), 1: (0, 1), 2: (-1, 0), 3: (0, -1)}
_LETTERS = {"E": 0, "S": 1, "W": 2, "N": 3}
_PORTS = ("inputs", "outputs", "takes", "gives", "joins")


@dataclass(frozen=True)
class Fault:
    """What is wrong in a blueprint, and at which tile, if it is at one."""

    tile: Tile | None
    words: str

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {"tile": None if self.tile is None else list(self.tile), "fault": self.words}

    def __str__(self) -> str:
        return self.words if self.tile is None else f"{words_of(self.tile)}: {self.words}"


@dataclass(frozen=True)
class Site:
    """A building where it stands, with its ports as sides of tiles; ``kind`` is nothing if it is not known."""

    number: int
    name: str
    kind: str
    place: Tile
    extra: bytes
    tiles: tuple[Tile, ...]
    inputs: tuple[Side, ...] = ()
    outputs: tuple[Side, ...] = ()
    takes: tuple[Side, ...] = ()
    gives: tuple[Side, ...] = ()
    joins: tuple[Side, ...] = ()

    @property
    def named(self) -> str:
        """What a message calls it, such as ``the cut at (3, 4)``."""
        return f"the {self.kind or self.name} at {words_of(self.place)}"


@dataclass
class Wiring:
    """All buildings, and what their ports lead to.

    ``leads`` says of each output of shapes (the building's number and the port's) which input it leads to, or
    (``OPEN``, 0) into the open; outputs that are not in it run into a wall. ``fed`` are the inputs that an output leads
    to. ``thrown`` are the catchers of launchers. ``at`` is the building on each tile.
    """

    sites: list[Site] = field(default_factory=list)
    at: dict[Tile, Site] = field(default_factory=dict)
    leads: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    fed: set[tuple[int, int]] = field(default_factory=set)
    thrown: dict[int, int] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)

    def is_open(self, side: Side) -> bool:
        """Whether nothing stands on the other side."""
        return beyond(side)[0] not in self.at


def words_of(tile: Tile) -> str:
    """A tile in words: (x, y), and the floor if it is not the lowest.

    >>> words_of((3, 4, 0)), words_of((3, 4, 1))
    ('(3, 4)', '(3, 4) on floor 1')
    """
    x, y, floor = tile
    return f"({x}, {y})" + (f" on floor {floor}" if floor else "")


def beyond(side: Side) -> Side:
    """The same passage, seen from the tile on the other side.

    >>> beyond(((0, 0, 0), 1))
    ((0, 1, 0), 3)
    """
    (x, y, floor), way = side
    dx, dy = _STEPS[way]
    return (x + dx, y + dy, floor), (way + 2) % 4


def wired(blueprint: Blueprint) -> Wiring:
    """The buildings of a blueprint with what leads where.

    Raises ``LimitError`` for more than 50,000 buildings, and ``NotationError`` for entries that cannot be read.
    """
    if len(blueprint.buildings) > MAX_SITES:
        raise LimitError(f"there are {len(blueprint.buildings)} buildings; at most {MAX_SITES} are simulated")
    found = Wiring()
    if blueprint.kind == "Building":
        _place(found, blueprint.entries, (0, 0, 0))
    else:
        for island in blueprint.entries:
            corner = (island.x * PLATFORM, island.y * PLATFORM, island.layer * FLOORS)
            _place(found, island.buildings, corner)
    for site in found.sites:
        for tile in site.tiles:
            other = found.at.setdefault(tile, site)
            if other is not site:
                found.faults.append(Fault(tile, f"{site.named} and {other.named} cover the same tile"))
    # Which launcher throws to which catcher: the furthest within reach, and the furthest launcher wins.
    reach: int = _table()["belt"]["most_tiles_between"]
    claims: dict[int, list[tuple[int, int]]] = {}
    for site in found.sites:
        ports = site.inputs or site.takes
        if site.kind != "launch" or not ports:
            continue
        way = (ports[0][1] + 2) % 4
        for far in range(reach + 1, 0, -1):
            x, y, floor = site.place
            tile = (x + far * _STEPS[way][0], y + far * _STEPS[way][1], floor)
            catcher = found.at.get(tile)
            if catcher is None or catcher.kind != "catch":
                continue
            gives = catcher.outputs if site.inputs else catcher.gives
            if gives and gives[0][1] == way:
                claims.setdefault(catcher.number, []).append((far, site.number))
                break
    for number, throwers in claims.items():
        found.thrown[max(throwers)[1]] = number
    # What each output of shapes leads to.
    inputs = {side: (site.number, port) for site in found.sites for port, side in enumerate(site.inputs)}
    for site in found.sites:
        for port, side in enumerate(site.outputs):
            there = beyond(side)
            if there in inputs:
                found.leads[site.number, port] = inputs[there]
                found.fed.add(inputs[there])
            elif there[0] not in found.at:
                found.leads[site.number, port] = (OPEN, 0)
    return found


def tiles_of(entry: Entry) -> tuple[Tile, ...]:
    """The tiles that a building covers; one that is not known covers the one at its place."""
    place = (entry.x, entry.y, entry.layer)
    known = _known().get(entry.kind)
    return (place,) if known is None else tuple([_moved(tile, entry.rotation, place) for tile in known["tiles"]])


def _place(found: Wiring, entries: tuple[Entry, ...], corner: Tile) -> None:
    for entry in entries:
        place = (corner[0] + entry.x, corner[1] + entry.y, corner[2] + entry.layer)
        known = _known().get(entry.kind)
        number = len(found.sites)
        if known is None:
            found.sites.append(Site(number, entry.kind, "", place, entry.extra, (place,)))
            continue
        ports = {
            key: tuple([(_moved(tile, entry.rotation, place), (way + entry.rotation) % 4) for tile, way in known[key]])
            for key in _PORTS
        }
        tiles = tuple([_moved(tile, entry.rotation, place) for tile in known["tiles"]])
        found.sites.append(Site(number, entry.kind, known["kind"], place, entry.extra, tiles, **ports))
        if known["ground_only"] and entry.layer:
            found.faults.append(Fault(place, f"the {known['kind']} stands on floor {entry.layer}, not on the ground"))


def _moved(tile: Tile, rotation: int, place: Tile) -> Tile:
    x, y, floor = tile
    for _ in range(rotation):
        x, y = -y, x
    return place[0] + x, place[1] + y, place[2] + floor


@cache
def _known() -> dict[str, dict[str, Any]]:
    """Kind, tiles and ports of each building at rotation 0, by its name."""
    found = {}
    for row in _table()["building"]:
        ports: dict[str, Any] = {
            key: [((x, y, floor), _LETTERS[side]) for x, y, floor, side in row.get(key, [])] for key in _PORTS
        }
        ports |= {"kind": row["kind"], "tiles": [tuple(tile) for tile in row["tiles"]]}
        ports["ground_only"] = bool(row.get("ground_only"))
        found[row["name"]] = ports
        if row.get("mirrored"):
            mirrored: dict[str, object] = {
                key: [((x, -y, floor), -side % 4) for (x, y, floor), side in ports[key]] for key in _PORTS
            }
            mirrored |= {"tiles": [(x, -y, floor) for x, y, floor in ports["tiles"]]}
            found[f"{row['name']}Mirrored"] = {**ports, **mirrored}
    return found


@cache
def _table() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("buildings.toml").read_text(encoding="utf-8"))
