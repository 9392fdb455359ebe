"""A minimal set: the fewest solutions that serve every queue, and what it was preferred by to others as small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from shapewright.clear.graph.graph import Between, Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.paths.path_solution import PathSolution
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.results import Several
from shapewright.errors import amount
from shapewright.jobs.limits import Clock


@dataclass(frozen=True)
class Tie:
    """How equally small sets were told apart: by what, its ``total``, and whether no other such set has less."""

    by: str
    total: int
    is_least: bool


@dataclass(frozen=True, repr=False)
class Minimal(Several[PathSolution]):
    """The fewest ``solutions`` that were found to serve every queue; no set has fewer than ``bound``.

    ``ties`` says how this set was chosen among others as small, the most important first.
    """

    solutions: tuple[PathSolution, ...]
    bound: int
    ties: tuple[Tie, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "_found", self.solutions)

    def __repr__(self) -> str:
        proof = "the fewest" if self.is_optimal else f"at least {self.bound} are needed"
        return f"<Minimal: {amount(len(self), 'solution')}, {proof}>"

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that there is no smaller set."""
        return len(self.solutions) == self.bound


TIES = ("tucked", "held", "unplayable")
"""What makes a solution hard to play, the most important first.

``tucked`` is how many pieces cannot come straight down; ``held`` how many per cent of its queues can build it only if a
piece is put in hold; ``unplayable`` how many per cent of the orders of its pieces do not build it. Per cent are whole.
"""

MAX_ORDERED = 10
"""Of more pieces the orders are not tried."""

MAX_BITS = 1 << 30
"""With more queues times solutions only what is tucked counts: the rest would take longer than the smallest set."""


def ease_of(solutions: Sequence[PathSolution], queues: Queues, clock: Clock) -> list[tuple[int, ...]]:
    """How hard each of some solutions is to play, by as many of :data:`TIES` as can be found out.

    Raises ``StoppedError`` once the clock is over.
    """
    if len(solutions) * len(queues) > MAX_BITS:
        return [(solution.tucked,) for solution in solutions]
    orders: dict[str, Queues] = {}
    found: list[tuple[int, ...]] = []
    for solution in clock.checked(solutions):
        held = 0
        if solution.setup.hold:
            held = (solution.bits & ~_in_order(solution, queues, clock)).bit_count()
        ease: tuple[int, ...] = (solution.tucked, _per_cent(held, solution.served))
        if len(solution.parts) <= MAX_ORDERED:
            pieces = "".join(sorted(solution.pieces))
            if pieces not in orders:
                orders[pieces] = Queues(Pattern.from_text(f"[{pieces}]!"), len(pieces))
            every = len(orders[pieces])
            ease += (_per_cent(every - _in_order(solution, orders[pieces], clock).bit_count(), every),)
        found.append(ease)
    return found


def _in_order(solution: PathSolution, queues: Queues, clock: Clock) -> int:
    """The queues that build it as they come, without hold."""
    setup = solution.setup
    asked = setup.between
    parts = tuple([part.bits for part in solution.parts])
    between = Between(asked.start, asked.goal, asked.height, asked.kicks, asked.drop, hold=False, parts=parts)
    return Graph(between, queues, clock=clock).solved


def _per_cent(part: int, whole: int) -> int:
    return (200 * part + whole) // (2 * whole)
