"""Answers of ``shapez blueprint``: strings opened again, their entries counted again by other lines than before."""

from __future__ import annotations

import base64
import binascii
import gzip
import io
import zlib
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError
from shapewright.shapez.blueprints.blueprint import Blueprint
from shapewright.shapez.blueprints.buildings import buildings
from shapewright.shapez.blueprints.settings import setting
from shapewright.shapez.blueprints.simulate import simulate
from shapewright.storage.json import read_json

if TYPE_CHECKING:
    from shapewright.claims import Case


MAX_BYTES = 16 << 20
FORMAT_OF_JSON = 3


def blueprint(case: Case) -> None:
    """An answer of ``shapez blueprint OPERATION --json``."""
    operation, text = case.asked.text("operation"), case.asked.text("blueprint") or ""
    case.compare("complete", True, "nothing was left out")
    if operation == "check":
        # What ``check`` says, simulated again.
        format, words = opened(text)
        goals = (case.asked.text("goals") or "").replace(",", " ").split()
        layers = case.asked.whole("layers")
        found = simulate(Blueprint(words, format), case.asked.text("inputs") or "", goals=goals, layers=layers)
        for key, value in found.to_json().items():
            case.compare(key, value, "simulated again")
        case.findings.verdict(case.answer, "found" if found.right else "none")
        case.findings.compare(
            "reason", case.answer.get("reason"), str(found.faults[0]) if found.faults else None, "simulated again"
        )
        return
    case.findings.verdict(case.answer, "found")
    format, words = opened(text)
    if operation == "encode":
        format = case.asked.whole("format") or format
        case.compare("format", format, "what was asked")
        case.findings.compare("string", opened(case.answer["string"]), (format, words), "opened again")
        return
    case.compare("format", format, "by the string")
    data = read_json(words, "the blueprint")
    case.compare("game_version", data.get("V", 0), "by the JSON")
    if operation == "decode":
        case.compare("json", words, "opened again")
    else:
        read = Blueprint.from_text(text)
        settings = dict.fromkeys(filter(None, map(setting, read.buildings)))
        case.compare("settings", list(settings), "read again")
        case.compare("icons", [icon or None for icon in read.icons], "read again")
        body = data["BP"]
        entries = body.get("Entries", [])
        case.compare("kind", body.get("$type"), "by the JSON")
        islands = entries if body["$type"] == "Island" else []
        on_islands = [each for island in islands for each in (island.get("B") or {}).get("Entries", [])]
        case.compare("buildings", _numbers(on_islands if body["$type"] == "Island" else entries), "counted")
        case.compare("islands", _numbers(islands), "counted")
        tiles = [tile for each in entries for tile in _tiles(each, not islands)]
        size = [max(places) - min(places) + 1 for places in zip(*tiles, strict=True)]
        case.compare("size", size or [0, 0, 0], "measured")


def opened(text: str) -> tuple[int, str]:
    """The format and the JSON of a string, or of JSON itself."""
    text = text.strip()
    if text.startswith("{"):
        return FORMAT_OF_JSON, text
    words = text.removesuffix("$").split("-", 2)
    if len(words) != 3 or words[0] != "SHAPEZ2" or not words[1].isdecimal() or not text.endswith("$"):
        raise NotationError("the string is not SHAPEZ2-<format>-<base64>$")
    try:
        with gzip.open(io.BytesIO(base64.b64decode(words[2], validate=True))) as file:
            content = file.read(MAX_BYTES + 1)
        if len(content) > MAX_BYTES:
            raise LimitError(f"the string holds more than {MAX_BYTES} bytes")
        return int(words[1]), content.decode()
    except (binascii.Error, OSError, EOFError, UnicodeDecodeError, zlib.error) as error:
        raise NotationError(f"the string cannot be opened: {error}") from None


def _numbers(entries: list[Any]) -> dict[str, int]:
    kinds = [each["T"] for each in entries]
    return {kind: kinds.count(kind) for kind in set(kinds)}


def _tiles(entry: Any, is_building: bool) -> tuple[tuple[int, int, int], ...]:
    place = (entry.get("X", 0), entry.get("Y", 0), entry.get("L", 0))
    known = buildings().get(entry["T"]) if is_building else None
    return (place,) if known is None else known.placed(*place, entry.get("R", 0)).tiles
