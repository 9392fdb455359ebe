"""Which boards to learn: those over which most queues of a pattern can be cleared.

A player learns k boards. Of each queue the first pieces are seen, the *beginning*; with them one of the boards is
built, the one over which most of the queues that begin so can be cleared. Then what comes is known, as ``percent``
takes it to be. So what k boards are worth is the sum over all beginnings of what the best of them is worth there, and
what a board is worth for a beginning is the number of queues that begin so, build the board with their first pieces (by
any of its dissections, with a hold if there is one), and clear the field from there.

One graph of the boards between the field and its perfect clear answers both parts for all boards at once. What remains
is a problem of maximum coverage, which the engine solves with a proof (engine/location/location.hpp).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Unpack

from shapewright.clear import native
from shapewright.clear.chances.percent import Chance, percentage
from shapewright.clear.field import MAX_HEIGHT, WIDTH, Field
from shapewright.clear.graph.graph import Graph, memory_to_use
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.notation.start import read_pages
from shapewright.clear.patterns.pattern import Pattern
from shapewright.clear.patterns.save_conditions import read_conditions
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Game
from shapewright.clear.results import Several
from shapewright.clear.setup.blueprint import Blueprint
from shapewright.clear.setup.setup_results import FoundSetup
from shapewright.clear.setup.setups import Span, setups
from shapewright.errors import LimitError, ProblemError, amount, quote
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress


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
        blueprint = Blueprint(setup.start, cells & ~setup.start.bits, height=setup.height)
        game = Game(kicks=setup.kicks, drop=setup.drop, hold=setup.hold)
        return setups(blueprint, setup.pattern, pieces=self.pieces, **game)[0]

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
        return f"<Openers: {amount(len(self), 'board')}, {self.chance}, {proof}>"

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


PATTERN = "*p7,*p4"
"""The queues at the start of a game, as far as they matter for four lines."""

MAX_BOARDS = 100
"""Nobody learns more."""

MAX_ROWS = 6
USUAL_PIECES = 6
"""What a bag has but for the piece in hold."""

_MANY_NODES = 1 << 60


def openers(
    field: Setup | Field | str = "",
    pattern: Pattern | str | None = None,
    number: int = 1,
    height: int | None = None,
    *,
    pieces: Span | int | None = None,
    seen: int | None = None,
    among: Iterable[Field | str] = (),
    tallest: int | None = None,
    mirror: bool = False,
    save: str = "",
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> Openers:
    """The ``number`` boards to learn that clear most queues of ``pattern`` (those of a new game, if not given).

    A board has ``pieces`` pieces on it (or so many to so many; 6, if not given, or what fits if that is less), and at
    most ``tallest`` rows. The first ``seen`` pieces of a queue decide which board is built: with hold one more than are
    placed, if not given. What comes after the board is known when it is played, so each board counts with all queues
    that can be cleared over it.

    ``among`` names the only boards to choose from: fields, or texts with rows or fumens, of which each page is one.
    With ``mirror`` a board and its mirror image are one picture to learn; kicks are not the same on both sides, so what
    each is worth is found separately. With ``save`` a clear counts only if a certain piece, ``T``, or one of some,
    ``T||I``, is in hold at the end. For ``kicks``, ``drop`` and ``hold`` see :func:`shapewright.clear.percent`.

    >>> found = openers("XXXX______/XXXX______", "*p4", 2, 2, pieces=1)
    >>> found
    <Openers: 2 boards, 80 / 840 = 9.52 %, none are better>
    >>> [one.adds for one in found], found.best_for("IJLT") is found[0]
    ([48, 32], True)

    When the time limit (seconds) is reached, the best boards so far are the answer, and ``bound`` says how good others
    may be. Raises ``StoppedError`` if there are none by then, ``ProblemError`` for what has no sense, ``LimitError``
    if there is not enough memory.
    """
    if not isinstance(field, Setup) and pattern is None:
        pattern = PATTERN
    setup = Setup.asked(field, pattern, height, game)
    search = OpenerSearch(
        setup, Clock(time_limit), pieces=pieces, seen=seen, tallest=tallest, mirror=mirror, save=save, progress=progress
    )
    return search.best(number, among)


class OpenerSearch:
    """The boards of a field and its queues; :meth:`best` may be asked several times, and the graph is made once.

    For what is given, and what is raised, see :func:`openers`.
    """

    def __init__(
        self,
        setup: Setup,
        clock: Clock,
        *,
        pieces: Span | int | None = None,
        seen: int | None = None,
        tallest: int | None = None,
        mirror: bool = False,
        save: str = "",
        progress: bool | Callable[[Progress], None] | None = None,
    ) -> None:
        if setup.height > MAX_ROWS:
            raise LimitError(f"boards to learn are found for clears of up to {MAX_ROWS} lines, not {setup.height}")
        self._setup = setup
        self._clock = clock
        self._progress = progress
        if setup.needed < 2:
            raise ProblemError("a board to learn comes before the clear, which takes one piece alone here")
        if pieces is None:
            pieces = min(USUAL_PIECES, setup.needed - 1)
        fewest, most = self._placed = (pieces, pieces) if isinstance(pieces, int) else pieces
        if not 1 <= fewest <= most < setup.needed:
            raise ProblemError(
                f"the board has 1 to {setup.needed - 1} of the {setup.needed} pieces that clear the field, not "
                f"{fewest if fewest == most else f'{fewest} to {most}'}"
            )
        self._queues = Queues.of(setup.pattern, max(setup.length, min(seen or 0, setup.pattern.length)))
        read = most + setup.hold
        self._seen = read if seen is None else seen
        if not read <= self._seen <= self._queues.length:
            raise ProblemError(
                f"{most} pieces on the board take {read} of a queue{' with hold' * setup.hold}, and the queues have "
                f"{self._queues.length}; so {read} to {self._queues.length} can be seen, not {self._seen}"
            )
        self._rows = MAX_ROWS if tallest is None else tallest
        if not 1 <= self._rows <= MAX_HEIGHT:
            raise ProblemError(f"a board is 1 to {MAX_HEIGHT} rows high, not {self._rows}")
        self._mirror = mirror
        self._saved = 0
        if save.strip():  # commas join like ||
            conditions = read_conditions(save)
            wanted = [any(condition.holds_for(piece) for condition in conditions) for piece in PIECES]
            if not any(wanted):
                raise ProblemError(
                    f"no piece in hold meets {quote(save)}: it is one piece at the end; write one such as T, T||I or !O"
                )
            if not setup.hold or setup.pattern.length <= setup.needed:
                raise ProblemError("no piece is saved: with hold, and one piece more than are placed, one can be")
            self._saved = sum([1 << number for number, is_wanted in enumerate(wanted) if is_wanted])

    @cached_property
    def _graph(self) -> Graph:
        return self._setup.graph(clock=self._clock, progress=self._progress, length=self._queues.length)

    def best(self, number: int, among: Iterable[Field | str] = ()) -> Openers:
        """The best boards of all, or of some."""
        if not 1 <= number <= MAX_BOARDS:
            raise ProblemError(f"1 to {MAX_BOARDS} boards can be learned, not {number}")
        named = []
        for one in among:
            for found in [one] if isinstance(one, Field) else [page.field for page in read_pages(one)]:
                named.append(found.cleared().bits)
                if self._mirror:
                    named.append(found.cleared().mirrored().bits)
        wanted = [native.board(bits) for bits in named if bits < 1 << WIDTH * MAX_ROWS]
        if named and not wanted:
            raise ProblemError(f"none of the boards to choose from has at most {MAX_ROWS} rows")
        solved = self._graph.solved.bit_count()
        if not solved:
            return Openers(self._setup, self._queues, self._seen, (), 0, 0)
        try:
            every = native.Openers(
                self._graph.native, *self._placed, self._seen, self._saved, self._rows, self._mirror, wanted
            )
        except ValueError:  # std::length_error
            raise LimitError("the beginnings of the queues differ in too many ways; try fewer seen pieces") from None
        known = f"no boards clear more than {solved} of {len(self._queues)} queues"
        chosen, bound = self._chosen(every, number, known, named=bool(named))
        each = []
        for which in chosen:
            board, other, pieces = every.picture(which)
            cells, mirror = native.boards([board, other])
            each.append(
                Opener(cells, None if mirror == cells else mirror, pieces, dict(every.worth(which)), self._setup)
            )
        return Openers(self._setup, self._queues, self._seen, each, min(bound, solved), len(every))

    def _chosen(self, every: native.Openers, number: int, known: str, *, named: bool) -> tuple[list[int], int]:
        """The numbers of the best boards, and a bound on the queues that they clear."""
        clock = self._clock
        with listener(self._progress) as tell, ExitStack() as long_work:
            interrupt = long_work.enter_context(Interrupt(clock.stop, inline=True))
            try:
                outcome = every.prepare(clock.stop, clock.native(), memory_to_use())
            except ValueError:  # std::length_error
                raise LimitError("too many queues begin alike; try more seen pieces, or a shorter pattern") from None
            if interrupt.caught:
                raise KeyboardInterrupt
            if outcome == "stopped":
                raise clock.stopped("the boards were known", known)
            if outcome == "too large":
                raise LimitError("the boards and the queues over them do not fit into memory; try a narrower pattern")
            if named and not len(every):
                raise ProblemError("none of the boards to choose from can be built by these queues and cleared after")

            def told(millionths: int) -> None:
                if tell is not None:
                    part = min(1.0, millionths / 1_000_000)
                    words = f"the best boards so far reach {100 * part:.2f} % of the bound"
                    tell(Progress("choice of boards", millionths, 1_000_000, part, clock.seconds, remark=words))

            chosen, _, bound, _ = every.best(number, clock.stop, clock.native(), _MANY_NODES, told)
            if interrupt.caught:
                raise KeyboardInterrupt
        if not chosen and bound:
            raise clock.stopped("any boards were chosen", known)
        return chosen, bound
