"""Plain data of answers, read strictly."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright import claims
from shapewright.claims.asked import MAX_WHOLE, Asked, ElsewhereError
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


ELSEWHERE = {"name": "a.txt", "sha256": "0"}
ASKED = Asked(
    {
        "queue": "TIO", "none": None, "seed": 7, "seven": "7", "long": "1" * 21, "least": 0, "most": MAX_WHOLE,
        "hold": True, "off": False, "share": 0.5, "file": ELSEWHERE, "files": ["T", ELSEWHERE], "texts": ["a", "b"],
        "mixed": ["a", 3], "content": {"base64": "VA=="}, "broken": {"base64": "?"}, "number": {"base64": 3},
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (ASKED.value("missing", "none", "queue"), "TIO"),
        (ASKED.value("missing"), None),
        (ASKED.value("off"), False),
        (ASKED.has("file"), True),
        (ASKED.has("none"), False),
        (ASKED.text("queue"), "TIO"),
        (ASKED.text("missing"), None),
        (ASKED.flag("hold"), True),
        (ASKED.flag("missing"), False),
        (ASKED.whole("seed"), 7),
        (ASKED.whole("seven", least=7, most=7), 7),
        (ASKED.whole("least"), 0),
        (ASKED.whole("most"), 10**12),
        (ASKED.whole("missing", least=1), None),
        (ASKED.texts("queue"), ("TIO",)),
        (ASKED.texts("texts"), ("a", "b")),
        (ASKED.texts("missing"), ()),
        (ASKED.content("missing", "content"), b"T"),
        (ASKED.content("queue"), "TIO"),
        (ASKED.content("missing"), None),
    ],
)
def test_parameters_are_read(found: object, expected: object) -> None:
    assert (type(found), found) == (type(expected), expected)


@pytest.mark.parametrize(
    ("read", "error", "message"),
    [
        (lambda: ASKED.value("file"), ElsewhereError, "'file' is not in the answer"),
        (lambda: ASKED.texts("files"), ElsewhereError, "'files' is not in the answer"),
        (lambda: ASKED.content("number"), ElsewhereError, "'number' is not in the answer"),
        (lambda: ASKED.content("broken"), NotationError, "not the content of a file"),
        (lambda: ASKED.text("seed"), NotationError, "'seed' is '7', not a text"),
        (lambda: ASKED.flag("seed"), NotationError, "'seed' is '7', not true or false"),
        (lambda: ASKED.whole("seed", least=8), NotationError, "not a whole number from 8 to "),
        (lambda: ASKED.whole("seed", most=6), NotationError, "not a whole number from 0 to 6"),
        (lambda: ASKED.whole("hold"), NotationError, "'hold' is 'True', not a whole number"),
        (lambda: ASKED.whole("share"), NotationError, "'share' is '0.5', not a whole number"),
        (lambda: ASKED.whole("long", most=10**30), NotationError, "not a whole number"),
        (lambda: ASKED.whole("queue"), NotationError, "not a whole number"),
        (lambda: ASKED.texts("mixed"), NotationError, "not a list of texts"),
        (lambda: ASKED.texts("seed"), NotationError, "not a list of texts"),
    ],
)
def test_parameters_of_another_kind_are_refused(read: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read()
