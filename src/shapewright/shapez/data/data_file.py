"""Data files: what is known of a configuration as one HDF5 file, readable by anyone, verified before use.

Group ``halves`` holds the datasets ``keys``, ``op``, ``first``, ``second``, ``steps`` and ``order``; ``pin``, if there,
``shapes``, ``parents`` and ``rounds``; ``full``, if there, ``nodes`` and the attribute ``root``. Attributes of the root
name the configuration; ``counts`` has an attribute for each number.
"""

from __future__ import annotations

import os
from typing import Any

from shapewright.errors import FileError, NotationError, ProblemError
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data, Diagram, HalfTable, PinTable
from shapewright.storage import arrays as data_files
from shapewright.storage.contents import Attribute, Contents

FORMAT = "shapez data"
VERSION = 1

_PARTS = ("halves", "pin", "full")
_ABOUT = {
    "about": "the buildable shapes of a configuration; kinds of parts: 0 empty, 1 normal, 2 pin, 3 crystal",
    "halves/about": "keys: two bits for each part of the east, layer by layer from the bottom, in ascending order; "
    "op, first, second, steps: the operation that makes each half, and its operands; order: operands come first",
    "pin/about": "shapes: pin-push-essential ones, canonical, two bits for each part, layer by layer from the bottom; "
    "parents: what pins are pushed under; rounds: after how many rounds of pushing",
    "full/about": "decision diagram of all shapes, column by column, each from the bottom; nodes: the four children of "
    "each node from number 2 on; node 0 is the empty set, node 1 the set of the empty word",
}


def write(path: str | os.PathLike[str], data: Data) -> None:
    """Write ``data`` to ``path``, whole or not at all.

    Raises ``FileError`` if that cannot be; an existing file is then as it was.
    """
    from shapewright.storage import hdf5  # h5py and numpy, which only those have who search

    contents = contents_of(data)
    hdf5.write(path, FORMAT, VERSION, contents.arrays, contents.attributes)


def contents_of(data: Data) -> Contents:
    """The columns and attributes of a file of ``data``, but for what made it (``PROVENANCE``)."""
    arrays = {}
    attributes: dict[str, Attribute] = {
        "format": FORMAT,
        "format_version": VERSION,
        "configuration": data.configuration.name,
        "parts": data.configuration.parts,
        "layers": data.configuration.layers,
        "about": _ABOUT["about"],
    }
    for part in _PARTS:
        table = getattr(data, part)
        if table is None:
            continue
        attributes[f"{part}/about"] = _ABOUT[f"{part}/about"]
        for name, value in vars(table).items():
            if isinstance(value, int):
                attributes[f"{part}/{name}"] = value
            else:
                arrays[f"{part}/{name}"] = value
    for name, count in data.counts.items():
        # HDF5 knows no larger integers.
        attributes[f"counts/{name}"] = count if count < 1 << 63 else str(count)
    return Contents(arrays, attributes)


def read(path: str | os.PathLike[str]) -> Data:
    """Read the data file at ``path``.

    Raises ``FileError`` if there is none, or it is truncated, damaged, something else, or of another version.
    """
    contents = data_files.read(path, FORMAT, VERSION)
    columns: dict[str, dict[str, Any]] = {part: {} for part in _PARTS}
    counts = {}
    try:
        for full_name, value in [*contents.arrays.items(), *contents.attributes.items()]:
            part, _, name = full_name.rpartition("/")
            if part == "counts":
                counts[name] = int(value)
            elif part and name != "about":
                columns[part][name] = value
        configuration = Configuration.from_name(str(contents.attributes["configuration"]))
        halves = HalfTable(**columns["halves"])
        pin = PinTable(**columns["pin"]) if columns["pin"] else None
        full = Diagram(**columns["full"]) if columns["full"] else None
        return Data(configuration, halves, pin, full, counts)
    except (KeyError, NotationError, ProblemError, TypeError, ValueError) as error:
        raise FileError(f"{os.fspath(path)!r} is damaged: it does not hold what it should ({error})") from error
