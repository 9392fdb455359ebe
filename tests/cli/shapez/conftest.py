"""Data that the tests of ``shapewright shapez`` share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def quad1(tmp_path: Path) -> str:
    """A data file of quad1, in which every shape of one layer can be built."""
    from shapewright.shapez import Configuration
    from shapewright.shapez.data.search import search

    path = str(tmp_path / "quad1.h5")
    search(Configuration.from_name("quad1"), output=path)
    return path
