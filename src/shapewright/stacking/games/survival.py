"""Can a player survive for ever, whatever pieces an adversary chooses? Small wells, solved exactly.

The adversary reveals one piece after the other, any of a set as often as it likes; the player lets each fall, full rows
vanish, and the game is lost when a piece cannot land within the height. "Can you win at Tetris?" (J. Brzustowski, 1992)
asks this.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property

from shapewright.errors import LimitError, ProblemError, ResourceError, amount
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.memory import available_memory, memory_text, require_memory
from shapewright.jobs.processors import processors
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.lazy import late
from shapewright.stacking import native
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import Problem, problem_of
from shapewright.stacking.survival_rules import (
    ASIDE,
    WAIT,
    Choice,
    Position,
    Reply,
    after,
    letters,
    lookup,
    mirror,
    start,
)

MAX_SEEN = 8
"""More pieces than this cannot be in sight."""

LISTED = 5000
"""A strategy with more positions than this is not listed unless somebody asks for more."""

MAX_BYTES = 16 << 30

_BITS = 64
_SLICE = 0.5  # seconds between two reports of progress


@dataclass(frozen=True, repr=False)
class Survival:
    """What became of a game; its ``problem`` has the pieces that the adversary may choose as its sequence.

    ``drops`` is how many drops the player can make sure of, and the adversary can prevent any further one; None if the
    player survives for ever. ``defence`` is what the player does for that, ``attack`` what the adversary does: None
    where it has more positions than were to be listed, or the player survives. ``states`` were looked at, which took
    ``memory`` bytes.
    """

    problem: Problem
    see: int
    drops: int | None
    defence: tuple[Choice, ...] | None
    attack: tuple[Choice, ...] | None
    states: int
    memory: int = 0

    @property
    def for_ever(self) -> bool:
        """Whether the player survives for ever."""
        return self.drops is None

    @property
    def mirrored(self) -> bool:
        """Whether each position of a strategy stands for its mirror image, too."""
        return mirror(self.problem) is not None

    @property
    def game(self) -> Problem:
        """The drops of :attr:`line` as a problem of their own, without a hold slot; raises ValueError without one."""
        if self.line is None:
            raise ValueError("no line of play is known")
        return replace(self.problem, sequence=tuple([drop.piece for drop in self.line[0]]), hold=False)

    @cached_property
    def line(self) -> tuple[tuple[Drop, ...], str] | None:
        """A game in which both sides do their best: the drops, and the piece that cannot land any more.

        None if the player survives for ever, or a strategy is not listed.
        """
        if self.drops is None or self.defence is None or self.attack is None:
            return None
        defence, attack = lookup(self.problem, self.defence), lookup(self.problem, self.attack)
        position = start(self.problem, self.see)
        drops: list[Drop] = []
        while True:
            against, own = attack(position), defence(position)
            assert against is not None
            assert against.piece is not None
            due = position.current(against.piece)
            if due is not None and len(drops) == self.drops:
                return tuple(drops), due
            reply = WAIT if own is None else own.replies[against.piece]
            position = after(self.problem, position, against.piece, reply)[0][1]
            if reply.drop is not None:
                drops.append(reply.drop)

    @late("shapewright.stacking.notation.strategies:survival_text")
    def to_text(self) -> str:
        """Who wins and how: a line of play, or the positions of the strategy, as far as they are listed."""

    def __bool__(self) -> bool:
        return self.for_ever

    def __str__(self) -> str:
        who = "the player survives " + ("for ever" if self.drops is None else f"{amount(self.drops, 'drop')}, no more")
        return f"{game_of(self.problem, self.see)}: {who}"

    def __repr__(self) -> str:
        return f"<Survival: {self}>"


def survive(
    problem: Problem | str,
    *,
    see: int = 1,
    listed: int = LISTED,
    memory: int | None = None,
    threads: int | None = None,
    time_limit: float | None = None,
    stop: bytearray | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
) -> Survival:
    """Whether a player survives for ever against an adversary who chooses each piece, or else for how many drops.

    The sequence of ``problem`` are the pieces that the adversary may choose, each as often as it likes; it needs line
    clears and a height limit. The player sees ``see`` pieces, the current one too, and may use a hold slot if the
    problem has one. Strategies of at most ``listed`` positions are listed. ``memory`` is in bytes: three quarters of
    what is free, and 16 GB at most, unless it is given. With any number of ``threads`` (default: one per processor) the
    answer is the same, strategies and all. ``stop`` is a byte that ends the search when it is set.

    >>> from shapewright.stacking.problem import Problem
    >>> found = survive(Problem("SZ", width=4, height_limit=6, clear_lines=True))
    >>> found.for_ever, found.drops
    (False, 6)
    >>> survive(Problem("T", width=4, height_limit=4, clear_lines=True)).for_ever
    True

    Raises ``ProblemError`` for a problem that is none of these games, ``LimitError`` for a well that is too large,
    ``ResourceError`` if memory does not suffice, and ``StoppedError`` when ``time_limit`` (seconds) is reached.
    """
    problem = problem_of(problem)
    check_game(problem, see)
    search = native.survival(problem, see - 1)
    clock = Clock(time_limit, stop)
    names = letters(problem)
    _run(search, clock, most_bytes(memory), threads or processors(), progress)
    for_ever = search.outcome == "safe"

    def choices(found: list[native.SurvivalChoice]) -> tuple[Choice, ...] | None:
        return tuple([_choice(problem, names, see, one, for_ever=for_ever) for one in found]) or None

    defence = choices(search.defence(listed))
    if defence is None and search.least == 0 and not for_ever:
        defence = ()
    attack = None if for_ever else choices(search.attack(listed))
    drops = None if for_ever else search.least
    return Survival(problem, see, drops, defence, attack, search.states, search.bytes)


def game_of(problem: Problem, see: int) -> str:
    """The game in words: which pieces, which well, what the player sees."""
    names = letters(problem)
    pieces = ("" if all(len(name) == 1 for name in names) else " ").join(names)
    more = ["", f", {see} pieces in sight"][see > 1] + ["", ", with hold"][problem.hold]
    return f"{pieces} in {problem.width}x{problem.height_limit}{more}"


def _known(search: native.SurvivalSearch) -> str:
    most = f", {search.most} at most" if search.most >= 0 else ""
    return f"the player survives {amount(search.least, 'drop')} at least{most}"


def most_bytes(memory: int | None) -> int:
    """The bytes that a game may take: ``memory``, or three quarters of what is free, and 16 GB at most."""
    available = available_memory()
    if memory is None:
        return MAX_BYTES if available is None else min(MAX_BYTES, available * 3 // 4)
    if memory < 1:
        raise ProblemError(f"the memory must be at least 1 byte, not {memory}")
    require_memory(memory, "the memory that the positions of this game may take")
    return memory


def check_game(problem: Problem, see: int) -> None:
    """Raise ``ProblemError`` or ``LimitError`` for a problem that is not a game against an adversary."""
    if not problem.clear_lines:
        raise ProblemError("no game without line clears lasts for ever; the problem needs clear_lines=True")
    if problem.height_limit is None:
        raise ProblemError("the game has no end without a height limit; say how many rows the well has")
    if problem.drop != "hard":
        raise ProblemError(
            "a game against an adversary knows pieces that fall straight down only; leave out soft drops"
        )
    if problem.objective != "height":
        raise ProblemError(f"a game against an adversary has no objective {problem.objective!r}; leave it out")
    if not 1 <= see <= MAX_SEEN:
        raise ProblemError(f"1 to {MAX_SEEN} pieces can be in sight, not {see}")
    cells, bits = problem.width * problem.height_limit, _bits(problem, see)
    if bits > _BITS:
        what = f"a well of {problem.width}x{problem.height_limit} has {cells} cells"
        more = f", which with what the player sees make {bits} bits" if bits > cells else ""
        raise LimitError(f"{what}{more}; at most {_BITS} are supported")


def fits(problem: Problem, see: int) -> bool:
    """Whether the positions of a game fit into the bits that a search has for them."""
    return _bits(problem, see) <= _BITS


def _bits(problem: Problem, see: int) -> int:
    assert problem.height_limit is not None
    cells = problem.width * problem.height_limit
    return native.survival_bits(cells, len(letters(problem)), see - 1, hold=problem.hold)


def _run(
    search: native.SurvivalSearch,
    clock: Clock,
    most: int,
    threads: int,
    progress: bool | Callable[[Progress], None] | None,
) -> None:
    """Until it is decided; in slices, between which progress is told."""
    with listener(progress) as tell, Interrupt(clock.stop, inline=True) as interrupt:
        while True:
            left = clock.left()
            try:
                done = search.run(clock.stop, _SLICE if left is None else min(_SLICE, left), most, threads)
            except (MemoryError, ValueError):  # std::bad_alloc, std::length_error
                raise ResourceError(
                    f"the positions of this game do not fit into {memory_text(most)} of memory: {search.states} of "
                    f"them took {memory_text(search.bytes)}, which leaves no room for more; "
                    f"{_known(search)}"
                ) from None
            if interrupt.caught:
                raise KeyboardInterrupt
            if done:
                return
            known = _known(search)
            if clock.over():
                raise clock.stopped("it was known who wins", known)
            if tell is not None:
                remark = f"{search.states} positions in {memory_text(search.bytes)} of {memory_text(most)}, {known}"
                tell(Progress("positions of the game", 0, 1, 0.0, clock.seconds, remark=remark))


def _choice(
    problem: Problem, names: tuple[str, ...], see: int, found: native.SurvivalChoice, *, for_ever: bool
) -> Choice:
    board, ahead, held, locked, drops, replies, piece = found
    cells = frozenset((at % problem.width, at // problem.width) for at in range(board.bit_length()) if board >> at & 1)
    seen = tuple([names[number - 1] for number in ahead if number])
    position = Position(cells, seen, names[held - 1] if held else None, locked, see - 1)
    answers = {}
    for revealed, (kind, orientation, column) in zip(names, replies, strict=False):
        falls = position.held if kind == _HELD else position.current(revealed)
        if kind == _WAIT:
            answers[revealed] = WAIT
        elif kind == _ASIDE or falls is None:
            answers[revealed] = ASIDE
        else:
            answers[revealed] = Reply(Drop(falls, column, 90 * orientation))
    return Choice(position, None if for_ever else drops, answers, None if piece < 0 else names[piece])


_WAIT, _ASIDE, _, _HELD = range(4)
"""The kinds of replies of the engine."""
