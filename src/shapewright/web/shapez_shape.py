"""Shapes as they are asked about and shown, and what must be known before anything is said of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError
from shapewright.web import views
from shapewright.web.fields import Number, Text, Texts, Whole
from shapewright.web.questions import TIME_LIMIT

if TYPE_CHECKING:
    from shapewright.shapez import Configuration, Shape

MAX_CODES = 200

CODES = Texts("codes", "shape codes such as CuCu----:RrRr----", required=True, most=MAX_CODES, limit=400)
LAYERS = Whole("layers", "the game's layer limit", minimum=1, maximum=64)
TIME = Number(TIME_LIMIT, "stop after so many seconds", maximum=3600.0)
CONFIGURATION = Text("configuration", "a ring and a number of layers, such as quad4", required=True, limit=20)
SEED = Whole("seed", "the same seed, the same answer", maximum=2**64 - 1)


def read_code(text: str) -> Shape:
    """The shape of a code."""
    from shapewright.shapez import Shape

    return Shape.from_code(text.strip())


def picture_of(shape: Shape, caption: str = "", *, put: bool = False) -> dict[str, Any]:
    """The shape drawn; ``put`` lets a click take it over."""
    from shapewright.shapez.picture import draw

    code = str(shape)
    return views.picture(draw(shape), caption, code=code, put={"codes": code} if put else None, ask="buildable")


def require(configuration: Configuration, need: str) -> None:
    """Refuse what would have to be searched for first: that takes minutes or hours, and belongs to the command line."""
    from shapewright.shapez import cache

    # Searched for within a second or so.
    if configuration.cells <= 12 or (configuration.cells <= 16 and need != "full"):
        return
    data = cache.shipped(configuration)
    if (data is not None and data.has(need)) or cache.cache_file(configuration).exists():  # type: ignore[arg-type]
        return
    raise LimitError(
        f"{configuration} has not been searched on this machine yet; "
        f"'shapewright shapez search {configuration}' does it once and for all"
    )
