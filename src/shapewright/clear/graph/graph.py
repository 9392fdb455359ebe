"""All boards between a field and a goal, found once by the engine for every queue of a pattern.

What :mod:`shapewright.clear.chances.percent`, :mod:`shapewright.clear.paths.path` and
:mod:`shapewright.clear.chances.cover` ask is answered from such a graph.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TypeVar

from shapewright.clear import native
from shapewright.clear.drops import T_SPINS, Drop
from shapewright.clear.graph.live_boards import KEPT_HEIGHT, kept_live_boards
from shapewright.clear.graph.queues import Queues, bits_of_queues
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES
from shapewright.errors import LimitError, ResourceError, StoppedError
from shapewright.jobs.interrupt import Interrupt, interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.memory import available_memory
from shapewright.jobs.processors import processors
from shapewright.jobs.progress import listener
from shapewright.jobs.stage import Progress
from shapewright.storage import cache

MAX_BYTES = 16 << 30
"""No graph takes more memory, however much there is."""

# Boards times queues up to which a step takes some hundredths of a second and some megabytes at most.
_SMALL = 200_000_000
_SMALL_BYTES = 1 << 30

# A level with so many boards took long enough for a look ahead; a board takes at least so many bytes with its edges.
_MANY = 100_000
_BYTES_A_BOARD = 50

# Reading the live boards takes a fifth of a second, which the search for a clear with so many pieces gains; with fewer
# than the second number live boards gain nothing.
_MANY_PIECES = 9
_FEW_PIECES = 7


@dataclass(frozen=True)
class Between:
    """Which boards: those on the way from ``start`` to ``goal``, both numbers, bit x + 10 y a filled cell.

    Pieces lie within ``height`` rows; if there are ``parts``, only these sets of cells are placed.
    """

    start: int
    goal: int
    height: int
    kicks: Kicks
    drop: Drop
    hold: bool
    parts: tuple[int, ...] = ()


class Graph:
    """All boards on the way, and what leads where, for every one of some queues.

    Made at once, which may take long: raises ``StoppedError`` when the time of ``clock`` is over or its byte set,
    ``LimitError`` if memory does not suffice. For ``progress`` see :func:`shapewright.jobs.run`.
    """

    def __init__(
        self, asked: Between, queues: Queues, *, clock: Clock, progress: bool | Callable[[Progress], None] | None = None
    ) -> None:
        self.asked = asked
        self.queues = queues
        self.clock = clock
        # The live boards under these rules, if they are kept and make the search shorter: from fields on which few
        # pieces lie, or wherever they were read before.
        pieces = (asked.goal & ~asked.start).bit_count() // 4
        known = None
        if not asked.parts and asked.height <= KEPT_HEIGHT and pieces >= _FEW_PIECES:
            known = kept_live_boards(asked.kicks, asked.drop, read=pieces >= _MANY_PIECES)
        self._progress = progress
        try:
            self.native = native.Graph(
                native.rules(asked.kicks, asked.drop),
                queues.native,
                asked.hold,
                native.board(asked.start),
                native.board(asked.goal),
                asked.height,
                [*map(native.board, asked.parts)],
                None if known is None else known.native,
            )
        except ValueError:  # std::length_error
            raise LimitError("the queues of the pattern differ in too many ways; try a narrower pattern") from None
        placements = self.native.placements
        self._sizes = [1]
        self._by_held: list[int] | None = None
        threads = processors()
        self._run(
            "boards",
            lambda stop, seconds, most: self.native.step(stop, seconds, most, threads),
            lambda: self.native.is_complete,
            2 * placements + 1,
        )

    def __reduce__(self) -> tuple[object, ...]:
        """Search again where it arrives, without a limit: the engine's object stays in its process."""
        return partial(Graph, clock=Clock(None)), (self.asked, self.queues)

    @cached_property
    def solved(self) -> int:
        """The queues that lead to the goal."""
        return bits_of_queues(self.native.solved(None, -1.0, -1))

    def saving(self, piece: str) -> int:
        """The queues that can lead to the goal with this piece in hold at the end."""
        if self._by_held is None:
            self._by_held = list(map(bits_of_queues, self.native.solved_by_held(None, -1.0, _SMALL_BYTES)))
        return self._by_held[PIECES.index(piece)]

    def solutions(self) -> native.Solutions:
        """All different solutions; takes time and may raise as the graph's making does."""
        found = native.Solutions(self.native)
        self._run("solutions", found.step, lambda: found.is_complete, self.native.placements)
        return found

    def solved_by(self, listed: native.Solutions) -> Iterator[int]:
        """Which queues each of the solutions serves, as bits; raises as the graph's making does."""
        with interruptible(self.clock.stop) as stop:
            found = listed.queues(range(len(listed)), stop, self.clock.native())
        if len(found) < len(listed):
            raise self.clock.stopped(f"all of {len(listed)} solutions were listed")
        return map(bits_of_queues, found)

    def _run(
        self, name: str, step: Callable[[bytearray, float, int], str], is_complete: Callable[[], bool], steps: int
    ) -> None:
        """Take step after step, with progress, time limit and Ctrl-C."""
        clock = self.clock
        stop = clock.stop
        most = _SMALL_BYTES
        interrupt: Interrupt | None = None
        with listener(self._progress) as tell, ExitStack() as long_work:
            done = 0
            while not is_complete():
                if interrupt is None and self.native.reached * self.queues.native.count > _SMALL:
                    # Only now is it worth the time to look at the memory there is, and to listen for Ctrl-C.
                    most = memory_to_use()
                    interrupt = long_work.enter_context(Interrupt(stop, inline=True))
                try:
                    outcome = step(stop, clock.native(), most)
                except MemoryError:
                    raise ResourceError(
                        f"the {name} of this question do not fit into memory (after {done} of {steps} steps); try "
                        "fewer empty cells or a narrower pattern"
                    ) from None
                except ValueError:  # std::length_error
                    outcome = "too large"
                if interrupt is not None and interrupt.caught:
                    raise KeyboardInterrupt
                if outcome == "stopped":
                    raise StoppedError(f"{clock.stopped()} after {done} of {steps} steps ({name})")
                if outcome == "too large":
                    raise LimitError(
                        f"the {name} of this question do not fit into {most / 2**30:.1f} GB of memory (after {done} of "
                        f"{steps} steps); try fewer empty cells or a narrower pattern"
                    )
                done += 1
                if name == "boards" and done <= self.native.placements:
                    self._sizes.append(self.native.reached - sum(self._sizes))
                    if self._sizes[-1] >= _MANY:
                        # Whether it is plain that the boards still to come do not fit; memory is found out about only
                        # where some seconds of work are to come.
                        boards = boards_to_come(self._sizes, self.native.placements)
                        there_is = memory_to_use() if boards * _BYTES_A_BOARD > most else most
                        if boards * _BYTES_A_BOARD > there_is:
                            raise LimitError(
                                f"{self.native.placements} pieces lead to about {boards // 10**6:,} million boards or "
                                f"more, which do not fit into {there_is / 2**30:.1f} GB of memory; try fewer empty "
                                "cells or a narrower pattern"
                            )
                if tell is not None:
                    tell(Progress(name, done, steps, done / steps, clock.seconds))


def lacks_live_boards(height: int, pieces: int, kicks: Kicks, drop: Drop) -> bool:
    """Whether live boards would make the search for a clear of so many pieces shorter, and are not kept, but could be.

    >>> from shapewright.clear.kicks import Kicks
    >>> lacks_live_boards(4, 8, Kicks.named("srs"), "soft"), lacks_live_boards(5, 12, Kicks.named("srs"), "soft")
    (False, False)
    """
    if height > KEPT_HEIGHT or pieces < _MANY_PIECES or drop in T_SPINS or not cache.is_there():
        return False
    return kept_live_boards(kicks, drop) is None


def memory_to_use() -> int:
    """So many bytes may be taken: three quarters of what there is, and no more than ``MAX_BYTES``."""
    available = available_memory()
    return MAX_BYTES if available is None else min(MAX_BYTES, available * 3 // 4)


def boards_to_come(sizes: Sequence[int], placements: int) -> int:
    """A number of boards that the levels up to the middle are likely to exceed, those known included.

    From level to level the growth slackens, and the slackening itself is nearly even up to the middle, where a level
    has most boards. It is taken to be half as much again as it was last, and what comes after the middle is left out.

    >>> boards_to_come([1, 105, 3284, 29884], 7), boards_to_come([1, 162, 13734, 662892], 15) > 10**8
    (33274, True)
    """
    total = sum(sizes)
    if len(sizes) < 4:
        return total
    before, last = (math.log(sizes[at] / sizes[at - 1]) for at in (-2, -1))
    slack = 1.5 * max(before - last, 0.4)
    level = math.log(sizes[-1])
    for _ in range(len(sizes), placements // 2 + 1):
        last -= slack
        if last <= 0:
            break
        level += last
        total += int(math.exp(level))
    return total


Found = TypeVar("Found")

_SLICE = 0.5
"""So many seconds pass between two reports of progress."""


def sliced(
    work: Callable[[bytearray, float, int], Found | None],
    clock: Clock,
    progress: bool | Callable[[Progress], None] | None,
    reached: Callable[[], Progress],
    *,
    stopped: Callable[[], str],
    too_large: str,
) -> Found:
    """What ``work`` finds; it takes a stop flag, seconds and bytes of memory, and returns None until it is done.

    ``reached`` says how far it is. Raises ``StoppedError`` with the words of ``stopped`` when time is over; where
    memory does not suffice ``ResourceError``, or ``LimitError`` if that is known beforehand. ``too_large`` begins with
    what does not fit, and ends, after a semicolon, with what to try.
    """
    stop = bytearray(1)
    most = memory_to_use()
    with listener(progress) as tell, Interrupt(stop, inline=True) as interrupt:
        while True:
            left = clock.left()
            try:
                found = work(stop, _SLICE if left is None else min(_SLICE, left), most)
            except (MemoryError, ValueError) as error:  # std::bad_alloc, std::length_error
                kind = ResourceError if isinstance(error, MemoryError) else LimitError
                what, _, advice = too_large.partition("; ")
                raise kind(f"{what} do not fit into {most / 2**30:.1f} GB of memory; {advice}") from None
            if interrupt.caught:
                raise KeyboardInterrupt
            if found is not None:
                return found
            if clock.over():
                raise StoppedError(f"{clock.stopped()} {stopped()}")
            if tell is not None:
                tell(reached())
