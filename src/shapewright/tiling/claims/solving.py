"""Answers that list solutions or one of them, draw some, or say why there is none, and what goes with that.

No more than were asked for may be listed, no two the same, none left out. A seed draws the same tilings again, and
makes the same estimate. A proof is added up.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, amount
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.claims.question import MAX_SEED, PuzzleCase, rule
from shapewright.tiling.claims.reasons import check_reason, check_unfinished_reason
from shapewright.tiling.claims.symmetry import only_symmetric, told_apart
from shapewright.tiling.claims.verdict import same_solution
from shapewright.tiling.count import count as count_tilings
from shapewright.tiling.estimate import PROBES
from shapewright.tiling.estimate import estimate as estimate_again
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.fewest import HIGHEST_BOUND, fewest_lines
from shapewright.tiling.proof.recount import second_engine
from shapewright.tiling.proof.words import sentence
from shapewright.tiling.random import sample
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.solve import is_unique as unique_again

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Statistics


@rule
def solve(case: PuzzleCase) -> None:
    """An answer of ``tiling solve``."""
    if len(case.listed) > 1:
        case.findings.wrong("solutions", f"there are {len(case.listed)}, and one was asked for")
    only_symmetric(case)
    if case.complete and not case.listed:
        counted(case, "complete", 0)
    case.check_complete()
    check_reason(case)


@rule
def list_solutions(case: PuzzleCase) -> None:
    """An answer of ``tiling list``."""
    limit, number = case.asked.whole("limit"), len(case.listed)
    case.check_number(limit)
    told_apart(case)
    only_symmetric(case)
    if case.complete and (limit != 1 or not number):
        counted(case, "complete", number)
    case.check_complete()
    check_reason(case)


@rule
def unique(case: PuzzleCase) -> None:
    """An answer of ``tiling unique``."""
    number, is_unique = len(case.listed), case.need("unique", bool)
    told_apart(case)
    if number > 2 or is_unique != (number == 1):
        case.findings.wrong("unique", f"{str(is_unique).lower()} does not go with {amount(number, 'solution')}")
    elif number == 0:
        counted(case, "unique", 0)
    elif number == 2:
        case.findings.right("unique", "two solutions are listed")
    else:
        _only_one(case)
    case.check_complete(in_full=True)
    check_reason(case)


def _only_one(case: PuzzleCase) -> None:
    """That there is no second solution, by another engine."""
    engine, puzzle = second_engine(case.engine), case.puzzle
    with case.unless_stopped("unique"):
        if isinstance(puzzle, Problem):
            how: dict[str, Any] = {"up_to_symmetry": case.symmetric, "rotations_only": case.rotations}
            is_unique = unique_again(puzzle, **how, time_limit=case.left(), engine=engine)
        else:
            is_unique = puzzle.unique(time_limit=case.left(), engine=engine)
        case.compare("unique", is_unique, f"by the engine {engine}")


@rule
def random(case: PuzzleCase) -> None:
    """An answer of ``tiling random``."""
    seed, limit = case.seed(), case.asked.whole("limit") or 1
    case.check_number(limit)
    if case.complete and not case.listed:
        counted(case, "complete", 0)
        case.findings.right("seed", "nothing can be drawn")
    elif seed > MAX_SEED:
        case.findings.wrong("seed", f"{seed} is not a seed")
    else:
        _drawn_again(case, seed, limit if case.complete else len(case.listed))
    case.check_complete()
    check_reason(case)


def _drawn_again(case: PuzzleCase, seed: int, number: int) -> None:
    """The seed gives these tilings: they are drawn once more."""
    seen: list[Statistics] = []
    puzzle, drawn = case.puzzle, list[object]()
    with case.unless_stopped("seed"):
        how: dict[str, Any] = {"limit": number, "seed": seed, "report": seen.append, "time_limit": case.left()}
        if isinstance(puzzle, Problem):
            drawn += [same_solution(puzzle, one) for one in sample(puzzle, **how)]
        else:
            drawn += [same_solution(puzzle, puzzle.chosen(one)) for one in puzzle.sample(**how)]
        with suppress(KeyError):  # of a piece that is none of the puzzle's
            if drawn == [same_solution(puzzle, one) for one in case.listed]:
                case.findings.right("seed", "the tilings were drawn again")
                return
        if "engine" in case.answer and seen[0].engine != case.answer["engine"]:
            case.findings.unchecked("seed", "this machine draws with another engine")
        else:
            case.findings.wrong("seed", "draws other tilings than these")


@rule
def estimate(case: PuzzleCase) -> None:
    """The same dives again; those that time has cut short are not the same another time."""
    stated, seed = case.need("estimate", dict), case.asked.whole("seed")
    how: dict[str, Any] = {"seed": seed, "probes": case.asked.whole("probes") or PROBES}
    how["engine"] = case.asked.text("engine") or "auto"
    case.check_complete()
    if not case.complete:
        case.findings.unchecked("estimate", "a time limit ended it, and would not end it at the same dive again")
        return
    if seed is None:
        raise NotationError("the parameters have no 'seed'")
    with case.unless_stopped("estimate"):
        again = estimate_again(case.puzzle, **how, time_limit=case.left())
        case.findings.compare("estimate", stated, again.to_json(), "by the same dives")
        case.findings.compare("reason", case.answer.get("reason"), again.reason or None, "by the same dives")


@rule
def glance(case: PuzzleCase) -> None:
    """Two numbers, or a bound, beside the solution; a bound is checked by counting."""
    findings, tiling = case.findings, case.solutions
    case.asked.whole("limit")
    for key in ("verdict", "reason"):
        case.claimed(key)
    if not case.is_wrong("solutions"):
        findings.right("solution", "replayed by the rules alone" if tiling else "there is no solution to replay")
    # All tilings, a bound, and all up to symmetry.
    count, bound, classes = (
        None if case.claimed(key) is None else case.whole(key) for key in ("count", "more_than", "up_to_symmetry")
    )
    if (count is None) == case.complete:
        findings.wrong("complete", "does not go with the count")
    if count is None:
        findings.right("count", "not stated")
    else:
        counted(case, "count", count, symmetric=False)
        if (count > 0) != bool(tiling):
            findings.wrong("count", f"{count} does not go with the solution")
    if classes is None:
        findings.right("up_to_symmetry", "not stated")
    else:
        counted(case, "up_to_symmetry", classes, symmetric=isinstance(case.puzzle, Problem))
    if bound is None and (count is not None or not tiling):
        findings.right("more_than", "not stated")
    elif bound is None or count is not None or not tiling:
        findings.wrong("more_than", "goes with a solution without a count, and with nothing else")
    elif bound < 1:
        findings.right("more_than", "there is a solution")
    else:
        with case.unless_stopped("more_than"):
            how: dict[str, Any] = {"threads": case.threads, "time_limit": case.left()}
            puzzle = case.puzzle
            number = count_tilings(puzzle, **how) if isinstance(puzzle, Problem) else puzzle.count(**how)
            if number > bound:
                findings.right("more_than", "counted")
            else:
                findings.wrong("more_than", "there are fewer")
    case.check_complete()
    check_unfinished_reason(case)


@rule
def explain(case: PuzzleCase) -> None:
    """An answer of ``tiling explain``."""
    findings = case.findings
    for key in ("verdict", "reason"):
        case.claimed(key)
    if len(case.listed) > 1:
        findings.wrong("solutions", f"there are {len(case.listed)}, and one is enough")
    proof = _proof(case)
    if case.complete and not case.listed and proof is None:
        counted(case, "complete", 0)
    elif case.listed and not case.complete:
        findings.wrong("complete", "a tiling is listed, so nothing was left out")
    case.check_complete()
    if proof is None:
        case.compare("fewest_lines", None, "there is no proof")
        check_reason(case)
        return
    stated, most = case.whole("fewest_lines"), min(proof.lines, HIGHEST_BOUND)
    if not 1 <= stated <= most:
        findings.wrong("fewest_lines", f"is {stated}, and from 1 to {most} can be proven")
    elif stated == 1:
        findings.right("fewest_lines", "every proof has a line")
    else:
        again = fewest_lines(Cover.of(case.problem), stated, case.clock)
        if again == stated:
            findings.right("fewest_lines", "looked for again")
        elif case.clock.over():
            findings.unchecked("fewest_lines", str(case.clock.stopped()))
        else:
            findings.wrong("fewest_lines", f"is {stated}, and only {again} can be proven")
    case.compare("reason", sentence(case.problem, proof, stated), "the proof")


def _proof(case: PuzzleCase) -> Proof | None:
    """The proof that there is no tiling, if there is one and it is right: its numbers are added up."""
    if case.claimed("proof") is None:
        case.findings.right("proof", "not stated")
        return None
    if not isinstance(case.puzzle, Problem):
        case.findings.wrong("proof", "numbers on cells need a board")
        return None
    proof = Proof.from_json(case.answer["proof"])
    wrong = fault(case.puzzle, proof) or ("there is a solution" if case.listed else None)
    if wrong is not None:
        case.findings.wrong("proof", wrong)
        return None
    case.findings.right("proof", "its numbers were added up")
    return proof
