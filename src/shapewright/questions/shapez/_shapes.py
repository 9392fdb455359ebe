"""Shapes as answers show them."""

from __future__ import annotations

import sys

from shapewright.drawing.terminal import terminal_options
from shapewright.questions.parts import Picture
from shapewright.questions.screen import Screen
from shapewright.shapez.drawing.terminal import to_terminal
from shapewright.shapez.picture import ShapePicture
from shapewright.shapez.shape import Shape

NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"),
    "a list of codes is not a picture; 'shapez show - -o FILE.html' draws one",
)


def picture(shape: Shape, caption: str = "", *, put: bool = False, ask: str = "buildable") -> Picture:
    """The shape drawn; ``put`` lets a click take it over, and then ask."""
    code = str(shape)
    return Picture(ShapePicture(shape), caption, code, {"codes": code} if put else {}, ask)


def text(shape: Shape, screen: Screen) -> str:
    """The shape as this screen can show it."""
    return to_terminal(shape, color=False) if screen.is_file else to_terminal(shape, **terminal_options(sys.stdout))
