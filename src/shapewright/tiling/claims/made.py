"""What an answer says of puzzles that were made: one solution each, the fewest clues, the right grade."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from shapewright.claims import entry
from shapewright.errors import NotationError, ProblemError
from shapewright.tiling.check import faults
from shapewright.tiling.claims.question import PuzzleCase, rule
from shapewright.tiling.making.booklet import booklet
from shapewright.tiling.making.grading import grade
from shapewright.tiling.making.make import Made
from shapewright.tiling.notation.answers import puzzle_from_text
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import solve

MOST_SETS = 2000
"""So many sets of fewer clues are tried."""


@rule
def make(case: PuzzleCase) -> None:
    """An answer of ``tiling make``."""
    asked, findings, records = case.asked, case.findings, case.need("puzzles", list)
    number = asked.whole("number") or 1
    if len(records) != number:
        findings.wrong("puzzles", f"there are {len(records)}, and {number} were asked for")
    how: dict[str, Any] = {name: asked.text(name) for name in ("choose", "clues", "hardest") if asked.has(name)}
    how["best"] = asked.flag("best")
    clues = _Clues(case.problem, how.get("clues", "pieces"))
    for place, record in enumerate(records, start=1):
        fault = _fault(case, record, f"puzzle {place}", how.get("choose", "clues"), clues)
        if fault:
            findings.wrong("puzzles", fault, puzzle=place)
    if "puzzles" not in findings.not_checked:
        findings.right("puzzles", "solutions replayed; a second one searched for by another engine; graded again")
    seed = case.seed()
    with case.unless_stopped("seed"):
        if not case.is_wrong("seed"):
            _make_again(case, records, seed, how)
    case.check_complete()


def _make_again(case: PuzzleCase, records: Sequence[Mapping[str, Any]], seed: int, how: Mapping[str, Any]) -> None:
    """The seeds make these puzzles."""
    try:
        again = booklet(case.problem, max(1, len(records)), **how, seed=seed, time_limit=case.left())
    except ProblemError as error:
        case.findings.wrong("seed", f"makes no puzzle: {error}")
        return
    for number, (record, made) in enumerate(zip(records, again, strict=False), start=1):
        if made.problem.to_text() != record["puzzle"]:
            case.findings.wrong("seed", f"makes another puzzle than number {number}")
            return
        said = (record["fewest"], record.get("tries"))
        if said != (made.fewest, made.tries):
            case.findings.wrong("seed", f"number {number} says {said} of the fewest clues and of tries", puzzle=number)
            return
    case.findings.right("seed", "the puzzles were made again")


def _fault(case: PuzzleCase, record: Any, where: str, choose: str, clues: _Clues) -> str:
    """What is wrong with one puzzle."""
    puzzle = puzzle_from_text(entry(record, "puzzle", str, where))
    if not isinstance(puzzle, Problem):
        raise NotationError("a puzzle that was made has a board")
    placements = solutions_from_json({"solutions": [entry(record, "solution", dict, where)]}, "the JSON")[0]
    solution, stated = Solution(puzzle, placements), entry(record, "clues", int, where)
    said = (entry(record, "grade", str, where), entry(record, "reasons", dict, where))
    fewest = entry(record, "fewest", str, where)
    wrong = faults(puzzle, placements)
    if wrong:
        return f"its solution is none: {wrong[0]}"
    if entry(record, "choose", str, where) != choose:
        return "it was made in another way than the parameters ask for"
    if case.asked.flag("steps") and "steps" not in record:
        return "it has no steps, which were asked for"
    by_clues = choose == "clues"
    with case.unless_stopped("puzzles"):
        others = list(solve(puzzle, up_to_symmetry=not by_clues, limit=2, time_limit=case.left(), engine="sparse"))
        if len(others) != 1:
            return "it has more than one solution"
        number = clues.number(puzzle) if by_clues else 0
        if stated != number:
            return f"it has {number} clues, not {stated}"
        made = Made(puzzle, solution, record["choose"], grade(Cover.of(puzzle), case.clock.check))
        if not by_clues:
            made = Made(puzzle, solution, record["choose"], grade(made.graded_cover(), case.clock.check))
        if said != (made.grade.name, made.grade.reasons):
            return f"its grade is {made.grade.name}, by other steps than it says"
        if "steps" in record and record["steps"] != made.explained():
            return "its steps are others"
        # One clue fewer must not be enough for this solution.
        for tried, easier in enumerate(clues.fewer(puzzle, solution, number) if fewest else ()):
            if tried == MOST_SETS:
                case.findings.unchecked("puzzles", "there are too many sets of fewer clues to try each")
                break
            if sum(1 for _ in solve(easier, limit=2, time_limit=case.left())) == 1:
                return f"{number - 1} clues are enough"
    return ""


class _Clues:
    """What a puzzle shows more than the one that was ``stated``."""

    def __init__(self, stated: Problem, kind: str) -> None:
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
