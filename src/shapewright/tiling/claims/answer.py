"""An answer about a puzzle as its rules see it: the puzzle, what was asked, the solutions, and what is found out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from shapewright.claims import Budget, flag, listed, text, verb_of, whole
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.tiling.claims.verdict import Verdict
from shapewright.tiling.notation.answers import Choice, choice_from_json, puzzle_in_answer
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import ENGINES
from shapewright.tiling.solution import Solution

# What an answer of each verb must have; without one of them it is malformed.
NEEDED = {
    "solve": ("complete", "solutions", "puzzle"),
    "list": ("complete", "solutions", "puzzle"),
    "random": ("complete", "solutions", "puzzle", "seed"),
    "unique": ("complete", "solutions", "puzzle", "unique"),
    "explain": ("complete", "solutions", "proof", "fewest_lines", "puzzle", "verdict", "reason"),
    "estimate": ("complete", "estimate", "puzzle"),
    "glance": ("complete", "count", "more_than", "up_to_symmetry", "solution", "puzzle", "verdict", "reason"),
    "count": ("complete", "count", "up_to_symmetry", "rotations_only", "puzzle"),
    "takeapart": ("complete", "assemblies", "apart", "rotations_only", "lift", "solutions", "puzzle"),
    "show": ("complete", "puzzle"),
    "daily": ("complete", "count", "puzzle"),
    "set": ("complete", "count", "puzzle"),
    "make": ("complete", "puzzles", "seed", "puzzle"),
    "cheapest": ("complete", "status", "bound", "solutions", "puzzle"),
    "chances": ("complete", "count", "error", "chances", "puzzle"),
}


class Answer:
    """One answer and what is found out about it.

    Raises ``NotationError`` if it is malformed.
    """

    def __init__(self, data: Mapping[str, Any], budget: Budget, threads: int | None) -> None:
        self.data = data
        self.budget = budget
        self.threads = threads
        self.found = Verdict()
        self.verb = verb_of(data, "tiling", NEEDED)
        self.puzzle = puzzle_in_answer(text(data, "puzzle"))
        for key in (*NEEDED.get(self.verb, ()), *(("parameters",) if self.verb else ())):
            if key not in data:
                raise NotationError(f"it has no {key!r}, which every answer of 'tiling {self.verb}' has")
        self.parameters = data.get("parameters", {})
        if not isinstance(self.parameters, dict):
            raise NotationError("its 'parameters' are not an object")
        # An answer without parameters was made by another program, perhaps.
        asked = data if "up_to_symmetry" in data and not self.parameters else self.parameters
        self.rotations = flag(asked, "rotations_only", default=False)
        self.symmetric = flag(asked, "up_to_symmetry", default=False) or self.rotations
        self.only_symmetric = flag(self.parameters, "symmetric", default=False)
        self.solutions = self._read_solutions() if "solutions" in data or self.verb == "glance" else None
        if "nodes" in data:
            whole(data, "nodes")
        self.complete = flag(data, "complete") if "complete" in data else False

    def _read_solutions(self) -> list[Solution | Choice]:
        if self.verb == "glance":
            records = [] if self.data["solution"] is None else [self.data["solution"]]
        else:
            records = listed(self.data, "solutions")
        if not isinstance(self.puzzle, Problem):
            return [choice_from_json(record) for record in records]
        problem = self.puzzle
        found = solutions_from_json({"solutions": records}, "the JSON")
        return [Solution(problem, placements) for placements in found]

    @contextmanager
    def within_budget(self, *keys: str) -> Iterator[None]:
        """Note ``keys`` as not checked where what is done here takes too long or too much."""
        try:
            yield
        except (StoppedError, LimitError):
            for key in keys:
                if key in self.data and key not in self.found.checked:
                    self.found.unchecked(key, self.budget.reason)

    def parameter(self, name: str, default: int) -> int:
        """A whole number that was asked for, or the default."""
        return default if self.parameters.get(name) is None else whole(self.parameters, name)

    @property
    def has_wrong_solutions(self) -> bool:
        """Whether a solution has a fault."""
        return any(one["claim"] == "solutions" for one in self.found.faults)

    def must_be_complete(self) -> None:
        """Note what the answer says of its being complete, where it answers in full or not at all."""
        if not self.complete:
            self.found.wrong("complete", f"'tiling {self.verb}' answers in full or not at all")
        self.says_complete()

    def says_complete(self) -> None:
        """Note what the answer says of its being complete, unless that is not checked."""
        words = "nothing was left out" if self.complete else "the answer states that it was cut short"
        if "complete" not in self.found.not_checked:
            self.found.right("complete", words)


def engine_name(name: object) -> str:
    """The name of the engine, or of several, if they are ours: a file may say anything."""
    known = isinstance(name, str) and set(name.split(" + ")) <= {*ENGINES, "invariants"}
    return str(name) if known else "stated"
