"""Fields take the same value by a word and by JSON, and refuse the rest in one sentence that says which field it is."""

from __future__ import annotations

import base64
import io
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import FileError, LimitError, NotationError, ShapewrightError
from shapewright.questions import fields as kinds
from shapewright.questions.asked import Asked, check_parameters, schema
from shapewright.questions.asked import given as repeated
from shapewright.questions.fields import (
    LIMIT,
    TIME_LIMIT,
    Choice,
    Content,
    Field,
    File,
    Files,
    Flag,
    Number,
    Parsed,
    Record,
    Seconds,
    Text,
    Texts,
    Whole,
    limit_field,
    shown,
)
from shapewright.questions.source import Source
from shapewright.questions.words import begin_command


def _number(text: str) -> int:
    if not text.strip().isdigit():
        raise NotationError(f"{text!r} is not a number")
    return int(text)


def _sum(text: str) -> int:
    return sum(map(_number, text.split("\n")[:-1]))


FIELDS: tuple[Field, ...] = (
    Text("text", "Any text.", limit=5),
    Parsed("sum", "A number, or a file of them.", parse=_number, parse_file=_sum, limit=40),
    File("file", "A file.", limit=20),
    Files("files", "Files.", most=2, limit=20),
    Content("content", "Bytes.", limit=4),
    Whole("whole", "A whole number.", minimum=-1, maximum=99, studio_maximum=9),
    Number("number", "A number.", minimum=-1.5, maximum=2.0),
    Seconds("seconds", "Seconds.", maximum=60.0),
    Flag("flag", "Yes or no."),
    Choice("choice", "One of two.", choices=("a", "b"), default="a"),
    Texts("texts", "Some texts.", most=2, limit=3, parse=str.upper),
    Record("record", "Some data.", limit=20),
)
KNOWN = {field.name: field for field in FIELDS}


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    begin_command()


def by_word(name: str, word: Any) -> dict[str, Any]:
    """What is checked of a word of the command line (of several, if the field takes several)."""
    return {name: KNOWN[name].check(KNOWN[name].word(word), "shell")}


def by_json(name: str, value: Any) -> dict[str, Any]:
    """What is checked of a value in JSON, as it comes over the wire."""
    return check_parameters(FIELDS, json.loads(json.dumps({name: value})))


def value(checked: dict[str, Any]) -> Any:
    """What a question works with; of a file its text."""
    (name,) = checked
    found = Asked(FIELDS, checked)[KNOWN[name]]
    several = found if isinstance(found, tuple) else (found,)
    if all(isinstance(each, Source) for each in several):
        return tuple(each.text() for each in several) if isinstance(found, tuple) else found.text()
    return found


@pytest.mark.parametrize(
    ("name", "word", "plain", "meant"),
    [
        ("text", "abc", "abc", "abc"),
        ("text", "", "", ""),
        ("sum", "12", "12", 12),
        ("sum", "1\n2\n", "1\n2\n", 3),
        ("whole", "9", 9, 9),
        ("whole", "+3", 3.0, 3),
        ("whole", "-1", -1, -1),
        ("number", "2", 2, 2.0),
        ("number", "-1.5e0", -1.5, -1.5),
        ("seconds", "0.5", 0.5, 0.5),
        ("flag", True, True, True),
        ("choice", "b", "b", "b"),
        ("texts", ("a", "b"), ["a", "b"], ("A", "B")),
        ("texts", ("a",), "a", ("A",)),
    ],
)
def test_a_value_is_the_same_by_word_and_by_json(name: str, word: Any, plain: Any, meant: Any) -> None:
    shell, studio = by_word(name, word), by_json(name, plain)
    assert value(shell) == value(studio) == meant
    assert repeated(FIELDS, shell) == repeated(FIELDS, studio)


@pytest.mark.parametrize(
    ("name", "word", "option"),
    [
        ("whole", "100", "--whole takes a whole number from -1 to 99, not 100"),
        ("whole", "-2", "--whole takes a whole number from -1 to 99, not -2"),
        ("whole", "", "--whole takes a whole number from -1 to 99, not ''"),
        ("whole", "+-5", "--whole takes a whole number from -1 to 99, not '+-5'"),
        ("whole", "1_0", "--whole takes a whole number from -1 to 99, not '1_0'"),
        ("whole", "１", "--whole takes a whole number from -1 to 99, not '１'"),
        ("whole", " 1", "--whole takes a whole number from -1 to 99, not ' 1'"),
        ("whole", "0x10", "--whole takes a whole number from -1 to 99, not '0x10'"),
        ("whole", "1.0", "--whole takes a whole number from -1 to 99, not '1.0'"),
        ("number", "2.5", "--number takes a number from -1.5 to 2, not 2.5"),
        ("number", "nan", "--number takes a number from -1.5 to 2, not 'nan'"),
        ("number", "1e400", "--number takes a number from -1.5 to 2, not '1e400'"),
        ("number", "１", "--number takes a number from -1.5 to 2, not '１'"),
        ("number", "spam", "--number takes a number from -1.5 to 2, not 'spam'"),
        ("seconds", "0", "--seconds takes a number of seconds, more than 0 and at most 315360000, not 0"),
        ("seconds", "-1", "--seconds takes a number of seconds, more than 0 and at most 315360000, not -1"),
        ("seconds", "inf", "--seconds takes a number of seconds, more than 0 and at most 315360000, not 'inf'"),
        ("seconds", "soon", "--seconds takes a number of seconds, more than 0 and at most 315360000, not 'soon'"),
        ("choice", "c", "--choice takes one of a, b, not 'c'"),
        ("file", "", "--file takes the name of a file, and the name is empty"),
        ("files", ("a", ""), "--files takes the name of a file, and the name is empty"),
    ],
)
def test_a_word_that_is_refused(name: str, word: Any, option: str) -> None:
    with pytest.raises(NotationError) as caught:
        by_word(name, word)
    assert str(caught.value) == option


def test_long_nonsense_is_cut() -> None:
    for name in ("whole", "number", "seconds", "choice"):
        with pytest.raises(NotationError) as caught:
            by_word(name, "9" * 100_000)
        assert len(str(caught.value)) < 150


@pytest.mark.parametrize(
    ("name", "plain", "sentence"),
    [
        ("text", "abcdef", "'text' has 6 characters; the studio takes at most 5"),
        ("text", 3, "'text' takes text, not 3"),
        ("text", "a\ud800", "'text' has half a character at position 1"),
        ("sum", ["1"], "'sum' takes text, not a list"),
        ("file", 3, "'file' takes the content of a file, as text or as JSON, not 3"),
        ("file", "a" * 21, "'file' has 21 characters; the studio takes at most 20"),
        ("file", {"a": "b" * 20}, "'file' has 29 characters; the studio takes at most 20"),
        ("file", {"base64": "!"}, "'file' takes the content of a file in base64, not '!'"),
        ("file", {"base64": base64.b64encode(b"a" * 21).decode()}, "'file' has 21 bytes; the studio takes at most 20"),
        ("files", ["a"] * 3, "'files' has 3 files; the studio takes at most 2"),
        ("content", "aGVsbG8=", "'content' has 5 bytes; the studio takes at most 4"),
        ("content", "!", "'content' takes the content of a file in base64, not '!'"),
        ("content", 5, "'content' takes the content of a file in base64, not 5"),
        ("whole", 10, "'whole' takes a whole number from -1 to 9, not 10"),
        ("whole", True, "'whole' takes a whole number from -1 to 9, not true"),
        ("whole", "3", "'whole' takes a whole number from -1 to 9, not '3'"),
        ("whole", 2.5, "'whole' takes a whole number from -1 to 9, not 2.5"),
        ("whole", 1e300, "'whole' takes a whole number from -1 to 9, not a number of more than thirty digits"),
        ("number", float("nan"), "'number' takes a number from -1.5 to 2, not nan"),
        ("number", float("inf"), "'number' takes a number from -1.5 to 2, not inf"),
        ("number", False, "'number' takes a number from -1.5 to 2, not false"),
        ("seconds", 61, "'seconds' takes a number of seconds, more than 0 and at most 60, not 61"),
        ("seconds", 0, "'seconds' takes a number of seconds, more than 0 and at most 60, not 0"),
        ("seconds", True, "'seconds' takes a number of seconds, more than 0 and at most 60, not true"),
        ("flag", 1, "'flag' takes true or false, not 1"),
        ("choice", "c", "'choice' takes one of a, b, not 'c'"),
        ("choice", ["a"], "'choice' takes one of a, b, not a list"),
        ("texts", ["a", "b", "c"], "'texts' has 3 entries; the studio takes at most 2"),
        ("texts", ["abcd"], "'texts' has 4 characters; the studio takes at most 3"),
        ("texts", [1], "'texts' takes text, not 1"),
        ("texts", {}, "'texts' takes a list of texts, not an object"),
        ("record", "a", "'record' takes an object or a list of an answer, not 'a'"),
        ("record", {"a": "b" * 30}, "'record' has 39 characters; the studio takes at most 20"),
    ],
)
def test_a_json_value_that_is_refused(name: str, plain: Any, sentence: str) -> None:
    with pytest.raises(ShapewrightError) as caught:
        by_json(name, plain)
    assert str(caught.value) == sentence


def test_the_studio_takes_less_than_the_shell() -> None:
    assert value(by_word("whole", "99")) == 99
    assert value(by_word("text", "a" * 100)) == "a" * 100
    assert value(by_word("texts", ["a" * 9] * 9)) == ("A" * 9,) * 9
    assert value(by_word("seconds", "100")) == 100
    Path("long.txt").write_text("a" * 1000)
    assert value(by_word("file", "long.txt")) == "a" * 1000


def test_nothing_is_nested_too_deeply_to_be_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    for name in ("record", "file"):
        with pytest.raises(LimitError, match=f"'{name}' is nested too deeply"):
            check_parameters(FIELDS, {name: deep})


# --- Files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "text"), [(b"a\r\nb\rc\n", "a\nb\nc\n"), (b"\xef\xbb\xbf12", "12"), ("×".encode(), "×"), (b"", "")]
)
def test_a_file_is_repeated_by_its_content(content: bytes, text: str) -> None:
    Path("a.mine").write_bytes(content)
    shell, studio = by_word("file", "a.mine"), by_json("file", text)
    assert value(shell) == value(studio) == text
    assert repeated(FIELDS, shell) == repeated(FIELDS, studio) == {"file": text}


def test_bytes_that_are_no_text_are_repeated_in_base64() -> None:
    Path("a.bin").write_bytes(b"\0\xff")
    shell = by_word("file", "a.bin")
    assert Asked(FIELDS, shell)[KNOWN["file"]].bytes() == b"\0\xff"
    (said,) = repeated(FIELDS, shell).values()
    assert said == {"base64": "AP8="}
    assert Asked(FIELDS, by_json("file", said))[KNOWN["file"]].bytes() == b"\0\xff"


@pytest.mark.parametrize(
    ("content", "fault"),
    [(b"a\xff", "is not a text file: byte 0xff at offset 1"), (b"ab\0", "is not a text file: it has a zero byte")],
)
def test_what_is_not_text_is_a_fault_of_the_file(content: bytes, fault: str) -> None:
    Path("a.txt").write_bytes(content)
    with pytest.raises(FileError, match=f"^'a.txt' {fault}"):
        value(by_word("file", "a.txt"))
    with pytest.raises(FileError, match=f"^'file' {fault}"):
        value(by_json("file", {"base64": base64.b64encode(content).decode()}))


def test_a_long_file_is_repeated_by_its_name_and_hash() -> None:
    edge, longer = b"a" * (64 << 10), b"a" * ((64 << 10) + 1)
    Path("a.txt").write_bytes(edge)
    Path("b.txt").write_bytes(longer)
    assert repeated(FIELDS, by_word("file", "a.txt")) == {"file": edge.decode()}
    (said,) = repeated(FIELDS, by_word("file", "b.txt")).values()
    assert said["name"] == "b.txt"
    assert said["bytes"] == len(longer)
    assert len(said["sha256"]) == 64
    assert repeated(FIELDS, by_word("text", longer.decode()))["text"]["sha256"] == said["sha256"]


def test_json_in_place_of_a_file() -> None:
    assert json.loads(value(by_json("file", {"a": [1]}))) == {"a": [1]}
    assert value(by_json("files", ["a", "b"])) == ("a", "b")
    assert value(by_json("files", "a")) == ("a",)
    assert repeated(FIELDS, by_json("files", "a")) == {"files": ["a"]}


def test_content_is_repeated_as_it_came() -> None:
    checked = by_json("content", "aGk=")
    assert value(checked) == b"hi"
    assert repeated(FIELDS, checked) == {"content": "aGk="}


def test_a_missing_file() -> None:
    assert repeated(FIELDS, by_word("file", "nosuch")) == {"file": "nosuch"}
    with pytest.raises(FileError, match="^cannot read 'nosuch': no such file or directory$"):
        value(by_word("file", "nosuch"))


# --- Text in a notation -----------------------------------------------------------------------------------------------


def test_text_in_a_file_is_read_and_repeated() -> None:
    Path("a.txt").write_text("1\n2\n")
    checked = by_word("sum", "a.txt")
    assert value(checked) == 3
    assert repeated(FIELDS, checked) == {"sum": "1\n2\n"}
    assert value(by_json("sum", "1\n2\n")) == 3


def test_text_from_standard_input_is_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"1\n2\n")))
    checked = by_word("sum", "-")
    assert value(checked) == value(checked) == 3
    assert repeated(FIELDS, checked) == {"sum": "1\n2\n"}
    with pytest.raises(NotationError, match=r"standard input \('-'\) can be read only once"):
        value(by_word("file", "-"))


def test_a_word_with_a_suffix_is_a_file_and_json_is_none() -> None:
    with pytest.raises(FileError, match=r"cannot read 'a\.txt'"):
        by_word("sum", "a.txt")
    with pytest.raises(NotationError, match=r"'a\.txt' is not a number"):
        value(by_json("sum", "a.txt"))


def test_an_error_in_a_file_names_it() -> None:
    Path("a.txt").write_text("1\nx\n")
    with pytest.raises(FileError, match="^'a.txt': 'x' is not a number$"):
        value(by_word("sum", "a.txt"))


def test_a_typed_word_may_have_a_parser_of_its_own() -> None:
    field = Parsed("a", "", parse=str.upper, parse_word=str.title)
    assert field.value(field.word("spam")) == "Spam"
    assert field.value("spam") == "SPAM"


# --- All of them ------------------------------------------------------------------------------------------------------


def test_defaults() -> None:
    asked = Asked(FIELDS, {})
    values = {name: asked[field] for name, field in KNOWN.items()}
    assert values["choice"] == "a"
    assert values["flag"] is False
    assert values["files"] == values["texts"] == ()
    assert all(values[name] is None for name in ("text", "sum", "file", "whole", "number", "seconds", "record"))


def test_what_is_at_its_default_is_not_repeated() -> None:
    body = {"choice": "a", "flag": False, "texts": [], "whole": 3, "text": None}
    assert repeated(FIELDS, check_parameters(FIELDS, body)) == {"whole": 3}


def test_what_only_says_how_is_not_repeated() -> None:
    fields = (kinds.CHECKPOINT, kinds.CLUSTER, kinds.THREADS)
    checked = {"checkpoint": "c", "cluster": "c:1", "threads": 2}
    assert repeated(fields, checked) == {"threads": 2}


def test_null_is_as_good_as_nothing() -> None:
    assert check_parameters(FIELDS, {"whole": None}) == check_parameters(FIELDS, {}) == {}


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, "the parameter 'a' is missing: A letter."),
        ({"a": None}, "the parameter 'a' is missing: A letter."),
        ({"b": 1}, "there is no parameter 'b'; the parameters are a"),
        ([], "a question must be a JSON object of parameters, not a list"),
        (None, "a question must be a JSON object of parameters, not nothing"),
    ],
)
def test_what_is_missing_or_too_much(body: Any, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        check_parameters([Text("a", "A letter.", required=True)], body)
    assert str(caught.value) == sentence


def test_what_a_message_calls_a_field() -> None:
    assert Text("a_b", "").called("shell") == "--a-b"
    assert Text("a_b", "").called("studio") == "'a_b'"
    assert Text("a_b", "", argument=True).called("shell") == "A_B"
    assert Text("a_b", "", argument=True, metavar="WORD").called("shell") == "WORD"


def test_the_shared_limits() -> None:
    limit = limit_field("Number of rows.", studio=500)
    assert limit.check(10**12, "shell") == LIMIT.check(1000, "studio") * 10**9 == 10**12
    with pytest.raises(NotationError, match="'limit' takes a whole number from 1 to 500"):
        limit.check(501, "studio")
    short = replace(TIME_LIMIT, maximum=5.0)
    assert short.check(6.0, "shell") == 6.0
    with pytest.raises(NotationError, match="'time_limit' takes a number of seconds, more than 0 and at most 5, not 6"):
        short.check(6.0, "studio")


def test_a_field_can_be_made_optional() -> None:
    field = Whole("a", "A number.", required=True, maximum=5)
    assert not field.optional().required
    assert field.optional().maximum == 5


def test_the_schema_says_what_the_studio_takes() -> None:
    described = schema((*FIELDS, Text("needed", "What must be.", required=True, usual="nothing")))
    assert set(described["properties"]) == {*KNOWN, "needed"}
    assert described["additionalProperties"] is False
    assert described["required"] == ["needed"]
    assert described["properties"]["whole"] == {
        "type": "integer",
        "minimum": -1,
        "maximum": 9,
        "description": "A whole number.",
    }
    assert described["properties"]["choice"]["default"] == "a"
    assert described["properties"]["needed"]["description"] == "What must be. The default is nothing."
    assert json.loads(json.dumps(described)) == described


# --- Anything at all --------------------------------------------------------------------------------------------------

plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
bodies = st.dictionaries(st.sampled_from([*KNOWN, "base64", ""]), plain_values, max_size=5) | plain_values


@given(bodies)
def test_any_json_gives_values_or_one_sentence(body: Any) -> None:
    sentence = "it is taken"
    try:
        checked = check_parameters(FIELDS, body)
        Asked(FIELDS, checked)
        json.dumps(repeated(FIELDS, checked))
    except ShapewrightError as error:
        sentence = str(error)
    assert sentence
    assert "\n" not in sentence
    assert len(sentence) < 300


@given(st.sampled_from(sorted(KNOWN)), st.text(max_size=40) | st.from_regex(r"[+-]?[0-9.e_]{1,12}", fullmatch=True))
def test_any_word_gives_a_value_or_one_sentence(name: str, word: str) -> None:
    field = KNOWN[name]
    several = isinstance(field, (Texts, Files))
    if name in ("sum", "file", "files") and (word == "-" or "/" in word or "." in word):
        return  # a file of this machine
    sentence = "it is taken"
    try:
        checked = {name: field.check(field.word([word] if several else word), "shell")}
        Asked(FIELDS, checked)
        repeated(FIELDS, checked)
    except ShapewrightError as error:
        sentence = str(error)
    assert sentence
    assert len(sentence) < 300


_text = st.text(st.characters(codec="utf-8", exclude_characters="\r\0\ufeff"), max_size=5)
both_doors = st.one_of(
    st.tuples(st.just("text"), _text.map(lambda text: (text, text))),
    st.tuples(st.just("whole"), st.integers(-1, 9).map(lambda number: (str(number), number))),
    st.tuples(st.just("number"), st.floats(-1.5, 2).map(lambda number: (f"{number:.17g}", number))),
    st.tuples(st.just("seconds"), st.floats(0.001, 60).map(lambda number: (f"{number:.17g}", number))),
    st.tuples(st.just("choice"), st.sampled_from("ab").map(lambda word: (word, word))),
    st.tuples(
        st.just("texts"), st.lists(_text.map(lambda t: t[:3]), min_size=1, max_size=2).map(lambda all: (all, all))
    ),
    st.tuples(st.just("sum"), st.integers(0, 10**9).map(lambda number: (str(number), str(number)))),
)


@given(both_doors)
def test_both_doors_repeat_the_same(case: tuple[str, tuple[Any, Any]]) -> None:
    name, (word, plain) = case
    shell, studio = by_word(name, word), by_json(name, plain)
    assert repeated(FIELDS, shell) == repeated(FIELDS, studio)
    assert value(shell) == value(studio)
    # What an answer repeats is enough to ask again.
    assert repeated(FIELDS, check_parameters(FIELDS, repeated(FIELDS, studio))) == repeated(FIELDS, studio)


@given(plain_values)
def test_any_value_is_shown_in_few_words(found: Any) -> None:
    assert len(shown(found)) < 200
