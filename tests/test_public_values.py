"""What the public functions return, and what they take: values that travel between processes, texts for values."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
from tests.public_calls import CALLS, OTHER_VALUES, WITHOUT_VALUES

from shapewright import clear, packing, shapez, stacking, tiling
from shapewright.errors import ShapewrightError

FAMILIES = {"tiling": tiling, "packing": packing, "stacking": stacking, "clear": clear, "shapez": shapez}


def _exported(wanted: Callable[[Any], bool]) -> set[str]:
    return {
        f"{name}.{each}"
        for name, family in FAMILIES.items()
        for each in family.__all__
        if wanted(getattr(family, each))
    }


def test_every_public_function_is_called() -> None:
    functions = _exported(lambda value: callable(value) and not inspect.isclass(value))
    assert functions == CALLS.keys() | WITHOUT_VALUES
    assert not CALLS.keys() & WITHOUT_VALUES


def _look_alike(value: Any, other: Any) -> bool:
    """Whether two values are equal, or print alike where something in them has no equality of its own."""
    if isinstance(value, (list, tuple)) and type(value) is type(other):
        return len(value) == len(other) and all(map(_look_alike, value, other))
    if not hasattr(value, "__array__") and value == other:
        return True
    return repr(value) == repr(other) and " at 0x" not in repr(value)


@pytest.mark.parametrize("name", [*CALLS, *OTHER_VALUES])
def test_values_travel_between_processes(name: str) -> None:
    value = (CALLS.get(name) or OTHER_VALUES[name])()
    for again in (pickle.loads(pickle.dumps(value)), deepcopy(value)):
        assert type(again) is type(value)
        assert _look_alike(value, again)


CHECKERS = {"tiling.faults", "packing.check", "packing.faults"}
"""They stand on no code that reads text, and refuse it."""

TEXTS: dict[str, str] = {
    "tiling.ExactCover": "p q r\np q\nr\np\nq r\n",
    "tiling.Problem": "board 4x4\npieces any*I2\n",
    "packing.Bag": "T2 I1",
    "packing.Bonuses": "I O 3",
    "packing.Problem": "box 4x4\nbag T2 I1\n",
    "packing.Values": "1 2\n3 4",
    "clear.Blueprint": "XXXXXXXX**",
    "clear.Field": "XXX____XXX/XXX____XXX",
    "clear.Fumen": "v115@vhAAgH",
    "clear.Net": clear.Net((clear.NetNode("identity", 0.0, (("covered", 1.0),)),)).to_text(),
    "clear.Pattern": "*p2",
    "clear.Queue": "OO",
    "clear.SaveCondition": "T||I",
    "shapez.Blueprint": '{"V":1,"BP":{"$type":"Building","Entries":[{"T":"CutterHalfInternalVariant","X":3}]}}',
    "shapez.Configuration": "quad2",
    "shapez.Pattern": "??------",
    "shapez.Shape": "CuRu----",
    "stacking.Problem": "LLJ",
}
READERS = ("from_text", "from_code", "from_name")


def value_of(name: str) -> Any:
    """The value of a class that its text in ``TEXTS`` describes."""
    family, _, kind = name.partition(".")
    cls = getattr(FAMILIES[family], kind)
    return next((getattr(cls, reader) for reader in READERS if hasattr(cls, reader)), cls)(TEXTS[name])


def test_every_class_with_a_notation_has_an_example() -> None:
    assert TEXTS.keys() == {"stacking.Problem"} | _exported(
        lambda value: inspect.isclass(value) and any(hasattr(value, reader) for reader in READERS)
    )


@pytest.mark.parametrize("name", TEXTS)
def test_a_value_prints_as_people_write_it_and_its_repr_rebuilds_it(name: str) -> None:
    value = value_of(name)
    family = FAMILIES[name.partition(".")[0]]
    names = {each: getattr(family, each) for each in family.__all__}
    assert repr(value).startswith("<") or eval(repr(value), names) == value
    if name not in ("clear.Blueprint", "clear.Net", "tiling.ExactCover"):  # whose texts do not hold all of them
        assert type(value)(str(value)) == value if name == "stacking.Problem" else str(value) != repr(value)


NOTHING = inspect.Parameter("nothing", inspect.Parameter.POSITIONAL_ONLY)


@pytest.mark.parametrize("name", TEXTS)
def test_a_wrong_text_is_answered_in_a_sentence(name: str) -> None:
    """By the readers, and by each function that takes the value as its first argument."""
    family, _, kind = name.partition(".")
    functions = [
        getattr(FAMILIES[family], each.partition(".")[2])
        for each in CALLS | dict.fromkeys(WITHOUT_VALUES)
        if each.startswith(f"{family}.")
    ]
    for function in functions:
        first, *others = inspect.signature(function).parameters.values() or [NOTHING]
        if kind not in str(first.annotation).replace("Puzzle", "Problem").split(" | "):
            continue
        if function is not tiling.faults and any(
            each.default is each.empty and each.kind is not each.VAR_KEYWORD for each in others
        ):
            continue
        for wrong in ("?", "no such thing", "\0", 5):
            with pytest.raises(ShapewrightError):
                list(found) if hasattr(
                    found := function(wrong, *[[]] * (function is tiling.faults)), "__next__"
                ) else found


@pytest.mark.parametrize("name", sorted(CALLS.keys() | WITHOUT_VALUES))
def test_every_value_with_a_notation_may_be_given_as_text(name: str) -> None:
    """The signatures say so, and a wrong text is answered in a sentence."""
    family, _, each = name.partition(".")
    function = getattr(FAMILIES[family], each)
    for parameter in inspect.signature(function).parameters.values():
        kinds = [kind.strip() for kind in str(parameter.annotation).replace("Puzzle", "Problem").split("|")]
        if f"{family}.{kinds[0]}" in TEXTS:
            assert "str" in kinds or name in CHECKERS, f"{name}: {parameter}"
