"""What a command reads: every kind of unreadable input is one sentence that names it."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from tempfile import NamedTemporaryFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.cli import input as cli_input
from shapewright.cli.input import names_file, parse_content, read_argument, read_bytes, read_lines, read_text
from shapewright.errors import FileError, LimitError, MissingExtraError, NotationError, ShapewrightError


def test_text_is_utf_8_with_any_line_ends() -> None:
    Path("a").write_bytes("\ufeff×\r\nb\rc\n".encode())
    assert read_text("a") == "×\nb\nc\n"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"6x10\n")))
    assert read_text("-") == "6x10\n"
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(FileError, match="standard input: it is closed"):
        read_bytes("-")


@pytest.mark.parametrize("name", ["missing.txt", "folder", "a\0b", "n" * 5000, ""])
def test_what_cannot_be_read(name: str) -> None:
    Path("folder").mkdir()
    with pytest.raises(FileError, match="^cannot read '"):
        read_bytes(name)


def test_a_file_without_permission() -> None:
    Path("secret").write_text("x")
    Path("secret").chmod(0)
    if os.access("secret", os.R_OK):
        pytest.skip("this user may read everything")
    with pytest.raises(FileError, match="permission denied"):
        read_bytes("secret")


def test_binary_garbage_is_no_text() -> None:
    Path("a.txt").write_bytes(b"abc\xff\xfe")
    with pytest.raises(FileError, match=r"'a.txt' is not a text file: byte 0xff at offset 3"):
        read_text("a.txt")
    Path("b.txt").write_bytes(b"ab\0c")
    with pytest.raises(FileError, match="zero byte at offset 2"):
        read_text("b.txt")


def test_a_file_has_a_largest_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_input, "MAX_INPUT_BYTES", 2 << 20)
    Path("a").write_bytes(bytes(2 << 20))
    assert len(read_bytes("a")) == 2 << 20
    Path("a").write_bytes(bytes((2 << 20) + 1))
    with pytest.raises(FileError, match="'a' is larger than the limit of 2 MB"):
        read_bytes("a")


def test_an_endless_input_is_not_read_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_input, "MAX_INPUT_BYTES", 1 << 20)
    with open("/dev/zero", encoding="utf-8") as zero:
        monkeypatch.setattr("sys.stdin", zero)
        with pytest.raises(FileError, match="standard input is larger than the limit of 1 MB"):
            read_bytes("-")
        with pytest.raises(FileError, match="standard input, line 1 is longer than the limit"):
            list(read_lines("-"))


@pytest.mark.parametrize("name", ["./pipe", "pipe.txt", "/dev/zero"])
def test_what_is_no_file_is_refused_and_not_waited_for(name: str) -> None:
    os.mkfifo("pipe")
    os.mkfifo("pipe.txt")
    assert names_file(name)
    with pytest.raises(FileError, match=f"^cannot read '{name}': it is a (named pipe|device), not a file"):
        read_bytes(name)
    with pytest.raises(FileError, match="not a file"):
        list(read_lines(name))


@pytest.mark.parametrize(
    "read", [read_text, lambda name: "".join(text for lines in read_lines(name) for _, text in lines)]
)
def test_a_pipe_that_a_shell_hands_over_is_read(read: Callable[[str], str]) -> None:
    reader, writer = os.pipe()
    os.write(writer, b"6x10")
    os.close(writer)
    try:
        name = f"/dev/fd/{reader}"
        assert names_file(name)
        assert read(name) == "6x10"
    finally:
        os.close(reader)


def test_what_is_a_file_and_what_a_text() -> None:
    for name in ("puzzle", "puzzle.mine", "6x10"):
        Path(name).write_text("x")
    files = ["-", "./puzzle", "puzzle.mine", "missing.txt", "missing.XMPUZZLE", "/no/such/puzzle.dlx"]
    texts = ["6x10", "puzzle", "pentominoes", "##/#.", "a.b", "//", "", "x" * 5000 + "/", "a\0/b"]
    assert [name for name in files + texts if names_file(name)] == files


def test_an_error_in_a_file_names_the_file_and_is_a_file_error() -> None:
    def parse(text: str) -> None:
        raise NotationError(f"{text!r} is no board")

    Path("a.txt").write_text("spam")
    with pytest.raises(NotationError, match="^'spam' is no board$"):
        read_argument("spam", parse)
    with pytest.raises(FileError, match=r"^'a\.txt': 'spam' is no board$") as caught:
        read_argument("a.txt", parse)
    assert caught.value.exit_code == 4


def test_a_file_may_have_a_parser_of_its_own() -> None:
    Path("a.txt").write_text("spam")
    assert read_argument("a.txt", str.upper, str.title) == "Spam"
    assert read_argument("spam", str.upper, str.title) == "SPAM"


@pytest.mark.parametrize(("error", "seen"), [(LimitError, FileError), (FileError, FileError), (MissingExtraError,) * 2])
def test_only_errors_about_the_content_become_file_errors(
    error: type[ShapewrightError], seen: type[ShapewrightError]
) -> None:
    def parse(content: bytes) -> None:
        raise error("spam")

    with pytest.raises(seen) as caught:
        parse_content("-", b"", parse)
    assert str(caught.value) == ("standard input: spam" if error is LimitError else "spam")


@given(st.binary(max_size=64))
def test_any_bytes_are_text_or_a_file_error(content: bytes) -> None:
    Path("any").write_bytes(content)
    try:
        text = read_text("any")
    except FileError:
        return
    assert "\0" not in text
    assert "\r" not in text


@given(st.text(max_size=64))
def test_any_argument_is_a_file_or_not(argument: str) -> None:
    assert isinstance(names_file(argument), bool)


def test_lines_come_with_their_numbers() -> None:
    Path("a").write_bytes("\ufeffone\r\n\n  two \n×".encode())
    assert [pair for batch in read_lines("a") for pair in batch] == [(1, "one"), (3, "two"), (4, "×")]
    Path("b").write_bytes(b"")
    assert list(read_lines("b")) == []


def test_lines_of_a_slow_pipe_come_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with open(reader) as stdin, open(writer, "wb", buffering=0) as pipe:
        monkeypatch.setattr("sys.stdin", stdin)
        lines = read_lines("-")
        for number, text in enumerate(["a", "b", "c"], start=1):
            pipe.write(f"{text}\n".encode())
            assert next(lines) == [(number, text)]


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n\0"), max_size=30), max_size=300))
def test_no_line_is_lost(lines: list[str]) -> None:
    with NamedTemporaryFile() as file:
        file.write("\n".join(lines * 40).encode())
        file.flush()
        found = [pair for batch in read_lines(file.name) for pair in batch]
    stripped = [
        (number, line.removeprefix("\ufeff" if number == 1 else "").strip())
        for number, line in enumerate(lines * 40, 1)
    ]
    assert found == [(number, line) for number, line in stripped if line]


@pytest.mark.parametrize("wrong", [b"b\xe9", b"b" * 200])
def test_what_stands_before_a_line_that_cannot_be_read_comes_first(
    monkeypatch: pytest.MonkeyPatch, wrong: bytes
) -> None:
    monkeypatch.setattr(cli_input, "MAX_LINE_BYTES", 100)
    Path("mixed").write_bytes(b"a\nb\n" + wrong)
    lines = read_lines("mixed")
    assert next(lines) == [(1, "a"), (2, "b")]
    with pytest.raises(FileError, match="'mixed', line 3 "):
        list(lines)


def test_lines_that_cannot_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli_input, "MAX_LINE_BYTES", 100)
    Path("long").write_text("a\n" + "b" * 200_000)
    with pytest.raises(FileError, match="'long', line 2 is longer than the limit"):
        list(read_lines("long"))
    Path("latin").write_bytes(b"a\nb\xe9\n")
    with pytest.raises(FileError, match="'latin', line 2 is not text: byte 0xe9 is not UTF-8"):
        list(read_lines("latin"))
    for name in ("missing.txt", "a\0b"):
        with pytest.raises(FileError, match="^cannot read"):
            list(read_lines(name))
    monkeypatch.setattr("sys.stdin", None)
    with pytest.raises(FileError, match="standard input: it is closed"):
        list(read_lines("-"))
