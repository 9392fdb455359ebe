"""How a shape is made, machine by machine, from what the miners give."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from shapewright.errors import InternalError, ProblemError, quote
from shapewright.jobs.limits import Clock
from shapewright.shapez.check import check, faults
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.plan.assemble import assembled
from shapewright.shapez.plan.bounds import fluids, mixers, searched
from shapewright.shapez.plan.native import Planner
from shapewright.shapez.plan.plain import find_plain, plain_parts
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.jobs import Progress
    from shapewright.shapez.data import Data
    from shapewright.shapez.plan.steps import Plan, Step

EFFORTS = {
    "low": (250, 40, 700_000, 100_000),
    "normal": (400, 120, 20_000_000, 2_000_000),
    "high": (2000, 600, 400_000_000, 40_000_000),
    "highest": (8000, 4000, 20_000_000_000, 2_000_000_000),
}
"""For each effort: how many shapes are taken apart in all ways, how many made anew in the light of all others, how many
machines are tried out to replace some of the plan by fewer (some ten millions a second), and how many sets of steps are
looked at for a proof (about a million a second)."""

# Of a time limit as much is for making the plan cheaper; the rest is for proving that it cannot be.
IMPROVING = 0.6

# Data of this many cells at most are there at once; for larger ones it is first tried without.
SMALL = 16

# Before data are made for shapes much lower than their limit, so many times as many are taken apart without.
MORE = 4


def plan(
    goals: Shape | str | Sequence[Shape | str],
    *,
    layers: int | None = None,
    minimize: str = "machines",
    inputs: str = "raw",
    data: Data | str | os.PathLike[str] | None = None,
    seed: int = 0,
    time_limit: float | None = None,
    effort: str = "low",
    progress: bool | Callable[[Progress], None] | None = None,
) -> Plan:
    """Find machines that make ``goals`` (shapes or their codes), as few as can be found; every step is replayed first.

    ``layers`` is the game's limit, by default 4 or the height of the highest goal if that is more. ``minimize`` is
    'machines' or 'depth' (then machines). With ``inputs='halves'`` the plan starts from the seeds of the search for
    halves and from stacking pieces, of any colours, instead of what miners give. ``data`` is the configuration's data,
    or a file of it; by default it comes from the cache, which searches for it where it is missing and needed.
    ``effort`` is one of :data:`EFFORTS`; improving and proving end early after ``time_limit`` seconds, and so does the
    search for missing data, which ``progress`` is for: without a plan by then ``StoppedError`` is raised, and what was
    searched is kept.

    >>> print(plan("Cu------"))
    1  miner -> CuCuCuCu
    2  half-destroy 1 -> CuCu----
    3  rotate-ccw 2 -> Cu----Cu
    4  half-destroy 3 -> Cu------
    3 machines, proven minimal

    Raises ``ProblemError`` for a goal that cannot be built and a negative time limit, ``LimitError`` if there are too
    many parts or layers.
    """
    clock = Clock(time_limit)
    shapes = _goals(goals)
    if minimize not in ("machines", "depth"):
        raise ProblemError(f"a plan minimises machines or depth, not {quote(minimize)}")
    if inputs not in ("raw", "halves"):
        raise ProblemError(f"a plan starts from raw inputs ('raw') or from halves ('halves'), not {quote(inputs)}")
    if effort not in EFFORTS:
        raise ProblemError(f"{quote(effort)} is no effort; efforts are {', '.join(EFFORTS)}")
    if isinstance(data, (str, os.PathLike)):
        data = _file(shapes, layers, data)
    highest = max(shapes, key=lambda shape: shape.height)
    from shapewright.shapez.verdicts import configuration_for

    configuration = configuration_for(highest.parts, highest.height, layers, data, highest.to_code())
    proving = inputs == "raw" and minimize == "machines"
    share = IMPROVING if proving else 1.0
    steps = _search(shapes, configuration, layers, minimize, inputs, data, seed, clock, share, effort, progress)
    if steps is None:
        codes = ", ".join(shape.to_code() for shape in shapes)
        raise InternalError(f"no plan was found for {codes}, though it can be built")
    known = 0
    if inputs == "raw" and minimize == "depth":
        from shapewright.shapez.plan.depth import depth_bound

        known = max(depth_bound(goal, configuration) for goal in shapes)
    result = assembled(shapes, steps, configuration.layers, minimize, inputs, known)
    check(result)
    if proving and not result.optimal:
        bound, better = searched(shapes, configuration, result.cost, EFFORTS[effort][3], clock.left())
        result = assembled(shapes, better or steps, configuration.layers, minimize, inputs, bound)
        check(result)
    return result


def _goals(goals: Shape | str | Sequence[Shape | str]) -> tuple[Shape, ...]:
    several = [goals] if isinstance(goals, (Shape, str)) else goals
    shapes = tuple(dict.fromkeys(Shape.of(goal) for goal in several))
    if not shapes:
        raise ProblemError("a plan needs at least one goal")
    for shape in shapes:
        if shape.height == 0:
            raise ProblemError("the empty shape is no goal: nothing makes it")
        if shape.parts != shapes[0].parts:
            raise ProblemError(
                f"{quote(shapes[0].to_code())} and {quote(shape.to_code())} have different rings; a plan has one ring"
            )
    return shapes


def _file(shapes: Sequence[Shape], layers: int | None, path: str | os.PathLike[str]) -> Data:
    """The data in that file, for the configuration that the goals ask for or, without ``layers``, the file's own."""
    from shapewright.shapez import datafile
    from shapewright.shapez.cache import load

    own = datafile.read(os.fspath(path)).configuration
    parts, height = shapes[0].parts, max(shape.height for shape in shapes)
    wanted = own if layers is None and own.parts == parts and own.layers >= height else None
    return load(wanted or Configuration(parts, layers or max(4, height)), "pp", path)


def _search(
    goals: Sequence[Shape],
    configuration: Configuration,
    layers: int | None,
    minimize: str,
    inputs: str,
    data: Data | None,
    seed: int,
    clock: Clock,
    share: float,
    effort: str,
    progress: bool | Callable[[Progress], None] | None,
) -> tuple[Step, ...] | None:
    expansions, improvements, polish, _ = EFFORTS[effort]
    simple = inputs == "raw" and minimize == "machines" and plain_parts(goals) is not None

    def improving() -> float | None:
        left = clock.left()
        return None if left is None else share * left

    def plain(known: tuple[Step, ...] = ()) -> tuple[Step, ...] | None:
        steps = find_plain(goals, configuration, known, polish, seed, improving())
        return None if steps is None else (*mixers(fluids(goals)), *steps)

    # Where plans for halves ship, they are nearly always enough.
    if simple and (steps := plain()) is not None:
        return steps

    def found(by: Configuration, data: Data | None, times: int = 1) -> tuple[Step, ...] | None:
        steps = Planner(by, data).find(
            goals,
            expansions=times * expansions,
            improvements=improvements,
            polish=0 if simple else polish,
            depth=minimize == "depth",
            from_halves=inputs == "halves",
            seed=seed,
            seconds=improving(),
        )
        return plain(steps) if simple and steps else steps

    if data is not None:
        _refuse_unbuildable(goals, layers, data)
        return found(configuration, data)
    if configuration.cells > SMALL and all(goal.is_stable() for goal in goals):
        steps = found(configuration, None)
        if steps is not None:
            return steps
    _refuse_unbuildable(goals, layers, None)
    from shapewright.shapez.cache import load

    choices = _lower(configuration, max(goal.height for goal in goals))
    for lower in choices:
        steps = found(lower, load(lower, "pp", progress=progress, time_limit=clock.left()))
        if steps is not None and not faults(assembled(goals, steps, configuration.layers, minimize, inputs)):
            return steps
    if choices and (steps := found(configuration, None, MORE)) is not None:
        return steps
    return found(configuration, load(configuration, "pp", progress=progress, time_limit=clock.left()))


def _lower(configuration: Configuration, height: int) -> list[Configuration]:
    """Configurations of lower limits by which goals of that height may be planned first, those that ship at the front.

    What is made below a lower limit is nearly always made so below a higher one, and the data of the higher one may
    take hundreds of times as long to find. Where they ship or are small, there is no need. The order must not depend on
    what the cache holds, so that the plan does not.
    """
    from shapewright.shapez.cache import ships

    if configuration.cells <= SMALL or ships(configuration):
        return []
    lower = [Configuration(configuration.parts, layers) for layers in range(max(2, height), configuration.layers)]
    return sorted(lower, key=lambda each: (not ships(each), each.layers))


def _refuse_unbuildable(goals: Sequence[Shape], layers: int | None, data: Data | None) -> None:
    from shapewright.shapez.buildable import buildable

    for goal in goals:
        verdict = buildable(goal, layers=layers, data=data)
        if not verdict:
            raise ProblemError(f"{quote(goal.to_code())} cannot be built: {str(verdict).removeprefix('impossible: ')}")
