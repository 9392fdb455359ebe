"""Text in files: UTF-8, or UTF-16 with a byte order mark, as some programs of Windows write it."""

from __future__ import annotations

import codecs

MEND = "is not UTF-8; save the file as UTF-8"
"""What is wrong with a byte of text, and what to do."""

_MARKS = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def is_utf16(content: bytes) -> bool:
    """Whether a content is text in UTF-16; binary data that begins with the same two bytes is not printable.

    >>> is_utf16("4x4".encode("utf-16")), is_utf16(bytes([255, 254, 0, 216]))
    (True, False)
    """
    encoding = _MARKS.get(content[:2])
    if encoding is None or len(content) == len(codecs.BOM_UTF16):
        return False
    try:
        return "".join(content[2:].decode(encoding).split()).isprintable()
    except UnicodeDecodeError:
        return False


def as_utf8(content: bytes) -> bytes:
    """The content, in UTF-8 if it is text in UTF-16."""
    return content.decode("utf-16").encode() if is_utf16(content) else content


def decoded(content: bytes) -> str:
    """The text that a content is, with lines ending in ``\\n``; raises ``ValueError`` with the reason if it is none.

    >>> decoded("a\\r\\nb".encode("utf-16"))
    'a\\nb'
    """
    content = as_utf8(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ValueError(f"byte 0x{content[error.start]:02x} at offset {error.start} {MEND}") from None
    if "\0" in text:
        mend = "; save the file as UTF-8" if text.count("\0") > len(text) // 4 else ""
        raise ValueError(f"it has a zero byte at offset {content.index(0)}{mend}")
    return text.replace("\r\n", "\n").replace("\r", "\n")
