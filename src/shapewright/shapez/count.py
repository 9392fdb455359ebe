"""How many halves and shapes of a configuration can be built."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

from shapewright.shapez import cache
from shapewright.shapez.sets import count_shapes, halves_up_to_symmetry

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.jobs import Progress
    from shapewright.shapez.configuration import Configuration, Need
    from shapewright.shapez.data import Data

__all__ = ["Counts", "count", "known_numbers"]


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


def known_numbers(data: Data, need: Need = "halves") -> dict[str, int]:
    """The numbers that ``data`` have without a search: those of :class:`Counts`, or as many of them as are known.

    Shapes that have not been counted yet are counted if ``need`` is 'full'.

    >>> from shapewright.shapez import Configuration, search
    >>> known_numbers(search(Configuration.from_name("quad2"), "halves"))
    {'halves': 181, 'halves_canonical': 97}
    """
    if data.full is not None and (data.counts or need == "full"):
        return asdict(count(data.configuration, data=data))
    numbers = {
        "halves": len(data.halves),
        "halves_canonical": halves_up_to_symmetry(data.configuration, data.halves.keys),
    }
    return numbers if data.pin is None else {**numbers, "pp_essential": len(data.pin)}
