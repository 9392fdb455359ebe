"""What can be said at a glance of a field and what comes: solved or not, the chance, or how far that is known.

The text of what comes is one queue or a pattern of many. One queue is answered by :func:`shapewright.clear.first`, many
by :func:`shapewright.clear.percent`; where the time does not suffice for all, some of the queues are solved one by one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Unpack

from shapewright.clear.chances.percent import Chance, chance_of_bits, percent
from shapewright.clear.field import FULL_ROW, MAX_HEIGHT, Field
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import DEFAULT_HEIGHT, Setup
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.problem import Problem, Rules, lines_text, read_field_and_height, read_game, uneven
from shapewright.clear.queue import Queue
from shapewright.clear.search.impossible import why_none
from shapewright.clear.search.solve import first
from shapewright.clear.solution import Solution
from shapewright.errors import LimitError, NotationError, StoppedError, amount, quote
from shapewright.jobs.limits import Clock

SECONDS = 0.2
"""A glance takes no longer, unless a time limit says otherwise."""

_SHARE = 0.6
"""The share of the time for the chance of all queues; the rest is for some of them."""

_ONE_QUEUE = re.compile(r"(?:\[[A-Za-z]?\])?[A-Za-z,\s]*|#Q=.*", re.DOTALL)


@dataclass(frozen=True)
class Glance:
    """What is known of ``field`` and of what comes.

    ``height`` is the number of lines meant, None if no number of lines can be cleared; ``solution`` a clear of one
    queue, ``chance`` that of a pattern. ``reason`` says why nothing is cleared. Where the time was over before all was
    known, ``stopped`` says so; of the ``queues`` then ``tried`` are known, and ``solved`` of them are cleared.
    """

    field: Field
    height: int | None
    came: Queue | Pattern | None = None
    solution: Solution | None = None
    chance: Chance | None = None
    reason: str | None = None
    stopped: StoppedError | None = None
    queues: int = 0
    tried: int = 0
    solved: int = 0
    is_short: bool = False
    """Whether the reason is that too few pieces are given."""

    @property
    def empty(self) -> int | None:
        """The empty cells of the rows to be cleared."""
        return None if self.height is None else self.field.cleared().empty_cells(self.height)

    @property
    def needed(self) -> int | None:
        """The number of pieces that a clear takes."""
        return None if self.empty is None else self.empty // 4

    @property
    def is_known(self) -> bool:
        """Whether what was asked is known for certain."""
        return self.stopped is None


def glance(
    field: Field | str,
    pieces: Queue | Pattern | str = "",
    *,
    held: str | None = None,
    time_limit: float = SECONDS,
    **rules: Unpack[Rules],
) -> Glance:
    """What can be said within ``time_limit`` seconds of a field and of what comes, a queue or a pattern.

    Without a height one queue clears as few lines as it can; a pattern clears four, or if these cannot be the fewest
    that can. ``held`` is a piece in hold. No pieces at all ask about the field alone. ``save`` and the rules are those
    of :class:`shapewright.clear.Problem`.

    >>> found = glance("ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "i, *p4", time_limit=60)
    >>> str(found.chance), found.needed
    ('711 / 840 = 84.64 %', 4)
    >>> glance("X_________").reason
    'the field has 1 filled cell, an odd number: pieces of 4 cells never fill up rows of 10'

    Raises ``NotationError`` for malformed text, ``ProblemError`` for a height that is none or lower than the field.
    """
    clock = Clock(time_limit)
    given, height = read_field_and_height(field, rules.get("height"))
    came = read_pieces(pieces, held) if isinstance(pieces, str) else pieces
    alone = Problem(given, came if isinstance(came, Queue) else Queue(""), height)
    start, height = alone.field, alone.height
    # The fewest lines that some number of pieces may clear; the height that is asked for, if there is one.
    heights = range(max(1, start.height), MAX_HEIGHT + 1) if height is None else (height,)
    lowest = next((one for one in heights if uneven(start, one) is None), None)
    if lowest is None:
        return Glance(start, None, came, reason=alone.refutation())
    if came is None:
        return Glance(start, lowest)
    (kicks, drop, hold), save = read_game(rules), rules.get("save")
    if isinstance(came, Queue):
        return _of_queue(Problem(start, came, height, kicks, drop, hold, save), lowest, clock)
    # How many lines the queues of the pattern clear, the usual number if they can.
    usual = DEFAULT_HEIGHT - given.rows[:DEFAULT_HEIGHT].count(FULL_ROW)
    for lines in [height] if height is not None else [usual, *range(1, MAX_HEIGHT + 1)]:
        is_possible = lines >= start.height and uneven(start, lines) is None
        if is_possible and 0 < alone.pieces_needed(lines) <= came.length:
            break
    else:
        takes = f"a perfect clear of {lines_text(lowest)} takes {amount(alone.pieces_needed(lowest), 'piece')}"
        reason = f"{takes}, and the queues of the pattern have {came.length}"
        return Glance(start, lowest, came, reason=reason, is_short=True)
    return _of_pattern(Setup(start, came, lines, kicks, drop, hold), save, clock)


def read_pieces(text: str, held: str | None = None) -> Queue | Pattern | None:
    """A queue or a pattern, whichever the text is; None if it is blank. A pattern of one queue is that queue.

    >>> read_pieces("tiol jsz"), read_pieces("[T]IO"), read_pieces("i, *p4").count(), read_pieces(" ")
    (Queue.from_text('TIOLJSZ'), Queue.from_text('IO', hold='T'), 840, None)

    Raises ``NotationError``, which names letter and position, also for two pieces in hold.
    """
    if not text.strip() and held is None:
        return None
    if _ONE_QUEUE.fullmatch(text.strip()):
        queue = Queue.from_text(text)
        if held is not None and queue.hold not in (None, held):
            raise NotationError(f"the queue {queue} has {queue.hold} in hold, and {quote(held)} is to be held")
        return queue if held is None else Queue(queue.pieces, held)
    pattern = Pattern.from_text(text)
    if pattern.count() == 1:
        return Queue(next(pattern.queues()), held)
    return pattern if held is None else pattern.after(held)


def _of_queue(problem: Problem, lowest: int, clock: Clock) -> Glance:
    field, queue = problem.field, problem.queue
    short = problem.shortage()
    if short is not None:
        return Glance(field, lowest, queue, reason=short, is_short=True)
    height = problem.heights[0] if problem.heights else lowest
    try:
        solution = first(problem, time_limit=clock.left())
    except StoppedError as error:
        return Glance(field, height, queue, stopped=error, queues=1)
    if solution is None:
        return Glance(field, height, queue, reason=why_none(problem), queues=1, tried=1)
    return Glance(field, solution.height, queue, solution, queues=1, tried=1, solved=1)


def _of_pattern(setup: Setup, save: str | None, clock: Clock) -> Glance:
    field, pattern = setup.field, setup.pattern
    known = Glance(field, setup.height, pattern)
    try:
        chance = percent(setup, save=save, time_limit=clock.part(1.0 if save else _SHARE).left())
    except (StoppedError, LimitError) as error:
        number = pattern.count(setup.length if save is None else None)
        stopped = error if isinstance(error, StoppedError) else StoppedError(str(error))
        known = replace(known, stopped=stopped, queues=number)
        return known if save else _of_some(setup, known, clock)
    never = None if chance.solved else setup.never_saved(save)
    known = replace(known, chance=chance, reason=never)
    return replace(known, queues=chance.queues, tried=chance.queues, solved=chance.solved)


def _of_some(setup: Setup, known: Glance, clock: Clock) -> Glance:
    """What becomes of some of the queues, which are solved one after the other in a mixed order."""
    try:
        queues = Queues.of(setup.pattern, setup.length)
    except LimitError:
        return known
    number = len(queues)
    cleared: list[int] = []
    for tried, place in enumerate(_mixed(number)):
        problem = Problem(setup.field, Queue(queues.at(place)), setup.height, setup.kicks, setup.drop, setup.hold)
        try:
            clock.check()
            found = first(problem, time_limit=clock.left())
        except StoppedError:
            return replace(known, queues=number, tried=tried, solved=len(cleared))
        if found is not None:
            cleared.append(place)
    chance = chance_of_bits(sum([1 << place for place in cleared]), queues)
    return replace(known, chance=chance, stopped=None, queues=number, tried=number, solved=chance.solved)


def _mixed(number: int) -> Iterator[int]:
    """The numbers below ``number``, each once, the first of them far from each other."""
    digits = max(1, (number - 1).bit_length())
    for turned in range(1 << digits):
        place = int(f"{turned:0{digits}b}"[::-1], 2)
        if place < number:
            yield place
