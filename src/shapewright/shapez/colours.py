"""The colours of parts, crystals and fluids, and how the mixer mixes them.

A colour is a letter of :data:`COLOURS`. Red, green and blue are the three lights; the others are their sums.
"""

from __future__ import annotations

from shapewright.errors import NotationError, quote

COLOURS = "urgbcmyw"

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

_LIGHTS = {"u": 0b000, "r": 0b100, "g": 0b010, "b": 0b001, "y": 0b110, "c": 0b011, "m": 0b101, "w": 0b111}
_COLOUR_OF = {lights: colour for colour, lights in _LIGHTS.items()}


def mix(a: str, b: str) -> str:
    """What the colour mixer makes of two colours: the lights they share or, if they share none, all they have.

    >>> mix("r", "g"), mix("r", "y"), mix("r", "c")
    ('y', 'r', 'w')

    Raises ``NotationError`` for a text that is not a colour.
    """
    first, second = _LIGHTS[colour(a)], _LIGHTS[colour(b)]
    return _COLOUR_OF[first & second or first | second]


def colour(text: str) -> str:
    """The letter of the colour that ``text`` is: its letter already, or its name in any case.

    >>> colour("Magenta")
    'm'

    Raises ``NotationError`` for a text that is not a colour.
    """
    if text in NAMES:
        return text
    letter = _BY_NAME.get(text.strip().lower())
    if letter is None:
        raise NotationError(f"{quote(text)} is not a colour; colours are {_LISTED}")
    return letter


_BY_NAME = {**{letter: letter for letter in COLOURS}, **{name: letter for letter, name in NAMES.items()}}
_LISTED = ", ".join(f"{letter} ({name})" for letter, name in NAMES.items())
