"""Parts of shapes: their types, kinds and colours, as codes write them in two characters."""

from __future__ import annotations

from collections.abc import Mapping

from shapewright.errors import quote
from shapewright.shapez.colours import COLOURS, EVERY_COLOUR, purple
from shapewright.shapez.game import UNPAINTED_TYPES

TYPES = "CRSWHGF"
"""Circle, rectangle, star and windmill, and of rings of six hexagon, gear and flower: see :func:`types_of`."""

EMPTY, NORMAL, PIN, CRYSTAL = range(4)
"""The kinds of content, as they are packed."""

NOTHING, PIN_PART = "--", "P-"

RING_SIZES = (4, 6, 8, 10)


def types_of(parts: int) -> str:
    """The types that a ring of this number of parts takes, as in the game, which has no rings of eight and ten.

    >>> types_of(4), types_of(6), types_of(8)
    ('CRSW', 'HGF', 'CRSW')
    """
    return TYPES[4:] if parts == 6 else TYPES[:4]


def unpainted_types_of(parts: int) -> str:
    """The types of version 1.0 that such a ring takes: the game's hexagonal scenario has none.

    >>> unpainted_types_of(4), unpainted_types_of(6)
    ('XY', '')
    """
    return "" if parts == 6 else UNPAINTED_TYPES


def _kinds(types: str) -> dict[str, int]:
    normal = {type_ + colour: NORMAL for type_ in types for colour in EVERY_COLOUR}
    return {NOTHING: EMPTY, PIN_PART: PIN, **normal, **{"c" + colour: CRYSTAL for colour in EVERY_COLOUR}}


KINDS: Mapping[str, int] = _kinds(TYPES + UNPAINTED_TYPES)
"""The kind of every part, those of version 1.0 as well."""
_KIND_IN = {parts: _kinds(types_of(parts) + unpainted_types_of(parts)) for parts in RING_SIZES}


def parts_of(ring: int) -> Mapping[str, int]:
    """The kinds of all parts that a ring of this size takes, by the parts.

    >>> parts_of(4)["Cu"], "Hu" in parts_of(4)
    (1, False)
    """
    return _KIND_IN[ring]


def kind_of(part: str) -> int:
    """The kind of a part: ``EMPTY``, ``NORMAL``, ``PIN`` or ``CRYSTAL``; ``KeyError`` for what is not a part.

    >>> [kind_of(part) for part in ("--", "Cu", "P-", "cr")]
    [0, 1, 2, 3]
    """
    return KINDS[part]


def is_painted(part: str) -> bool:
    """Whether a normal part has a colour that a painter gave it.

    >>> [part for part in ("Cu", "Cr", "Xr", "cr", "--") if is_painted(part)]
    ['Cr']
    """
    return KINDS[part] == NORMAL and part[0] not in UNPAINTED_TYPES and part[1] != "u"


def unpainted(part: str) -> str:
    """What a normal part was before it was painted.

    >>> unpainted("Cr"), unpainted("Xr")
    ('Cu', 'Xr')
    """
    return part[0] + "u" if is_painted(part) else part


def fault(part: object, where: str, parts: int) -> str:
    """The message about a text that is not a part, or not one of a ring with this number of parts."""
    text = part if isinstance(part, str) else repr(part)
    if len(text) != 2:
        return f"{quote(text)} {where} is not a part; a part takes two characters, such as Cu, P-, cr or --"
    type_, colour = text[0], text[1]
    if "?" in text:
        return f"{quote(text)} {where} is a wildcard, not a part; 'shapez buildable' and 'shapez plan' take wildcards"
    if type_ == "P":
        return f"{quote(text)} {where} gives a pin a colour; a pin is P-"
    if type_ == "-":
        return f"{quote(text)} {where} gives an empty part a colour; an empty part is --"
    if type_ in UNPAINTED_TYPES and parts == 6:
        return (
            f"{quote(text)} {where} belongs to rings of four, eight and ten, and this is a ring of 6, which takes "
            f"{' '.join(types_of(6))}"
        )
    if type_ not in TYPES + UNPAINTED_TYPES + "c":
        types = " ".join(TYPES)
        return f"{quote(type_)} in {quote(text)} {where} is not a type; types are {types}, P (pin) and c (crystal)"
    if type_ in TYPES and type_ not in types_of(parts) and text[1] in COLOURS:
        return wrong_ring(text, where, parts)
    return f"{quote(colour)} in {quote(text)} {where} is not a colour; colours are {' '.join(COLOURS)}{purple(colour)}"


def wrong_ring(part: str, where: str, parts: int) -> str:
    """What is wrong with a part, or a wildcard for some, whose type belongs to another ring."""
    rings = "rings of six" if part[0] in types_of(6) else "rings of four, eight and ten"
    return (
        f"{quote(part)} {where} belongs to {rings}, and this is a ring of {parts}, which takes "
        f"{' '.join(types_of(parts))}"
    )
