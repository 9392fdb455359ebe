"""Make the data that ship with the package, or check that they are what a search makes.

    .venv/bin/python data/build.py            search for all of them and write them to src/shapewright/shapez/data_files
    .venv/bin/python data/build.py --check    search, and compare with the files that are there
    .venv/bin/python data/build.py quad4      only this one

Files are written only where their content has changed: their date and version alone are no change.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from shapewright.errors import FileError
from shapewright.shapez import datafile
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.data import Data
from shapewright.shapez.search import search

FOLDER = Path(__file__).parent.parent / "src" / "shapewright" / "shapez" / "data_files"
SHIPPED = {"quad4": "full", "quad5": "full", "hex3": "full"}
"""What ships, and how much of it."""


def same(one: Data, other: Data) -> bool:
    """Whether two data say the same."""
    if (one.configuration, one.extent, dict(one.counts)) != (other.configuration, other.extent, dict(other.counts)):
        return False
    tables = [(one.halves, other.halves), (one.pin, other.pin), (one.full, other.full)]
    return all(
        np.array_equal(value, vars(second)[name])
        for first, second in tables
        if first is not None
        for name, value in vars(first).items()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("configurations", nargs="*", metavar="CONFIG", help="only these")
    options = parser.parse_args()
    if unknown := [name for name in options.configurations if name not in SHIPPED]:
        parser.error(f"{unknown[0]} does not ship; {' '.join(SHIPPED)} do")
    FOLDER.mkdir(exist_ok=True)
    different = 0
    for name in options.configurations or SHIPPED:
        path = FOLDER / f"{name}.h5"
        started = time.monotonic()
        made = search(Configuration.from_name(name), SHIPPED[name], progress=True)
        seconds = time.monotonic() - started
        try:
            is_same = same(datafile.read(path), made)
            state = "as it was" if is_same else "different"
        except FileError as error:
            is_same, state = False, str(error)
        if not is_same and not options.check:
            datafile.write(path, made)
            state = "written"
        different += not is_same
        size = f"{path.stat().st_size:,} bytes" if path.exists() else "no file"
        print(f"{name}: {made!r}, {size}, {seconds:.1f} s: {state}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
