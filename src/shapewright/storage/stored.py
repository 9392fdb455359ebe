"""A file as an answer repeats it: its content, or, if that is long, its name, its length and its SHA-256."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass

MAX_REPEATED = 64 << 10
"""Bytes of content that an answer repeats; of a longer file it has the name, the length and the SHA-256."""

_CHUNK = 1 << 20


@dataclass(frozen=True)
class Stored:
    """A content: the beginning of it, how many bytes there are, and the SHA-256 of all of them in hexadecimal.

    >>> Stored.of_bytes(b"4x4").to_json()
    '4x4'
    """

    head: bytes
    length: int
    digest: str

    @classmethod
    def of_bytes(cls, content: bytes) -> Stored:
        """That of a content in memory."""
        reader = Reader()
        reader.add(content)
        return reader.stored()

    @classmethod
    def of_file(cls, path: str | os.PathLike[str]) -> Stored:
        """That of a regular file; raises ``OSError`` for one that is missing or something else."""
        if not os.path.isfile(path):
            raise FileNotFoundError(os.fspath(path))
        reader = Reader()
        with open(path, "rb") as file:
            while chunk := file.read(_CHUNK):
                reader.add(chunk)
        return reader.stored()

    def to_json(self, path: str | None = None) -> str | dict[str, object]:
        """The text; ``{"base64": ...}`` if it is none; ``{"name", "bytes", "sha256"}`` if it is long."""
        if self.length > MAX_REPEATED:
            name = {} if path is None else {"name": os.path.basename(path)}
            return {**name, "bytes": self.length, "sha256": self.digest}
        try:
            text = self.head.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            return {"base64": base64.b64encode(self.head).decode()}
        return text.replace("\r\n", "\n").replace("\r", "\n")


class Reader:
    """A content that comes in pieces, of which no more is kept than an answer repeats."""

    def __init__(self) -> None:
        from hashlib import sha256  # it loads a large library, and most answers are printed without what was asked

        self._head = bytearray()
        self._length = 0
        self._digest = sha256()

    def add(self, chunk: bytes) -> None:
        """The next piece of it."""
        self._head += chunk[: MAX_REPEATED - len(self._head)]
        self._length += len(chunk)
        self._digest.update(chunk)

    def stored(self) -> Stored:
        """What came so far."""
        return Stored(bytes(self._head), self._length, self._digest.hexdigest())
