"""The engine's planners as the package sees them: shapes to bytes, and the machines they answer with to steps."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any

from shapewright.jobs.interrupt import interruptible
from shapewright.shapez import native
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.game import UNPAINTED_TYPES
from shapewright.shapez.parts import NOTHING, PIN_PART, TYPES
from shapewright.shapez.plans.steps import MACHINES, Step, Value
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from shapewright.shapez.data.configuration import Configuration
    from shapewright.shapez.data.known_shapes import Data
    from shapewright.shapez.problem import Effort

# The machines in the order of the engine's enumeration, which knows half-destroyers as cutters.
NUMBERED = tuple(machine for machine in MACHINES if machine != "half-destroy")

# The bytes of engine/shapez/rules/painted.hpp.
_CODES = {
    NOTHING: 0,
    PIN_PART: 1,
    **{"c" + colour: 2 + number for number, colour in enumerate(EVERY_COLOUR)},
    **{
        kind + colour: 16 + len(EVERY_COLOUR) * row + number
        for row, kind in enumerate(TYPES + UNPAINTED_TYPES)
        for number, colour in enumerate(EVERY_COLOUR)
    },
}
_PARTS = {code: part for part, code in _CODES.items()}

Raw = tuple[int, "int | bytes | None", "int | bytes | None", "int | bytes | None", "int | bytes | None"]


def encoded(shape: Shape) -> bytes:
    """The parts of a shape as bytes, layer by layer."""
    return bytes(_CODES[part] for layer in shape.layers for part in layer)


def decoded(code: bytes, parts: int) -> Shape:
    """The shape whose parts are these bytes."""
    named = [_PARTS[byte] for byte in code[: len(code) // parts * parts]]
    return Shape(parts, tuple(tuple(named[start : start + parts]) for start in range(0, len(named), parts)))


def steps_of(raw: Iterable[Raw], parts: int) -> tuple[Step, ...]:
    """The engine's steps as the package's."""

    def value(code: int | bytes) -> Value:
        return EVERY_COLOUR[code] if isinstance(code, int) else decoded(code, parts)

    return tuple(
        Step(
            NUMBERED[machine],
            tuple(value(code) for code in (first, second) if code is not None),
            tuple(value(code) for code in (one, other) if code is not None),
        )
        for machine, first, second, one, other in raw
    )


def exact(
    configuration: Configuration,
    goal: Shape,
    start: int,
    below: int,
    nodes: int,
    seconds: float | None,
    report: Callable[[int], None] | None = None,
) -> tuple[int, tuple[Step, ...] | None, int]:
    """The machines, mixers not counted, that every plan has at least; and the steps of a plan of that many, if found.
    The third is how many sets of steps were looked at.

    Looks for plans of ``start`` machines or more and fewer than ``below``, at ``nodes`` sets of steps at most. No plan
    may have fewer than ``start``. ``report`` is called now and then with how many sets of steps were looked at.
    """
    with interruptible() as stop:
        found: Any = native.exact_plan(
            configuration.parts,
            configuration.layers,
            encoded(goal),
            start,
            below,
            nodes,
            stop,
            native.seconds_of(seconds),
            report,
        )
    proven, steps, looked_at = found
    return proven, None if steps is None else steps_of(steps, configuration.parts), looked_at


class Planner:
    """Finds plans for one configuration; without ``data`` it may fail where there is a plan."""

    def __init__(self, configuration: Configuration, data: Data | None) -> None:
        self.parts = configuration.parts
        if data is None:
            self._native = native.Planner(configuration.parts, configuration.layers)
            return
        halves, pin = data.halves, data.pin
        none: Any = array("Q")
        self._native = native.Planner(
            configuration.parts,
            configuration.layers,
            halves.keys,
            halves.op,
            halves.first,
            halves.second,
            halves.steps,
            halves.order,
            none if pin is None else pin.shapes,
            none if pin is None else pin.parents,
        )

    def find(
        self,
        goals: Sequence[Shape],
        *,
        effort: Effort,
        depth: bool = False,
        from_halves: bool = False,
        seed: int = 0,
        seconds: float | None = None,
    ) -> tuple[Step, ...] | None:
        """Steps in an order in which they can be built, sources left out; None if none were found. ``effort.proof`` is
        not for this."""
        with interruptible() as stop:
            found: Any = self._native.plan(
                [encoded(goal) for goal in goals],
                effort.expansions,
                effort.improvements,
                effort.polish,
                depth,
                from_halves,
                seed % 2**64,
                stop,
                native.seconds_of(seconds),
            )
        return None if found is None else steps_of(found[0], self.parts)
