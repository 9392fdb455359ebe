"""A layout as a picture: the floors beside each other, north above, with belts, pipes and machines on their tiles."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from shapewright.drawing.palette import blended
from shapewright.drawing.scene import Group, Line, Move, Node, Path, Scene, Text, circle, polygon, rectangle
from shapewright.shapez.drawing.icons import INK, drop, icon, trash
from shapewright.shapez.picture import PAINTS, draw

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez.blueprints.buildings import Port
    from shapewright.shapez.layouts.blocks import Part
    from shapewright.shapez.layouts.layout import Layout
    from shapewright.shapez.plans.steps import Value


TILE = 40.0
_MARGIN = 16.0
_TITLE = 13.0
_PAPER = "#fbfbfc"
_GROUND = "#e9edf2"
_GRID = "#d5dbe3"
_BELT = "#97a1b0"
_BOX = "#ffffff"
_EDGE = "#7d8796"
_UPPER = "#f1f4f8"


def draw_layout(layout: Layout) -> Scene:
    """Draw a layout: shapes that enter stand to its left, goals to its right.

    >>> from shapewright import shapez
    >>> from shapewright.shapez.layouts import lay_out
    >>> scene = draw_layout(lay_out(shapez.plan("CuCu----")))
    >>> scene.title
    'CuCu----: 3 by 1 tiles, 1 floor'
    """
    floors = layout.floors
    across = layout.width * TILE
    nodes: list[Node] = []
    left = _MARGIN + 1.2 * TILE
    top = _MARGIN + (1.6 * _TITLE if floors > 1 else 0.0)
    for floor in range(floors):
        nodes.append(Group(tuple(_floor(layout, floor)), left, top))
        if floors > 1:
            nodes.append(Text(left, _MARGIN + _TITLE, f"floor {floor}", _TITLE, _EDGE))
        if not floor:
            nodes += [Group(tuple(_gate(gate.value)), left - 1.1 * TILE, top + gate.y * TILE) for gate in layout.inputs]
            nodes += [
                Group(tuple(_gate(gate.value)), left + across + 0.1 * TILE, top + gate.y * TILE)
                for gate in layout.outputs
            ]
            left += 1.2 * TILE if floors > 1 else 0.0
        left += across + TILE * 0.5
    goals = ", ".join(map(str, layout.plan.goals))
    title = f"{goals}: {layout.width} by {layout.height} tiles, {floors} floor{'' if floors == 1 else 's'}"
    width = left + (0.7 * TILE if floors == 1 else -0.5 * TILE) + _MARGIN
    return Scene(width, top + layout.height * TILE + _MARGIN, tuple(nodes), title, _PAPER)


def _gate(value: Value) -> Iterator[Node]:
    """What enters or leaves, in the tile whose corner is (0, 0)."""
    if isinstance(value, str):
        yield Group((drop(value, 9),), TILE / 2, TILE / 2 + 4)
    else:
        yield Group(draw(value, size=TILE - 4).nodes, 2, 2)


def _floor(layout: Layout, floor: int) -> Iterator[Node]:
    width, height = layout.width * TILE, layout.height * TILE
    yield rectangle(0, 0, width, height, fill=_GROUND)
    grid: list[Move | Line] = []
    for x in range(layout.width + 1):
        grid += (Move(x * TILE, 0), Line(x * TILE, height))
    for y in range(layout.height + 1):
        grid += (Move(0, y * TILE), Line(width, y * TILE))
    yield Path(tuple(grid), stroke=_GRID, width=1)
    for value, parts in layout.carrying:
        # The belts or pipes of a value on a floor: first what is one line, then the lifts and arrows on it.
        pieces = [part.placed for part in parts]
        colour = PAINTS[value] if isinstance(value, str) else _BELT
        edge = blended(colour, INK, 0.45)
        broad = 0.26 if isinstance(value, str) else 0.42
        segments: list[Move | Line] = []
        marks: list[Node] = []
        for placed in pieces:
            for tile in placed.tiles:
                if tile[2] != floor:
                    continue
                across, down = (tile[0] + 0.5) * TILE, (tile[1] + 0.5) * TILE
                ends = [port for port in (*placed.inputs, *placed.outputs, *placed.joins) if port.tile == tile]
                for port in ends:
                    dx, dy = _way(port.side)
                    segments += (Move(across, down), Line(across + dx * TILE / 2, down + dy * TILE / 2))
                if len(placed.tiles) > 1:
                    marks += _lift(across, down, tile[2] == min(level for _, _, level in placed.tiles), colour, edge)
                else:
                    marks += [_head(across, down, port) for port in ends if port in placed.outputs]
        if segments:
            yield Path(tuple(segments), stroke=edge, width=TILE * broad)
            yield Path(tuple(segments), stroke=colour, width=TILE * (broad - 0.08))
        yield from marks
    for number, parts in layout.standing:
        step = layout.plan.steps[number]
        fluids = [value for value in step.inputs if isinstance(value, str)]
        for part in parts:
            yield from _standing(part, step.machine, fluids, floor)


def _lift(x: float, y: float, is_lower: bool, colour: str, edge: str) -> Iterator[Node]:
    """The end of a lift: on the lower floor a triangle that points up, on the upper one a triangle that points down."""
    yield circle(x, y, TILE * 0.3, fill=colour, stroke=edge, width=1.5)
    tip = -1 if is_lower else 1
    reach = TILE * 0.17
    yield polygon(
        [(x - reach, y - tip * reach * 0.7), (x + reach, y - tip * reach * 0.7), (x, y + tip * reach)], fill=edge
    )


def _head(x: float, y: float, port: Port) -> Node:
    """The head of an arrow near the edge that something leaves by."""
    dx, dy = _way(port.side)
    tip, back, half = TILE * 0.42, TILE * 0.2, TILE * 0.13
    points = [
        (x + dx * tip, y + dy * tip),
        (x + dx * back - dy * half, y + dy * back + dx * half),
        (x + dx * back + dy * half, y + dy * back - dx * half),
    ]
    return polygon(points, fill="#ffffff")


def _standing(part: Part, machine: str, fluids: list[str], floor: int) -> Iterator[Node]:
    placed = part.placed
    here = [tile for tile in placed.tiles if tile[2] == floor]
    if not here:
        return
    if placed.kind == "trash":
        x, y, _ = here[0]
        yield Group(trash(), (x + 0.5) * TILE, (y + 0.5) * TILE)
        return
    if placed.overflow:
        x, y, _ = here[0]
        middle = (x + 0.5) * TILE, (y + 0.5) * TILE
        yield polygon(
            [(middle[0] + TILE * 0.36 * cos(pi * k / 2), middle[1] + TILE * 0.36 * sin(pi * k / 2)) for k in range(4)],
            fill=_BELT,
            stroke=_EDGE,
            width=1.5,
        )
        for port in placed.outputs:
            yield _head(*middle, port)
        return
    is_base = (part.x, part.y, part.floor) in here
    yield _box(here, _BOX if is_base else _UPPER)
    for port in (*placed.inputs, *placed.outputs, *placed.takes, *placed.gives, *placed.joins):
        if port.tile[2] == floor:
            # A small triangle where something enters a machine or leaves it.
            dx, dy = _way(port.side)
            across, down = (port.tile[0] + 0.5 + dx * 0.43) * TILE, (port.tile[1] + 0.5 + dy * 0.43) * TILE
            turn = -1 if (port in placed.inputs or port in placed.takes) else 1
            reach = TILE * 0.09
            points = [
                (across + turn * dx * reach, down + turn * dy * reach),
                (across - turn * dx * reach - dy * reach, down - turn * dy * reach + dx * reach),
                (across - turn * dx * reach + dy * reach, down - turn * dy * reach - dx * reach),
            ]
            yield polygon(points, fill=_EDGE)
    if is_base:
        across = sum(tile[0] + 0.5 for tile in here) / len(here)
        down = sum(tile[1] + 0.5 for tile in here) / len(here)
        yield Group(icon(machine, fluids), across * TILE, down * TILE)


def _box(tiles: list[tuple[int, int, int]], fill: str) -> Node:
    """The outline of tiles next to each other, as one box, or one for each where they are not a rectangle."""
    xs, ys = [x for x, _, _ in tiles], [y for _, y, _ in tiles]
    across, down = max(xs) - min(xs) + 1, max(ys) - min(ys) + 1
    if len(tiles) == across * down:
        return _rounded(min(xs), min(ys), across, down, fill)
    return Group(tuple(_rounded(x, y, 1, 1, fill) for x, y, _ in tiles))


def _rounded(x: int, y: int, across: int, down: int, fill: str) -> Path:
    """A box on so many tiles, a little smaller than they are."""
    inset = TILE * 0.07
    width, height = across * TILE - 2 * inset, down * TILE - 2 * inset
    radius = TILE * 0.14
    return rectangle(
        x * TILE + inset, y * TILE + inset, width, height, radius=radius, fill=fill, stroke=_EDGE, width=1.5
    )


def _way(side: int) -> tuple[int, int]:
    return ((1, 0), (0, 1), (-1, 0), (0, -1))[side]
