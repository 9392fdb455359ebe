"""What an answer says of puzzles that were made: one solution each, the fewest clues, the right grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

from shapewright.claims import listed, text, whole
from shapewright.errors import NotationError, ProblemError
from shapewright.tiling.check import faults
from shapewright.tiling.making.booklet import booklet
from shapewright.tiling.making.grading import grade
from shapewright.tiling.making.make import Made
from shapewright.tiling.notation.answers import puzzle_from_text
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import solve

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

_KEYS = ("puzzle", "solution", "choose", "clues", "fewest", "tries", "grade", "reasons", "steps")
_MAY_LACK = ("tries", "steps")

MOST_SETS = 2000
"""So many sets of fewer clues are tried."""


def make(answer: Answer) -> None:
    """An answer of ``tiling make``."""
    if not isinstance(answer.puzzle, Problem):
        raise NotationError("a puzzle is made of a board and pieces, not of an exact cover")
    records = listed(answer.data, "puzzles")
    asked = answer.parameters.get("number", 1)
    if len(records) != asked:
        answer.found.wrong("puzzles", f"there are {len(records)}, and {asked} were asked for")
    choose = answer.parameters.get("choose", "clues")
    clues = _Clues(answer.puzzle, answer.parameters.get("clues", "pieces"))
    for number, record in enumerate(records, start=1):
        if not isinstance(record, dict):
            raise NotationError(f"puzzle {number} is not an object")
        missing = [key for key in _KEYS if key not in record and key not in _MAY_LACK]
        if missing:
            raise NotationError(f"puzzle {number} has no {missing[0]!r}")
        if answer.parameters.get("steps") and "steps" not in record:
            answer.found.wrong("puzzles", "it has no steps, which were asked for", puzzle=number)
        fault = _fault(record, choose, clues, answer)
        if fault:
            answer.found.wrong("puzzles", fault, puzzle=number)
    if "puzzles" not in answer.found.not_checked:
        answer.found.right("puzzles", "solutions replayed; a second one searched for by another engine; graded again")
    with answer.within_budget("seed"):
        _make_again(answer, answer.puzzle, records)
    answer.says_complete()


def _make_again(answer: Answer, stated: Problem, records: Sequence[Mapping[str, Any]]) -> None:
    """The seeds make these puzzles."""
    seed, found = whole(answer.data, "seed"), answer.found
    if answer.parameters.get("seed") not in (None, seed):
        found.wrong("seed", "is not that of the parameters")
        return
    asked = answer.parameters
    how = {name: asked[name] for name in ("choose", "clues", "best", "hardest") if name in asked}
    try:
        again = booklet(stated, max(1, len(records)), **how, seed=seed, time_limit=answer.budget.left())
    except ProblemError as error:
        found.wrong("seed", f"makes no puzzle: {error}")
        return
    for number, (record, made) in enumerate(zip(records, again, strict=False), start=1):
        if made.problem.to_text() != record["puzzle"]:
            found.wrong("seed", f"makes another puzzle than number {number}")
            return
        said = (record["fewest"], record.get("tries"))
        if said != (made.fewest, made.tries):
            found.wrong("seed", f"number {number} says {said} of the fewest clues and of tries", puzzle=number)
            return
    found.right("seed", "the puzzles were made again")


def _fault(record: Mapping[str, Any], choose: object, clues: _Clues, answer: Answer) -> str:
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
    by_clues, budget = choose == "clues", answer.budget
    with answer.within_budget("puzzles"):
        others = list(solve(puzzle, up_to_symmetry=not by_clues, limit=2, time_limit=budget.left(), engine="sparse"))
        if len(others) != 1:
            return "it has more than one solution"
        number = clues.number(puzzle) if by_clues else 0
        if whole(record, "clues") != number:
            return f"it has {number} clues, not {record['clues']}"
        solution = Solution(puzzle, placements)
        made = Made(puzzle, solution, record["choose"], grade(Cover.of(puzzle), budget.clock.check))
        if not by_clues:
            made = Made(puzzle, solution, record["choose"], grade(made.graded_cover(), budget.clock.check))
        if (record["grade"], record["reasons"]) != (made.grade.name, made.grade.reasons):
            return f"its grade is {made.grade.name}, by other steps than it says"
        if "steps" in record and record["steps"] != made.explained():
            return "its steps are others"
        # One clue fewer must not be enough for this solution.
        for tried, easier in enumerate(clues.fewer(puzzle, solution, number) if record["fewest"] else ()):
            if tried == MOST_SETS:
                answer.found.unchecked("puzzles", "there are too many sets of fewer clues to try each")
                break
            if sum(1 for _ in solve(easier, limit=2, time_limit=budget.left())) == 1:
                return f"{number - 1} clues are enough"
    return ""


class _Clues:
    """What a puzzle shows more than the one that was ``stated``."""

    def __init__(self, stated: Problem, kind: object) -> None:
        self._stated = stated
        self._kind = kind

    def number(self, puzzle: Problem) -> int:
        """How many clues the puzzle gives."""
        if self._kind == "holes":
            joint = puzzle.board.lattice.is_joint
            return sum(not joint(cell) for cell in self._stated.board.cells - puzzle.board.cells)
        if self._kind == "cells":
            return len(puzzle.board.colours)
        return len(puzzle.fixed) - len(self._stated.fixed)

    def fewer(self, puzzle: Problem, solution: Solution, clues: int) -> Iterator[Problem]:
        """The puzzle with every set of one clue less that is true of the solution."""
        if clues == 0:
            return
        if self._kind == "holes":
            # Any other cell may be empty, too, of those that may be at all: nothing says more than the holes.
            board = self._stated.board
            joint = board.lattice.is_joint
            shown = {cell for one in self._stated.fixed for cell in one.cells} | board.colour_of().keys()
            free = frozenset(cell for cell in board.optional if not joint(cell)) or board.cells - shown
            covered = {cell for one in solution.placements for cell in one.cells}
            for holes in combinations(sorted(cell for cell in free - covered if not joint(cell)), clues - 1):
                yield replace(puzzle, board=replace(board, optional=free).without(holes))
        elif self._kind == "cells":
            letters = {piece.name: piece.shape.colours[0] for piece in puzzle.pieces}
            lettered = [(cell, letters[one.piece]) for one in solution.placements for cell in one.cells]
            for cells in combinations(lettered, clues - 1):
                yield replace(puzzle, board=replace(puzzle.board, colours=frozenset(cells)))
        else:
            given = {frozenset(one.cells) for one in self._stated.fixed}
            lying = [one for one in solution.placements if frozenset(one.cells) in given]
            others = [one for one in solution.placements if frozenset(one.cells) not in given]
            for placements in combinations(others, clues - 1):
                yield replace(puzzle, fixed=(*lying, *placements))
