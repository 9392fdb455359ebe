"""Shapes as values: layers of parts around a ring, read and written as shape codes or packed numbers.

Layer 0 is the bottom. Column 0 is at the top right and columns go clockwise, so that the first half of the columns is
the east and the other half the west. What machines do to shapes is told by :mod:`shapewright.shapez.rules`.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.shapez.colours import COLOURS

TYPES = "CRSWHGF"
"""Circle, rectangle, star and windmill, and of rings of six hexagon, gear and flower: see :func:`types_of`."""

EMPTY, NORMAL, PIN, CRYSTAL = range(4)
"""The kinds of content, as they are packed."""

NOTHING, PIN_PART = "--", "P-"

RING_SIZES = (4, 6, 8, 10)


def types_of(parts: int) -> str:
    """The types that a ring of so many parts takes, as in the game, which has no rings of eight and ten.

    >>> types_of(4), types_of(6), types_of(8)
    ('CRSW', 'HGF', 'CRSW')
    """
    return TYPES[4:] if parts == 6 else TYPES[:4]


def _kinds(types: str) -> dict[str, int]:
    normal = {type_ + colour: NORMAL for type_ in types for colour in COLOURS}
    return {NOTHING: EMPTY, PIN_PART: PIN, **normal, **{"c" + colour: CRYSTAL for colour in COLOURS}}


_KIND_OF = _kinds(TYPES)
_KIND_IN = {parts: _kinds(types_of(parts)) for parts in RING_SIZES}

Layer = tuple[str, ...]


def kind_of(part: str) -> int:
    """The kind of a part: ``EMPTY``, ``NORMAL``, ``PIN`` or ``CRYSTAL``; ``KeyError`` for what is no part.

    >>> [kind_of(part) for part in ("--", "Cu", "P-", "cr")]
    [0, 1, 2, 3]
    """
    return _KIND_OF[part]


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
        known = _KIND_IN[self.parts]
        layers = [tuple(layer) for layer in self.layers]
        for number, layer in enumerate(layers):
            if len(layer) != self.parts:
                raise ProblemError(f"layer {number} has {len(layer)} parts, but the ring has {self.parts}")
            for column, part in enumerate(layer):
                if part not in known:
                    raise NotationError(_fault(part, f"at layer {number}, column {column}", self.parts))
        nothing = (NOTHING,) * self.parts
        while layers and layers[-1] == nothing:
            layers.pop()
        object.__setattr__(self, "layers", tuple(layers))

    @classmethod
    def from_code(cls, code: str, parts: int = 4) -> Shape:
        """Read a shape code such as ``CuCu----:RrRr----``; ``parts`` is the ring size of the empty text.

        >>> Shape.from_code("cr----Cu:P-------").height
        2

        Raises ``NotationError``, which names the place.
        """
        from shapewright.shapez.notation import parse_code

        return parse_code(code, parts)

    @classmethod
    def of(cls, shape: Shape | str) -> Shape:
        """A shape as it is, or the shape of a code, as functions take both; raises as :meth:`from_code` does.

        >>> Shape.of("CuCu----") == Shape.of(Shape.from_code("CuCu----"))
        True
        """
        return cls.from_code(shape) if isinstance(shape, str) else shape

    def to_code(self) -> str:
        """The shape code; the empty shape is one empty layer."""
        return ":".join(map("".join, self.layers or ((NOTHING,) * self.parts,)))

    def __str__(self) -> str:
        return self.to_code()

    def __repr__(self) -> str:
        code = "" if not self.layers and self.parts == 4 else self.to_code()
        return f"Shape.from_code({code!r})"

    def _repr_svg_(self) -> str:
        from shapewright.shapez.picture import draw

        return draw(self)._repr_svg_()

    @classmethod
    def from_packed(cls, value: int, parts: int, normal: str | None = None, crystal: str = "cu") -> Shape:
        """Unpack two bits a part, layer by layer from the lowest bits, column 0 first.

        The bits are 0 for nothing, 1 for a normal part, 2 for a pin and 3 for a crystal. ``normal`` is what every
        normal part becomes: unless told, ``Hu`` in rings of six and ``Cu`` in others.

        >>> Shape.from_packed(0b01_11_10_01, 4)
        Shape.from_code('CuP-cuCu')

        Raises ``ProblemError`` for a negative number, ``NotationError`` for what is no such part.
        """
        value = int(value)  # may be numpy's
        if value < 0:
            raise ProblemError(f"a packed shape is not negative, but {value} is")
        if normal is None:
            normal = "Hu" if parts == 6 else "Cu"
        if _KIND_OF.get(normal) != NORMAL or _KIND_OF.get(crystal) != CRYSTAL:
            raise NotationError(f"{quote(normal)} must be a normal part, and {quote(crystal)} a crystal")
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
                value = value << 2 | _KIND_OF[part]
        return value

    @property
    def height(self) -> int:
        """How many layers there are, up to the highest with any content."""
        return len(self.layers)

    def kind(self, layer: int, column: int) -> int:
        """The kind of the part there; ``EMPTY`` above the top."""
        return _KIND_OF[self.layers[layer][column]] if layer < len(self.layers) else EMPTY

    def rotated(self, steps: int) -> Shape:
        """Turned clockwise by so many columns: what was in column i is then in column i + ``steps``."""
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
        from shapewright.shapez import rules

        return rules.gravity(self)

    def is_stable(self) -> bool:
        """Whether gravity leaves the shape as it is."""
        from shapewright.shapez import rules

        return rules.is_stable(self)

    def cut(self) -> tuple[Shape, Shape]:
        """The east half and the west half: see :func:`~shapewright.shapez.rules.cut`."""
        from shapewright.shapez import rules

        return rules.cut(self)

    def half_destroyed(self) -> Shape:
        """The east half, the west one destroyed: see :func:`~shapewright.shapez.rules.half_destroy`."""
        from shapewright.shapez import rules

        return rules.half_destroy(self)

    def swap(self, other: Shape) -> tuple[Shape, Shape]:
        """My east with the other's west, then its east with my west: see :func:`~shapewright.shapez.rules.swap`."""
        from shapewright.shapez import rules

        return rules.swap(self, other)

    def stack(self, top: Shape, layers: int | None = None) -> Shape:
        """``top`` stacked onto this shape: see :func:`~shapewright.shapez.rules.stack`."""
        from shapewright.shapez import rules

        return rules.stack(self, top, layers)

    def push_pin(self, layers: int | None = None) -> Shape:
        """Raised by one layer, with pins below: see :func:`~shapewright.shapez.rules.push_pin`."""
        from shapewright.shapez import rules

        return rules.push_pin(self, layers)

    def paint(self, colour: str) -> Shape:
        """The top layer painted: see :func:`~shapewright.shapez.rules.paint`."""
        from shapewright.shapez import rules

        return rules.paint(self, colour)

    def crystallise(self, colour: str) -> Shape:
        """Gaps and pins filled with crystals: see :func:`~shapewright.shapez.rules.crystal`."""
        from shapewright.shapez import rules

        return rules.crystal(self, colour)


def _fault(part: object, where: str, parts: int) -> str:
    """What is wrong with a part that is none, or none of a ring of so many parts."""
    text = part if isinstance(part, str) else repr(part)
    if len(text) != 2:
        return f"{quote(text)} {where} is no part; a part takes two characters, such as Cu, P-, cr or --"
    type_, colour = text[0], text[1]
    if "?" in text:
        return f"{quote(text)} {where} is a wildcard, and no part; only 'shapez buildable' takes wildcards"
    if type_ == "P":
        return f"{quote(text)} {where} gives a pin a colour; a pin is P-"
    if type_ == "-":
        return f"{quote(text)} {where} gives nothing a colour; nothing is --"
    if type_ not in TYPES + "c":
        types = " ".join(TYPES)
        return f"{quote(type_)} in {quote(text)} {where} is not a type; types are {types}, P (pin) and c (crystal)"
    if type_ in TYPES and type_ not in types_of(parts) and text[1] in COLOURS:
        return wrong_ring(text, where, parts)
    return f"{quote(colour)} in {quote(text)} {where} is not a colour; colours are {' '.join(COLOURS)}"


def wrong_ring(part: str, where: str, parts: int) -> str:
    """What is wrong with a part, or a wildcard for some, whose type belongs to another ring."""
    rings = "rings of six" if part[0] in types_of(6) else "rings of four, eight and ten"
    return (
        f"{quote(part)} {where} belongs to {rings}, and this is a ring of {parts}, which takes "
        f"{' '.join(types_of(parts))}"
    )
