"""What an answer says of taking apart, looked at: moves replayed, their fewest number and the levels found again."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, listed, whole
from shapewright.errors import LimitError, NotationError, StoppedError, amount
from shapewright.jobs.interrupt import interruptible
from shapewright.tiling.apart.check import faults
from shapewright.tiling.apart.reading import disassembly_from_json
from shapewright.tiling.apart.search import axes_of, taken_apart
from shapewright.tiling.apart.survey import disassemblies, none_apart
from shapewright.tiling.apart.survey import takeapart as takeapart_again
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import told_apart
from shapewright.tiling.problem import Problem
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.claims import Budget
    from shapewright.jobs.limits import Clock
    from shapewright.tiling.apart.values import Disassembly, Part
    from shapewright.tiling.claims.answer import Answer
    from shapewright.tiling.claims.verdict import Verdict

__all__ = ["takeapart"]


def takeapart(answer: Answer) -> None:
    """An answer of ``tiling takeapart``."""
    if not isinstance(answer.puzzle, Problem):
        raise NotationError("an exact cover without a board has nothing to be taken apart")
    solutions = [one for one in answer.solutions or () if isinstance(one, Solution)]
    _check_disassemblies(
        answer.data, answer.parameters, solutions, answer.puzzle, answer.found, answer.budget, answer.threads
    )
    answer.symmetric = True
    answer.rotations = flag(answer.parameters, "rotations_only", default=False)
    told_apart(answer)
    number = whole(answer.data, "assemblies")
    if "reason" in answer.found.not_checked:
        return
    if number:
        stated = answer.data.get("reason")
        answer.found.compare("reason", stated, None if answer.data["apart"] else none_apart(number))
    else:
        check_reason(answer)


def _check_disassemblies(
    data: Mapping[str, Any],
    parameters: Mapping[str, Any],
    solutions: Sequence[Solution],
    problem: Problem,
    found: Verdict,
    budget: Budget,
    threads: int | None,
) -> None:
    """Note in ``found`` what became of the claims of an answer of 'tiling takeapart' but its solutions' places."""
    rotations, lift = (flag(parameters, key, default=False) for key in ("rotations_only", "lift"))
    for key, asked in (("rotations_only", rotations), ("lift", lift)):
        found.compare(key, flag(data, key), asked, "the parameters of the answer")
    for number, (record, solution) in enumerate(zip(listed(data, "solutions"), solutions, strict=True), start=1):
        if isinstance(record, dict) and record["placements"] != solution.to_json()["placements"]:
            found.wrong("solutions", "its placements are not in the order of their cells", solution=number)
    if any(one["claim"] == "solutions" for one in found.faults):
        for key in ("assemblies", "apart", "levels", "states", "complete", "reason"):
            found.unchecked(key, "the assemblies are wrong")
        return
    shown = [
        disassembly_from_json(record, solution, lift=lift)
        for record, solution in zip(listed(data, "solutions"), solutions, strict=True)
    ]
    try:
        for number, one in enumerate(shown, start=1):
            for fault in _faults(one, listed(data, "solutions")[number - 1]["disassembly"], budget.clock):
                found.wrong("solutions", fault, solution=number)
    except StoppedError:
        found.unchecked("solutions", budget.reason)
    try:
        if flag(parameters, "first", default=False):
            _first(data, problem, shown, found, budget, rotations=rotations, lift=lift)
        else:
            _survey(data, parameters, problem, shown, found, budget, threads, rotations=rotations, lift=lift)
    except (StoppedError, LimitError):
        for key in ("assemblies", "apart", "levels", "states", "complete"):
            if key in data and key not in found.checked:
                found.unchecked(key, budget.reason)


def _survey(
    data: Mapping[str, Any],
    parameters: Mapping[str, Any],
    problem: Problem,
    shown: Sequence[Disassembly],
    found: Verdict,
    budget: Budget,
    threads: int | None,
    *,
    rotations: bool,
    lift: bool,
) -> None:
    again = takeapart_again(problem, rotations_only=rotations, lift=lift, threads=threads, time_limit=budget.left())
    found.compare("assemblies", whole(data, "assemblies"), len(again.assemblies))
    found.compare("apart", whole(data, "apart"), again.apart)
    found.compare("states", whole(data, "states"), again.states)
    levels = [{"level": level, "assemblies": number} for level, number in again.table()]
    found.compare("levels", listed(data, "levels"), levels)
    found.compare("complete", flag(data, "complete"), True)
    limit = None if parameters.get("limit") is None else whole(parameters, "limit")
    highest = flag(parameters, "highest", default=False)
    if limit is None and not highest:
        limit = 1
    if limit is not None and limit < 0:
        raise NotationError(f"the parameter 'limit' is negative: {limit}")
    expected = [one.level for one in islice(again.best(highest=highest), limit)]
    if [one.level for one in shown] != expected:
        found.wrong("solutions", f"the levels of those shown are {', '.join(expected) or 'none'}")


def _first(
    data: Mapping[str, Any],
    problem: Problem,
    shown: Sequence[Disassembly],
    found: Verdict,
    budget: Budget,
    *,
    rotations: bool,
    lift: bool,
) -> None:
    seen, is_apart = 0, False
    for one in disassemblies(problem, rotations_only=rotations, lift=lift, time_limit=budget.left()):
        seen, is_apart = seen + 1, one.apart
        if is_apart:
            break
    found.compare("assemblies", whole(data, "assemblies"), seen)
    found.compare("apart", whole(data, "apart"), int(is_apart))
    found.compare("complete", flag(data, "complete"), True)
    if len(shown) != is_apart:
        found.wrong("solutions", f"there are {len(shown)}, and {int(is_apart)} is to be shown")


def _faults(one: Disassembly, record: Mapping[str, Any], clock: Clock) -> list[str]:
    """What is wrong with the moves, with what is said of them, or with their number."""
    wrong = faults(one)
    if wrong:
        return wrong[:1]
    said = (record.get("apart"), record.get("level"), record.get("moves"))
    if said != (one.apart, one.level, one.moves):
        return [f"its moves make the level {one.level or 'none'} and are {one.moves}"]
    if not one.apart:
        return ["does not come apart"]
    places = [tuple(placement.cells) for placement in one.solution.placements]
    axes = axes_of(one.solution.problem, lift=one.lift)
    return [] if one.root is None else _not_fewest(one.root, places, axes, clock)


def _not_fewest(part: Part, places: Sequence[tuple[Cell, ...]], axes: int | str, clock: Clock) -> list[str]:
    """The first part that comes apart by fewer moves; those that may stay together are left out."""
    if part.together:
        return []
    with interruptible(clock.stop) as stop:
        _, separations = taken_apart([places[k] for k in part.pieces], axes, stop, clock.native())
    fewest = len(separations[0][1])
    if fewest != len(part.steps):
        return [f"{amount(len(part.pieces), 'piece')} part by {fewest} moves, not {len(part.steps)}"]
    moved = list(places)
    for step in part.steps[:-1]:
        for k in step.pieces:
            moved[k] = tuple(_shifted(cell, step.vector, step.units or 0) for cell in moved[k])
    return [
        fault for one in (part.rest, part.out) if one is not None for fault in _not_fewest(one, moved, axes, clock)
    ][:1]


def _shifted(cell: Cell, vector: Cell, units: int) -> Cell:
    if len(cell) == 2 and not vector[2]:
        return cell[0] + units * vector[0], cell[1] + units * vector[1]
    if len(cell) == 2:
        cell = (*cell, 0)
    return tuple(a + units * b for a, b in zip(cell, vector, strict=True))
