"""How symmetry saves work: which options to search, and how often each solution found stands for others.

Let G be the group of symmetries of the problem. If a class X is used exactly once, every tiling has its X in some
orbit of X's placements under the symmetries that map X to itself, and each member of an orbit occurs in equally many
tilings. So it is enough to count, for each orbit, the tilings with X on one representative, times the size of the
orbit. That is exact: tilings that are themselves symmetric need no care.

Up to symmetry Burnside's lemma asks for the mean, over G, of the number of tilings a symmetry leaves as they are. Those
tilings are again an exact cover: cells and placements are replaced by their orbits under the symmetry. Conjugate
symmetries leave equally many.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from shapewright.tiling import native
from shapewright.tiling.symmetries.symmetry import Subgroup, Symmetry, subgroup_classes, symmetries

if TYPE_CHECKING:
    from shapewright.tiling.search.instance import Cover


_AT_A_TIME = 10_000  # options between two looks at the clock


@dataclass(frozen=True)
class Part:
    """One exact cover to count and how often its solutions count; ``options`` None: the whole cover."""

    weight: int
    options: tuple[int, ...] | None = None
    fixed_by: tuple[int, ...] = ()  # the symmetries that must leave solutions as they are


class Orbits:
    """A cover with its symmetries, as permutations of cells and options."""

    def __init__(self, cover: Cover, *, rotations_only: bool = False, look: Callable[[], None] | None = None) -> None:
        self.cover = cover
        self.look = look or (lambda: None)
        self.group: tuple[Symmetry, ...] = symmetries(cover.problem, rotations_only=rotations_only, look=look)

    @cached_property
    def cells(self) -> list[list[int]]:
        """For each symmetry, where it takes each open cell."""
        position = {cell: k for k, cell in enumerate(self.cover.cells)}
        found = []
        for symmetry in self.group:
            self.look()
            found.append([position[symmetry.motion(cell)] for cell in self.cover.cells])
        return found

    @cached_property
    def options(self) -> list[list[int]]:
        """For each symmetry, the option that is the image of each option."""
        number = {option: k for k, option in enumerate(self.cover.options)}
        place = {s.motion.key: k for k, s in enumerate(self.group)}
        images: dict[int, list[int]] = {0: list(range(len(self.cover.options)))}
        generators: list[int] = []
        for generator, symmetry in enumerate(self.group):
            if generator in images:
                continue
            options = self.cover.options
            image = self.cells[generator].__getitem__
            found: list[int] = []
            for start in range(0, len(options), _AT_A_TIME):
                self.look()
                found += [
                    number[symmetry.classes[piece], tuple(sorted(map(image, covered)))]
                    for piece, covered in options[start : start + _AT_A_TIME]
                ]
            images[generator] = found
            # What is found by looking generates others, and those are quick to compose.
            generators.append(generator)
            new = list(images)
            while new:
                first = new.pop()
                for then in generators:
                    motion = self.group[first].motion.then(self.group[then].motion)
                    both = place[motion.key]
                    if both not in images:
                        self.look()
                        after = images[then]
                        images[both] = [after[option] for option in images[first]]
                        new.append(both)
        return [images[k] for k in range(len(self.group))]

    def parts(self) -> tuple[Part, ...]:
        """Parts whose weighted counts add up to the number of all tilings."""
        representatives = self.representatives()
        if representatives is None:
            return (Part(1),)
        piece, orbit_size = representatives
        others = [k for k, (number, _) in enumerate(self.cover.options) if number != piece]
        return tuple(
            Part(size, tuple(sorted([*others, *(k for k, s in orbit_size.items() if s == size)])))
            for size in sorted(set(orbit_size.values()))
        )

    def parts_fixed(self) -> tuple[Part, ...]:
        """Parts that count the tilings left as they are by each symmetry other than the identity.

        With :meth:`parts` their weighted counts add up to the number of tilings up to symmetry times the size of the
        group.
        """
        return tuple(Part(len(members), None, tuple(members[:1])) for members in self._conjugates() if members[0] != 0)

    def parts_by_symmetry(self) -> tuple[Part, ...]:
        """For one subgroup of each of :attr:`subgroups` but the first, the tilings that it leaves as they are."""
        return tuple(Part(1, None, tuple(sorted(kind[0] - {0}))) for kind in self.subgroups[1:])

    @cached_property
    def subgroups(self) -> tuple[tuple[Subgroup, ...], ...]:
        """The subgroups of the group, as numbers of :attr:`different` symmetries, in classes of conjugate ones."""
        number = {s.motion.key: self._actions[k] for k, s in enumerate(self.group)}
        motions = [self.group[k].motion for k in self.different]
        place = {symmetry: k for k, symmetry in enumerate(self.different)}
        products = [[place[number[first.then(second).key]] for second in motions] for first in motions]
        return tuple(
            tuple(frozenset(self.different[k] for k in one) for one in kind)
            for kind in subgroup_classes(products, self.look)
        )

    @cached_property
    def different(self) -> tuple[int, ...]:
        """One symmetry of each set of those that do the same to every tiling, the identity first.

        On a board of cubes with one layer, to turn it over in its plane moves nothing.
        """
        return tuple(sorted(set(self._actions)))

    @cached_property
    def _actions(self) -> list[int]:
        """For each symmetry the first one that does the same to every tiling.

        All cells of the board count: a symmetry that exchanges fixed pieces and moves no open cell is not the identity.
        """
        cells = sorted(self.cover.problem.board.cells)
        first: dict[object, int] = {}
        return [
            first.setdefault((tuple(map(symmetry.motion, cells)), symmetry.classes), k)
            for k, symmetry in enumerate(self.group)
        ]

    def representatives(self) -> tuple[int, dict[int, int]] | None:
        """A class used exactly once and one option of each of its orbits, with the orbit's size; None if useless.

        The remaining search shrinks with the mean size of the orbits, and a class with few of them is decided early:
        the class is chosen by a score that rewards both, the last of equals. The score was found by trying; any choice
        gives the right count.
        """
        best: tuple[int, dict[int, int]] | None = None
        best_score = 0.0
        for piece, bounds in enumerate(zip(self.cover.minimum, self.cover.maximum, strict=True)):
            if bounds != (1, 1):
                continue
            keeping = [k for k, symmetry in enumerate(self.group) if symmetry.classes[piece] == piece]
            if len(keeping) == 1:
                continue
            sizes: dict[int, int] = {}
            seen: set[int] = set()
            own = [option for option, (number, _) in enumerate(self.cover.options) if number == piece]
            images = zip(*([self.options[k][option] for option in own] for k in keeping), strict=True)
            for option, image in zip(own, images, strict=True):
                if option not in seen:
                    orbit = set(image)
                    seen |= orbit
                    sizes[option] = len(orbit)
            score = (len(seen) / max(len(sizes), 1)) ** 1.5 / math.log(2 + len(sizes))
            if score >= best_score:
                best, best_score = (piece, sizes), score
        return best

    def instance(self, part: Part) -> native.Instance:
        """The engine's instance of ``part``."""
        if not part.fixed_by:
            return self.cover.instance(part.options)
        return self.symmetric(part.fixed_by)[0]

    def symmetric(self, symmetries: Sequence[int]) -> tuple[native.Instance, list[list[int]]]:
        """The tilings that these symmetries leave as they are, as an exact cover.

        Its items are orbits of cells, its options orbits of options; these come with the instance.
        """
        cell_orbit = _orbits([self.cells[symmetry] for symmetry in symmetries])
        numbers = {orbit: k for k, orbit in enumerate(dict.fromkeys(cell_orbit))}
        required = [self.cover.required[orbit] for orbit in numbers]
        options: list[native.EngineOption] = []
        members: list[list[int]] = []
        images = [self.options[symmetry] for symmetry in symmetries]
        seen: set[int] = set()
        for start in range(len(self.cover.options)):
            if start % _AT_A_TIME == 0:
                self.look()
            if start in seen:
                continue
            together = [start]
            seen.add(start)
            for option in together:
                for image in images:
                    if (other := image[option]) not in seen:
                        seen.add(other)
                        together.append(other)
            uses = Counter([self.cover.options[option][0] for option in together])
            if any(copies > (self.cover.maximum[piece] or copies) for piece, copies in uses.items()):
                continue
            covered = [cell for option in together for cell in self.cover.options[option][1]]
            if len(set(covered)) < len(covered):
                continue  # placements that overlap their own images lie in no symmetric tiling
            items = sorted({numbers[cell_orbit[cell]] for cell in covered})
            options.append((items, [], sorted(uses.items())))
            members.append(together)
        return native.instance(required, self.cover.minimum, self.cover.maximum, options), members

    def _conjugates(self) -> list[list[int]]:
        """The classes of conjugate symmetries, as numbers of symmetries, that of the identity first."""
        number = {s.motion.key: k for k, s in enumerate(self.group)}
        found: list[list[int]] = []
        seen: set[int] = set()
        for k, symmetry in enumerate(self.group):
            if k in seen:
                continue
            images = set()
            for other in self.group:
                motion = other.motion.inverse().then(symmetry.motion).then(other.motion)
                images.add(number[motion.key])
            seen |= images
            found.append(sorted(images))
        return found


def _orbits(permutations: Sequence[Sequence[int]]) -> list[int]:
    """For each element the least element of its orbit."""
    orbit = [-1] * len(permutations[0])
    for start in range(len(orbit)):
        if orbit[start] >= 0:
            continue
        orbit[start] = start
        together = [start]
        for element in together:
            for permutation in permutations:
                image = permutation[element]
                if orbit[image] < 0:
                    orbit[image] = start
                    together.append(image)
    return orbit


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
