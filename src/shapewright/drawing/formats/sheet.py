"""Several pictures beside and below each other in one SVG."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from shapewright.drawing.formats.svg import _NAMESPACE, _number, size_of_svg, to_svg
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.drawing.scene import Scene

GAP = 16.0
"""Units between two pictures, and around them all."""

_SHAPE = 4 / 3  # of the whole, about


def to_sheet(pictures: Sequence[Scene | str]) -> str:
    """Write scenes, or the SVG texts of some, as one SVG document in rows, in their order; one alone is itself.

    >>> from shapewright.drawing import Scene, rectangle
    >>> square = Scene(20, 20, (rectangle(0, 0, 20, 20, fill="#88ccee"),))
    >>> to_sheet([square, square]).partition(" width=")[0]
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 88 52"'

    Raises ``ProblemError`` without pictures and for text that :func:`to_svg` did not write.
    """
    texts = [picture if isinstance(picture, str) else to_svg(picture) for picture in pictures]
    if not texts:
        raise ProblemError("a sheet needs at least one picture")
    sizes = [size_of_svg(text) for text in texts]
    if len(texts) == 1:
        return texts[0]
    places, across, down = _places(sizes)
    width, height = _number(across), _number(down)
    lines = [f'<svg xmlns="{_NAMESPACE}" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img">']
    for text, (x, y) in zip(texts, places, strict=True):
        lines.append(f'<svg x="{_number(x)}" y="{_number(y)}"{text.removeprefix("<svg")}')
    lines.append("</svg>")
    return "\n".join(lines)


def _places(sizes: Sequence[tuple[float, float]]) -> tuple[list[tuple[float, float]], float, float]:
    """Where each picture lies, row by row, and the size of the whole."""
    area = sum((width + GAP) * (height + GAP) for width, height in sizes)
    most = max(max(width for width, _ in sizes) + GAP, sqrt(area * _SHAPE) + GAP)
    places: list[tuple[float, float]] = []
    x, y, down, across = GAP, GAP, 0.0, 0.0
    for width, height in sizes:
        if x > GAP and x + width > most:
            x, y, down = GAP, y + down + GAP, 0.0
        places.append((x, y))
        x, down = x + width + GAP, max(down, height)
        across = max(across, x)
    return places, across, y + down + GAP
