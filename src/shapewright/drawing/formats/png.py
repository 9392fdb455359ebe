"""A scene as PNG bytes: its SVG, rasterised by the resvg library."""

from __future__ import annotations

from shapewright.drawing.formats.film import Film, UndrawnError
from shapewright.drawing.formats.svg import size_of_svg, to_svg
from shapewright.drawing.palette import checked_colour
from shapewright.drawing.scene import Scene
from shapewright.errors import LimitError

MAX_SIDE = 32_000
MAX_PIXELS = 100_000_000


def to_png(picture: Scene | str, *, scale: float = 2.0, background: str | None = "#ffffff") -> bytes:
    """Rasterise a scene, or the SVG text of one, with ``scale`` pixels to its unit; ``background=None`` is transparent.

    Raises ``UndrawnError`` where resvg is missing, as in a browser, ``ProblemError`` for text that :func:`to_svg` did
    not write, and ``LimitError`` for a picture without pixels, with more than ``MAX_PIXELS`` or with more than
    ``MAX_SIDE`` a side.
    """
    width, height = size_of_svg(picture) if isinstance(picture, str) else (picture.width, picture.height)
    across, down = width * scale, height * scale
    if not (min(across, down) >= 0.5 and max(across, down) <= MAX_SIDE and across * down <= MAX_PIXELS):
        size = f"{across:.0f} x {down:.0f}"
        raise LimitError(
            f"a PNG of {size} pixels cannot be made; the limits are {MAX_SIDE} pixels a side and {MAX_PIXELS} in all"
        )
    svg = picture if isinstance(picture, str) else to_svg(picture)
    behind = None if background is None else checked_colour(background)
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise UndrawnError(
            "PNG pictures need the package 'resvg_py': pip install resvg_py", Film((svg,), (1.0,), scale, behind, False)
        ) from None
    return svg_to_bytes(
        svg_string=svg,
        zoom=scale,
        background=behind,
        skip_system_fonts=True,
    )
