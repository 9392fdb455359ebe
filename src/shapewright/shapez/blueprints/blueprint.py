"""A blueprint: the text of its JSON as it stands, and what that says about buildings, islands and icons.

Keys that are not read here stay in the text. The keys are ``V`` (the number of the game's version) and ``BP``, in that
``$type`` (Building or Island), ``Icon`` with four icons, ``BinaryVersion``, and ``Entries``: of each ``T`` is the kind,
``X``, ``Y`` and ``L`` the place, ``R`` the rotation in quarter turns clockwise from above (y goes to the south),
``C`` base64 of what the building is set to; what is left out is 0. An island has its buildings in ``B``.
"""

from __future__ import annotations

import base64
import binascii
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from shapewright.errors import LimitError, NotationError, quote
from shapewright.shapez.blueprints.coding import FORMATS, MAX_JSON, checked_format, packed, unpacked
from shapewright.storage.json import read_json

MAX_ENTRIES = 200_000
"""Most buildings and islands that are read out of one blueprint."""
MAX_PLACE = 1_000_000
_ICONS = 4


@dataclass(frozen=True)
class Entry:
    """A building, or an island with the ``buildings`` on it; ``extra`` is what it is set to, as the game packs it."""

    kind: str
    x: int = 0
    y: int = 0
    layer: int = 0
    rotation: int = 0
    extra: bytes = b""
    buildings: tuple[Entry, ...] = ()


class Blueprint:
    """A blueprint, given by the text of its JSON and the number of the ``format`` of its string.

    >>> blueprint = Blueprint('{"V":1,"BP":{"$type":"Building","Entries":[{"T":"CutterHalfInternalVariant","X":3}]}}')
    >>> blueprint.kind, blueprint.entries
    ('Building', (Entry(kind='CutterHalfInternalVariant', x=3, y=0, layer=0, rotation=0, extra=b'', buildings=()),))
    >>> Blueprint.from_text(blueprint.to_string()).json == blueprint.json
    True

    Raises ``NotationError`` for anything but JSON with ``BP`` in it; ``entries`` and ``icons`` do when they are read,
    if they are not what they should be.
    """

    def __init__(self, json: str, format: int = FORMATS[2]) -> None:
        self.json = json
        self.format = checked_format(format)
        found = read_json(json, "the blueprint")
        if not isinstance(found, dict):
            raise NotationError(f"the JSON of the blueprint is {_shown(found)}, not an object with 'V' and 'BP'")
        if not isinstance(found.get("BP"), dict):
            answer = (
                " (this is the answer of a command; the blueprint is what 'decode' prints)"
                if "command" in found
                else ""
            )
            raise NotationError(f"the JSON has no object 'BP', so it is not that of a blueprint{answer}")
        self._data = found

    @classmethod
    def from_text(cls, text: str) -> Blueprint:
        """The blueprint of a string that begins with ``SHAPEZ2-``, or of JSON; white space around it is left out.

        Raises ``NotationError`` and ``LimitError``.
        """
        if not text.lstrip().startswith("{"):
            format, json = unpacked(text)
            return cls(json, format)
        if len(text) > MAX_JSON:
            raise LimitError(f"the JSON has {len(text)} characters; a blueprint holds at most {MAX_JSON} bytes")
        return cls(text.strip())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Blueprint):
            return NotImplemented
        return (self.json, self.format) == (other.json, other.format)

    def __hash__(self) -> int:
        return hash((self.json, self.format))

    def __repr__(self) -> str:
        return f"<Blueprint: {self.kind} with {len(self.buildings)} buildings, format {self.format}>"

    def __str__(self) -> str:
        return self.to_string()

    def to_string(self, format: int | None = None) -> str:
        """The string that the game reads, of its own format or of another; the JSON is the same in each."""
        return packed(self.json, self.format if format is None else format)

    @property
    def kind(self) -> str:
        """``Building`` or ``Island``."""
        kind = self._body.get("$type")
        if kind not in ("Building", "Island"):
            raise NotationError(f"'$type' of the blueprint is {_shown(kind)}, neither 'Building' nor 'Island'")
        return str(kind)

    @property
    def game_version(self) -> int:
        """The number of the game's version."""
        return _whole(self._data, "V", "the blueprint", least=0, most=10**9)

    @cached_property
    def icons(self) -> tuple[str, ...]:
        """The icons, each ``icon:NAME``, ``shape:CODE`` or nothing."""
        icon = self._body.get("Icon", self._body.get("Icons"))
        if icon is None:
            return ("",) * _ICONS
        found = icon.get("Data") if isinstance(icon, dict) else None
        if not isinstance(found, list) or len(found) > 100:
            raise NotationError("'Icon' of the blueprint is not an object with a list of icons as its 'Data'")
        for each in found:
            if each is not None and not _is_name(each):
                raise NotationError(f"an icon of the blueprint is {_shown(each)}, not such as 'icon:Buildings'")
        return tuple([each or "" for each in found])

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The buildings, or the islands, in the order of the JSON."""
        return _entries(self._body, "", self.kind == "Island")

    @cached_property
    def buildings(self) -> tuple[Entry, ...]:
        """All buildings, those of islands as well, in places of the island's own."""
        if self.kind == "Building":
            return self.entries
        return tuple([building for island in self.entries for building in island.buildings])

    @property
    def _body(self) -> dict[str, object]:
        body: dict[str, object] = self._data["BP"]
        return body


def _entries(body: dict[str, object], of: str, are_islands: bool) -> tuple[Entry, ...]:
    found = body.get("Entries", [])
    if not isinstance(found, list):
        raise NotationError(f"'Entries'{of} is {_shown(found)}, not a list")
    if len(found) > MAX_ENTRIES:
        raise LimitError(f"the blueprint has {len(found)} entries{of}; at most {MAX_ENTRIES} are read")
    read = tuple([_entry(each, f"entry {number}{of}", are_islands) for number, each in enumerate(found, 1)])
    within = sum(len(each.buildings) for each in read)
    if within > MAX_ENTRIES:
        raise LimitError(f"the blueprint has {within} buildings on its islands; at most {MAX_ENTRIES} are read")
    return read


def _entry(found: object, where: str, is_island: bool) -> Entry:
    if not isinstance(found, dict):
        raise NotationError(f"{where} is {_shown(found)}, not an object")
    kind = found.get("T")
    if not isinstance(kind, str) or not _is_name(kind):
        raise NotationError(f"'T' of {where} is {_shown(kind)}, not the name of a kind of building or island")
    within: tuple[Entry, ...] = ()
    if is_island and found.get("B") is not None:
        if not isinstance(found["B"], dict):
            raise NotationError(f"'B' of {where} is {_shown(found['B'])}, not the buildings of an island")
        within = _entries(found["B"], f" of {where}", are_islands=False)
    return Entry(
        kind,
        _whole(found, "X", where),
        _whole(found, "Y", where),
        _whole(found, "L", where),
        _whole(found, "R", where, least=0, most=3),
        _extra(found.get("C"), where),
        within,
    )


def _is_name(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 1000 and value.isprintable()


def _whole(found: dict[str, object], key: str, where: str, *, least: int = -MAX_PLACE, most: int = MAX_PLACE) -> int:
    value = found.get(key, 0)
    if type(value) is not int or not least <= value <= most:
        raise NotationError(f"{key!r} of {where} is {_shown(value)}, not a whole number from {least} to {most}")
    return value


def _extra(value: object, where: str) -> bytes:
    if value is None:
        return b""
    if not isinstance(value, str):
        raise NotationError(f"'C' of {where} is {_shown(value)}, not base64")
    try:
        return base64.b64decode(value, validate=True)
    except (binascii.Error, ValueError):
        raise NotationError(f"'C' of {where} is {quote(value)}, not base64") from None


def _shown(value: Any) -> str:
    if isinstance(value, str):
        return quote(value)
    if value is None or isinstance(value, bool):
        return {None: "missing", True: "true", False: "false"}[value]
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return f"{value:.6g}" if abs(value) < 1e300 else "a very long number"
