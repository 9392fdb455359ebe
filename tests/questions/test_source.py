"""What a question reads: every kind of unreadable input is one sentence that names it."""

from __future__ import annotations

import os
from collections.abc import Callable
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.errors import FileError, LimitError, MissingExtraError, NotationError, ShapewrightError
from shapewright.questions import source
from shapewright.questions.source import FileText, Source, parsed
from shapewright.questions.words import named_source


def the_lines(read: Source) -> list[tuple[int, str]]:
    return [pair for batch in read.lines() for pair in batch]


def test_text_is_utf_8_with_any_line_ends() -> None:
    Path("a").write_bytes("\ufeff×\r\nb\rc\n".encode())
    assert Source.of_file("a").text() == "×\nb\nc\n"
    assert Source.of_text("×\r\nb").text() == "×\nb"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"6x10\n")))
    read = named_source("-")
    assert read.text() == read.text() == "6x10\n"
    assert read.to_json() == "6x10\n"
    assert the_lines(read) == [(1, "6x10")]
    with pytest.raises(NotationError, match="standard input"):
        named_source("-").bytes()


def test_standard_input_that_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    for read in (lambda: named_source("-").bytes(), lambda: list(named_source("-").lines())):
        with pytest.raises(FileError, match="standard input: it is closed"):
            read()


@pytest.mark.parametrize("name", ["missing.txt", "folder", "a\0b", "n" * 5000, ""])
def test_what_cannot_be_read(name: str) -> None:
    Path("folder").mkdir()
    with pytest.raises(FileError, match="^cannot read '"):
        Source.of_file(name).bytes()
    with pytest.raises(FileError, match="^cannot read '"):
        list(Source.of_file(name).lines())


def test_a_file_without_permission() -> None:
    Path("secret").write_text("x")
    Path("secret").chmod(0)
    if os.access("secret", os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(FileError, match="permission denied"):
        Source.of_file("secret").bytes()


def test_binary_garbage_is_not_text() -> None:
    Path("a.txt").write_bytes(b"abc\xff\xfe")
    with pytest.raises(FileError, match=r"^'a.txt' is not a text file: byte 0xff at offset 3 is not UTF-8; save"):
        Source.of_file("a.txt").text()
    Path("b.txt").write_bytes(b"ab\0c")
    with pytest.raises(FileError, match="zero byte at offset 2"):
        Source.of_file("b.txt").text()


def test_a_file_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_INPUT_BYTES", 2 << 20)
    Path("a").write_bytes(bytes(2 << 20))
    assert len(Source.of_file("a").bytes()) == 2 << 20
    Path("a").write_bytes(bytes((2 << 20) + 1))
    with pytest.raises(FileError, match="'a' is larger than the limit of 2 MB"):
        Source.of_file("a").bytes()


def test_an_endless_input_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_INPUT_BYTES", 1 << 20)
    with open("/dev/zero", "rb") as zero:

        def endless() -> Source:
            return Source("standard input", stream=lambda: open(zero.fileno(), "rb", closefd=False))

        with pytest.raises(FileError, match="standard input is larger than the limit of 1 MB"):
            endless().bytes()
        with pytest.raises(FileError, match="standard input, line 1 is longer than the limit"):
            list(endless().lines())


@pytest.mark.parametrize("name", ["./pipe", "pipe.txt", "/dev/zero"])
def test_what_is_not_a_file_is_refused_and_not_waited_for(name: str) -> None:
    os.mkfifo("pipe")
    os.mkfifo("pipe.txt")
    with pytest.raises(FileError, match=f"^cannot read '{name}': it is a (named pipe|device), not a file"):
        Source.of_file(name).bytes()
    with pytest.raises(FileError, match="not a file"):
        list(Source.of_file(name).lines())
    assert Source.of_file(name).to_json() == name


@pytest.mark.parametrize("read", [Source.text, lambda it: "".join(text for _, text in the_lines(it))])
def test_a_pipe_that_a_shell_hands_over_is_read(read: Callable[[Source], str]) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"6x10")
    os.close(writer)
    try:
        handed = Source.of_file(f"/dev/fd/{reader}")
        assert read(handed) == "6x10"
        assert handed.to_json() == "6x10"
    finally:
        os.close(reader)


@pytest.mark.parametrize(("error", "seen"), [(LimitError, FileError), (FileError, FileError), (MissingExtraError,) * 2])
def test_only_errors_about_the_content_become_file_errors(
    error: type[ShapewrightError], seen: type[ShapewrightError]
) -> None:
    def parse(content: str) -> None:
        raise error("spam")

    with pytest.raises(seen) as caught:
        parsed("'a.txt'", "", parse)
    assert str(caught.value) == ("'a.txt': spam" if error is LimitError else "spam")


@given(st.binary(max_size=64))
def test_any_bytes_are_text_or_a_file_error(content: bytes) -> None:
    it = Source("it", content=content)
    try:
        content.decode()
    except UnicodeDecodeError:
        with pytest.raises(FileError, match="^it is not a text file: byte 0x.. at offset "):
            it.text()
        return
    if 0 in content:
        with pytest.raises(FileError, match="^it is not a text file: it has a zero byte at offset "):
            it.text()
        return
    text = it.text()
    assert "\0" not in text
    assert "\r" not in text


# --- Lines ------------------------------------------------------------------------------------------------------------


def test_lines_come_with_their_numbers() -> None:
    Path("a").write_bytes("\ufeffone\r\n\n  two \n×".encode())
    assert the_lines(Source.of_file("a")) == [(1, "one"), (3, "two"), (4, "×")]
    assert the_lines(Source.of_text("")) == []
    assert the_lines(Source("it", content=b"\xef\xbb\xbfone")) == [(1, "one")]


def test_lines_of_a_slow_pipe_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with open(reader) as stdin, open(writer, "wb", buffering=0) as pipe:
        monkeypatch.setattr("sys.stdin", stdin)
        lines = named_source("-").lines()
        for number, text in enumerate(["a", "b", "c"], start=1):
            pipe.write(f"{text}\n".encode())
            assert next(lines) == [(number, text)]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\0"), max_size=30), max_size=300))
def test_no_line_is_lost(lines: list[str]) -> None:
    with NamedTemporaryFile() as file:
        file.write("\n".join(lines * 40).encode())
        file.flush()
        found = the_lines(Source.of_file(file.name))
    stripped = [
        (number, line.removeprefix("\ufeff" if number == 1 else "").strip())
        for number, line in enumerate(lines * 40, 1)
    ]
    assert found == [(number, line) for number, line in stripped if line]


@pytest.mark.parametrize("wrong", [b"b\xe9", b"b" * 200])
def test_what_stands_before_a_line_that_cannot_be_read_comes_first(
    monkeypatch: pytest.MonkeyPatch, wrong: bytes
) -> None:
    monkeypatch.setattr(source, "MAX_LINE_BYTES", 100)
    Path("mixed").write_bytes(b"a\nb\n" + wrong)
    lines = Source.of_file("mixed").lines()
    assert next(lines) == [(1, "a"), (2, "b")]
    with pytest.raises(FileError, match="'mixed', line 3 "):
        list(lines)


def test_lines_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MAX_LINE_BYTES", 100)
    Path("long").write_text("a\n" + "b" * 200_000)
    with pytest.raises(FileError, match="'long', line 2 is longer than the limit"):
        list(Source.of_file("long").lines())
    with pytest.raises(FileError, match="it, line 2 is not text: byte 0xe9 is not UTF-8"):
        list(Source("it", content=b"a\nb\xe9\n").lines())


# --- What an answer repeats -------------------------------------------------------------------------------------------


def test_lines_that_were_read_are_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(b"a\r\nb\n")))
    read = named_source("-")
    assert len(the_lines(read)) == 2
    assert read.to_json() == "a\nb\n"


def test_long_lines_are_repeated_by_their_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    content = b"spam\n" * 20_000
    Path("a.txt").write_bytes(content)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
    file, stdin = Source.of_file("a.txt"), named_source("-")
    assert len(the_lines(file)) == len(the_lines(stdin)) == 20_000
    said = stdin.to_json()
    assert isinstance(said, dict)
    assert set(said) == {"bytes", "sha256"}
    assert file.to_json() == {"name": "a.txt", **said}


def test_a_file_that_something_else_reads_is_repeated_by_its_content() -> None:
    Path("a.txt").write_text("spam")
    assert Source.of_file("a.txt").to_json() == "spam"


def test_text_of_a_file_knows_where_it_is_from() -> None:
    Path("a.txt").write_text("spam")
    text = FileText.of(Source.of_file("a.txt"))
    assert text == "spam"
    assert text.source.place == "'a.txt'"
