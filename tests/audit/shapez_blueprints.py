"""Blueprints: strings opened by plain lines, entries counted one by one."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

__all__ = ["QUESTIONS", "is_true"]

_TEXT = json.dumps(
    {
        "V": 7,
        "BP": {
            "$type": "Building",
            "Icon": {"Data": [None, "icon:Belts"]},
            "Entries": [{"T": "a", "X": 2}, {"T": "a", "L": 1}, {"T": "LabelDefaultInternalVariant", "C": "AgBhYg=="}],
        },
    }
)

_CUTTER = json.dumps(
    {"V": 7, "BP": {"$type": "Building", "Entries": [{"T": "CutterHalfInternalVariant", "X": 3}, {"T": "New"}]}}
)

QUESTIONS = [
    f"shapez blueprint decode '{_TEXT}'",
    f"shapez blueprint encode '{_TEXT}' --format 2",
    f"shapez blueprint show '{_TEXT}'",
    f"shapez blueprint check '{_CUTTER}' --inputs CuRuSuWu",
]


def _opened(string: str) -> tuple[int, str]:
    if string.strip().startswith("{"):
        return 3, string.strip()
    _, format, packed = string.strip().split("-")
    return int(format), gzip.decompress(base64.b64decode(packed.removesuffix("$"))).decode()


def is_true(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    """Whether all that an answer says is so."""
    format, text = _opened(parameters["blueprint"])
    found = json.loads(text)
    claims = {
        key: answer[key] for key in answer if key not in ("version", "envelope", "command", "parameters", "seconds")
    }
    claims.pop("verdict", None)
    claims.pop("reason", None)
    if claims.pop("complete") is not True:
        return False
    if parameters["operation"] == "check":
        return _same(claims, _HALVED) if parameters["blueprint"] == _CUTTER else None
    if parameters["operation"] == "encode":
        format = int(parameters.get("format") or format)
        return set(claims) == {"format", "string"} and _opened(claims.pop("string")) == (format, text)
    expected: dict[str, Any] = {"format": format, "game_version": found["V"]}
    if parameters["operation"] == "decode":
        expected["json"] = text
    else:
        entries = found["BP"]["Entries"]
        kinds = [entry["T"] for entry in entries]
        reach = [[entry.get(key, 0) for entry in entries] for key in "XYL"]
        label = entries[-1]
        reach[0] += [label.get("X", 0) + step for step in (-2, -1, 1, 2)]  # labels are five tiles long
        expected |= {
            "kind": "Building",
            "size": [max(places) - min(places) + 1 for places in reach],
            "buildings": {kind: kinds.count(kind) for kind in kinds},
            "islands": {},
            "icons": found["BP"]["Icon"]["Data"],
            "settings": ["'ab'"],
        }
    return _same(claims, expected)


_HALVED = {
    "inputs": [{"tile": [3, 0, 0], "kind": "half-destroy", "values": ["CuRuSuWu"]}],
    "outputs": [{"tile": [3, 0, 0], "kind": "half-destroy", "values": ["CuRu----"]}],
    "faults": [],
    "unknown": {"New": 1},
}


def _same(stated: object, found: object) -> bool:
    return json.dumps(stated, sort_keys=True) == json.dumps(found, sort_keys=True)
