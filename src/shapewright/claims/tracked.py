"""Records that remember which of their keys were read, so that no claim counts as checked that no rule looked at."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, ValuesView
from typing import Any

from shapewright.storage.json import without_digits


class Tracked(dict[str, Any]):
    """A record of plain data that remembers which of its keys were read.

    Asking whether a key is there, or going through the keys, reads no value. Comparing the record with another, and
    going through its values, reads all that is in it.

    >>> record = tracked({"count": 3, "pieces": [{"name": "I", "cells": 4}]})
    >>> record["count"], [piece["name"] for piece in record["pieces"]]
    (3, ['I'])
    >>> list(unread(record))
    [('pieces', 0, 'cells')]
    """

    __slots__ = ("read",)

    def __init__(self, record: dict[str, Any]) -> None:
        super().__init__(record)
        self.read: set[str] = set()

    def __getitem__(self, key: str) -> Any:
        self.read.add(key)
        return super().__getitem__(key)

    def get(self, key: str, default: Any = None) -> Any:
        """Read a key that may be missing."""
        self.read.add(key)
        return super().get(key, default)

    # With an __iter__ of its own, even ``{**record}`` and ``dict(record)`` ask for each value by ``__getitem__``.
    def __iter__(self) -> Iterator[str]:
        return super().__iter__()

    def items(self) -> ItemsView[str, Any]:  # type: ignore[override]
        """Read all keys."""
        self.read.update(self)
        return super().items()

    def values(self) -> ValuesView[Any]:  # type: ignore[override]
        """Read all keys."""
        self.read.update(self)
        return super().values()

    def __ror__(self, other: dict[str, Any]) -> Tracked:  # type: ignore[override]
        """Return this record with what it lacks from another; what is read of it is read of this one."""
        both = Tracked(dict(other))
        for key in self:
            both[key] = super().__getitem__(key)
        both.read = self.read
        return both

    def __eq__(self, other: object) -> bool:
        _read_all(self)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None


def tracked(value: Any) -> Any:
    """Return plain data of which every record is :class:`Tracked`, without the digits that repeat a large number."""
    if isinstance(value, dict):
        plain = without_digits(value)
        return Tracked({key: tracked(inner) for key, inner in plain.items()})
    return [tracked(inner) for inner in value] if isinstance(value, list | tuple) else value


def unread(value: object, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Yield the path of each value that was not read, unless one that it is part of was not read, either."""
    if isinstance(value, Tracked):
        for key, inner in dict.items(value):
            if key in value.read:
                yield from unread(inner, (*path, key))
            else:
                yield (*path, key)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from unread(inner, (*path, index))


def _read_all(value: object) -> None:
    if isinstance(value, Tracked):
        for inner in value.values():
            _read_all(inner)
    elif isinstance(value, list):
        for inner in value:
            _read_all(inner)
