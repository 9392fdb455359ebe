"""What is in a blueprint: its buildings by kind, its islands, its icons, its size, and what buildings are set to."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.shapez.blueprints.settings import setting
from shapewright.shapez.blueprints.wiring import tiles_of

if TYPE_CHECKING:
    from shapewright.shapez.blueprints.blueprint import Blueprint, Entry


MOST_SETTINGS = 20


@dataclass(frozen=True)
class Inside:
    """What a blueprint holds.

    ``buildings`` and ``islands`` are numbers by kind, the most frequent first; ``settings`` are labels, and what
    producers make, each once, in their order. ``size`` is how far its buildings reach in tiles to the east, to the
    south and upwards (those that are not known are taken for a tile), or its islands in platforms.
    """

    format: int
    game_version: int
    kind: str
    size: tuple[int, int, int]
    buildings: dict[str, int]
    islands: dict[str, int]
    icons: tuple[str, ...]
    settings: tuple[str, ...]

    @property
    def headline(self) -> str:
        """All of it in one line."""
        across, down, layers = self.size
        islands, buildings = sum(self.islands.values()), sum(self.buildings.values())
        parts = [_counted(islands, "island")] if self.kind == "Island" else []
        parts += [_counted(buildings, "building"), f"{across}x{down}", _counted(layers, "layer")]
        return ", ".join(parts)

    @property
    def numbers(self) -> list[tuple[str, int]]:
        """Each kind of island and of building, and how many there are."""
        return [*self.islands.items(), *self.buildings.items()]

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "format": self.format,
            "game_version": self.game_version,
            "kind": self.kind,
            "size": list(self.size),
            "buildings": self.buildings,
            "islands": self.islands,
            "icons": [icon or None for icon in self.icons],
            "settings": list(self.settings),
        }

    def __str__(self) -> str:
        lines = [self.headline, f"format {self.format}, game version {self.game_version}"]
        for kinds in (self.islands, self.buildings):
            width = max((len(str(number)) for number in kinds.values()), default=0)
            lines += [f"{number:{width}}  {kind}" for kind, number in kinds.items()]
        if any(self.icons):
            lines.append("icons: " + "  ".join(icon or "-" for icon in self.icons))
        if self.settings:
            more = len(self.settings) - MOST_SETTINGS
            lines.append("settings: " + "  ".join(self.settings[:MOST_SETTINGS]) + (f"  and {more} more" * (more > 0)))
        return "\n".join(lines)


def inside(blueprint: Blueprint) -> Inside:
    """What is in a blueprint.

    >>> from shapewright.shapez.blueprints import Blueprint
    >>> print(inside(Blueprint('{"V":1122,"BP":{"$type":"Building","Entries":[{"T":"TrashDefaultInternalVariant"}]}}')))
    1 building, 1x1, 1 layer
    format 3, game version 1122
    1  TrashDefaultInternalVariant

    Raises ``NotationError`` if the entries or icons are not what they should be, and ``LimitError`` if there are too
    many.
    """
    is_building = blueprint.kind == "Building"
    places = [(entry.x, entry.y, entry.layer) for entry in blueprint.entries]
    tiles = [tile for entry in blueprint.entries for tile in tiles_of(entry)] if is_building else places
    across, down, layers = (max(along) - min(along) + 1 for along in zip(*tiles, strict=True)) if tiles else (0, 0, 0)
    settings = dict.fromkeys(found for building in blueprint.buildings if (found := setting(building)))
    return Inside(
        blueprint.format,
        blueprint.game_version,
        blueprint.kind,
        (across, down, layers),
        _numbers(blueprint.buildings),
        _numbers(blueprint.entries if blueprint.kind == "Island" else ()),
        blueprint.icons,
        tuple(settings),
    )


def _numbers(entries: tuple[Entry, ...]) -> dict[str, int]:
    counted = Counter(entry.kind for entry in entries)
    return dict(sorted(counted.items(), key=lambda one: (-one[1], one[0])))


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"
