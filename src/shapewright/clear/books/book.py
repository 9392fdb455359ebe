"""A book of perfect clears: the shortest decision list that leads every queue to a solution which it can build.

Its conditions are facts that a player sees at once in a queue: which of two pieces comes first, what is among the next
few.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import combinations, compress
from operator import or_

from shapewright.clear.books.decision_list import decision_list
from shapewright.clear.graph.queues import Queues
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.paths.path import Path
from shapewright.clear.paths.path_solution import PathSolution
from shapewright.clear.piece import PIECES
from shapewright.clear.results import Several
from shapewright.errors import LimitError, NotationError, ProblemError, amount, quote
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

FACTS = 3
MOST_FACTS = 4
MAX_CONDITIONS = 400_000
MAX_QUEUES = 100_000


@dataclass(frozen=True, order=True, slots=True)
class Fact:
    """One thing to be seen in a queue: ``piece`` comes before ``other``, or is (not) among the ``first`` pieces.

    Without either it is (not) anywhere in the queue. A piece comes before another one that does not come at all; of a
    piece that comes several times the first counts.

    >>> Fact("S", other="Z").holds("TSLZ"), Fact("S", first=1).holds("TSLZ"), Fact("S", is_there=False).holds("TLZ")
    (True, False, True)
    >>> str(Fact("S", other="Z")), str(Fact("T", first=3)), str(Fact("T", is_there=False))
    ('S before Z', 'T in the first 3', 'no T in the queue')
    """

    piece: str
    other: str = ""
    first: int = 0
    is_there: bool = True

    def holds(self, queue: str) -> bool:
        """Whether it is so in this queue."""
        if self.other:
            place, after = queue.find(self.piece), queue.find(self.other)
            return place >= 0 and (after < 0 or place < after)
        return (self.piece in queue[: self.first or None]) == self.is_there

    @property
    def where(self) -> str:
        """The part of the queue that the fact is about, in words."""
        if self.first == 1:
            return "first"
        return f"in the first {self.first}" if self.first else "in the queue"

    def __str__(self) -> str:
        if self.other:
            return f"{self.piece} before {self.other}"
        return f"{'' if self.is_there else 'no '}{self.piece} {self.where}"

    @classmethod
    def from_text(cls, text: str) -> Fact:
        """The inverse of ``str``.

        Raises ``NotationError`` for another text.
        """
        found = _FACT.fullmatch(text)
        if found is None:
            raise NotationError(
                f"{quote(text)} is not a fact about a queue, such as 'S before Z' or 'no T in the first 3'"
            )
        piece, other, no, there, where, first = found.groups()
        if other:
            return cls(piece, other=other)
        return cls(there, first=1 if where == "first" else int(first or 0), is_there=no is None)


_FACT = re.compile(
    rf"([{PIECES}]) before ([{PIECES}])|(no )?([{PIECES}]) (first|in the (?:first ([2-9]|[1-9]\d)|queue))"
)

Condition = tuple[Fact, ...]
"""Facts that all hold; without any, it holds for every queue."""


def facts_of(length: int) -> Iterator[Fact]:
    """All facts about queues of ``length`` pieces, the simpler ones first."""
    for first in (*range(1, length), 0):
        for piece in PIECES:
            yield from (Fact(piece, first=first), Fact(piece, first=first, is_there=False))
    for piece in PIECES:
        for other in PIECES:
            if piece != other:
                yield Fact(piece, other=other)


def conditions_of(
    queues: Sequence[str], most: int, clock: Clock, *, limit: int
) -> tuple[list[Condition], list[int]] | None:
    """Conditions of up to ``most`` facts and the queues for which they hold, a bit each; None if more than ``limit``.

    Of conditions that hold for the same queues the first is listed, which has fewest facts; none holds for no queue.
    """
    whole = (1 << len(queues)) - 1
    known: dict[int, Condition] = {whole: ()}
    facts: list[tuple[Fact, int]] = []
    for fact in clock.checked(facts_of(max(map(len, queues), default=0))):
        bits = int("".join(["1" if fact.holds(queue) else "0" for queue in reversed(queues)]) or "0", 2)
        if bits and bits not in known:
            known[bits] = (fact,)
            facts.append((fact, bits))
    for number in range(2, most + 1):
        for chosen in clock.checked(combinations(facts, number)):
            bits = whole
            for _, held in chosen:
                bits &= held
            if bits:
                known.setdefault(bits, tuple([fact for fact, _ in chosen]))
            if len(known) > limit:
                return None
    return list(known.values()), list(known)


def words_of(condition: Condition) -> str:
    """A condition as a sentence has it: ``otherwise`` if it always holds.

    >>> words_of((Fact("I"), Fact("S", other="Z"), Fact("T")))
    'I and T in the queue; S before Z'
    """
    together: dict[str, list[str]] = {}
    for fact in condition:
        where = str(fact) if fact.other else f"{'' if fact.is_there else 'no '}{{}} {fact.where}"
        together.setdefault(where, []).append(fact.piece)
    said = []
    for where, pieces in together.items():
        between = " or " if where.startswith("no ") else " and "
        said.append(where.format(between.join(filter(None, (", ".join(pieces[:-1]), pieces[-1])))))
    return "; ".join(said) or "otherwise"


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
class Book(Several[Rule]):
    """``rules``, of which the first that holds for a queue names what it builds; no list has fewer than ``bound``.

    That is true of all queues that some solution of the ``path`` serves, and of lists with conditions of at most
    ``facts`` facts. What the rules say of another queue means nothing.
    """

    path: Path
    rules: tuple[Rule, ...]
    bound: int
    facts: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", self.rules)

    @property
    def is_shortest(self) -> bool:
        """Whether it is proven that no list has fewer rules."""
        return len(self.rules) == self.bound

    @property
    def solutions(self) -> tuple[PathSolution, ...]:
        """The solutions to be learned, each once, in the order in which the rules come to them."""
        return tuple({solution.parts: solution for solution in (rule.solution for rule in self.rules)}.values())

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
        pages = [rule.solution.page(f"{number}. {rule.words}") for number, rule in enumerate(self.rules, 1)]
        return Fumen(tuple(pages))


def book(
    path: Path,
    *,
    facts: int = FACTS,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Book:
    """The shortest decision list for the queues of a ``path``: "if S comes before Z: this solution, else if ...".

    The conditions join up to ``facts`` facts about a queue by "and": which of two pieces comes first, whether a piece
    is among the first so many (:class:`~shapewright.clear.books.book.Fact`). Any of the path's solutions may
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
    every = reduce(or_, [solution.bits for solution in path])
    queues = list(Queues.of(path.setup.pattern, path.counted).chosen(every))
    # The bits of each solution at those places where some solution has one, side by side.
    width, places = every.bit_length(), [digit == "1" for digit in f"{every:b}"]
    served = [
        int("".join(compress(f"{solution.bits:0{width}b}", places)) or "0", 2)
        for solution in clock.checked(path, "a book was found")
    ]
    found = conditions_of(queues, facts, clock, limit=MAX_CONDITIONS)
    if found is None:
        raise LimitError(
            f"there are more than {MAX_CONDITIONS} conditions of up to {facts} facts; "
            "try fewer facts or a narrower pattern"
        )
    conditions, held = found
    with listener(progress) as tell:

        def told(rules: int, bound: int) -> None:
            if tell is not None:
                tell(Progress("book", done=bound, total=rules, fraction=bound / rules, seconds=clock.seconds))

        best = decision_list(held, served, clock, told=told)
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
