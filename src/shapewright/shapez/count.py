"""How many halves and shapes of a configuration can be built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from shapewright.shapez import cache
from shapewright.shapez.sets import half_set, set_of, swappable_set

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from shapewright.jobs import Budget, Progress
    from shapewright.shapez.configuration import Configuration
    from shapewright.shapez.data import Data, Diagram

__all__ = ["Counts", "count", "count_shapes", "halves_up_to_symmetry"]


@dataclass(frozen=True)
class Counts:
    """The numbers of a configuration; the empty shape counts.

    ``halves`` are all half shapes, ``halves_canonical`` those that differ even when halves that are mirror images of
    each other count once. ``total`` counts shapes up to rotations and mirror images; of these ``swappable`` are such
    that in some rotation both halves can be built, ``non_swappable`` the rest, and ``pp_essential`` those of the rest
    that only pushing pins makes, not stacking. ``oriented_total`` counts every orientation.
    """

    halves: int
    halves_canonical: int
    total: int
    swappable: int
    non_swappable: int
    pp_essential: int
    oriented_total: int


def count(
    configuration: Configuration,
    *,
    data: Data | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    threads: int | None = None,
) -> Counts:
    """Count what can be built in ``configuration``.

    Without ``data`` they are loaded, and made if nobody has made them yet, which ``progress`` and ``threads`` are for.

    >>> from shapewright.shapez import Configuration
    >>> count(Configuration.from_name("quad3")).total
    502906

    Raises ``LimitError`` if the memory does not suffice. Sources: Burnside's lemma on a decision diagram.
    """
    if data is None or not data.has("full"):
        data = cache.load(configuration, "full", progress=progress, threads=threads)
    assert data.pin is not None
    assert data.full is not None
    numbers = data.counts or count_shapes(configuration, data.halves.keys, data.full)
    halves = len(data.halves)
    return Counts(
        halves=halves,
        halves_canonical=halves_up_to_symmetry(configuration, data.halves.keys),
        total=numbers["total"],
        swappable=numbers["swappable"],
        non_swappable=numbers["total"] - numbers["swappable"],
        pp_essential=len(data.pin),
        oriented_total=numbers["oriented_total"],
    )


def count_shapes(
    configuration: Configuration, halves: NDArray[np.uint32], full: Diagram, budget: Budget | None = None
) -> dict[str, int]:
    """The numbers of whole shapes that take some work: ``total``, ``swappable`` and ``oriented_total``."""
    limits = () if budget is None else (budget.stop, -1.0 if budget.seconds is None else budget.left())
    shapes = set_of(configuration, full)
    swappable = swappable_set(configuration, half_set(configuration, halves))
    return {
        "total": shapes.count_canonical(*limits),
        "swappable": swappable.count_canonical(*limits),
        "oriented_total": len(shapes),
    }


def halves_up_to_symmetry(configuration: Configuration, keys: NDArray[np.uint32]) -> int:
    """How many half keys there are when a half and its mirror image within the east count once.

    >>> from shapewright.shapez import Configuration
    >>> halves_up_to_symmetry(Configuration.from_name("quad1"), np.arange(16, dtype=np.uint32))
    10
    """
    columns = configuration.half_parts
    mirrored = np.zeros_like(keys)
    for part in range(columns * configuration.layers):
        layer, column = divmod(part, columns)
        kind = keys >> np.uint32(2 * part) & np.uint32(3)
        mirrored |= kind << np.uint32(2 * (layer * columns + columns - 1 - column))
    return (len(keys) + int(np.count_nonzero(mirrored == keys))) // 2
