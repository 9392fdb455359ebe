"""Plans for what a player wants: shapes, patterns whose cheapest shape will do, and deliveries to the vortex."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress
from shapewright.jobs.statistics import Report
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.source import read_data
from shapewright.shapez.parts import CRYSTAL, NORMAL, NOTHING, kind_of
from shapewright.shapez.pattern import Pattern, wanted
from shapewright.shapez.plans.bounds import belt_bound, colour_machines, simple_bound, simple_depth
from shapewright.shapez.plans.known.library import library
from shapewright.shapez.plans.known.table import Table
from shapewright.shapez.plans.plan_for_shapes import first, unbuildable
from shapewright.shapez.plans.rates import Rates
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import Inputs, Minimize, Problem
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import Verdict, buildable
from shapewright.shapez.verdicts.matches import PatternVerdict, judge, matches
from shapewright.shapez.vortex import variant_places

Goal = Shape | Pattern | str


LOOKED_AT = 2000
"""The number of shapes that are compared, by kinds, or a few less: all if there are no more, else the simplest."""

PLANNED = 16
"""How many of them are planned, those that take the fewest machines by what is known beforehand."""

_MOST_WAYS = 8

Why = Literal["delivery", "vortex", "pattern"]


@dataclass(frozen=True)
class Choice:
    """The ``shape`` that is planned where the code ``asked`` left a choice, or cannot be built as written.

    ``why`` is ``pattern`` for a code with wildcards, ``vortex`` where a delivery was asked for, and ``delivery`` for a
    shape that cannot be built as written, for the ``reason`` given, where one that a delivery accepts is planned
    instead. ``count`` is how many buildable shapes there are to choose from, by kinds, ``looked_at`` how many shapes
    were compared by bounds, types and colours told apart, and ``planned`` how many of them were planned.
    """

    asked: str
    shape: Shape
    why: Why
    count: int
    looked_at: int
    planned: int
    reason: str | None = None

    def __str__(self) -> str:
        if self.count == 1:
            cheapest = "the only one that can be built"
        elif self.planned == 1:
            cheapest = f"the only one planned of {self.count:,} that can be built"
        else:
            cheapest = f"the cheapest of {self.planned} planned; {self.count:,} can be built"
        if self.why == "pattern":
            return f"{self.asked} stands for {self.shape}, {cheapest} (types and colours apart)"
        written = "" if self.reason is None else f"{self.asked} cannot be built as written: {self.reason}; "
        return f"{written}a delivery takes {self.shape}, {cheapest}"

    def to_json(self) -> dict[str, object]:
        """Plain data."""
        return {
            "asked": self.asked,
            "shape": str(self.shape),
            "why": self.why,
            "reason": self.reason,
            "count": self.count,
            "looked_at": self.looked_at,
            "planned": self.planned,
        }


def accepted(shape: Shape) -> Pattern:
    """The pattern of all shapes that a delivery accepts for ``shape``: pins and gaps are free below other parts.

    >>> print(accepted(Shape.from_code("--------:CuCuCuCu")))
    P?P?P?P?:CuCuCuCu
    """
    free = set(variant_places(shape))
    return Pattern(
        shape.parts,
        tuple(
            [
                tuple(["P?" if (number, column) in free else part for column, part in enumerate(layer)])
                for number, layer in enumerate(shape.layers)
            ]
        ),
    )


def cheapest(
    pattern: Pattern,
    asked: str,
    why: Why,
    *,
    layers: int | None = None,
    minimize: Minimize = "machines",
    inputs: Inputs = "raw",
    rates: Rates | None = None,
    data: Data | None = None,
    clock: Clock,
) -> Choice | None:
    """The shape of ``pattern`` with the cheapest plan found; None if none can be built.

    Plans are made with the lowest effort, in the order of what they take at least, and only for shapes that may be
    cheaper than the best of those before. Of shapes equally cheap the first in that order is chosen, then by their
    codes: the same question has the same answer, unless the time of ``clock`` ends before.
    """
    found = matches(pattern, layers=layers, data=data)
    some = [packed for packed in found.simplest(LOOKED_AT) if packed]  # nothing makes the empty shape
    shapes = {shape: None for packed in some for shape in dressed_ways(pattern, packed)}
    if not shapes:
        return None
    weights = Problem([next(iter(shapes))], layers, minimize, inputs, rates=rates).belt_rates.weights()
    shipped = library(found.configuration)
    known = {packed: 0 if shipped is None else shipped.at_least_quickly(packed) for packed in some}

    def rank(shape: Shape) -> tuple[int, int, int, str]:
        machines = max(simple_bound([shape]), known[shape.packed()] + colour_machines([shape]))
        parts = sum(part != NOTHING for layer in shape.layers for part in layer)
        least = {"depth": simple_depth([shape]), "belt": belt_bound([shape], machines, weights)}.get(minimize, machines)
        return least, machines, parts, shape.to_code()

    best: tuple[tuple[int, ...], Shape] | None = None
    planned = 0
    for least, _, _, code in sorted(map(rank, shapes))[:PLANNED]:
        if best is not None and (least >= best[0][0] or clock.over()):
            break
        shape = Shape.from_code(code, game="1.0")
        plan = first(Problem([shape], layers, minimize, inputs, rates=rates), data=data, time_limit=clock.left())
        assert plan is not None, "only buildable shapes are planned"
        planned += 1
        cost = (plan.reached, plan.cost, plan.depth)
        if best is None or cost < best[0]:
            best = cost, shape
    assert best is not None
    return Choice(asked, best[1], why, found.count(), len(shapes), planned)


def dressed_ways(pattern: Pattern, packed: int) -> list[Shape]:
    """Shapes of those kinds: types and colours that are free are plain ones, or those of parts that the pattern has.

    >>> [str(shape) for shape in dressed_ways(Pattern.from_code("CrN?R?--"), 0b010101)]
    ['CrCuRu--', 'CrCrRr--']
    """
    fixed = [part for layer in pattern.layers for part in layer if "?" not in part and part[0] != "N"]
    normals = dict.fromkeys(part for part in fixed if kind_of(part) == NORMAL)
    crystals = dict.fromkeys(part for part in fixed if kind_of(part) == CRYSTAL)
    ways = [(one, other) for one, other in product(normals or ("",), crystals or ("",))]
    found = [pattern.filled(packed, *way) for way in [("", ""), *ways][:_MOST_WAYS]]
    return list(dict.fromkeys(found))


@dataclass(frozen=True)
class Planned:
    """A ``plan``, or None and the verdicts that ``refused`` it; ``choices`` are the shapes planned for other codes."""

    plan: Plan | None
    choices: tuple[Choice, ...] = ()
    refused: tuple[Verdict | PatternVerdict, ...] = ()


def plan(
    goals: Shape | Pattern | str | Sequence[Shape | Pattern | str],
    *,
    layers: int | None = None,
    minimize: Minimize = "machines",
    inputs: Inputs = "raw",
    vortex: bool = False,
    have: Sequence[Shape | str] = (),
    machines: Sequence[str] | None = None,
    no_trash: bool = False,
    rates: Rates | None = None,
    game: str = "0.x",
    data: Data | str | os.PathLike[str] | None = None,
    effort: str = "low",
    seed: int = 0,
    table: Table | bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    report: Report | None = None,
) -> Plan | None:
    """Find machines that make ``goals`` (shapes or their codes), as few as can be found; None if one cannot be built.

    This is :func:`~shapewright.shapez.plans.plan_for_shapes.first` of the
    :class:`~shapewright.shapez.problem.Problem` that ``goals``, ``layers``, ``minimize``, ``inputs``, ``have``,
    ``machines``, ``no_trash``, ``rates`` and ``game`` state; the other keywords are said there. Why a goal cannot be
    built says :func:`~shapewright.shapez.verdicts.buildable.buildable`, and
    :func:`~shapewright.shapez.plans.plan_for_shapes.unbuildable` of all goals.

    Goals may also be patterns, of which a cheap shape is planned, and where a shape cannot be built as written, one is
    planned that a delivery accepts in its place; with ``vortex`` the cheapest of those that was found, in any case.
    :func:`planned` says which shapes were chosen.

    >>> print(plan("Cu------"))
    1  miner -> CuCuCuCu
    2  half-destroy 1 -> CuCu----
    3  rotate-ccw 2 -> Cu----Cu
    4  half-destroy 3 -> Cu------
    3 machines, proven minimal
    >>> plan("cu------:--------:cu------") is None
    True

    Raises what :class:`~shapewright.shapez.problem.Problem` and
    :func:`~shapewright.shapez.plans.plan_for_shapes.first` raise.
    """
    if have or machines is not None or no_trash:
        problem = Problem(goals, layers, minimize, inputs, have, machines, no_trash, rates, game)  # type: ignore[arg-type]
        if vortex:
            raise ProblemError("what a delivery accepts is not planned in a situation; leave out vortex=True")
        return first(
            problem, data=data, effort=effort, seed=seed, table=table, time_limit=time_limit, progress=progress,
            report=report,
        )  # fmt: skip
    return planned(
        goals, layers=layers, minimize=minimize, inputs=inputs, vortex=vortex, rates=rates, game=game, data=data,
        effort=effort, seed=seed, table=table, time_limit=time_limit, progress=progress, report=report,
    ).plan  # fmt: skip


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
    :func:`~shapewright.shapez.plans.plan_for_delivery.cheapest`), each goal chosen by itself. A shape that cannot be
    built as written gives way to one that a delivery accepts, if there is one. All else is as for
    :func:`plan`.

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
            lost.append(
                judge(goal, layers=layers, data=_read(data))
                if isinstance(goal, Pattern)
                else buildable(goal, layers=layers, data=_read(data), vortex=True)
            )
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
