"""Perfect clears of four lines one after the other, each chosen with all its pieces in sight.

Between two clears a state is the held piece and what is left of the bag; the next ten pieces settle which pieces can be
left over, and so which states can come next. A state is *safe* if none of the clears asked about can fail from it.
First the queues without a clear tell how likely a single clear is from each state. Then all queues that end where some
held piece would not be safe are walked through: most have a clear that leaves a safe piece over. Those that have none
are few, and it is found out for each of them which pieces it can leave; so all values are exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import TYPE_CHECKING, Any

from shapewright.clear import native
from shapewright.clear.drops import Drop
from shapewright.clear.kicks import Kicks
from shapewright.clear.loops.loop_values import FOUR, Loop, State, bags_of, strings
from shapewright.clear.patterns.sequences import alignments
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.search.impossible_list import has_all_turns, is_usual, known
from shapewright.clear.search.solve import first_packed
from shapewright.clear.search.table import placements_of, plain_kicks, read_plain, sequences_in, starts
from shapewright.errors import ElsewhereError, LimitError, StoppedError
from shapewright.jobs import Budget, Progress, Stage, fingerprint, run
from shapewright.jobs.limits import Clock
from shapewright.jobs.memory import require_memory
from shapewright.jobs.stage import Arguments, Function
from shapewright.storage import cache

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor


PLACED = 5 * FOUR // 2

MAX_TIED = 20_000
"""No more queues are searched one by one that cannot be cleared so that a safe piece is held."""

_MEMORY = 3 << 30
_TIED_IN_A_TASK = 20
_LONG_START = 4

Sequence = tuple[str, str]
"""The pair of held and first piece in either order, and what follows."""

Tied = dict[Sequence, str]
"""Sequences that have a clear, but perhaps none that leaves a safe piece over: which pieces they can leave."""


@dataclass(frozen=True)
class Work:
    """The rules, and how the work is done: see :func:`shapewright.jobs.run`."""

    kicks: Kicks
    drop: Drop
    threads: int | None = None
    executor: Executor | Callable[[], Executor] | None = None
    progress: bool | Callable[[Progress], None] | None = None
    checkpoint: str | os.PathLike[str] | None = None
    time_limit: float | None = None


def is_listed(kicks: Kicks, drop: Drop) -> bool:
    """Whether the queues without a clear are those of the list that comes with the package."""
    return drop == "soft" and is_usual(kicks)


def loop_of_four(clears: int, work: Work) -> Loop:
    """What :func:`shapewright.clear.loops.loop.loop` says of clears of four lines."""
    if clears > 1 or not is_listed(work.kicks, work.drop):
        if not cache.is_there():
            raise ElsewhereError(
                "a loop of clears of 4 lines takes minutes and 3 GB of memory, more than a browser gives to a page; "
                "the command line can do it"
            )
        require_memory(_MEMORY, "a loop of clears of 4 lines")
    doing = _Doing(work)
    failed = frozenset(doing.failed())
    fails = _fails(failed)
    tied: Tied = {}
    is_closed = False
    safe = {state for state in _states() if not fails[state]}
    while clears > 1 and not is_closed:
        tied = doing.tied(safe, failed)
        unsafe = {
            (held, bag)
            for sequence, saved in tied.items()
            for held, bag, after in states_of(sequence, PLACED)
            if not any((piece, after) in safe for piece in saved)
        }
        is_closed = not unsafe & safe
        safe -= unsafe
    chances, numbers = values(clears, PLACED, fails, tied)
    last = {state: of[-1] for state, of in chances.items()}
    more = {state: None if chance else Fraction(0) for state, chance in last.items()}
    return Loop(PLACED, True, True, chances, numbers, more, FOUR, last if is_closed and not tied else None)


def values(
    clears: int, placed: int, fails: Mapping[State, int], tied: Mapping[Sequence, str]
) -> tuple[dict[State, tuple[Fraction, ...]], dict[State, Fraction]]:
    """The chances of 1 to ``clears`` clears in a row, and the expected number of clears, of at most so many.

    Each clear takes ``placed`` pieces. ``fails`` has how many strings of so many pieces cannot be cleared in each
    state. All others lead where nothing fails, save those that are ``tied``.
    """
    ties: dict[State, list[tuple[str, str]]] = {}
    for sequence, saved in tied.items():
        for held, bag, after in states_of(sequence, placed):
            ties.setdefault((held, bag), []).append((saved, after))
    totals = {left: strings(left, placed, bags=True) for left in range(1, len(PIECES) + 1)}
    chance = dict.fromkeys(_states(), Fraction(1))
    number = dict.fromkeys(_states(), Fraction(0))
    found: dict[State, list[Fraction]] = {state: [] for state in (*_empty(), *_states())}
    for count in range(1, clears + 1):
        chance_before, number_before = chance, number
        chance, number = {}, {}
        for state in _states():
            lost, fewer = Fraction(fails.get(state, 0)), Fraction(fails.get(state, 0) * count)
            for saved, after in ties.get(state, ()):
                lost += 1 - max([chance_before[piece, after] for piece in saved])
                fewer += count - 1 - max([number_before[piece, after] for piece in saved])
            total = totals[len(state[1])]
            chance[state], number[state] = 1 - lost / total, count - fewer / total
        for values_now in (chance, number):
            for state in _empty():  # whatever comes first is as good as held
                with_it = [values_now[piece, state[1].replace(piece, "") or PIECES] for piece in state[1]]
                values_now[state] = sum(with_it, Fraction(0)) / len(with_it)
        for state, of in found.items():
            of.append(chance[state])
    return {state: tuple(of) for state, of in found.items()}, {state: number[state] for state in found}


def states_of(sequence: Sequence, placed: int) -> Iterator[tuple[str, str, str]]:
    """The states in which a sequence can come: the held piece, what is left of the bag, and what is left of it after.

    >>> list(states_of(("TT", "ISOTSLJZI"), 10))
    [('T', 'ITS', 'IOTSZLJ'), ('T', 'IOTS', 'O')]
    """
    pair, rest = sequence
    for one, other in {(pair[0], pair[1]), (pair[1], pair[0])}:
        string = other + rest
        for left in alignments(string):
            last = string[placed - (placed - left) % len(PIECES) :]
            yield one, _ordered(string[:left]), "".join([piece for piece in PIECES if piece not in last])
        if len(set(string)) == placed < len(PIECES):  # all from the first bag, of which more is left
            others = [piece for piece in PIECES if piece not in string]
            for number in range(1, len(others) + 1):
                for more in map("".join, combinations(others, number)):
                    yield one, _ordered(string + more), more


@lru_cache(maxsize=2)
def _fails(failed: frozenset[Sequence]) -> Counter[State]:
    """How many strings have no clear in each state."""
    return Counter([(held, bag) for sequence in failed for held, bag, _ in states_of(sequence, PLACED)])


def _states() -> Iterator[State]:
    """Those with a held piece."""
    return ((held, bag) for held in PIECES for left in range(1, len(PIECES) + 1) for bag in bags_of(left))


def _empty() -> Iterator[State]:
    """Those with an empty hold."""
    return (("", bag) for left in range(1, len(PIECES) + 1) for bag in bags_of(left))


def _ordered(pieces: str) -> str:
    return "".join(sorted(pieces, key=PIECES.index))


class _Doing:
    """The stages of the work, with one clock and one checkpoint."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._clock = Clock(work.time_limit)
        self._game = [FOUR, plain_kicks(work.kicks), work.drop]
        self._mark = fingerprint(["clear loop", *self._game])
        self._rounds = 0

    def failed(self) -> Iterator[Sequence]:
        """All sequences without a clear."""
        if is_listed(self._work.kicks, self._work.drop):
            return iter(known())
        begin = starts(FOUR)
        if self._work.drop == "soft" and has_all_turns(self._work.kicks):  # all are on the list; some can be cleared
            # The first pieces of these, so that few others begin with the same.
            first = {pair + rest[:_LONG_START] for pair, rest in known()}
            begin = sorted([bytes([PIECES.index(piece) for piece in pieces]) for pieces in first])
        tasks = [[*self._game, start] for start in begin]
        return sequences_in(b"".join(self._run("queues without a clear", _failed, tasks)))

    def tied(self, safe: set[State], failed: frozenset[Sequence]) -> Tied:
        """The sequences that have a clear but cannot leave a safe piece over, in all states in which they can come."""
        self._rounds += 1
        allowed = bytearray([(1 << len(PIECES)) - 1] * (1 << len(PIECES)))
        for held, bag in _states():
            if (held, bag) not in safe:
                allowed[_bits(bag)] &= ~_bits(held)
        if not all(allowed[1:]):
            raise LimitError(
                "with some of the bag left any held piece can fail under these rules, so that too many queues would "
                "have to be looked at; ask for a single clear"
            )
        number = self._rounds
        tasks = [[*self._game, start, bytes(allowed)] for start in starts(FOUR)]
        parts = self._run(f"queues that must leave a safe piece, round {number}", _unsaved, tasks)
        listed = [sequence for sequence in sequences_in(b"".join(parts)) if sequence not in failed]
        if len(listed) > MAX_TIED:
            raise LimitError(
                f"{len(listed)} queues cannot be cleared so that a safe piece is held, and at most {MAX_TIED} are "
                "searched one by one; ask for a single clear"
            )
        if not listed:
            return {}
        cuts = range(0, len(listed), _TIED_IN_A_TASK)
        tasks = [[*self._game, list(map(list, listed[at : at + _TIED_IN_A_TASK]))] for at in cuts]
        saved = [one for part in self._run(f"pieces that can be left, round {number}", _saved, tasks) for one in part]
        return dict(zip(listed, saved, strict=True))

    def _run(self, name: str, function: Function, tasks: list[Any]) -> list[Any]:
        work = self._work
        left = self._clock.left()
        if left is not None and left <= 0:
            raise StoppedError(f"{self._clock.stopped()} before the chances were known")
        return run(
            Stage(name, function, tasks),
            fingerprint=self._mark,
            executor=work.executor,
            threads=work.threads,
            progress=work.progress,
            checkpoint=work.checkpoint,
            time_limit=left,
        )


def _bits(pieces: Iterable[str]) -> int:
    return sum([1 << PIECES.index(piece) for piece in pieces])


def _failed(arguments: Arguments, budget: Budget) -> bytes:
    """One task: the sequences without a clear."""
    height, kicks, drop, start = arguments
    return placements_of(height, kicks, drop, budget).failed_part(start, budget.stop, native.seconds(budget))


def _unsaved(arguments: Arguments, budget: Budget) -> bytes:
    """One task: the sequences without a clear that leaves an allowed piece over."""
    height, kicks, drop, start, allowed = arguments
    source = placements_of(height, kicks, drop, budget)
    failed, _ = source.unsaved_part(start, allowed, budget.stop, native.seconds(budget))
    return failed


def _saved(arguments: Arguments, budget: Budget) -> list[str]:
    """One task: the pieces that each of some sequences can leave over, each found by a search of its own."""
    height, plain, drop, sequences = arguments
    kicks = read_plain(plain)
    result = []
    for pair, rest in sequences:
        saved = ""
        for piece in _ordered("".join(set(pair + rest))):
            problem = Problem.of("", Queue(pair[1] + rest, pair[0]), height=height, kicks=kicks, drop=drop, save=piece)
            if first_packed(problem, time_limit=budget.left(), use_list=False, stop=budget.stop) is not None:
                saved += piece
        result.append(saved)
    return result
