"""What a picture is made of: paths, texts and groups of them, as frozen values that every output draws alike.

Coordinates are those of the screen: x to the right, y downward, in pixels of a picture at scale 1. (Boards have y
upward; the code that draws a board turns it over when it places the cells.) Angles and arcs follow from that:
*clockwise* is as seen on the screen. Colours are ``#rrggbb``. A path is filled by the even-odd rule, and lines have
round ends and corners, so that outputs need to know nothing else about a path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan
from typing import Literal, Protocol

from shapewright.drawing.palette import checked_colour
from shapewright.lazy import late

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Move:
    """Begin a new part of a path at a point, without drawing."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Line:
    """A straight line from the current point of the path."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Cubic:
    """A cubic Bézier curve with two control points, to (x, y)."""

    x1: float
    y1: float
    x2: float
    y2: float
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Arc:
    """A piece of an upright ellipse to (x, y): the clockwise one or not, the longer way round or not."""

    radius_x: float
    radius_y: float
    x: float
    y: float
    clockwise: bool = True
    long: bool = False


@dataclass(frozen=True, slots=True)
class Close:
    """A straight line back to where this part of the path began."""


Segment = Move | Line | Cubic | Arc | Close


@dataclass(frozen=True, slots=True)
class Path:
    """A line, filled or stroked or both; ``width`` and ``dash`` (lengths drawn and left out) are the stroke's."""

    segments: tuple[Segment, ...]
    fill: str | None = None
    stroke: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0

    def __post_init__(self) -> None:
        for colour in (self.fill, self.stroke):
            if colour is not None:
                checked_colour(colour)


@dataclass(frozen=True, slots=True)
class Text:
    """One line of letters on the baseline through (x, y); ``size`` is a capital's height, ``weight`` relative to it.

    Letters are drawn as the strokes of :mod:`shapewright.drawing.glyphs`, since not every output has fonts.
    """

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "start"
    weight: float = 0.14

    def __post_init__(self) -> None:
        checked_colour(self.colour)


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes moved together by (x, y), one drawn over the other in their order."""

    nodes: tuple[Node, ...]
    x: float = 0.0
    y: float = 0.0


Node = Path | Text | Group


CAPTION = 12.0  # the height of a capital
CAPTION_INK = "#7d8590"  # to be read on bright and dark pages alike


@dataclass(frozen=True, slots=True)
class Scene:
    """A whole picture of ``width`` by ``height``; without a background it is transparent.

    ``title`` is what a screen reader reads out.
    """

    width: float
    height: float
    nodes: tuple[Node, ...]
    title: str = ""
    background: str | None = None

    def __post_init__(self) -> None:
        if self.background is not None:
            checked_colour(self.background)

    def scene(self) -> Scene:
        """This: a scene is the drawing of itself."""
        return self

    def captioned(self, caption: str) -> Scene:
        """With a line of text below, which is the title, too.

        >>> square = Scene(20, 20, (rectangle(0, 0, 20, 20, fill="#88ccee"),)).captioned("one")
        >>> square.height > 40, square.title, square.nodes[-1].text
        (True, 'one', 'one')
        """
        text = Text(CAPTION, self.height + 1.6 * CAPTION, caption, CAPTION, CAPTION_INK)
        return Scene(self.width, self.height + 2.2 * CAPTION, (*self.nodes, text), caption, self.background)

    def to_json(self) -> dict[str, object]:
        """Plain data of the kind ``svg``, for pictures that nobody but SVG can draw."""
        return {"kind": "svg", "svg": self._repr_svg_(), "width": self.width, "height": self.height}

    @late("shapewright.drawing.formats.svg:to_svg")
    def _repr_svg_(self) -> str: ...


class Drawable(Protocol):
    """Something to be drawn: a board of cells, a scene, or what a family has of its own."""

    def scene(self) -> Scene:
        """The drawing of it, for SVG, PNG, GIF and PDF."""

    def to_json(self) -> dict[str, object]:
        """Plain data from which a page draws it; ``kind`` says what the other keys are."""


def polygon(points: Iterable[Point], *, fill: str | None = None, stroke: str | None = None, width: float = 1.0) -> Path:
    """The closed polygon through ``points``.

    >>> polygon([(0, 0), (4, 0), (0, 3)]).segments
    (Move(x=0, y=0), Line(x=4, y=0), Line(x=0, y=3), Close())
    """
    segments: list[Segment] = [Line(x, y) for x, y in points]
    if segments and isinstance(segments[0], Line):
        segments[0] = Move(segments[0].x, segments[0].y)
        segments.append(Close())
    return Path(tuple(segments), fill, stroke, width)


def areas(outlines: Iterable[Iterable[Point]], fill: str, opacity: float = 1.0) -> Path:
    """The polygons through the points of each of ``outlines``, as one path."""
    segments = [segment for points in outlines for segment in polygon(points).segments]
    return Path(tuple(segments), fill, opacity=opacity)


def strokes(lines: Iterable[tuple[Point, Point]], stroke: str, width: float, opacity: float = 1.0) -> Path:
    """Straight lines between two points each, as one path."""
    segments = [segment for start, end in lines for segment in (Move(*start), Line(*end))]
    return Path(tuple(segments), stroke=stroke, width=width, opacity=opacity)


def mapped(segment: Segment, to: Callable[[float, float], Point], scale: float = 1.0) -> Segment:
    """The segment with all its points moved ``to`` others; ``scale`` is that of the radii of an arc."""
    match segment:
        case Line(x, y):
            return Line(*to(x, y))
        case Move(x, y):
            return Move(*to(x, y))
        case Arc(radius_x, radius_y, x, y, clockwise, long):
            return Arc(radius_x * scale, radius_y * scale, *to(x, y), clockwise, long)
        case Cubic(x1, y1, x2, y2, x, y):
            return Cubic(*to(x1, y1), *to(x2, y2), *to(x, y))
        case Close():
            return segment


def rectangle(
    x: float,
    y: float,
    across: float,
    down: float,
    *,
    radius: float = 0.0,
    fill: str | None = None,
    stroke: str | None = None,
    width: float = 1.0,
) -> Path:
    """The upright rectangle from its top left corner (x, y); with a ``radius`` its corners are quarter circles.

    >>> rectangle(0, 0, 4, 2, radius=1).segments[:3]
    (Move(x=1, y=0), Line(x=3, y=0), Arc(radius_x=1, radius_y=1, x=4, y=1, clockwise=True, long=False))
    """
    right, bottom = x + across, y + down
    if not radius:
        return polygon(((x, y), (right, y), (right, bottom), (x, bottom)), fill=fill, stroke=stroke, width=width)
    segments = (
        Move(x + radius, y),
        Line(right - radius, y),
        Arc(radius, radius, right, y + radius),
        Line(right, bottom - radius),
        Arc(radius, radius, right - radius, bottom),
        Line(x + radius, bottom),
        Arc(radius, radius, x, bottom - radius),
        Line(x, y + radius),
        Arc(radius, radius, x + radius, y),
        Close(),
    )
    return Path(segments, fill, stroke, width)


def circle(
    x: float, y: float, radius: float, *, fill: str | None = None, stroke: str | None = None, width: float = 1.0
) -> Path:
    """The circle about (x, y)."""
    left, right = x - radius, x + radius
    halves = (Move(left, y), Arc(radius, radius, right, y), Arc(radius, radius, left, y), Close())
    return Path(halves, fill, stroke, width)


def recoloured(nodes: tuple[Node, ...], colours: Mapping[str, str]) -> tuple[Node, ...]:
    """The nodes with the areas and lines of some colours in others; letters keep theirs, which fit what they are on.

    >>> from shapewright.drawing import rectangle
    >>> recoloured((rectangle(0, 0, 2, 1, fill="#eef0f3"),), {"#eef0f3": "#000000"})[0].fill
    '#000000'
    """
    return tuple([_recoloured(node, colours) for node in nodes])


def _recoloured(node: Node, colours: Mapping[str, str]) -> Node:
    if isinstance(node, Group):
        return replace(node, nodes=recoloured(node.nodes, colours))
    if isinstance(node, Path):
        fill, stroke = ((None if own is None else colours.get(own, own)) for own in (node.fill, node.stroke))
        return replace(node, fill=fill, stroke=stroke)
    return node


def without_arcs(segments: Iterable[Segment]) -> Iterator[Segment]:
    """The same path for outputs that know no arcs: each as Bézier curves."""
    at = start = (0.0, 0.0)
    for segment in segments:
        if isinstance(segment, Arc):
            yield from cubics(at, segment)
        else:
            yield segment
        if isinstance(segment, Close):
            at = start
            continue
        at = (segment.x, segment.y)
        if isinstance(segment, Move):
            start = at


def cubics(start: Point, arc: Arc) -> Iterator[Cubic]:
    """Curves for ``arc`` from ``start``, each for a quarter of the ellipse at most; off by less than 0.03 % of it.

    Radii too short for the distance are enlarged, as in SVG. Source: SVG 1.1, appendix F.6.
    """
    if (arc.x, arc.y) == start:
        return
    if not arc.radius_x or not arc.radius_y:
        yield Cubic(*start, arc.x, arc.y, arc.x, arc.y)
        return
    # In units of the radii the ellipse is a circle.
    scale_x, scale_y = abs(arc.radius_x), abs(arc.radius_y)
    x1, y1, x2, y2 = start[0] / scale_x, start[1] / scale_y, arc.x / scale_x, arc.y / scale_y
    chord = hypot(x2 - x1, y2 - y1)
    radius = max(1.0, chord / 2)
    # On the screen y points down: to the right of the way from start to end lies its clockwise side.
    away = sqrt(max(0.0, radius**2 - (chord / 2) ** 2)) / chord * (1 if arc.clockwise != arc.long else -1)
    centre_x, centre_y = (x1 + x2) / 2 - away * (y2 - y1), (y1 + y2) / 2 + away * (x2 - x1)
    angle = atan2(y1 - centre_y, x1 - centre_x)
    sweep = (atan2(y2 - centre_y, x2 - centre_x) - angle) % (2 * pi)
    if not arc.clockwise:
        sweep -= 2 * pi
    count = max(1, ceil(abs(sweep) / (pi / 2) - 1e-9))
    step = sweep / count
    reach = 4 / 3 * tan(step / 4) * radius
    for number in range(count):
        here, there = angle + number * step, angle + (number + 1) * step
        from_x, from_y = centre_x + radius * cos(here), centre_y + radius * sin(here)
        to_x, to_y = centre_x + radius * cos(there), centre_y + radius * sin(there)
        if number == count - 1:
            to_x, to_y = x2, y2
        yield Cubic(
            (from_x - reach * sin(here)) * scale_x,
            (from_y + reach * cos(here)) * scale_y,
            (to_x + reach * sin(there)) * scale_x,
            (to_y - reach * cos(there)) * scale_y,
            to_x * scale_x,
            to_y * scale_y,
        )
