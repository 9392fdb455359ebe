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

from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Unpack

from shapewright.clear import native
from shapewright.clear.field import MAX_HEIGHT, WIDTH, Field
from shapewright.clear.graph.graph import memory_to_use
from shapewright.clear.graph.queues import Queues
from shapewright.clear.graph.setup import Setup
from shapewright.clear.notation.start import read_pages
from shapewright.clear.opener.opener_results import Opener, Openers
from shapewright.clear.patterns.save_conditions import read_conditions
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, ProblemError, quote
from shapewright.jobs.interrupt import Interrupt
from shapewright.jobs.limits import Clock
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from shapewright.clear.graph.graph import Graph
    from shapewright.clear.patterns.pattern import Pattern
    from shapewright.clear.problem import Game
    from shapewright.clear.setup.setups import Span

__all__ = ["MAX_BOARDS", "PATTERN", "OpenerSearch", "openers"]

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
        setup,
        Clock(time_limit),
        pieces=pieces,
        seen=seen,
        tallest=tallest,
        mirror=mirror,
        save=save,
        progress=progress,
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
            for field in [one] if isinstance(one, Field) else [page.field for page in read_pages(one)]:
                named.append(field.cleared().bits)
                if self._mirror:
                    named.append(field.cleared().mirrored().bits)
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
