"""What searches find, each made once for all tests that look at it."""

from __future__ import annotations

from functools import cache

from shapewright._core import ShapezSet
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.data import Data
from shapewright.shapez.search import search
from shapewright.shapez.sets import set_of


@cache
def searched(name: str) -> Data:
    return search(Configuration.from_name(name))


@cache
def everything(name: str) -> ShapezSet:
    """All shapes, in every orientation."""
    data = searched(name)
    assert data.full is not None
    return set_of(data.configuration, data.full)
