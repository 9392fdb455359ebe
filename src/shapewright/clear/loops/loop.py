"""Perfect clears one after the other ("PC loops"): the best chance of many in a row, with a few pieces in sight."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Unpack

from shapewright.clear import native
from shapewright.clear.drops import check_drop_without_spins
from shapewright.clear.graph.graph import sliced
from shapewright.clear.loops.loop_of_four import Work, loop_of_four
from shapewright.clear.loops.loop_values import FOUR, Loop, State, bags_of, strings
from shapewright.clear.piece import PIECES
from shapewright.clear.problem import Game, read_kicks
from shapewright.errors import LimitError, ProblemError
from shapewright.jobs.limits import Clock
from shapewright.jobs.stage import Progress

if TYPE_CHECKING:
    import os
    from concurrent.futures import Executor


LINES = 2
"""So many lines each clear has where few pieces are visible."""

MAX_SEEN = 7
"""More pieces than this cannot be seen at once, besides the held one."""

MAX_CLEARS = 11
"""No more clears in a row are computed with: their strings of pieces have to fit into 128 bits."""

_PLACED = 5 * LINES // 2
_MAX_STRINGS = 1 << 128


def loop(
    clears: int = 2,
    *,
    height: int = 2,
    see: int | None = None,
    bags: bool = True,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    **game: Unpack[Game],
) -> Loop:
    """The best chances of 1 to ``clears`` perfect clears of ``height`` lines in a row, each from the empty field.

    The player sees the held piece and ``see`` more (5), the current one too, and knows what is left of the bag after
    them; what comes unseen is equally likely. After each placement one more piece comes into sight, and the hold is
    kept from clear to clear. The chances are exact: every choice is the best one for what is seen, and for the clears
    still to come. Without ``bags`` each piece comes by chance, whatever came before.

    >>> found = loop(see=2)
    >>> found.chance("T", "IO"), found.chance(None), found.mean("O", 5)
    (Fraction(1, 35), Fraction(0, 1), Fraction(1, 7))

    With 4 lines the player chooses each clear with all its eleven pieces in sight, the held one too, from bags and with
    hold: ``see``, ``bags`` and ``hold`` stay as they are. One clear under SRS is looked up; all else takes minutes, on
    ``threads`` or an ``executor`` as :func:`shapewright.jobs.run` does, and 3 GB of memory in every process; what is
    finished is kept in ``checkpoint``.

    >>> loop(1, height=4).chance("O", "IOSZ")
    Fraction(169, 180)

    Raises ``ProblemError`` for numbers that cannot be and for drops with T-spins, ``LimitError`` for too many clears or
    too little memory, ``StoppedError`` when ``time_limit`` (in seconds) is reached.
    """
    hold = game.get("hold", True)
    if clears < 1:
        raise ProblemError(f"at least 1 clear is asked about, not {clears}")
    drop = check_drop_without_spins(game.get("drop", "soft"), "a loop of clears")
    kicks = read_kicks(game.get("kicks", "srs"))
    if height == FOUR:
        if see is not None:
            raise ProblemError(
                f"with 4 lines the whole clear is in sight; leave out the number of visible pieces ({see})"
            )
        if not bags:
            raise ProblemError("with 4 lines the pieces come from bags; a game without bags has clears of 2 lines here")
        if not hold:
            raise ProblemError("with 4 lines there is a hold; a game without one has clears of 2 lines here")
        if clears > MAX_CLEARS:
            raise LimitError(f"{clears} clears in a row are too many; at most {MAX_CLEARS} are supported here")
        work = Work(kicks, drop, threads, executor, progress, checkpoint, time_limit)
        return loop_of_four(clears, work)
    if height != LINES:
        raise ProblemError(f"loops have clears of {LINES} or {FOUR} lines, not of {height}")
    if checkpoint is not None:
        raise ProblemError("clears of 2 lines keep nothing in a checkpoint; leave it out")
    see = 5 if see is None else see
    if not 1 <= see <= MAX_SEEN:
        raise ProblemError(f"1 to {MAX_SEEN} pieces can be in sight, not {see}")
    most = strings(len(PIECES), _PLACED * clears + see + hold, bags=bags) * clears
    if clears > MAX_CLEARS or most >= _MAX_STRINGS:
        fits = max(
            [k for k in range(1, MAX_CLEARS + 1) if k * strings(7, _PLACED * k + see + hold, bags=bags) < 2**128]
        )
        raise LimitError(f"{clears} clears in a row are too many; at most {fits} are supported here")
    clock = Clock(time_limit)
    rules = native.rules(kicks, drop)
    graph = native.LiveGraph(rules, LINES, 1, None, -1.0)
    source = native.LivePlacements(graph, 1, None, -1.0)
    bags_left = [bag for left in range(1 if bags else len(PIECES), len(PIECES) + 1) for bag in bags_of(left)]
    states = [(held, bag) for held in ("", *(PIECES if hold else "")) for bag in bags_left]
    chance_run, number_run = [native.Loop(source, hold, bags, see, number) for number in (False, True)]

    def stretch(left: int, clears: int, drawn: int) -> int:
        return strings(left, _PLACED * clears + drawn, bags=bags)

    counts: dict[State, list[int]] = {state: [] for state in states}
    greatest: list[Fraction] = []
    for done in range(clears):
        if done and not greatest[-1]:  # what cannot be once cannot be with more clears
            for of in counts.values():
                of.append(0)
            greatest.append(Fraction(0))
            continue
        _step(chance_run, clock, progress, 2 * done, 2 * clears)
        for state, of in counts.items():
            of.append(_whole(chance_run.value(*_codes(state))))
        # The greatest chance there is, whatever is in sight.
        best = [
            Fraction(_whole(chance_run.greatest(left, is_empty)), stretch(left, done + 1, is_empty and hold))
            for left in range(1, len(PIECES) + 1)
            for is_empty in (False, True)
        ]
        greatest.append(max(best))
        if greatest[-1]:  # else it adds nothing to the number of clears
            _step(number_run, clock, progress, 2 * done + 1, 2 * clears)
    chances: dict[State, tuple[Fraction, ...]] = {}
    numbers: dict[State, Fraction] = {}
    for state, of in counts.items():
        left, drawn = len(state[1]), see + (hold and not state[0])
        chances[state] = tuple([Fraction(count, stretch(left, k, drawn)) for k, count in enumerate(of, 1)])
        numbers[state] = Fraction(_whole(number_run.value(*_codes(state))), stretch(left, number_run.clears, drawn))
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

    def reached() -> Progress:
        done, total = run.progress
        return Progress("states between clears", done, total, (step + done / total) / steps, clock.seconds)

    sliced(
        lambda stop, seconds, most: run.step(stop, seconds, most) or None,
        clock,
        progress,
        reached,
        stopped=lambda: f"before the chances of {run.clears + 1} in a row were known",
        too_large="the positions of this question; try fewer pieces in sight",
    )


def _codes(state: State) -> tuple[int, int]:
    held, bag = state
    return sum([1 << PIECES.index(piece) for piece in bag]), PIECES.index(held) if held else len(PIECES)


def _whole(halves: tuple[int, int]) -> int:
    return halves[1] << 64 | halves[0]
