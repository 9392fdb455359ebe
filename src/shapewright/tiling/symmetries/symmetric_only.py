"""Only the tilings that some symmetry of the puzzle leaves as they are: orbits of cells covered by orbits of places.

A symmetry of prime order is searched at a time, since every other one has a power of prime order. A tiling with several
of them comes with the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from shapewright.tiling.search.engines import make_search
from shapewright.tiling.symmetries.orbits import Orbits

if TYPE_CHECKING:
    from shapewright.tiling.native import Search
    from shapewright.tiling.search.instance import Cover

NONE_SYMMETRIC = "no tiling is left as it is by a rotation or reflection of the puzzle"
"""The reason where an exhaustive search has found none."""

Searched = tuple[str, "Search", "Callable[[list[int]], list[int] | None]"]


class Symmetric:
    """The symmetric tilings of ``cover``; ``look`` is called now and then, and what it raises ends the work."""

    def __init__(self, cover: Cover, *, rotations_only: bool = False, look: Callable[[], None] | None = None) -> None:
        self._orbits = Orbits(cover, rotations_only=rotations_only, look=look)

    def searches(self, engine: str) -> Iterator[Searched]:
        """A search for each symmetry of prime order, with its name and what makes options of its answers.

        That is None for a tiling that a search before has met. Where the engine cannot take it, another does.
        """
        group = self._orbits.subgroups
        prime = sorted(tuple(sorted(one - {0})) for kind in group for one in kind if _is_prime(len(one)))
        before: list[int] = []
        for members in prime:
            instance, orbits = self._orbits.symmetric(members[:1])
            name, search = make_search(engine, instance, fallback=True)
            yield name, search, self._options(orbits, tuple(before))
            before.append(members[0])

    def _options(
        self, orbits: Sequence[Sequence[int]], before: Sequence[int]
    ) -> Callable[[list[int]], list[int] | None]:
        images = [self._orbits.options[symmetry] for symmetry in before]

        def options(path: list[int]) -> list[int] | None:
            every = [option for orbit in path for option in orbits[orbit]]
            own = set(every)
            is_known = any(all(image[option] in own for option in every) for image in images)
            return None if is_known else every

        return options


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))
