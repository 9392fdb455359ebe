"""Save conditions."""

from __future__ import annotations

import re
from itertools import combinations_with_replacement

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from tests.clear.parsing import parsed
from tests.clear.random_values import regular_expressions, save_trees
from tests.reference.clear.saves import Tree, text_of

from shapewright.clear.patterns.regex import Expression
from shapewright.clear.patterns.save_conditions import SaveCondition, read_conditions
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


@pytest.mark.parametrize(
    ("text", "outcomes", "holds"),
    [
        ("^S", "LS LZ", True),
        ("^S", "LS SZ", False),
        ("!T", "L S", True),
        ("!T", "LSZO", True),
        ("!T", "T I", False),
        ("T&&S", "T S Z", True),
        ("T&&S", "S Z", False),
        ("T&&S", "TZ", False),
        ("T||S", "LSO", True),
        ("T||S", "LZO", False),
        ("LSZ", "LSZO TSZO", True),
        ("LSZ", "TSZ JSZ", False),
        ("/^[^T]*L[^J]*$/", "ILSZ IJSZ", True),
        ("/^[^T]*L[^J]*$/", "LL", True),
        ("/^[^T]*L[^J]*$/", "TLSZ", False),
        ("/^[^T]*L[^J]*$/", "LJSZ", False),
        ("I", "I J", True),
        ("IJ", "I J", False),
        ("I&&J", "I J", True),
        ("^I", "I J", True),
        ("!I", "I J", False),
        ("!T", "", False),
    ],
)
def test_examples_of_pc_saves_get_and_sfinder_wasm(text: str, outcomes: str, holds: bool) -> None:
    assert SaveCondition.from_text(text).holds_among(outcomes.split()) is holds


def test_several_conditions_and_their_labels() -> None:
    found = read_conditions("/^[LJ]{2,3}$/||/^[^LJ]+$/#even L/J, t && l,TT#T>X")
    assert [(one.text, one.label) for one in found] == [
        ("/^[LJ]{2,3}$/||/^[^LJ]+$/", "even L/J"),
        ("T&&L", ""),
        ("TT", "T>X"),
    ]
    assert read_conditions(",".join(map(str, found))) == found
    with pytest.raises(NotationError, match="2 save conditions are given where one is expected: 'T,L'"):
        SaveCondition.from_text("T,L")
    with pytest.raises(LimitError, match="more save conditions are given than the limit of 100"):
        read_conditions(",".join("T" * 101))


@given(save_trees, st.sampled_from(["", "one T", "T>S/Z", "ſ é"]))
def test_conditions_read_back(tree: Tree, label: str) -> None:
    condition = SaveCondition(text_of(tree), label)
    assert SaveCondition.from_text(condition.to_text()) == condition
    assert eval(repr(condition)) == condition


@given(regular_expressions, st.text("TIL", max_size=6))
@example("(T*)*L", "T" * 40)
def test_regular_expressions_like_those_of_python(text: str, saved: str) -> None:
    if len(saved) < 10:
        assert Expression(text).is_found(saved) == bool(re.search(text, saved))
    else:
        assert not Expression(text).is_found(saved), "and at once, where Python's would take for ever"


def test_hostile_sizes_are_refused() -> None:
    for text in ("T" * 1001, "!" * 500 + "T", "(" * 500 + "T" + ")" * 500):
        with pytest.raises(LimitError, match="the limit of"):
            SaveCondition.from_text(text)
    with pytest.raises(LimitError, match="written out, have more than 20000 states"):
        SaveCondition.from_text("/T{1000}{1000}/")


@given(st.text(max_size=30) | st.text("TIS!^&|() /[]{}1,#", max_size=30))
@example("ſ")
def test_any_text_is_a_condition_or_a_clear_error(text: str) -> None:
    conditions = parsed(read_conditions, text)
    assert conditions is None or read_conditions(",".join(map(str, conditions))) == conditions
