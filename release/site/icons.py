"""The icon of the studio as pictures of pixels, drawn from ``icon.svg``: for a home screen and a list of programs."""

from __future__ import annotations

import re
from importlib import resources

from resvg_py import svg_to_bytes

SIZES = (180, 192, 512)
_BACKGROUND = "#ffffff"


def icons() -> dict[str, bytes]:
    """``icon-SIZE.png`` of each size, with paper behind it and room round it, so that it may be cut to any form."""
    drawn = (resources.files("shapewright.web") / "static" / "icon.svg").read_text(encoding="utf-8")
    found = re.search(r'viewBox="([-\d.]+) ([-\d.]+) ([\d.]+) ([\d.]+)"', drawn)
    assert found is not None
    left, top, width, height = map(float, found.groups())
    room = 0.15 * width
    box = f'viewBox="{left - room} {top - room} {width + 2 * room} {height + 2 * room}"'
    roomy = drawn.replace(found.group(0), box)
    return {
        f"icon-{size}.png": svg_to_bytes(svg_string=roomy, width=size, height=size, background=_BACKGROUND)
        for size in SIZES
    }
