"""The colours of parts, crystals and fluids, and how the mixer mixes them.

A colour is a letter of :data:`COLOURS`. Red, green and blue are the three lights; the others are their sums. Version
1.0 of the game has black besides. No two public sources say alike how that mixes, so it does not here.
"""

from __future__ import annotations

from collections.abc import Iterable

from shapewright.errors import NotationError, quote
from shapewright.shapez.game import BLACK, read_by

COLOURS = "urgbcmyw"

EVERY_COLOUR = COLOURS + BLACK
"""Those of version 1.0, too."""

NAMES = {
    "u": "uncoloured",
    "r": "red",
    "g": "green",
    "b": "blue",
    "c": "cyan",
    "m": "magenta",
    "y": "yellow",
    "w": "white",
}

EVERY_NAME = {**NAMES, BLACK: "black"}

_LIGHTS = {"u": 0b000, "r": 0b100, "g": 0b010, "b": 0b001, "y": 0b110, "c": 0b011, "m": 0b101, "w": 0b111}
_SECONDARY = "cmy"
_COLOUR_OF = {lights: colour for colour, lights in _LIGHTS.items()}


def mix(a: str, b: str) -> str:
    """What the colour mixer makes of two colours: the lights they share or, if they share none, all they have.

    >>> mix("r", "g"), mix("r", "y"), mix("r", "c")
    ('y', 'r', 'w')

    Raises ``NotationError`` for a text that is not a colour, and for black, whose mixtures are not settled.
    """
    if BLACK in (colour(a, "1.0"), colour(b, "1.0")):
        raise NotationError("what black (k) mixes to is not settled: public sources of version 1.0 disagree")
    first, second = _LIGHTS[colour(a)], _LIGHTS[colour(b)]
    return _COLOUR_OF[first & second or first | second]


def disputed(mixtures: Iterable[tuple[str, str]]) -> list[str]:
    """Return a remark for each of some mixtures about which public sources of version 1.0 disagree.

    >>> disputed([("c", "y"), ("r", "g")])
    ['two public sources say that version 1.0 mixes cyan and yellow to white; here they make green']
    """
    found = []
    for a, b in sorted({(min(pair), max(pair)) for pair in mixtures}):
        says, made = "two public sources say", "white"
        if a == b == "w":
            says, made = "one public source says", "black"
        elif a == b or not {a, b} <= set(_SECONDARY):
            continue
        words = f"{says} that version 1.0 mixes {NAMES[a]} and {NAMES[b]} to {made}"
        found.append(f"{words}; here they make {NAMES[mix(a, b)]}")
    return found


def colour(text: str, game: str = "0.x") -> str:
    """The letter of the colour that ``text`` is in this game: its letter already, or its name in any case.

    >>> colour("Magenta"), colour("black", "1.0")
    ('m', 'k')

    Raises ``NotationError`` for a text that is not a colour.
    """
    if text in NAMES:
        return text
    letter = _BY_NAME.get(text.strip().lower())
    if letter is None:
        names = NAMES if game == "0.x" else EVERY_NAME
        listed = ", ".join(f"{letter} ({name})" for letter, name in names.items())
        raise NotationError(f"{quote(text)} is not a colour; colours are {listed}{purple(text)}")
    read_by(game, [[letter]])
    return letter


def purple(text: str) -> str:
    """Return a hint for a text that is purple, which the first game and older viewers have, or nothing."""
    return "; purple is m (magenta)" if text.strip().lower() in ("p", "purple") else ""


_BY_NAME = {**{letter: letter for letter in EVERY_COLOUR}, **{name: letter for letter, name in EVERY_NAME.items()}}
