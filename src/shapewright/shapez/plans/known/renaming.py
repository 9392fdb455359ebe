"""Names of types and colours that make no difference to plans: goals that are the same but for names get one name.

Types may change places, those that take paint and those that do not. So may red, green and blue, if yellow, cyan and
magenta follow: mixers make no difference.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

from shapewright.shapez.colours import COLOURS, mix
from shapewright.shapez.parts import CRYSTAL, NORMAL, kind_of, types_of, unpainted_types_of
from shapewright.shapez.plans.engine import encoded
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapewright.shapez.plans.steps import Value

LIGHTS = "rgb"


@dataclass(frozen=True)
class Renaming:
    """``types`` and ``colours`` by those whose place they take; all others keep their names."""

    types: Mapping[str, str]
    colours: Mapping[str, str]

    def shape(self, shape: Shape) -> Shape:
        """The shape with its parts renamed.

        >>> Renaming({"R": "C"}, {"g": "r"}).shape(Shape.from_code("RgP-cg--"))
        Shape.from_code('CrP-cr--')
        """
        return Shape(shape.parts, tuple(tuple(self._part(part) for part in layer) for layer in shape.layers))

    def step(self, step: Step) -> Step:
        """The step with all it takes and gives renamed."""
        taken, given = tuple(map(self._value, step.inputs)), tuple(map(self._value, step.outputs))
        return Step(step.machine, taken, given)

    def reversed(self) -> Renaming:
        """The renaming back."""
        types, colours = self.types.items(), self.colours.items()
        return Renaming({new: old for old, new in types}, {new: old for old, new in colours})

    def _part(self, part: str) -> str:
        kind = kind_of(part)
        if kind == CRYSTAL:
            return "c" + self.colours.get(part[1], part[1])
        if kind != NORMAL:
            return part
        return self.types.get(part[0], part[0]) + self.colours.get(part[1], part[1])

    def _value(self, value: Value) -> Value:
        return self.colours.get(value, value) if isinstance(value, str) else self.shape(value)


def renaming(goals: Sequence[Shape], mixing: Callable[[str, str], str] = mix) -> Renaming:
    """The renaming that gives all goals that are the same but for names the same names.

    >>> one, other = Shape.from_code("RgWbSg--:ccP-----"), Shape.from_code("WrCgRr--:cyP-----")
    >>> renaming([one]).shape(one) == renaming([other]).shape(other)
    True
    """
    met = (part[0] for goal in goals for layer in goal.layers for part in layer if kind_of(part) == NORMAL)
    # The ring's types in the order in which they are met get its types' names in their own order.
    parts = goals[0].parts
    seen = list(met)
    types: dict[str, str] = {}
    for names in (types_of(parts), unpainted_types_of(parts)):
        order = dict.fromkeys([*(letter for letter in seen if letter in names), *names])
        types |= dict(zip(order, names, strict=True))
    choices = [Renaming(types, colours) for colours in _colours(mixing)]
    return min(choices, key=lambda choice: [encoded(choice.shape(goal)) for goal in goals])


def _colours(mixing: Callable[[str, str], str]) -> list[dict[str, str]]:
    """The exchanges of colours under which mixing stays as it is."""
    found = []
    for lights in permutations(LIGHTS):
        names = dict(zip(LIGHTS, lights, strict=True))
        for a, b in ("rg", "gb", "rb"):
            names[mixing(a, b)] = mixing(names[a], names[b])
        names = {colour: names.get(colour, colour) for colour in COLOURS}
        if all(mixing(names[a], names[b]) == names[mixing(a, b)] for a in COLOURS for b in COLOURS):
            found.append(names)
    return found
