"""Buildable shapes drawn at random."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import ProblemError
from shapewright.jobs.seeds import fresh_seed
from shapewright.shapez import cache
from shapewright.shapez.sets import set_of
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from shapewright.jobs import Progress
    from shapewright.shapez.configuration import Configuration
    from shapewright.shapez.data import Data

__all__ = ["random"]

# The engine takes seeds of 64 bits.
SEEDS = 1 << 64
# Shapes that are drawn together.
BATCH = 1024


def random(
    configuration: Configuration,
    *,
    seed: int | None = None,
    limit: int | None = None,
    data: Data | None = None,
    progress: bool | Callable[[Progress], None] | None = None,
    threads: int | None = None,
) -> Iterator[Shape]:
    """Yield independent, uniformly drawn buildable shapes, as shapes of circles (hexagons in a ring of six).

    Every orientation of every buildable shape is equally likely, the empty shape among them. With a ``seed`` the
    shapes are the same every time; without ``limit`` there is no end.

    >>> from shapewright.shapez import Configuration
    >>> [str(shape) for shape in random(Configuration.from_name("quad2"), seed=1, limit=2)]
    ['CuCuP---:--P-cu--', 'cuCuP---:cuCuP---']

    Raises ``ProblemError`` for a negative seed, ``LimitError`` if the memory does not suffice.
    """
    if seed is not None and seed < 0:
        raise ProblemError(f"the seed is {seed}; it must not be negative")
    if data is None or not data.has("full"):
        data = cache.load(configuration, "full", progress=progress, threads=threads)
    assert data.full is not None
    shapes = set_of(configuration, data.full)
    seed = fresh_seed() if seed is None else seed
    drawn = 0
    while limit is None or drawn < limit:
        # A further batch has a further seed: reading more shapes does not change those before.
        for packed in shapes.sample((seed + (drawn // BATCH) * 0x9E3779B97F4A7C15) % SEEDS, BATCH).tolist():
            if limit is not None and drawn >= limit:
                return
            yield Shape.from_packed(packed, configuration.parts)
            drawn += 1
