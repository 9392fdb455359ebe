"""What searches find, each made once for all tests that look at it."""

from __future__ import annotations

from functools import cache

from shapewright._core import ShapezSet
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.search import search
from shapewright.shapez.data.sets import set_of


@cache
def searched(name: str) -> Data:
    return search(Configuration.from_name(name))


@cache
def everything(name: str) -> ShapezSet:
    """All shapes, in every orientation."""
    data = searched(name)
    assert data.full is not None
    return set_of(data.configuration, data.full)
