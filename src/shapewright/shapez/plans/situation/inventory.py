"""What a player has: machines, shapes and fluids; what each machine makes; and when that cannot be enough."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product

from shapewright.shapez import rules
from shapewright.shapez.colours import mix
from shapewright.shapez.game import BLACK
from shapewright.shapez.parts import CRYSTAL, NORMAL, PIN, is_painted, kind_of, unpainted
from shapewright.shapez.plans.steps import Step, Value
from shapewright.shapez.shape import Shape

# Machines without which shapes stay as even, as low or of as few types as they are.
_RAISING = ("stack", "push-pin")
_UNEVEN = ("cut", "half-destroy", "swap")
_JOINING = ("stack", "swap")


@lru_cache(maxsize=1 << 16)
def run(machine: str, inputs: tuple[Value, ...], layers: int) -> tuple[Value, ...]:
    """What a machine makes of values, by the rules."""
    first = inputs[0]
    if isinstance(first, str):
        return (mix(first, str(inputs[1])),)
    shapes = tuple(value for value in inputs if isinstance(value, Shape))
    return rules.made(machine, shapes, str(inputs[-1]), layers)


_UNMIXED = frozenset({"u", BLACK})


@dataclass(frozen=True)
class Means:
    """What plans for ``goals`` may use: ``machines``, what is on hand, and whatever miners and fluids give."""

    goals: tuple[Shape, ...]
    have: tuple[Value, ...]
    machines: frozenset[str]
    layers: int

    def step(self, machine: str, *inputs: Value) -> Step:
        """A machine with what it makes."""
        return Step(machine, inputs, run(machine, inputs, self.layers))

    @cached_property
    def free(self) -> frozenset[Value]:
        """The shapes and fluids that cost nothing: of the goals' types those of miners, and what is on hand."""
        parts = {part for goal in self.goals for layer in goal.layers for part in layer}
        types = {unpainted(part) for part in parts if kind_of(part) == NORMAL}
        ring = self.goals[0].parts
        raws = [Shape(ring, ((part,) * ring,)) for part in sorted(types or {"Hu" if ring == 6 else "Cu"})]
        black = [BLACK] if any(part[1] == BLACK for part in parts) else []
        return frozenset([*raws, "r", "g", "b", *black, *self.have])

    @cached_property
    def fluids(self) -> frozenset[str]:
        """All fluids that can be had; 'u' stands for any that a crystal may have."""
        found = {value for value in self.free if isinstance(value, str)}
        while "mix" in self.machines:
            fresh = {mix(a, b) for a, b in product(found - _UNMIXED, repeat=2)} - found
            if not fresh:
                break
            found |= fresh
        return frozenset(found | {"u"})

    @cached_property
    def mixers_needed(self) -> int:
        """How many mixers every plan has: for colours of the goals that no shape on hand has."""
        held = {part for shape in self.have if isinstance(shape, Shape) for layer in shape.layers for part in layer}
        made = {part for goal in self.goals if goal not in self.free for layer in goal.layers for part in layer} - held
        return len(self.mixers(part[1] for part in made if is_painted(part) or kind_of(part) == CRYSTAL))

    def mixers(self, colours: Iterable[str]) -> list[Step]:
        """As few mixers as there can be that give fluids of these colours."""
        wanted = frozenset(colours) - {"u"}
        start = frozenset(value for value in self.free if isinstance(value, str))
        ways: dict[frozenset[str], list[Step]] = {start: []}
        level = [start]
        while level:
            for there in level:
                if wanted <= there:
                    return ways[there]
            level = list(self._mixed(level, ways))
        raise ValueError("a fluid that cannot be had")

    def _mixed(
        self, level: Sequence[frozenset[str]], ways: dict[frozenset[str], list[Step]]
    ) -> Iterator[frozenset[str]]:
        if "mix" not in self.machines:
            return
        for there in level:
            for a, b in product(sorted(there - _UNMIXED), repeat=2):
                more = there | {mix(a, b)}
                if more not in ways:
                    ways[more] = [*ways[there], Step("mix", (a, b), (mix(a, b),))]
                    yield more

    def against(self) -> str | None:
        """A reason for which no plan exists, whatever it looks like; None if none is known.

        Crystals, pins, paint, height, columns that differ and two types in a shape each come from certain machines
        alone, unless what is on hand has them.
        """
        on_hand = [value for value in self.have if isinstance(value, Shape)]
        held = {part for shape in on_hand for layer in shape.layers for part in layer}
        for goal in self.goals:
            if goal not in self.free and (words := self._against(goal, on_hand, held)):
                return f"{goal} {words}"
        return None

    def _against(self, goal: Shape, on_hand: Sequence[Shape], held: set[str]) -> str | None:
        for part in sorted({part for layer in goal.layers for part in layer} - held):
            if kind_of(part) == CRYSTAL and not ("crystal" in self.machines and part[1] in self.fluids):
                return self._coloured(part, "crystal", "crystals")
            painted = "paint" in self.machines and part[1] in self.fluids
            if is_painted(part) and not painted:
                return self._coloured(part, "paint", "paint")
            if kind_of(part) == PIN and "push-pin" not in self.machines:
                return "has pins, which only push-pin makes"
        highest = max([1, *(shape.height for shape in on_hand)])
        if goal.height > highest and not self.machines & {*_RAISING}:
            return f"has {goal.height} layers, and only {' and '.join(_RAISING)} raise shapes"
        if goal != goal.rotated(1) and not on_hand and not self.machines & {*_UNEVEN}:
            return f"has columns that differ, which only {', '.join(_UNEVEN)} bring about"
        types = {unpainted(part) for layer in goal.layers for part in layer if kind_of(part) == NORMAL}
        if len(types) > 1 and not on_hand and not self.machines & {*_JOINING}:
            return f"has parts of {len(types)} types, which only {' and '.join(_JOINING)} bring together"
        return None

    def _coloured(self, part: str, machine: str, what: str) -> str:
        if machine not in self.machines:
            return f"has {part}, which needs {machine}"
        return f"has {part}, and there is no fluid {part[1]} for {what}"
