"""Configurations: how many parts a ring has and how many layers a shape may have; and which sets of shapes one has.

The eighteen whose packed shapes fit into 64 bits and whose shapes can be searched have names: quad1 to quad7, hex1 to
hex5, oct1 to oct3, dec1 to dec3. The rules in :mod:`shapewright.shapez.rules` know no such limit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from shapewright.errors import LimitError, NotationError, ProblemError, quote

RINGS = {"quad": 4, "hex": 6, "oct": 8, "dec": 10}
"""The parts of a ring, by its name."""

MAX_LAYERS = {4: 7, 6: 5, 8: 3, 10: 3}
"""The most layers of a configuration, by the parts of its ring."""

Need = Literal["halves", "pp", "full"]
NEEDS: tuple[Need, ...] = get_args(Need)
"""How much is known: the halves; also the pin-push-essential shapes; also all shapes. Each includes those before it."""

Which = Literal["all", "swappable", "non-swappable", "pp", "halves"]
SETS: tuple[Which, ...] = get_args(Which)
"""The sets of a configuration: all its buildable shapes, those that a swapper can make last, the others, the
pin-push-essential ones (which only pushing pins makes), and its halves."""

_NEEDS_OF: dict[Which, Need] = {"halves": "halves", "swappable": "halves", "pp": "pp"}


def need_of(which: Which) -> Need:
    """How much must be known to list a set.

    >>> [need_of(which) for which in SETS]
    ['full', 'halves', 'full', 'pp', 'halves']
    """
    return _NEEDS_OF.get(which, "full")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A ring of ``parts`` parts and at most ``layers`` layers.

    >>> Configuration(6, 4).name
    'hex4'
    >>> Configuration(6, 4).cells, Configuration(6, 4).half_parts
    (24, 3)

    Raises ``LimitError`` for one that is not among :data:`CONFIGURATIONS`.
    """

    parts: int
    layers: int

    def __post_init__(self) -> None:
        if self.parts not in MAX_LAYERS:
            *most, last = map(str, MAX_LAYERS)
            listed = f"{', '.join(most)} or {last}"
            raise LimitError(f"no ring has {self.parts} parts; rings have {listed} parts")
        if not 1 <= self.layers <= MAX_LAYERS[self.parts]:
            raise LimitError(
                f"shapes with rings of {self.parts} parts can have 1 to {MAX_LAYERS[self.parts]} layers here, "
                f"not {self.layers}"
            )

    @classmethod
    def from_name(cls, name: str) -> Configuration:
        """The configuration of that name, in any case.

        >>> Configuration.from_name("Quad4")
        Configuration(parts=4, layers=4)

        Raises ``NotationError`` for any other text.
        """
        found = _BY_NAME.get(name.strip().lower())
        if found is None:
            ranges = ", ".join(f"{ring}1 to {ring}{MAX_LAYERS[parts]}" for ring, parts in RINGS.items())
            raise NotationError(f"{quote(name)} is not a configuration; configurations are {ranges}")
        return found

    @property
    def name(self) -> str:
        """The name in small letters: 'quad4'."""
        return next(ring for ring, parts in RINGS.items() if parts == self.parts) + str(self.layers)

    def __str__(self) -> str:
        return self.name

    @property
    def cells(self) -> int:
        """How many parts the largest shape has."""
        return self.parts * self.layers

    @property
    def half_parts(self) -> int:
        """How many columns a half has."""
        return self.parts // 2


def configuration_of(given: Configuration | str) -> Configuration:
    """Return the configuration, or that of a name; raise ``ProblemError`` for anything else."""
    if isinstance(given, str):
        return Configuration.from_name(given)
    if not isinstance(given, Configuration):
        raise ProblemError(f"{given!r} is not a Configuration; write its name, such as 'quad4'")
    return given


CONFIGURATIONS = tuple(
    Configuration(parts, layers) for parts in RINGS.values() for layers in range(1, MAX_LAYERS[parts] + 1)
)
"""All configurations, rings in ascending order, each from one layer up."""

_BY_NAME = {configuration.name: configuration for configuration in CONFIGURATIONS}
