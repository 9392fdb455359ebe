"""Solutions by what they leave over: those that save each piece, and those that make the best save of each queue."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Unpack

from shapewright.clear.graph.setup import Setup
from shapewright.clear.paths.path import Kept, Path, graph_to_list, in_list_order, path_of
from shapewright.clear.patterns.save_conditions import SaveCondition, read_conditions
from shapewright.clear.piece import PIECES
from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.clear.field import Field
    from shapewright.clear.paths.path_solution import PathSolution
    from shapewright.clear.patterns.pattern import Pattern
    from shapewright.clear.problem import Game
    from shapewright.jobs import Progress

__all__ = ["best_saves", "paths_by_save"]


def paths_by_save(
    field: Setup | Field | str,
    pattern: Pattern | str | None = None,
    height: int | None = None,
    *,
    save: str | None = None,
    time_limit: float | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    **game: Unpack[Game],
) -> tuple[Path, ...]:
    """All unique solutions for each of some save conditions, such as ``T,L``; without any, for each piece that is left.

    Each is what :func:`shapewright.clear.path` gives for the condition alone, and has a minimal set of its own. Pieces
    that no queue can leave over are left out.

    >>> found = paths_by_save("ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "*p4")
    >>> [(each.saves[0].text, len(each), each.solved, len(each.minimal())) for each in found][:3]
    [('I', 9, 66, 8), ('O', 15, 148, 13), ('T', 5, 64, 5)]

    Arguments and errors are those of :func:`shapewright.clear.path`; ``ProblemError`` where nothing can be left over.
    """
    setup = Setup.asked(field, pattern, height, game)
    nothing = setup.nothing_left()
    if nothing is not None:
        raise ProblemError(f"there is nothing to save: {nothing}")
    saves = tuple(map(SaveCondition, PIECES)) if save is None else read_conditions(save)
    found = path_of(graph_to_list(setup, Clock(time_limit), progress, in_full=True), setup)
    each = [_saving(found, one) for one in saves]
    return tuple([one for one in each if one or save is not None])


def _saving(found: Path, save: SaveCondition) -> Path:
    kept = Kept(save, found.names)
    return _narrowed(found, lambda solution: solution.bits & kept.queues(solution.pieces), (save,))


def _narrowed(
    found: Path, serving: Callable[[PathSolution], int], saves: tuple[SaveCondition, ...], best: tuple[int, ...] = ()
) -> Path:
    """The solutions that serve some queues still, and only these."""
    kept, solved = [], 0
    for solution in found:
        if bits := serving(solution):
            kept.append(replace(solution, bits=bits, served=bits.bit_count()))
            solved |= bits
    return Path(found.setup, in_list_order(kept), found.names, solved, saves, best)


def best_saves(found: Path, saves: tuple[SaveCondition, ...]) -> Path:
    """Of all solutions of queues in full length those that make the first save that their queues can have."""
    kept = [Kept(one, found.names) for one in saves]
    best, left = [], (1 << len(found.names)) - 1
    for each in kept:
        some = 0
        for solution in found:
            some |= solution.bits & each.queues(solution.pieces)
        best.append(some & left)
        left &= ~some

    def of(solution: PathSolution) -> int:
        bits = 0
        for each, mine in zip(kept, best, strict=True):
            bits |= solution.bits & mine & each.queues(solution.pieces)
        return bits

    return _narrowed(found, of, saves, tuple([mine.bit_count() for mine in best]))
