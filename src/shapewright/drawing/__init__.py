"""Pictures: one :class:`Scene` of paths and letters, drawn alike as SVG, PNG and PDF, in a web page and, several of
them, as an animated GIF; and a :class:`Mosaic` of cells, which knows how to become a scene or a picture in the
terminal.

Every name below is loaded on first use, so that a command that draws in the terminal never loads the rest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from .drawable import Drawable
    from .gif import to_gif
    from .marks import Mark
    from .mosaic import Mosaic
    from .page import Figure, Section, to_html
    from .pdf import to_pdf
    from .png import to_png
    from .scene import (
        Arc,
        Close,
        Cubic,
        Group,
        Line,
        Move,
        Node,
        Path,
        Scene,
        Segment,
        Text,
        circle,
        polygon,
        rectangle,
    )
    from .sheet import to_sheet
    from .svg import to_svg
    from .terminal import TerminalOptions, terminal_options, to_terminal

_HOME = {
    "Drawable": "drawable",
    "to_gif": "gif",
    "Mark": "marks",
    "Mosaic": "mosaic",
    "Figure": "page",
    "Section": "page",
    "to_html": "page",
    "to_pdf": "pdf",
    "to_png": "png",
    "Arc": "scene",
    "Close": "scene",
    "Cubic": "scene",
    "Group": "scene",
    "Line": "scene",
    "Move": "scene",
    "Node": "scene",
    "Path": "scene",
    "Scene": "scene",
    "Segment": "scene",
    "Text": "scene",
    "circle": "scene",
    "polygon": "scene",
    "rectangle": "scene",
    "to_sheet": "sheet",
    "to_svg": "svg",
    "TerminalOptions": "terminal",
    "terminal_options": "terminal",
    "to_terminal": "terminal",
}

__all__ = [
    "Arc",
    "Close",
    "Cubic",
    "Drawable",
    "Figure",
    "Group",
    "Line",
    "Mark",
    "Mosaic",
    "Move",
    "Node",
    "Path",
    "Scene",
    "Section",
    "Segment",
    "TerminalOptions",
    "Text",
    "circle",
    "polygon",
    "rectangle",
    "terminal_options",
    "to_gif",
    "to_html",
    "to_pdf",
    "to_png",
    "to_sheet",
    "to_svg",
    "to_terminal",
]


__getattr__ = lazy_names(__name__, _HOME)


def __dir__() -> list[str]:
    return sorted(set(globals()) | set(_HOME))
