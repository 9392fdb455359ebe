"""Patterns: shape codes with wildcards.

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

from dataclasses import dataclass
from functools import cached_property

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.game import UNPAINTED_TYPES, read_by
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
    unpainted_types_of,
    wrong_ring,
)
from shapewright.shapez.place_words import layer_words, place_words
from shapewright.shapez.shape import Shape

_CRYSTALS = tuple(["c" + colour for colour in EVERY_COLOUR])


def _meaning(types: str) -> dict[str, tuple[str, ...]]:
    """What each pair of characters stands for where there are such types, the usual one of a kind first."""
    normal = tuple([type_ + colour for type_ in types for colour in EVERY_COLOUR])
    return {
        **{part: (part,) for part in (NOTHING, PIN_PART, *normal, *_CRYSTALS)},
        "??": (NOTHING, *normal, PIN_PART, *_CRYSTALS),
        "A?": (*normal, PIN_PART, *_CRYSTALS),
        "N?": normal,
        "c?": _CRYSTALS,
        "P?": (NOTHING, PIN_PART),
        **{type_ + "?": tuple([type_ + colour for colour in EVERY_COLOUR]) for type_ in types},
        **{"N" + colour: tuple([type_ + colour for type_ in types]) for colour in EVERY_COLOUR},
        **{"?" + colour: (*[type_ + colour for type_ in types], "c" + colour) for colour in EVERY_COLOUR},
    }


_MEANING = {parts: _meaning(types_of(parts) + unpainted_types_of(parts)) for parts in RING_SIZES}
_ANYWHERE = _meaning(TYPES + UNPAINTED_TYPES)


def is_pattern(code: str) -> bool:
    """Whether a code is meant to hold wildcards, be it well formed or not.

    >>> is_pattern("CuN?----"), is_pattern("CuCu----")
    (True, False)
    """
    return "?" in code or "N" in code or "A" in code


def wanted(goal: Shape | Pattern | str, game: str = "0.x") -> Shape | Pattern:
    """The shape of a code of this game, or the pattern if it has wildcards.

    >>> wanted("CuCu----"), wanted("CuN?----")
    (Shape.from_code('CuCu----'), Pattern.from_code('CuN?----'))
    """
    if not isinstance(goal, str):
        return goal if isinstance(goal, Pattern) else Shape.of(goal)
    return Pattern.from_code(goal, game=game) if is_pattern(goal) else Shape.from_code(goal, game=game)


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

    @classmethod
    def of(cls, pattern: Pattern | str, game: str = "0.x") -> Pattern:
        """Return the pattern, or that of a code; raise ``ProblemError`` for anything else."""
        if isinstance(pattern, str):
            return cls.from_code(pattern, game=game)
        if not isinstance(pattern, Pattern):
            raise ProblemError(
                f"{type(pattern).__name__} is not a Pattern; expected one, or its code such as 'Cu?-----'"
            )
        return pattern

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
    def from_code(cls, code: str, *, game: str = "0.x") -> Pattern:
        """Read a code of this game with or without wildcards; white space around it does not matter.

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
        pattern = cls(len(layers[0]), tuple(layers))
        read_by(game, pattern.layers, text)
        return pattern

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

    def filled(self, packed: int, normal: str = "", crystal: str = "") -> Shape:
        """The shape of those kinds, which the pattern must allow; types and colours as it wants, or plain ones.

        Where it leaves them free, normal parts and crystals are those given, or like them in colour or else in type.

        >>> print(Pattern.from_code("N?R?Nc--").filled(0b010101, "Cr"))
        CrRrCc--
        """
        like = [*_PLAIN[self.parts]]
        like[NORMAL], like[CRYSTAL] = normal or like[NORMAL], crystal or like[CRYSTAL]
        rows = []
        for layer in self.layers:
            kinds = [packed >> 2 * column & 3 for column in range(self.parts)]
            rows.append(
                tuple([_like(like[kind], self._meaning[name]) for kind, name in zip(kinds, layer, strict=True)])
            )
            packed >>= 2 * self.parts
        return Shape(self.parts, tuple(rows))

    def __contains__(self, shape: object) -> bool:
        if not isinstance(shape, Shape) or shape.parts != self.parts or shape.height > len(self.layers):
            return False
        nothing = ((NOTHING,) * self.parts,) * (len(self.layers) - shape.height)
        return all(
            part in self._meaning[name]
            for row, names in zip(shape.layers + nothing, self.layers, strict=True)
            for part, name in zip(row, names, strict=True)
        )


def _like(wanted: str, allowed: tuple[str, ...]) -> str:
    """``wanted`` if that is allowed, else the first part of its kind, those of its colour and type first."""
    if wanted in allowed:
        return wanted
    same = [part for part in allowed if kind_of(part) == kind_of(wanted)]
    if not same:
        raise ProblemError(f"the pattern does not allow a part such as {wanted!r} there; it has {', '.join(allowed)}")
    return min(same, key=lambda part: (part[1] != wanted[1], part[0] != wanted[0]))


_PLAIN = {parts: Shape.from_packed(CRYSTAL << 6 | PIN << 4 | NORMAL << 2, parts).layers[0][:4] for parts in RING_SIZES}
