"""A small reader of the PNG files the rasteriser writes: 8 bits a channel, RGB or RGBA, not interlaced."""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass


@dataclass(frozen=True)
class Pixels:
    width: int
    height: int
    channels: int
    rows: list[bytes]

    def colour(self, x: float, y: float) -> str:
        """``#rrggbb`` of the pixel at (x, y), from the top left."""
        start = int(x) * self.channels
        return "#" + self.rows[int(y)][start : start + 3].hex()

    def alpha(self, x: float, y: float) -> int:
        return self.rows[int(y)][int(x) * self.channels + 3] if self.channels == 4 else 255


def read_png(data: bytes) -> Pixels:
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    at, packed, header = 8, b"", b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at : at + 8])
        content = data[at + 8 : at + 8 + length]
        header = content if kind == b"IHDR" else header
        packed += content if kind == b"IDAT" else b""
        at += length + 12
    width, height, depth, colour_type, _, _, interlaced = struct.unpack(">IIBBBBB", header)
    assert (depth, interlaced) == (8, 0)
    channels = {2: 3, 6: 4}[colour_type]
    raw, stride = zlib.decompress(packed), width * channels
    rows: list[bytes] = []
    above = bytes(stride)
    for y in range(height):
        line = raw[y * (stride + 1) : (y + 1) * (stride + 1)]
        above = _unfiltered(line[0], line[1:], above, channels)
        rows.append(above)
    return Pixels(width, height, channels, rows)


def _unfiltered(kind: int, line: bytes, above: bytes, channels: int) -> bytes:
    """Undo one of the five filters of PNG (ISO/IEC 15948, 9.2)."""
    out = bytearray(line)
    for i, value in enumerate(line):
        left = out[i - channels] if i >= channels else 0
        up, corner = above[i], above[i - channels] if i >= channels else 0
        nearest = min(
            (abs(up - corner), 0, left), (abs(left - corner), 1, up), (abs(left + up - 2 * corner), 2, corner)
        )[2]
        out[i] = (value + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
    return bytes(out)
