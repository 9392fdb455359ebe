"""What is asked of a pattern: a field to be cleared by any of its queues, and the rules."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Unpack

from shapewright.clear.drops import Drop, check_drop
from shapewright.clear.field import WIDTH, Field
from shapewright.clear.graph.graph import Between, Graph
from shapewright.clear.graph.queues import Queues
from shapewright.clear.kicks import Kicks
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.patterns.save_conditions import never_held
from shapewright.clear.problem import (
    Game,
    counted_rows,
    lines_left,
    lines_text,
    read_field,
    read_field_and_height,
    read_game,
    read_kicks,
    uneven,
)
from shapewright.errors import ProblemError, amount
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress

_PART_OF_A_BAG = re.compile(r"\*p[1-6]$")

DEFAULT_HEIGHT = 4
"""So many lines are cleared where nobody says how many."""


@dataclass(frozen=True)
class Setup:
    """A field to be cleared by any queue of a pattern, and the rules.

    ``height`` rows of the field are cleared. Full rows count among them and are cleared first: a setup keeps the field
    without them, and the number of rows that are left to clear. With ``hold`` the first
    ``needed`` + 1 pieces of each queue count, if there are so many, without it the first ``needed``; more of them where
    the conditions of the pattern demand it (:meth:`Pattern.cut_length`).

    Raises ``ProblemError`` if no perfect clear can be of that height or the pattern is too short for it.
    """

    field: Field
    pattern: Pattern
    height: int = DEFAULT_HEIGHT
    kicks: Kicks = Kicks.named("srs")  # noqa: RUF009 - frozen, and always the same object
    drop: Drop = "soft"
    hold: bool = True

    def __post_init__(self) -> None:
        given = read_field(self.field)
        counted = counted_rows(given, self.height)
        field, height = lines_left(given, self.height)
        object.__setattr__(self, "field", field)
        object.__setattr__(self, "height", height)
        object.__setattr__(self, "pattern", read_pattern(self.pattern))
        object.__setattr__(self, "kicks", read_kicks(self.kicks))
        check_drop(self.drop)
        more = "" if counted is None else f" ({counted})"
        why = uneven(field, height)
        if why is not None:
            raise ProblemError(f"{why}{more}: no perfect clear can have that height")
        if self.pattern.length < self.needed:
            raise ProblemError(
                f"a perfect clear of {lines_text(height)}{more} takes {amount(self.needed, 'piece')}, and the queues "
                f"of the pattern have {self.pattern.length}"
            )

    @classmethod
    def of(cls, field: Field | str, pattern: Pattern | str, height: int | None = None, **game: Unpack[Game]) -> Setup:
        """The setup that these arguments, some of them still text, describe; without a height it is 4 lines."""
        start, lines = read_field_and_height(field, height)
        return cls(start, read_pattern(pattern), DEFAULT_HEIGHT if lines is None else lines, *read_game(game))

    @classmethod
    def asked(cls, field: Setup | Field | str, pattern: Pattern | str | None, height: int | None, game: Game) -> Setup:
        """The setup itself, or what :meth:`of` makes of a field and all else.

        Raises ``ProblemError`` if a setup comes with anything else, or a field without a pattern.
        """
        if not isinstance(field, Setup):
            if pattern is None:
                raise ProblemError("the pattern is missing; give a Setup, or a field and a pattern")
            return cls.of(field, pattern, height, **game)
        if pattern is not None or height is not None or game:
            raise ProblemError(
                "the setup already has the pattern, height and rules; give a field instead, or the setup alone"
            )
        return field

    @property
    def start(self) -> Field:
        """The field without its full rows."""
        return self.field

    @property
    def between(self) -> Between:
        """The boards that a clear leads through."""
        goal = (1 << WIDTH * self.height) - 1
        return Between(self.start.bits, goal, self.height, self.kicks, self.drop, self.hold)

    @property
    def needed(self) -> int:
        """How many pieces are placed."""
        return self.start.empty_cells(self.height) // 4

    @property
    def length(self) -> int:
        """How many pieces of a queue count."""
        return self.pattern.cut_length(self.needed + self.hold)

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not.

        >>> Setup.of("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "*p7").cut()
        'of the 7 pieces of each queue the first 5 count: 4 to place and 1 for hold'
        """
        if self.length == self.pattern.length:
            return None
        conditions = self.length - min(self.pattern.length, self.needed + self.hold)
        return cut_of(self.pattern.length, self.length, self.needed, conditions)

    def nothing_left(self) -> str | None:
        """That nothing can be left over, in one sentence; None if something can."""
        if self.pattern.length > self.needed:
            return None
        return f"no piece is left over: the queues have only the {amount(self.needed, 'piece')} that are placed"

    def never_saved(self, save: str | None) -> str | None:
        """Why a save condition can hold for no queue, in one sentence; None if it may, or none is given.

        >>> Setup.of("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "T,*p4").never_saved("LOSZ")
        'OSZL never holds: it takes 4 pieces, and 1 is left over; to save the rest of a bag, draw it: T,*p7'
        """
        why = None if save is None else never_held(save, self.pattern.length - self.needed)
        if why is None:
            return None
        whole_bag = _PART_OF_A_BAG.sub("*p7", self.pattern.to_text())
        return f"{why}; to save the rest of a bag, draw it: {whole_bag if '*p7' in whole_bag else '*p7'}"

    def graph(
        self,
        *,
        clock: Clock | None = None,
        progress: bool | Callable[[Progress], None] | None = None,
        length: int | None = None,
    ) -> Graph:
        """All boards on the way; of queues of ``length`` pieces instead of those that count."""
        queues = Queues.of(self.pattern, self.length if length is None else length)
        return Graph(self.between, queues, clock=clock or Clock(None), progress=progress)


def cut_of(given: int, counted: int, placed: int, conditions: int = 0) -> str:
    """The sentence that of so many pieces only some count, so many of them because of the pattern's conditions."""
    held = counted - placed - conditions
    others = [f"{held} for hold"] if held else []
    if conditions:
        others.append(f"{conditions} for the conditions of the pattern")
    also = "" if not others else f" and {others[0]}" if len(others) == 1 else f", {others[0]} and {others[1]}"
    first = "the first counts" if counted == 1 else f"the first {counted} count"
    return f"of the {given} pieces of each queue {first}: {placed} to place{also}"
