"""A book of perfect clears: the shortest decision list that leads every queue to a solution which it can build."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import TYPE_CHECKING, overload

from shapewright.clear.books.decision_list import decision_list
from shapewright.clear.graph.queues import Queues
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.patterns.queue_facts import conditions_of, words_of
from shapewright.errors import LimitError, ProblemError, amount
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.paths.path import Path
    from shapewright.clear.paths.path_solution import PathSolution
    from shapewright.clear.patterns.queue_facts import Condition

__all__ = ["Book", "Rule", "book"]

FACTS = 3
MOST_FACTS = 4
MAX_CONDITIONS = 400_000
MAX_QUEUES = 100_000


@dataclass(frozen=True)
class Rule:
    """If all facts of ``condition`` hold for a queue, it builds ``solution``; ``queues`` queues come to this rule."""

    condition: Condition
    solution: PathSolution
    queues: int

    def holds(self, queue: str) -> bool:
        """Whether the condition holds for the queue; the rules before it are not looked at."""
        return all(fact.holds(queue) for fact in self.condition)

    @property
    def words(self) -> str:
        """The condition in words, such as ``T in the first 3; S before Z``; ``otherwise`` if it always holds."""
        return words_of(self.condition)


@dataclass(frozen=True, repr=False)
class Book(Sequence[Rule]):
    """``rules``, of which the first that holds for a queue names what it builds; no list has fewer than ``bound``.

    That is true of all queues that some solution of the ``path`` serves, and of lists with conditions of at most
    ``facts`` facts. What the rules say of another queue means nothing.
    """

    path: Path
    rules: tuple[Rule, ...]
    bound: int
    facts: int

    @property
    def is_shortest(self) -> bool:
        """Whether it is proven that no list has fewer rules."""
        return len(self.rules) == self.bound

    @property
    def solutions(self) -> tuple[PathSolution, ...]:
        """The solutions to be learned, each once, in the order in which the rules come to them."""
        return tuple({solution.parts: solution for solution in (rule.solution for rule in self.rules)}.values())

    def __len__(self) -> int:
        """The number of rules."""
        return len(self.rules)

    @overload
    def __getitem__(self, place: int) -> Rule: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Rule, ...]: ...
    def __getitem__(self, place: int | slice) -> Rule | tuple[Rule, ...]:
        """One of the rules, or some."""
        return self.rules[place]

    def __repr__(self) -> str:
        proof = "no list is shorter" if self.is_shortest else f"every list has at least {self.bound}"
        return f"<Book: {amount(len(self), 'rule')}, {amount(len(self.solutions), 'solution')}, {proof}>"

    def __str__(self) -> str:
        shown = {id(solution): number for number, solution in enumerate(self.solutions, 1)}
        known = {solution.parts: shown[id(solution)] for solution in self.solutions}
        return "\n".join([f"{rule.words}: solution {known[rule.solution.parts]}" for rule in self.rules])

    def rule_for(self, queue: str) -> Rule:
        """The rule that a queue comes to; only its pieces that count are read.

        Raises ``ProblemError`` for a queue that is not one of the pattern's, or that no solution serves.
        """
        queue = queue[: self.path.counted]
        if not self.path.serving(queue):
            raise ProblemError(f"the queue {queue} is none of those that the book is for")
        return next(rule for rule in self.rules if rule.holds(queue))

    def fumen(self) -> Fumen:
        """A page a rule: the solution, and the condition as its comment."""
        return Fumen(
            tuple(
                [
                    replace(rule.solution.page(), comment=f"{number}. {rule.words}")
                    for number, rule in enumerate(self.rules, 1)
                ]
            )
        )


def book(
    path: Path,
    *,
    facts: int = FACTS,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Book:
    """The shortest decision list for the queues of a ``path``: "if S comes before Z: this solution, else if ...".

    The conditions join up to ``facts`` facts about a queue by "and": which of two pieces comes first, whether a piece
    is among the first so many (:class:`~shapewright.clear.patterns.queue_facts.Fact`). Any of the path's solutions may
    be used. For thousands of queues the search can take minutes; with a time limit the best list so far is the answer.

    >>> from shapewright import clear
    >>> found = clear.path("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> learned = clear.book(found)
    >>> learned
    <Book: 16 rules, 16 solutions, no list is shorter>
    >>> learned.rule_for("TIOS").solution.pieces in {solution.pieces for solution in found.serving("TIOS")}
    True

    Raises ``ProblemError`` for a path without solutions, a wrong number of facts, or if conditions of so few facts do
    not suffice; ``LimitError`` for more than 100,000 queues or 400,000 conditions; ``StoppedError`` if the time limit
    (seconds) is over before there is a list.
    """
    if not 1 <= facts <= MOST_FACTS:
        raise ProblemError(f"a condition has 1 to {MOST_FACTS} facts, not {facts}")
    if not path:
        raise ProblemError("there are no solutions to be learned")
    if path.queues > MAX_QUEUES:
        raise LimitError(f"{path.queues} queues are more than the limit of {MAX_QUEUES} for a book")
    clock = Clock(time_limit)
    every = 0
    for solution in path:
        every |= solution.bits
    queues = list(Queues.of(path.setup.pattern, path.counted).chosen(every))
    served = [_within(solution.bits, every) for solution in clock.checked(path, "a book was found")]
    found = conditions_of(queues, facts, clock, limit=MAX_CONDITIONS)
    if found is None:
        raise LimitError(
            f"there are more than {MAX_CONDITIONS} conditions of up to {facts} facts; "
            "try fewer facts or a narrower pattern"
        )
    conditions, held = found
    with listener(progress) as tell:
        best = decision_list(held, served, clock, told=None if tell is None else _teller(tell, clock))
    if best is None:
        raise ProblemError(
            f"conditions of up to {facts} fact{'s'[: facts > 1]} do not tell apart all {len(queues)} queues"
            + (f"; try {facts + 1}" if facts < MOST_FACTS else "")
        )
    rules, left = [], (1 << len(queues)) - 1
    for condition, number in best.rules:
        rules.append(Rule(conditions[condition], path[number], (held[condition] & left).bit_count()))
        left &= ~held[condition]
    return Book(path, tuple(rules), best.bound, facts)


def _within(bits: int, every: int) -> int:
    """The bits at those places where ``every`` has one, side by side."""
    width = every.bit_length()
    digits = compress(f"{bits:0{width}b}", map(int, f"{every:b}"))
    return int("".join(digits) or "0", 2)


def _teller(tell: Callable[[Progress], None], clock: Clock) -> Callable[[int, int], None]:
    def told(rules: int, bound: int) -> None:
        tell(Progress("book", done=bound, total=rules, fraction=bound / rules, seconds=clock.seconds))

    return told
