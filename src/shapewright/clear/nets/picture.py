"""Pictures of nets: features on the left, the output on the right, and between them what is worked out on the way."""

from __future__ import annotations

from shapewright.clear.nets.net import Net
from shapewright.drawing.palette import INK, PAPER
from shapewright.drawing.scene import Cubic, Move, Node, Path, Scene, Text, circle
from shapewright.errors import amount

WORSE = "#c8641e"
BETTER = "#2f6fc4"
"""Of weights above zero, which make a board look worse unless a node on the way turns it round, and below it."""

_ROW = 30.0
_COLUMN = 150.0
_NAMES = 190.0
_MARGIN = 24.0
_RADIUS = 8.0
_SIZE = 9.0
_BROADEST = 6.0
_FAINT = "#6b727c"


def draw(net: Net) -> Scene:
    """The net as a scene: a line is the broader, the larger its weight."""
    # For each node how many steps after the features it comes; the output stands behind all others.
    layers: list[int] = []
    for node in net.nodes:
        layers.append(1 + max([layers[source] for source, _ in node.inputs if isinstance(source, int)], default=0))
    layers[-1] = max([layers[-1], *[layer + 1 for layer in layers[:-1]]])
    last = max(layers)
    features = net.features
    columns: dict[int, list[str | int]] = {0: list(features)}
    for number, layer in enumerate(layers):
        columns.setdefault(layer, []).append(number)
    rows = max(2, *[len(column) for column in columns.values()])
    width = _MARGIN + _NAMES + _COLUMN * last + 110
    height = 2 * _MARGIN + _ROW * rows + 20
    place: dict[str | int, tuple[float, float]] = {}
    for layer, column in columns.items():
        step = _ROW * rows / len(column) if column else 0.0
        for row, source in enumerate(column):
            place[source] = (_MARGIN + _NAMES + _COLUMN * layer, _MARGIN + (row + 0.5) * step)
    largest = max([abs(weight) for node in net.nodes for _, weight in node.inputs], default=1.0) or 1.0
    lines: list[Node] = []
    for number, node in enumerate(net.nodes):
        for source, weight in node.inputs:
            (x, y), (to_x, to_y) = place[source], place[number]
            middle = (x + to_x) / 2
            segments = (Move(x, y), Cubic(middle, y, middle, to_y, to_x, to_y))
            broad = max(0.4, _BROADEST * abs(weight) / largest)
            lines.append(Path(segments, stroke=WORSE if weight > 0 else BETTER, width=broad, opacity=0.75))
    dots: list[Node] = []
    for source, (x, y) in place.items():
        dots.append(circle(x, y, _RADIUS, fill=PAPER, stroke=INK, width=1.5))
        if isinstance(source, str):
            dots.append(Text(x - 16, y + _SIZE / 2, source.replace("_", " "), _SIZE, INK, "end"))
        elif source < len(net.nodes) - 1:
            dots.append(Text(x, y - 13, net.nodes[source].activation, 7, _FAINT, "middle"))
        else:
            dots.append(Text(x + 16, y + _SIZE / 2, net.nodes[source].activation, _SIZE, INK))
    below = height - 12
    legend: list[Node] = [Text(_MARGIN, below, "adds", 7, WORSE), Text(_MARGIN + 40, below, "takes away", 7, BETTER)]
    hidden = len(net.nodes) - 1
    title = f"a net of {amount(len(features), 'feature')} and {amount(hidden, 'hidden node')}"
    return Scene(width, height, (*lines, *dots, *legend), title=title, background=PAPER)
