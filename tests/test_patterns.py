"""Regular expressions that read what strangers wrote take no memory that grows with what they match.

Of a repeated choice, such as ``(?:a|bc)*``, the matcher keeps a way back for each repetition: 120 bytes for each
character of a file. A possessive repeat, ``(?:a|bc)*+``, keeps none.
"""

from __future__ import annotations

import pkgutil
import re
from importlib import import_module
from re import _constants as words  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

import shapewright

LONG = 1 << 10


def _patterns() -> dict[str, re.Pattern[Any]]:
    found = {}
    for module in pkgutil.walk_packages(shapewright.__path__, "shapewright."):
        if not module.name.endswith("__main__"):
            for name, value in vars(import_module(module.name)).items():
                if isinstance(value, re.Pattern):
                    found[f"{module.name}.{name}"] = value
    return found


def _parts(item: Any) -> Any:
    """All operations in a parsed pattern, with their arguments."""
    for operation, argument in item:
        yield operation, argument
        inside = argument if isinstance(argument, (tuple, list)) else (argument,)
        for each in inside:
            for sub in each if isinstance(each, list) else (each,):
                if isinstance(sub, parser.SubPattern):
                    yield from _parts(sub)


def _keeps_ways_back(pattern: str, flags: int = 0) -> bool:
    for operation, argument in _parts(parser.parse(pattern, flags)):
        is_long = operation in (words.MAX_REPEAT, words.MIN_REPEAT) and argument[1] >= LONG
        if is_long and any(inner is words.BRANCH for inner, _ in _parts(argument[2])):
            return True
    return False


def test_the_rule_itself() -> None:
    assert all(map(_keeps_ways_back, ("(?:a|bc)*", "x((?:ab|c)+)?y")))
    assert not any(map(_keeps_ways_back, ("(?:a|bc)*+", "[ab]*(?:c|de)?")))


def test_no_repeated_choice_keeps_ways_back() -> None:
    patterns = _patterns()
    assert len(patterns) > 50
    assert not [name for name, value in patterns.items() if _keeps_ways_back(value.pattern, value.flags & ~re.DEBUG)]
