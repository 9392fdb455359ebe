"""Why a shape cannot be built, in a sentence that is true, and as short as it can be.

The reasons, from the plainest to the last resort:

- it is not stable: gravity would change it at once
- a cut would leave a half that cannot be built; a shape that can be built could be cut as well
- nothing makes it: no rotation has two halves that can be built as they are, and neither stacking nor pushing pins
  makes it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.shapez import rules
from shapewright.shapez.parts import NOTHING, PIN
from shapewright.shapez.place_words import half_words, place_words
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez.verdicts.verdicts import Verdicts

__all__ = ["Reason", "reason_against", "why_unstable"]


@dataclass(frozen=True)
class Reason:
    """Why a shape cannot be built, in ``words``, and the ``places`` (layer, column, from 0) of the parts to blame."""

    words: str
    places: tuple[tuple[int, int], ...] = ()

    def __str__(self) -> str:
        return self.words


def why_unstable(shape: Shape) -> Reason | None:
    """Why gravity would change ``shape``, naming its lowest part that nothing holds; None if it would not.

    The places are those of all parts that nothing holds.

    >>> print(why_unstable(Shape.from_code("cu------:--------:cu------")))
    not stable (layer 3, top right, has nothing below it)
    >>> why_unstable(Shape.from_code("Cu------:CuP-----"))  # doctest: +NORMALIZE_WHITESPACE
    Reason(words='not stable (layer 2, bottom right, has nothing below it, and a pin is only held from below)',
           places=((1, 1),))
    """
    loose = rules.unheld(shape)
    if not loose:
        return None
    layer, column = loose[0]  # the lowest: if anything were below it, that would be loose as well
    only = ""
    if shape.kind(layer, column) == PIN and any(
        shape.kind(layer, (column + step) % shape.parts) not in (0, PIN) for step in (1, -1)
    ):
        only = ", and a pin is only held from below"
    where = place_words(layer, column, shape.parts)
    return Reason(f"not stable ({where}, has nothing below it{only})", tuple(loose))


def reason_against(shape: Shape, verdicts: Verdicts) -> Reason:
    """Why ``shape``, which must not be buildable, is not.

    >>> from array import array
    >>> from shapewright.shapez.data.configuration import Configuration
    >>> from shapewright.shapez.verdicts.verdicts import Verdicts
    >>> no_crystals = array("I", [a | b << 2 for a in range(3) for b in range(3)])
    >>> verdicts = Verdicts(Configuration(4, 1), no_crystals, array("Q"))  # in another world
    >>> reason_against(Shape.from_code("Cucr----"), verdicts)
    Reason(words='its right half, Cucr----, cannot be built alone', places=((0, 0), (0, 1)))
    """
    unstable = why_unstable(shape)
    if unstable is not None:
        return unstable
    for start, half, was_cut in _cut_halves(shape):
        if not verdicts.way(half.packed()):
            words, places = half_words(start, shape.parts), _places_of_half(shape, start)
            if was_cut:
                return Reason(f"a cut would leave {half} as its {words}, which cannot be built", places)
            return Reason(f"its {words}, {half}, cannot be built alone", places)
    missing = " or ".join(
        half_words(turn + shape.parts // 2 if east else turn, shape.parts)
        for turn, (east, _) in enumerate(verdicts.halves(shape.packed()))
    )
    return Reason(
        f"no rotation has two halves that can be built as they are (not the {missing}), and neither stacking nor "
        "pushing pins makes it"
    )


def _cut_halves(shape: Shape) -> Iterator[tuple[int, Shape, bool]]:
    """The two halves of each cut: the first column, what is left in them, and whether the cut broke anything."""
    half = shape.parts // 2
    for turn in range(half):
        # Turned back by as much, the half from this column on lies in the east.
        for start, left in zip((turn, turn + half), shape.rotated(-turn).cut(), strict=True):
            left = left.rotated(turn)
            columns = _columns(shape, start)
            before = [[part if i in columns else NOTHING for i, part in enumerate(layer)] for layer in shape.layers]
            yield start, left, left != Shape(shape.parts, tuple(map(tuple, before)))


def _columns(shape: Shape, start: int) -> frozenset[int]:
    """The columns of the half that begins there."""
    return frozenset((start + step) % shape.parts for step in range(shape.parts // 2))


def _places_of_half(shape: Shape, start: int) -> tuple[tuple[int, int], ...]:
    columns = sorted(_columns(shape, start))
    return tuple((layer, column) for layer in range(shape.height) for column in columns if shape.kind(layer, column))
