"""All boards between a field and a goal, found once by the engine for every queue of a pattern.

What :mod:`shapewright.clear.percent`, :mod:`shapewright.clear.path` and :mod:`shapewright.clear.cover` ask is answered
from such a graph. A set of queues is a number here, with a bit for each queue, in the order of :meth:`Pattern.queues`.
"""

from __future__ import annotations

import math
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

from shapewright.clear.field import MAX_HEIGHT, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.pattern import Pattern
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import engine_rules, read_field_and_height, read_kicks
from shapewright.clear.rules import Drop, check_drop
from shapewright.errors import LimitError, ProblemError, ResourceError, StoppedError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from shapewright import _core
    from shapewright.jobs import Progress

__all__ = ["DEFAULT_HEIGHT", "Graph", "Setup", "Work", "bits_of_queues"]

DEFAULT_HEIGHT = 4

MAX_BYTES = 16 << 30
"""No graph takes more memory, however much there is."""

BOARD_BYTES = 25

# Boards times queues up to which a step takes some hundredths of a second and some megabytes at most.
_SMALL = 200_000_000
_SMALL_BYTES = 1 << 30

# A level with so many boards took long enough for a look ahead; a board takes at least so many bytes with its edges.
_MANY = 100_000
_BYTES_A_BOARD = 50

_Levels = list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class Work:
    """How long work may go on (seconds) and who is told: see :func:`shapewright.jobs.run` for ``progress``."""

    time_limit: float | None = None
    progress: bool | Callable[[Progress], None] | None = None

    clock: Clock = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clock", Clock(self.time_limit))


@dataclass(frozen=True)
class Setup:
    """A field to be cleared by any queue of a pattern, and the rules.

    ``height`` rows of the field are cleared; its full rows are cleared first and do not count. With ``hold`` the first
    ``needed`` + 1 pieces of each queue count, if there are so many, without it the first ``needed``.

    Raises ``ProblemError`` if no perfect clear can be of that height or the pattern is too short for it.
    """

    field: Field
    pattern: Pattern
    height: int = DEFAULT_HEIGHT
    kicks: Kicks = Kicks.named("srs")  # noqa: RUF009 - frozen, and always the same object
    drop: Drop = "soft"
    hold: bool = True

    def __post_init__(self) -> None:
        check_drop(self.drop)
        if not 1 <= self.height <= MAX_HEIGHT:
            raise ProblemError(f"a perfect clear has 1 to {MAX_HEIGHT} lines, not {self.height}")
        if self.start.height > self.height:
            raise ProblemError(
                f"the field is {self.start.height} rows high; a perfect clear of {_lines(self.height)} leaves some "
                "of it"
            )
        empty = self.start.empty_cells(self.height)
        if empty % 4:
            raise ProblemError(
                f"{empty} cells are empty in the lowest {self.height} rows, which is no multiple of 4: no perfect "
                "clear can be of that height"
            )
        if self.pattern.length < self.needed:
            raise ProblemError(
                f"a perfect clear of {_lines(self.height)} takes {_pieces(self.needed)}, and the queues of the pattern "
                f"have {self.pattern.length}"
            )

    @classmethod
    def of(
        cls,
        field: Field | str,
        pattern: Pattern | str,
        height: int | None = None,
        kicks: Kicks | str = "srs",
        drop: Drop = "soft",
        hold: bool = True,
    ) -> Setup:
        """The setup that these arguments, some of them still text, describe; without a height it is 4 lines."""
        start, lines = read_field_and_height(field, height)
        return cls(
            start,
            read_pattern(pattern),
            DEFAULT_HEIGHT if lines is None else lines,
            read_kicks(kicks),
            drop,
            hold,
        )

    @cached_property
    def start(self) -> Field:
        """The field without its full rows."""
        return self.field.cleared()

    @property
    def needed(self) -> int:
        """How many pieces are placed."""
        return self.start.empty_cells(self.height) // 4

    @property
    def length(self) -> int:
        """How many pieces of a queue count."""
        return min(self.pattern.length, self.needed + self.hold)

    def cut(self) -> str | None:
        """That the queues have more pieces than count, in one sentence; None if they have not.

        >>> Setup.of("XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "*p7").cut()
        'of the 7 pieces of each queue the first 5 count: 4 to place and 1 for hold'
        """
        if self.length == self.pattern.length:
            return None
        return cut_of(self.pattern.length, self.length, self.needed)

    def nothing_left(self) -> str | None:
        """That nothing can be left over, in one sentence; None if something can."""
        if self.pattern.length > self.needed:
            return None
        return f"nothing is left over: the queues have only the {_pieces(self.needed)} that are placed"

    def graph(self, work: Work, *, length: int | None = None) -> Graph:
        """All boards on the way; of queues of ``length`` pieces instead of those that count."""
        goal = (1 << WIDTH * self.height) - 1
        queues = Queues.of(self.pattern, self.length if length is None else length)
        return Graph(self.start.bits, goal, self.height, queues, self.kicks, self.drop, self.hold, (), work)


def read_pattern(value: Pattern | str) -> Pattern:
    """A pattern, or one in text; raises ``ProblemError`` for anything else."""
    if isinstance(value, Pattern):
        return value
    if not isinstance(value, str):
        raise ProblemError(f"the pattern is a Pattern or text, not {type(value).__name__}")
    return _parsed(value)


@lru_cache(maxsize=64)
def _parsed(text: str) -> Pattern:
    return Pattern.from_text(text)


def cut_of(given: int, counted: int, placed: int) -> str:
    """The sentence that of so many pieces only some count."""
    held = f" and {counted - placed} for hold" if counted > placed else ""
    first = "the first counts" if counted == 1 else f"the first {counted} count"
    return f"of the {given} pieces of each queue {first}: {placed} to place{held}"


def _lines(number: int) -> str:
    return "1 line" if number == 1 else f"{number} lines"


def _pieces(number: int) -> str:
    return "1 piece" if number == 1 else f"{number} pieces"


class Queues:
    """The distinct queues of a pattern, cut after ``length`` pieces, in order; for the engine and to be looked up."""

    def __init__(self, pattern: Pattern, length: int) -> None:
        from shapewright import _core

        self.pattern = pattern
        self.length = length
        self._levels = _automaton(pattern, length)
        self._known_rests: dict[int, tuple[list[str], NDArray[np.int32]]] = {}
        try:
            self.native = _core.ClearQueues(self._levels)
        except ValueError:  # std::length_error
            raise LimitError("the pattern has more queues than the limit of 2^40") from None

    @classmethod
    def of(cls, pattern: Pattern, length: int) -> Queues:
        """The same object for the same pattern and length, as long as few others were asked for."""
        return _known_queues(pattern, length)

    def __len__(self) -> int:
        """How many there are."""
        return self.native.count

    def __iter__(self) -> Iterator[str]:
        return self.pattern.queues(self.length)

    def chosen(self, bits: int) -> Iterator[str]:
        """Those whose bits are set."""
        if not bits:
            return
        # Text has one digit a bit, and is quick to look through from its end.
        digits = f"{bits:b}"
        for number, queue in zip(range(len(digits) - 1, -1, -1), self, strict=False):
            if digits[number] == "1":
                yield queue

    def rank(self, queue: str) -> int | None:
        """The place of a queue, of which only what counts is looked at; None if it is none of them."""
        return next(self.ranks([queue]), None) if len(queue) >= self.length else None

    def at(self, place: int) -> str:
        """The queue at a place, from 0."""
        state, queue = 0, ""
        for read in range(self.length):
            for piece, after in zip(PIECES, self._levels[read][state], strict=True):
                if after < 0:
                    continue
                below = self._count(read + 1, after)
                if place < below:
                    queue, state = queue + piece, after
                    break
                place -= below
        return queue

    def ranks(self, queues: Iterable[str]) -> Iterator[int]:
        """The places of those among some queues, long enough, that are some of these."""
        before = self._before
        for queue in queues:
            place = state = 0
            for read, piece in enumerate(queue[: self.length]):
                state, earlier = before[read][state][piece]
                if state < 0:
                    break
                place += earlier
            else:
                yield place

    @cached_property
    def _before(self) -> list[list[dict[str, tuple[int, int]]]]:
        """For each number of pieces read, each state and each piece: the state after it, or -1, and how many of the
        queues that may come are before those with this piece.
        """
        found: list[list[dict[str, tuple[int, int]]]] = []
        for read, level in enumerate(self._levels):
            rows = []
            for row in level:
                total, steps = 0, {}
                for piece, after in zip(PIECES, row, strict=True):
                    steps[piece] = after, total
                    total += self._count(read + 1, after) if after >= 0 else 0
                rows.append(steps)
            found.append(rows)
        return found

    def ending(self, read: int, is_wanted: Callable[[str], bool]) -> int:
        """The queues of which what follows the first ``read`` pieces is wanted."""
        import numpy as np

        rests, numbers = self._rests(read)
        wanted = np.array([is_wanted(rest) for rest in rests], dtype=bool)
        return int.from_bytes(np.packbits(wanted[numbers], bitorder="little").tobytes(), "little")

    def _rests(self, read: int) -> tuple[list[str], NDArray[np.int32]]:
        """What may follow the first ``read`` pieces, and for each queue which of these does."""
        if read not in self._known_rests:
            import numpy as np

            places: dict[str, int] = {}
            if read >= self.length:
                places[""], numbers = 0, np.zeros(len(self), dtype=np.int32)
            else:
                found = (places.setdefault(queue[read:], len(places)) for queue in self)
                numbers = np.fromiter(found, dtype=np.int32, count=len(self))
            self._known_rests[read] = list(places), numbers
        return self._known_rests[read]

    def groups(self, depth: int) -> Iterator[tuple[str, int, int]]:
        """The first ``depth`` pieces of queues, and the range of places of the queues that begin so."""
        waiting = [("", 0, 0)]
        while waiting:
            prefix, state, place = waiting.pop()
            if len(prefix) == min(depth, self.length):
                yield prefix, place, place + self._count(len(prefix), state)
                continue
            below = []
            for piece, after in zip(PIECES, self._levels[len(prefix)][state], strict=True):
                if after >= 0:
                    below.append((prefix + piece, after, place))
                    place += self._count(len(prefix) + 1, after)
            waiting += reversed(below)

    def _count(self, read: int, state: int) -> int:
        return 1 if read == self.length else self._counts[read][state]

    @cached_property
    def _counts(self) -> list[list[int]]:
        counts: list[list[int]] = []
        for level in reversed(self._levels):
            later = counts[-1] if counts else None
            counts.append([sum([1 if later is None else later[state] for state in row if state >= 0]) for row in level])
        return counts[::-1]


@lru_cache(maxsize=16)
def _known_queues(pattern: Pattern, length: int) -> Queues:
    return Queues(pattern, length)


def _automaton(pattern: Pattern, length: int) -> _Levels:
    """For each number of pieces read and each state the states after each piece, or -1."""
    levels = pattern.levels(length)
    automaton = []
    for read, level in enumerate(levels):
        numbers = {state: number for number, state in enumerate(levels[read + 1])} if read + 1 < length else None
        rows = []
        for steps in level.values():
            row = [-1] * len(PIECES)
            for piece, after in steps:
                row[PIECES.index(piece)] = 0 if numbers is None else numbers[after]
            rows.append(row)
        automaton.append(rows)
    return automaton


def bits_of_queues(content: bytes) -> int:
    """A set of queues as the engine gives it."""
    return int.from_bytes(content, "little")


class Graph:
    """The boards between ``start`` and ``goal`` (both numbers, bit x + 10 y a filled cell), and what leads where.

    Pieces lie within ``height`` rows; if there are ``parts``, only these sets of cells are placed. Made at once, which
    may take long: raises ``StoppedError`` when the time limit is over, ``LimitError`` if memory does not suffice.
    """

    def __init__(
        self,
        start: int,
        goal: int,
        height: int,
        queues: Queues,
        kicks: Kicks,
        drop: Drop,
        hold: bool,
        parts: Sequence[int],
        work: Work,
    ) -> None:
        from shapewright import _core

        self.queues = queues
        self._work = work
        self.clock = work.clock
        try:
            self.native = _core.ClearGraph(
                engine_rules(kicks, drop),
                queues.native,
                hold,
                _packed(start),
                _packed(goal),
                height,
                [*map(_packed, parts)],
            )
        except ValueError:  # std::length_error
            raise LimitError("the queues of the pattern differ in more ways than can be kept apart") from None
        placements = self.native.placements
        self._sizes = [1]
        self._run("boards", self.native.step, lambda: self.native.is_complete, 2 * placements + 1)

    @cached_property
    def solved(self) -> int:
        """The queues that lead to the goal."""
        return bits_of_queues(self.native.solved(None, -1.0, -1))

    def saving(self, piece: str) -> int:
        """The queues that can lead to the goal with this piece in hold at the end."""
        return bits_of_queues(self.native.solved(None, -1.0, PIECES.index(piece)))

    def solutions(self) -> _core.ClearSolutions:
        """All different solutions; takes time and may raise as the graph's making does."""
        from shapewright import _core

        found = _core.ClearSolutions(self.native)
        self._run("solutions", found.step, lambda: found.is_complete, self.native.placements)
        return found

    def _run(
        self, name: str, step: Callable[[bytearray, float, int], str], is_complete: Callable[[], bool], steps: int
    ) -> None:
        """Take step after step, with progress, time limit and Ctrl-C."""
        from shapewright.jobs.interrupt import Interrupt

        clock = self.clock
        stop = bytearray(1)
        most = _SMALL_BYTES
        interrupt: Interrupt | None = None
        with Told(self._work.progress) as tell, ExitStack() as long_work:
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
                        f"the {name} of this question do not fit into memory (after {done} of {steps} steps); fewer "
                        "empty cells or a narrower pattern would do"
                    ) from None
                except ValueError:  # std::length_error
                    outcome = "too large"
                if stop[0]:
                    raise KeyboardInterrupt
                if outcome == "stopped":
                    raise StoppedError(f"{clock.stopped()} after {done} of {steps} steps ({name})")
                if outcome == "too large":
                    raise LimitError(
                        f"the {name} of this question do not fit into {most / 2**30:.1f} GB of memory (after {done} of "
                        f"{steps} steps); fewer empty cells or a narrower pattern would do"
                    )
                done += 1
                if name == "boards" and done <= self.native.placements:
                    self._sizes.append(self.native.reached - sum(self._sizes))
                    self._look_ahead(most)
                if tell is not None:
                    from shapewright.jobs import Progress

                    tell(Progress(name, done, steps, done / steps, clock.seconds))

    def _look_ahead(self, most: int) -> None:
        """Raise ``LimitError`` once it is plain that the boards still to come do not fit into so many bytes.

        Memory is found out about only where some seconds of work are to come.
        """
        if self._sizes[-1] < _MANY:
            return
        boards = boards_to_come(self._sizes, self.native.placements)
        if boards * _BYTES_A_BOARD <= most:
            return
        most = memory_to_use()
        if boards * _BYTES_A_BOARD > most:
            raise LimitError(
                f"{self.native.placements} pieces lead to about {boards // 10**6:,} million boards or more, which do "
                f"not fit into {most / 2**30:.1f} GB of memory; fewer empty cells or a narrower pattern would do"
            )


def memory_to_use() -> int:
    """So many bytes may be taken: three quarters of what there is, and no more than ``MAX_BYTES``."""
    from shapewright.jobs.memory import available_memory

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


class Told:
    """Who is told of progress: nobody, a function, or the bar on the terminal."""

    def __init__(self, progress: bool | Callable[[Progress], None] | None) -> None:
        self._progress = progress

    def __enter__(self) -> Callable[[Progress], None] | None:
        if self._progress is True:
            from shapewright.jobs.progress import Bar

            self._shown = Bar()
            return self._shown.__enter__()
        return self._progress or None

    def __exit__(self, *error: object) -> None:
        if self._progress is True:
            self._shown.__exit__(*error)


def _packed(board: int) -> bytes:
    return board.to_bytes(BOARD_BYTES, "little")


def unpacked(boards: Iterable[bytes]) -> list[int]:
    """Boards as the engine gives them, as numbers."""
    return [int.from_bytes(board, "little") for board in boards]
