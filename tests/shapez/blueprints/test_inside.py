"""What is in a blueprint: numbers by kind, size, icons, and what buildings are set to."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from shapewright.shapez import Shape
from shapewright.shapez.blueprints import Blueprint, Entry, inside
from shapewright.shapez.blueprints.settings import FLUIDS, LABEL, SHAPES, pack_colour, pack_shape, setting


def blueprint(*entries: dict[str, Any], **more: Any) -> Blueprint:
    """A blueprint of buildings."""
    return Blueprint(json.dumps({"V": 1122, "BP": {"$type": "Building", "Entries": entries, **more}}))


def test_buildings_are_counted_by_kind_and_measured() -> None:
    found = inside(blueprint({"T": "b", "X": -1}, {"T": "a", "Y": 4}, {"T": "a", "L": 2}, {"T": "c"}))
    assert list(found.buildings.items()) == [("a", 2), ("b", 1), ("c", 1)]
    assert found.size == (2, 5, 3)
    assert found.headline == "4 buildings, 2x5, 3 layers"
    assert inside(blueprint()).headline == "0 buildings, 0x0, 0 layers"


def test_islands_are_counted_beside_the_buildings_on_them() -> None:
    island = {"T": "Foundation_1x1", "B": {"Entries": [{"T": "a"}, {"T": "a"}]}}
    found = inside(Blueprint(json.dumps({"V": 1, "BP": {"$type": "Island", "Entries": [island, {**island, "X": 1}]}})))
    assert (found.islands, found.buildings) == ({"Foundation_1x1": 2}, {"a": 4})
    assert found.headline.startswith("2 islands, 4 buildings, 2x1")


@pytest.mark.parametrize(
    ("kind", "extra", "words"),
    [
        (LABEL, b"\x05\x00hello", "'hello'"),
        (LABEL, b"\x05\x00hell", ""),
        (LABEL, b"\x02\x00\xff\xff", ""),
        (LABEL, b"", ""),
        (LABEL, b"\x04\x00\x1b[0m", r"'\x1b[0m'"),
        (SHAPES, pack_shape(Shape.from_code("CuCuCuCu:P-------")), "CuCuCuCu:P-------"),
        (SHAPES, b"\x00", ""),
        (SHAPES, b"\x01\x01\x02\x00Zz", ""),
        (FLUIDS, pack_colour("g"), "g"),
        (FLUIDS, b"\x01z", ""),
        (FLUIDS, b"\x00", ""),
        ("SomethingElse", b"\x05\x00hello", ""),
    ],
)
def test_settings_are_read(kind: str, extra: bytes, words: str) -> None:
    assert setting(Entry(kind, extra=extra)) == words


def test_settings_are_listed_once_and_shortened() -> None:
    labels = [base64.b64encode(b"\x02\x00%02d" % number).decode() for number in range(25)]
    found = inside(blueprint(*[{"T": LABEL, "C": each} for each in (*labels, *labels)]))
    assert found.settings[:2] == ("'00'", "'01'")
    assert len(found.settings) == 25
    assert str(found).endswith("'19'  and 5 more")


def test_icons_are_shown() -> None:
    found = inside(blueprint(Icon={"Data": ["icon:Buildings", None, None, "shape:CuCuCuCu"]}))
    assert "icons: icon:Buildings  -  -  shape:CuCuCuCu" in str(found)
    assert found.to_json()["icons"] == ["icon:Buildings", None, None, "shape:CuCuCuCu"]


def test_the_size_counts_the_tiles_that_buildings_cover() -> None:
    assert inside(blueprint({"T": "CutterDefaultInternalVariant"})).size == (1, 2, 1)
    assert inside(blueprint({"T": "CutterDefaultInternalVariant", "R": 1})).size == (2, 1, 1)
    assert inside(blueprint({"T": "StackerStraightInternalVariant", "X": -3}, {"T": "a"})).size == (4, 1, 2)
