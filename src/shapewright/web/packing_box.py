"""The box that a bag is to go into."""

from __future__ import annotations

from shapewright.errors import LimitError, NotationError
from shapewright.web.fields import Text

MAX_BOX = 4 * 4096

BOX = Text("box", "a given box, WxH", limit=40)


def read_box(text: str | None) -> tuple[int, int] | None:
    """Width and height, if there is a box."""
    from shapewright.cells.grid import parse_size
    from shapewright.errors import quote

    if text is None:
        return None
    size = parse_size(text)
    if size is None or len(size) != 2:
        raise NotationError(f"{quote(text)} is not a box; expected WxH such as 8x8")
    if size[0] * size[1] > MAX_BOX:
        raise LimitError(f"the box {text} is larger than the {MAX_BOX} cells that the studio packs into")
    return size[0], size[1]
