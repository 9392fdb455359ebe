"""All other ways to cut what a solution builds into as many pieces, and the queues that build each of them."""

from __future__ import annotations

from collections.abc import Callable

from shapewright.clear.chances.cover import Built, read_built
from shapewright.clear.drops import Drop
from shapewright.clear.field import WIDTH
from shapewright.clear.kicks import Kicks
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.pattern_parts import Element
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Game
from shapewright.clear.results import by_cells
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.setup_results import FoundSetup, Setups
from shapewright.clear.setup.setups import MAX_PIECES, setups
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.stage import Progress


class Congruents(Setups):
    """All ways to cut the same cells into pieces, the one that was given among them if it can be built.

    ``built`` is what was given.
    """

    def __init__(self, found: Setups, built: Built) -> None:
        super().__init__(found.blueprint, found[:], found.queue_set, found.combination, found.looked_at)
        self.built = built

    def __repr__(self) -> str:
        return f"<Congruents: {len(self)}, {'with' if self.given else 'without'} the given one>"

    @property
    def given(self) -> FoundSetup | None:
        """The one that was given; None if no queue of the pattern can build it."""
        wanted = tuple(sorted(self.built.parts, key=by_cells))
        return next((one for one in self if one.parts == wanted), None)


def congruents(
    solution: Built | Solution | Fumen | str,
    pattern: Pattern | str | None = None,
    *,
    kicks: Kicks | str = "srs",
    drop: Drop = "soft",
    hold: bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Congruents:
    """All ways to build the cells that a solution fills, by as many pieces, with the queues of ``pattern`` for each.

    The solution is read as :func:`shapewright.clear.cover` does. Without a pattern the pieces may be any, in any order
    in which they can be built.

    >>> found = congruents("v115@9gzhFezhFeTpFeTpPeAgH")
    >>> len(found), found.given.pieces
    (117, 'OOII')

    Raises ``ProblemError`` for several solutions or a pattern that is too short, and as :func:`setups` does.
    """
    built = read_one(solution)
    number = len(built.parts)
    if number > MAX_PIECES:
        raise LimitError(f"a solution of {number} pieces is larger than the limit of {MAX_PIECES}")
    fill = sum([part.bits for part in built.parts])
    height = -(-(fill | built.start.bits).bit_length() // WIDTH)
    asked = Pattern(((Element(PIECES * number, number),),)) if pattern is None else pattern
    game, is_any = Game(kicks=kicks, drop=drop, hold=hold), pattern is None
    blueprint = Blueprint(built.start, fill, height=height)
    found = setups(blueprint, asked, combination=is_any, **game, time_limit=time_limit, progress=progress)
    return Congruents(found, built)


def read_one(solution: Built | Solution | Fumen | str) -> Built:
    """The only solution that any of its forms has; raises ``ProblemError`` if there are several."""
    several = read_built(solution)
    if len(several) != 1:
        raise ProblemError(f"{len(several)} solutions are given where one is expected; write #2 for page 2 of a fumen")
    return several[0]
