"""The chance of a perfect clear after each setup: what a player wants to know who chooses one to learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

from shapewright.clear.chances.percent import Chance, percent
from shapewright.clear.field import Field
from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
from shapewright.clear.patterns.pattern import Pattern, read_pattern
from shapewright.clear.problem import uneven
from shapewright.clear.setup.setup_results import FoundSetup, Setups
from shapewright.errors import LimitError
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

MAX_FIELDS = 10_000
"""No more different fields are cleared."""


def chances_after(
    found: Setups,
    pattern: Pattern | str,
    height: int = DEFAULT_HEIGHT,
    *,
    hold: bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    stop: bytearray | None = None,
) -> Setups:
    """The setups, each with the chance (``then``) that a queue of ``pattern`` clears the field it leaves.

    ``height`` is how many lines setup and clear take together, full rows of the blueprint included; a setup that no
    clear of that height can follow has the chance 0. Setups come in the order of the chance that both succeed, which
    is that of the setup times that of the clear: the queues of the two patterns are taken to be independent. Without an
    order of the pieces of the setup it is the chance of the clear alone.

    >>> from shapewright.clear.setup.setups import setups
    >>> found = setups("XXX*...XXX/XXX*...XXX/XXX*...XXX/XXX*...XXX", "*p2", pieces=(0, 2))
    >>> best = chances_after(found, "*p4")[0]
    >>> best.to_text(one_line=True), best.then
    ('XXXI___XXX/XXXI___XXX/XXXI___XXX/XXXI___XXX', Chance(solved=352, queues=840))

    Raises ``ProblemError`` if the pattern is too short, ``LimitError`` beyond 10,000 different fields, before any is
    cleared, ``StoppedError`` when the time limit is reached, or the byte ``stop`` is set.
    """
    asked = read_pattern(pattern)
    height -= found.blueprint.full_rows
    clock = Clock(time_limit, stop)
    fields = {(one.left, one.cleared): one for one in found}
    if len(fields) > MAX_FIELDS:
        raise LimitError(
            f"the setups leave {len(fields)} different fields, more than the limit of {MAX_FIELDS}; mark fewer cells"
        )
    chances: dict[tuple[Field, int], Chance] = {}
    with listener(progress) as tell:
        for number, (key, one) in enumerate(clock.checked(fields.items(), "all fields were cleared")):
            if tell is not None:
                tell(Progress("fields", number, len(fields), number / len(fields), clock.seconds))
            start, lines, number_of_queues = one.left, height - one.cleared, asked.count()
            if not start.rows and not lines:
                chances[key] = Chance(number_of_queues, number_of_queues)
            elif lines < max(1, start.height) or uneven(start, lines) is not None:
                chances[key] = Chance(0, number_of_queues)
            else:
                setup = Setup(start, asked, lines, one.kicks, one.drop, hold)
                chances[key] = percent(setup, time_limit=clock.left(), stop=clock.stop)
    each = [replace(one, then=chances[one.left, one.cleared]) for one in found]

    def of_both(one: FoundSetup) -> Fraction:
        then = chances[one.left, one.cleared]
        chance = Fraction(then.solved, then.queues)
        return chance if found.combination else chance * Fraction(one.served, found.queues)

    each.sort(key=of_both, reverse=True)
    return Setups(found.blueprint, tuple(each), found.queue_set, found.combination, found.looked_at)
