"""One tiling of each set of symmetric ones, without remembering any."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.tiling.symmetries.orbits import Orbits

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from shapewright.tiling.search.instance import Cover


class Distinct:
    """Keeps the first of each set of symmetric tilings, told by itself alone.

    ``options`` are the options to search (None: all): a class used once is restricted to representatives of its
    orbits. Every set of symmetric tilings has members there; of those the least, as sorted option numbers, is kept.
    """

    def __init__(self, cover: Cover, *, rotations_only: bool = False, look: Callable[[], None] | None = None) -> None:
        self._orbits = Orbits(cover, rotations_only=rotations_only, look=look)
        representatives = self._orbits.representatives()
        self.options: tuple[int, ...] | None = None
        self._searched: frozenset[int] = frozenset(range(len(cover.options)))
        if representatives is not None:
            piece, sizes = representatives
            self.options = tuple(k for k, (number, _) in enumerate(cover.options) if number != piece or k in sizes)
            self._searched = frozenset(self.options)

    def is_first(self, chosen: Sequence[int]) -> bool:
        """Whether the tiling of these options is the one to keep; options that need not be searched are in none."""
        own = sorted(chosen)
        if not self._searched.issuperset(own):
            return False
        for images in self._orbits.options[1:]:
            image = sorted([images[option] for option in own])
            if image < own and self._searched.issuperset(image):
                return False
        return True
