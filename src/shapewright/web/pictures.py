"""Other formats of pictures that an answer already has: drawn by a worker when somebody downloads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.drawing.gif import to_gif
from shapewright.drawing.png import to_png
from shapewright.drawing.svg import size_of_svg
from shapewright.questions.fields import Number, Text, Texts
from shapewright.questions.question import Answer, Formats, Question

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk

__all__ = ["PICTURES"]

# Of the longer side; a plan of hundreds of machines is drawn at a smaller scale.
MAX_PIXELS = 12_000_000
SCALE = 2.0


def _png(asked: dict[str, Any], desk: Desk) -> Answer:
    width, height = size_of_svg(asked["svg"])
    scale = min(SCALE, (MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    return Answer({}, files={".png": lambda: to_png(asked["svg"], scale=scale)})


def _gif(asked: dict[str, Any], desk: Desk) -> Answer:
    return Answer({}, files={".gif": lambda: to_gif(asked["svgs"], seconds=asked["seconds"])})


_ALL = (
    Question(
        "pictures",
        "png",
        "Rasterise a picture of an answer.",
        (Text("svg", "A picture as the studio drew it.", required=True, limit=1 << 24),),
        _png,
        formats=Formats((".png",)),
        downloads=(".png",),
        stem="picture",
        quick=True,
    ),
    Question(
        "pictures",
        "gif",
        "Make an animation of the pictures of an answer.",
        (
            Texts("svgs", "Pictures as the studio drew them.", required=True, most=4000, limit=1 << 20),
            Number("seconds", "How long each is shown.", default=0.5, minimum=0.01, maximum=600.0),
        ),
        _gif,
        formats=Formats((".gif",)),
        downloads=(".gif",),
        stem="picture",
        quick=True,
    ),
)

PICTURES = {question.name: question for question in _ALL}
"""What the studio itself has drawn, by name; none of these is an endpoint."""
