"""Plans for what a player wants: shapes, patterns whose cheapest shape will do, and deliveries to the vortex."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shapewright.jobs.limits import Clock
from shapewright.shapez.data.source import read_data
from shapewright.shapez.pattern import Pattern, wanted
from shapewright.shapez.plans.cheapest_target import accepted, cheapest
from shapewright.shapez.plans.plan_for_shapes import first, unbuildable
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import buildable
from shapewright.shapez.verdicts.matches import judge

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.jobs import Progress
    from shapewright.jobs.statistics import Report
    from shapewright.shapez.data.known_shapes import Data
    from shapewright.shapez.plans.cheapest_target import Choice, Why
    from shapewright.shapez.plans.known.table import Table
    from shapewright.shapez.plans.rates import Rates
    from shapewright.shapez.plans.steps import Plan
    from shapewright.shapez.problem import Inputs, Minimize
    from shapewright.shapez.verdicts.buildable import Verdict
    from shapewright.shapez.verdicts.matches import PatternVerdict

    Goal = Shape | Pattern | str

__all__ = ["Planned", "planned"]


@dataclass(frozen=True)
class Planned:
    """A ``plan``, or None and the verdicts that ``refused`` it; ``choices`` are the shapes planned for other codes."""

    plan: Plan | None
    choices: tuple[Choice, ...] = ()
    refused: tuple[Verdict | PatternVerdict, ...] = ()


def planned(
    goals: Goal | Sequence[Goal],
    *,
    layers: int | None = None,
    minimize: Minimize = "machines",
    inputs: Inputs = "raw",
    vortex: bool = False,
    rates: Rates | None = None,
    game: str = "0.x",
    data: Data | str | os.PathLike[str] | None = None,
    effort: str = "low",
    seed: int = 0,
    table: Table | bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    report: Report | None = None,
) -> Planned:
    """Plan ``goals``, which may be patterns, and say which shape was chosen where there was a choice.

    Of a pattern, and with ``vortex`` of all shapes that a delivery accepts, the cheapest that was found is planned (see
    :func:`~shapewright.shapez.plans.cheapest_target.cheapest`), each goal chosen by itself. A shape that cannot be
    built as written gives way to one that a delivery accepts, if there is one. All else is as for
    :func:`~shapewright.shapez.plans.plan_for_shapes.plan`.

    >>> found = planned("--------:CuCuCuCu")
    >>> print(found.choices[0].shape, found.plan.cost)
    P-P-P-P-:CuCuCuCu 1
    """
    clock = Clock(time_limit)
    several = goals if isinstance(goals, Sequence) and not isinstance(goals, str) else [goals]
    shapes: list[Shape] = []
    choices: list[Choice] = []
    lost: list[Verdict | PatternVerdict] = []

    def choose(goal: Shape | Pattern, why: Why) -> Choice | None:
        pattern = goal if isinstance(goal, Pattern) else accepted(goal)
        return cheapest(
            pattern, str(goal), why, layers=layers, minimize=minimize, inputs=inputs, rates=rates, data=_read(data),
            clock=clock,
        )  # fmt: skip

    def found(shapes: Sequence[Shape]) -> Plan | None:
        problem = Problem(shapes, layers, minimize, inputs, rates=rates)
        return first(
            problem, data=data, effort=effort, seed=seed, table=table, time_limit=clock.left(), progress=progress,
            report=report,
        )  # fmt: skip

    for goal in (wanted(goal, game) for goal in several):
        if isinstance(goal, Shape) and (not vortex or goal.height == 0):
            shapes.append(goal)
            continue
        choice = choose(goal, "pattern" if isinstance(goal, Pattern) else "vortex")
        if choice is None:
            lost.append(_refusal(goal, layers, _read(data)))
            continue
        choices.append(choice)
        shapes.append(choice.shape)
    if lost:
        return Planned(None, refused=tuple(lost))
    plan = found(shapes)
    if plan is not None:
        return Planned(plan, tuple(choices))
    problem = Problem(shapes, layers, minimize, inputs, rates=rates)
    refused = {verdict.shape: verdict for verdict in unbuildable(problem, data=_read(data), nearest=False)}
    instead: dict[Shape, Choice] = {}
    for shape, verdict in refused.items():
        choice = choose(shape, "delivery") if verdict.delivery is not None else None
        if choice is None:
            return Planned(None, refused=unbuildable(problem, data=_read(data)))
        instead[shape] = replace(choice, reason=verdict.reason)
    planned_shapes = [instead[shape].shape if shape in instead else shape for shape in shapes]
    return Planned(found(planned_shapes), (*choices, *instead.values()))


def _read(data: Data | str | os.PathLike[str] | None) -> Data | None:
    return read_data(data) if isinstance(data, (str, os.PathLike)) else data


def _refusal(goal: Shape | Pattern, layers: int | None, data: Data | None) -> Verdict | PatternVerdict:
    if isinstance(goal, Pattern):
        return judge(goal, layers=layers, data=data)
    return buildable(goal, layers=layers, data=data, vortex=True)
