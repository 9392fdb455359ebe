"""Answers whose values have another form than those of their verb are refused in a sentence, never by a traceback."""

from __future__ import annotations

import json
from importlib import import_module
from random import Random
from typing import Any

import pytest
from tests.public_calls import answer_of

from shapewright.errors import NotationError, ShapewrightError

WORDS = (
    "tiling chances --board 2x4 --pieces 4*I2",
    "tiling count --board 4x4 --pieces any*I2 --by-symmetry",
    "tiling explain --board 4x4 --pieces T4,3*I4",
    "packing pack T2I1L1 --limit 2",
    "packing bins T2I1L1 --box 4x4",
    "stacking solve LLJ --width 5",
    "stacking survive SZ --width 4 --height-limit 4",
    "clear solve OO --field XXX____XXX/XXX____XXX",
    "clear path --field XXX____XXX/XXX____XXX -p OO -c 2 --minimal",
    "shapez plan CuRu----",
    "shapez op cut CuRuSuWu",
)
HOSTILE = (None, True, -1, 64, 10**30, 0.5, "", "x", [], [[[]]], [0, [1]], {}, {"a": []})


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inside for place in _places(each, (*path, key)))]


@pytest.mark.parametrize("words", WORDS)
def test_any_value_in_any_place(words: str) -> None:
    verify = import_module(f"shapewright.{words.split()[0]}").verify
    answer = answer_of(words)
    assert verify(answer).valid
    random = Random(words)
    places = _places(json.loads(answer))[1:]
    for place in random.sample(places, min(60, len(places))):
        changed = json.loads(answer)
        inside = changed
        for key in place[:-1]:
            inside = inside[key]
        inside[place[-1]] = random.choice(HOSTILE)
        try:
            verify(changed, time_limit=0.5)
        except ShapewrightError:
            pass


def test_bytes_that_are_no_text() -> None:
    from shapewright.clear.verify import verify_content

    with pytest.raises(NotationError, match="it is not text: byte 0x.* at offset 1"):
        verify_content(b"{\xff")
