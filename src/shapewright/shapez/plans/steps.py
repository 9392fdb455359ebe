"""A plan as a value: machines in an order in which they can be built, what each takes and what it gives.

A value is a :class:`~shapewright.shapez.shape.Shape` or a fluid, which is the letter of its colour. Equal values are
one and the same belt: a value is made once, by the first step that gives it, and any number of later steps may take it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from shapewright import drawing
from shapewright.errors import ProblemError
from shapewright.lazy import late
from shapewright.shapez.game import Game, is_new
from shapewright.shapez.machines import PLANNED
from shapewright.shapez.shape import Shape

Value = Shape | str

MACHINES = PLANNED
"""The machines that count. ``paint`` and ``crystal`` take a shape and a fluid, ``mix`` two fluids, others shapes."""

METHODS = ("search", "table")
"""How plans come about: by a search, or from a table of known plans."""

UNMERGED = "plans that do not merge belts"
"""The plans that are compared for a full belt: no two belts with the same shape are brought together."""

SOURCES = ("miner", "fluid", "input")
"""Where values come from at no cost: raw shapes, fluids, and what is on hand (in plans with ``inputs='halves'`` halves
as they are)."""


@dataclass(frozen=True, slots=True)
class Step:
    """One machine: its name, the values it takes in the order of its slots, the values it gives.

    ``stack`` takes the bottom, then the top. ``cut`` gives the east, then the west. ``swap`` of a and b gives the east
    of a with the west of b, then the east of b with the west of a.
    """

    machine: str
    inputs: tuple[Value, ...]
    outputs: tuple[Value, ...]

    def __str__(self) -> str:
        taken = " ".join(str(value) for value in self.inputs)
        given = " ".join(str(value) for value in self.outputs)
        return f"{self.machine} {taken} -> {given}" if taken else f"{self.machine} -> {given}"


def runs_of(steps: Sequence[Step], goals: Sequence[Shape]) -> tuple[list[int], dict[Value, int], dict[Value, int]]:
    """Return how often each step runs for one of each goal, the step that makes each value, and the demand for each.

    The producer of a value that no step makes before it is taken is -1.
    """
    producers: dict[Value, int] = {}
    for number, step in enumerate(steps):
        for value in step.inputs:
            producers.setdefault(value, -1)
        for value in step.outputs:
            producers.setdefault(value, number)
    demand: dict[Value, int] = dict.fromkeys(goals, 1)
    counts = [0] * len(steps)
    for number in reversed(range(len(steps))):
        step = steps[number]
        counts[number] = max((demand.get(out, 0) for out in step.outputs if producers[out] == number), default=0)
        for value in step.inputs:
            demand[value] = demand.get(value, 0) + counts[number]
    return counts, producers, demand


def depths_of(steps: Iterable[Step]) -> dict[Value, int]:
    """Return how many machines there are on the way to each value; what no step makes before counts as a source."""
    depths: dict[Value, int] = {}
    for step in steps:
        depth = 1 + max((depths.get(value, 0) for value in step.inputs), default=-1)
        for value in step.outputs:
            depths.setdefault(value, depth)
    return depths


def surplus(steps: Sequence[Step], goals: Sequence[Shape]) -> Iterator[tuple[Shape, int, int, int]]:
    """Yield shapes that are made more often than taken: the shape, its step, the number left over, the number made.

    A second step that gives the same shape does not count: belts with the same shape are one belt here.
    """
    counts, producers, demand = runs_of(steps, goals)
    for number, step in enumerate(steps):
        if not step.inputs or step.machine == "mix":
            continue
        for value in dict.fromkeys(step.outputs):
            if isinstance(value, str) or not value.height or producers[value] != number:
                continue
            made = counts[number] * step.outputs.count(value)
            if made > demand.get(value, 0):
                yield value, number, made - demand.get(value, 0), made


@dataclass(frozen=True)
class Plan:
    """Machines that make ``goals`` from raw inputs; every step takes what sources and steps before it give.

    ``cost`` is the number of machines, ``depth`` the most machines on any way from a source to a goal. Whatever
    ``minimize`` names is at least ``lower_bound`` in every plan, and ``optimal`` says that it is equal. ``layers`` is
    the game's limit the plan was made for. ``notes`` are sentences for the reader. ``have`` are shapes and fluids on
    hand, which cost nothing either. ``belt`` is the number of machines for a full belt, if ``minimize`` names it; then
    ``lower_bound`` and ``optimal`` are about :data:`UNMERGED`: a factory that merges belts may need fewer machines.
    ``method`` is ``search``, or ``table`` for a plan of a table of known plans, where the search found none with as few
    machines.
    """

    goals: tuple[Shape, ...]
    steps: tuple[Step, ...]
    cost: int
    lower_bound: int
    optimal: bool
    depth: int
    layers: int
    minimize: str = "machines"
    inputs: str = "raw"
    notes: tuple[str, ...] = field(default=())
    have: tuple[Value, ...] = field(default=())
    belt: int | None = None
    method: str = "search"

    @property
    def reached(self) -> int:
        """What ``minimize`` names, of this plan."""
        if self.minimize == "belt":
            if self.belt is None:
                raise ProblemError("a plan for a full belt states how many machines that takes")
            return self.belt
        return self.cost if self.minimize == "machines" else self.depth

    @property
    def mixtures(self) -> list[tuple[str, str]]:
        """The colours that the mixers take."""
        return [(str(step.inputs[0]), str(step.inputs[1])) for step in self.steps if step.machine == "mix"]

    @cached_property
    def game(self) -> Game:
        """The first version of the game that has all that the plan is of."""
        values = (*self.goals, *self.have, *(value for step in self.steps for value in (*step.inputs, *step.outputs)))
        return "1.0" if any(is_new(str(value)) for value in values) else "0.x"

    @cached_property
    def producers(self) -> dict[Value, int]:
        """For each value, the index of the step that makes it."""
        found: dict[Value, int] = {}
        for number, step in enumerate(self.steps):
            for value in step.outputs:
                found.setdefault(value, number)
        return found

    @cached_property
    def taken(self) -> frozenset[Value]:
        """The values that some step takes; all others that are not goals go to the trash."""
        return frozenset(value for step in self.steps for value in step.inputs)

    def machines(self) -> dict[str, int]:
        """How many machines of each name there are, in the order of :data:`MACHINES`, those of which there are any."""
        counts = dict.fromkeys(MACHINES, 0)
        for step in self.steps:
            if step.machine in counts:
                counts[step.machine] += 1
        return {machine: count for machine, count in counts.items() if count}

    def runs(self) -> tuple[int, ...]:
        """For each step, how often it runs while one of each goal is delivered.

        A cutter or swapper both of whose outputs are taken runs as often as the one in greater demand needs; what is
        left of the other goes to the trash. As long as no belts are merged, the machines for a full belt go in
        proportion to this.
        """
        return tuple(runs_of(self.steps, self.goals)[0])

    @late("shapewright.shapez.drawing.flowchart:draw_plan")
    def scene(self, skin: str = "rgb") -> drawing.Scene:
        """The flowchart of the machines, for SVG, PNG and pages, in one of the skins ``SKINS``."""

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    def png(self, scale: float = 2.0, *, skin: str = "rgb", background: str | None = "#ffffff") -> bytes:
        """The flowchart as a PNG file, ``scale`` pixels to a unit; without a ``background`` it is transparent.

        Raises ``ProblemError`` for a skin that there is not.
        """
        return drawing.to_png(self.scene(skin), scale=scale, background=background)

    def verdict(self) -> str:
        """One line: how many machines, and how good that is known to be."""
        number, of_what = self.reached, {"depth": " deep", "belt": " for a full belt"}.get(self.minimize, "")
        text = f"{number} machine{'' if number == 1 else 's'}{of_what}"
        if self.minimize != "machines":
            text += f" ({self.cost} {'in all' if self.minimize == 'depth' else 'in the plan'})"
        text += ", proven minimal" if self.optimal else f", at least {self.lower_bound} needed"
        return text + (" without merging belts" if self.minimize == "belt" else "")

    def lines(self) -> Iterator[str]:
        """The steps as numbered lines: a machine, the numbers of the steps its inputs come from, what it makes.

        A machine with ``x2`` at its end runs twice for one of each goal.
        """
        width, runs = len(str(len(self.steps))), self.runs()
        for number, step in enumerate(self.steps, 1):
            taken = ", ".join(self._origin(value) for value in step.inputs)
            given = "  ".join(self._given(step, value) for value in step.outputs)
            # Fluids come in no pieces that could be counted.
            often = f"  x{runs[number - 1]}" if runs[number - 1] > 1 and taken and step.machine != "mix" else ""
            yield f"{number:>{width}}  {step.machine}{' ' + taken if taken else ''} -> {given}{often}"

    def _origin(self, value: Value) -> str:
        number = self.producers[value]
        outputs = self.steps[number].outputs
        if len(outputs) < 2 or outputs[0] == outputs[1]:
            return str(number + 1)
        return f"{number + 1}{'ab'[outputs.index(value)]}"

    def _given(self, step: Step, value: Value) -> str:
        kept = value in self.taken or value in self.goals
        return str(value) if kept or len(step.outputs) == 1 else f"({value})"

    def to_text(self) -> str:
        """The numbered steps, then the verdict and the notes; outputs in brackets go to the trash."""
        return "\n".join([*self.lines(), self.verdict(), *(f"note: {note}" for note in self.notes)])

    def __str__(self) -> str:
        return self.to_text()

    @late("shapewright.shapez.plans.tree:write")
    def to_tree(self) -> str:
        """The plan as an indented tree, each line a machine and what it makes, what it takes below it.

        Shared values are written out wherever they are taken. Only for plans with ``inputs='halves'``, whose trees
        follow the notation of the C++ program they come from; ``ProblemError`` for others.
        """

    def to_json(self) -> dict[str, Any]:
        """Plain data: goals, counts, and ``steps`` whose ``inputs`` are pairs of a step's index and of its output."""
        return {
            "goals": [goal.to_code() for goal in self.goals],
            "cost": self.cost,
            "depth": self.depth,
            "lower_bound": self.lower_bound,
            "optimal": self.optimal,
            "minimize": self.minimize,
            "layers": self.layers,
            "inputs": self.inputs,
            "machines": self.machines(),
            "steps": [
                {
                    "machine": step.machine,
                    "inputs": [self._place(value) for value in step.inputs],
                    "outputs": [str(value) for value in step.outputs],
                }
                for step in self.steps
            ],
            "notes": list(self.notes),
            **({"have": list(map(str, self.have))} if self.have else {}),
            **({} if self.belt is None else {"belt": self.belt, "proof_of": UNMERGED}),
            **({} if self.method == METHODS[0] else {"method": self.method}),
        }

    @classmethod
    @late("shapewright.shapez.plans.reading:read_plan")
    def from_json(cls, data: object) -> Plan:
        """Read what :meth:`to_json` wrote; what it says of machines and places must be what the steps give.

        >>> plan = Plan.from_json({"goals": ["CuCuCuCu"], "cost": 0, "depth": 0, "lower_bound": 0, "optimal": True,
        ...     "minimize": "machines", "layers": 4, "inputs": "raw", "machines": {},
        ...     "steps": [{"machine": "miner", "inputs": [], "outputs": ["CuCuCuCu"]}], "notes": []})
        >>> print(plan)
        1  miner -> CuCuCuCu
        0 machines, proven minimal

        Whether the steps follow the rules of the game is for :mod:`shapewright.shapez.check`.
        Raises ``NotationError`` for anything else, and says what is wrong and where.
        """

    def _place(self, value: Value) -> list[int]:
        number = self.producers[value]
        return [number, self.steps[number].outputs.index(value)]
