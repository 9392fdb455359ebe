"""Colour skins of pictures: what each colour looks like; codes and rules stay as they are.

The game has the first three as a setting: ``rgb`` shows colours as lights, ``ryb`` and ``cmyk`` as the paints that mix
in the same way, so that green is drawn yellow or magenta. Source of which colour stands for which: the skins of the
Python library shapez2, version 2.0.1; of black, which is white where white is black, Vystel's solver (COLOR_MODES).
``colour-blind`` has colours that people with any common kind of colour vision tell apart. Source: M. Okabe, K. Ito,
Color Universal Design, 2008.
"""

from __future__ import annotations

from collections.abc import Mapping

from shapewright.errors import ProblemError, quote

RGB: Mapping[str, str] = {
    "u": "#a9a5ad",
    "r": "#ef4141",
    "g": "#4fcf4a",
    "b": "#3f6ff2",
    "c": "#3fe0ea",
    "m": "#e552e0",
    "y": "#fbe63a",
    "w": "#fdfdfd",
    "k": "#45443f",
}
_BLACK, _PURPLE, _ORANGE = "#4d4a4e", "#a04ad0", "#e08a1e"


def _like(**other: str) -> dict[str, str]:
    """Paints in which a colour looks like another one of the plain skin, or as it is given."""
    return {colour: RGB.get(other.get(colour, colour), other.get(colour, colour)) for colour in RGB}


SKINS: Mapping[str, Mapping[str, str]] = {
    "rgb": RGB,
    "ryb": _like(g="y", c="g", m=_PURPLE, y=_ORANGE, w=_BLACK, k="w"),
    "cmyk": _like(r="c", g="m", b="y", c="r", m="g", y="b", w=_BLACK, k="w"),
    "colour-blind": _like(r="#d55e00", g="#009e73", b="#0072b2", c="#56b4e9", m="#cc79a7", y="#f0e442"),
}
"""For each skin what colours look like, by their letters."""


def paints_of(skin: str) -> Mapping[str, str]:
    """What colours look like in a skin.

    >>> paints_of("cmyk")["r"] == paints_of("rgb")["c"]
    True

    Raises ``ProblemError`` for a skin that there is not.
    """
    if skin not in SKINS:
        raise ProblemError(f"{quote(skin)} is not a skin; skins are {', '.join(SKINS)}")
    return SKINS[skin]
