"""What an answer claims of a set of solutions, looked at tiling by tiling, or by making the set again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.claims import listed, whole
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.jobs.limits import Clock
from shapewright.tiling.claims.verdict import same_solution
from shapewright.tiling.problem import Problem
from shapewright.tiling.sets.conditions import asked_conditions, meets, priced
from shapewright.tiling.sets.solution_set import SolutionSet, solution_set
from shapewright.tiling.solve import solve

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.claims import Budget
    from shapewright.tiling.claims.answer import Answer
    from shapewright.tiling.claims.verdict import Verdict
    from shapewright.tiling.notation.answers import Puzzle

__all__ = ["set_of_solutions"]

_KEYS = ("count", "marginals", "seed", "costs", "options")
_FILES = ("union", "intersection", "difference")


def set_of_solutions(answer: Answer) -> None:
    """How many solutions have the properties asked for, and those that are shown."""
    whole(answer.data, "count")
    if "seed" in answer.data:
        whole(answer.data, "seed")
    for key in ("limit", "random", "cheapest"):
        most = None if answer.parameters.get(key) is None else whole(answer.parameters, key)
        if answer.solutions is not None and most is not None and len(answer.solutions) > most:
            answer.found.wrong("solutions", f"there are {len(answer.solutions)}, more than the limit of {most}")
    _check_set(answer.data, answer.parameters, answer.puzzle, answer.solutions, answer.found, answer.budget)
    answer.says_complete()


def _check_set(
    data: Mapping[str, Any],
    parameters: Mapping[str, Any],
    puzzle: Puzzle,
    solutions: Sequence[Any] | None,
    found: Verdict,
    budget: Budget,
) -> None:
    """Note what becomes of the claims of an answer of 'tiling set'."""
    conditions = asked_conditions(parameters)
    for number, solution in enumerate(solutions or (), start=1):
        if isinstance(puzzle, Problem) and not meets(solution, conditions):
            found.wrong("solutions", "lacks a property that was asked for", solution=number)
    from_files = isinstance(parameters.get("puzzle"), dict) and "sha256" in parameters["puzzle"]
    if from_files or any(parameters.get(name) for name in _FILES):
        for key in _KEYS:
            if key in data:
                found.unchecked(key, "it depends on files of sets, which the answer does not hold")
        return
    try:
        again = solution_set(puzzle, time_limit=budget.left()).where(**conditions, time_limit=budget.left())
    except (StoppedError, LimitError) as error:
        for key in _KEYS:
            if key in data:
                found.unchecked(key, str(error))
        return
    except (NotationError, ProblemError) as error:
        found.wrong("count", f"nothing can be counted: {error}")
        return
    _check_count(data, puzzle, conditions, again, found, budget)
    if "marginals" in data:
        stated = data["marginals"]
        known = again.piece_names if isinstance(puzzle, Problem) else ()
        if not isinstance(stated, dict) or not {*stated} <= {*known}:
            found.wrong("marginals", "is not a list of cells for each of some pieces of the puzzle")
        else:
            found.compare("marginals", stated, again.marginal_records(stated), "the set was made again")
    if "options" in data:
        records = [list(each) for each in again.option_records()]
        found.compare("options", data["options"], records, "the set was made again")
    if "costs" in data:
        _check_costs(data, parameters, puzzle, solutions or (), again, found)
    if "seed" in data:
        drawn = again.sample(len(solutions or ()), seed=data["seed"])
        if [same_solution(puzzle, again.chosen(each)) for each in drawn] == [
            same_solution(puzzle, each) for each in solutions or ()
        ]:
            found.right("seed", "the solutions were drawn again")
        else:
            found.wrong("seed", "draws other solutions than these")


def _check_costs(
    data: Mapping[str, Any], parameters: Mapping[str, Any], puzzle: Puzzle, solutions: Sequence[Any],
    again: SolutionSet, found: Verdict,
) -> None:  # fmt: skip
    """Costs of tilings are added up anew; that no others cost less, the set says that is made again."""
    stated = listed(data, "costs")
    texts = parameters.get("cost") or ()
    price = priced(texts, puzzle) if isinstance(puzzle, Problem) else None
    if price is not None and isinstance(puzzle, Problem):
        fixed = {(each.piece, each.cells) for each in puzzle.fixed}
        for number, (solution, cost) in enumerate(zip(solutions, stated, strict=False), start=1):
            own = sum(price(each) for p in solution.placements if (each := (p.piece, p.cells)) not in fixed)
            if own != cost:
                found.wrong("costs", f"it costs {own}", solution=number)
    limit = whole(parameters, "cheapest")
    best = [cost for cost, _ in again.cheapest(price, limit)]
    found.compare("costs", stated, best, "the set was made again")


def _check_count(
    data: Mapping[str, Any], puzzle: Puzzle, conditions: Mapping[str, Any], again: SolutionSet, found: Verdict,
    budget: Budget,
) -> None:  # fmt: skip
    """By a search that lists all tilings and looks at each, or, where that takes too long, by the set once more."""
    clock = Clock(budget.left())
    try:
        if not isinstance(puzzle, Problem):
            raise StoppedError
        number = sum(meets(each, conditions) for each in solve(puzzle, time_limit=clock.part(0.5).left()))
    except StoppedError:
        found.compare("count", data["count"], again.count, "the set was made again")
    else:
        found.compare("count", data["count"], number, "by looking at every tiling")
