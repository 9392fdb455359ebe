"""A plan as a flowchart, from the raw inputs above to the goals below: every machine a box, below it what it gives.

Where everything stands is worked out in :mod:`shapewright.shapez.drawing.flowchart_layout`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.palette import blended
from shapewright.drawing.scene import (
    Cubic,
    Group,
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
from shapewright.shapez.drawing.flowchart_layout import (
    BOX_HEIGHT,
    DROP,
    ICON,
    LABEL,
    LINE,
    SMALL,
    Card,
    Chart,
    chart_of,
)
from shapewright.shapez.drawing.icons import INK, drop, icon, trash
from shapewright.shapez.drawing.skins import paints_of
from shapewright.shapez.picture import draw

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapewright.drawing.layered import Bend
    from shapewright.shapez.plans import Plan
    from shapewright.shapez.shape import Shape

    Value = Shape | str


_PAPER = "#fbfbfc"
_BOX = "#eef1f6"
_EDGE = "#7d8796"
_BELT = "#97a1b0"
_SOFT = "#59616d"
_GOAL = "#e0a100"

_MARGIN = 20.0
_TITLE = 15.0
_BELT_WIDTH = 3.2


def draw_plan(plan: Plan, skin: str = "rgb") -> Scene:
    """Draw ``plan`` from top to bottom, in the colours of one of the :data:`~shapewright.shapez.drawing.skins.SKINS`.

    >>> from shapewright.shapez import Shape
    >>> from shapewright.shapez.plans import Plan, Step
    >>> ring, east, west = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))
    >>> steps = (Step("miner", (), (ring,)), Step("cut", (ring,), (east, west)))
    >>> chart = draw_plan(Plan((east,), steps, cost=1, lower_bound=1, optimal=True, depth=1, layers=4))
    >>> chart.title
    'CuCu----: 1 machine, proven minimal'

    Raises ``LimitError`` as :func:`~shapewright.shapez.drawing.flowchart_layout.chart_of` does, ``ProblemError`` for a
    skin that there is not.
    """
    return draw_chart(chart_of(plan), skin)


class PlanPicture:
    """A plan to be drawn; it is laid out once, when somebody asks."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    @cached_property
    def chart(self) -> Chart:
        """Where everything stands."""
        return chart_of(self.plan)

    def scene(self) -> Scene:
        """The picture."""
        return draw_chart(self.chart)

    def to_json(self) -> dict[str, object]:
        """Plain data of the kind ``plan``, for a page that draws it."""
        return self.chart.to_json()


def draw_chart(chart: Chart, skin: str = "rgb") -> Scene:
    """Draw a chart, with a heading, in the colours of a skin."""
    paints = paints_of(skin)
    nodes: list[Node] = []
    for wire in chart.wires:
        nodes += _drawn_belt(wire.bends, wire.value, paints)
    for card, (x, y) in zip(chart.cards, chart.places, strict=True):
        nodes.append(Group(tuple(_drawn_card(card, skin)), x, y))
    words = chart.plan.verdict()
    top = _MARGIN + 2.2 * _TITLE
    width = max(chart.width, text_width(words, _TITLE)) + 2 * _MARGIN
    body = Group(tuple(nodes), (width - chart.width) / 2, top)
    heading = Text(_MARGIN, _MARGIN + _TITLE, words, _TITLE, INK)
    return Scene(width, top + chart.height + _MARGIN, (heading, body), chart.title, _PAPER)


def _drawn_card(card: Card, skin: str) -> Iterator[Node]:
    if not card.is_source:
        width = card.box_width
        yield rectangle(-width / 2, 0, width, BOX_HEIGHT, radius=8, fill=_BOX, stroke=_EDGE, width=1.2)
        fluids = [value for value in card.step.inputs if isinstance(value, str)]
        yield Group(icon(card.step.machine, fluids, paints_of(skin)), -width / 2 + 8 + ICON / 2, BOX_HEIGHT / 2)
        yield Text(-width / 2 + ICON + 15, BOX_HEIGHT / 2 + LABEL / 2, card.label, LABEL, INK)
    for index, value in enumerate(card.step.outputs):
        yield Group(tuple(_given(card, value, skin)), card.given_at(index), card.given_top)


def _given(card: Card, value: Value, skin: str) -> Iterator[Node]:
    """An output, its top in the middle at (0, 0)."""
    if isinstance(value, str):
        yield Group((drop(value, DROP, paints_of(skin)),), 0, 2 * DROP)
        return
    size = card.size_of(value)
    if not size:
        return
    yield Group(draw(value, size=size, skin=skin).nodes, -size / 2)
    if value in card.goals:
        yield circle(0, size / 2, size / 2, stroke=_GOAL, width=4)
    if card.is_waste(value):
        yield Group(trash(), size / 2, size - 6)
    y = size + LINE
    if card.is_named:
        yield Text(0, y, card.label, SMALL + 0.5, _EDGE, "middle", 0.16)
        y += LINE
    for line in card.letters_of(value):
        yield Text(0, y, line, SMALL, _SOFT, "middle")
        y += LINE
    if value in card.goals:
        yield Text(0, y + 2, "goal", SMALL + 2, _GOAL, "middle", 0.18)


def _drawn_belt(bends: Sequence[Bend], value: Value, paints: Mapping[str, str]) -> Iterator[Node]:
    segments: list[Segment] = []
    heads: list[Node] = []
    colour = paints[value] if isinstance(value, str) else _BELT
    edge = blended(colour, INK, 0.45)
    for bend in bends:
        y2 = bend.y2 - 6 if bend.end is not None else bend.y2
        middle = (bend.y1 + y2) / 2
        segments += (Move(bend.x1, bend.y1), Cubic(bend.x1, middle, bend.x2, middle, bend.x2, y2))
        if bend.end is not None:
            tip = [(bend.x2 - 4.5, y2 - 2.5), (bend.x2 + 4.5, y2 - 2.5), (bend.x2, y2 + 5)]
            heads.append(polygon(tip, fill=edge))
    yield Path(tuple(segments), stroke=edge, width=_BELT_WIDTH)
    yield Path(tuple(segments), stroke=colour, width=_BELT_WIDTH * 0.55)
    yield from heads


def to_dot(plan: Plan) -> str:
    """Write ``plan`` as a directed graph: a node for each step, an edge for each belt, named by what is on it.

    >>> from shapewright.shapez import Shape
    >>> from shapewright.shapez.plans import Plan, Step
    >>> ring, east, west = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))
    >>> steps = (Step("miner", (), (ring,)), Step("cut", (ring,), (east, west)))
    >>> print(to_dot(Plan((east,), steps, cost=1, lower_bound=1, optimal=True, depth=1, layers=4)))
    digraph plan {
        node [shape=box, style=rounded];
        step1 [label="1 miner", shape=oval];
        step2 [label="2 cut"];
        trash [shape=plain];
        goal1 [label="CuCu----", peripheries=2];
        step1 -> step2 [label="CuCuCuCu"];
        step2 -> trash [label="----CuCu", style=dotted];
        step2 -> goal1 [label="CuCu----"];
    }
    """
    goals = dict.fromkeys(plan.goals)
    nodes, edges = [], []
    for number, step in enumerate(plan.steps, 1):
        nodes.append(f"step{number} [{_label(f'{number} {step.machine}')}{'' if step.inputs else ', shape=oval'}]")
        edges += [f"step{plan.producers[value] + 1} -> step{number} [{_label(value)}]" for value in step.inputs]
        waste = [value for value in dict.fromkeys(step.outputs) if value not in plan.taken and value not in goals]
        edges += [f"step{number} -> trash [{_label(value)}, style=dotted]" for value in waste if step.inputs]
    if any(" -> trash " in edge for edge in edges):
        nodes.append("trash [shape=plain]")
    for number, goal in enumerate(goals, 1):
        nodes.append(f"goal{number} [{_label(goal)}, peripheries=2]")
        edges.append(f"step{plan.producers[goal] + 1} -> goal{number} [{_label(goal)}]")
    lines = ["node [shape=box, style=rounded]", *nodes, *edges]
    return "\n".join(["digraph plan {", *(f"    {line};" for line in lines), "}"])


def _label(value: object) -> str:
    return 'label="' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
