"""What an answer says of puzzles that were made: one solution each, the fewest clues, the right grade."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from shapewright.claims import listed, text, whole
from shapewright.errors import LimitError, NotationError, ProblemError, StoppedError
from shapewright.tiling.check import faults
from shapewright.tiling.instance import Cover
from shapewright.tiling.making.grading import grade
from shapewright.tiling.making.make import Made
from shapewright.tiling.making.make import make as make_again
from shapewright.tiling.notation.answers import puzzle_from_text
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapewright.claims import Budget
    from shapewright.tiling.claims.answer import Answer
    from shapewright.tiling.verdict import Verdict

__all__ = ["make"]

_KEYS = ("puzzle", "solution", "choose", "clues", "fewest", "tries", "grade", "reasons", "steps")

MOST_SETS = 2000
"""So many sets of fewer clues are tried."""


def make(answer: Answer) -> None:
    """An answer of ``tiling make``."""
    if not isinstance(answer.puzzle, Problem):
        raise NotationError("a puzzle is made of a board and pieces, not of an exact cover")
    _check_made(answer.data, answer.parameters, answer.puzzle, answer.found, answer.budget)
    answer.says_complete()


def _check_made(
    data: Mapping[str, Any], parameters: Mapping[str, Any], stated: Problem, found: Verdict, budget: Budget
) -> None:
    """Look at every puzzle of an answer of ``tiling make`` about the puzzle ``stated``."""
    records = listed(data, "puzzles")
    asked = parameters.get("number", 1)
    if len(records) != asked:
        found.wrong("puzzles", f"there are {len(records)}, and {asked} were asked for")
    choose = parameters.get("choose", "clues")
    for number, record in enumerate(records, start=1):
        found.known("puzzles", record, _KEYS)
        fault = _fault(record, choose, found, budget)
        if fault:
            found.wrong("puzzles", fault, puzzle=number)
    if "puzzles" not in found.not_checked:
        found.right("puzzles", "solutions replayed; a second one searched for by another engine; graded again")
    _made_again(data, parameters, stated, records, found, budget)


def _made_again(
    data: Mapping[str, Any],
    parameters: Mapping[str, Any],
    stated: Problem,
    records: Sequence[Mapping[str, Any]],
    found: Verdict,
    budget: Budget,
) -> None:
    """The seeds make these puzzles."""
    seed = whole(data, "seed")
    if parameters.get("seed") not in (None, seed):
        found.wrong("seed", "is not that of the parameters")
        return
    how = {name: parameters[name] for name in ("choose", "clues", "best", "hardest") if name in parameters}
    for number, record in enumerate(records):
        try:
            made = make_again(stated, **how, seed=seed + number, time_limit=budget.left())
        except (StoppedError, LimitError):
            found.unchecked("seed", budget.reason)
            return
        except ProblemError as error:
            found.wrong("seed", f"makes no puzzle: {error}")
            return
        if made.problem.to_text() != record["puzzle"]:
            found.wrong("seed", f"makes another puzzle than number {number + 1}")
            return
        said = (record["fewest"], record.get("tries"))
        if said != (made.fewest, made.tries):
            found.wrong("seed", f"number {number + 1} says {said} of the fewest clues and of tries", puzzle=number + 1)
            return
    found.right("seed", "the puzzles were made again")


def _fault(record: Mapping[str, Any], choose: object, found: Verdict, budget: Budget) -> str:
    """What is wrong with one puzzle."""
    puzzle = puzzle_from_text(text(record, "puzzle"))
    if not isinstance(puzzle, Problem):
        raise NotationError("a puzzle that was made has a board")
    placements = solutions_from_json({"solutions": [record["solution"]]}, "the JSON")[0]
    wrong = faults(puzzle, placements)
    if wrong:
        return f"its solution is none: {wrong[0]}"
    if record["choose"] != choose:
        return "it was made in another way than the parameters ask for"
    by_clues = choose == "clues"
    try:
        others = list(solve(puzzle, up_to_symmetry=not by_clues, limit=2, time_limit=budget.left(), engine="sparse"))
        if len(others) != 1:
            return "it has more than one solution"
        clues = len(puzzle.fixed) or len(puzzle.board.colours)
        if by_clues and whole(record, "clues") != clues:
            return f"it has {clues} clues, not {record['clues']}"
        solution = Solution(puzzle, placements)
        graded = _graded(puzzle, solution, record, budget)
    except (StoppedError, LimitError):
        found.unchecked("puzzles", budget.reason)
        return ""
    if graded:
        return graded
    if record["fewest"]:
        return _too_many(puzzle, solution, clues, found, budget)
    return ""


def _graded(puzzle: Problem, solution: Solution, record: Mapping[str, Any], budget: Budget) -> str:
    """Whether its grade is another when it is graded again, or its steps lead elsewhere."""

    def look() -> None:
        left = budget.left()
        if left is not None and left <= 0:
            raise StoppedError("time is over")

    made = Made(puzzle, solution, record["choose"], grade(Cover.of(puzzle), look))
    cover = made.graded_cover()
    if record["choose"] != "clues":
        made = Made(puzzle, solution, record["choose"], grade(cover, look))
    if (record["grade"], record["reasons"]) != (made.grade.name, made.grade.reasons):
        return f"its grade is {made.grade.name}, by other steps than it says"
    if "steps" in record and record["steps"] != made.explained():
        return "its steps are others"
    return ""


def _too_many(puzzle: Problem, solution: Solution, clues: int, found: Verdict, budget: Budget) -> str:
    """Whether one clue fewer is enough for this solution: every set of so many is tried."""
    fewer = [] if clues == 0 else _with_clues(puzzle, solution, clues - 1)
    for number, easier in enumerate(fewer):
        if number == MOST_SETS:
            found.unchecked("puzzles", "there are too many sets of fewer clues to try each")
            return ""
        try:
            if sum(1 for _ in solve(easier, limit=2, time_limit=budget.left())) == 1:
                return f"{clues - 1} clues are enough"
        except StoppedError:
            found.unchecked("puzzles", budget.reason)
            return ""
    return ""


def _with_clues(puzzle: Problem, solution: Solution, clues: int) -> Iterator[Problem]:
    """The puzzle with every set of so many clues that are true of the solution."""
    if puzzle.fixed:
        for placements in combinations(solution.placements, clues):
            yield replace(puzzle, fixed=placements)
        return
    letters = {piece.name: piece.shape.colours[0] for piece in puzzle.pieces}
    lettered = [(cell, letters[one.piece]) for one in solution.placements for cell in one.cells]
    for cells in combinations(lettered, clues):
        yield replace(puzzle, board=replace(puzzle.board, colours=frozenset(cells)))
