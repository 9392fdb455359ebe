"""How many tilings have which symmetries."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.errors import ProblemError
from shapewright.tiling.count import counted_parts
from shapewright.tiling.problem import Problem, problem_of
from shapewright.tiling.symmetries.symmetry import Subgroup, exactly

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from shapewright.cells.grid import Motion
    from shapewright.jobs import Progress
    from shapewright.jobs.statistics import Report
    from shapewright.tiling.symmetries.orbits import Orbits

_TURNS = {2: "half turn", 3: "third turn", 4: "quarter turn", 6: "sixth turn"}


@dataclass(frozen=True)
class SymmetryType:
    """The tilings that have one type of symmetry, and no more: how many there are, and how many up to symmetry.

    ``name`` says which rotations and reflections leave such a tiling as it is ("none" but the identity), ``order`` how
    many those are with the identity.
    """

    name: str
    order: int
    count: int
    up_to_symmetry: int

    def to_json(self) -> dict[str, object]:
        """Plain data, with the fields as keys."""
        return {
            "name": self.name,
            "order": self.order,
            "count": self.count,
            "up_to_symmetry": self.up_to_symmetry,
        }


def count_by_symmetry(
    problem: Problem | str,
    *,
    rotations_only: bool = False,
    engine: str = "auto",
    threads: int | None = None,
    time_limit: float | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    report: Report | None = None,
) -> tuple[SymmetryType, ...]:
    """Count the tilings of ``problem`` by the symmetries that they have, exactly, without listing them.

    There is an entry for every type of symmetry that the puzzle allows, also where no tiling has it; types that differ
    by a symmetry of the puzzle only are one. The counts add up to those of :func:`count`, all and up to symmetry.

    >>> from shapewright.tiling.problem import Problem
    >>> for kind in count_by_symmetry(Problem.from_text("board 6x10\\npieces pentominoes"))[:2]:
    ...     print(kind.name, kind.count, kind.up_to_symmetry)
    none 9356 2339
    half turn 0 0

    Each subgroup of the puzzle's symmetries leaves as many tilings as they are as an exact cover by orbits has
    solutions, and a tiling has exactly the symmetries of a subgroup if no larger one leaves it as it is. Keywords and
    errors are those of :func:`count`. Source: W. Burnside, Theory of groups of finite order (1911), table of marks.
    """
    problem = problem_of(problem)
    if problem.board.lattice.base is not problem.board.lattice:
        name = problem.board.lattice.name
        raise ProblemError(f"tilings are counted by symmetry on boards in a plane or in space, not on a {name}")
    counted = counted_parts(
        problem,
        "types",
        rotations_only=rotations_only,
        engine=engine,
        threads=threads,
        time_limit=time_limit,
        executor=executor,
        progress=progress,
        checkpoint=checkpoint,
    )
    orbits = counted.orbits
    if orbits is None:
        if report is not None:
            report(counted.statistics(0))
        return ()
    fixed = [0] * len(orbits.subgroups)
    number = {tuple(sorted(kind[0] - {0})): k for k, kind in enumerate(orbits.subgroups)}
    for part, solutions in counted.parts:
        fixed[number[part.fixed_by]] += part.weight * solutions
    if report is not None:
        report(counted.statistics(fixed[0]))
    size = len(orbits.different)
    return tuple(
        SymmetryType(name, len(kind[0]), have, have * len(kind[0]) // size)
        for name, kind, have in zip(_names(orbits), orbits.subgroups, exactly(fixed, orbits.subgroups), strict=True)
    )


def type_names(orbits: Orbits) -> dict[Subgroup, str]:
    """What the type of symmetry of each subgroup is called."""
    return {one: name for name, kind in zip(_names(orbits), orbits.subgroups, strict=True) for one in kind}


def _names(orbits: Orbits) -> list[str]:
    """What each class of subgroups is called; no two names are the same."""
    motions = [symmetry.motion for symmetry in orbits.group]
    names: list[str] = []
    for kind in orbits.subgroups:
        # Where turned images count as the same type, the directions of mirrors and axes say nothing.
        name = _name(motions, kind[0], exact=len(kind) == 1)
        same = sum(one == name or one.startswith(f"{name} (") for one in names)
        names.append(f"{name} ({same + 1})" if same else name)
    return names


def _name(motions: Sequence[Motion], subgroup: Subgroup, *, exact: bool) -> str:
    every = [motions[number] for number in sorted(subgroup - {0})]
    times = Counter(_kind(motion, exact=False) for motion in every)
    words = []
    for motion in every:
        kind = _kind(motion, exact=False)
        number = times.pop(kind, 0)
        if number > 1:
            words.append(f"{number} {kind[0]}s{kind[1]}")
        elif number == 1:
            words.append("".join(_kind(motion, exact=exact)))
    return ", ".join(words) or "none"


def _kind(motion: Motion, *, exact: bool) -> tuple[str, str]:
    """What a rotation or reflection is called, and what stands behind the noun: where it lies, if that is ``exact``."""
    turn = motion.about_origin()
    # The order: how often it is done until every cell is back.
    order, power = 1, turn
    while power.axes != tuple(range(len(power.axes))) or min(power.signs) < 0:
        order, power = order + 1, power.then(turn)
    if len(motion.axes) > motion.dimension:  # of hexagons or triangles
        return "mirror" if motion.is_reflection else _TURNS[order], ""
    flat = motion.dimension == 2
    straight = motion.axes == tuple(range(len(motion.axes)))
    if not motion.is_reflection:
        if order > 2 or flat:
            return _TURNS[order], ""
        if not straight:
            return "diagonal half turn", ""
        return _TURNS[order], f" about {'xyz'[motion.signs.index(1)]}" if exact else ""
    if order > 2:
        return _TURNS[order], " with reflection"
    mirror = "mirror" if flat else "reflection"
    if not straight:
        return f"diagonal {mirror}", ""
    if max(motion.signs) < 0:
        return "point reflection", ""
    if flat:
        return (("left-right mirror" if motion.signs[0] < 0 else "top-bottom mirror") if exact else mirror), ""
    return mirror, f" of {'xyz'[motion.signs.index(-1)]}" if exact else ""
