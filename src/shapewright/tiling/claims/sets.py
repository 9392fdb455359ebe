"""What an answer claims of a set of solutions, looked at tiling by tiling, or by making the set again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.claims import listed, whole
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.tiling.claims.verdict import same_solution
from shapewright.tiling.problem import Problem
from shapewright.tiling.sets.conditions import asked_conditions, meets, priced
from shapewright.tiling.sets.solution_set import SolutionSet, solution_set
from shapewright.tiling.solve import solve

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

_KEYS = {"count", "marginals", "seed", "costs", "options"}
_FILES = ("union", "intersection", "difference")
_AGAIN = "the set was made again"


def set_of_solutions(answer: Answer) -> None:
    """How many solutions have the properties asked for, and those that are shown."""
    whole(answer.data, "count")
    if "seed" in answer.data:
        whole(answer.data, "seed")
    solutions: Sequence[Any] = answer.solutions or ()
    for key in ("limit", "random", "cheapest"):
        most = None if answer.parameters.get(key) is None else whole(answer.parameters, key)
        if answer.solutions is not None and most is not None and len(solutions) > most:
            answer.found.wrong("solutions", f"there are {len(solutions)}, more than the limit of {most}")
    _check_set(answer, solutions)
    answer.says_complete()


def _check_set(answer: Answer, solutions: Sequence[Any]) -> None:
    puzzle, found, budget = answer.puzzle, answer.found, answer.budget
    conditions = asked_conditions(answer.parameters)
    for number, solution in enumerate(solutions, start=1):
        if isinstance(puzzle, Problem) and not meets(solution, conditions):
            found.wrong("solutions", "lacks a property that was asked for", solution=number)
    given = answer.parameters.get("puzzle")
    if (isinstance(given, dict) and "sha256" in given) or any(answer.parameters.get(name) for name in _FILES):
        for key in _KEYS & answer.data.keys():
            found.unchecked(key, "it depends on files of sets, which the answer does not hold")
        return
    try:
        again = solution_set(puzzle, time_limit=budget.left()).where(**conditions, time_limit=budget.left())
    except (StoppedError, LimitError) as error:
        for key in _KEYS & answer.data.keys():
            found.unchecked(key, str(error))
        return
    except (NotationError, ProblemError) as error:
        found.wrong("count", f"nothing can be counted: {error}")
        return
    _check_count(answer, conditions, again)
    if "marginals" in answer.data:
        stated = answer.data["marginals"]
        known = again.piece_names if isinstance(puzzle, Problem) else ()
        if not isinstance(stated, dict) or not {*stated} <= {*known}:
            found.wrong("marginals", "is not a list of cells for each of some pieces of the puzzle")
        else:
            found.compare("marginals", stated, again.marginal_records(stated), _AGAIN)
    if "options" in answer.data:
        found.compare("options", answer.data["options"], [list(each) for each in again.option_records()], _AGAIN)
    if "costs" in answer.data:
        _check_costs(answer, solutions, again)
    if "seed" in answer.data:
        drawn = map(again.chosen, again.sample(len(solutions), seed=answer.data["seed"]))
        if [same_solution(puzzle, each) for each in drawn] == [same_solution(puzzle, each) for each in solutions]:
            found.right("seed", "the solutions were drawn again")
        else:
            found.wrong("seed", "draws other solutions than these")


def _check_costs(answer: Answer, solutions: Sequence[Any], again: SolutionSet) -> None:
    """Add up the costs of tilings; that no others cost less, the set says that is made again."""
    stated = listed(answer.data, "costs")
    price = None
    if isinstance(answer.puzzle, Problem):
        price = priced(answer.parameters.get("cost") or (), answer.puzzle)
        fixed = {(each.piece, each.cells) for each in answer.puzzle.fixed}
        for number, (solution, cost) in enumerate(zip(solutions, stated, strict=False), start=1):
            own = sum(price(each) for p in solution.placements if (each := (p.piece, p.cells)) not in fixed)
            if own != cost:
                answer.found.wrong("costs", f"it costs {own}", solution=number)
    best = [cost for cost, _ in again.cheapest(price, whole(answer.parameters, "cheapest"))]
    answer.found.compare("costs", stated, best, _AGAIN)


def _check_count(answer: Answer, conditions: Mapping[str, Any], again: SolutionSet) -> None:
    """By a search that lists all tilings and looks at each, or, where that takes too long, by the set once more."""
    number, how = again.count, _AGAIN
    if isinstance(answer.puzzle, Problem):
        with suppress(StoppedError):
            tilings = solve(answer.puzzle, time_limit=answer.budget.left(0.5))
            number, how = sum(meets(each, conditions) for each in tilings), "by looking at every tiling"
    answer.found.compare("count", answer.data["count"], number, how)
