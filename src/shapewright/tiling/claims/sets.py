"""What an answer claims of a set of solutions, looked at tiling by tiling, or by making the set again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from shapewright.claims import ElsewhereError
from shapewright.errors import NotationError, ProblemError, StoppedError
from shapewright.tiling.claims.question import PuzzleCase, rule
from shapewright.tiling.claims.verdict import same_solution
from shapewright.tiling.problem import Problem
from shapewright.tiling.sets.conditions import asked_conditions, meets, priced
from shapewright.tiling.sets.solution_set import SolutionSet, solution_set
from shapewright.tiling.solve import solve

_KEYS = ("count", "marginals", "seed", "costs", "options")
_FILES = ("union", "intersection", "difference")
_AGAIN = "the set was made again"


@rule
def set_of_solutions(case: PuzzleCase) -> None:
    """How many solutions have the properties asked for, and those that are shown."""
    case.whole("count")
    for key in ("limit", "random", "cheapest"):
        case.check_number(case.asked.whole(key))
    with case.unless_stopped(*_KEYS):
        _check_set(case, case.solutions or ())
    case.check_complete()


def _check_set(case: PuzzleCase, solutions: Sequence[Any]) -> None:
    puzzle, findings = case.puzzle, case.findings
    conditions = asked_conditions(case.asked)
    for number, solution in enumerate(solutions, start=1):
        if isinstance(puzzle, Problem) and not meets(solution, conditions):
            findings.wrong("solutions", "lacks a property that was asked for", solution=number)
    try:
        case.asked.content("puzzle")
        is_elsewhere = any(map(case.asked.has, _FILES))
    except ElsewhereError:
        is_elsewhere = True
    if is_elsewhere:
        for key in case.answer.keys() & {*_KEYS}:
            findings.unchecked(key, "it depends on files of sets, which the answer does not hold")
        return
    try:
        again = solution_set(puzzle, time_limit=case.left()).where(**conditions, time_limit=case.left())
    except (NotationError, ProblemError) as error:
        findings.wrong("count", f"nothing can be counted: {error}")
        return
    _check_count(case, conditions, again)
    _check_number(case, len(solutions), again.count)
    if (names := case.asked.texts("marginals")) or "marginals" in case.answer:
        every = list(again.piece_names) if isinstance(puzzle, Problem) else []
        if not {*names} <= {*every, "all"}:
            raise NotationError(f"the puzzle of the answer has no pieces {', '.join(names)}")
        named = every if not names or "all" in names else names
        case.compare("marginals", again.marginal_records(named), _AGAIN)
    if case.asked.flag("options") or "options" in case.answer:
        case.compare("options", [list(each) for each in again.option_records()], _AGAIN)
    if "costs" in case.answer:
        _check_costs(case, solutions, again)
    if "seed" in case.answer:
        drawn = map(again.chosen, again.sample(len(solutions), seed=case.seed()))
        if [same_solution(puzzle, each) for each in drawn] == [same_solution(puzzle, each) for each in solutions]:
            findings.right("seed", "the solutions were drawn again")
        else:
            findings.wrong("seed", "draws other solutions than these")


def _check_number(case: PuzzleCase, listed: int, count: int) -> None:
    """As many solutions are shown as were asked for, if there are so many."""
    drawn, most = case.asked.whole("random"), case.asked.whole("cheapest") or case.asked.whole("limit")
    due = min(most, count) if drawn is None and most is not None else (drawn or 0) * bool(count)
    if listed != due:
        case.findings.wrong("solutions", f"{listed} are shown, and {due} were asked for")


def _check_costs(case: PuzzleCase, solutions: Sequence[Any], again: SolutionSet) -> None:
    """Add up the costs of tilings; that no others cost less, the set says that is made again."""
    price = None
    if isinstance(case.puzzle, Problem):
        price = priced(case.asked.texts("cost"), case.puzzle)
        fixed = {(each.piece, each.cells) for each in case.puzzle.fixed}
        for number, (solution, cost) in enumerate(zip(solutions, case.need("costs", list), strict=False), start=1):
            own = sum(price(each) for p in solution.placements if (each := (p.piece, p.cells)) not in fixed)
            if own != cost:
                case.findings.wrong("costs", f"it costs {own}", solution=number)
    best = [cost for cost, _ in again.cheapest(price, case.asked.whole("cheapest") or 0)]
    case.compare("costs", best, _AGAIN)


def _check_count(case: PuzzleCase, conditions: Mapping[str, Any], again: SolutionSet) -> None:
    """By a search that lists all tilings and looks at each, or, where that takes too long, by the set once more."""
    number, how = again.count, _AGAIN
    if isinstance(case.puzzle, Problem):
        with suppress(StoppedError):
            tilings = solve(case.puzzle, time_limit=case.left(0.5))
            number, how = sum(meets(each, conditions) for each in tilings), "by looking at every tiling"
    case.compare("count", number, how)
