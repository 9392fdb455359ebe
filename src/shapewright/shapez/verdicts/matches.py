"""What can be built of the shapes that a pattern stands for."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, islice, product
from math import prod
from sys import byteorder
from typing import Any

from shapewright.errors import LimitError, quote
from shapewright.jobs.interrupt import interruptible
from shapewright.shapez.data import source
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.parts import CRYSTAL, EMPTY, NORMAL, PIN
from shapewright.shapez.pattern import Pattern
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.verdicts import configuration_for, data_for, enough_for, full_set, verdicts_for

EXAMPLES = 3
"""The number of shapes that a verdict on a pattern names."""

FEW = 1 << 22
"""A pattern that stands for no more shapes (by kinds) than these is answered by looking at each."""

# So many are looked at together.
BLOCK = 1 << 14

# Sets of kinds, a bit for each, of shapes that are simple.
_FEW_KINDS = [
    sum(1 << kind for kind in kinds)
    for kinds in (
        (NORMAL,), (EMPTY, NORMAL), (CRYSTAL,), (NORMAL, CRYSTAL), (EMPTY, PIN), (EMPTY, NORMAL, PIN),
        (EMPTY, NORMAL, CRYSTAL), (EMPTY, NORMAL, PIN, CRYSTAL),
    )
]  # fmt: skip


def matches(pattern: Pattern, *, layers: int | None = None, data: Data | None = None) -> Matches:
    """What can be built of the shapes that ``pattern`` stands for.

    >>> found = matches(Pattern.from_code("cuCuCuCu:??------"))
    >>> found.count()
    4
    >>> [str(shape) for shape in found]
    ['cuCuCuCu', 'cuCuCuCu:Cu------', 'cuCuCuCu:P-------', 'cuCuCuCu:cu------']

    ``layers`` and ``data`` are as for :func:`~shapewright.shapez.verdicts.buildable.buildable`. A pattern that stands
    for more than :data:`FEW` shapes needs the diagram of all shapes; where ``data`` are given and lack it, that is a
    ``LimitError``.
    """
    return Matches(pattern, layers, data)


class Matches:
    """The buildable shapes of a pattern: true if there are any; iterating yields one of each arrangement of kinds.

    Types and colours do not count: of the shapes that differ in nothing else only one comes, with the pattern's types
    and colours, or plain ones where those are free. Turned and mirrored shapes do count. They come in the order of
    their columns, column 0 first, each from the bottom up; nothing comes before a normal part, a pin and a crystal.
    """

    def __init__(self, pattern: Pattern, layers: int | None, data: Data | None) -> None:
        self.pattern = pattern
        configuration = configuration_for(pattern.parts, pattern.height, layers, data, pattern.to_code())
        self.configuration = enough_for(pattern.height, configuration, data)
        self._data = data
        self._masks = pattern.masks(self.configuration.layers)
        self._candidates = prod(mask.bit_count() for mask in self._masks)

    def __repr__(self) -> str:
        return f"matches({self.pattern!r}, layers={self.configuration.layers})"

    def count(self) -> int:
        """How many there are, counted by kinds."""
        if self._few():
            return sum(len(ways) - bytes(ways).count(0) for _, ways in self._tried(self._masks))
        with interruptible() as stop:
            return full_set(self._full()).count_matching(self._masks, stop)

    def first(self) -> Shape | None:
        """The first, or None if there is none."""
        return next(iter(self), None)

    def __bool__(self) -> bool:
        return self.first() is not None

    def __iter__(self) -> Iterator[Shape]:
        return map(self.pattern.filled, self._packed(self._masks))

    def simplest(self, most: int) -> list[int]:
        """Packed: all if there are no more than ``most``, else about as many of those with few layers and few kinds."""
        if self.count() <= most:
            return list(self._packed(self._masks))
        heights = range(1, self.configuration.layers + 1)
        found: dict[int, None] = {}
        for height, kinds in product(heights, _FEW_KINDS):
            low = [kinds] * (height * self.pattern.parts) + [1 << EMPTY] * len(self._masks)
            masks = [mask & simple or mask for mask, simple in zip(self._masks, low, strict=False)]
            found |= dict.fromkeys(islice(self._packed(masks), most // (len(heights) * len(_FEW_KINDS))))
        return list(found)

    def _packed(self, masks: Sequence[int]) -> Iterator[int]:
        if self._few():
            return (packed for block, ways in self._tried(masks) for packed in compress(block, bytes(ways)))
        return (packed for block in self._listed(masks) for packed in block)

    def _few(self) -> bool:
        return self._candidates <= FEW and data_for(self.configuration, self._data).full is None

    def _full(self) -> Data:
        if self._data is None:
            return source.load(self.configuration, "full")
        if self._data.full is None:
            raise LimitError(
                f"{quote(self.pattern.to_code())} stands for {self._candidates} shapes, too many to check one by "
                f"one, and the data of {self.configuration} lack the diagram of all shapes"
            )
        return self._data

    def _listed(self, masks: Sequence[int]) -> Iterator[list[int]]:
        """From the diagram of all shapes, more and more at once: the first ones should come soon."""
        shapes = full_set(self._full())
        rank, most = 0, 16
        while block := shapes.matching(masks, rank, most).tolist():
            yield block
            rank += len(block)
            most = min(2 * most, BLOCK)

    def _tried(self, masks: Sequence[int]) -> Iterator[tuple[memoryview, Any]]:
        """The shapes that the pattern stands for, in blocks, with a verdict on each."""
        verdicts = verdicts_for(self.configuration, self._data)
        parts = self.configuration.parts
        cells = [layer * parts + column for column in range(parts) for layer in range(self.configuration.layers)]
        choices = [[kind << 2 * cell for kind in range(4) if masks[cell] >> kind & 1] for cell in cells]
        inner = [0]
        while choices and len(inner) * len(choices[-1]) <= BLOCK:
            inner = [high + low for high in choices.pop() for low in inner]
        # A block is one long number, for adding to all its items at once; no item overflows.
        length = array("Q").itemsize * len(inner)
        low, ones = (int.from_bytes(array("Q", items).tobytes(), byteorder) for items in (inner, [1] * len(inner)))
        for outer in product(*choices):
            block = memoryview((low + sum(outer) * ones).to_bytes(length, byteorder)).cast("Q")
            yield block, verdicts.ways(block)


@dataclass(frozen=True)
class PatternVerdict:
    """Whether any shape of a ``pattern`` is buildable; true and false like that.

    ``count`` is how many there are, counted by kinds, ``examples`` are the first of them.
    """

    pattern: Pattern
    count: int
    examples: tuple[Shape, ...]

    def __bool__(self) -> bool:
        return self.count > 0

    @property
    def buildable(self) -> bool:
        """Whether any shape that the pattern stands for can be built."""
        return self.count > 0

    @property
    def reason(self) -> str | None:
        """Why not, if none can."""
        return None if self.count else "none of the shapes it stands for can be built"

    def __str__(self) -> str:
        if not self.count:
            return f"impossible: {self.reason}"
        shown = ", ".join(map(str, self.examples))
        words = f"buildable: {self.count} {'shape' if self.count == 1 else 'shapes'} up to types and colours"
        return words + (f", such as {shown}" if self.count > len(self.examples) else f": {shown}")

    def to_json(self) -> dict[str, object]:
        """Plain data: whether, why not, how many, and the codes of the examples."""
        return {
            "buildable": self.buildable,
            "reason": self.reason,
            "count": self.count,
            "examples": list(map(str, self.examples)),
        }


def judge(
    pattern: Pattern | str, *, layers: int | None = None, data: Data | None = None, game: str = "0.x"
) -> PatternVerdict:
    """Say whether any shape of ``pattern`` can be built, how many can, and name the first :data:`EXAMPLES`.

    >>> print(judge("cu??----:P-P?Cu--"))
    impossible: none of the shapes it stands for can be built
    >>> print(judge("CuN?----:P-P?----"))
    buildable: 2 shapes up to types and colours: CuCu----:P-------, CuCu----:P-P-----

    ``game`` is the version of the game whose codes are read. Raises as :func:`matches` does.
    """
    pattern = Pattern.of(pattern, game)
    found = matches(pattern, layers=layers, data=data)
    examples = tuple(islice(found, EXAMPLES))
    return PatternVerdict(pattern, found.count() if examples else 0, examples)
