"""Colours: for pieces by their index, for the colour letters of cells, and dark or bright letters to be read on them.

The colours of pieces were chosen one after the other, each as far as possible from all before it, as seen with normal
sight and with each of the three kinds of colour blindness (distance in OKLab; sight after Machado, Oliveira and
Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009). So the first dozen are
far apart for everybody, and a piece keeps its colour however many follow.
"""

from __future__ import annotations

from shapewright.errors import NotationError

INK = "#1d2129"
PAPER = "#ffffff"

# fmt: off
PIECE_COLOURS: tuple[str, ...] = (
    "#8cb0fb", "#b14a2f", "#eeec76", "#5a64be", "#f59654", "#b8effe", "#3f9e94", "#987fdf", "#8f5a83",
    "#b47f52", "#d5a8be", "#c9d0a3", "#eec651", "#abcff0", "#ba8bbe", "#8eaf8d", "#657fb6", "#a96466",
    "#d2efc8", "#a9c283", "#d86a85", "#be651a", "#cd9219", "#49aadb", "#ead0d4", "#40c5d9", "#9f6c9a",
    "#7f5ba3", "#0e835a", "#8d9bfb", "#c9bca9", "#6abb6a", "#cee38b", "#b09eae", "#93c2f7", "#7d70ce",
)
# fmt: on

# The usual initials where there are some; the other letters fill the gaps.
_LETTER_COLOURS = {
    "a": "#7fb2e5",  # azure
    "b": "#1f5fd0",  # blue
    "c": "#17c3d6",  # cyan
    "d": "#8a6d3b",  # drab
    "e": "#2f9e6e",  # emerald
    "f": "#c2339b",  # fuchsia
    "g": "#2b9a2b",  # green
    "h": "#e8b64c",  # honey
    "i": "#4b3fb5",  # indigo
    "j": "#58b894",  # jade
    "k": "#23272e",  # black
    "l": "#9bd838",  # lime
    "m": "#dd3fd2",  # magenta
    "n": "#6b4423",  # nut brown
    "o": "#f28c1c",  # orange
    "p": "#8d3fc0",  # purple
    "q": "#f5a3c0",  # quartz
    "r": "#d92d27",  # red
    "s": "#a9afb8",  # silver
    "t": "#13857f",  # teal
    "u": "#b5651d",  # umber
    "v": "#7a5fe0",  # violet
    "w": "#fbfbfb",  # white
    "x": "#5f6772",  # graphite
    "y": "#f5d90a",  # yellow
    "z": "#c9b99a",  # zinc
}


def piece_colour(index: int) -> str:
    """The colour of the piece with this index, the same in every picture; after the last one they begin again."""
    return PIECE_COLOURS[index % len(PIECE_COLOURS)]


def letter_colour(letter: str) -> str:
    """The colour a colour letter of a cell stands for; grey for anything but a..z.

    >>> letter_colour("r")
    '#d92d27'
    """
    return _LETTER_COLOURS.get(letter, "#9aa1ab")


def ink_on(colour: str) -> str:
    """``INK`` or ``PAPER``, whichever stands out more on ``colour``.

    >>> ink_on("#ffee00"), ink_on("#102040")
    ('#1d2129', '#ffffff')
    """
    return INK if contrast(colour, INK) >= contrast(colour, PAPER) else PAPER


def contrast(first: str, second: str) -> float:
    """The contrast of two colours, 1 to 21. Source: WCAG 2.1, "contrast ratio"."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def blended(colour: str, other: str, share: float) -> str:
    """``colour`` with a ``share`` (0 to 1) of ``other`` mixed in."""
    mixed = (round(a + (b - a) * share) for a, b in zip(rgb(colour), rgb(other), strict=True))
    return "#" + "".join(f"{value:02x}" for value in mixed)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def checked_colour(colour: str) -> str:
    """``colour`` if it reads ``#rrggbb``; else raises ``NotationError``: nothing else gets into a picture."""
    if len(colour) != 7 or colour[0] != "#" or not all(digit in "0123456789abcdefABCDEF" for digit in colour[1:]):
        raise NotationError(f"{colour[:40]!r} is not a colour; expected #rrggbb")
    return colour


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(value / 255) for value in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
