"""Plans where only kinds of parts matter: goals with normal parts of one type, no paint, crystals of one colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shapewright.jobs.interrupt import interruptible
from shapewright.shapez import native
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import CRYSTAL, NORMAL, is_painted, kind_of
from shapewright.shapez.plans.engine import NUMBERED
from shapewright.shapez.plans.known.library import columns, library
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape


def only_parts(goals: Sequence[Shape]) -> tuple[str, str] | None:
    """The one normal part and the one crystal that the goals consist of, besides pins; None if there are more."""
    parts = {part for goal in goals for layer in goal.layers for part in layer}
    normals = {part for part in parts if kind_of(part) == NORMAL}
    crystals = {part for part in parts if kind_of(part) == CRYSTAL}
    if len(normals) > 1 or len(crystals) > 1 or any(map(is_painted, normals)):
        return None
    standard = "Hu" if goals[0].parts == 6 else "Cu"
    return (normals or {standard}).pop(), (crystals or {"cr"}).pop()


def find_by_kinds(
    goals: Sequence[Shape],
    configuration: Configuration,
    known: Sequence[Step],
    budget: int,
    seed: int,
    seconds: float | None,
) -> tuple[Step, ...] | None:
    """Steps for goals of which only kinds matter, mixers left out: from ``known`` ones and plans that ship.

    None for other goals, or if nothing is known. About ``budget`` machines are tried out to make it cheaper.
    """
    parts = only_parts(goals)
    if parts is None:
        return None
    shipped = library(configuration)
    if shipped is None and not known:
        return None
    before = [packed(step) for step in known if step.machine != "mix"]
    plans = [] if shipped is None else [shipped.plan(goal.packed()) for goal in goals]
    for machines in plans:
        before += [(*machine, 0, 0) for machine in machines or () if (*machine, 0, 0) not in before]
    if shipped is not None and len(plans) == 1 and plans[0] and len(plans[0]) <= shipped.at_least(goals[0].packed()):
        budget = 0  # nothing can be better
    machine, first, second, key, whole, start, steps_of_halves = columns(shipped)
    with interruptible() as stop:
        raw = native.plan_of_kinds(
            configuration.parts,
            configuration.layers,
            [goal.packed() for goal in goals],
            before,
            machine,
            first,
            second,
            key,
            whole,
            start,
            steps_of_halves,
            budget,
            seed % 2**64,
            stop,
            native.seconds_of(seconds),
        )
    steps = steps_of_kinds(raw, configuration.parts, *parts)
    # No steps mean that nothing is known, unless all goals come from the miners.
    nothing_to_do = all(goal.packed() == (4**goal.parts - 1) // 3 for goal in goals)
    return steps if steps or nothing_to_do else None


def steps_of_kinds(
    raw: Iterable[tuple[int, int, int, int, int]], parts: int, normal: str, crystal: str
) -> tuple[Step, ...]:
    """The engine's steps, packed, with these parts; a crystal generator takes the crystal's colour, too."""

    def shape(packed: int) -> Shape:
        return Shape.from_packed(packed, parts, normal, crystal)

    steps = []
    for number, a, b, one, other in raw:
        name = NUMBERED[number]
        inputs: tuple[Shape | str, ...] = (shape(a), shape(b)) if b else (shape(a),)
        outputs = (shape(one), shape(other)) if name in ("cut", "swap") else (shape(one),)
        steps.append(Step(name, (*inputs, crystal[1]) if name == "crystal" else inputs, outputs))
    return tuple(steps)


def packed(step: Step) -> tuple[int, int, int, int, int]:
    """A step as the engine takes it: its machine and packed shapes, what it gives left open."""
    machine = NUMBERED.index("cut" if step.machine == "half-destroy" else step.machine)
    shapes = [value.packed() for value in step.inputs if isinstance(value, Shape)]
    return machine, shapes[0], shapes[1] if len(shapes) > 1 else 0, 0, 0
