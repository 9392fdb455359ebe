"""What an answer says of the symmetries of tilings, looked at again: each listed one by itself, numbers by listing."""

from __future__ import annotations

from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from shapewright.tiling.claims.verdict import tiles_of
from shapewright.tiling.proof.recount import second_engine
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import solve
from shapewright.tiling.symmetries.count_by_symmetry import count_by_symmetry, type_names
from shapewright.tiling.symmetries.orbits import Orbits
from shapewright.tiling.symmetries.symmetry import Symmetry, canonical, symmetries

if TYPE_CHECKING:
    from shapewright.tiling.claims.question import PuzzleCase

MOST_LISTED = 20_000
"""So many tilings are listed to be looked at one by one; more are counted by another engine."""


def told_apart(case: PuzzleCase) -> None:
    """Up to symmetry no two of the solutions may be the same."""
    if not case.symmetric or case.is_wrong("solutions"):
        return
    group = symmetries(case.problem, rotations_only=case.rotations)
    seen: dict[object, int] = {}
    for number, solution in enumerate(case.listed, start=1):
        assert isinstance(solution, Solution)
        earlier = seen.setdefault(canonical(tiles_of(case.problem, solution), group), number)
        if earlier != number:
            kind = "a rotation" if case.rotations else "a rotation or reflection"
            case.findings.wrong("solutions", f"is {kind} of solution {earlier}", solution=number)


def only_symmetric(case: PuzzleCase) -> None:
    """Only tilings with a symmetry, if only those were asked for."""
    if not case.only_symmetric or not case.listed or case.is_wrong("solutions"):
        return
    # One of each set of symmetries that do the same to every tiling; the identity first.
    cells = sorted(case.problem.board.cells)
    different: dict[object, Symmetry] = {}
    for symmetry in symmetries(case.problem, rotations_only=case.rotations):
        different.setdefault((tuple(map(symmetry.motion, cells)), symmetry.classes), symmetry)
    _, *others = different.values()
    for number, solution in enumerate(case.listed, start=1):
        assert isinstance(solution, Solution)
        tiles = tiles_of(case.problem, solution)
        if not any(symmetry(tiles) == tiles for symmetry in others):
            case.findings.wrong("solutions", "no symmetry leaves it as it is", solution=number)


def by_symmetry_again(case: PuzzleCase, stated: int) -> list[dict[str, Any]]:
    """The types of symmetry that tilings have, as an answer lists them, in the order of their names.

    If ``stated`` are few, all tilings are listed and turned; else another engine counts them. Raises ``StoppedError``
    or ``LimitError`` if there was not enough time.
    """
    problem, rotations, second = case.problem, case.rotations, second_engine(case.engine)
    if stated > MOST_LISTED:
        kinds = count_by_symmetry(
            problem, rotations_only=rotations, engine=second, threads=case.threads, time_limit=case.left()
        )
        return sorted([kind.to_json() for kind in kinds if kind.count], key=itemgetter("name"))
    orbits = Orbits(Cover.of(problem), rotations_only=rotations)
    names = type_names(orbits)
    counted = Counter[frozenset[int]]()
    for one in solve(problem, engine=second, time_limit=case.left()):
        tiles = tiles_of(problem, one)
        counted[frozenset(k for k in orbits.different if orbits.group[k](tiles) == tiles)] += 1
    rows: dict[str, dict[str, Any]] = {}
    for subgroup, number in counted.items():
        row = rows.setdefault(names[subgroup], {"name": names[subgroup], "order": len(subgroup), "count": 0})
        row["count"] += number
    for row in rows.values():
        row["up_to_symmetry"] = row["count"] * row["order"] // len(orbits.different)
    return [rows[name] for name in sorted(rows)]
