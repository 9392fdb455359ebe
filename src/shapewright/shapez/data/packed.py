"""The operations on packed shapes, natively: millions a second, kinds only.

A packed shape is an unsigned 64-bit integer, two bits a part: the part of layer ``l`` and column ``c`` is at bits
``2 * (l * parts + c)``; 0 is empty, 1 normal, 2 a pin, 3 a crystal. A half is a packed shape without a west (columns
from ``parts // 2`` on); its *key* is an unsigned 32-bit integer that leaves those columns out.
"""

from __future__ import annotations

from array import array
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeVar, overload

from shapewright.errors import ProblemError
from shapewright.shapez.native import ShapezPacked

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from shapewright.shapez.data.configuration import Configuration

    Shapes = NDArray[np.uint64]
    Keys = NDArray[np.uint32]


Given = TypeVar("Given")


class Packed:
    """What :mod:`shapewright.shapez.rules` does, on packed shapes of one configuration.

    Every method takes an integer and gives an integer, or takes an array (of any shape; two of them are broadcast) and
    gives an array of ``numpy.uint64``, of keys ``numpy.uint32``, of truths ``bool``. Columns of the standard library,
    such as ``array("Q")`` or a memoryview (of keys ``array("I")``), need no numpy; what they give is the engine's.

    >>> from shapewright.shapez.data.configuration import Configuration
    >>> packed = Packed(Configuration(4, 2))
    >>> packed.push_pin(0b0001), packed.rotate([1, 4], -1)
    (258, array([64,  1], dtype=uint64))

    The layers of the configuration are the limit above which parts are lost. Raises ``ProblemError`` for negative
    numbers and for those with bits beyond the configuration's cells, ``TypeError`` for anything but whole numbers.
    """

    def __init__(self, configuration: Configuration) -> None:
        self.configuration = configuration
        self._native = ShapezPacked(configuration.parts, configuration.layers)

    def __repr__(self) -> str:
        return f"Packed({self.configuration!r})"

    # --- Orientations ---

    def rotate(self, shapes: Given, steps: int = 1) -> Given:
        """Turned clockwise by ``steps`` columns."""
        made: Given = self._map(lambda items: self._native.rotate(items, steps % self.configuration.parts), shapes)
        return made

    def mirror(self, shapes: Given) -> Given:
        """Column ``c`` becomes the last but ``c``: east and west change places."""
        made: Given = self._map(self._native.mirror, shapes)
        return made

    def canonical(self, shapes: Given) -> Given:
        """The least number among all rotations and mirror images.

        >>> from shapewright.shapez.data.configuration import Configuration
        >>> Packed(Configuration(4, 1)).canonical([1, 4, 16, 64])
        array([1, 1, 1, 1], dtype=uint64)
        """
        made: Given = self._map(self._native.canonical, shapes)
        return made

    # --- What the machines do ---

    def gravity(self, shapes: Given) -> Given:
        """The shapes after everything unsupported has fallen or vanished."""
        made: Given = self._map(self._native.gravity, shapes)
        return made

    @overload
    def is_stable(self, shapes: int) -> bool: ...
    @overload
    def is_stable(self, shapes: ArrayLike) -> NDArray[np.bool_]: ...
    def is_stable(self, shapes: object) -> object:
        """Whether gravity leaves them as they are."""
        return self._map(self._native.is_stable, shapes)

    @overload
    def cut(self, shapes: int) -> tuple[int, int]: ...
    @overload
    def cut(self, shapes: ArrayLike) -> tuple[Shapes, Shapes]: ...
    def cut(self, shapes: object) -> object:
        """East and west, each in its place."""
        return self._map(self._native.cut, shapes)

    @overload
    def swap(self, a: int, b: int) -> tuple[int, int]: ...
    @overload
    def swap(self, a: ArrayLike, b: ArrayLike) -> tuple[Shapes, Shapes]: ...
    def swap(self, a: object, b: object) -> object:
        """East of ``a`` with west of ``b``, east of ``b`` with west of ``a``."""
        return self._map(self._native.swap, a, b)

    @overload
    def stack(self, bottom: int, top: int) -> int: ...
    @overload
    def stack(self, bottom: ArrayLike, top: ArrayLike) -> Shapes: ...
    def stack(self, bottom: object, top: object) -> object:
        """What is left of ``top`` fallen onto ``bottom``.

        >>> from shapewright.shapez.data.configuration import Configuration
        >>> Packed(Configuration(4, 3)).stack(0b0101, [0b0101, 0b0100_0000])
        array([1285,   69], dtype=uint64)
        """
        return self._map(self._native.stack, bottom, top)

    def push_pin(self, shapes: Given) -> Given:
        """Raised by one layer, with pins under what stood on the ground."""
        made: Given = self._map(self._native.push_pin, shapes)
        return made

    def crystal(self, shapes: Given) -> Given:
        """Crystals instead of all gaps and pins up to the topmost layer."""
        made: Given = self._map(self._native.crystallise, shapes)
        return made

    # --- Halves ---

    @overload
    def from_half_key(self, keys: int) -> int: ...
    @overload
    def from_half_key(self, keys: ArrayLike) -> Shapes: ...
    def from_half_key(self, keys: Any) -> object:
        """The shapes with these east halves and no west."""
        return self.join(keys, 0)

    @overload
    def split(self, shapes: int) -> tuple[int, int]: ...
    @overload
    def split(self, shapes: ArrayLike) -> tuple[Keys, Keys]: ...
    def split(self, shapes: object) -> object:
        """The keys of the east half and of the west half turned by 180 degrees; nothing is cut.

        >>> from shapewright.shapez.data.configuration import Configuration
        >>> Packed(Configuration(4, 2)).split(0b0001_1110)
        (14, 1)
        """
        return self._map(self._native.split, shapes)

    @overload
    def join(self, east: int, west: int) -> int: ...
    @overload
    def join(self, east: ArrayLike, west: ArrayLike) -> Shapes: ...
    def join(self, east: object, west: object) -> object:
        """The shapes that :meth:`split` splits into these."""
        return self._map(self._native.join, east, west, half=True)

    @overload
    def reflect_half(self, keys: int) -> int: ...
    @overload
    def reflect_half(self, keys: ArrayLike) -> Keys: ...
    def reflect_half(self, keys: object) -> object:
        """The keys of the halves mirrored and turned by 180 degrees: what was east stays in the east."""
        return self._map(self._native.reflect_half, keys, half=True)

    def _map(self, operation: Callable[..., Any], *values: Any, half: bool = False) -> Any:
        """``operation``, which knows flat columns only, on numbers or arrays of any shape."""
        if all(isinstance(value, Integral) for value in values):
            results = operation(*(self._column(int(value), 1, half) for value in values))
            return tuple(each.tolist()[0] for each in results) if isinstance(results, tuple) else results.tolist()[0]
        if all(isinstance(value, array | memoryview | Integral) for value in values):
            length = next(len(value) for value in values if not isinstance(value, Integral))
            return operation(*(self._column(value, length, half) for value in values))
        import numpy as np  # which whoever gives its arrays has

        # A Python integer that is too large must be an error, and no integer may become a float on its way.
        given = [value if isinstance(value, np.ndarray) else np.asarray(value, dtype=object) for value in values]
        arrays = np.broadcast_arrays(*(self._unsigned(one, half) for one in given))
        results = operation(*(np.ascontiguousarray(one).ravel() for one in arrays))
        shape = arrays[0].shape
        return tuple(each.reshape(shape) for each in results) if isinstance(results, tuple) else results.reshape(shape)

    def _column(self, value: object, length: int, half: bool) -> object:
        """A number as often as it is needed, or a column as it is."""
        if not isinstance(value, Integral):
            return value  # looked at natively
        number = int(value)
        if not 0 <= number < 1 << self._bits(half):
            raise self._too_large(number, half)
        return array("I" if half else "Q", [number]) * length

    def _unsigned(self, values: NDArray[Any], half: bool) -> NDArray[Any]:
        import numpy as np

        wanted = np.dtype(np.uint32 if half else np.uint64)
        if values.dtype == wanted:
            return values  # looked at natively
        if values.dtype == object and not all(isinstance(item, Integral) for item in values.flat):
            raise TypeError("packed shapes are whole numbers")
        if values.dtype != object and values.dtype.kind not in "iu":
            raise TypeError(f"packed shapes are whole numbers, not {values.dtype}")
        bits = self._bits(half)
        if values.size and not (values.min() >= 0 and int(values.max()) >> bits == 0):
            raise self._too_large(next(int(item) for item in values.flat if not 0 <= int(item) < 1 << bits), half)
        return values.astype(wanted)

    def _bits(self, half: bool) -> int:
        configuration = self.configuration
        return 2 * configuration.layers * (configuration.half_parts if half else configuration.parts)

    def _too_large(self, wrong: int, half: bool) -> ProblemError:
        what = "half" if half else "shape"
        bits = self._bits(half)
        return ProblemError(f"{wrong} is not a packed {what} of {self.configuration}, which has {bits} bits")
