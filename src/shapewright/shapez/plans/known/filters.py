"""Filters of shapes: they let through all that went in and a few others, and take some bits for each.

A Bloom filter: eight places, which are spread as if at random, speak for a shape; it is let through if all are set.
Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors, CACM 13 (1970); the places are those of
double hashing, by the mixing function of splitmix64.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

__all__ = ["PROBES", "filtered", "lets_through"]

PROBES = 8
"""How many bits of a filter speak for a shape."""

_WORD = (1 << 64) - 1


def filtered(shapes: Sequence[int], bits_each: int) -> bytearray:
    """A filter that lets ``shapes`` through, of this number of bits for each."""
    bits = bytearray(max(8, (len(shapes) * bits_each + 7) // 8))
    for shape in shapes:
        for place in _places(shape, 8 * len(bits)):
            bits[place >> 3] |= 1 << (place & 7)
    return bits


def lets_through(filters: Iterable[Sequence[int]], shape: int) -> bool:
    """Whether one of the filters, whose items are bytes, lets a shape through."""
    return any(all(bits[place >> 3] >> (place & 7) & 1 for place in _places(shape, 8 * len(bits))) for bits in filters)


def _places(shape: int, size: int) -> Iterator[int]:
    """The places of a filter of ``size`` bits that speak for a shape."""
    place = _stirred(shape + 0x9E3779B97F4A7C15 & _WORD)
    step = _stirred(place) | 1
    for _ in range(PROBES):
        yield place % size
        place = place + step & _WORD


def _stirred(value: int) -> int:
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _WORD
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _WORD
    return value ^ value >> 31
