"""Letters as strokes: a small font of our own, since a picture must show its letters where there are no fonts.

Each letter is written as a path in a box whose capitals reach from y = 0 down to the baseline at y = 100; small
letters begin at 34 and hang down to 130; beside its path stands its width. The commands are ``M x y`` (move), ``L x
y`` (line), ``H x``, ``V y``, ``C`` (cubic, six numbers), ``A rx ry long clockwise x y`` (arc) and ``Z`` (close). I
has its bars, l its tail and 0 its slash, so that I l 1 and O 0 differ in a label of one letter.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from shapewright.drawing.scene import Arc, Close, Cubic, Line, Move, Path, Point, Segment, Text, mapped

_SPACING = 30.0
_SPACE = 26.0

# fmt: off
_STROKES: dict[str, tuple[int, str]] = {
    "A": (72, "M0 100 L36 0 L72 100 M12 66 H60"),
    "B": (64, "M0 48 H36 A24 24 0 0 36 0 H0 V100 H38 A26 26 0 0 38 48"),
    "C": (66, "M66 22 A37 50 1 0 66 78"),
    "D": (68, "M0 0 V100 H24 A44 50 0 0 24 0 Z"),
    "E": (56, "M56 0 H0 V100 H56 M0 49 H46"),
    "F": (56, "M56 0 H0 V100 M0 51 H46"),
    "G": (73, "M66 20 A37 50 1 0 73 54 H44"),
    "H": (66, "M0 0 V100 M66 0 V100 M0 49 H66"),
    "I": (36, "M0 0 H36 M18 0 V100 M0 100 H36"),
    "J": (48, "M18 0 H48 V72 A24 28 0 1 0 72"),
    "K": (64, "M0 0 V100 M60 0 L0 60 M22 38 L64 100"),
    "L": (54, "M0 0 V100 H54"),
    "M": (80, "M0 100 V0 L40 62 L80 0 V100"),
    "N": (66, "M0 100 V0 L66 100 V0"),
    "O": (74, "M0 50 A37 50 0 1 74 50 A37 50 0 1 0 50 Z"),
    "P": (62, "M0 100 V0 H34 A28 28 0 1 34 56 H0"),
    "Q": (76, "M0 50 A37 50 0 1 74 50 A37 50 0 1 0 50 Z M46 70 L76 106"),
    "R": (64, "M0 100 V0 H34 A27 27 0 1 34 54 H0 M34 54 L64 100"),
    "S": (62, ("M59 19 C54 6 44 0 31 0 C14 0 3 10 3 25 C3 41 16 46 32 50 "
              "C50 54 62 60 62 75 C62 90 49 100 32 100 C16 100 5 93 0 79")),
    "T": (68, "M0 0 H68 M34 0 V100"),
    "U": (66, "M0 0 V66 A33 34 0 0 66 66 V0"),
    "V": (70, "M0 0 L35 100 L70 0"),
    "W": (96, "M0 0 L23 100 L48 16 L73 100 L96 0"),
    "X": (66, "M0 0 L66 100 M66 0 L0 100"),
    "Y": (68, "M0 0 L34 50 L68 0 M34 50 V100"),
    "Z": (66, "M2 0 H64 L0 100 H66"),
    "a": (54, "M54 67 A27 33 0 0 0 67 A27 33 0 0 54 67 M54 36 V100"),
    "b": (56, "M0 0 V100 M0 67 A28 33 0 1 56 67 A28 33 0 1 0 67"),
    "c": (51, "M51 46 A29 33 1 0 51 88"),
    "d": (56, "M56 0 V100 M56 67 A28 33 0 0 0 67 A28 33 0 0 56 67"),
    "e": (56, "M0 66 H56 A28 33 1 0 50 88"),
    "f": (38, "M38 1 H35 A17 20 0 0 18 21 V100 M0 38 H36"),
    "g": (54, "M54 67 A27 33 0 0 0 67 A27 33 0 0 54 67 M54 36 V104 A26 26 0 1 4 115"),
    "h": (54, "M0 0 V100 M0 62 A27 28 0 1 54 62 V100"),
    "i": (0, "M0 36 V100 M0 8 V10"),
    "j": (20, "M20 36 V108 A20 20 0 1 0 128 M20 8 V10"),
    "k": (50, "M0 0 V100 M48 36 L0 76 M17 62 L50 100"),
    "l": (16, "M0 0 V84 A16 16 0 0 16 100"),
    "m": (80, "M0 36 V100 M0 58 A20 24 0 1 40 58 V100 M40 58 A20 24 0 1 80 58 V100"),
    "n": (52, "M0 36 V100 M0 62 A26 28 0 1 52 62 V100"),
    "o": (58, "M0 67 A29 33 0 1 58 67 A29 33 0 1 0 67 Z"),
    "p": (56, "M0 36 V130 M0 67 A28 33 0 1 56 67 A28 33 0 1 0 67"),
    "q": (56, "M56 36 V130 M56 67 A28 33 0 0 0 67 A28 33 0 0 56 67"),
    "r": (34, "M0 36 V100 M0 66 C2 45 16 33 34 35"),
    "s": (48, ("M45 47 C41 38 34 34 24 34 C10 34 2 41 2 50 C2 61 13 64 25 66 "
              "C39 69 48 73 48 83 C48 93 39 100 24 100 C12 100 4 95 0 86")),
    "t": (38, "M18 10 V82 A18 18 0 0 36 100 H38 M0 38 H38"),
    "u": (52, "M0 36 V72 A26 28 0 0 52 72 M52 36 V100"),
    "v": (56, "M0 36 L28 100 L56 36"),
    "w": (80, "M0 36 L20 100 L40 44 L60 100 L80 36"),
    "x": (52, "M0 36 L52 100 M52 36 L0 100"),
    "y": (56, "M0 36 L28 100 M56 36 L16 128"),
    "z": (52, "M2 36 H50 L0 100 H52"),
    "0": (60, "M0 50 A30 50 0 1 60 50 A30 50 0 1 0 50 Z M20 66 L40 34"),
    "1": (52, "M4 22 L28 0 V100 M4 100 H52"),
    "2": (60, "M2 24 C6 8 16 0 30 0 C47 0 58 11 58 27 C58 40 50 49 38 61 L0 100 H60"),
    "3": (60, ("M3 14 C9 4 18 0 29 0 C45 0 55 10 55 24 C55 39 44 48 26 48 "
              "C47 48 60 57 60 73 C60 90 47 100 29 100 C14 100 4 94 0 82")),
    "4": (64, "M46 100 V0 L0 70 H64"),
    "5": (60, "M54 0 H10 L5 46 C12 40 20 37 30 37 C48 37 60 49 60 67 C60 87 47 100 28 100 C14 100 5 94 0 84"),
    "6": (60, "M50 1 C20 13 0 36 0 68 A30 32 0 0 60 68 A30 32 0 0 0 68"),
    "7": (58, "M0 0 H58 L20 100"),
    "8": (60, "M30 48 A25 24 0 1 30 0 A25 24 0 1 30 48 A30 26 0 1 30 100 A30 26 0 1 30 48"),
    "9": (60, "M10 99 C40 87 60 64 60 32 A30 32 0 0 0 32 A30 32 0 0 60 32"),
    "'": (0, "M0 0 V24"),
    '"': (22, "M0 0 V24 M22 0 V24"),
    ".": (6, "M0 97 A3 3 0 1 6 97 A3 3 0 1 0 97"),
    ",": (6, "M5 95 L0 116"),
    ":": (6, "M0 45 A3 3 0 1 6 45 A3 3 0 1 0 45 M0 97 A3 3 0 1 6 97 A3 3 0 1 0 97"),
    ";": (8, "M2 45 A3 3 0 1 8 45 A3 3 0 1 2 45 M5 95 L0 116"),
    "-": (36, "M0 58 H36"),
    "–": (54, "M0 58 H54"),
    "—": (84, "M0 58 H84"),
    "_": (56, "M0 112 H56"),
    "+": (52, "M0 56 H52 M26 30 V82"),
    "×": (44, "M0 34 L44 78 M44 34 L0 78"),
    "·": (6, "M0 56 A3 3 0 1 6 56 A3 3 0 1 0 56"),
    "*": (42, "M22 6 V54 M2 18 L42 42 M42 18 L2 42"),
    "=": (50, "M0 44 H50 M0 70 H50"),
    "<": (50, "M50 28 L0 56 L50 84"),
    ">": (50, "M0 28 L50 56 L0 84"),
    "(": (19, "M19 -8 A50 80 0 0 19 116"),
    ")": (19, "M0 -8 A50 80 0 1 0 116"),
    "[": (20, "M20 -6 H0 V114 H20"),
    "]": (20, "M0 -6 H20 V114 H0"),
    "/": (44, "M0 108 L44 -6"),
    "|": (0, "M0 -8 V118"),
    "#": (66, "M24 6 L12 94 M54 6 L42 94 M4 34 H66 M0 66 H62"),
    "%": (80, "M0 21 A15 20 0 1 30 21 A15 20 0 1 0 21 M50 79 A15 20 0 1 80 79 A15 20 0 1 50 79 M64 0 L16 100"),
    "&": (68, ("M68 100 L17 31 C8 15 16 0 31 0 C45 0 53 8 51 20 C48 39 0 44 0 74 "
              "C0 90 12 100 28 100 C48 100 63 84 66 58")),
    "!": (6, "M3 0 V66 M0 97 A3 3 0 1 6 97 A3 3 0 1 0 97"),
    "?": (54, "M0 22 C4 8 14 0 27 0 C43 0 54 10 54 24 C54 44 27 46 27 70 M24 97 A3 3 0 1 30 97 A3 3 0 1 24 97"),
}
# fmt: on

_UNKNOWN = (50, "M0 0 H50 V100 H0 Z")
_parsed: dict[str, tuple[tuple[Segment, ...], float]] = {}


def has_glyph(character: str) -> bool:
    """Whether the font knows this character; others are drawn as an empty box."""
    return character == " " or character in _STROKES


def text_width(text: str, size: float) -> float:
    """The width of the strokes of ``text`` at a capital height of ``size``, without the thickness of the pen."""
    advances = sum(_SPACE if character == " " else _glyph(character)[1] for character in text)
    return (advances + _SPACING * max(0, len(text) - 1)) * size / 100


def text_path(text: Text) -> Path:
    """The strokes of a text, as one path."""
    scale = text.size / 100
    pen = text.x
    if text.anchor != "start":
        pen -= text_width(text.text, text.size) * (0.5 if text.anchor == "middle" else 1.0)
    top = text.y - text.size
    segments: list[Segment] = []
    for character in text.text:
        if character == " ":
            pen += (_SPACE + _SPACING) * scale
            continue
        strokes, advance = _glyph(character)
        segments += _placed(strokes, scale, pen, top)
        pen += (advance + _SPACING) * scale
    return Path(tuple(segments), stroke=text.colour, width=text.weight * text.size)


def _glyph(character: str) -> tuple[tuple[Segment, ...], float]:
    known = _parsed.get(character)
    if known is None:
        width, strokes = _STROKES.get(character, _UNKNOWN)
        known = _parsed[character] = (_parse(strokes), float(width))
    return known


def _parse(strokes: str) -> tuple[Segment, ...]:
    segments: list[Segment] = []
    x = y = 0.0
    for command, words in re.findall("([A-Z])([^A-Z]*)", strokes):
        numbers = [float(word) for word in words.split()]
        if command == "Z":
            segments.append(Close())
            continue
        if command == "H":
            x = numbers[0]
        elif command == "V":
            y = numbers[0]
        else:
            x, y = numbers[-2:]
        if command == "M":
            segments.append(Move(x, y))
        elif command == "C":
            segments.append(Cubic(numbers[0], numbers[1], numbers[2], numbers[3], x, y))
        elif command == "A":
            segments.append(Arc(numbers[0], numbers[1], x, y, clockwise=numbers[3] == 1, long=numbers[2] == 1))
        else:
            segments.append(Line(x, y))
    return tuple(segments)


def _placed(strokes: Sequence[Segment], scale: float, left: float, top: float) -> list[Segment]:
    def at(x: float, y: float) -> Point:
        return left + x * scale, top + y * scale

    return [mapped(stroke, at, scale) for stroke in strokes]
