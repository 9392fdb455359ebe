"""The slow twin of the proofs about plans: every plan of a few machines, one after the other, by the plain rules."""

from __future__ import annotations

from functools import cache
from itertools import product

from shapewright.shapez import rules
from shapewright.shapez.shape import Shape


@cache
def _outputs(a: Shape, b: Shape | None, layers: int) -> tuple[tuple[Shape, ...], ...]:
    """What each machine gives that takes ``a``, or ``a`` and ``b``."""
    if b is not None:
        return (rules.swap(a, b), (rules.stack(a, b, layers),))
    turns = tuple((a.rotated(steps),) for steps in (1, -1, a.parts // 2))
    return (*turns, rules.cut(a), (rules.push_pin(a, layers),), (rules.crystal(a, "u"),))


def _raw(parts: int) -> Shape:
    return Shape.from_code("Cu" * parts if parts != 6 else "Hu" * parts)


def least_machines(parts: int, layers: int, machines: int) -> dict[int, int]:
    """For every packed shape that so many machines make, the least number of machines of a plan with it."""
    found = {_raw(parts).packed(): 0}
    plans = {frozenset([_raw(parts)])}
    for count in range(1, machines + 1):
        following = set()
        for shapes in plans:
            every = [(a, None) for a in shapes] + list(product(shapes, repeat=2))
            for outputs in {given for a, b in every for given in _outputs(a, b, layers)}:
                fresh = {shape for shape in outputs if shape.height} - shapes
                for shape in fresh:
                    found.setdefault(shape.packed(), count)
                if fresh and count < machines:
                    following.add(shapes | fresh)
        plans = following
    return found


def depths(parts: int, layers: int, deepest: int) -> dict[int, int]:
    """For every packed shape of such a depth or less, its depth."""
    shapes = {_raw(parts)}
    found = {_raw(parts).packed(): 0}
    for depth in range(1, deepest + 1):
        every = [(a, None) for a in shapes] + list(product(shapes, repeat=2))
        made = {shape for a, b in every for given in _outputs(a, b, layers) for shape in given if shape.height}
        for shape in made:
            found.setdefault(shape.packed(), depth)
        shapes |= made
    return found


@cache
def _by_machine(a: Shape, b: Shape | None, machines: frozenset[str], layers: int) -> list[tuple[Shape, ...]]:
    """What machines of these names give that take ``a``, or ``a`` and ``b``; crystals are red."""
    if b is not None:
        both = {"swap": rules.swap(a, b), "stack": (rules.stack(a, b, layers),)}
        return [given for name, given in both.items() if name in machines]
    one = {
        "rotate-cw": (a.rotated(1),),
        "rotate-ccw": (a.rotated(-1),),
        "rotate-180": (a.rotated(a.parts // 2),),
        "cut": rules.cut(a),
        "half-destroy": (rules.half_destroy(a),),
        "push-pin": (rules.push_pin(a, layers),),
        "crystal": (rules.crystal(a, "r"),),
    }
    return [given for name, given in one.items() if name in machines]


def least_with(machines: frozenset[str], have: frozenset[Shape], layers: int, most: int) -> dict[Shape, int]:
    """For every shape that ``most`` machines or fewer make of a circle's ring and what is on hand, the least number."""
    start = have | {_raw(4)}
    found = dict.fromkeys(start, 0)
    plans = {start}
    for count in range(1, most + 1):
        following = set()
        for shapes in plans:
            every = [(a, None) for a in shapes] + list(product(shapes, repeat=2))
            for outputs in {given for a, b in every for given in _by_machine(a, b, machines, layers)}:
                fresh = {shape for shape in outputs if shape.height} - shapes
                for shape in fresh:
                    found.setdefault(shape, count)
                following.add(shapes | fresh)
        plans = following
    return found


@cache
def least_painted(raws: frozenset[Shape], paints: str, crystals: str, layers: int, most: int) -> dict[Shape, int]:
    """For every shape that ``most`` machines or fewer make of miners' rings and these colours, the least number."""

    @cache
    def given(a: Shape, b: Shape | None) -> list[tuple[Shape, ...]]:
        outputs = list(_outputs(a, b, layers))
        if b is None:
            outputs = outputs[:-1]  # its crystals have no colour
            outputs += [(rules.paint(a, colour),) for colour in paints]
            outputs += [(rules.crystal(a, colour),) for colour in crystals]
        return outputs

    found = dict.fromkeys(raws, 0)
    plans = {raws}
    for count in range(1, most + 1):
        following = set()
        for shapes in plans:
            every = [(a, None) for a in shapes] + list(product(shapes, repeat=2))
            for outputs in {outputs for a, b in every for outputs in given(a, b)}:
                fresh = {shape for shape in outputs if shape.height} - shapes
                for shape in fresh:
                    found.setdefault(shape, count)
                if fresh and count < most:
                    following.add(shapes | fresh)
        plans = following
    return found


def all_with(machines: frozenset[str], have: frozenset[Shape], layers: int) -> set[Shape]:
    """Every shape that these machines make of a circle's ring and what is on hand, with as many as it takes."""
    there: list[Shape] = list(have | {_raw(4)})
    known = set(there)
    for a in there:  # it grows
        for b in [None, *there[: there.index(a) + 1]]:
            for one, other in ((a, b), (b, a)) if b is not None else ((a, None),):
                for outputs in _by_machine(one, other, machines, layers):
                    fresh = [shape for shape in dict.fromkeys(outputs) if shape.height and shape not in known]
                    known.update(fresh)
                    there += fresh
    return known
