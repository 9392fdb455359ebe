"""A small picture of each machine, for flowcharts: what it does to a shape, in the colours of its fluids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin

from shapewright.drawing.scene import Arc, Close, Line, Move, Path, circle, polygon, rectangle
from shapewright.shapez.drawing.skins import RGB

INK = "#2a2f38"
_SHAPE = "#c3cad6"
_FAINT = "#8d97a6"
_ACTIVE = "#e2543e"
_WIDTH = 1.6


def icon(machine: str, fluids: Sequence[str] = (), paints: Mapping[str, str] = RGB) -> tuple[Path, ...]:
    """The icon of a machine, 24 by 24 about its middle, with the colour letters of the fluids it takes.

    ``paints`` is what colours look like, by their letters.

    >>> len(icon("paint", ["r"])) > 0
    True
    """
    if machine.startswith("rotate"):
        return _rotated(machine.removeprefix("rotate-"))
    colours = [paints[fluid] for fluid in fluids] or [paints["u"]]
    match machine:
        case "cut":
            blade = Path((Move(0, -11), Line(0, 11)), stroke=_ACTIVE, width=_WIDTH, dash=(2.6, 2.8))
            return (_half(2.6, 8, True), _half(-2.6, 8, False), blade)
        case "half-destroy":
            gone = Path((Move(-1.2, -8), Arc(8, 8, -1.2, 8, False)), stroke=_FAINT, width=_WIDTH, dash=(2.2, 2.8))
            cross = Path((Move(-8, -3), Line(-2.6, 3), Move(-2.6, -3), Line(-8, 3)), stroke=_ACTIVE, width=_WIDTH)
            return (_half(1.2, 8, True), gone, cross)
        case "swap":
            nodes: list[Path] = [_half(-4.5, 6, False), _half(4.5, 6, True)]
            for x, y, way in ((-4.5, -9, 1), (4.5, 9, -1)):
                end = x + 9 * way
                arrow = (
                    Move(x, y),
                    Line(end, y),
                    Move(end - 3 * way, y - 2.6),
                    Line(end, y),
                    Line(end - 3 * way, y + 2.6),
                )
                nodes.append(Path(arrow, stroke=_ACTIVE, width=_WIDTH))
            return tuple(nodes)
        case "stack":
            upper = rectangle(-5.5, -2.5, 11, 4.5, fill="#ffffff", stroke=INK, width=_WIDTH)
            lower = rectangle(-9, 4, 18, 5, fill=_SHAPE, stroke=INK, width=_WIDTH)
            return (lower, upper, _arrow(0, -11.5, -5))
        case "push-pin":
            bar = rectangle(-9, -6, 18, 5, fill=_SHAPE, stroke=INK, width=_WIDTH)
            pins = [circle(x, 3.2, 2.2, fill=INK) for x in (-5.5, 5.5)]
            return (bar, *pins, _arrow(0, 11.5, 2.5))
        case "gravity":
            ground = Path((Move(-10, 10), Line(10, 10)), stroke=INK, width=_WIDTH)
            block = rectangle(-5.5, -10.5, 11, 7, fill=_SHAPE, stroke=INK, width=_WIDTH)
            return (ground, block, _arrow(0, -0.5, 7))
        case "paint":
            bar = rectangle(-9, 4.5, 18, 4.5, fill=colours[0], stroke=INK, width=_WIDTH)
            falling = (Move(0, -11.5), Line(4, -4.8), Arc(4.6, 4.6, -4, -4.8, True, True), Close())
            return (bar, Path(falling, fill=colours[0], stroke=INK, width=_WIDTH))
        case "crystal":
            gem = polygon(
                [(-5.5, -9), (5.5, -9), (10, -2.5), (0, 10), (-10, -2.5)], fill=colours[0], stroke=INK, width=_WIDTH
            )
            facets = (
                Move(-10, -2.5),
                Line(10, -2.5),
                Move(-4, -2.5),
                Line(0, 10),
                Line(4, -2.5),
                Line(0, -9),
                Line(-4, -2.5),
            )
            return (gem, Path(facets, stroke=INK, width=0.9))
        case "mix":
            first, second = colours[0], colours[-1]
            return (
                circle(-4, 0, 7, fill=first, stroke=INK, width=_WIDTH),
                Path(circle(4, 0, 7, fill=second).segments, fill=second, stroke=INK, width=_WIDTH, opacity=0.8),
            )
    return ()


def drop(colour: str, radius: float, paints: Mapping[str, str] = RGB) -> Path:
    """A drop of a fluid about the middle, its round part of that radius."""
    tip = -1.9 * radius
    side = 0.86 * radius
    segments = (
        Move(0, tip),
        Line(side, -0.5 * radius),
        Arc(radius, radius, -side, -0.5 * radius, True, True),
        Close(),
    )
    return Path(segments, fill=paints[colour], stroke=INK, width=_WIDTH)


def trash() -> tuple[Path, ...]:
    """A bin, 12 by 14 about its middle."""
    body = polygon([(-4.5, -3.5), (4.5, -3.5), (3.6, 6.5), (-3.6, 6.5)], fill="#ffffff", stroke=_ACTIVE, width=1.3)
    lid = Path((Move(-6, -3.5), Line(6, -3.5), Move(-2, -5.6), Line(2, -5.6)), stroke=_ACTIVE, width=1.3)
    ribs = Path((Move(-1.4, -1), Line(-1.1, 4), Move(1.4, -1), Line(1.1, 4)), stroke=_ACTIVE, width=1)
    return (body, lid, ribs)


def _half(x: float, radius: float, east: bool) -> Path:
    segments = (Move(x, -radius), Arc(radius, radius, x, radius, east), Close())
    return Path(segments, fill=_SHAPE, stroke=INK, width=_WIDTH)


def _arrow(x: float, start: float, end: float) -> Path:
    back = 3 if end > start else -3
    segments = (Move(x, start), Line(x, end), Move(x - 2.8, end - back), Line(x, end), Line(x + 2.8, end - back))
    return Path(segments, stroke=_ACTIVE, width=_WIDTH)


def _rotated(way: str) -> tuple[Path, ...]:
    radius = 8.0
    turn = 0.5 * pi if way != "180" else pi
    mirror = -1 if way == "ccw" else 1
    start, end = -turn / 2, turn / 2 + (0.35 if way != "180" else 0.0)

    def at(angle: float, distance: float) -> tuple[float, float]:
        return mirror * distance * sin(angle), -distance * cos(angle)

    disc = circle(0, 1.5, 5, fill=_SHAPE, stroke=INK, width=_WIDTH)
    x1, y1 = at(start, radius + 2)
    x2, y2 = at(end, radius + 2)
    arc = (Move(x1, y1 + 1.5), Arc(radius + 2, radius + 2, x2, y2 + 1.5, mirror > 0, turn > pi))
    (ax, ay), (bx, by) = at(end - 0.42, radius - 1.2), at(end - 0.42, radius + 5.2)
    head = (Move(ax, ay + 1.5), Line(x2, y2 + 1.5), Line(bx, by + 1.5))
    return (disc, Path(arc, stroke=_ACTIVE, width=_WIDTH), Path(head, stroke=_ACTIVE, width=_WIDTH))
