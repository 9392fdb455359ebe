"""Plans of little depth: backwards from the goals by way of shapes that are known to be less deep.

For goals of one uncoloured type and one crystal they have the least depth (engine/shapez/depth/shallow.hpp). For others
such a plan of the goals' kinds is given types and colours, which may make it deeper.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from shapewright.jobs.interrupt import interruptible
from shapewright.shapez import native
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans.bounds import fluids, mixers
from shapewright.shapez.plans.kinds import only_parts, steps_of_kinds
from shapewright.shapez.plans.known.levels import levels
from shapewright.shapez.plans.known.library import Machine
from shapewright.shapez.plans.neighbourhood import Supplies, improved
from shapewright.shapez.plans.steps import Step
from shapewright.shapez.shape import Shape

ROUNDS = 100
"""How often a part of the plan is replaced with one stage; with n stages n * n times as often."""


def find_shallow(
    goals: Sequence[Shape], configuration: Configuration, *, stages: int, seed: int, seconds: float | None
) -> tuple[Step, ...] | None:
    """The steps of a plan as deep as its deepest goal's kinds, or little deeper; None if none was found.

    More ``stages`` make it no deeper and its machines no more. None also where the depths of the configuration are not
    known.
    """
    raw = _plain(goals, configuration, ROUNDS * stages * stages, seed, seconds)
    if raw is None:
        return None
    parts = only_parts(goals)
    if parts is not None:
        return (*mixers(fluids(goals)), *steps_of_kinds(raw, configuration.parts, *parts))
    plain: list[Machine] = [(machine, a, b) for machine, a, b, _, _ in raw]
    return improved(goals, configuration, Supplies(), (), [plain], stages=0, rounds=0, seed=seed, seconds=seconds)


def _plain(
    goals: Sequence[Shape], configuration: Configuration, rounds: int, seed: int, seconds: float | None
) -> list[tuple[int, int, int, int, int]] | None:
    """The machines of a plan of least depth for the goals' kinds, with what they give."""
    sets = _sets(configuration)
    if sets is None:
        return None
    packed = [goal.packed() for goal in goals]
    with interruptible() as stop:
        found = sets.plan(packed, rounds, seed % 2**64, stop, native.seconds_of(seconds))
    raw = (4**configuration.parts - 1) // 3
    return found if found or set(packed) == {raw} else None


@lru_cache(maxsize=2)
def _sets(configuration: Configuration) -> native.DepthSets | None:
    known = levels(configuration)
    if known is None:
        return None
    parts, layers = configuration.parts, configuration.layers
    empty, normal, pin, crystal = known.nodes
    return native.DepthSets(parts, layers, empty, normal, pin, crystal, known.roots, known.halves, known.wholes)
