"""The solvers by name: each tries to lay counts into one box.

``auto`` takes what is best for the box: a randomised search and tables of bags up to 64 cells, a dissection for full
rectangles, the walk for the rest. The others are there to be compared with it. ``hybrid`` is what won the contest:
every placement up to 8 pieces, rectangles for 64 or 256 pieces without an empty cell, else the most touching placement.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from shapewright.cells.grid import Board
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs import Progress
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.jobs.threads import startable, thread_pool
from shapewright.packing.native import Native, tetrominoes
from shapewright.packing.proof.waste import Waste
from shapewright.packing.search.cover import METHOD, Cover, is_few, is_soon_built, patience
from shapewright.packing.search.inventory import native_inventory
from shapewright.packing.search.other_starts import by_columns, is_lopsided, nearly, with_jokers
from shapewright.packing.search.s_and_z import of_s_and_z
from shapewright.packing.search.strip_filling import by_strips
from shapewright.packing.search.sweep import sweep

Solver = Callable[["Attempt"], tuple[str, str, bytes]]

STEPS = 60_000
"""Steps of the walk in a first attempt, some tenths of a second; each further one has twice as many."""

ATTEMPTS = 4

COVER_NODES = 400_000
"""Nodes of a search for an exact cover, some seconds, before something else is tried."""

_SHARE = 0.5  # of the time, where something else may follow

_TOUCHING_ATTEMPTS = 300
_ROUNDS = 300
_DISSECTION_TRIES = 3000
_COVER_CELLS = 4096
_SOON_WALKED = 1000  # cells
_TABLE_CELLS = 64  # boxes of so many cells are decided by a table


@dataclass(frozen=True, slots=True)
class Effort:
    """How hard to try: with which of ``SOLVERS``, which random numbers, how many threads, and how long.

    ``tell`` gets the progress. ``work`` is the part of the usual work for a question that is one of many.
    """

    clock: Clock
    solver: str = "auto"
    seed: int = 0
    threads: int = 1
    tell: Callable[[Progress], None] | None = None
    work: float = 1.0

    def __post_init__(self) -> None:
        if self.threads < 1:
            raise ProblemError(f"the number of threads must be at least 1, not {self.threads}")
        if not 0 <= self.seed < 1 << 64:
            raise ProblemError(f"the seed must be a whole number from 0 to {(1 << 64) - 1}, not {self.seed}")
        if self.solver != "auto":
            checked_solver(self.solver)

    def again(self, turn: int) -> Effort:
        """The same effort with other random numbers; those of turn 0 are the same."""
        return replace(self, seed=(self.seed + turn * 0xA0761D6478BD642F) % (1 << 64))


@dataclass(frozen=True, slots=True)
class Attempt:
    """One box for one solver: what to lay where, with which random numbers, and when to stop.

    The ``clock`` of the ``effort`` is that of this box. ``is_refuted`` is asked once a first attempt has given up. With
    the method 'profiles' what shows that there is none is among the ``wastes``.
    """

    native: Native
    width: int
    height: int
    counts: Sequence[int]
    corner: bool
    effort: Effort
    attempts: int = ATTEMPTS
    is_refuted: Callable[[], bool] | None = None
    wastes: list[Waste] = field(default_factory=list)

    @property
    def box(self) -> tuple[int, int, Sequence[int]]:
        """The sides, and the counts to lay: what the engine's solvers begin with."""
        return self.width, self.height, self.counts

    @property
    def is_few(self) -> bool:
        """Whether exact cover comes first."""
        return not self.corner and is_few(self.native, self.counts, self.width * self.height)

    def empty(self) -> int:
        """How many cells of the box stay empty."""
        return self.width * self.height - sum(map(int.__mul__, self.native.areas, self.counts))

    def board(self) -> bytes:
        """All cells of the box, as the engine takes a board."""
        return b"\x01" * (self.width * self.height)


def run_solver(attempt: Attempt) -> tuple[str, str, bytes]:
    """Let the solver try: its outcome ('found', 'none', 'gave up', 'stopped'), the method, the placements.

    'none' is a proof.
    """
    name = attempt.effort.solver
    outcome, method, raw = _SOLVERS[name](attempt)
    # What is found by a greedy method need not cover a corner; the box is then as good as not filled.
    if outcome == "found" and attempt.corner and name != "auto" and not _covers_corner(attempt, raw):
        return "gave up", method, b""
    return outcome, method, raw


def checked_solver(name: str) -> str:
    """``name`` if there is such a solver; ``ProblemError`` says which there are."""
    if name not in _SOLVERS and name != "growing-square":
        raise ProblemError(f"{name!r} is not a solver; there are {', '.join(SOLVERS)}")
    return name


def _auto(attempt: Attempt) -> tuple[str, str, bytes]:
    core, clock, seed = attempt.native.core, attempt.effort.clock, attempt.effort.seed
    box = *attempt.box, attempt.corner
    few = attempt.is_few
    if few:
        size = attempt.width * attempt.height
        nodes = patience(attempt.native, attempt.counts, size, COVER_NODES)
        outcome, method, raw = covered(attempt, clock.part(_SHARE), nodes)
        if outcome in ("found", "none"):
            return outcome, method, raw
    large = attempt.width * attempt.height > _TABLE_CELLS and attempt.empty() > 0
    lopsided = large and is_lopsided(attempt.counts)
    if lopsided and (started := _started(attempt)) is not None:
        return started
    if attempt.width * attempt.height > _SOON_WALKED:
        with interruptible(clock.stop) as stop:
            outcome, method, raw = core.box(*box, seed, STEPS, stop, clock.native())
    else:  # this attempt is short: no thread has to watch for Ctrl-C meanwhile
        outcome, method, raw = core.box(*box, seed, STEPS, None, clock.native())
    if outcome != "gave up":
        return outcome, method, raw
    if large and not lopsided and (started := _started(attempt)) is not None:
        return started
    if attempt.is_refuted is not None and attempt.is_refuted():
        return "none", "weights", b""
    if attempt.width * attempt.height > _TABLE_CELLS and attempt.attempts > 1:
        swept = _swept(attempt)
        if swept is not None:
            return swept
    if few:
        return ("gave up", "", b"") if clock.limit is None else covered(attempt, clock, None)

    def again(number: int, stop: bytearray) -> tuple[str, str, bytes]:
        other = (seed + number * 0x9E3779B97F4A7C15) % (1 << 64)
        return core.box(*box, other, attempt.native.steps(STEPS) << number, stop, clock.native())

    return race(again, range(1, attempt.attempts), attempt.effort.threads)


def _started(attempt: Attempt) -> tuple[str, str, bytes] | None:
    """What S and Z in columns, in zippers or in a spiral come to, or pieces added for the empty cells."""
    for method, start in (("columns", by_columns), ("spiral", of_s_and_z), ("jokers", with_jokers)):
        raw = start(attempt.native, *attempt.box, attempt.effort.seed, attempt.effort.clock)
        if raw is not None and (not attempt.corner or _covers_corner(attempt, raw)):
            return "found", method, raw
    return None


def _swept(attempt: Attempt) -> tuple[str, str, bytes] | None:
    """What sweeps over profiles come to: that nothing fits, or a packing that is a start for others."""
    native, seed, clock = attempt.native, attempt.effort.seed, attempt.effort.clock
    waste, raw = sweep(native, attempt.counts, attempt.width, attempt.height, clock)
    if waste is not None:
        attempt.wastes.append(waste)
        return "none", "profiles", b""
    started = nearly(native, *attempt.box, raw, seed, clock) if raw else by_strips(native, *attempt.box, seed, clock)
    if started is None or (attempt.corner and not _covers_corner(attempt, started)):
        return None
    return "found", "profiles", started


def covered(attempt: Attempt, clock: Clock, nodes: int | None) -> tuple[str, str, bytes]:
    """The attempt by exact cover, within so many nodes."""
    empty, box = attempt.empty(), (attempt.width, attempt.height)
    if empty < 0:
        return "none", "areas", b""
    if empty == 0 and attempt.native.core.forbidden(*attempt.box):
        return "none", "colours", b""
    if not is_soon_built(attempt.native, attempt.counts, box[0] * box[1], clock):
        return "stopped", METHOD, b""
    cover = Cover(attempt.native, Board.box(*box).cells, (attempt.counts, attempt.counts), empty)
    outcome, raw = cover.search(clock, attempt.effort.seed, nodes)
    return outcome, METHOD, raw


def race(
    attempt: Callable[[int, bytearray], tuple[str, str, bytes]], numbers: Sequence[int], threads: int
) -> tuple[str, str, bytes]:
    """Attempts by number until one decides; of several at a time the one with the lowest number wins.

    So the answer does not depend on the number of threads.
    """
    last = ("gave up", "", b"")
    with interruptible() as stop:
        if threads > 1 and len(numbers) > 1:
            threads = startable(min(threads, len(numbers)))
        if threads <= 1 or len(numbers) < 2:
            for number in numbers:
                last = attempt(number, stop)
                if last[0] != "gave up":
                    break
            return last
        flags = {number: bytearray(1) for number in numbers}
        with thread_pool(threads) as pool:
            futures = [(number, pool.submit(attempt, number, flags[number])) for number in numbers]
            for number, future in futures:
                while True:
                    try:
                        last = future.result(timeout=0.1)
                        break
                    except TimeoutError:
                        if stop[0]:
                            for flag in flags.values():
                                flag[0] = 1
                if last[0] != "gave up":
                    for other, flag in flags.items():
                        flag[0] = other > number
                    break
    return last


def _walk(attempt: Attempt) -> tuple[str, str, bytes]:
    if attempt.empty() < 0:
        return "none", "areas", b""
    effort, counts = attempt.effort, list(attempt.counts)

    def go(number: int, stop: bytearray) -> tuple[str, str, bytes]:
        return attempt.native.core.board(
            attempt.width, attempt.height, attempt.board(), counts, counts, attempt.empty(),
            (effort.seed + number) % (1 << 64), attempt.native.steps(STEPS) << number, stop, effort.clock.native(),
        )  # fmt: skip

    outcome, method, raw = race(go, range(attempt.attempts), attempt.effort.threads)
    return outcome, method, raw if outcome == "found" else b""


def _dissection(attempt: Attempt) -> tuple[str, str, bytes]:
    if attempt.empty() < 0:
        return "none", "areas", b""
    effort = attempt.effort
    with interruptible() as stop:
        return attempt.native.core.dissection(*attempt.box, effort.seed, _DISSECTION_TRIES, stop, effort.clock.native())


def _exhaustive(attempt: Attempt) -> tuple[str, str, bytes]:
    if attempt.width * attempt.height > 64:
        raise LimitError(
            f"the solver 'exhaustive' is for boxes of at most 64 cells, and {attempt.width}x{attempt.height} has "
            f"{attempt.width * attempt.height}"
        )
    width, height, counts = attempt.box
    with interruptible() as stop:
        return attempt.native.core.exhaust(width, height, attempt.board(), counts, stop, attempt.effort.clock.native())


def _greedy(attempt: Attempt) -> tuple[str, str, bytes]:
    if attempt.empty() < 0:
        return "none", "areas", b""
    effort = attempt.effort
    attempts = _TOUCHING_ATTEMPTS if effort.clock.limit is None else 1 << 40
    with interruptible() as stop:
        outcome, method, raw = attempt.native.core.greedy(
            *attempt.box, effort.seed, attempts, stop, effort.clock.native()
        )
    return outcome, "greedy" if outcome == "found" else method, raw


def _rectangles(attempt: Attempt) -> tuple[str, str, bytes]:
    if attempt.empty() < 0:
        return "none", "areas", b""
    if attempt.empty():
        return "gave up", "rectangles", b""
    if attempt.native is not tetrominoes():
        raise ProblemError("the solver 'rectangles' only packs the seven tetrominoes of a bag")
    effort, inventory = attempt.effort, native_inventory()
    rounds = _ROUNDS if effort.clock.limit is None else 1 << 40
    with interruptible() as stop:
        outcome, _, raw = attempt.native.core.rectangles(
            inventory, *attempt.box, effort.seed, rounds, stop, effort.clock.native()
        )
    return outcome, "rectangles", raw


def _hybrid(attempt: Attempt) -> tuple[str, str, bytes]:
    pieces = sum(attempt.counts)
    if attempt.empty() == 0 and attempt.native.core.forbidden(*attempt.box):
        return "none", "colours", b""
    if pieces <= 8 and attempt.width * attempt.height <= 64:
        return _exhaustive(attempt)
    if pieces in (64, 256) and not attempt.empty():
        return _rectangles(attempt)
    return _greedy(attempt)


def _exact_cover(attempt: Attempt) -> tuple[str, str, bytes]:
    if attempt.empty() < 0:
        return "none", "areas", b""
    if attempt.width * attempt.height > _COVER_CELLS:
        raise LimitError(
            f"the solver 'exact-cover' is for boxes of at most {_COVER_CELLS} cells, and "
            f"{attempt.width}x{attempt.height} has {attempt.width * attempt.height}"
        )
    return covered(attempt, attempt.effort.clock, None)


def _covers_corner(attempt: Attempt, raw: bytes) -> bool:
    values = memoryview(raw).cast("i").tolist()
    right, top = attempt.width - 1, attempt.height - 1
    return any(
        x + dx in (0, right) and y + dy in (0, top)
        for kind, turn, x, y in zip(*[iter(values)] * 4, strict=True)
        for dx, dy in attempt.native.orientations[kind][turn]
    )


_SOLVERS: dict[str, Solver] = {
    "auto": _auto,
    "hybrid": _hybrid,
    "exhaustive": _exhaustive,
    "exact-cover": _exact_cover,
    "greedy": _greedy,
    "rectangles": _rectangles,
    "dissection": _dissection,
    "walk": _walk,
}

SOLVERS = (
    "auto",
    "hybrid",
    "exhaustive",
    "exact-cover",
    "growing-square",
    "greedy",
    "rectangles",
    "dissection",
    "walk",
)
