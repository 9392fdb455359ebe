"""Sequences that no player survives, not even one who knows every piece beforehand.

The adversary sees nothing: it fixes its pieces, as many as it likes, before the first one falls. A sequence is deadly
if no play gets through it within the height; full rows vanish. H. Burgiel (1997) proved that S and Z in turn are deadly
in a well of ten columns; here are the shortest deadly sequences of small wells.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from shapewright.errors import ResourceError, StoppedError
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.stacking import native
from shapewright.stacking.games.survival import MAX_SEEN, Survival, check_game, fits, game_of, most_bytes, survive
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.survival_rules import letters

# One round does this much, and each round several times as much as the one before.
_ROOM = 5000  # positions of a layer
_LONGEST = 60  # pieces of a sequence that is hunted for
_GAME_BYTES = 2 << 20
_SEES = 4  # pieces in sight of whom might survive for ever
_WORK = 1_000_000
_GROWS = 4
_ROUNDS = 6  # which grow


@dataclass(frozen=True, repr=False)
class Deadly:
    """A deadly sequence, or a strategy for ever that shows that there is none.

    Its ``problem`` has the pieces that the adversary may take as its sequence. ``sequence`` is None if none is deadly;
    then ``defence`` is a game in which the player, who sees only some pieces ahead, survives for ever. No deadly
    sequence has fewer than ``bound`` pieces. ``sets`` of positions were looked at.
    """

    problem: Problem
    sequence: tuple[str, ...] | None
    bound: int
    defence: Survival | None = None
    sets: int = 0

    @property
    def optimal(self) -> bool:
        """Whether no shorter sequence is deadly, or none at all is."""
        return self.sequence is None or len(self.sequence) == self.bound

    def to_text(self) -> str:
        """The sequence, or the strategy for ever."""
        if self.sequence is not None:
            return sequence_text(self.sequence)
        return "" if self.defence is None else self.defence.to_text()

    def __bool__(self) -> bool:
        return self.sequence is not None

    def __str__(self) -> str:
        game = game_of(self.problem, 1)
        if self.sequence is None:
            see = 1 if self.defence is None else self.defence.see
            sees = "the next piece" if see == 1 else f"{see} pieces"
            return f"{game}: no sequence is deadly; who sees {sees} survives for ever"
        number = len(self.sequence)
        proven = "the shortest" if self.optimal else f"not proven the shortest: at least {self.bound}"
        return f"{game}: a deadly sequence of {number} piece{'s' * (number > 1)} ({proven})"

    def __repr__(self) -> str:
        return f"<Deadly: {self}>"


def sequence_text(sequence: tuple[str, ...]) -> str:
    """The pieces, as a sequence is written."""
    return ("" if all(len(name) == 1 for name in sequence) else " ").join(sequence)


def deadly(
    problem: Problem | str,
    *,
    memory: int | None = None,
    time_limit: float | None = None,
    stop: bytearray | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Deadly:
    """The shortest sequence that no player survives who knows it beforehand, of the pieces of ``problem``'s sequence.

    The problem needs line clears and a height limit. When ``time_limit`` (seconds) is reached, the answer is the
    shortest sequence found; ``memory`` is in bytes, as for :func:`~shapewright.stacking.survive`.

    >>> from shapewright.stacking.problem import Problem
    >>> found = deadly(Problem("SZ", width=4, height_limit=4, clear_lines=True))
    >>> len(found.sequence), found.optimal
    (5, True)
    >>> deadly(Problem("T", width=4, height_limit=4, clear_lines=True)).sequence is None
    True

    Raises ``ProblemError`` for a problem that is none of these games, ``LimitError`` for a well that is too large,
    ``StoppedError`` or ``ResourceError`` if time or memory end before any deadly sequence is found.
    """
    problem = problem_of(problem)
    check_game(problem, 1)
    search = native.deadly(problem)
    clock, most = Clock(time_limit, stop), most_bytes(memory)
    try:
        with listener(progress) as tell, Interrupt(clock.stop, inline=True) as interrupt:
            defence = _rounds(problem, search, clock, most, tell)
            if interrupt.caught:
                raise KeyboardInterrupt
    except (MemoryError, ValueError):  # std::bad_alloc, std::length_error
        defence = None
        if not search.sequence:
            known = _known(search)
            raise ResourceError(
                f"the positions of this game do not fit into {most >> 20} MB of memory{'; ' if known else ''}{known}"
            ) from None
    names = letters(problem)
    if defence is not None:
        return Deadly(problem, None, 0, defence, search.sets)
    if not search.sequence:
        raise clock.stopped("a deadly sequence was found", _known(search))
    return Deadly(problem, tuple([names[piece] for piece in search.sequence]), search.least, None, search.sets)


def _rounds(
    problem: Problem,
    search: native.DeadlySearch,
    clock: Clock,
    most: int,
    tell: Callable[[Progress], None] | None,
) -> Survival | None:
    """Work in turns until the shortest sequence is known, or time is over; a strategy for ever if there is one."""
    for number in count():
        grown = _GROWS ** min(number, _ROUNDS)
        for see in range(1, min(number + _SEES, MAX_SEEN) + 1):
            if search.sequence or clock.over():
                break
            found = _defence(problem, see, min(most, _GAME_BYTES * grown), clock)
            if found is not None:
                return found
        if not search.sequence:
            search.hunt(_ROOM * grown, _LONGEST * (number + 1), clock.stop, clock.native(), most)
        for _ in range(grown):
            if clock.over() or search.shorten(_WORK, clock.stop, clock.native(), most) != "spent":
                break
            if tell is not None:
                tell(Progress("deadly sequences", 0, 1, 0.0, clock.seconds, remark=_known(search)))
        if clock.over() or len(search.sequence) == search.least:
            return None
    raise AssertionError("the rounds go on")


def _defence(problem: Problem, see: int, memory: int, clock: Clock) -> Survival | None:
    """A strategy for ever of who sees so many pieces, if one is found with so much memory."""
    if not fits(problem, see):
        return None
    try:
        found = survive(problem, see=see, memory=memory, threads=1, time_limit=clock.left(), stop=clock.stop)
    except (ResourceError, StoppedError):
        return None
    return found if found.for_ever else None


def _known(search: native.DeadlySearch) -> str:
    known = [f"no deadly sequence has fewer than {search.least} pieces"] if search.least > 1 else []
    known += [f"one has {len(search.sequence)}"] if search.sequence else []
    return ", ".join(known)
