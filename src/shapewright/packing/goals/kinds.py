"""Which goals of a packing have what in common."""

from __future__ import annotations

__all__ = ["ON_BOARD", "WITH_VALUE"]

ON_BOARD: tuple[str, ...] = ("board", "value", "room", "bonus")
"""The goals of a given board, on which pieces may be left out or cells stay empty."""
WITH_VALUE: tuple[str, ...] = ("value", "room", "bonus")
"""The goals whose answers have a value of their own."""
