"""Save conditions."""

from __future__ import annotations

from itertools import combinations_with_replacement

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed

from shapewright.clear.savings import SaveCondition
from shapewright.errors import LimitError, NotationError

SAVED = ["".join(letters) for n in range(4) for letters in combinations_with_replacement("TISZ", n)]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("T", lambda s: "T" in s),
        ("!T", lambda s: "T" not in s),
        ("TT", lambda s: s.count("T") >= 2),
        ("IT", lambda s: "T" in s and "I" in s),
        ("T&&S", lambda s: "T" in s and "S" in s),
        ("T||I", lambda s: "T" in s or "I" in s),
        ("T || I && S", lambda s: "T" in s or ("I" in s and "S" in s)),
        ("(t||i)&&s", lambda s: ("T" in s or "I" in s) and "S" in s),
        ("!(T||I)", lambda s: "T" not in s and "I" not in s),
        ("!T&&!!S", lambda s: "T" not in s and "S" in s),
    ],
)
def test_conditions_mean_what_they_say(text: str, plain) -> None:  # type: ignore[no-untyped-def]
    condition = SaveCondition.from_text(text)
    assert [condition.holds_for(saved) for saved in SAVED] == [plain(saved) for saved in SAVED]
    assert SaveCondition.from_text(condition.to_text()) == condition
    assert eval(repr(condition)) == condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "the end at position 1 of the save condition '': a piece is expected"),
        ("Q", "'Q' at position 1 of the save condition 'Q': a piece is expected"),
        ("T&S", "'&' at position 2 of the save condition 'T&S': || or && is expected"),
        ("T||", "the end at position 4"),
        ("(T", "the end at position 3 .*: the bracket is not closed"),
        ("T)", r"'\)' at position 2 .*: \|\| or && is expected"),
    ],
)
def test_what_is_wrong_with_a_text(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        SaveCondition.from_text(text)


def test_hostile_sizes_are_refused() -> None:
    for text in ("T" * 1001, "!" * 500 + "T", "(" * 500 + "T" + ")" * 500):
        with pytest.raises(LimitError, match="the limit of"):
            SaveCondition.from_text(text)


@given(st.text(max_size=30) | st.text("TIS!&|() ", max_size=30))
@example("ſ")
def test_any_text_is_a_condition_or_a_clear_error(text: str) -> None:
    condition = parsed(SaveCondition.from_text, text)
    assert condition is None or SaveCondition.from_text(condition.to_text()) == condition
