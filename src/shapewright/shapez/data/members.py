"""The buildable shapes of a configuration, one after the other."""

from __future__ import annotations

from operator import eq, le
from typing import TYPE_CHECKING

from shapewright import jobs
from shapewright.errors import ProblemError, quote
from shapewright.shapez import native
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import SETS, Configuration, Which, configuration_of, need_of
from shapewright.shapez.data.number_columns import chosen, united
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.sets import BATCH, half_set, set_of, swappable_set
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from shapewright.shapez.data.known_shapes import Data
    from shapewright.shapez.native import ShapezSet


def members(
    configuration: Configuration | str,
    which: Which = "all",
    *,
    canonical: bool = False,
    limit: int | None = None,
    data: Data | None = None,
    progress: bool | Callable[[jobs.Progress], None] | None = None,
    threads: int | None = None,
) -> Iterator[Shape]:
    """Yield the buildable shapes of a set, in a fixed order, as shapes of circles (hexagons in a ring of six).

    ``which`` is 'all', 'swappable', 'non-swappable', 'pp' (pin-push-essential) or 'halves'. With ``canonical`` shapes
    that are rotations or mirror images of each other come once (halves: mirror images of each other). The empty shape
    is a member of most sets.

    >>> from shapewright.shapez import Configuration
    >>> [str(shape) for shape in members(Configuration.from_name("quad1"), canonical=True, limit=3)]
    ['--------', 'Cu------', 'Cu--Cu--']

    Raises ``ProblemError`` for an unknown set, ``LimitError`` if the memory does not suffice.
    """
    configuration = configuration_of(configuration)
    if which not in SETS:
        raise ProblemError(f"{quote(str(which))} is not a set of shapes; choose one of {', '.join(SETS)}")
    left = limit
    batches = packed_members(
        configuration, which, canonical=canonical, limit=limit, data=data, progress=progress, threads=threads
    )
    for batch in batches:
        for packed in batch[:left].tolist():
            yield Shape.from_packed(packed, configuration.parts)
        if left is not None:
            left -= min(left, len(batch))
            if not left:
                return


def packed_members(
    configuration: Configuration | str,
    which: Which = "all",
    *,
    canonical: bool = False,
    limit: int | None = None,
    data: Data | None = None,
    progress: bool | Callable[[jobs.Progress], None] | None = None,
    threads: int | None = None,
) -> Iterator[NDArray[np.uint64]]:
    """The same as arrays of packed shapes, of any lengths; ``limit`` only helps to make the first ones small."""
    configuration = configuration_of(configuration)
    if limit == 0:
        return
    need = need_of(which)
    if data is None or not data.has(need):
        data = source.load(configuration, need, progress=progress, threads=threads)
    packed = Packed(configuration)
    if which == "halves":
        halves = packed.from_half_key(data.halves.keys)
        if canonical:
            turned = packed.mirror(packed.rotate(halves, configuration.half_parts))
            halves = chosen(halves, le, turned)
        yield halves
    elif which == "pp":
        assert data.pin is not None
        shapes = data.pin.shapes
        turns = range(configuration.parts)
        both = () if canonical else (shapes, packed.mirror(shapes))
        yield shapes if canonical else united([packed.rotate(side, steps) for side in both for steps in turns])
    else:
        for batch in _whole(_set(configuration, which, data), limit):
            yield chosen(batch, eq, packed.canonical(batch)) if canonical else batch


def _set(configuration: Configuration, which: Which, data: Data) -> ShapezSet:
    if which == "all":
        assert data.full is not None
        return set_of(configuration, data.full)
    swappable = swappable_set(configuration, half_set(configuration, data.halves.keys))
    if which == "swappable":
        return swappable
    assert data.full is not None
    return native.less(set_of(configuration, data.full), swappable, configuration.parts, native.most_nodes())


def _whole(shapes: ShapezSet, limit: int | None) -> Iterator[NDArray[np.uint64]]:
    # Who wants few shapes is not to wait for a whole batch, nor for many small ones if few of them will do.
    rank, most = 0, BATCH if limit is None else min(limit, BATCH)
    while rank < len(shapes):
        batch = shapes.members(rank, most)
        yield batch
        rank += len(batch)
        most = min(2 * most, BATCH)
