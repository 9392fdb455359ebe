"""Plain data of answers, read strictly."""

from __future__ import annotations

from typing import Any

import pytest

from shapewright import claims
from shapewright.claims.asked import Asked, ElsewhereError
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
        "queue": "TIO", "none": None, "seed": 7, "seven": "7", "least": 0,
        "hold": True, "off": False, "share": 0.5, "file": ELSEWHERE, "files": ["T", ELSEWHERE], "texts": ["a", "b"],
        "mixed": ["a", 3], "content": {"base64": "VA=="}, "number": {"base64": 3},
    }
)  # fmt: skip


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (ASKED.value("queue"), "TIO"),
        (ASKED.value("missing"), None),
        (ASKED.value("off"), False),
        (ASKED.has("file"), True),
        (ASKED.has("none"), False),
        (ASKED.text("queue"), "TIO"),
        (ASKED.text("missing"), None),
        (ASKED.flag("hold"), True),
        (ASKED.flag("missing"), False),
        (ASKED.whole("seed"), 7),
        (ASKED.whole("least"), 0),
        (ASKED.whole("missing"), None),
        (ASKED.number("seed"), 7.0),
        (ASKED.number("share"), 0.5),
        (ASKED.number("missing"), None),
        (ASKED.texts("queue"), ("TIO",)),
        (ASKED.texts("texts"), ("a", "b")),
        (ASKED.texts("missing"), ()),
        (ASKED.content("content"), b"T"),
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
        (lambda: ASKED.text("seed"), NotationError, "'seed' is '7', which is of another kind"),
        (lambda: ASKED.flag("seed"), NotationError, "'seed' is '7', which is of another kind"),
        (lambda: ASKED.whole("hold"), NotationError, "'hold' is 'True', which is of another kind"),
        (lambda: ASKED.whole("share"), NotationError, "of another kind"),
        (lambda: ASKED.whole("seven"), NotationError, "of another kind"),
        (lambda: ASKED.number("hold"), NotationError, "of another kind"),
        (lambda: ASKED.texts("mixed"), NotationError, "not a list of texts"),
        (lambda: ASKED.texts("seed"), NotationError, "of another kind"),
    ],
)
def test_parameters_of_another_kind_are_refused(read: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        read()
