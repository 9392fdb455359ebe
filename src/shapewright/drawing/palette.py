"""Colours: for kinds of pieces, for the colour letters of cells, and dark or bright letters to be read on them.

A tetromino has the colour that players know, in every family; :func:`kind_colours` says so for all. Within each hue
the colour was chosen so that the seven are as far apart as possible. The colours of other pieces were chosen one after
the other, each as far as possible from all before it. Distances are in OKLab (Ottosson, 2020), as seen with normal
sight and with each of the three kinds of colour blindness (Machado, Oliveira and Fernandes, "A Physiologically-based
Model for Simulation of Color Vision Deficiency", 2009). So the first dozen are far apart for everybody.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from math import dist

from shapewright.errors import NotationError

INK = "#1d2129"
PAPER = "#ffffff"

TETROMINO_COLOURS = {
    "I": "#43d2f4",
    "O": "#eed24b",
    "T": "#9854ae",
    "S": "#5fc178",
    "Z": "#d43a3b",
    "J": "#3161e7",
    "L": "#f19011",
}
"""The hues are those of the guideline of Tetris."""

EMPTY = "#eef0f3"
"""Cells of a board that nothing lies on."""

FILLED = "#9aa1ab"
"""Cells that were filled before anything was placed."""

_APART = 0.075  # nearer colours are taken for each other

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


def tetromino_colour(name: str, area: int) -> str | None:
    """The colour of a tetromino called ``I`` or ``I4`` and so on; ``None`` for any other piece.

    >>> tetromino_colour("T4", 4), tetromino_colour("T", 5)
    ('#9854ae', None)
    """
    letter = name.removesuffix("4")
    return TETROMINO_COLOURS.get(letter) if area == 4 else None


def kind_colours(kinds: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """The colour of each kind of piece, given the name of each and how many cells it has.

    A tetromino has its own colour. The others take those of their places in the list, except where one would be taken
    for that of a tetromino in the list.

    >>> kind_colours([("F", 5), ("I5", 5), ("I", 4)])
    ('#8cb0fb', '#b14a2f', '#43d2f4')
    """
    own = [tetromino_colour(name, area) for name, area in kinds]
    taken = sorted({colour for colour in own if colour is not None})
    free = [colour for colour in PIECE_COLOURS if all(dist(_oklab(colour), _oklab(one)) > _APART for one in taken)]
    return tuple([free[number % len(free)] if colour is None else colour for number, colour in enumerate(own)])


def page_data() -> dict[str, object]:
    """The palette as plain data, for pages that draw pieces themselves."""
    return {
        "tetrominoes": TETROMINO_COLOURS,
        "pieces": list(PIECE_COLOURS),
        "filled": FILLED,
        "letters": _LETTER_COLOURS,
        "other": letter_colour(""),
        "ink": INK,
        "paper": PAPER,
    }


def letter_colour(letter: str) -> str:
    """The colour a colour letter of a cell stands for; grey for anything but a..z.

    >>> letter_colour("r")
    '#d92d27'
    """
    return _LETTER_COLOURS.get(letter, FILLED)


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


@cache
def _oklab(colour: str) -> tuple[float, float, float]:
    """A colour where equal distances look equally far apart. Source: Ottosson, "A perceptual color space", 2020."""
    red, green, blue = (_linear(value / 255) for value in rgb(colour))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(value / 255) for value in rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
