"""A scene as SVG text: deterministic, without fonts, scripts, styles or identifiers, so that many can share one page.

Numbers are rounded to two decimals and written without superfluous zeros; equal scenes give equal texts on every
machine.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite, sqrt

from shapewright.drawing.glyphs import text_path
from shapewright.drawing.scene import Arc, Close, Cubic, Group, Line, Move, Node, Path, Scene, Segment, Text
from shapewright.errors import ProblemError

_NAMESPACE = "http://www.w3.org/2000/svg"
_START = re.compile(
    rf'<svg xmlns="{re.escape(_NAMESPACE)}" viewBox="[^"]*" width="(?P<width>[\d.]+)" height="(?P<height>[\d.]+)"'
)

GAP = 16.0
"""Units between two pictures, and around them all."""

_SHAPE = 4 / 3  # of the whole, about


def to_svg(scene: Scene) -> str:
    """Write ``scene`` as an SVG document of its own.

    >>> from shapewright.drawing import Scene, rectangle
    >>> print(to_svg(Scene(20, 10, (rectangle(0, 0, 20, 10, fill="#88ccee"),), title="a < b")))
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10" width="20" height="10" role="img" \
fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round">
    <title>a &lt; b</title>
    <path fill="#88ccee" d="M0 0H20V10H0Z"/>
    </svg>

    Raises ``ProblemError`` if a number of the scene is infinite or not a number.
    """
    width, height = _number(scene.width), _number(scene.height)
    size = f'viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
    style = 'fill="none" fill-rule="evenodd" stroke-linecap="round" stroke-linejoin="round"'
    lines = [f'<svg xmlns="{_NAMESPACE}" {size} role="img" {style}>']
    if scene.title:
        lines.append(f"<title>{escape(scene.title)}</title>")
    if scene.background is not None:
        lines.append(f'<path fill="{scene.background}" d="M0 0H{width}V{height}H0Z"/>')
    for node in scene.nodes:
        _write(node, lines)
    lines.append("</svg>")
    return "\n".join(lines)


def escape(text: str) -> str:
    """``text`` for use inside an XML element or a quoted attribute; what XML cannot hold becomes U+FFFD."""
    if not text.isprintable():
        text = "".join(character if _is_xml(character) else "\ufffd" for character in text)
    return (
        text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace('"', "&quot;")
        .replace("'", "&#39;")
    )


def size_of_svg(svg: str) -> tuple[float, float]:
    """Width and height of an SVG that :func:`to_svg` wrote; raises ``ProblemError`` for any other text."""
    start = _START.match(svg)
    if start is None:
        raise ProblemError(f"{svg[:40]!r} is not the start of an SVG picture that shapewright wrote")
    return float(start["width"]), float(start["height"])


def _is_xml(character: str) -> bool:
    # XML 1.0, production 2 (Char).
    return character in "\t\n\r" or " " <= character <= "\ud7ff" or "\ue000" <= character not in "\ufffe\uffff"


def _write(node: Node, lines: list[str]) -> None:
    match node:
        case Path():
            lines.append(_path(node))
        case Text():
            lines.append(_path(text_path(node)))
        case Group():
            lines.append(f'<g transform="translate({_number(node.x)} {_number(node.y)})">')
            for child in node.nodes:
                _write(child, lines)
            lines.append("</g>")


def _path(path: Path) -> str:
    attributes = ""
    if path.fill is not None:
        attributes += f' fill="{path.fill}"'
    if path.stroke is not None:
        attributes += f' stroke="{path.stroke}" stroke-width="{_number(path.width)}"'
        if path.dash:
            attributes += f' stroke-dasharray="{" ".join(map(_number, path.dash))}"'
    if path.opacity != 1:
        attributes += f' opacity="{_number(path.opacity)}"'
    return f'<path{attributes} d="{path_data(path.segments)}"/>'


def path_data(segments: tuple[Segment, ...]) -> str:
    """The value of the attribute ``d`` of a path.

    >>> path_data((Move(0, 0), Line(2, 0), Line(2, 1.5), Close()))
    'M0 0H2V1.5Z'
    """
    parts: list[str] = []
    at: tuple[str, str] | None = None  # where the path stands, as written
    for segment in segments:
        if isinstance(segment, Close):
            parts.append("Z")
            at = None
            continue
        x, y = _number(segment.x), _number(segment.y)
        match segment:
            case Line() if at is not None and at[1] == y:
                parts.append(f"H{x}")
            case Line() if at is not None and at[0] == x:
                parts.append(f"V{y}")
            case Line():
                parts.append(f"L{x} {y}")
            case Move():
                parts.append(f"M{x} {y}")
            case Cubic():
                controls = " ".join(map(_number, (segment.x1, segment.y1, segment.x2, segment.y2)))
                parts.append(f"C{controls} {x} {y}")
            case Arc():
                radii = f"{_number(segment.radius_x)} {_number(segment.radius_y)}"
                parts.append(f"A{radii} 0 {segment.long:d} {segment.clockwise:d} {x} {y}")
        at = (x, y)
    return "".join(parts)


def _number(value: float) -> str:
    if not isfinite(value):
        raise ProblemError(f"a picture cannot be drawn with the number {value}")
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


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
