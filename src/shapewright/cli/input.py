"""What a command reads: arguments that may be a text itself, a file, or ``-`` for standard input."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, TypeVar, cast

from shapewright.cli.parameters import was_read
from shapewright.errors import FileError, LimitError, NotationError, ProblemError
from shapewright.storage.files import is_readable, opened, read_at_most, reading
from shapewright.storage.stored import Reader

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from io import BufferedReader

Value = TypeVar("Value")
Content = TypeVar("Content", str, bytes)

STDIN = "-"
MAX_INPUT_BYTES = 64 << 20
MAX_LINE_BYTES = 1 << 20

# A name that ends so is meant as a file even if there is none: 'board.txt' would else be a row of coloured cells.
FILE_SUFFIXES = (
    *(".txt", ".dlx", ".xmpuzzle", ".fumen", ".pc", ".json", ".jsonl"),
    *(".svg", ".png", ".gif", ".html", ".sqlite", ".gz"),
)


def names_file(argument: str) -> bool:
    """Whether an argument that may be a text or a file is a file: ``-``, a known suffix, or the path of a file.

    A file whose name has neither a dot nor a folder must be written ``./name``: a bare word is a text.
    """
    if argument == STDIN or argument.lower().endswith(FILE_SUFFIXES):
        return True
    return ("/" in argument or "." in argument) and is_readable(argument)


def read_bytes(argument: str) -> bytes:
    """The bytes of the file ``argument``, or of standard input for ``-``.

    Raises ``FileError`` if it is missing, unreadable or larger than 64 MB, ``NotationError`` if standard input was read
    before.
    """
    name = place(argument)
    if argument == STDIN:
        _claim_stdin()
    with reading(name), _opened(argument) as file:
        content = read_at_most(file, MAX_INPUT_BYTES, name)
    was_read(argument, content)
    return content


def read_text(argument: str) -> str:
    """The text of the file ``argument`` (or standard input): UTF-8, lines ending in ``\\n``.

    Raises ``FileError`` as ``read_bytes`` does, and if the content is not text.
    """
    content = read_bytes(argument)
    name = place(argument)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        wrong = content[error.start]
        raise FileError(f"{name} is not a text file: byte 0x{wrong:02x} at offset {error.start} is not UTF-8") from None
    if "\0" in text:
        raise FileError(f"{name} is not a text file: it has a zero byte at offset {content.index(0)}")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_lines(argument: str) -> Iterator[list[tuple[int, str]]]:
    """The lines of the file ``argument`` (or standard input) with their numbers from 1, blank ones left out.

    They come in batches, each as soon as it can be read, so that a slow pipe is answered line by line and a fast one
    quickly. There may be any number of lines. Raises ``FileError`` as ``read_text`` does, and for a line of more than
    1 MB; what stands before such a line comes first.
    """
    name = place(argument)
    if argument == STDIN:
        _claim_stdin()
    number, rest = 0, b""
    seen = Reader()
    was_read(argument, seen)
    with reading(name), _opened(argument) as file:
        is_first = True
        while content := file.read1(1 << 16):
            seen.add(content)
            *whole, rest = (rest + content).split(b"\n")
            if is_first and whole:
                whole[0], is_first = whole[0].removeprefix(b"\xef\xbb\xbf"), False
            if whole:
                yield from _decoded_lines(name, number, whole)
                number += len(whole)
            if len(rest) > MAX_LINE_BYTES:
                raise FileError(f"{name}, line {number + 1} is longer than the limit of 1 MB")
        if rest:
            yield from _decoded_lines(name, number, [rest.removeprefix(b"\xef\xbb\xbf") if is_first else rest])


def _opened(argument: str) -> AbstractContextManager[BufferedReader]:
    if argument == STDIN:
        return nullcontext(cast("BufferedReader", sys.stdin.buffer))
    return cast("AbstractContextManager[BufferedReader]", opened(argument))


def _decoded_lines(name: str, number: int, lines: list[bytes]) -> Iterator[list[tuple[int, str]]]:
    """One batch of the lines after line ``number``; if one is no text, of those before it, and then the error."""
    found: list[tuple[int, str]] = []
    for line in lines:
        number += 1
        try:
            text = line.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            yield found
            wrong = f"byte 0x{line[error.start]:02x} is not UTF-8"
            raise FileError(f"{name}, line {number} is not text: {wrong}") from None
        if text:
            found.append((number, text))
    yield found


def read_argument(
    argument: str, parse: Callable[[str], Value], parse_file: Callable[[str], Value] | None = None
) -> Value:
    """Parse an argument that is a text itself, or a file or ``-`` with the text in it (read by ``parse_file``).

    Raises what the parser raises; an error in a file becomes a ``FileError`` that names the file.
    """
    if not names_file(argument):
        return parse(argument)
    return parse_content(argument, read_text(argument), parse_file or parse)


def parse_content(argument: str, content: Content, parse: Callable[[Content], Value]) -> Value:
    """Parse what was read from the file ``argument``; its errors become ``FileError`` and name the file."""
    try:
        return parse(content)
    except (NotationError, ProblemError, LimitError) as error:
        raise FileError(f"{place(argument)}: {error}") from error


def place(argument: str) -> str:
    """What to call the source of an input in a message."""
    return "standard input" if argument == STDIN else repr(argument)


def _claim_stdin() -> None:
    import click

    if sys.stdin is None:
        raise FileError("cannot read standard input: it is closed")
    context = click.get_current_context(silent=True)
    if context is None:
        return
    if context.meta.get(__name__):
        raise NotationError("standard input ('-') can be read only once in a command")
    context.meta[__name__] = True
