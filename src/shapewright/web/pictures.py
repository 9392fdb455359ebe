"""Other formats of pictures that an answer already has: drawn by a worker when somebody downloads them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.web.fields import Number, Text, Texts
from shapewright.web.questions import Answer, Question

if TYPE_CHECKING:
    from shapewright.web.desk import Desk

# Of the longer side; a plan of hundreds of machines is drawn at a smaller scale.
MAX_PIXELS = 12_000_000
SCALE = 2.0


def _png(parameters: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.drawing.png import to_png
    from shapewright.drawing.svg import size_of_svg

    width, height = size_of_svg(parameters["svg"])
    scale = min(SCALE, (MAX_PIXELS / max(1.0, width * height)) ** 0.5)
    return Answer({}, files={"picture.png": to_png(parameters["svg"], scale=scale)})


def _gif(parameters: dict[str, Any], desk: Desk) -> Answer:
    from shapewright.drawing.gif import to_gif

    return Answer({}, files={"picture.gif": to_gif(parameters["svgs"], seconds=parameters["seconds"])})


QUESTIONS = (
    Question(
        "png",
        "Rasterise a picture of an answer.",
        (Text("svg", "a picture as the studio drew it", required=True, limit=1 << 24),),
        _png,
        quick=True,
    ),
    Question(
        "gif",
        "Make an animation of the pictures of an answer.",
        (
            Texts("svgs", "pictures as the studio drew them", required=True, most=4000, limit=1 << 20),
            Number("seconds", "how long each is shown", default=0.5, minimum=0.01, maximum=600.0),
        ),
        _gif,
        quick=True,
    ),
)
