"""Why a shape cannot be built, in a sentence that is true, and as short as it can be.

The reasons, from the plainest to the last resort:

- it is not stable: gravity would change it at once
- a cut would leave a half that cannot be built; a shape that can be built could be cut as well
- nothing makes it: in no rotation can both halves be built as they are, and neither stacking nor pushing pins makes it
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.shapez import rules
from shapewright.shapez.parts import NOTHING, PIN
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez.verdicts import Verdicts

__all__ = ["reason_against", "why_unstable"]


def why_unstable(shape: Shape) -> str | None:
    """Why gravity would change ``shape``, naming its lowest part that nothing holds; None if it would not.

    >>> why_unstable(Shape.from_code("cu------:--------:cu------"))
    'not stable (layer 2, column 0 has nothing below it)'
    >>> why_unstable(Shape.from_code("Cu------:CuP-----"))
    'not stable (layer 1, column 1 has nothing below it, and a pin is held from below only)'
    """
    loose = rules.unheld(shape)
    if not loose:
        return None
    layer, column = loose[0]  # the lowest: if anything were below it, that would be loose as well
    only = ""
    if shape.kind(layer, column) == PIN and any(
        shape.kind(layer, (column + step) % shape.parts) not in (0, PIN) for step in (1, -1)
    ):
        only = ", and a pin is held from below only"
    return f"not stable (layer {layer}, column {column} has nothing below it{only})"


def reason_against(shape: Shape, verdicts: Verdicts) -> str:
    """Why ``shape``, which must not be buildable, is not.

    >>> import numpy as np
    >>> from shapewright.shapez.configuration import Configuration
    >>> from shapewright.shapez.verdicts import Verdicts
    >>> no_crystals = np.array([a | b << 2 for a in range(3) for b in range(3)], dtype=np.uint32)
    >>> verdicts = Verdicts(Configuration(4, 1), no_crystals, np.array([], dtype=np.uint64))  # in another world
    >>> reason_against(Shape.from_code("Cucr----"), verdicts)
    'columns 0 and 1, Cucr----, cannot be built alone'
    """
    unstable = why_unstable(shape)
    if unstable is not None:
        return unstable
    for columns, half, was_cut in _cut_halves(shape):
        if not verdicts.way(half.packed()):
            if was_cut:
                return f"a cut would leave {half} in {columns}, which cannot be built"
            return f"{columns}, {half}, cannot be built alone"
    missing = " or ".join(
        _columns(shape, turn + shape.parts // 2 if east else turn)
        for turn, (east, _) in enumerate(verdicts.halves(shape.packed()))
    )
    return (
        f"in no rotation can both halves be built as they are (not {missing}), "
        "and neither stacking nor pushing pins makes it"
    )


def _cut_halves(shape: Shape) -> Iterator[tuple[str, Shape, bool]]:
    """The two halves of each cut: their columns, what is left in them, and whether the cut broke anything."""
    half = shape.parts // 2
    for turn in range(half):
        # Turned back by as much, the half from this column on lies in the east.
        for start, left in zip((turn, turn + half), shape.rotated(-turn).cut(), strict=True):
            left = left.rotated(turn)
            columns = {(start + step) % shape.parts for step in range(half)}
            before = [[part if i in columns else NOTHING for i, part in enumerate(layer)] for layer in shape.layers]
            yield _columns(shape, start), left, left != Shape(shape.parts, tuple(map(tuple, before)))


def _columns(shape: Shape, start: int) -> str:
    *most, last = [str((start + step) % shape.parts) for step in range(shape.parts // 2)]
    return f"columns {', '.join(most)} and {last}"
