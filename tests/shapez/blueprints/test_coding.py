"""Strings of blueprints: what is in them survives both ways, and what is damaged or hostile is one line."""

from __future__ import annotations

import base64
import gzip
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import LimitError, NotationError
from shapewright.shapez.blueprints import FORMATS, Blueprint, Entry
from shapewright.shapez.blueprints.coding import MAX_JSON

# The examples of public descriptions of the format: one building, and an island with buildings on it.
CUTTER = '{"V":1122,"BP":{"$type":"Building","Entries":[{"T":"CutterDefaultInternalVariant","X":0,"Y":0,"R":0}]}}'
ISLAND = (
    '{"V":1122,"BP":{"$type":"Island","Icon":{"Data":["icon:Platforms",null,null,"shape:RuRuRuRu"]},"Entries":'
    '[{"T":"Foundation_1x1","X":1,"B":{"$type":"Building","Entries":[{"T":"TrashDefaultInternalVariant","L":2}]}}]}}'
)


def string(content: bytes, format: object = 3) -> str:
    """The string of a content, made by plain lines."""
    return f"SHAPEZ2-{format}-{base64.b64encode(gzip.compress(content, mtime=0)).decode()}$"


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("text", [CUTTER, ISLAND])
def test_a_string_holds_the_json_as_it_stands(text: str, format: int) -> None:
    blueprint = Blueprint.from_text(string(text.encode(), format))
    assert (blueprint.format, blueprint.json) == (format, text)
    assert Blueprint.from_text(blueprint.to_string()).json == text
    head, _, body = blueprint.to_string().rpartition("-")
    assert head == f"SHAPEZ2-{format}"
    assert gzip.decompress(base64.b64decode(body.removesuffix("$"))).decode() == text


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@given(
    st.dictionaries(st.text(), _VALUES, max_size=4), st.sampled_from([None, 2]), st.booleans(), st.sampled_from(FORMATS)
)
def test_unknown_keys_survive_byte_for_byte(extra: Any, indent: int | None, is_ascii: bool, format: int) -> None:
    text = json.dumps({**extra, "V": 9999, "BP": {**extra, "Entries": [extra]}}, indent=indent, ensure_ascii=is_ascii)
    assert Blueprint.from_text(Blueprint(text, format).to_string()).json == text


def test_the_same_json_gives_the_same_string() -> None:
    assert Blueprint(CUTTER).to_string() == Blueprint(CUTTER).to_string()


def test_white_space_around_a_string_does_not_matter() -> None:
    assert Blueprint.from_text(f"\n {string(CUTTER.encode())}\r\n").json == CUTTER
    assert Blueprint.from_text(f"\n {CUTTER}\n").json == CUTTER


def test_another_format_holds_the_same_json() -> None:
    assert Blueprint(CUTTER).to_string(4).startswith("SHAPEZ2-4-")
    with pytest.raises(NotationError, match="format 5 of blueprints is not known"):
        Blueprint(CUTTER).to_string(5)


def test_entries_are_read() -> None:
    (cutter,) = Blueprint(CUTTER).buildings
    assert cutter == Entry("CutterDefaultInternalVariant")
    blueprint = Blueprint(ISLAND)
    assert blueprint.kind == "Island"
    assert blueprint.icons == ("icon:Platforms", "", "", "shape:RuRuRuRu")
    (island,) = blueprint.entries
    assert (island.kind, island.x) == ("Foundation_1x1", 1)
    assert blueprint.buildings == island.buildings == (Entry("TrashDefaultInternalVariant", layer=2),)


GOOD = string(CUTTER.encode())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "'' is not the string of a blueprint"),
        ("SHAPEZ2", "is not the string of a blueprint"),
        ("SHAPEZ2-x-AAAA$", "is not the string of a blueprint"),
        ("SHAPEZ1-3-AAAA$", "is not the string of a blueprint"),
        (string(CUTTER.encode(), 0), "format 0 of blueprints is not known; the formats are 1 to 4"),
        (string(CUTTER.encode(), 99), "format 99 of blueprints is not known"),
        (GOOD[:-1], r"does not end with \$"),
        (GOOD + "$", r"there is '\$' after the \$"),
        (GOOD[:-9] + "$", "cut off"),
        (GOOD[:40] + "$", "cut off"),
        ("SHAPEZ2-3-$", "nothing between the format and the"),
        ("SHAPEZ2-3-H4sI AAA$", "' ' at character 5 of it is none of its letters"),
        ("SHAPEZ2-3-H4sIé$", "not base64"),
        ("SHAPEZ2-3-AAAA$", "not compressed by gzip"),
        (f"SHAPEZ2-3-{base64.b64encode(gzip.compress(b'{}', mtime=0)[:12] + b'zzzz').decode()}$", "damaged|cut off"),
        (f"SHAPEZ2-3-{base64.b64encode(gzip.compress(b'{}', mtime=0) + b'zzzz').decode()}$", "4 bytes follow"),
        (string(b"\xff\xfe"), "byte 0 is not UTF-8"),
        (string(b"nothing"), "is not JSON"),
        (string(b"[1]"), "is a list, not an object with 'V' and 'BP'"),
        (string(b"{}"), "has no object 'BP'"),
        (string(b'{"BP":[]}'), "has no object 'BP'"),
        (string(b'{"BP":{"a":NaN}}'), "NaN is not a number of JSON"),
        (string(b'{"BP":{"a":' + b"1" * 5000 + b"}}"), "a number of 5000 digits"),
        (string(b'{"BP":' + b"[" * 200_000), "nested deeper than 100"),
        ('{"command":"shapez blueprint"}', "this is the answer of a command"),
    ],
)
def test_what_is_wrong_with_a_string_is_one_line(text: str, words: str) -> None:
    with pytest.raises(NotationError, match=words) as found:
        Blueprint.from_text(text)
    assert "\n" not in str(found.value)


def test_a_small_string_of_much_is_refused_before_it_is_opened() -> None:
    bomb = string(b'{"BP":{"a":"' + b"0" * (2 * MAX_JSON) + b'"}}')
    assert len(bomb) < MAX_JSON / 100
    with pytest.raises(LimitError, match="more than 16777216 bytes of JSON"):
        Blueprint.from_text(bomb)
    with pytest.raises(LimitError, match="the string has"):
        Blueprint.from_text("SHAPEZ2-3-" + "A" * MAX_JSON)
    with pytest.raises(LimitError, match="the JSON has"):
        Blueprint.from_text("{" + " " * MAX_JSON)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"$type": "Train"}, r"'\$type' of the blueprint is 'Train', neither"),
        ({}, r"'\$type' of the blueprint is missing"),
        ({"Entries": {}}, "'Entries' is an object, not a list"),
        ({"Entries": [3]}, "entry 1 is 3, not an object"),
        ({"Entries": [{"T": "a"}, {"X": 1}]}, "'T' of entry 2 is missing"),
        ({"Entries": [{"T": "a\x1b[0m"}]}, "'T' of entry 1 is"),
        ({"Entries": [{"T": "a", "X": 1.5}]}, "'X' of entry 1 is 1.5, not a whole number"),
        ({"Entries": [{"T": "a", "Y": True}]}, "'Y' of entry 1 is true"),
        ({"Entries": [{"T": "a", "L": 10**400}]}, "'L' of entry 1 is a very long number"),
        ({"Entries": [{"T": "a", "R": 4}]}, "'R' of entry 1 is 4, not a whole number from 0 to 3"),
        ({"Entries": [{"T": "a", "C": "!"}]}, "'C' of entry 1 is '!', not base64"),
        ({"$type": "Island", "Entries": [{"T": "a", "B": 1}]}, "'B' of entry 1 is 1"),
        ({"$type": "Island", "Entries": [{"T": "a", "B": {"Entries": [{"T": 5}]}}]}, "'T' of entry 1 of entry 1 is 5"),
        ({"Entries": [{"T": "a"}] * 200_001}, "has 200001 entries"),
        (
            {"$type": "Island", "Entries": [{"T": "a", "B": {"Entries": [{"T": "b"}] * 120_000}}] * 2},
            "240000 buildings",
        ),
    ],
)
def test_entries_that_are_not_what_they_should_be_are_named(body: Any, words: str) -> None:
    text = json.dumps({"V": 1, "BP": {**({"$type": "Building"} if body else {}), **body}})
    blueprint = Blueprint(text)
    with pytest.raises((NotationError, LimitError), match=words):
        _ = blueprint.buildings


@pytest.mark.parametrize("icon", [{"Data": 3}, [], {"Data": [7]}, {"Data": [None] * 101}])
def test_icons_that_are_none_are_named(icon: object) -> None:
    with pytest.raises(NotationError, match="icon|Icon"):
        _ = Blueprint(json.dumps({"BP": {"Icon": icon}})).icons
