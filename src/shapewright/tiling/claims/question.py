"""What an answer about tilings was asked: the case that its rules look at, with its puzzle and its solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property, wraps
from typing import TYPE_CHECKING

from shapewright.claims import Asked, Case, refuse_too_large
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.tiling.claims.verdict import Verdict, check_solutions
from shapewright.tiling.notation.answers import Choice, Puzzle, asked_puzzle, choice_from_json, puzzle_in_answer
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.engines import ENGINES
from shapewright.tiling.solution import Solution

if TYPE_CHECKING:
    from shapewright.claims import Rule

PUZZLE = ("puzzle", "board", "pieces", "hole", "hole_box", "optional", "fixed")
MAX_SEED = 2**64 - 1


class PuzzleCase(Case):
    """A case whose answer states a puzzle. Raises ``NotationError`` where what is asked for is malformed."""

    @property
    def found(self) -> Verdict:
        """The findings, which also count solutions."""
        assert isinstance(self.findings, Verdict)
        return self.findings

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle of the answer."""
        with refuse_too_large():
            return puzzle_in_answer(self.need("puzzle", str))

    @property
    def problem(self) -> Problem:
        """The puzzle, if it must have a board."""
        if not isinstance(self.puzzle, Problem):
            raise NotationError("what was asked needs a board, and the puzzle of the answer is an exact cover")
        return self.puzzle

    @cached_property
    def solutions(self) -> list[Solution | Choice] | None:
        """The solutions in the answer; None if it does not list any."""
        if self.verb == "glance":
            records = [] if (only := self.claimed("solution")) is None else [only]
        elif "solutions" in self.answer:
            records = self.need("solutions", list)
        else:
            return None
        if not isinstance(self.puzzle, Problem):
            return [choice_from_json(record) for record in records]
        with refuse_too_large():
            found = solutions_from_json({"solutions": records}, "the JSON")
        return [Solution(self.puzzle, placements) for placements in found]

    @property
    def listed(self) -> list[Solution | Choice]:
        """The solutions, which the answer must list."""
        self.claimed("solutions")
        return self.solutions or []

    @cached_property
    def rotations(self) -> bool:
        """Whether tilings that are rotations of each other count as one, and mirror images as two."""
        return self._symmetries.flag("rotations_only")

    @cached_property
    def symmetric(self) -> bool:
        """Whether tilings count up to symmetry, which needs a board."""
        asked = self._symmetries.flag("up_to_symmetry") or self.rotations or self.verb == "takeapart"
        return asked and bool(self.problem)

    @property
    def _symmetries(self) -> Asked:
        # An answer without parameters was made by another program, perhaps.
        return self.asked if self.answer["parameters"] else Asked(self.answer)

    @cached_property
    def only_symmetric(self) -> bool:
        """Whether only tilings with a symmetry were asked for, which needs a board."""
        return self.asked.flag("symmetric") and bool(self.problem)

    @cached_property
    def complete(self) -> bool:
        """Whether the answer states that it is complete."""
        return bool(self.verb or "complete" in self.answer) and self.need("complete", bool)

    @property
    def engine(self) -> str:
        """The name of the engine, or of several, if they are ours: a file may say anything."""
        name = self.answer.get("engine")
        return name if isinstance(name, str) and {*name.split(" + ")} <= {*ENGINES, "invariants"} else "stated"

    def is_wrong(self, key: str) -> bool:
        """Whether a fault of the claim was found."""
        return any(one["claim"] == key for one in self.findings.faults)

    @contextmanager
    def unless_stopped(self, *keys: str) -> Iterator[None]:
        """Note ``keys`` as not checked where what is done here takes too long or too much."""
        try:
            yield
        except (StoppedError, LimitError) as error:
            reason = str(self.clock.stopped() if isinstance(error, StoppedError) else error)
            for key in keys:
                if key in self.answer and key not in self.findings.checked:
                    self.findings.unchecked(key, reason)

    def seed(self) -> int:
        """The seed that the answer states, which must be that of the parameters, if they have one."""
        seed = self.whole("seed")
        if self.asked.whole("seed") not in (None, seed):
            self.findings.wrong("seed", "is not that of the parameters")
        return seed

    def check_number(self, most: int | None) -> None:
        """Note whether more solutions are listed than were asked for."""
        if most is not None and len(self.solutions or ()) > most:
            self.findings.wrong("solutions", f"there are {len(self.solutions or ())}, more than the limit of {most}")

    def check_complete(self, *, in_full: bool = False) -> None:
        """Note what the answer says of its being complete; ``in_full``: such answers are."""
        if in_full and not self.complete:
            self.findings.wrong("complete", f"'tiling {self.verb}' answers in full or not at all")
        if "complete" not in self.findings.not_checked:
            words = "nothing was left out" if self.complete else "the answer states that it was cut short"
            self.findings.right("complete", words)


def rule(look: Callable[[PuzzleCase], None]) -> Rule:
    """Make a rule of a function."""

    @wraps(look)
    def judge(case: Case) -> None:
        case.asked.text("engine")
        own = PuzzleCase(**vars(case))
        stated = asked_puzzle(case.asked, may_be_solutions=case.verb == "show")
        if stated is None:
            # They are in the puzzle of the answer, which then is the question.
            [case.asked.has(name) for name in PUZZLE]
        if stated is None or stated.to_text() == own.puzzle.to_text():
            case.findings.right("puzzle", "the question")
        else:
            case.findings.wrong("puzzle", "is not the puzzle that the parameters of the answer ask about")
        if own.solutions is not None:
            check_solutions(own.puzzle, own.solutions, own.found, twice="seed" in case.answer)
        look(own)
        case.findings.verdict(case.answer, _verdict(own))

    return judge


def _verdict(case: PuzzleCase) -> str:
    """What the other claims come to: found, none or unknown."""
    if case.verb == "takeapart":
        return "found" if case.whole("apart") else "none"
    if case.solutions:
        return "found"
    if case.solutions is None:
        return "none" if case.answer.get("count") == 0 or case.answer.get("reason") else "found"
    return "none" if case.complete else "unknown"
