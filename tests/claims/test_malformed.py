"""Answers whose values have another form than those of their verb are refused in a sentence, never by a traceback."""

from __future__ import annotations

import copy
from importlib import import_module
from random import Random
from typing import Any

import pytest
from tests.mutation_audit import FAMILIES, asked

from shapewright.claims.findings import shown
from shapewright.errors import NotationError, ShapewrightError

HOSTILE: tuple[Any, ...] = (
    *(None, True, -1, 64, 10**30, 10**5000, 0.5, -1e300, "", "x", "\ud800", "9" * 5000, [], [[[]]], [0, [1]], {}),
    *({"a": []}, [{}], [None, "x"]),
)


def _questions() -> list[str]:
    """One question of each verb that the audit asks."""
    found: dict[str, str] = {}
    for family in FAMILIES:
        for line in import_module(f"tests.audit.{family}").QUESTIONS:
            found.setdefault(" ".join(line.split()[:2]), line)
    return sorted(found.values())


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where a value is; of a list the first and the last stand for all."""
    inside = value.items() if isinstance(value, dict) else [*enumerate(value)] if isinstance(value, list) else []
    if isinstance(value, list):
        inside = [inside[0], inside[-1]] if len(inside) > 1 else inside
    return [path, *(place for key, each in inside for place in _places(each, (*path, key)))]


def _changed(answer: dict[str, Any], place: tuple[Any, ...], value: Any) -> dict[str, Any]:
    changed = copy.deepcopy(answer)
    inside: Any = changed
    for key in place[:-1]:
        inside = inside[key]
    inside[place[-1]] = value
    return changed


def faults(line: str, seed: int = 0) -> list[str]:
    """What ``verify`` raises besides errors of ours when the value in any one place of an answer is of another type."""
    verify = import_module(f"shapewright.{line.split()[0]}").verify
    answer = asked(line)
    random = Random(f"{line}{seed}")
    found = []
    for place in _places(answer)[1:]:
        value = random.choice(HOSTILE)
        try:
            verify(_changed(answer, place, value), time_limit=0.05)
        except Exception as error:
            if not isinstance(error, ShapewrightError) or error.exit_code == 70:
                found.append(f"{place} = {shown(value)}: {type(error).__name__}: {error}")
    return found


@pytest.mark.parametrize("line", _questions(), ids=lambda line: "-".join(line.split()[:2]))
def test_any_value_in_any_place(line: str) -> None:
    assert faults(line) == []


def test_bytes_that_are_no_text() -> None:
    from shapewright.clear.verify import verify_content

    with pytest.raises(NotationError, match="it is not text: byte 0x.* at offset 1"):
        verify_content(b"{\xff")
