"""What became of an answer about tilings: its solutions looked at by the rules, its counts side by side, in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import comb, prod
from typing import TYPE_CHECKING, Any

from shapewright.claims import Findings
from shapewright.errors import InternalError, amount
from shapewright.storage.json import integers_of_any_length
from shapewright.tiling.check import check_cover, faults
from shapewright.tiling.problem import Problem

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.tiling.notation.answers import Choice, Puzzle
    from shapewright.tiling.solution import Solution


@dataclass
class Verdict(Findings):
    """What was found about an answer; also how many ``solutions`` were looked at, and the ``counts`` by engine."""

    solutions: int | None = None
    counts: list[tuple[str, int]] = field(default_factory=list)
    how = ("engine", "nodes")

    def lines(self) -> list[str]:
        """What is passed over, the faults, what became of solutions and counts, what was not checked."""
        told = [f"solution {one['solution']}: {one['fault']}" for one in self.faults if "solution" in one]
        if self.solutions is not None:
            number = amount(self.solutions, "solution")
            wrong = len({one["solution"] for one in self.faults if "solution" in one})
            if wrong:
                told.append(f"{wrong} of {number} {'is' if wrong == 1 else 'are'} wrong")
            else:
                told.append(f"{number}, {'right' if self.solutions == 1 else 'all right'}")
        if self.counts:
            width = max(len(engine) for engine, _ in self.counts)
            with integers_of_any_length():
                told += [f"{engine:{width}}  {number}" for engine, number in self.counts]
            told.append("the counts agree" if self.counts_agree else "the counts differ")
        for fault in self.faults:
            if "solution" not in fault and not (fault["claim"] in ("count", "complete") and not self.counts_agree):
                told.append(f"{fault['claim']}: {fault['fault']}")
        if self.valid is None:
            told += [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]
        if self.valid and self.solutions is None and not self.counts:
            told.append(f"right: {', '.join(self.checked)}")
        if self.passed_over:
            told.insert(0, f"passed over: {', '.join(self.passed_over)} (how the answer was found, not what is true)")
        return told

    def note_counts(self, key: str, stated: tuple[str, int], again: tuple[str, int] | None, clock: Clock) -> None:
        """Note a count and what came of counting again (None: the time was over)."""
        if again is None:
            self.unchecked(key, f"counting again: {clock.stopped()}")
            return
        self.counts = [stated, again]
        if again[1] == stated[1]:
            self.right(key, f"counted again by {again[0]}")
        else:
            with integers_of_any_length():
                self.wrong(key, f"there are {again[1]} solutions, not {stated[1]}")

    @property
    def counts_agree(self) -> bool:
        """Whether all engines came to the same number."""
        return len({number for _, number in self.counts}) <= 1

    def to_json(self) -> dict[str, Any]:
        """The same as the keys of an envelope."""
        more: dict[str, Any] = {} if self.solutions is None else {"solutions": self.solutions}
        if self.counts:
            more["counts"] = [{"engine": engine, "count": number} for engine, number in self.counts]
        return {**super().to_json(), **more}


def check_solutions(
    puzzle: Puzzle, solutions: Sequence[Solution | Choice], found: Verdict, *, twice: bool = False
) -> None:
    """Note the first fault of each wrong solution; ``twice``: the same one may come several times."""
    found.solutions = len(solutions)
    seen: dict[object, list[int]] = {}
    for number, solution in enumerate(solutions, start=1):
        fault = _fault(puzzle, solution)
        if fault is None and not twice:
            alike = seen.setdefault(same_solution(puzzle, solution), [])
            if alike and len(alike) >= _choices(puzzle, solution):
                fault = f"duplicates solution {alike[0]}"
            alike.append(number)
        if fault is not None:
            found.wrong("solutions", fault, solution=number)
    if not any(fault["claim"] == "solutions" for fault in found.faults):
        found.right("solutions", "replayed by the rules alone")


def same_solution(puzzle: Puzzle, solution: Solution | Choice) -> object:
    """Equal for solutions that differ by the exchange of equal pieces only."""
    if isinstance(solution, tuple):
        return frozenset(solution) if len(set(solution)) == len(solution) else solution
    assert isinstance(puzzle, Problem)
    return tiles_of(puzzle, solution)


def _choices(puzzle: Puzzle, solution: Solution | Choice) -> int:
    """How many solutions look like this one: equal options of an exact cover are different choices."""
    if not isinstance(solution, tuple):
        return 1
    assert not isinstance(puzzle, Problem)
    offered, taken = (Counter(map(frozenset, options)) for options in (puzzle.options, solution))
    return prod(comb(offered[option], number) for option, number in taken.items())


def tiles_of(problem: Problem, solution: Solution) -> frozenset[tuple[int, tuple[tuple[int, ...], ...]]]:
    """The cells of each placement with the number of its class of equal pieces; ``KeyError`` for another piece."""
    number = {problem.pieces[k].name: n for n, one in enumerate(problem.classes()) for k in one.members}
    return frozenset((number[one.piece], tuple(sorted(one.cells))) for one in solution.placements)


def _fault(puzzle: Puzzle, solution: Solution | Choice) -> str | None:
    if not isinstance(solution, tuple):
        return next(iter(faults(solution.problem, solution.placements)), None)
    assert not isinstance(puzzle, Problem)
    offered = {frozenset(option) for option in puzzle.options}
    for option in solution:
        if frozenset(option) not in offered:
            return f"{' '.join(str(item) for item, _ in option)!r} is not an option of the puzzle"
    try:
        check_cover(puzzle, solution)
    except InternalError as error:
        return str(error).partition(": ")[2]
    return None
