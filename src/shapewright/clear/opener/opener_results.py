"""Boards to learn, and what each is worth for the queues of a pattern."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.clear.chances.percent import Chance, percentage
from shapewright.clear.field import Field
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.results import Several
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.setups import setups
from shapewright.errors import ProblemError, amount

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.clear.graph.queues import Queues
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.notation.fumen import Page
    from shapewright.clear.setup.setup_results import FoundSetup

__all__ = ["Opener", "Openers"]


@dataclass(frozen=True, repr=False)
class Opener:
    """A board that a player learns to build, with ``pieces`` pieces on it.

    ``cells`` is the board as a number in the rows of the field one begins with, full rows still there; ``board`` is
    what one sees. ``mirror`` is the board on the other side, where that counts as the same picture and can be built
    too. ``worth`` has for each beginning of a queue, by its number, how many of the queues that begin so can be cleared
    over this board; others are not there.
    """

    cells: int
    mirror: int | None
    pieces: int
    worth: dict[int, int] = field(compare=False)
    setup: Setup = field(compare=False)
    served: int = 0
    """How many queues come to this board, where each is led to the best one of all."""
    adds: int = 0
    """How many more queues are cleared with it than with those before it alone."""

    def __repr__(self) -> str:
        return f"<Opener {self.board.to_text(one_line=True)}, {self.alone}>"

    @property
    def board(self) -> Field:
        """The board as it is seen: without the rows that were cleared on the way."""
        return Field.from_bits(self.cells).cleared()

    @property
    def cleared(self) -> int:
        """How many rows are cleared on the way."""
        return len(Field.from_bits(self.cells).full_rows())

    @property
    def alone(self) -> int:
        """How many queues are cleared over this board if it is the only one."""
        return sum(self.worth.values())

    @cached_property
    def way(self) -> FoundSetup:
        """The pieces in which most beginnings of queues build it (first of all, if several are as good)."""
        return self._way(self.cells)

    @cached_property
    def mirror_way(self) -> FoundSetup | None:
        """The same for its mirror image; None without one."""
        return None if self.mirror is None else self._way(self.mirror)

    def _way(self, cells: int) -> FoundSetup:
        setup = self.setup
        start = setup.start.bits
        blueprint = Blueprint(setup.start, cells & ~start, height=setup.height)
        return setups(
            blueprint, setup.pattern, pieces=self.pieces, kicks=setup.kicks, drop=setup.drop, hold=setup.hold
        )[0]

    def page(self, comment: str = "") -> Page:
        """The picture as a page of a fumen."""
        return self.way.page(comment or f"{self.way.pieces} {self.served}")

    def fumen(self) -> Fumen:
        """One page with the picture."""
        return Fumen((self.page(),))


class Openers(Several[Opener]):
    """Boards to learn, that which adds most first; no other so many ones clear more queues than ``bound``.

    ``queues`` is how many queues there are, ``cleared`` how many are cleared by a player who builds the board that is
    best for the first ``seen`` pieces and then knows what comes. ``boards`` is how many pictures there were to choose
    from.
    """

    def __init__(self, asked: Setup, queues: Queues, seen: int, found: Sequence[Opener], bound: int, boards: int):
        self.asked = asked
        self.queue_set = queues
        self.seen = seen
        self.bound = bound
        self.boards = boards
        best: dict[int, tuple[int, int]] = {}
        adds, served = [0] * len(found), [0] * len(found)
        for place, one in enumerate(found):
            for beginning, worth in one.worth.items():
                before = best.get(beginning, (0, 0))[0]
                if worth > before:
                    adds[place] += worth - before
                    best[beginning] = worth, place
        for worth, place in best.values():
            served[place] += worth
        self._best = best
        self._found = tuple([replace(one, served=served[place], adds=adds[place]) for place, one in enumerate(found)])

    def __repr__(self) -> str:
        proof = "none are better" if self.is_best else f"at most {percentage(self.bound, self.queues)} %"
        boards = amount(len(self), "board")
        return f"<Openers: {boards}, {self.chance}, {proof}>"

    def __str__(self) -> str:
        return "\n".join([f"{one.adds:7} {one.way.to_text(one_line=True)}" for one in self._found])

    @property
    def queues(self) -> int:
        """How many queues there are."""
        return len(self.queue_set)

    @cached_property
    def cleared(self) -> int:
        """How many queues are cleared."""
        return sum([worth for worth, _ in self._best.values()])

    @property
    def chance(self) -> Chance:
        """The chance that a queue is cleared."""
        return Chance(self.cleared, self.queues)

    @property
    def is_best(self) -> bool:
        """Whether it is proven that no other so many boards clear more queues."""
        return self.cleared == self.bound

    def best_for(self, queue: str) -> Opener | None:
        """The board to build for a queue, of which the first ``seen`` pieces are read; None if none of them helps.

        Raises ``ProblemError`` for a queue that is none of the pattern's.
        """
        for number, (beginning, _, _) in enumerate(self.queue_set.groups(self.seen)):
            if queue.startswith(beginning):
                known = self._best.get(number)
                return None if known is None else self._found[known[1]]
        raise ProblemError(f"no queue of the pattern begins as {queue} does")

    def table(self) -> Iterator[tuple[str, int | None, int, int]]:
        """For each beginning, in order: the place of its board or None, the queues cleared over it, and of how many."""
        for number, (beginning, start, end) in enumerate(self.queue_set.groups(self.seen)):
            worth, place = self._best.get(number, (0, None))
            yield beginning, place, worth, end - start

    def fumen(self) -> Fumen:
        """A page a board, with what it adds as the comment."""
        each = [one.page(f"{number}. +{percentage(one.adds, self.queues)} %") for number, one in enumerate(self, 1)]
        return Fumen(tuple(each))
