"""Perfect clears one after the other ("PC loops"): the best chance of many in a row, with a few pieces in sight."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING, Unpack

from shapewright.clear import native
from shapewright.clear.graph.graph import memory_to_use
from shapewright.clear.piece import PIECES, read_piece
from shapewright.clear.problem import read_kicks
from shapewright.clear.rules import check_drop_without_spins
from shapewright.errors import LimitError, ProblemError, ResourceError, StoppedError
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.clear.problem import Game

__all__ = ["MAX_CLEARS", "MAX_SEEN", "Loop", "loop"]

LINES = 2
"""So many lines each of the clears has."""

MAX_SEEN = 7
"""More pieces than this cannot be seen at once, besides the held one."""

MAX_CLEARS = 11
"""No more clears in a row are computed with: their strings of pieces have to fit into 128 bits."""

_PLACED = 5 * LINES // 2
_MAX_STRINGS = 1 << 128
_SLICE = 0.5

State = tuple[str, str]
"""What is held between two clears, nothing or a piece, and what is left of the bag that the next piece comes from."""


@dataclass(frozen=True)
class Loop:
    """The value of each state between two clears, for 1, 2, ... clears in a row.

    A state is the held piece (``""``: none) and what is left of the bag before the current piece comes into sight, in
    the order of ``PIECES``. ``numbers`` has the greatest expected number of clears before one fails, if the game ends
    after as many clears as ``chances`` has entries; if it does not end, the number is greater by no more than ``more``
    (None where no bound follows from these values).
    """

    see: int
    hold: bool
    bags: bool
    chances: dict[State, tuple[Fraction, ...]]
    numbers: dict[State, Fraction]
    more: dict[State, Fraction | None]

    @property
    def clears(self) -> int:
        """For so many clears in a row there are values."""
        return len(next(iter(self.chances.values())))

    def chance(self, held: str | None = None, bag: str = PIECES, clears: int = 1) -> Fraction:
        """The best chance of so many clears in a row.

        Raises ``ProblemError`` if there is no such state or number of clears.
        """
        if not 1 <= clears <= self.clears:
            raise ProblemError(f"the values are for 1 to {self.clears} clears in a row, not {clears}")
        return self.chances[self.state(held, bag)][clears - 1]

    def state(self, held: str | None, bag: str) -> State:
        """The state as it is written here.

        Raises ``ProblemError`` if the game cannot have it.
        """
        found = (read_held(held), read_bag(bag))
        if found[0] and not self.hold:
            raise ProblemError(f"{found[0]} is in hold, but the game is without hold")
        if found not in self.chances:
            raise ProblemError(f"the bag {bag!r} is given, but the game has no bags")
        return found

    def mean(self, held: str | None, left: int, clears: int = 1) -> Fraction:
        """The mean chance over all bags of which ``left`` pieces are left, each as likely as any other.

        Raises ``ProblemError`` if there is no such state or number of clears.
        """
        held = read_held(held)
        if not 1 <= left <= len(PIECES):
            raise ProblemError(f"1 to {len(PIECES)} pieces can be left of a bag, not {left}")
        self.chance(held, next(bags_of(left)), clears)  # refuses what there is not
        found = [self.chances[held, bag][clears - 1] for bag in bags_of(left)]
        return sum(found, Fraction(0)) / len(found)

    def __str__(self) -> str:
        clears = "1 clear" if self.clears == 1 else f"{self.clears} clears in a row"
        pieces = "1 piece" if self.see == 1 else f"{self.see} pieces"
        return f"{clears} of {LINES} lines with {pieces} in sight"


def loop(
    clears: int = 2,
    *,
    see: int = 5,
    bags: bool = True,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> Loop:
    """The best chances of 1 to ``clears`` perfect clears of two lines in a row, each from the empty field.

    The player sees the held piece and ``see`` more, the current one too, and knows what is left of the bag after them;
    what comes unseen is equally likely. After each placement one more piece comes into sight, and the hold is kept
    from clear to clear. The chances are exact: every choice is the best one for what is seen, and for the clears still
    to come. Without ``bags`` each piece comes by chance, whatever came before.

    >>> found = loop(see=2)
    >>> found.chance("T", "IO"), found.chance(None), found.mean("O", 5)
    (Fraction(1, 35), Fraction(0, 1), Fraction(1, 7))

    Raises ``ProblemError`` for numbers that cannot be and for drops with T-spins, ``LimitError`` for too many clears or
    too little memory, ``StoppedError`` when ``time_limit`` (in seconds) is reached.
    """
    hold = game.get("hold", True)
    if not 1 <= see <= MAX_SEEN:
        raise ProblemError(f"1 to {MAX_SEEN} pieces can be in sight, not {see}")
    if clears < 1:
        raise ProblemError(f"at least 1 clear is asked about, not {clears}")
    most = _strings(len(PIECES), _PLACED * clears + see + hold, bags=bags) * clears
    if clears > MAX_CLEARS or most >= _MAX_STRINGS:
        fits = max(
            [k for k in range(1, MAX_CLEARS + 1) if k * _strings(7, _PLACED * k + see + hold, bags=bags) < 2**128]
        )
        raise LimitError(f"{clears} clears in a row are too many; at most {fits} are supported here")
    drop = check_drop_without_spins(game.get("drop", "soft"), "a loop of clears")
    clock = Clock(time_limit)
    rules = native.rules(read_kicks(game.get("kicks", "srs")), drop)
    graph = native.LiveGraph(rules, LINES, 1, None, -1.0)
    source = native.LivePlacements(graph, 1, None, -1.0)
    bags_left = [bag for left in range(1 if bags else len(PIECES), len(PIECES) + 1) for bag in bags_of(left)]
    states = [(held, bag) for held in ("", *(PIECES if hold else "")) for bag in bags_left]
    runs = [native.Loop(source, hold, bags, see, number) for number in (False, True)]
    counts: dict[State, list[int]] = {state: [] for state in states}
    greatest: list[Fraction] = []
    for done in range(clears):
        if done and not greatest[-1]:  # what cannot be once cannot be with more clears
            for of in counts.values():
                of.append(0)
            greatest.append(Fraction(0))
            continue
        _step(runs[0], clock, progress, 2 * done, 2 * clears)
        for state, of in counts.items():
            of.append(_whole(runs[0].value(*_codes(state))))
        greatest.append(_greatest(runs[0], _PLACED * (done + 1), hold=hold, bags=bags))
        if greatest[-1]:  # else it adds nothing to the number of clears
            _step(runs[1], clock, progress, 2 * done + 1, 2 * clears)
    chances = {
        state: tuple(
            [
                Fraction(count, _strings(len(state[1]), _PLACED * k + see + (hold and not state[0]), bags=bags))
                for k, count in enumerate(of, 1)
            ]
        )
        for state, of in counts.items()
    }
    last = runs[1].clears
    numbers = {
        state: Fraction(
            _whole(runs[1].value(*_codes(state))),
            _strings(len(state[1]), _PLACED * last + see + (hold and not state[0]), bags=bags),
        )
        for state in states
    }
    return Loop(see, hold, bags, chances, numbers, {state: _more(of[-1], greatest) for state, of in chances.items()})


def _more(chance: Fraction, greatest: list[Fraction]) -> Fraction | None:
    """The expected number of clears beyond those of which ``chance`` is the chance, at most.

    Whatever is in sight then, the chance of k more is at most ``greatest[k - 1]``, and that of as many more as there
    are such numbers, and again as many, at most their product. That bounds nothing if the last of them is 1.
    """
    if not chance:
        return Fraction(0)
    if greatest[-1] == 1:
        return None
    return chance * sum(greatest, Fraction(0)) / (1 - greatest[-1])


def _step(
    run: native.Loop, clock: Clock, progress: bool | Callable[[Progress], None] | None, step: int, steps: int
) -> None:
    """Values for one clear more, found in slices, between which progress is told."""
    stop = bytearray(1)
    most = memory_to_use()
    with listener(progress) as tell, Interrupt(stop, inline=True) as interrupt:
        while True:
            left = clock.left()
            try:
                is_done = run.step(stop, _SLICE if left is None else min(_SLICE, left), most)
            except (MemoryError, ValueError) as error:  # std::bad_alloc, std::length_error
                kind = ResourceError if isinstance(error, MemoryError) else LimitError
                raise kind(
                    f"the positions of this question do not fit into {most / 2**30:.1f} GB of memory; try fewer "
                    "pieces in sight"
                ) from None
            if interrupt.caught:
                raise KeyboardInterrupt
            if is_done:
                return
            done, total = run.progress
            if clock.over():
                raise StoppedError(f"{clock.stopped()} before the chances of {run.clears + 1} in a row were known")
            if tell is not None:
                share = (step + done / total) / steps
                tell(Progress("states between clears", done, total, share, clock.seconds))


def bags_of(left: int) -> Iterator[str]:
    """What may be left of a bag if it is so many pieces."""
    return map("".join, combinations(PIECES, left))


def read_held(held: str | None) -> str:
    """The held piece, or nothing. Raises ``NotationError`` for what is not a piece."""
    return "" if not held else read_piece(held, "in hold")


def read_bag(bag: str) -> str:
    """What is left of a bag, in the order of ``PIECES``; nothing is a whole one.

    Raises ``NotationError`` for what is not a piece, ``ProblemError`` for a piece that is there twice.
    """
    pieces = [read_piece(letter, f"at position {number + 1} of the bag") for number, letter in enumerate(bag)]
    if len(set(pieces)) != len(pieces):
        raise ProblemError(f"a bag has each piece once, but {bag!r} has one twice")
    return "".join(sorted(pieces, key=PIECES.index)) or PIECES


def _codes(state: State) -> tuple[int, int]:
    held, bag = state
    return sum([1 << PIECES.index(piece) for piece in bag]), PIECES.index(held) if held else len(PIECES)


def _whole(halves: tuple[int, int]) -> int:
    return halves[1] << 64 | halves[0]


def _greatest(run: native.Loop, placed: int, *, hold: bool, bags: bool) -> Fraction:
    """The greatest chance there is, whatever is in sight."""
    return max(
        [
            Fraction(_whole(run.greatest(left, is_empty)), _strings(left, placed + (is_empty and hold), bags=bags))
            for left in range(1, len(PIECES) + 1)
            for is_empty in (False, True)
        ]
    )


def _strings(left: int, length: int, *, bags: bool) -> int:
    """How many strings of so many pieces may come if so many are left of the bag."""
    number = 1
    for _ in range(length):
        number *= left if bags else len(PIECES)
        left = left - 1 or len(PIECES)
    return number
