"""Is all that an answer says of a puzzle right? Solutions by the independent checker, the rest by another engine.

Each verb has a method that says what is done about its claims; what none looks at is reported as not checked.
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any

from shapewright.claims import Budget, flag, listed, read_answers, text, whole
from shapewright.errors import LimitError, NotationError, StoppedError, quote
from shapewright.tiling.apart.claims import check_disassemblies
from shapewright.tiling.apart.survey import none_apart
from shapewright.tiling.count import count
from shapewright.tiling.covers.reason import forced, unknown
from shapewright.tiling.covers.reason import why_none as why_no_cover
from shapewright.tiling.daily import KINDS, puzzle_of
from shapewright.tiling.engines import ENGINES
from shapewright.tiling.estimate import PROBES, estimate
from shapewright.tiling.instance import Cover
from shapewright.tiling.notation.answers import asked_problem, choice_from_json, puzzle_facts, puzzle_from_text
from shapewright.tiling.notation.records import solutions_from_json
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.words import sentence
from shapewright.tiling.random import sample
from shapewright.tiling.recount import recount, second_engine
from shapewright.tiling.sets.claims import check_set
from shapewright.tiling.solution import Solution
from shapewright.tiling.solve import solve
from shapewright.tiling.symmetric import NONE_SYMMETRIC
from shapewright.tiling.symmetry import canonical, symmetries
from shapewright.tiling.verdict import Verdict, check_solutions, same_solution, tiles_of
from shapewright.tiling.verify_cheapest import judge_cheapest
from shapewright.tiling.verify_made import check_made
from shapewright.tiling.verify_symmetry import by_symmetry_again, different, is_symmetric

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from shapewright.jobs.statistics import Report, Statistics
    from shapewright.tiling.notation.answers import Choice, Puzzle

__all__ = ["Verdict", "check_solutions", "verify", "verify_given"]

# How an answer was found is no claim about the puzzle.
HOW = ("engine", "nodes")

# What a glance says of the number of tilings: all, a bound, and up to symmetry.
_NUMBERS = ("count", "more_than", "up_to_symmetry")

# What an answer of each verb must have; without one of them it is malformed.
NEEDED = {
    "solve": ("complete", "solutions", "puzzle"),
    "list": ("complete", "solutions", "puzzle"),
    "random": ("complete", "solutions", "puzzle", "seed"),
    "unique": ("complete", "solutions", "puzzle", "unique"),
    "explain": ("complete", "solutions", "proof", "puzzle", "verdict", "reason"),
    "estimate": ("complete", "estimate", "puzzle"),
    "glance": ("complete", "count", "more_than", "up_to_symmetry", "solution", "puzzle", "verdict", "reason"),
    "count": ("complete", "count", "up_to_symmetry", "rotations_only", "puzzle"),
    "takeapart": ("complete", "assemblies", "apart", "rotations_only", "lift", "solutions", "puzzle"),
    "show": ("complete", "puzzle"),
    "daily": ("complete", "count", "puzzle"),
    "set": ("complete", "count", "puzzle"),
    "make": ("complete", "puzzles", "seed", "puzzle"),
    "cheapest": ("complete", "status", "bound", "solutions", "puzzle"),
}


def verify(answer: Mapping[str, Any] | str, *, time_limit: float | None = None, threads: int | None = None) -> Verdict:
    """Check every claim of ``answer``, what a command prints with ``--json`` (or its text), or recompute it.

    ``time_limit`` are the seconds for what has to be recomputed (60 unless given); what takes longer is not checked.

    >>> verify({"puzzle": "board 4x1\\npieces 2*I2", "count": 1}).valid
    True
    >>> verify({"puzzle": "board 4x1\\npieces 2*I2", "count": 2}).valid
    False

    Raises ``NotationError`` (or another ``ShapewrightError``) for what is not an answer, or a malformed one.
    """
    answers = read_answers(answer)
    if len(answers) != 1:
        raise NotationError(f"there are {len(answers)} answers; expected one")
    return _Answer(answers[0][1], Budget(time_limit), threads).judge()


def verify_given(
    puzzle: Puzzle,
    solutions: Sequence[Solution | Choice] | None,
    *,
    recounted: bool = False,
    up_to_symmetry: bool = False,
    rotations_only: bool = False,
    engine: str = "auto",
    time_limit: float | None = None,
    threads: int | None = None,
    report: Report | None = None,
) -> Verdict:
    """Check solutions that stand beside their puzzle; with ``recounted`` count all there are by two engines, too.

    Raises ``StoppedError`` when the first count takes longer than ``time_limit`` (seconds).
    """
    budget = Budget(time_limit)
    found = Verdict()
    if solutions is not None:
        check_solutions(puzzle, solutions, found)
    if not recounted:
        return found
    seen: list[Statistics] = []
    if isinstance(puzzle, Problem):
        number = count(
            puzzle,
            up_to_symmetry=up_to_symmetry,
            rotations_only=rotations_only,
            engine=engine,
            threads=threads,
            time_limit=time_limit,
            report=seen.append,
        )
    else:
        number = puzzle.count(engine=engine, threads=threads, time_limit=time_limit, report=seen.append)
    if report is not None:
        report(seen[0])
    again = recount(
        puzzle,
        number,
        f"{seen[0].engine} {engine}",
        budget,
        up_to_symmetry=up_to_symmetry,
        rotations_only=rotations_only,
        threads=threads,
        report=report,
    )
    found.note_counts("count", (seen[0].engine, number), again, budget)
    return found


class _Answer:
    """One answer and what is found out about it."""

    def __init__(self, data: Mapping[str, Any], budget: Budget, threads: int | None) -> None:
        self.data = data
        self.budget = budget
        self.threads = threads
        self.found = Verdict()
        command = data.get("command")
        self.verb = command.partition(" ")[2] if isinstance(command, str) and command.startswith("tiling ") else ""
        puzzle = puzzle_from_text(text(data, "puzzle"))
        for key in (*NEEDED.get(self.verb, ()), *(("parameters",) if self.verb else ())):
            if key not in data:
                raise NotationError(f"it has no {key!r}, which every answer of 'tiling {self.verb}' has")
        parameters = data.get("parameters", {})
        if not isinstance(parameters, dict):
            raise NotationError("its 'parameters' are not an object")
        self.parameters = parameters
        self.puzzle = puzzle
        self.symmetric, self.rotations = self._symmetry()
        self.only_symmetric = flag(self.parameters, "symmetric", default=False)
        self.solutions = self._read_solutions() if "solutions" in data or self.verb == "glance" else None
        if "nodes" in data:
            whole(data, "nodes")
        self.complete = flag(data, "complete") if "complete" in data else False

    def _symmetry(self) -> tuple[bool, bool]:
        rotations = flag(self.parameters, "rotations_only", default=False)
        symmetric = flag(self.parameters, "up_to_symmetry", default=False) or rotations
        if "up_to_symmetry" in self.data and not self.parameters:  # made by another program, perhaps
            rotations = flag(self.data, "rotations_only", default=False)
            symmetric = flag(self.data, "up_to_symmetry") or rotations
        return symmetric, rotations

    def _read_solutions(self) -> list[Solution | Choice]:
        if self.verb == "glance":
            records = [] if self.data["solution"] is None else [self.data["solution"]]
        else:
            records = listed(self.data, "solutions")
        if not isinstance(self.puzzle, Problem):
            for record in records:
                keys = ("options", "cost") if self.verb == "cheapest" else ("options",)
                self.found.known("solutions", record if isinstance(record, dict) else {}, keys)
            return [choice_from_json(record) for record in records]
        problem = self.puzzle
        found = solutions_from_json({"solutions": records}, "the JSON")
        for record in records:
            if isinstance(record, dict):
                more = ("disassembly",) if self.verb == "takeapart" else ()
                self.found.known("solutions", record, ("placements", *more))
            for placement in record["placements"] if isinstance(record, dict) else record:
                self.found.known("solutions", placement, ("piece", "cells"))
        return [Solution(problem, placements) for placements in found]

    def judge(self) -> Verdict:
        """Look at everything."""
        self._question()
        if self.solutions is not None:
            check_solutions(self.puzzle, self.solutions, self.found, twice="seed" in self.data)
        rules: dict[str, Callable[[], None]] = {
            "solve": self._solve,
            "list": self._list,
            "random": self._random,
            "unique": self._unique,
            "explain": self._explain,
            "glance": self._glance,
            "count": self._count,
            "takeapart": self._takeapart,
            "estimate": self._estimate,
            "show": self._show,
            "daily": self._daily,
            "set": self._set,
            "make": self._make,
            "cheapest": self._cheapest,
        }
        rules.get(self.verb, self._any)()
        self.found.verdict(self.data, self._verdict())
        self.found.finish(self.data, HOW)
        return self.found

    def _verdict(self) -> str:
        """What the other claims come to: found, none or unknown."""
        if self.verb == "takeapart":
            return "found" if whole(self.data, "apart") else "none"
        if self.solutions:
            return "found"
        if self.solutions is None:
            is_none = self.data.get("count") == 0 or bool(self.data.get("reason"))
            return "none" if is_none else "found"
        return "none" if self.complete else "unknown"

    def _question(self) -> None:
        """The puzzle of the answer is the one that its parameters ask about."""
        asked = asked_problem(self.parameters)
        if asked is None or asked.to_text() == self.puzzle.to_text():
            self.found.right("puzzle", "the question")
        else:
            self.found.wrong("puzzle", "is not the puzzle that the parameters of the answer ask about")

    def _solve(self) -> None:
        assert self.solutions is not None
        if len(self.solutions) > 1:
            self.found.wrong("solutions", f"there are {len(self.solutions)}, and one was asked for")
        self._only_symmetric()
        if self.complete and not self.solutions:
            self._counted("complete", 0)
        self._says_complete()
        self._reason()

    def _list(self) -> None:
        assert self.solutions is not None
        limit = None if self.parameters.get("limit") is None else whole(self.parameters, "limit")
        if limit is not None and len(self.solutions) > limit:
            self.found.wrong("solutions", f"there are {len(self.solutions)}, more than the limit of {limit}")
        self._told_apart()
        self._only_symmetric()
        if self.complete and (limit != 1 or not self.solutions):
            self._counted("complete", len(self.solutions))
        self._says_complete()
        self._reason()

    def _only_symmetric(self) -> None:
        """Only tilings with a symmetry, if only those were asked for."""
        if (
            not self.only_symmetric
            or not self.solutions
            or any(one["claim"] == "solutions" for one in self.found.faults)
        ):
            return
        if not isinstance(self.puzzle, Problem):
            self.found.wrong("solutions", "an exact cover without a board has no symmetries")
            return
        group = different(self.puzzle, symmetries(self.puzzle, rotations_only=self.rotations))
        for number, solution in enumerate(self.solutions, start=1):
            assert isinstance(solution, Solution)
            if not is_symmetric(self.puzzle, solution, group):
                self.found.wrong("solutions", "no symmetry leaves it as it is", solution=number)

    def _random(self) -> None:
        assert self.solutions is not None
        seed = whole(self.data, "seed")
        if self.parameters.get("seed") is not None:
            self.found.compare("seed", seed, self.parameters["seed"], "the parameters of the answer")
        limit = 1 if self.parameters.get("limit") is None else whole(self.parameters, "limit")
        if len(self.solutions) > limit:
            self.found.wrong("solutions", f"there are {len(self.solutions)}, more than the limit of {limit}")
        if self.complete and not self.solutions:
            self._counted("complete", 0)
            self.found.right("seed", "nothing can be drawn")
        elif not 0 <= seed < 1 << 64 or limit < 1:
            self.found.wrong("seed", f"nothing is drawn by the seed {seed} and the limit {limit}")
        else:
            self._drawn_again(seed, limit)
        self._says_complete()
        self._reason()

    def _drawn_again(self, seed: int, limit: int) -> None:
        """The seed gives these tilings: they are drawn once more."""
        assert self.solutions is not None
        seen: list[Statistics] = []
        number = limit if self.complete else len(self.solutions)
        how: dict[str, Any] = {
            "limit": number, "seed": seed, "time_limit": self.budget.left(), "report": seen.append,
        }  # fmt: skip
        puzzle, drawn = self.puzzle, list[Any]()
        try:
            if isinstance(puzzle, Problem):
                drawn += sample(puzzle, **how)
            else:
                drawn += map(puzzle.chosen, puzzle.sample(**how))
        except (StoppedError, LimitError):
            self.found.unchecked("seed", self.budget.reason)
            return
        if [same_solution(puzzle, one) for one in drawn] == [self._tiles_of(one) for one in self.solutions]:
            self.found.right("seed", "the tilings were drawn again")
        elif "engine" in self.data and seen[0].engine != self.data["engine"]:
            self.found.unchecked("seed", "this machine draws with another engine")
        else:
            self.found.wrong("seed", "draws other tilings than these")

    def _tiles_of(self, solution: Solution | Choice) -> object:
        try:
            return same_solution(self.puzzle, solution)
        except KeyError:  # a piece that is none of the puzzle's
            return None

    def _cheapest(self) -> None:
        if isinstance(self.puzzle, Problem):
            raise NotationError("its puzzle is a board, and 'tiling cheapest' takes exact covers (DLX) alone")
        limit = 1 if self.parameters.get("limit") is None else whole(self.parameters, "limit")
        judge_cheapest(self.puzzle, self.data, limit, complete=self.complete, found=self.found, budget=self.budget)
        self._says_complete()
        if self.complete or self.solutions or self.data.get("reason") is None:
            self._reason()
        else:
            self.found.unchecked("reason", "it reports how far a search came, which depended on time alone")

    def _unique(self) -> None:
        assert self.solutions is not None
        number, unique = len(self.solutions), flag(self.data, "unique")
        self._told_apart()
        if number > 2 or unique != (number == 1):
            self.found.wrong("unique", f"{str(unique).lower()} does not go with {number} solutions")
        elif number == 0:
            self._counted("unique", 0)
        elif number == 2:
            self.found.right("unique", "two solutions are listed")
        else:
            self._only_one()
        self._says_complete()
        self._reason()

    def _only_one(self) -> None:
        """That there is no second solution, by another engine."""
        engine = second_engine(_engine(self.data.get("engine")))
        left = self.budget.left()
        try:
            if isinstance(self.puzzle, Problem):
                number = sum(
                    1
                    for _ in solve(
                        self.puzzle,
                        up_to_symmetry=self.symmetric,
                        rotations_only=self.rotations,
                        limit=2,
                        time_limit=left,
                        engine=engine,
                    )
                )
            else:
                number = sum(1 for _ in self.puzzle.solve(limit=2, time_limit=left, engine=engine))
        except (StoppedError, LimitError):
            self.found.unchecked("unique", self.budget.reason)
            return
        self.found.compare("unique", True, number == 1, f"by the engine {engine}")

    def _explain(self) -> None:
        assert self.solutions is not None
        if len(self.solutions) > 1:
            self.found.wrong("solutions", f"there are {len(self.solutions)}, and one is enough")
        proof = self._proof()
        if self.complete and not self.solutions and proof is None:
            self._counted("complete", 0)
        elif self.solutions and not self.complete:
            self.found.wrong("complete", "a tiling is listed, so nothing was left out")
        self._says_complete()
        if proof is None:
            self._reason()
        else:
            assert isinstance(self.puzzle, Problem)
            self.found.compare("reason", self.data["reason"], sentence(self.puzzle, proof), "the proof")

    def _proof(self) -> Proof | None:
        """The proof that there is no tiling, if there is one and it is right: its numbers are added up."""
        if self.data["proof"] is None:
            self.found.right("proof", "not stated")
            return None
        if not isinstance(self.puzzle, Problem):
            self.found.wrong("proof", "numbers on cells need a board")
            return None
        proof = Proof.from_json(self.data["proof"])
        wrong = fault(self.puzzle, proof)
        if wrong is None and self.solutions:
            wrong = "there is a solution"
        if wrong is not None:
            self.found.wrong("proof", wrong)
            return None
        self.found.right("proof", "its numbers were added up")
        return proof

    def _count(self) -> None:
        for key, asked in (("up_to_symmetry", self.symmetric), ("rotations_only", self.rotations)):
            self.found.compare(key, self.data[key], asked, "the parameters of the answer")
        self._counted("count", whole(self.data, "count"))
        if "by_symmetry" in self.data:
            self._by_symmetry()
        self._says_complete()
        self._reason()

    def _make(self) -> None:
        if not isinstance(self.puzzle, Problem):
            raise NotationError("a puzzle is made of a board and pieces, not of an exact cover")
        check_made(self.data, self.parameters, self.puzzle, self.found, self.budget)
        self._says_complete()

    def _takeapart(self) -> None:
        if not isinstance(self.puzzle, Problem):
            raise NotationError("an exact cover without a board has nothing to be taken apart")
        solutions = [one for one in self.solutions or () if isinstance(one, Solution)]
        check_disassemblies(self.data, self.parameters, solutions, self.puzzle, self.found, self.budget, self.threads)
        self.symmetric = True
        self.rotations = flag(self.parameters, "rotations_only", default=False)
        self._told_apart()
        number = whole(self.data, "assemblies")
        if "reason" in self.found.not_checked:
            return
        if number:
            stated = self.data.get("reason")
            self.found.compare("reason", stated, None if self.data["apart"] else none_apart(number))
        else:
            self._reason()

    def _by_symmetry(self) -> None:
        """The numbers of each order of symmetry; what its types are called is not looked at."""
        if not isinstance(self.puzzle, Problem):
            raise NotationError("it has 'by_symmetry', and its puzzle has no board")
        sums: dict[int, list[int]] = {}
        for row in listed(self.data, "by_symmetry"):
            self.found.known("by_symmetry", row, ("name", "order", "count", "up_to_symmetry"))
            order, number, classes = (whole(row, key) for key in ("order", "count", "up_to_symmetry"))
            if number or classes:
                every = sums.setdefault(order, [0, 0])
                every[0] += number
                every[1] += classes
        stated = [{"order": k, "count": n, "up_to_symmetry": c} for k, (n, c) in sorted(sums.items())]
        total = sum(row["up_to_symmetry" if self.symmetric else "count"] for row in stated)
        if total != self.data["count"]:
            self.found.wrong("by_symmetry", f"the types have {total} tilings together, and 'count' is another number")
            return
        engine = _engine(self.data.get("engine"))
        again = by_symmetry_again(
            self.puzzle, total, engine, self.budget, rotations_only=self.rotations, threads=self.threads
        )
        if again is None:
            self.found.unchecked("by_symmetry", self.budget.reason)
        else:
            self.found.compare("by_symmetry", stated, again, "by listing or by another engine")

    def _glance(self) -> None:
        """Two numbers, or a bound, beside the solution; a bound is looked at by counting."""
        if not any(one["claim"] == "solutions" for one in self.found.faults):
            self.found.right(
                "solution", "replayed by the rules alone" if self.solutions else "there is no solution to replay"
            )
        count, bound, classes = (None if self.data[key] is None else whole(self.data, key) for key in _NUMBERS)
        if (count is None) == self.complete:
            self.found.wrong("complete", "does not go with the count")
        if count is not None:
            self._counted("count", count)
            if (count > 0) != bool(self.solutions):
                self.found.wrong("count", f"{count} does not go with the solution")
        else:
            self.found.right("count", "not stated")
        if classes is None:
            self.found.right("up_to_symmetry", "not stated")
        else:
            self.symmetric = isinstance(self.puzzle, Problem)
            self._counted("up_to_symmetry", classes)
        self._more_than(count, bound)
        self._says_complete()
        if self.complete or self.solutions or self.data["reason"] is None:
            self._reason()
        else:
            self.found.unchecked("reason", "it reports how far a search came, which depended on time alone")

    def _more_than(self, count: int | None, bound: int | None) -> None:
        if bound is None and (count is not None or not self.solutions):
            self.found.right("more_than", "not stated")
        elif bound is None or count is not None or not self.solutions:
            self.found.wrong("more_than", "goes with a solution without a count, and with nothing else")
        elif bound < 1:
            self.found.right("more_than", "there is a solution")
        else:
            try:
                is_so = self._number() > bound
            except (StoppedError, LimitError):
                self.found.unchecked("more_than", self.budget.reason)
                return
            if is_so:
                self.found.right("more_than", "counted")
            else:
                self.found.wrong("more_than", "there are fewer")

    def _number(self) -> int:
        if isinstance(self.puzzle, Problem):
            return count(self.puzzle, threads=self.threads, time_limit=self.budget.left())
        return self.puzzle.count(threads=self.threads, time_limit=self.budget.left())

    def _estimate(self) -> None:
        """The same dives again; those that time has cut short are not the same another time."""
        self._says_complete()
        if not self.complete:
            self.found.unchecked("estimate", "a time limit ended it, and would not end it at the same dive again")
            return
        stated = self.data["estimate"]
        probes = PROBES if self.parameters.get("probes") is None else whole(self.parameters, "probes")
        engine = text(self.parameters, "engine") if "engine" in self.parameters else "auto"
        seed = whole(self.parameters, "seed")
        try:
            again = estimate(self.puzzle, seed=seed, probes=probes, engine=engine, time_limit=self.budget.left())
        except StoppedError:
            self.found.unchecked("estimate", self.budget.reason)
            return
        self.found.compare("estimate", stated, again.to_json(), "by the same dives")
        self.found.compare("reason", self.data.get("reason"), again.reason or None, "by the same dives")

    def _show(self) -> None:
        facts = puzzle_facts(self.puzzle)
        if self.solutions is None:
            for key, fact in facts.items():
                self.found.compare(key, self.data.get(key), fact, "in the puzzle")
        self._says_complete()

    def _daily(self) -> None:
        """The day has this puzzle, and the puzzle has so many tilings."""
        stated = text(self.parameters, "date")
        kind = text(self.parameters, "kind") if "kind" in self.parameters else KINDS[0]
        try:
            day = date.fromisoformat(stated)
        except ValueError:
            raise NotationError(f"the parameter 'date' is not a day: {quote(stated)}") from None
        if kind not in KINDS:
            raise NotationError(f"the parameter 'kind' is not one of {', '.join(KINDS)}: {quote(kind)}")
        if puzzle_of(day, kind).to_text() != self.data["puzzle"]:
            self.found.wrong("puzzle", f"is not the puzzle of {stated}")
        self._counted("count", whole(self.data, "count"))
        self._show()

    def _set(self) -> None:
        """How many solutions have the properties asked for, and those that are shown."""
        whole(self.data, "count")
        if "seed" in self.data:
            whole(self.data, "seed")
        for key in ("limit", "random"):
            most = None if self.parameters.get(key) is None else whole(self.parameters, key)
            if self.solutions is not None and most is not None and len(self.solutions) > most:
                self.found.wrong("solutions", f"there are {len(self.solutions)}, more than the limit of {most}")
        check_set(self.data, self.parameters, self.puzzle, self.solutions, self.found, self.budget)
        self._says_complete()

    def _any(self) -> None:
        """What has no command: solutions, and perhaps how many there are."""
        if self.data.get("count") is not None:
            self._counted("count", whole(self.data, "count"))
        elif self.complete and self.solutions == []:
            self._counted("complete", 0)
        if self.solutions is None and "count" not in self.data:
            raise NotationError("it has neither 'solutions' nor a 'count'")
        for key in ("up_to_symmetry", "rotations_only"):
            if key in self.data:
                self.found.right(key, "the question")
        if "complete" in self.data and not (self.complete and self.solutions):
            self._says_complete()

    def _says_complete(self) -> None:
        words = "nothing was left out" if self.complete else "the answer states that it was cut short"
        if "complete" not in self.found.not_checked:
            self.found.right("complete", words)

    def _told_apart(self) -> None:
        """Up to symmetry no two of the solutions may be the same."""
        if not self.symmetric or any(one["claim"] == "solutions" for one in self.found.faults):
            return
        if not isinstance(self.puzzle, Problem):
            self.found.wrong("solutions", "an exact cover without a board has no symmetries")
            return
        group = symmetries(self.puzzle, rotations_only=self.rotations)
        seen: dict[object, int] = {}
        for number, solution in enumerate(self.solutions or (), start=1):
            assert isinstance(solution, Solution)
            earlier = seen.setdefault(canonical(tiles_of(self.puzzle, solution), group), number)
            if earlier != number:
                kind = "a rotation" if self.rotations else "a rotation or reflection"
                self.found.wrong("solutions", f"is {kind} of solution {earlier}", solution=number)

    def _counted(self, key: str, stated: int) -> None:
        """How many solutions there are, by another engine."""
        engine = _engine(self.data.get("engine"))
        if stated < 0:
            self.found.wrong(key, "a count is not negative")
            return
        if self.only_symmetric and isinstance(self.puzzle, Problem):
            self._symmetric_counted(key, stated, engine, self.puzzle)
            return
        again = recount(
            self.puzzle,
            stated,
            engine,
            self.budget,
            up_to_symmetry=self.symmetric,
            rotations_only=self.rotations,
            threads=self.threads,
        )
        self.found.note_counts(key, (engine, stated), again, self.budget)

    def _symmetric_counted(self, key: str, stated: int, engine: str, problem: Problem) -> None:
        """How many symmetric solutions there are."""
        try:
            total = count(problem, threads=self.threads, time_limit=self.budget.left())
        except (StoppedError, LimitError):
            self.found.unchecked(key, self.budget.reason)
            return
        rows = by_symmetry_again(problem, total, engine, self.budget, rotations_only=self.rotations)
        if rows is None:
            self.found.unchecked(key, self.budget.reason)
            return
        which = "up_to_symmetry" if self.symmetric else "count"
        number = sum(row[which] for row in rows if row["order"] > 1)
        self.found.compare(key, stated, number, "by listing or by another engine")

    def _reason(self) -> None:
        """The reason why there is no solution is the one that is found once more."""
        none = self.complete and not self.solutions and self.data.get("count", 0) == 0
        if self.data.get("reason") is None:
            if none:
                raise NotationError("it has no solutions and no 'reason'")
            return
        stated = text(self.data, "reason")
        try:
            reasons = self._reasons()
        except LimitError as error:
            self.found.unchecked("reason", str(error))
            return
        if any(_without_effort(stated) == _without_effort(one) for one in reasons) and self._same_effort(stated):
            self.found.right("reason", "found again")
        else:
            self.found.wrong("reason", f"is not the reason that is found: {reasons[0]}")

    def _same_effort(self, stated: str) -> bool:
        """Whether the nodes in a reason are those of the answer."""
        nodes = self.data.get("nodes")
        told = re.search(r"\b([0-9]+) nodes?\b", stated)
        return told is None or type(nodes) is not int or int(told[1]) == nodes

    def _reasons(self) -> list[str]:
        if self.solutions or self.data.get("count"):
            return ["there is a solution, so there is no reason"]
        if not isinstance(self.puzzle, Problem):
            steps = forced(self.puzzle) if self.verb == "explain" else ""
            return [steps] if steps else [why_no_cover(self.puzzle, 0) if self.complete else unknown(0, 0.0)]
        refutation = Cover.of(self.puzzle).refutation()
        if refutation is not None:
            return [refutation.sentence]
        if self.only_symmetric and self.complete:
            return [NONE_SYMMETRIC]
        start = "neither areas nor colourings forbid a tiling, "
        if not self.complete:
            return [start + "and 0 nodes of a search in 0.0 s have not found one"]
        if self.verb == "explain":
            return [start + "but a search of all 0 nodes found none"]
        return [start + "but an exhaustive search of 0 nodes found none"]


def _without_effort(reason: str) -> str:
    """A reason without the nodes and seconds of the search that is its proof."""
    return re.sub(r"\b[0-9.]+ s\b", "0 s", re.sub(r"\b[0-9]+ nodes?\b", "0 nodes", reason))


def _engine(name: object) -> str:
    """The name of the engine, or of several, if they are ours: a file may say anything."""
    known = isinstance(name, str) and set(name.split(" + ")) <= {*ENGINES, "invariants"}
    return str(name) if known else "stated"
