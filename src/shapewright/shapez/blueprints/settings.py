"""What a building is set to, as the game packs it into ``C``: the text of a label, what a producer makes, a signal.

Read as version 0.0.0-alpha20 of the game (number 1057) and later write it; what is packed in another way is not known.
Texts are preceded by their length in two bytes, lowest first. (Source: the program shapez2 of Loupau38, 2025.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import NotationError
from shapewright.shapez.colours import EVERY_COLOUR
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from shapewright.shapez.blueprints.blueprint import Entry


LABEL = "LabelDefaultInternalVariant"
SHAPES = "SandboxItemProducerDefaultInternalVariant"
FLUIDS = "SandboxFluidProducerDefaultInternalVariant"


def setting(entry: Entry) -> str:
    """What the building is set to, in words; nothing if there is nothing or it is not known.

    >>> from shapewright.shapez.blueprints import Entry
    >>> setting(Entry(FLUIDS, extra=pack_colour("r"))), setting(Entry(LABEL, extra=b"\\x02\\x00ab"))
    ('r', "'ab'")
    """
    readers: dict[str, Callable[[bytes], object]] = {LABEL: label, SHAPES: produced_shape, FLUIDS: produced_colour}
    reader = readers.get(entry.kind)
    found = None if reader is None else reader(entry.extra)
    if found is None:
        return ""
    return repr(found) if reader is label else str(found)


def label(extra: bytes) -> str | None:
    """The text of a label."""
    return _counted(extra)


def produced_shape(extra: bytes) -> Shape | None:
    """The shape that a producer makes; None if it makes none or one that is not known here."""
    code = _counted(extra[2:]) if extra[:2] == b"\1\1" else None
    try:
        return None if not code else Shape.from_code(code, game="1.0")
    except NotationError:
        return None


def produced_colour(extra: bytes) -> str | None:
    """The colour that a producer of fluids makes; None if it makes none or one that is not known here."""
    if len(extra) != 2 or extra[0] != 1:
        return None
    colour = chr(extra[1])
    return colour if colour in EVERY_COLOUR else None


def pack_shape(shape: Shape) -> bytes:
    """The setting of a producer of this shape.

    >>> pack_shape(Shape.from_code("CuCuCuCu"))
    b'\\x01\\x01\\x08\\x00CuCuCuCu'
    """
    code = shape.to_code().encode()
    return b"\1\1" + len(code).to_bytes(2, "little") + code


def pack_colour(colour: str) -> bytes:
    """The setting of a producer of a fluid of this colour."""
    return b"\1" + colour.encode()


def _counted(packed: bytes) -> str | None:
    length = int.from_bytes(packed[:2], "little", signed=True)
    if len(packed) < 2 or length != len(packed) - 2:
        return None
    try:
        return packed[2:].decode()
    except UnicodeDecodeError:
        return None
