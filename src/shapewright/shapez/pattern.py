"""Patterns: shape codes with wildcards, and what can be built of the shapes they stand for.

A wildcard takes the place of a part, in two characters:

========  =======================================================================================
``??``    anything, also nothing
``A?``    any part: normal, pin or crystal, but not nothing
``N?``    any normal part; ``Nr`` any red one, and so for the other colours
``C?``    a circle of any colour, and so for the other types that the ring takes: ``R?``, ``S?``, ``W?``, ``H?``, ...
``c?``    a crystal of any colour
``?r``    a normal part or crystal that is red, and so for the other colours
``P?``    a pin or nothing
========  =======================================================================================

A pattern states the ring and the columns: what it stands for is not turned or mirrored. Where its upper layers allow
nothing, it stands for lower shapes as well.
"""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from functools import cached_property
from itertools import compress, islice, product
from math import prod
from sys import byteorder
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError, NotationError, quote
from shapewright.shapez import cache
from shapewright.shapez.colours import COLOURS
from shapewright.shapez.parts import (
    CRYSTAL,
    NORMAL,
    NOTHING,
    PIN,
    PIN_PART,
    RING_SIZES,
    TYPES,
    kind_of,
    types_of,
    wrong_ring,
)
from shapewright.shapez.places import layer_words, place_words
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts import configuration_for, data_for, enough_for, full_set, verdicts_for

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.shapez.data import Data

__all__ = ["EXAMPLES", "Matches", "Pattern", "PatternVerdict", "is_pattern", "judge", "matches"]

EXAMPLES = 3
"""The number of shapes that a verdict on a pattern names."""

FEW = 1 << 22
"""A pattern that stands for no more shapes (by kinds) than these is answered by looking at each."""

# So many are looked at together.
BLOCK = 1 << 14

_CRYSTALS = tuple(["c" + colour for colour in COLOURS])


def _meaning(types: str) -> dict[str, tuple[str, ...]]:
    """What each pair of characters stands for where there are such types, the usual one of a kind first."""
    normal = tuple([type_ + colour for type_ in types for colour in COLOURS])
    return {
        **{part: (part,) for part in (NOTHING, PIN_PART, *normal, *_CRYSTALS)},
        "??": (NOTHING, *normal, PIN_PART, *_CRYSTALS),
        "A?": (*normal, PIN_PART, *_CRYSTALS),
        "N?": normal,
        "c?": _CRYSTALS,
        "P?": (NOTHING, PIN_PART),
        **{type_ + "?": tuple([type_ + colour for colour in COLOURS]) for type_ in types},
        **{"N" + colour: tuple([type_ + colour for type_ in types]) for colour in COLOURS},
        **{"?" + colour: (*[type_ + colour for type_ in types], "c" + colour) for colour in COLOURS},
    }


_MEANING = {parts: _meaning(types_of(parts)) for parts in RING_SIZES}
_ANYWHERE = _meaning(TYPES)


def is_pattern(code: str) -> bool:
    """Whether a code is meant to hold wildcards, be it well formed or not.

    >>> is_pattern("CuN?----"), is_pattern("CuCu----")
    (True, False)
    """
    return "?" in code or "N" in code or "A" in code


@dataclass(frozen=True, repr=False)
class Pattern:
    """A shape code with wildcards: ``layers`` bottom first, each with ``parts`` parts or wildcards.

    >>> pattern = Pattern.from_code("CuN?----:c?P?????")
    >>> Shape.from_code("CuRr----:crP-Cu--") in pattern
    True
    >>> Shape.from_code("CuRr----:Cr------") in pattern
    False

    Raises ``NotationError``, which names the place, for what is neither a part nor a wildcard.
    """

    parts: int
    layers: tuple[tuple[str, ...], ...]

    def __post_init__(self) -> None:
        if self.parts not in RING_SIZES:
            raise NotationError(f"a ring has 4, 6, 8 or 10 parts, not {self.parts}")
        for number, layer in enumerate(self.layers):
            if len(layer) != self.parts:
                raise NotationError(f"{layer_words(number)} has {len(layer)} parts, but the ring has {self.parts}")
            for column, part in enumerate(layer):
                where = f"at {place_words(number, column, self.parts)}"
                if part not in _ANYWHERE:
                    raise NotationError(
                        f"{quote(part)} {where} is neither a part nor a wildcard; wildcards "
                        f"are ??, A?, N?, {', '.join(type_ + '?' for type_ in TYPES)}, c?, P?, and N or ? with a colour"
                    )
                if part not in _MEANING[self.parts]:
                    raise NotationError(wrong_ring(part, where, self.parts))

    @classmethod
    def from_code(cls, code: str) -> Pattern:
        """Read a code with or without wildcards; white space around it does not matter.

        Raises ``NotationError`` for any other text.
        """
        text = code.strip()
        layers = []
        for number, row in enumerate(text.split(":")):
            if len(row) % 2 or len(row) // 2 not in RING_SIZES:
                raise NotationError(
                    f"{layer_words(number)} of {quote(text)} has {len(row)} characters; a ring has 4, 6, 8 or 10 parts "
                    "of two characters each, wildcards such as ?? and N? too"
                )
            layers.append(tuple([row[at : at + 2] for at in range(0, len(row), 2)]))
            if len(layers[0]) != len(layers[-1]):
                raise NotationError(
                    f"{layer_words(number)} of {quote(text)} has {len(layers[-1])} parts, but layer 1 has "
                    f"{len(layers[0])}; all layers must have the same number"
                )
        return cls(len(layers[0]), tuple(layers))

    def to_code(self) -> str:
        """The code."""
        return ":".join(map("".join, self.layers))

    def __str__(self) -> str:
        return self.to_code()

    def __repr__(self) -> str:
        return f"Pattern.from_code({self.to_code()!r})"

    @property
    def _meaning(self) -> dict[str, tuple[str, ...]]:
        return _MEANING[self.parts]

    @cached_property
    def height(self) -> int:
        """How many layers the highest shape has that the pattern stands for."""
        return max((number + 1 for number, layer in enumerate(self.layers) if set(layer) != {NOTHING}), default=0)

    def masks(self, layers: int) -> list[int]:
        """The kinds allowed for each part, in packed order: bit 0 nothing, 1 normal, 2 pin, 3 crystal.

        >>> Pattern.from_code("CuP?c???").masks(2)
        [2, 5, 8, 15, 1, 1, 1, 1]
        """
        given = [sum({1 << kind_of(part) for part in self._meaning[name]}) for layer in self.layers for name in layer]
        cells = self.parts * layers
        return (given + [1] * cells)[:cells]

    def filled(self, packed: int) -> Shape:
        """The shape of those kinds, which the pattern must allow; types and colours as it wants, or plain ones."""
        rows = []
        for layer in self._examples:
            rows.append(tuple([examples[packed >> 2 * column & 3] for column, examples in enumerate(layer)]))
            packed >>= 2 * self.parts
        return Shape(self.parts, tuple(rows))

    @cached_property
    def _examples(self) -> list[list[list[str]]]:
        """A part of each kind for each place."""
        plain = Shape.from_packed(CRYSTAL << 6 | PIN << 4 | NORMAL << 2, self.parts).layers[0][:4]
        return [[[_like(part, self._meaning[name]) for part in plain] for name in layer] for layer in self.layers]

    def __contains__(self, shape: object) -> bool:
        if not isinstance(shape, Shape) or shape.parts != self.parts or shape.height > len(self.layers):
            return False
        nothing = ((NOTHING,) * self.parts,) * (len(self.layers) - shape.height)
        return all(
            part in self._meaning[name]
            for row, names in zip(shape.layers + nothing, self.layers, strict=True)
            for part, name in zip(row, names, strict=True)
        )


def _like(plain: str, allowed: tuple[str, ...]) -> str:
    """``plain`` if that is allowed, else the first part of its kind; empty if none is."""
    same = [part for part in allowed if kind_of(part) == kind_of(plain)]
    return plain if plain in same else next(iter(same), "")


def matches(pattern: Pattern, *, layers: int | None = None, data: Data | None = None) -> Matches:
    """What can be built of the shapes that ``pattern`` stands for.

    >>> found = matches(Pattern.from_code("cuCuCuCu:??------"))
    >>> found.count()
    4
    >>> [str(shape) for shape in found]
    ['cuCuCuCu', 'cuCuCuCu:Cu------', 'cuCuCuCu:P-------', 'cuCuCuCu:cu------']

    ``layers`` and ``data`` are as for :func:`~shapewright.shapez.buildable.buildable`. A pattern that stands for more
    than :data:`FEW` shapes needs the diagram of all shapes; where ``data`` are given and lack it, that is a
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
            return sum(len(ways) - bytes(ways).count(0) for _, ways in self._tried())
        return full_set(self._full()).count_matching(self._masks)

    def first(self) -> Shape | None:
        """The first, or None if there is none."""
        return next(iter(self), None)

    def __bool__(self) -> bool:
        return self.first() is not None

    def __iter__(self) -> Iterator[Shape]:
        if self._few():
            found = (packed for block, ways in self._tried() for packed in compress(block, bytes(ways)))
        else:
            found = (packed for block in self._listed() for packed in block)
        return map(self.pattern.filled, found)

    def _few(self) -> bool:
        return self._candidates <= FEW and data_for(self.configuration, self._data).full is None

    def _full(self) -> Data:
        if self._data is None:
            return cache.load(self.configuration, "full")
        if self._data.full is None:
            raise LimitError(
                f"{quote(self.pattern.to_code())} stands for {self._candidates} shapes, too many to check one by "
                f"one, and the data of {self.configuration} lack the diagram of all shapes"
            )
        return self._data

    def _listed(self) -> Iterator[list[int]]:
        """From the diagram of all shapes, more and more at once: the first ones should come soon."""
        shapes = full_set(self._full())
        rank, most = 0, 16
        while block := shapes.matching(self._masks, rank, most).tolist():
            yield block
            rank += len(block)
            most = min(2 * most, BLOCK)

    def _tried(self) -> Iterator[tuple[memoryview, Any]]:
        """The shapes that the pattern stands for, in blocks, with a verdict on each."""
        verdicts = verdicts_for(self.configuration, self._data)
        parts = self.configuration.parts
        cells = [layer * parts + column for column in range(parts) for layer in range(self.configuration.layers)]
        choices = [[kind << 2 * cell for kind in range(4) if self._masks[cell] >> kind & 1] for cell in cells]
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

    def to_json(self) -> dict[str, Any]:
        """Plain data: whether, why not, how many, and the codes of the examples."""
        return {
            "buildable": self.buildable,
            "reason": self.reason,
            "count": self.count,
            "examples": list(map(str, self.examples)),
        }


def judge(pattern: Pattern | str, *, layers: int | None = None, data: Data | None = None) -> PatternVerdict:
    """Say whether any shape of ``pattern`` can be built, how many can, and name the first :data:`EXAMPLES`.

    >>> print(judge("cu??----:P-P?Cu--"))
    impossible: none of the shapes it stands for can be built
    >>> print(judge("CuN?----:P-P?----"))
    buildable: 2 shapes up to types and colours: CuCu----:P-------, CuCu----:P-P-----

    Raises as :func:`matches` does.
    """
    pattern = Pattern.from_code(pattern) if isinstance(pattern, str) else pattern
    found = matches(pattern, layers=layers, data=data)
    examples = tuple(islice(found, EXAMPLES))
    return PatternVerdict(pattern, found.count() if examples else 0, examples)
