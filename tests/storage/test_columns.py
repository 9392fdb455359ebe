"""Files of numbers whose seals are right and whose columns are not what their readers expect: damaged, and no more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from shapewright.errors import FileError
from shapewright.packing.search import inventory
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.plans.known import levels, library
from shapewright.storage import hdf5

QUAD2 = Configuration.from_name("quad2")


def written(folder: Path, kind: str) -> tuple[Path, Callable[[Path], Any], str, int]:
    """A file of this kind, what reads it, and its format and version."""
    path = folder / f"{kind}.h5"
    if kind == "inventory":
        inventory.write(path, 8, inventory.rectangles(8))
        return path, inventory.read, inventory.FORMAT, inventory.VERSION
    if kind == "library":
        found = library.library(QUAD2)
        assert found is not None
        library.write(path, found)
        return path, library.read, library.FORMAT, library.VERSION
    known = levels.levels(QUAD2)
    assert known is not None
    levels.write(path, known)
    return path, levels.read, levels.FORMAT, levels.VERSION


@pytest.mark.parametrize("kind", ["inventory", "library", "levels"])
def test_columns_of_another_type_are_damage(tmp_path: Path, kind: str) -> None:
    path, read, form, version = written(tmp_path, kind)
    read(path)
    contents = hdf5.read(path, form, version)
    arrays, attributes = dict(contents.arrays), dict(contents.attributes)
    for name, column in arrays.items():
        for other in (column.astype("f8"), np.stack([column, column]), None):
            changed = {key: value for key, value in arrays.items() if key != name}
            if other is not None:
                changed[name] = other
            elif name.startswith("reached/") or name in ("treated", "least/shape"):
                continue  # not every library has those
            place = tmp_path / "changed.h5"
            hdf5.write(place, form, version, changed, attributes)
            with pytest.raises(FileError):
                read(place)
    for name, value in attributes.items():
        if name in ("configuration", "least/proven"):
            place = tmp_path / "changed.h5"
            hdf5.write(place, form, version, arrays, attributes | {name: "x"})
            with pytest.raises(FileError):
                read(place)
            assert value is not None
