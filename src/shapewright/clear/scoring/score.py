"""What perfect clears send: the best of all solutions of a queue, its mean over a pattern, and given solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Unpack

from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import Field
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.kicks import Kicks
from shapewright.clear.paths.path import Path
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.problem import Game, Problem, read_kicks
from shapewright.clear.queue import Queue
from shapewright.clear.scoring.queues import QueueScores, Step, best_solutions
from shapewright.clear.scoring.table import LINES, AttackTable, Chain, attack_table
from shapewright.clear.solution import Solution
from shapewright.clear.spins import spins
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress

MAX_QUEUES = 5_000_000
"""No more queues are scored at once: all of a bag and four pieces more."""


@dataclass(frozen=True)
class Score:
    """What a solution sends in all, and at each of its placements."""

    solution: Solution
    table: AttackTable
    start: Chain
    steps: tuple[Step, ...]

    @property
    def total(self) -> int:
        """What all placements send together."""
        return sum([step.sent for step in self.steps])

    def lines(self) -> Iterator[str]:
        """A line for each placement that clears, spins or sends: its number, piece, what it is, and what it sends."""
        before = self.start
        for number, (step, frame) in enumerate(zip(self.steps, self.solution.frames(), strict=True), 1):
            words = words_of(self.table, step, before, perfect=not frame.after.rows)
            if words:
                yield f"{number:>2} {step.placement.piece}  {words}: {step.sent}"
            before = step.after

    @property
    def is_perfect(self) -> bool:
        """Whether nothing is left at the end."""
        *_, last = self.solution.frames()
        return not last.after.rows


@dataclass(frozen=True)
class Scores:
    """The most that each queue of a pattern can send with a perfect clear, in order; None where it has none."""

    setup: Setup
    table: AttackTable
    start: Chain
    queues: Queues = field(repr=False)
    values: tuple[int | None, ...] = field(repr=False)
    _scores: QueueScores = field(repr=False, compare=False)

    @property
    def solved(self) -> int:
        """How many queues have a perfect clear."""
        return len(self.values) - self.values.count(None)

    @property
    def total(self) -> int:
        """What all queues send together."""
        return sum([value for value in self.values if value is not None])

    @property
    def average(self) -> float:
        """The mean over the queues that have a perfect clear; 0 if none has."""
        return self.total / self.solved if self.solved else 0.0

    @property
    def average_of_all(self) -> float:
        """The mean over all queues, where those without a perfect clear send nothing."""
        return self.total / len(self.values) if self.values else 0.0

    def __str__(self) -> str:
        return f"{self.average:.4f} {self.table.unit} on average"

    def distribution(self) -> dict[int, int]:
        """How many queues send how much at best, most first."""
        return dict(sorted(Counter([value for value in self.values if value is not None]).items(), reverse=True))

    def each(self) -> Iterator[tuple[str, int | None]]:
        """Every queue with the most that it can send."""
        return zip(self.queues, self.values, strict=True)

    def failing(self) -> Iterator[str]:
        """The queues without a perfect clear."""
        return (queue for queue, value in self.each() if value is None)

    def best(self, queue: str) -> Score | None:
        """A solution of one of the queues that sends the most; None if it has none."""
        setup, asked = self.setup, Queue.from_text(queue)
        problem = Problem(setup.start, asked, setup.height, setup.kicks, setup.drop, setup.hold)
        return _best_of(problem, self._scores)

    def solutions(
        self, *, time_limit: float | None = None, progress: bool | Callable[[Progress], None] | None = None
    ) -> Path:
        """All unique solutions that are the best one of some queue, each with the queues that it is best for.

        The minimal set of this path is the fewest solutions by which every queue keeps its best score.

        >>> found = score("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "*p5", table="tetrio-s2").solutions()
        >>> len(found), found.solved, len(found.minimal())
        (104, 1776, 54)

        Raises ``StoppedError`` when the time limit (seconds) is reached.
        """
        return best_solutions(self.setup, self.table, self.start, self.values, Clock(time_limit), progress)


def score(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    table: AttackTable | str = "guideline",
    combo: int = 0,
    back_to_back: int = 0,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
    **game: Unpack[Game],
) -> Scores:
    """The most that each queue of ``pattern`` can send while it clears ``height`` rows (4, if not given) of ``field``.

    The best of all solutions is taken, in every order that hold allows; a player who knows the whole queue is meant.
    ``table`` is the name of a table of attacks (see :mod:`shapewright.clear.scoring.table`), or a ``.toml`` file.
    ``combo`` is the number of clears directly before, ``back_to_back`` that of difficult clears in a row.

    >>> scores = score("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "*p5", table="tetrio-s2")
    >>> scores.solved, round(scores.average, 4), scores.distribution()
    (1776, 7.4595, {9: 252, 8: 588, 7: 660, 6: 276})

    Otherwise as :func:`shapewright.clear.percent`. Raises ``LimitError`` beforehand for too many queues, or if memory
    does not suffice, ``StoppedError`` when the time limit (seconds) is reached, or the byte ``stop`` is set.
    """
    setup = Setup.asked(field, pattern, height, game)
    clock, start = Clock(time_limit, stop), _chain(combo, back_to_back)
    chosen = attack_table(table)
    number = len(Queues.of(setup.pattern, setup.length))
    if number > MAX_QUEUES:
        raise LimitError(
            f"the pattern has {number:,} queues, more than the limit of {MAX_QUEUES:,} for scores; try a narrower "
            "pattern"
        )
    graph = setup.graph(clock=clock, progress=progress)
    found = QueueScores(graph, chosen, start, clock, progress)
    return Scores(setup, chosen, start, graph.queues, found.values, found)


def best_score(
    field: Problem | Field | str,
    queue: Queue | str = "",
    height: int | None = None,
    *,
    table: AttackTable | str = "guideline",
    combo: int = 0,
    back_to_back: int = 0,
    time_limit: float | None = None,
    **game: Unpack[Game],
) -> Score | None:
    """A perfect clear of a queue that sends the most, or None if there is none; otherwise as :func:`score`.

    As with :func:`shapewright.clear.solve`, it has ``height`` lines or as few as the queue allows.

    >>> found = best_score("XXXXXX____/XXXXXX____/XXXXXX____/XXXXXX____", "LJOI", table="jstris")
    >>> found.total
    12
    """
    problem = field if isinstance(field, Problem) else Problem.of(field, queue, height=height, **game)
    short = problem.shortage()
    if short is not None:
        raise ProblemError(short)
    clock, start, chosen = Clock(time_limit), _chain(combo, back_to_back), attack_table(table)
    queue_alone = read_pattern(",".join(problem.sequence))
    for lines in problem.heights:
        setup = Setup(problem.start, queue_alone, lines, problem.kicks, problem.drop, problem.hold)
        scores = QueueScores(setup.graph(clock=clock), chosen, start, clock)
        found = _best_of(problem, scores)
        if found is not None:
            return found
    return None


def score_solution(
    solution: Solution,
    *,
    table: AttackTable | str = "guideline",
    combo: int = 0,
    back_to_back: int = 0,
    kicks: Kicks | str | None = None,
    drop: Drop | None = None,
) -> Score:
    """What a given solution sends, which need not be a perfect clear.

    Where a placement can lock with a spin and without, that is chosen which sends the most in all. ``kicks`` and
    ``drop`` are those of the solution, unless they are given.

    Raises ``ProblemError`` if a placement cannot be made by these rules.
    """
    chosen, start = attack_table(table), _chain(combo, back_to_back)
    system = read_kicks(solution.kicks if kicks is None else kicks)
    how = solution.drop if drop is None else check_drop(drop)
    solution = replace(solution, kicks=system, drop=how)
    best: dict[Chain, tuple[int, tuple[Step, ...]]] = {start: (0, ())}
    for number, frame in enumerate(solution.frames(), 1):
        outcomes = spins(frame.before, frame.placement, kicks=system, rule=chosen.spins, drop=how)
        if not outcomes:
            raise ProblemError(
                f"placement {number}, {frame.placement}, cannot be reached with kicks {system} and drop {how}"
            )
        found: dict[Chain, tuple[int, tuple[Step, ...]]] = {}
        lines = len(frame.full)
        for before, (total, steps) in best.items():
            for spin in sorted(outcomes):
                sent, after = chosen.play(lines, spin, before, perfect=not frame.after.rows)
                if after not in found or found[after][0] < total + sent:
                    found[after] = (total + sent, (*steps, Step(frame.placement, lines, spin, sent, after)))
        best = found
    return Score(solution, chosen, start, max(best.values(), key=lambda each: each[0])[1])


def words_of(table: AttackTable, step: Step, before: Chain, *, perfect: bool) -> str:
    """What a placement is, in the words of players; nothing for one that neither clears nor spins.

    >>> from shapewright.clear.piece import Placement
    >>> step = Step(Placement("T", "S", 4, 1), 2, "full", 5, Chain(2, 2))
    >>> words_of(attack_table("guideline"), step, Chain(1, 1), perfect=False)
    'T-spin double, back-to-back, combo 1'
    """
    if not step.lines and step.spin == "none":
        return ""
    spin = {"none": "", "mini": f"{step.placement.piece}-spin mini ", "full": f"{step.placement.piece}-spin "}
    words = [(spin[step.spin] + (LINES[step.lines] if step.lines else "")).strip()]
    if perfect:
        words.append("perfect clear")
    if step.after.back_to_back > 1 and step.lines:
        words.append("back-to-back")
    if not step.after.back_to_back and before.back_to_back > 1:
        words.append(f"back-to-back {before.back_to_back - 1} ends")
    if step.after.combo > 1:
        words.append(f"combo {step.after.combo - 1}")
    return ", ".join(words)


def _best_of(problem: Problem, scores: QueueScores) -> Score | None:
    steps = scores.best(problem.sequence, problem.start.bits)
    if not steps:
        return None
    placements = tuple([step.placement for step in steps])
    holds = problem.queue.holds_for([placement.piece for placement in placements], hold=problem.hold)
    game = (problem.kicks, problem.drop, problem.hold)
    solution = Solution(problem.start, problem.queue, placements, holds, *game)
    return Score(solution, scores.table, scores.start, tuple(steps))


def _chain(combo: int, back_to_back: int) -> Chain:
    for name, number in (("combo", combo), ("back-to-back", back_to_back)):
        if number < 0:
            raise ProblemError(f"the {name} at the start must be at least 0, not {number}")
    return Chain(combo, back_to_back)
