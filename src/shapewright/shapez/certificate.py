"""Certificates about shapes: a plan, machine by machine, or that no machines build a shape.

``certificates/check_shapez.py`` runs every machine with code of its own; ``docs/certificates/shapes.md`` describes the
files. That a shape is not stable needs no more than its code. For others there is the set of all shapes that can be
built, out of which no machine leads.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from shapewright.errors import CertificateError, amount, quote
from shapewright.jobs.limits import Clock
from shapewright.shapez.data.source import load
from shapewright.shapez.plans.plan_for_delivery import plan
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import is_buildable, why_unstable
from shapewright.shapez.verdicts.verdicts import configuration_for
from shapewright.storage.certificate import Certificate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.jobs import Progress
    from shapewright.shapez.plans.steps import Value

CHECKER = "check_shapez.py"

MOST_MACHINES = 5
"""Of plans with more machines (and shapes on hand), the checker does not try all that have fewer."""

RING, MOST_LAYERS = 4, 4
"""The checker follows the machines through the set of all shapes of these, in about 50 seconds."""


def certificate(
    asked: Plan | Shape | str,
    *,
    layers: int | None = None,
    fewest: bool = True,
    game: str = "0.x",
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Certificate:
    """Prove that a plan is right, or whether a shape (or the shape of that code) can be built.

    Of a plan that is proven minimal, with at most :data:`MOST_MACHINES`, it proves that no fewer machines do, unless
    ``fewest`` is false; it must be where only some machines were allowed, or nothing was thrown away. Of a shape it
    proves that a plan builds it, or that no machines do within the limit of ``layers``: by default 4, or the shape's
    height if that is more.

    >>> proof = certificate("cu------:--------:cu------")
    >>> proof.claim
    'no machines build cu------:--------:cu------ (at most 4 layers)'
    >>> list(proof.lines)
    ['{"ring": 4, "layers": 4, "goals": ["cu------:--------:cu------"]}']

    Raises ``CertificateError`` for what the checker does not prove: plans from halves, and that a stable shape cannot
    be built in another ring than of four parts or with more than four layers. Raises ``StoppedError`` when the time
    limit (seconds) is reached, and for other input as :func:`~shapewright.shapez.verdicts.buildable.buildable` does.
    """
    if isinstance(asked, Plan):
        return _of_plan(asked, fewest)
    shape, clock = Shape.of(asked, game), Clock(time_limit)
    configuration = configuration_for(shape.parts, shape.height, layers, None, shape.to_code())
    header = {"ring": shape.parts, "layers": configuration.layers, "goals": [shape.to_code()]}
    claim = f"no machines build {shape} (at most {amount(configuration.layers, 'layer')})"
    if why_unstable(shape) is not None:
        return Certificate(claim, CHECKER, iter([json.dumps(header)]))
    if is_buildable(shape, layers=layers):
        made = plan(shape, layers=layers, effort="low", game=game, time_limit=clock.left(), progress=progress)
        assert made is not None
        return _of_plan(made, fewest)
    if configuration.parts != RING or configuration.layers > MOST_LAYERS:
        raise CertificateError(
            f"there is no certificate that {quote(shape.to_code())} cannot be built: the checker goes through the set "
            f"of all shapes only for rings of {RING} parts and up to {MOST_LAYERS} layers, in about 50 seconds; for "
            f"{configuration} that would take more than an hour"
        )
    full = load(configuration, "full", progress=progress, time_limit=clock.left()).full
    assert full is not None

    def lines() -> Iterator[str]:
        yield json.dumps(header)
        for children in full.nodes.tolist():
            yield " ".join(map(str, children))

    return Certificate(claim, CHECKER, lines())


def _of_plan(found: Plan, fewest: bool) -> Certificate:
    if found.inputs != "raw":
        raise CertificateError("there are no certificates for plans from halves; leave out inputs='halves'")
    is_small = found.cost + len(found.have) <= MOST_MACHINES
    is_fewest = fewest and is_small and found.optimal and found.minimize == "machines"
    header: dict[str, Any] = {
        "ring": found.goals[0].parts,
        "layers": found.layers,
        "goals": list(map(str, found.goals)),
    }
    header |= {"machines": found.cost, **({"fewest": True} if is_fewest else {})}
    header |= {"on_hand": list(map(str, found.have))} if found.have else {}
    claim = f"{amount(found.cost, 'machine')} build{'s' if found.cost == 1 else ''} {', '.join(header['goals'])}"
    claim += (", and no fewer do" if is_fewest else "") + f" (at most {amount(found.layers, 'layer')})"

    def origin(value: Value) -> str:
        number = found.producers[value]
        outputs = found.steps[number].outputs
        return f"{number + 1}{'ab'[outputs.index(value)] if len(outputs) > 1 else ''}"

    lines = [json.dumps(header)]
    for step in found.steps:
        words = [step.machine, *map(origin, step.inputs)] if step.inputs else ["take", str(step.outputs[0])]
        lines.append(" ".join(words))
    return Certificate(claim, CHECKER, iter(lines))
