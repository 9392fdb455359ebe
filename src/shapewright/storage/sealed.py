"""The first bytes of a file of numbers: a text for people that ends with a SHA-256 of all bytes after it.

It fills 512 bytes, which HDF5 leaves to the owner of a file (its *user block*). The bytes after it are known to be as
they were written before anything reads them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection
from typing import BinaryIO

from shapewright.errors import FileError
from shapewright.storage.contents import damaged
from shapewright.storage.files import opened

HEADER_BYTES = 512

_MAGIC = b"shapewright data: "
_HEADER = re.compile(
    _MAGIC + rb"(?P<format>[^\n]{1,60})\nformat version: (?P<version>[0-9]{1,9})\n"
    rb"bytes of (?P<kind>[A-Za-z0-9 ]{1,30}) after this block: (?P<size>[0-9]{1,18})\n"
    rb"SHA-256 of those bytes: (?P<digest>[0-9a-f]{64})\n+"
)
_HDF5_SIGNATURE = b"\x89HDF\r\n\x1a\n"


def header(format: str, version: int, kind: str, content: bytes | memoryview) -> bytes:
    """The header before a content of some kind, such as HDF5."""
    text = (
        f"{_MAGIC.decode()}{format}\nformat version: {version}\n"
        f"bytes of {kind} after this block: {len(content)}\n"
        f"SHA-256 of those bytes: {hashlib.sha256(content).hexdigest()}\n"
    )
    return text.encode().ljust(HEADER_BYTES, b"\n")


def begins_sealed(content: bytes) -> bool:
    """Whether a content begins as these files do."""
    return content.startswith(_MAGIC)


def is_sealed(path: str) -> bool:
    """Whether a file begins as these files do; False if it cannot be read."""
    try:
        with opened(path, streams=False) as file:
            return begins_sealed(file.read(len(_MAGIC)))
    except (FileError, OSError):
        return False


def verified(
    path: str, format: str, version: int, kinds: Collection[str], *, mapped: bool = False
) -> tuple[str, memoryview]:
    """The kind of a file, one of ``kinds``, and its bytes with the header, once they are known to be as written.

    With ``mapped`` the bytes stay in the file and are fetched when they are needed; for files that are replaced but
    never written to.

    Raises ``FileError`` if there is no such file, or it is truncated, damaged, something else, or of another version.
    """
    try:
        with opened(path, streams=False) as file:
            head = file.read(HEADER_BYTES)
            if not head.startswith(_MAGIC):
                raise FileError(f"{path!r} is not a file of {format}{_other_kind(head)}")
            file.seek(0)
            whole = _mapped(file) if mapped else memoryview(file.read())
    except OSError as error:
        raise FileError(f"cannot read {path!r}: {(error.strerror or str(error)).lower()}") from None
    content = whole[HEADER_BYTES:]
    fields = _HEADER.fullmatch(head)
    if fields is None or (kind := fields["kind"].decode()) not in kinds:
        raise damaged(path, f"its first {HEADER_BYTES} bytes were changed")
    if fields["format"] != format.encode():
        found = fields["format"].decode("utf-8", "replace")
        raise FileError(f"{path!r} is not a file of {format}, but of {found}")
    if int(fields["version"]) != version:
        found = fields["version"].decode()
        raise FileError(f"{path!r} has version {found} of the format of {format}; this program reads version {version}")
    size = int(fields["size"])
    if len(content) != size:
        what = "is truncated" if len(content) < size else "is damaged"
        raise FileError(f"{path!r} {what}: it has {len(content)} bytes after its header instead of {size}")
    if header(format, version, kind, content) != head:
        raise damaged(path, "its bytes do not match their SHA-256")
    return kind, whole


def _mapped(file: BinaryIO) -> memoryview:
    from mmap import ACCESS_READ, mmap  # not there in every browser

    return memoryview(mmap(file.fileno(), 0, access=ACCESS_READ))


def _other_kind(head: bytes) -> str:
    if not head:
        return ": it is empty"
    return ": it is an HDF5 file of another program" if head.startswith(_HDF5_SIGNATURE) else ""
