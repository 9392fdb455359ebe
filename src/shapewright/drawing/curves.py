"""Arcs as Bézier curves, for outputs that know no arcs."""

from __future__ import annotations

from collections.abc import Iterator
from math import atan2, ceil, cos, hypot, pi, sin, sqrt, tan

from shapewright.drawing.scene import Arc, Cubic, Point

__all__ = ["cubics"]


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
