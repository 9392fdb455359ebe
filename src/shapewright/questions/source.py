"""What a question reads: a file that the shell names, or the content that a page sends; read once, and repeated in the
answer as what it is."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from io import BytesIO
from typing import Any, Protocol, TypeVar

from shapewright.errors import FileError, LimitError, NotationError, ProblemError, ShapewrightError
from shapewright.storage.files import opened, read_at_most, reading
from shapewright.storage.stored import Reader, Stored
from shapewright.storage.text import MEND, as_utf8
from shapewright.storage.text import decoded as text_of

Value = TypeVar("Value")

MAX_INPUT_BYTES = 64 << 20
MAX_LINE_BYTES = 1 << 20


class _Stream(Protocol):
    def read(self, size: int = -1, /) -> bytes: ...

    def read1(self, size: int = -1, /) -> bytes: ...


@dataclass(frozen=True, repr=False, eq=False)
class Unread:
    """A line that cannot be read, the reason, and the sentence of both."""

    line: str
    reason: str
    where: str

    def __str__(self) -> str:
        return f"{self.line} cannot be read: {self.reason}"


class Source:
    """A content with the ``place`` that messages call it by; ``path`` is that of a file, None if there is none.

    ``stream`` opens it: it is given for what is neither a file nor a content that is already here.
    """

    def __init__(
        self,
        place: str,
        *,
        content: bytes | None = None,
        path: str | None = None,
        stream: Callable[[], AbstractContextManager[Any]] | None = None,
    ) -> None:
        self.place = place
        self.path = path
        self._content = None if content is None else as_utf8(content)
        self._stream = stream
        self._seen: Reader | None = None

    @classmethod
    def of_text(cls, text: str, place: str = "the content") -> Source:
        """A content that came as text."""
        return cls(place, content=text.encode())

    @classmethod
    def of_file(cls, path: str) -> Source:
        """A file; it is opened when it is read."""
        return cls(repr(path), path=path, stream=lambda: opened(path))

    def bytes(self) -> bytes:
        """All of it, text as UTF-8. Raises ``FileError`` if it is missing, unreadable or larger than 64 MB."""
        if self._content is None:
            assert self._stream is not None
            with reading(self.place), self._stream() as file:
                self._content = as_utf8(read_at_most(file, MAX_INPUT_BYTES, self.place))
        return self._content

    def text(self) -> str:
        """All of it as UTF-8 text with lines ending in ``\\n``. Raises ``FileError``, also for what is not text."""
        return decoded(self.bytes(), self.place)

    def lines(self) -> Iterator[list[tuple[int, str]]]:
        """Its lines with their numbers from 1, blank ones left out, in batches, each as soon as it can be read.

        A slow pipe is answered line by line and a fast one quickly; there may be any number of lines. Raises
        ``FileError`` as ``text`` does, and for a line of more than 1 MB; what stands before such a line comes first.
        """
        number, rest = 0, b""
        self._seen = Reader()
        with reading(self.place), self._open() as file:
            is_first = True
            while content := file.read1(1 << 16):
                if is_first and not rest and content[:2] in (BOM_UTF16_LE, BOM_UTF16_BE):
                    content = as_utf8(content + read_at_most(file, MAX_INPUT_BYTES, self.place))
                self._seen.add(content)
                *whole, rest = (rest + content).split(b"\n")
                if is_first and whole:
                    whole[0], is_first = whole[0].removeprefix(b"\xef\xbb\xbf"), False
                if whole:
                    yield from _decoded_lines(self.place, number, whole)
                    number += len(whole)
                if len(rest) > MAX_LINE_BYTES:
                    raise FileError(f"{self.place}, line {number + 1} is longer than the limit of 1 MB")
            if rest:
                last = rest.removeprefix(b"\xef\xbb\xbf") if is_first else rest
                yield from _decoded_lines(self.place, number, [last])

    def read(self, read: Callable[[str], Value | None], *, strict: bool) -> Iterator[list[Value | Unread]]:
        """What ``read`` makes of each of its lines, None being left out, in the same batches.

        A line that cannot be read is one with the reason. If it is ``strict``, what stands before the line comes
        first, and then the ``FileError`` that names it.
        """
        for lines in self.lines():
            found: list[Value | Unread] = []
            for number, line in lines:
                try:
                    one = read(line)
                except ShapewrightError as error:
                    wrong = Unread(line, str(error), f"{self.place}, line {number}: {error}")
                    if strict:
                        yield found
                        raise FileError(wrong.where, f"{self.place}, line {number}") from None
                    found.append(wrong)
                else:
                    found += [] if one is None else [one]
            yield found

    def readable(self, read: Callable[[str], Value | None]) -> list[Value]:
        """What ``read`` makes of each line that can be read."""
        return [one for batch in self.read(read, strict=False) for one in batch if not isinstance(one, Unread)]

    def stored(self) -> Stored:
        """What was read of it; of a file that something else reads, what is in it."""
        if self._seen is not None:
            return self._seen.stored()
        if self._content is None and self.path is not None:
            return Stored.of_file(self.path)
        return Stored.of_bytes(self.bytes())

    def to_json(self) -> object:
        """The content as an answer repeats it, or, if it is long, its name, length and digest."""
        try:
            return self.stored().to_json(self.path)
        except OSError:
            return self.path

    def _open(self) -> AbstractContextManager[_Stream]:
        if self._content is not None or self._stream is None:
            return BytesIO(self.bytes())
        return self._stream()


class Word(str):
    """Text that was typed as a word of a command line."""

    __slots__ = ()


class FileText(str):
    """Text that was read from a file: its ``source`` is repeated in the answer, and named in messages."""

    __slots__ = ("source",)
    source: Source

    @classmethod
    def of(cls, source: Source) -> FileText:
        """The text of a source."""
        made = cls(source.text())
        made.source = source
        return made


def decoded(content: bytes, place: str) -> str:
    """The text that the ``content`` of a place is: UTF-8, lines ending in ``\\n``; raises ``FileError``."""
    try:
        return text_of(content)
    except ValueError as error:
        raise FileError(f"{place} is not a text file: {error}") from None


def parsed(place: str, content: object, parse: Callable[[Any], Value]) -> Value:
    """What the ``content`` of a place means; errors in it become a ``FileError`` that names the place."""
    try:
        return parse(content)
    except (NotationError, ProblemError, LimitError) as error:
        raise FileError(f"{place}: {error}", place) from error


def _decoded_lines(name: str, number: int, lines: list[bytes]) -> Iterator[list[tuple[int, str]]]:
    """One batch of the lines after line ``number``; if one is not text, of those before it, and then the error."""
    found: list[tuple[int, str]] = []
    for line in lines:
        number += 1
        try:
            text = line.decode("utf-8").strip()
        except UnicodeDecodeError as error:
            yield found
            wrong = f"byte 0x{line[error.start]:02x} {MEND}"
            raise FileError(f"{name}, line {number} is not text: {wrong}") from None
        if text:
            found.append((number, text))
    yield found
