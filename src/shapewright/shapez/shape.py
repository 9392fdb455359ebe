"""Shapes as values: layers of parts around a ring, read and written as shape codes or packed numbers.

Layer 0 is the bottom. Column 0 is at the top right and columns go clockwise, so that the first half of the columns is
the east and the other half the west. What machines do to shapes stands in :mod:`shapewright.shapez.rules`.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapewright import drawing
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.lazy import late
from shapewright.shapez import rules
from shapewright.shapez.game import is_new
from shapewright.shapez.parts import CRYSTAL, EMPTY, KINDS, NORMAL, NOTHING, PIN_PART, RING_SIZES, fault, parts_of
from shapewright.shapez.place_words import layer_words, place_words

Layer = tuple[str, ...]


@dataclass(frozen=True, slots=True, repr=False)
class Shape:
    """A shape: ``layers``, bottom first, of ``parts`` parts each, such as ``Cu``; empty layers at the top are dropped.

    >>> shape = Shape.from_code("CuCu----:RrRr----")
    >>> shape.cut()
    (Shape.from_code('CuCu----:RrRr----'), Shape.from_code(''))
    >>> shape.rotated(1)
    Shape.from_code('--CuCu--:--RrRr--')

    Raises ``NotationError`` for what is not a part, or belongs to another ring, ``ProblemError`` for a ring that is
    none.
    """

    parts: int
    layers: tuple[Layer, ...] = ()

    def __post_init__(self) -> None:
        if self.parts not in RING_SIZES:
            raise ProblemError(f"a ring has 4, 6, 8 or 10 parts, not {self.parts}")
        known = parts_of(self.parts)
        layers = [tuple(layer) for layer in self.layers]
        for number, layer in enumerate(layers):
            if len(layer) != self.parts:
                raise ProblemError(f"{layer_words(number)} has {len(layer)} parts, but the ring has {self.parts}")
            for column, part in enumerate(layer):
                if part not in known:
                    raise NotationError(fault(part, f"at {place_words(number, column, self.parts)}", self.parts))
        nothing = (NOTHING,) * self.parts
        while layers and layers[-1] == nothing:
            layers.pop()
        object.__setattr__(self, "layers", tuple(layers))

    @classmethod
    @late("shapewright.shapez.notation:parse_code")
    def from_code(cls, code: str, parts: int = 4, *, game: str = "0.x") -> Shape:
        """Read a shape code such as ``CuCu----:RrRr----``; ``parts`` is the ring size of the empty text.

        ``game`` says of which version of the game: codes of "1.0" have more parts.

        >>> Shape.from_code("cr----Cu:P-------").height
        2
        >>> Shape.from_code("XrCk----", game="1.0")
        Shape.from_code('XrCk----', game='1.0')

        Raises ``NotationError``, which names the place.
        """

    @classmethod
    def of(cls, shape: Shape | str, game: str = "0.x") -> Shape:
        """A shape as it is, or the shape of a code, as functions take both; raises as :meth:`from_code` does.

        >>> Shape.of("CuCu----") == Shape.of(Shape.from_code("CuCu----"))
        True
        """
        if isinstance(shape, str):
            return cls.from_code(shape, game=game)
        if not isinstance(shape, Shape):
            raise ProblemError(f"{type(shape).__name__} is not a Shape; expected one, or its code such as 'CuCu----'")
        return shape

    def to_code(self) -> str:
        """The shape code; the empty shape is one empty layer."""
        return ":".join(map("".join, self.layers or ((NOTHING,) * self.parts,)))

    def __str__(self) -> str:
        return self.to_code()

    def __repr__(self) -> str:
        code = "" if not self.layers and self.parts == 4 else self.to_code()
        return f"Shape.from_code({code!r}, game='1.0')" if is_new(code) else f"Shape.from_code({code!r})"

    @late("shapewright.shapez.picture:scene_of")
    def scene(self, skin: str = "rgb") -> drawing.Scene:
        """The drawing of the shape from above, for SVG, PNG and pages, in one of the skins ``SKINS``."""

    def png(self, size: int = 200, *, skin: str = "rgb", background: str | None = None) -> bytes:
        """The picture as a PNG file of ``size`` by ``size`` pixels; without a ``background`` it is transparent.

        >>> Shape.from_code("CuRrSgWb").png(64)[:4]
        b'\\x89PNG'

        Raises ``ProblemError`` for a skin that there is not, ``LimitError`` for sizes that cannot be drawn.
        """
        scene = self.scene(skin)
        return drawing.to_png(scene, scale=size / scene.width, background=background)

    def _repr_svg_(self) -> str:
        return self.scene()._repr_svg_()

    @classmethod
    def from_packed(cls, value: int, parts: int, normal: str | None = None, crystal: str = "cu") -> Shape:
        """Unpack two bits a part, layer by layer from the lowest bits, column 0 first.

        The bits are 0 for nothing, 1 for a normal part, 2 for a pin and 3 for a crystal. ``normal`` is what every
        normal part becomes: unless told, ``Hu`` in rings of six and ``Cu`` in others.

        >>> Shape.from_packed(0b01_11_10_01, 4)
        Shape.from_code('CuP-cuCu')

        Raises ``ProblemError`` for a negative number, ``NotationError`` for what is not such a part.
        """
        value = int(value)  # may be numpy's
        if value < 0:
            raise ProblemError(f"a packed shape is not negative, but {value} is")
        if normal is None:
            normal = "Hu" if parts == 6 else "Cu"
        if KINDS.get(normal) != NORMAL or KINDS.get(crystal) != CRYSTAL:
            raise NotationError(f"{quote(normal)} must be a normal part, {quote(crystal)} a crystal")
        names = (NOTHING, normal, PIN_PART, crystal)
        layers = []
        while value:
            layers.append(tuple([names[value >> 2 * column & 3] for column in range(parts)]))
            value >>= 2 * parts
        return cls(parts, tuple(layers))

    def packed(self) -> int:
        """The kinds of all parts in one number, as :meth:`from_packed` reads them; types and colours are lost.

        The number has 64 bits at most if the shape has 32 cells at most.
        """
        value = 0
        for layer in reversed(self.layers):
            for part in reversed(layer):
                value = value << 2 | KINDS[part]
        return value

    def to_json(self) -> dict[str, object]:
        """Plain data: its code and ring, its layers bottom first, whether it is stable, its canonical orientation."""
        return {
            "code": self.to_code(),
            "parts": self.parts,
            "height": self.height,
            "layers": [list(layer) for layer in self.layers],
            "stable": self.is_stable(),
            "canonical": self.canonical().to_code(),
        }

    @property
    def height(self) -> int:
        """How many layers there are, up to the highest with any content."""
        return len(self.layers)

    def kind(self, layer: int, column: int) -> int:
        """The kind of the part there; ``EMPTY`` above the top."""
        return KINDS[self.layers[layer][column]] if layer < len(self.layers) else EMPTY

    def rotated(self, steps: int) -> Shape:
        """Turned clockwise by ``steps`` columns: what was in column i is then in column i + ``steps``."""
        turn = -steps % self.parts
        return Shape(self.parts, tuple([layer[turn:] + layer[:turn] for layer in self.layers]))

    def mirrored(self) -> Shape:
        """Mirrored, east to west: what was in column i is then in column ``parts`` - 1 - i. No machine does this."""
        return Shape(self.parts, tuple([layer[::-1] for layer in self.layers]))

    def canonical(self) -> Shape:
        """The orientation, among all rotations of the shape and its mirror image, with the least packed number.

        Of those that agree in it, and differ in types and colours only, the one whose code comes first.
        """
        sides = (self, self.mirrored())
        every = [side.rotated(steps) for side in sides for steps in range(self.parts)]
        return min(every, key=lambda shape: (shape.packed(), shape.layers))

    def settled(self) -> Shape:
        """What gravity leaves of the shape: see :func:`~shapewright.shapez.rules.gravity`."""
        return rules.gravity(self)

    def is_stable(self) -> bool:
        """Whether gravity leaves the shape as it is."""
        return rules.is_stable(self)

    def cut(self) -> tuple[Shape, Shape]:
        """The east half and the west half: see :func:`~shapewright.shapez.rules.cut`."""
        return rules.cut(self)

    def half_destroyed(self) -> Shape:
        """The east half, the west one destroyed: see :func:`~shapewright.shapez.rules.half_destroy`."""
        return rules.half_destroy(self)

    def swap(self, other: Shape) -> tuple[Shape, Shape]:
        """My east with the other's west, then its east with my west: see :func:`~shapewright.shapez.rules.swap`."""
        return rules.swap(self, other)

    def stack(self, top: Shape, layers: int | None = None) -> Shape:
        """``top`` stacked onto this shape: see :func:`~shapewright.shapez.rules.stack`."""
        return rules.stack(self, top, layers)

    def push_pin(self, layers: int | None = None) -> Shape:
        """Raised by one layer, with pins below: see :func:`~shapewright.shapez.rules.push_pin`."""
        return rules.push_pin(self, layers)

    def paint(self, colour: str) -> Shape:
        """The top layer painted: see :func:`~shapewright.shapez.rules.paint`."""
        return rules.paint(self, colour)

    def crystallise(self, colour: str) -> Shape:
        """Gaps and pins filled with crystals: see :func:`~shapewright.shapez.rules.crystal`."""
        return rules.crystal(self, colour)
