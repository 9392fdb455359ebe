"""The colours of pictures of fumens: bright or dark paper, or as elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from shapewright.clear.picture import COLOURS
from shapewright.drawing.palette import EMPTY, INK, PAPER
from shapewright.errors import NotationError, quote

__all__ = ["THEMES", "Theme", "theme_named"]


@dataclass(frozen=True)
class Theme:
    """Colours: of the pieces (and of grey cells, ``X``), of empty cells, of lines, of the paper and of words on it.

    Without ``letters`` pieces do not bear theirs.
    """

    pieces: Mapping[str, str]
    empty: str
    lines: str
    paper: str
    words: str
    letters: bool = True


THEMES: Mapping[str, Theme] = {
    "light": Theme(COLOURS, EMPTY, INK, PAPER, "#59616d"),
    "dark": Theme({**COLOURS, "X": "#69717d"}, "#272c35", "#0d0f12", "#15181d", "#b9c0ca"),
    # The pure colours of the guideline of Tetris, as most games show them.
    "guideline": Theme(
        {
            "I": "#00f0f0",
            "O": "#f0f000",
            "T": "#a000f0",
            "S": "#00f000",
            "Z": "#f00000",
            "J": "#2040f0",
            "L": "#f0a000",
            "X": "#999999",
        },
        "#000000",
        "#333333",
        "#111111",
        "#cccccc",
        letters=False,
    ),
    # Flat and bright, in the hues of four.lol as solution-finder's theme of that name lists them.
    "four": Theme(
        {
            "I": "#41afde",
            "O": "#f7d33e",
            "T": "#b451ac",
            "S": "#66c65c",
            "Z": "#ef624d",
            "J": "#1983bf",
            "L": "#ef9535",
            "X": "#686868",
        },
        "#f3f3ed",
        "#fcfcfc",
        "#fcfcfc",
        "#686868",
        letters=False,
    ),
}
"""The themes by name; ``light`` is the usual one."""


def theme_named(name: str) -> Theme:
    """The theme of that name; raises ``NotationError`` if there is none."""
    if name not in THEMES:
        raise NotationError(f"{quote(name)} is not a theme; themes are {', '.join(THEMES)}")
    return THEMES[name]
