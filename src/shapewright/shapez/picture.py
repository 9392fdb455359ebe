"""A shape as the game shows it, from above: layers shrinking inwards, each part one sector of its ring.

Column 0 begins at twelve o'clock and columns go on clockwise, so on a quad ring column 0 is the top right. Every part
letter has one outline, stated once for a sector of any angle: squares of a ring of four are the corners of a regular
polygon on a ring of six.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import asin, cos, hypot, pi, sin, tan

from shapewright.drawing.palette import INK, blended
from shapewright.drawing.scene import Arc, Close, Group, Line, Move, Node, Path, Scene, Segment, Text, circle
from shapewright.shapez.drawing.skins import RGB, paints_of
from shapewright.shapez.parts import types_of, unpainted_types_of
from shapewright.shapez.place_words import layer_words
from shapewright.shapez.shape import Shape

SIZE = 200.0

PAINTS = RGB
_DISC = "#dfe3ea"
_RIM = "#c9cfd9"
_PIN = "#4a4750"
_OUTLINE = "#2a2430"
_LIGHT = "#ffffff"
WRONG = "#d3202c"
_CAPTION = "#7d8590"  # to be read on bright and dark pages alike

# How far the colour of a crystal goes towards that of outlines in its dark facets, and at its edge.
CRYSTAL_DARK, CRYSTAL_EDGE = 0.32, 0.8

# Of the picture's size:
_DISC_RADIUS = 0.485
_STROKE = 0.021
# Of the disc's radius; the corners of squares reach sqrt(2) times as far on a ring of four.
_REACH_QUAD = 0.7
_REACH = 0.8
# The game's own pictures lie between 0.75 and 0.8; beyond five layers the topmost keeps a size that can be seen.
_SHRINK = 0.76
_SMALLEST = 0.25
_FACET = pi / 8  # of a crystal

# One step of an outline: where it goes (angle from the sector's first edge, distance from the centre of the ring of
# radius 1), and for an arc its radius, whether it turns clockwise, and whether it is more than half a circle.
_Step = tuple[float, float] | tuple[float, float, float, bool, bool]


@dataclass(frozen=True, repr=False)
class ShapePicture:
    """A shape to be drawn, its ``marks`` (layer and column, from 0) outlined as what is wrong."""

    shape: Shape
    marks: tuple[tuple[int, int], ...] = ()

    def scene(self) -> Scene:
        """The picture."""
        return draw(self.shape, marks=self.marks)

    def to_json(self) -> dict[str, object]:
        """Plain data of the kind ``shape``, for a page that draws it: ``layers`` from the bottom up.

        >>> from shapewright.shapez import Shape
        >>> ShapePicture(Shape.from_code("CuP-----"), ((0, 1),)).to_json()["marks"]
        [[0, 1, 'bad']]
        """
        layers = [list(layer) for layer in self.shape.layers]
        marks = [[layer, column, "bad"] for layer, column in self.marks]
        code = self.shape.to_code()
        return {"kind": "shape", "code": code, "ring": self.shape.parts, "layers": layers, "marks": marks}


def draw(shape: Shape, *, size: float = SIZE, marks: Sequence[tuple[int, int]] = (), skin: str = "rgb") -> Scene:
    """Draw ``shape`` in a square of ``size`` pixels; ``marks`` are parts (layer, column) to be outlined as wrong.

    ``skin`` is the name of one of the :data:`~shapewright.shapez.drawing.skins.SKINS`.

    >>> from shapewright.shapez import Shape
    >>> picture = draw(Shape.from_code("CuRrSgWb:P-cw----"))
    >>> picture.width, picture.title
    (200.0, 'CuRrSgWb:P-cw----')
    """
    centre, paints = size / 2, paints_of(skin)
    disc = circle(centre, centre, _DISC_RADIUS * size, fill=_DISC, stroke=_RIM, width=0.01 * size)
    nodes: list[Node] = [disc]
    marked: list[Node] = []  # above all layers, so that those of lower ones are seen
    reach = (_REACH_QUAD if shape.parts <= 4 else _REACH) * _DISC_RADIUS * size
    shrink = max(_SHRINK, _SMALLEST ** (1 / (len(shape.layers) - 1))) if len(shape.layers) > 1 else 1.0
    stroke = _STROKE * size * min(1.0, 5 / max(1, len(shape.layers)))
    for number, layer in enumerate(shape.layers):
        drawn = _Layer(layer, number, centre, reach * shrink**number, stroke * shrink ** (number / 2), paints)
        nodes += drawn.nodes()
        marked += drawn.marks([column for at, column in marks if at == number])
    nodes += marked
    return Scene(size, size, tuple(nodes), str(shape))


def scene_of(shape: Shape, skin: str = "rgb") -> Scene:
    """Draw ``shape`` in the usual size."""
    return draw(shape, skin=skin)


def measures() -> dict[str, object]:
    """The lengths and colours of the drawing, as shares of the picture's size, for a page that draws it itself."""
    return {
        "disc": _DISC_RADIUS,
        "reach": {"4": _REACH_QUAD, "more": _REACH},
        "shrink": _SHRINK,
        "smallest": _SMALLEST,
        "stroke": _STROKE,
        "colours": {"disc": _DISC, "rim": _RIM, "pin": _PIN, "outline": _OUTLINE, "shadow": INK, "wrong": WRONG},
        "crystal": [CRYSTAL_DARK, CRYSTAL_EDGE],
        "paints": dict(PAINTS),
    }


def draw_layers(shape: Shape, *, size: float = SIZE, skin: str = "rgb") -> Scene:
    """Draw ``shape`` and beside it each of its layers alone, the lowest first, each in a square of ``size`` pixels.

    What upper layers hide is seen here.

    >>> from shapewright.shapez import Shape
    >>> draw_layers(Shape.from_code("CuCuCuCu:RrRr----")).width
    600.0
    """
    nodes: list[Node] = [Group(draw(shape, size=size, skin=skin).nodes)]
    for number, layer in enumerate(shape.layers):
        alone = draw(Shape(shape.parts, (layer,)), size=size, skin=skin)
        caption = Text(size / 2, size * 1.1, layer_words(number), size * 0.055, _CAPTION, "middle")
        nodes.append(Group((*alone.nodes, caption), size * (number + 1)))
    return Scene(size * (len(shape.layers) + 1), size * 1.14, tuple(nodes), str(shape))


def outlines(parts: int, reach: float) -> dict[str, tuple[Segment, ...]]:
    """The outlines of the parts of column 0 on a ring of so many parts about (0, 0), its edges ``reach`` long.

    By the letter of the type, also ``c`` (crystal), ``P`` (pin) and ``-`` (the whole sector); ``dark0``, ``light0``,
    ``dark1`` and ``light1`` are facets and light lines of crystals in layers 0, 2, 4 and 1, 3, 5.

    >>> from shapewright.drawing.formats.svg import path_data
    >>> path_data(outlines(4, 100)["R"])
    'M0 0V-100H100V0Z'
    """
    even, odd = (_Layer(("--",) * parts, number, 0.0, reach, 0.0, RGB) for number in (0, 1))
    found = {letter: even._outline(0, letter) for letter in types_of(parts) + unpainted_types_of(parts) + "c"}
    found |= {"-": even._outline(0, "c"), "P": even._pin_circle(0)}
    for number, layer in enumerate((even, odd)):
        found[f"dark{number}"], found[f"light{number}"] = layer._facets(0)
    return found


class _Layer:
    """One layer being drawn, ``reach`` pixels from the picture's centre to where its sectors' edges end."""

    def __init__(
        self, parts: tuple[str, ...], number: int, centre: float, reach: float, stroke: float, paints: Mapping[str, str]
    ) -> None:
        self.parts, self.number, self.paints = parts, number, paints
        self.centre, self.reach, self.stroke = centre, reach, stroke
        self.angle = 2 * pi / len(parts)

    def nodes(self) -> Iterator[Node]:
        """Shadows on the layers below, then the parts, then the pins, which stand alone."""
        shown = [(column, part) for column, part in enumerate(self.parts) if part != "--"]
        if self.number:
            for column, part in shown:
                yield self._shadow(column, part)
        for column, part in shown:
            if part[0] == "c":
                # Cut glass: facets bright and dark by turns, and a light line where two of them meet.
                base = self.paints.get(part[1], PAINTS["u"])
                yield Path(self._outline(column, "c"), fill=base)
                dark, light = self._facets(column)
                yield Path(dark, fill=blended(base, _OUTLINE, CRYSTAL_DARK))
                yield Path(light, stroke="#ffffff", width=self.stroke * 0.45, opacity=0.75)
                yield Path(
                    self._outline(column, "c"), stroke=blended(base, _OUTLINE, CRYSTAL_EDGE), width=self.stroke * 0.6
                )
        for column, part in shown:
            if part[0] not in "Pc":
                path = self._outline(column, part[0])
                yield Path(path, self.paints.get(part[1], PAINTS["u"]), _OUTLINE, self.stroke)
        for column, part in shown:
            if part == "P-":
                x, y, radius = self._pin_place(column)
                yield circle(x, y, radius, fill=_PIN, stroke=_OUTLINE, width=self.stroke * 0.6)
                yield circle(x - radius * 0.2, y - radius * 0.2, radius * 0.45, fill=blended(_PIN, "#ffffff", 0.16))

    def marks(self, columns: Sequence[int]) -> Iterator[Node]:
        """Outlines of parts that are wrong."""
        for column in columns:
            letter = self.parts[column][0]
            path = self._pin_circle(column) if letter == "P" else self._outline(column, letter)
            yield Path(path, stroke=_LIGHT, width=2.2 * self.stroke)
            yield Path(path, stroke=WRONG, width=1.5 * self.stroke, dash=(2.5 * self.stroke, 2 * self.stroke))

    def _at(self, column: float, distance: float) -> tuple[float, float]:
        """The point at an angle, counted in columns clockwise from twelve o'clock, and a distance from the centre."""
        angle = column * self.angle
        return self.centre + distance * self.reach * sin(angle), self.centre - distance * self.reach * cos(angle)

    def _outline(self, column: int, letter: str) -> tuple[Segment, ...]:
        """The closed outline of the part of this letter."""
        segments: list[Segment] = [Move(self.centre, self.centre)]
        for step in _steps(letter, self.angle):
            x, y = self._at(column + step[0] / self.angle, step[1])
            if len(step) == 5:
                radius = step[2] * self.reach
                segments.append(Arc(radius, radius, x, y, step[3], step[4]))
            else:
                segments.append(Line(x, y))
        return (*segments, Close())

    def _shadow(self, column: int, part: str) -> Node:
        if part == "P-":
            x, y, radius = self._pin_place(column)
            return Path(circle(x, y, radius + self.stroke).segments, fill=INK, opacity=0.3)
        segments = self._outline(column, part[0])
        return Path(segments, stroke=INK, width=self.stroke * 2.4, opacity=0.2)

    def _pin_place(self, column: int) -> tuple[float, float, float]:
        distance = 0.5
        radius = min(0.17, 0.62 * distance * sin(self.angle / 2))
        return *self._at(column + 0.5, distance), radius * self.reach

    def _pin_circle(self, column: int) -> tuple[Segment, ...]:
        return circle(*self._pin_place(column)).segments

    def _facets(self, column: int) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
        """The dark facets of a crystal, and its light lines."""
        facets = max(2, round(self.angle / _FACET / 2) * 2)
        dark: list[Segment] = []
        light: list[Segment] = []
        for facet in range(self.number % 2, facets, 2):
            start, end = (self._at(column + (facet + k) / facets, 1) for k in (0, 1))
            dark += (Move(self.centre, self.centre), Line(*start), Arc(self.reach, self.reach, *end), Close())
            edge = column + (facet + (1 - self.number % 2)) / facets
            light += (Move(*self._at(edge, 0.12)), Line(*self._at(edge, 0.97)))
        return tuple(dark), tuple(light)


def _steps(letter: str, angle: float) -> tuple[_Step, ...]:
    """The outline of a part from the ring's centre, clockwise, on a ring whose sectors have this angle (radians)."""
    half = angle / 2
    match letter:
        case "R":
            return ((0, 1), (half, 1 / cos(half)), (angle, 1))
        case "H":
            return ((0, 1), (angle, 1))
        case "S":
            return ((0, 0.5), (half, max(1 / cos(half), 1.16)), (angle, 0.5))
        case "W":
            blunt = 0.27 * tan(half)
            distance, turn = hypot(1, blunt), asin(blunt / hypot(1, blunt))
            chord = 2 * distance * sin(half - turn)
            return ((0, 1), (turn, distance), (angle - turn, distance, 0.92 * chord, False, False), (angle, 1))
        # Traced from the game's own shapes by coresolution-develop and myaiexp: a plate, and a star of eight points.
        case "X":
            return ((0, 0.62), (0.24 * angle, 1.08), (0.76 * angle, 1.08), (angle, 0.62))
        case "Y":
            return ((0, 0.55), (0.29 * angle, 1.1), (half, 0.7), (0.71 * angle, 1.1), (angle, 0.55))
        case "G":
            root, tip = 0.8, 1.08
            return (
                (0, root),
                (0.24 * angle, root, root, True, False),
                (0.3 * angle, tip),
                (0.7 * angle, tip, tip, True, False),
                (0.76 * angle, root),
                (angle, root, root, True, False),
            )
        case "F":
            foot, tip = 0.52, 1.1
            half_chord, height = foot * sin(half), tip - foot * cos(half)
            radius = (half_chord**2 + height**2) / (2 * height)
            return ((0, foot), (angle, foot, radius, True, height > radius))
    return ((0, 1), (angle, 1, 1, True, False))  # circles and crystals
