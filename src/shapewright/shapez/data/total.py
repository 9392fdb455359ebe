"""How many shapes of a configuration can be built, without a list of any of them: a shorter search for numbers alone.

It is the search of :mod:`shapewright.shapez.data.search` on whole sets as decision diagrams, with the same proof that
they are complete: no machine adds a shape, and no cut adds a half. Lists are not made, neither of the halves with the
operations that make them nor of the pin-push-essential shapes with their parents. So configurations whose lists nobody
could keep can be counted, too.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.jobs import Budget, Large, Progress, folder_beside
from shapewright.jobs.limits import Clock
from shapewright.jobs.memory import available_memory, require_memory
from shapewright.jobs.processors import processors
from shapewright.shapez import native
from shapewright.shapez.data import closure, sets
from shapewright.shapez.data.configuration import Configuration, configuration_of
from shapewright.shapez.data.count import Counts
from shapewright.shapez.data.halves import find_halves
from shapewright.shapez.data.search import SearchJob

if TYPE_CHECKING:
    from concurrent.futures import Executor


def total(
    configuration: Configuration | str,
    *,
    threads: int | None = None,
    executor: Executor | Callable[[], Executor] | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    checkpoint: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
) -> Counts:
    """Count what can be built in ``configuration``, with the proof that there is no more, and keep no list.

    >>> total(Configuration.from_name("quad3")).pp_essential
    7

    Raises ``LimitError`` if there is not enough memory, ``StoppedError`` when ``time_limit`` (in seconds) is reached,
    ``CheckpointError`` for a checkpoint that is damaged or of another configuration. Sources: Burnside's lemma on a
    decision diagram.
    """
    configuration = configuration_of(configuration)
    threads = threads or processors()
    require_memory(memory_of_total(configuration), f"the search of {configuration} (total)")
    with folder_beside(checkpoint) as folder:
        clock = Clock(time_limit)
        job = SearchJob(configuration, folder, threads, executor, progress, checkpoint, clock, "shapez total")
        halves = None
        # Operations on halves alone make all halves of large rings. Of quads and of hex5 they miss some, which pushing
        # pins under whole shapes makes. Cutting would find them and everything would begin again; listing is shorter.
        if configuration.parts == 4 or configuration.layers == 5:
            [kept] = job("halves", _ListHalves(threads), [(configuration.parts, configuration.layers)])
            halves = bytes(folder.fetch(kept))
        # Each thread that pushes pins has diagrams of its own.
        available = available_memory()
        pushing = threads if available is None else available // memory_of_total(configuration)
        closed = closure.close(configuration, halves, job, whole=True, threads=max(1, min(threads, pushing)))
        rest = closure.not_stacked(configuration, closed, job, whole=True)
        sets_of_shapes = [(large, True) for large in (closed.full, closed.swappable, rest)]
        counted = []
        for number, task in enumerate([*sets_of_shapes, (closed.halves, False)], 1):
            counted += job(f"counts {number}", _Count(threads), [task])
        (all_shapes, oriented), (swappable, _), (essential, _), (mirrored, number) = counted
    return Counts(
        halves=number,
        halves_canonical=mirrored,
        total=all_shapes,
        swappable=swappable,
        non_swappable=all_shapes - swappable,
        pp_essential=essential,
        oriented_total=oriented,
    )


def memory_of_total(configuration: Configuration) -> int:
    """About how many bytes :func:`total` takes at most, with one thread and about so many again for each other one."""
    return _MEGABYTES.get(configuration.name, 150) << 20


# Peak resident megabytes.
_MEGABYTES = {"quad5": 250, "quad6": 1_200, "quad7": 5_000, "hex4": 350, "hex5": 8_000, "dec3": 250}


@dataclass(frozen=True)
class _ListHalves:
    """The set of the halves, listed by the search for them; it does not depend on the threads."""

    threads: int

    def __call__(self, task: tuple[int, int], budget: Budget) -> Large:
        configuration = Configuration(*task)
        keys = find_halves(configuration, threads=self.threads, budget=budget).keys
        return budget.keep(sets.to_bytes(sets.half_set(configuration, keys)))


@dataclass(frozen=True)
class _Count:
    """How many whole shapes or halves a set has up to symmetry (halves: up to mirror images), and how many in all."""

    threads: int

    def __call__(self, task: tuple[Large, bool], budget: Budget) -> object:
        large, is_whole = task
        shapes = sets.from_bytes(budget.fetch(large))
        limits = native.limits(budget)[1:]
        if is_whole:
            return shapes.count_canonical(*limits, self.threads), len(shapes)
        return (len(shapes) + shapes.count_reversible(*limits)) // 2, len(shapes)
