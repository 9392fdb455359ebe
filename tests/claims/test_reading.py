"""Plain data of answers, read strictly."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright import claims
from shapewright.errors import NotationError

RECORD: dict[str, Any] = {"count": 3, "share": 0.5, "name": "T", "open": True, "list": [1], "nothing": None}


def test_values_of_the_right_kind() -> None:
    assert claims.whole(RECORD, "count") == 3
    assert claims.number(RECORD, "count") == 3.0
    assert claims.number(RECORD, "share") == 0.5
    assert claims.text(RECORD, "name") == "T"
    assert claims.flag(RECORD, "open") is True
    assert claims.flag(RECORD, "nothing", default=False) is False
    assert claims.flag(RECORD, "missing", default=True) is True
    assert claims.listed(RECORD, "list") == [1]


@pytest.mark.parametrize(
    ("read", "key", "message"),
    [
        (claims.whole, "missing", "it has no 'missing'"),
        (claims.whole, "open", "its 'open' is not a whole number: true"),
        (claims.number, "open", "its 'open' is not a number: true"),
        (claims.number, "name", "its 'name' is not a number: \"T\""),
        (claims.text, "count", "its 'count' is not a text: 3"),
        (claims.flag, "nothing", "its 'nothing' is not true or false: null"),
        (claims.listed, "name", "its 'name' is not a list: \"T\""),
    ],
)
def test_values_of_another_kind_are_refused(read: Any, key: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{message}$"):
        read(RECORD, key)


def test_an_entry_says_where_it_is() -> None:
    with pytest.raises(NotationError, match=r"^plan 2 has no 'height'$"):
        claims.entry({}, "height", int, "plan 2")
    with pytest.raises(NotationError, match=r"^plan 2: 'height' is not a whole number: \"3\"$"):
        claims.entry({"height": "3"}, "height", int, "plan 2")
    with pytest.raises(NotationError, match=r"^plan 2 is not an object$"):
        claims.entry([3], "height", int, "plan 2")


def test_the_answer_of_a_command_is_told_from_other_files() -> None:
    assert claims.answer_in(b'\xef\xbb\xbf {"command": "clear  solve"}') == {"command": "clear  solve"}
    assert claims.answer_in(b"[1]") is None
    assert claims.answer_in(b'{"name": "T"}') is None
    assert claims.answer_in(b'{"command": "a"}\n{"command": "b"}') is None
    assert claims.command_of({"command": "clear  solve"}) == "clear solve"


def test_answers_of_json_lines_know_their_place() -> None:
    assert [one for _, one in claims.read_answers('{"a": 1}\n{"a": 2}')] == [{"a": 1}, {"a": 2}]
    with pytest.raises(NotationError, match="is not an answer; expected a JSON object"):
        claims.read_answers("[1, 2]")
