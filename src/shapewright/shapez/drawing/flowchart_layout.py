"""Where everything in the flowchart of a plan stands: a card for each machine, and the belts between them.

Sources are drawn wherever they are taken, since a miner or a fluid costs nothing; what a machine makes is drawn once,
and belts lead from there to all that take it. Numbers are those of the plan's text. Below a shape stand its layers as
letters, the top one first, as they lie on each other. A machine with ×2 runs twice for one of each goal.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.drawing.glyphs import text_width
from shapewright.drawing.layered import Belt, Bend, Box, Layout, layered
from shapewright.errors import LimitError

if TYPE_CHECKING:
    from shapewright.shapez.plans import Plan, Step
    from shapewright.shapez.plans.steps import Value
    from shapewright.shapez.shape import Shape


MAX_STEPS = 2000

# Machines that take a shape and a fluid, or two fluids: their slots are told apart by what comes.
_UNORDERED = ("paint", "crystal", "mix")

ICON = 24.0
BOX_HEIGHT = 34.0
LABEL = 9.0
"""The height of a capital of a machine's name."""
SMALL = 6.0
LINE = 9.5
DISC = 66.0
DROP = 9.0
_GIVEN_GAP = 8.0
_BELOW = 7.0  # from a machine down to what it gives
_WASTE = 0.6  # how large what nobody takes is drawn
_BETWEEN = 42.0  # ranks


@dataclass(frozen=True, slots=True)
class Card:
    """A step as it is drawn: a machine above what it gives, or a source alone; x counts from the middle."""

    step: Step
    number: int
    runs: int
    goals: frozenset[Value]
    taken: frozenset[Value]

    @property
    def is_source(self) -> bool:
        """Whether nothing is taken."""
        return not self.step.inputs

    @property
    def is_named(self) -> bool:
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
        """How wide the machine is drawn."""
        return ICON + text_width(self.label, LABEL) + 24

    @property
    def _given_widths(self) -> list[float]:
        return [_extent(value)[0] for value in self.step.outputs]

    @property
    def width(self) -> float:
        """How wide the card is."""
        given = sum(self._given_widths) + _GIVEN_GAP * (len(self.step.outputs) - 1)
        return given if self.is_source else max(self.box_width, given)

    @property
    def height(self) -> float:
        """How high the card is."""
        given = max(_extent(value)[1] for value in self.step.outputs)
        given += 1.2 * LINE * bool(self.goals.intersection(self.step.outputs)) + LINE * self.is_named
        return given if self.is_source else BOX_HEIGHT + _BELOW + given

    def given_at(self, index: int) -> float:
        """The middle of an output."""
        widths = self._given_widths
        whole = sum(widths) + _GIVEN_GAP * (len(widths) - 1)
        return -whole / 2 + sum(widths[:index]) + _GIVEN_GAP * index + widths[index] / 2

    def slot_at(self, index: int) -> float:
        """Where the belt of an input enters."""
        slots = len(self.step.inputs)
        return (index - (slots - 1) / 2) * min(44.0, 0.7 * self.box_width / slots)

    @property
    def given_top(self) -> float:
        """Where outputs begin, down from the top of the card."""
        return 0.0 if self.is_source else BOX_HEIGHT + _BELOW

    def is_waste(self, value: Value) -> bool:
        """Whether nobody takes an output."""
        return value not in self.taken and value not in self.goals

    def size_of(self, value: Shape) -> float:
        """How large an output is drawn; 0 if it is not, since it is waste and empty."""
        return DISC if not self.is_waste(value) else DISC * _WASTE if value.height else 0.0

    def letters_of(self, value: Shape) -> list[str]:
        """The lines below an output: its layers, the top one first; of waste none."""
        return [] if self.is_waste(value) else _letters(value)

    def to_json(self, x: float, y: float) -> dict[str, object]:
        """Plain data of the card whose top has its middle at (x, y); everything is where the chart has it."""
        outputs: list[dict[str, object]] = []
        for index, value in enumerate(self.step.outputs):
            across, down = _rounded(x + self.given_at(index)), _rounded(y + self.given_top)
            if isinstance(value, str):
                outputs.append({"fluid": value, "x": across, "y": down, "size": 2 * DROP})
                continue
            output = {"code": str(value), "x": across, "y": down, "size": self.size_of(value)}
            waste, goal = self.is_waste(value), value in self.goals
            outputs.append({**output, "letters": self.letters_of(value), "waste": waste, "goal": goal})
        first = self.step.outputs[0]
        return {
            "x": _rounded(x - self.width / 2),
            "y": _rounded(y),
            "width": _rounded(self.width),
            "height": _rounded(self.height),
            "head": [_rounded(x - self.box_width / 2), _rounded(self.box_width), BOX_HEIGHT],
            "machine": self.step.machine,
            "title": self.label,
            "step": self.number,
            "runs": self.runs,
            "source": self.is_source,
            "shape": None if isinstance(first, str) else str(first),
            "inputs": list(map(str, self.step.inputs)),
            "outputs": outputs,
        }


def _extent(value: Value) -> tuple[float, float]:
    """Width and height of a value with the letters below it."""
    if isinstance(value, str):
        return 2.2 * DROP, 3.2 * DROP
    lines = _letters(value)
    width = max(DISC, *(text_width(line, SMALL) for line in lines))
    return width, DISC + LINE * (len(lines) + 0.5)


def _letters(shape: Shape) -> list[str]:
    return str(shape).split(":")[::-1]


def _rounded(number: float) -> float:
    return round(number, 2)


@dataclass(frozen=True, slots=True)
class Wire:
    """A belt: the card and the output where it begins, what is on it, and its pieces, some of which end at cards."""

    start: int
    output: int
    value: Value
    bends: tuple[Bend, ...]

    def to_json(self) -> dict[str, object]:
        """Plain data: ``pieces`` go from (x1, y1) down to (x2, y2), the last number is the card that they enter."""
        ends = [bend.end for bend in self.bends if bend.end is not None]
        pieces = [[*map(_rounded, (bend.x1, bend.y1, bend.x2, bend.y2)), bend.end] for bend in self.bends]
        kind = "fluid" if isinstance(self.value, str) else "code"
        return {"from": self.start, "output": self.output, "to": ends, kind: str(self.value), "pieces": pieces}


@dataclass(frozen=True)
class Chart:
    """The flowchart of ``plan``: cards, for each the middle of its top, and belts; it begins at (0, 0)."""

    plan: Plan
    cards: tuple[Card, ...]
    places: tuple[tuple[float, float], ...]
    wires: tuple[Wire, ...]
    width: float
    height: float

    @property
    def title(self) -> str:
        """The goals and how good the plan is."""
        return f"{' '.join(map(str, self.plan.goals))}: {self.plan.verdict()}"

    def to_json(self) -> dict[str, object]:
        """Plain data of the kind ``plan``: where everything stands, for a page that draws it."""
        return {
            "kind": "plan",
            "title": self.title,
            "goals": list(map(str, self.plan.goals)),
            "ring": self.plan.goals[0].parts,
            "width": _rounded(self.width),
            "height": _rounded(self.height),
            "boxes": [card.to_json(x, y) for card, (x, y) in zip(self.cards, self.places, strict=True)],
            "belts": [wire.to_json() for wire in self.wires],
        }


def chart_of(plan: Plan) -> Chart:
    """Lay out the flowchart of ``plan``.

    >>> from shapewright.shapez import Shape
    >>> from shapewright.shapez.plans import Plan, Step
    >>> ring, east, west = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))
    >>> steps = (Step("miner", (), (ring,)), Step("cut", (ring,), (east, west)))
    >>> chart = chart_of(Plan((east,), steps, cost=1, lower_bound=1, optimal=True, depth=1, layers=4))
    >>> [card.label for card in chart.cards], [(wire.start, str(wire.value)) for wire in chart.wires]
    (['2  cut', '1  miner'], [(1, 'CuCuCuCu')])

    Raises ``LimitError`` for a plan of more than ``MAX_STEPS`` steps.
    """
    if len(plan.steps) > MAX_STEPS:
        raise LimitError(f"a plan of {len(plan.steps)} steps is too large to be drawn: at most {MAX_STEPS}")
    wiring = _Wiring(plan)
    boxes = [Box(card.width, card.height, card.is_source) for card in wiring.cards]
    wiring.settle(layered(boxes, wiring.belts(), drop=_BETWEEN))
    layout = layered(boxes, wiring.belts(), drop=_BETWEEN)
    wires = [
        Wire(start, output, wiring.cards[start].step.outputs[output], bends)
        for (start, output), bends in zip(wiring.ports(), layout.bends, strict=True)
    ]
    return Chart(plan, tuple(wiring.cards), layout.places, tuple(wires), layout.width, layout.height)


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
        self.cards: list[Card] = []
        self._links: list[_Link] = []
        # For machines whose slots have no order: the order from left to right, once it is known.
        self._sides: dict[int, list[int]] = {}
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
        self.cards.append(Card(self._plan.steps[number], number + 1, self._runs[number], goals, self._plan.taken))
        return len(self.cards) - 1

    def belts(self) -> list[Belt]:
        """A belt for each output that is taken, in the order of :meth:`ports`."""
        ends: dict[tuple[int, int], list[tuple[int, float]]] = {}
        for link in self._links:
            ends.setdefault((link.start, link.output), []).append((link.end, self._entry(link)))
        return [
            Belt(start, self.cards[start].given_at(output), tuple(places)) for (start, output), places in ends.items()
        ]

    def ports(self) -> list[tuple[int, int]]:
        """The card and the output where each belt begins."""
        return list(dict.fromkeys((link.start, link.output) for link in self._links))

    def _entry(self, link: _Link) -> float:
        card = self.cards[link.end]
        if card.step.machine not in _UNORDERED:
            return card.slot_at(link.slot)
        sides = self._sides.get(link.end)
        return 0.0 if sides is None else card.slot_at(sides.index(link.slot))

    def settle(self, layout: Layout) -> None:
        """Give slots that have no order the one in which their belts come in this layout."""
        coming: dict[tuple[int, int, int], float] = {}
        for port, bends in zip(self.ports(), layout.bends, strict=True):
            coming |= {(*port, bend.end): bend.x1 for bend in bends if bend.end is not None}
        arrivals: dict[int, list[tuple[float, int]]] = {}
        for link in self._links:
            arrivals.setdefault(link.end, []).append((coming[link.start, link.output, link.end], link.slot))
        self._sides = {end: [slot for _, slot in sorted(places)] for end, places in arrivals.items()}
