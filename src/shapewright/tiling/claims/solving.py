"""Answers that list solutions or one of them, draw some, or say why there is none, and what goes with that.

No more than were asked for may be listed, no two the same, none left out. A seed draws the same tilings again, and
makes the same estimate. A proof is added up.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from shapewright.claims import flag, text, whole
from shapewright.errors import amount
from shapewright.tiling.claims.answer import Answer, engine_name
from shapewright.tiling.claims.counting import counted
from shapewright.tiling.claims.reasons import check_reason
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


def solve(answer: Answer) -> None:
    """An answer of ``tiling solve``."""
    assert answer.solutions is not None
    if len(answer.solutions) > 1:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, and one was asked for")
    only_symmetric(answer)
    if answer.complete and not answer.solutions:
        counted(answer, "complete", 0)
    answer.says_complete()
    check_reason(answer)


def list_solutions(answer: Answer) -> None:
    """An answer of ``tiling list``."""
    assert answer.solutions is not None
    limit = None if answer.parameters.get("limit") is None else whole(answer.parameters, "limit")
    if limit is not None and len(answer.solutions) > limit:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, more than the limit of {limit}")
    told_apart(answer)
    only_symmetric(answer)
    if answer.complete and (limit != 1 or not answer.solutions):
        counted(answer, "complete", len(answer.solutions))
    answer.says_complete()
    check_reason(answer)


def unique(answer: Answer) -> None:
    """An answer of ``tiling unique``."""
    assert answer.solutions is not None
    number, is_unique = len(answer.solutions), flag(answer.data, "unique")
    told_apart(answer)
    if number > 2 or is_unique != (number == 1):
        answer.found.wrong("unique", f"{str(is_unique).lower()} does not go with {amount(number, 'solution')}")
    elif number == 0:
        counted(answer, "unique", 0)
    elif number == 2:
        answer.found.right("unique", "two solutions are listed")
    else:
        _only_one(answer)
    answer.must_be_complete()
    check_reason(answer)


def _only_one(answer: Answer) -> None:
    """That there is no second solution, by another engine."""
    engine = second_engine(engine_name(answer.data.get("engine")))
    with answer.within_budget("unique"):
        if isinstance(answer.puzzle, Problem):
            is_unique = unique_again(
                answer.puzzle,
                up_to_symmetry=answer.symmetric,
                rotations_only=answer.rotations,
                time_limit=answer.budget.left(),
                engine=engine,
            )
        else:
            is_unique = answer.puzzle.unique(time_limit=answer.budget.left(), engine=engine)
        answer.found.compare("unique", True, is_unique, f"by the engine {engine}")


def random(answer: Answer) -> None:
    """An answer of ``tiling random``."""
    assert answer.solutions is not None
    seed = whole(answer.data, "seed")
    if answer.parameters.get("seed") is not None:
        answer.found.compare("seed", seed, answer.parameters["seed"], "the parameters of the answer")
    limit = answer.parameter("limit", 1)
    if len(answer.solutions) > limit:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, more than the limit of {limit}")
    if answer.complete and not answer.solutions:
        counted(answer, "complete", 0)
        answer.found.right("seed", "nothing can be drawn")
    elif not 0 <= seed < 1 << 64 or limit < 1:
        answer.found.wrong("seed", f"nothing is drawn by the seed {seed} and the limit {limit}")
    else:
        _drawn_again(answer, seed, limit)
    answer.says_complete()
    check_reason(answer)


def _drawn_again(answer: Answer, seed: int, limit: int) -> None:
    """The seed gives these tilings: they are drawn once more."""
    assert answer.solutions is not None
    seen: list[Statistics] = []
    number = limit if answer.complete else len(answer.solutions)
    how: dict[str, Any] = {"limit": number, "seed": seed, "report": seen.append}
    puzzle, drawn = answer.puzzle, list[object]()
    with answer.within_budget("seed"):
        if isinstance(puzzle, Problem):
            tilings = sample(puzzle, **how, time_limit=answer.budget.left())
            drawn += [same_solution(puzzle, one) for one in tilings]
        else:
            covers = puzzle.sample(**how, time_limit=answer.budget.left())
            drawn += [same_solution(puzzle, puzzle.chosen(one)) for one in covers]
        with suppress(KeyError):  # of a piece that is none of the puzzle's
            if drawn == [same_solution(puzzle, one) for one in answer.solutions]:
                answer.found.right("seed", "the tilings were drawn again")
                return
        if "engine" in answer.data and seen[0].engine != answer.data["engine"]:
            answer.found.unchecked("seed", "this machine draws with another engine")
        else:
            answer.found.wrong("seed", "draws other tilings than these")


def estimate(answer: Answer) -> None:
    """The same dives again; those that time has cut short are not the same another time."""
    answer.says_complete()
    if not answer.complete:
        answer.found.unchecked("estimate", "a time limit ended it, and would not end it at the same dive again")
        return
    stated = answer.data["estimate"]
    probes = answer.parameter("probes", PROBES)
    engine = text(answer.parameters, "engine") if "engine" in answer.parameters else "auto"
    seed = whole(answer.parameters, "seed")
    with answer.within_budget("estimate"):
        again = estimate_again(answer.puzzle, seed=seed, probes=probes, engine=engine, time_limit=answer.budget.left())
        answer.found.compare("estimate", stated, again.to_json(), "by the same dives")
        answer.found.compare("reason", answer.data.get("reason"), again.reason or None, "by the same dives")


# What a glance says of the number of tilings: all, a bound, and up to symmetry.
_NUMBERS = ("count", "more_than", "up_to_symmetry")


def glance(answer: Answer) -> None:
    """Two numbers, or a bound, beside the solution; a bound is checked by counting."""
    if not answer.has_wrong_solutions:
        answer.found.right(
            "solution", "replayed by the rules alone" if answer.solutions else "there is no solution to replay"
        )
    count, bound, classes = (None if answer.data[key] is None else whole(answer.data, key) for key in _NUMBERS)
    if (count is None) == answer.complete:
        answer.found.wrong("complete", "does not go with the count")
    if count is not None:
        counted(answer, "count", count)
        if (count > 0) != bool(answer.solutions):
            answer.found.wrong("count", f"{count} does not go with the solution")
    else:
        answer.found.right("count", "not stated")
    if classes is None:
        answer.found.right("up_to_symmetry", "not stated")
    else:
        answer.symmetric = isinstance(answer.puzzle, Problem)
        counted(answer, "up_to_symmetry", classes)
    if bound is None and (count is not None or not answer.solutions):
        answer.found.right("more_than", "not stated")
    elif bound is None or count is not None or not answer.solutions:
        answer.found.wrong("more_than", "goes with a solution without a count, and with nothing else")
    elif bound < 1:
        answer.found.right("more_than", "there is a solution")
    else:
        with answer.within_budget("more_than"):
            how: dict[str, Any] = {"threads": answer.threads, "time_limit": answer.budget.left()}
            puzzle = answer.puzzle
            number = count_tilings(puzzle, **how) if isinstance(puzzle, Problem) else puzzle.count(**how)
            if number > bound:
                answer.found.right("more_than", "counted")
            else:
                answer.found.wrong("more_than", "there are fewer")
    answer.says_complete()
    if answer.complete or answer.solutions or answer.data["reason"] is None:
        check_reason(answer)
    else:
        answer.found.unchecked("reason", "it reports how far a search came, which depended on time alone")


def explain(answer: Answer) -> None:
    """An answer of ``tiling explain``."""
    assert answer.solutions is not None
    if len(answer.solutions) > 1:
        answer.found.wrong("solutions", f"there are {len(answer.solutions)}, and one is enough")
    proof = _proof(answer)
    if answer.complete and not answer.solutions and proof is None:
        counted(answer, "complete", 0)
    elif answer.solutions and not answer.complete:
        answer.found.wrong("complete", "a tiling is listed, so nothing was left out")
    answer.says_complete()
    if proof is None:
        answer.found.compare("fewest_lines", answer.data["fewest_lines"], None, "there is no proof")
        check_reason(answer)
    else:
        assert isinstance(answer.puzzle, Problem)
        stated = whole(answer.data, "fewest_lines")
        most = min(proof.lines, HIGHEST_BOUND)
        if not 1 <= stated <= most:
            answer.found.wrong("fewest_lines", f"is {stated}, and from 1 to {most} can be proven")
        elif stated == 1:
            answer.found.right("fewest_lines", "every proof has a line")
        else:
            again = fewest_lines(Cover.of(answer.puzzle), stated, answer.budget.clock)
            if again == stated:
                answer.found.right("fewest_lines", "looked for again")
            elif answer.budget.is_over:
                answer.found.unchecked("fewest_lines", answer.budget.reason)
            else:
                answer.found.wrong("fewest_lines", f"is {stated}, and only {again} can be proven")
        answer.found.compare("reason", answer.data["reason"], sentence(answer.puzzle, proof, stated), "the proof")


def _proof(answer: Answer) -> Proof | None:
    """The proof that there is no tiling, if there is one and it is right: its numbers are added up."""
    if answer.data["proof"] is None:
        answer.found.right("proof", "not stated")
        return None
    if not isinstance(answer.puzzle, Problem):
        answer.found.wrong("proof", "numbers on cells need a board")
        return None
    proof = Proof.from_json(answer.data["proof"])
    wrong = fault(answer.puzzle, proof)
    if wrong is None and answer.solutions:
        wrong = "there is a solution"
    if wrong is not None:
        answer.found.wrong("proof", wrong)
        return None
    answer.found.right("proof", "its numbers were added up")
    return proof
