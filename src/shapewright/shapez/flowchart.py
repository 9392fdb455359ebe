"""A plan as a flowchart, from the raw inputs above to the goals below: every machine a box, below it what it gives.

Sources are drawn wherever they are taken, since a miner or a fluid costs nothing; what a machine makes is drawn once,
and belts lead from there to all that take it. Numbers are those of the plan's text. Below a shape stand its layers as
letters, the top one first, as they lie on each other. A machine with ×2 runs twice for one of each goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.layered import Belt, Box, layered
from shapewright.drawing.palette import blended
from shapewright.drawing.scene import Arc, Close, Cubic, Group, Line, Move, Path, Scene, Text, circle, polygon
from shapewright.errors import LimitError
from shapewright.shapez.icons import INK, drop, icon, trash
from shapewright.shapez.picture import PAINTS, draw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.drawing.layered import Bend, Layout
    from shapewright.drawing.scene import Node, Segment
    from shapewright.shapez.plans import Plan, Step
    from shapewright.shapez.shape import Shape

    Value = Shape | str

MAX_STEPS = 2000

# Machines that take a shape and a fluid, or two fluids: their slots are told apart by what comes.
_UNORDERED = ("paint", "crystal", "mix")

_PAPER = "#fbfbfc"
_BOX = "#eef1f6"
_EDGE = "#7d8796"
_BELT = "#97a1b0"
_SOFT = "#59616d"
_GOAL = "#e0a100"

_MARGIN = 20.0
_TITLE = 15.0
_ICON = 24.0
_BOX_HEIGHT = 34.0
_LABEL = 9.0  # the height of a capital
_SMALL = 6.0
_LINE = 9.5
_DISC = 66.0
_DROP = 9.0
_GIVEN_GAP = 8.0
_BELT_WIDTH = 3.2
_BETWEEN = 42.0  # ranks


def draw_plan(plan: Plan) -> Scene:
    """Draw ``plan`` from top to bottom.

    >>> from shapewright.shapez import Shape
    >>> from shapewright.shapez.plans import Plan, Step
    >>> ring, east, west = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))
    >>> steps = (Step("miner", (), (ring,)), Step("cut", (ring,), (east, west)))
    >>> chart = draw_plan(Plan((east,), steps, cost=1, lower_bound=1, optimal=True, depth=1, layers=4))
    >>> chart.title
    'CuCu----: 1 machine, proven minimal'

    Raises ``LimitError`` for a plan of more than ``MAX_STEPS`` steps.
    """
    if len(plan.steps) > MAX_STEPS:
        raise LimitError(f"a plan of {len(plan.steps)} steps is too large to be drawn: at most {MAX_STEPS}")
    wiring = _Wiring(plan)
    cards = wiring.cards
    boxes = [Box(card.width, card.height, card.is_source) for card in cards]
    wiring.settle(layered(boxes, wiring.belts(), drop=_BETWEEN))
    layout = layered(boxes, wiring.belts(), drop=_BETWEEN)
    nodes: list[Node] = []
    for value, bends in zip(wiring.values(), layout.bends, strict=True):
        nodes += _drawn_belt(bends, value)
    for card, (x, y) in zip(cards, layout.places, strict=True):
        nodes.append(Group(tuple(card.nodes()), x, y))
    words = plan.verdict()
    top = _MARGIN + 2.2 * _TITLE
    width = max(layout.width, text_width(words, _TITLE)) + 2 * _MARGIN
    chart = Group(tuple(nodes), (width - layout.width) / 2, top)
    heading = Text(_MARGIN, _MARGIN + _TITLE, words, _TITLE, INK)
    title = f"{' '.join(map(str, plan.goals))}: {words}"
    return Scene(width, top + layout.height + _MARGIN, (heading, chart), title, _PAPER)


# --- What stands where ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Card:
    """A step as it is drawn: a machine above what it gives, or a source alone; x counts from the middle."""

    step: Step
    number: int
    runs: int
    goals: frozenset[Value]
    taken: frozenset[Value]

    @property
    def is_source(self) -> bool:
        return not self.step.inputs

    @property
    def _is_named(self) -> bool:
        """Whether the name of a source stands below it; a drop of a fluid speaks for itself."""
        return self.is_source and not isinstance(self.step.outputs[0], str)

    @property
    def label(self) -> str:
        """The number of the step, what the machine is called, and how often it runs for one delivery."""
        # Fluids come in no pieces that could be counted.
        often = f"  ×{self.runs}" if self.runs > 1 and not self.is_source and self.step.machine != "mix" else ""
        return f"{self.number}  {self.step.machine.replace('-', ' ')}{often}"

    @property
    def box_width(self) -> float:
        return _ICON + text_width(self.label, _LABEL) + 24

    @property
    def _given_widths(self) -> list[float]:
        return [_extent(value)[0] for value in self.step.outputs]

    @property
    def width(self) -> float:
        given = sum(self._given_widths) + _GIVEN_GAP * (len(self.step.outputs) - 1)
        return given if self.is_source else max(self.box_width, given)

    @property
    def height(self) -> float:
        given = max(_extent(value)[1] for value in self.step.outputs)
        given += 1.2 * _LINE * bool(self.goals.intersection(self.step.outputs)) + _LINE * self._is_named
        return given if self.is_source else _BOX_HEIGHT + 7 + given

    def given_at(self, index: int) -> float:
        """The middle of an output."""
        widths = self._given_widths
        whole = sum(widths) + _GIVEN_GAP * (len(widths) - 1)
        return -whole / 2 + sum(widths[:index]) + _GIVEN_GAP * index + widths[index] / 2

    def slot_at(self, index: int) -> float:
        """Where the belt of an input enters."""
        slots = len(self.step.inputs)
        return (index - (slots - 1) / 2) * min(44.0, 0.7 * self.box_width / slots)

    def nodes(self) -> Iterator[Node]:
        top = 0.0
        if not self.is_source:
            yield from self._machine()
            top = _BOX_HEIGHT + 7
        for index, value in enumerate(self.step.outputs):
            yield Group(tuple(self._given(value)), self.given_at(index), top)

    def _machine(self) -> Iterator[Node]:
        width = self.box_width
        yield _rounded(-width / 2, 0, width, _BOX_HEIGHT, 8)
        fluids = [value for value in self.step.inputs if isinstance(value, str)]
        yield Group(icon(self.step.machine, fluids), -width / 2 + 8 + _ICON / 2, _BOX_HEIGHT / 2)
        yield Text(-width / 2 + _ICON + 15, _BOX_HEIGHT / 2 + _LABEL / 2, self.label, _LABEL, INK)

    def _given(self, value: Value) -> Iterator[Node]:
        """An output, its top in the middle at (0, 0)."""
        if isinstance(value, str):
            yield Group((drop(value, _DROP),), 0, 2 * _DROP)
            return
        is_waste = value not in self.taken and value not in self.goals
        if is_waste and not value.height:
            return
        size = _DISC * (0.6 if is_waste else 1)
        yield Group(draw(value, size=size).nodes, -size / 2)
        if value in self.goals:
            yield circle(0, size / 2, size / 2, stroke=_GOAL, width=4)
        if is_waste:
            yield Group(trash(), size / 2, size - 6)
        y = size + _LINE
        if self._is_named:
            yield Text(0, y, self.label, _SMALL + 0.5, _EDGE, "middle", 0.16)
            y += _LINE
        for line in _letters(value, is_waste):
            yield Text(0, y, line, _SMALL, _SOFT, "middle")
            y += _LINE
        if value in self.goals:
            yield Text(0, y + 2, "goal", _SMALL + 2, _GOAL, "middle", 0.18)


def _extent(value: Value) -> tuple[float, float]:
    """Width and height of a value with the letters below it."""
    if isinstance(value, str):
        return 2.2 * _DROP, 3.2 * _DROP
    lines = _letters(value, False)
    width = max(_DISC, *(text_width(line, _SMALL) for line in lines))
    return width, _DISC + _LINE * (len(lines) + 0.5)


def _letters(shape: Shape, is_waste: bool) -> list[str]:
    if is_waste:
        return []
    return str(shape).split(":")[::-1]


@dataclass(frozen=True, slots=True)
class _Link:
    """An output of a card, and the slot of a card that it goes into."""

    start: int
    output: int
    end: int
    slot: int


class _Wiring:
    """The cards of a plan, sources once for every step that takes them, and the belts between them."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._runs = plan.runs()
        self.cards: list[_Card] = []
        self._links: list[_Link] = []
        # For machines whose slots have no order: the order from left to right, once it is known.
        self._sides: dict[int, list[int]] = {}
        self._wire()

    def _wire(self) -> None:
        steps, goals = self._plan.steps, set(self._plan.goals)
        card_of: dict[int, int] = {}
        for number, step in enumerate(steps):
            if step.inputs or not self._plan.taken.intersection(step.outputs) or goals.intersection(step.outputs):
                card_of[number] = self._add(number)
        for number, step in enumerate(steps):
            here: dict[int, int] = {}  # the sources that are drawn for this step
            for slot, value in enumerate(step.inputs):
                origin = self._plan.producers[value]
                if not steps[origin].inputs and origin not in here:
                    here[origin] = self._add(origin)
                start = here[origin] if origin in here else card_of[origin]
                self._links.append(_Link(start, steps[origin].outputs.index(value), card_of[number], slot))

    def _add(self, number: int) -> int:
        goals: frozenset[Value] = frozenset(self._plan.goals)
        self.cards.append(_Card(self._plan.steps[number], number + 1, self._runs[number], goals, self._plan.taken))
        return len(self.cards) - 1

    def belts(self) -> list[Belt]:
        """A belt for each output that is taken, in the order of :meth:`values`."""
        ends: dict[tuple[int, int], list[tuple[int, float]]] = {}
        for link in self._links:
            ends.setdefault((link.start, link.output), []).append((link.end, self._entry(link)))
        return [
            Belt(start, self.cards[start].given_at(output), tuple(places)) for (start, output), places in ends.items()
        ]

    def values(self) -> list[Value]:
        """What is on each belt."""
        ports = dict.fromkeys((link.start, link.output) for link in self._links)
        return [self.cards[start].step.outputs[output] for start, output in ports]

    def _entry(self, link: _Link) -> float:
        card = self.cards[link.end]
        if card.step.machine not in _UNORDERED:
            return card.slot_at(link.slot)
        sides = self._sides.get(link.end)
        return 0.0 if sides is None else card.slot_at(sides.index(link.slot))

    def settle(self, layout: Layout) -> None:
        """Give slots that have no order the one in which their belts come in this layout."""
        coming: dict[tuple[int, int, int], float] = {}
        ports = dict.fromkeys((link.start, link.output) for link in self._links)
        for port, bends in zip(ports, layout.bends, strict=True):
            coming |= {(*port, bend.end): bend.x1 for bend in bends if bend.end is not None}
        arrivals: dict[int, list[tuple[float, int]]] = {}
        for link in self._links:
            arrivals.setdefault(link.end, []).append((coming[link.start, link.output, link.end], link.slot))
        self._sides = {end: [slot for _, slot in sorted(places)] for end, places in arrivals.items()}


# --- Lines ----------------------------------------------------------------------------------------------------------


def _drawn_belt(bends: Sequence[Bend], value: Value) -> Iterator[Node]:
    segments: list[Segment] = []
    heads: list[Node] = []
    colour = PAINTS[value] if isinstance(value, str) else _BELT
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


def _rounded(x: float, y: float, width: float, height: float, radius: float) -> Path:
    right, bottom = x + width, y + height
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
    return Path(segments, fill=_BOX, stroke=_EDGE, width=1.2)
