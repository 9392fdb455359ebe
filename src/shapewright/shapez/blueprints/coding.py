"""Strings of blueprints, ``SHAPEZ2-<format>-<base64 of gzip of JSON>$``, and the JSON in them, kept as it stands.

The JSON of a blueprint is carried as text and not written again: what is in it, known or not, survives both ways byte
for byte. Formats: 1 before version 0.0.9 of the game, 2 from there on, 3 from 0.1.0-pre1 on, 4 in strings of later
versions (sources: "Shapez 2 blueprint codes specifications" by Loupau38, July 2025; the program shapez2 of the same
author; strings of format 4 with the game version 1134 and later in other public programs).
"""

from __future__ import annotations

import base64
import binascii
import gzip
import re
import zlib

from shapewright.errors import LimitError, NotationError, quote

FORMATS = (1, 2, 3, 4)
MAX_STRING = 8 << 20
"""Most characters of a string."""
MAX_JSON = 16 << 20
"""Most bytes of JSON that a string may hold."""

_PREFIX = "SHAPEZ2"
_HEAD = re.compile(r"SHAPEZ2-([0-9]{1,9})-")


def unpacked(text: str) -> tuple[int, str]:
    """The format of a string and the JSON in it; white space around the string does not matter.

    >>> unpacked(packed('{"V": 1122, "BP": {}}', 3))
    (3, '{"V": 1122, "BP": {}}')

    Raises ``NotationError`` for what is not such a string, and ``LimitError`` for one that is too long or holds too
    much.
    """
    if len(text) > MAX_STRING:
        raise LimitError(f"the string has {len(text)} characters; blueprints of up to {MAX_STRING} are read")
    text = text.strip()
    head = _HEAD.match(text)
    if head is None:
        raise NotationError(
            f"{quote(text, 24)} is not the string of a blueprint; those begin with SHAPEZ2-3- and end with $"
        )
    number = checked_format(int(head[1]))
    body, mark, after = text[head.end() :].partition("$")
    if not mark:
        raise NotationError(
            "the string does not end with $: it may be cut off, or a shell took the $ (put the string between '...')"
        )
    if after:
        raise NotationError(f"there is {quote(after, 24)} after the $ with which the string ends")
    # What was compressed; never more than ``MAX_JSON`` bytes of it are made.
    found = _bytes(body)
    if found[:2] != b"\x1f\x8b":
        raise NotationError("what the base64 holds is not compressed by gzip")
    machine = zlib.decompressobj(wbits=31)
    try:
        content = machine.decompress(found, MAX_JSON + 1)
    except zlib.error:
        raise NotationError("the compressed part of the string is damaged") from None
    if len(content) > MAX_JSON:
        raise LimitError(f"the string holds more than {MAX_JSON} bytes of JSON, the most that is read")
    if not machine.eof:
        raise NotationError("the compressed part of the string is cut off")
    if machine.unused_data:
        raise NotationError(f"{len(machine.unused_data)} bytes follow the compressed part of the string")
    return number, _text(content)


def packed(json: str, format: int) -> str:
    """The string with this JSON in it.

    Raises ``NotationError`` for a format that is not known, and ``LimitError`` for more JSON than is read again.
    """
    checked_format(format)
    try:
        content = json.encode()
    except UnicodeEncodeError as error:
        raise NotationError(f"the JSON of the blueprint is not text at character {error.start + 1}") from None
    if len(content) > MAX_JSON:
        raise LimitError(f"the JSON has {len(content)} bytes; a blueprint holds at most {MAX_JSON}")
    return f"{_PREFIX}-{format}-{base64.b64encode(gzip.compress(content, mtime=0)).decode()}$"


def checked_format(number: int) -> int:
    """The number of a format; raises ``NotationError`` if there is no such format."""
    if number not in FORMATS:
        raise NotationError(
            f"format {number} of blueprints is not known; the formats are {FORMATS[0]} to {FORMATS[-1]}"
        )
    return number


def _bytes(body: str) -> bytes:
    if not body:
        raise NotationError("there is nothing between the format and the $ of the string")
    try:
        return base64.b64decode(body, validate=True)
    except (binascii.Error, ValueError):
        wrong = re.search(r"[^A-Za-z0-9+/=]", body)
        why = (
            f"{quote(wrong[0])} at character {wrong.start() + 1} of it is none of its letters"
            if wrong
            else "its length or its end is wrong, it may be cut off"
        )
        raise NotationError(f"the part after the format is not base64: {why}") from None


def _text(content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"what the string holds is not text: byte {error.start} is not UTF-8") from None
