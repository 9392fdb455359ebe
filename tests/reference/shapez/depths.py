"""The slow twin of the levels: all machines on all shapes and all pairs of shapes, depth by depth."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from shapewright.shapez.data.packed import Packed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from shapewright.shapez.data.configuration import Configuration

# Pairs that are looked at together.
BLOCK = 1 << 20


def levels_of_pairs(configuration: Configuration, deepest: int) -> list[NDArray[np.uint64]]:
    """The packed shapes of each depth, up to ``deepest`` or as long as there are new ones; ascending."""
    packed = Packed(configuration)
    known = np.array([(4**configuration.parts - 1) // 3], dtype=np.uint64)
    found = [known]
    while len(found) <= deepest:
        made = [packed.rotate(known, steps) for steps in (1, configuration.parts // 2, -1)]
        made += [packed.push_pin(known), packed.crystal(known), *packed.cut(known)]
        rows = max(1, BLOCK // len(known))
        for start in range(0, len(known), rows):
            some = known[start : start + rows]
            first, second = np.repeat(some, len(known)), np.tile(known, len(some))
            made += [np.unique(each) for each in (packed.stack(first, second), *packed.swap(first, second))]
        fresh = np.setdiff1d(np.concatenate(made), np.append(known, np.uint64(0)))
        if not len(fresh):
            break
        found.append(fresh)
        known = np.union1d(known, fresh)
    return found
