"""Verdicts on packed shapes, natively: from the halves and the pin shapes of a configuration, millions a second.

What :mod:`~shapewright.shapez.verdicts.buildable`, :mod:`~shapewright.shapez.verdicts.nearest`,
:mod:`~shapewright.shapez.pattern` and :mod:`~shapewright.shapez.vortex` stand on; they say it in shapes and words.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from shapewright.errors import LimitError, ProblemError, quote
from shapewright.jobs.interrupt import Interrupt
from shapewright.shapez import native
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import MAX_LAYERS, Configuration
from shapewright.shapez.data.sets import set_of
from shapewright.shapez.rules import USUAL_LAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from shapewright.shapez.data.known_shapes import Data


NO_WAY, SWAP, STACK, PUSH_PIN = range(4)
"""The last machine on the way to a shape, the first of these that will do."""

# So many verdicts between two looks at Ctrl-C: a second or less.
SLICE = 1 << 20


class Verdicts:
    """Verdicts on packed shapes of one configuration.

    ``halves`` are the keys of all buildable halves (32 bits), ``pins`` the canonical shapes that only the pin pusher
    makes (64 bits), as :class:`~shapewright.shapez.data.known_shapes.Data` holds them.

    >>> every_half = array("I", range(16))  # of one layer, any
    >>> Verdicts(Configuration(4, 1), every_half, array("Q")).way(0b11_10_01_00)
    1

    Raises ``ProblemError`` for keys and shapes that are too large for the configuration.
    """

    def __init__(self, configuration: Configuration, halves: Any, pins: Any) -> None:
        self.configuration = configuration
        self._native = native.Verdicts.make(configuration.parts, configuration.layers, halves, pins)

    @classmethod
    def of(cls, data: Data) -> Verdicts:
        """The verdicts that ``data`` allows; ``ProblemError`` if it holds no pin shapes."""
        if data.pin is None:
            raise ProblemError(f"the data of {data.configuration} lack pin-push-essential shapes, which verdicts need")
        return cls(data.configuration, data.halves.keys, data.pin.shapes)

    def ways(self, shapes: Any, *, threads: int = 1) -> NDArray[np.uint8]:
        """The last machine of each shape of a flat array: ``NO_WAY``, ``SWAP``, ``STACK`` or ``PUSH_PIN``.

        They have 64 bits each, in any contiguous buffer. Raises ``ProblemError`` for numbers with bits beyond the
        configuration's cells.
        """
        slices: list[NDArray[np.uint8]] = [
            self._whole(self._native.ways, shapes[start : start + SLICE], threads)
            for start in range(0, max(1, len(shapes)), SLICE)
        ]
        if len(slices) == 1:
            return slices[0]
        import numpy as np  # so many shapes come from numpy alone

        return np.concatenate(slices)

    def way(self, shape: int) -> int:
        """The last machine of one shape."""
        return int(self.ways(array("Q", [shape]))[0])

    def base(self, shape: int) -> int:
        """What the shape was stacked on, with as many parts as can be; the shape itself if it was not stacked.

        The base is swappable or a pin shape. 0 if nothing makes the shape.
        """
        return self._native.base(shape)

    def halves(self, shape: int) -> list[tuple[bool, bool]]:
        """For columns 0, 1, ... below half a ring: can the half from there on be built as it is, can that opposite?"""
        return [(bool(pair & 1), bool(pair & 2)) for pair in self._native.halves(shape)]

    def nearest_swappable(self, shape: int, most: int) -> tuple[int, list[int], bool]:
        """The fewest parts to change for a swappable shape; up to ``most`` such shapes; whether these are all."""
        distance, shapes, complete = self._whole(self._native.nearest_swappable, shape, most)
        return distance, shapes.tolist(), complete

    def at_distance(self, shape: int, distance: int) -> list[int]:
        """All buildable shapes in which exactly ``distance`` parts are of another kind, ascending.

        Looks at every such shape: ``3 ** distance * comb(cells, distance)`` of them.
        """
        found = self._whole(self._native.at_distance, shape, distance, inline=distance > 3)
        return [int(other) for other in found]

    @staticmethod
    def _whole(look: Callable[..., object], *asked: object, inline: bool = False) -> Any:
        """What ``look`` finds, which Ctrl-C ends."""
        stop = bytearray(1)
        with Interrupt(stop, inline=inline) as interrupt:
            found = look(*asked, stop)
        if found is None or interrupt.caught:
            raise KeyboardInterrupt
        return found


def configuration_for(parts: int, height: int, layers: int | None, data: Data | None, code: str) -> Configuration:
    """The configuration by whose limits a shape of that ring and height is judged.

    ``layers`` is the game's limit: by default that of ``data``, else 4 or the shape's height if that is more, as far as
    the ring's configurations go (more layers never make a lower shape buildable). ``code`` is the shape's in messages.
    """
    if parts not in MAX_LAYERS:
        raise LimitError(f"{quote(code)} has rings of {parts} parts; only rings of 4, 6, 8 and 10 parts can be checked")
    if layers is not None and layers < 1:
        raise LimitError(f"the limit must be at least 1 layer, not {layers}")
    if layers is not None and layers < height:
        raise LimitError(f"{quote(code)} has {height} layers; the limit is {layers}")
    most = MAX_LAYERS[parts]
    if max(height, layers or 0) > most:
        given = f"the limit given is {layers}" if height <= most else f"{quote(code)} has {height}"
        raise LimitError(f"rings of {parts} parts can be checked up to {most} layers; {given}")
    if data is None:
        return Configuration(parts, min(max(USUAL_LAYERS, height), most) if layers is None else layers)
    configuration = data.configuration
    if configuration.parts != parts or layers not in (None, configuration.layers) or height > configuration.layers:
        wanted = "" if layers is None else f" with a limit of {layers}"
        raise ProblemError(f"{quote(code)}{wanted} cannot be checked with data of {configuration}")
    return configuration


def enough_for(height: int, configuration: Configuration, data: Data | None) -> Configuration:
    """A configuration whose data tell of shapes of that height what those of ``configuration`` tell.

    A higher limit makes no lower shape buildable, nor in another way; so a lower one, that the shapes just fit into,
    does as well, and its data may be at hand already or be made sooner. If ``data`` are given, they must do.
    """
    if data is not None:
        return configuration
    return source.at_hand(
        [Configuration(configuration.parts, layers) for layers in range(max(1, height), configuration.layers + 1)]
    )


def data_for(configuration: Configuration, data: Data | None) -> Data:
    """``data`` if given, else those kept of the configuration: halves and pin shapes, perhaps all shapes, too."""
    if data is None:
        data = source.load(configuration, "pp")
    return data


def verdicts_for(configuration: Configuration, data: Data | None) -> Verdicts:
    """The verdicts that ``data`` allows, or those that the data kept of the configuration do; made once."""
    data = data_for(configuration, data)
    verdicts = _made.get(data)
    if verdicts is None:
        verdicts = _made[data] = Verdicts.of(data)
    return verdicts


def full_set(data: Data) -> native.ShapezSet:
    """The set of all buildable shapes; ``ProblemError`` if ``data`` do not hold it. Made once."""
    if data.full is None:
        raise ProblemError(f"the data of {data.configuration} lack the diagram of all shapes")
    shapes = _sets.get(data)
    if shapes is None:
        shapes = _sets[data] = set_of(data.configuration, data.full)
    return shapes


_made: WeakKeyDictionary[Data, Verdicts] = WeakKeyDictionary()
_sets: WeakKeyDictionary[Data, native.ShapezSet] = WeakKeyDictionary()
