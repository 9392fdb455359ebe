"""Make the plans that ship with the package: cheap plans for halves, and filters of what few machines make.

    .venv/bin/python data/plans.py            all of them, into src/shapewright/shapez/data_files
    .venv/bin/python data/plans.py --check    make them, and compare with the files that are there
    .venv/bin/python data/plans.py quad2      only this one

Takes minutes of one processor and up to 4 GB, and says how many seconds each part took.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import numpy as np

from shapewright import _core
from shapewright.errors import FileError
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.plan.library import HALVES, Library, filtered, read, write

FOLDER = Path(__file__).parent.parent / "src" / "shapewright" / "shapez" / "data_files"
SHIPPED = {"quad2": (9, 20, 200_000), "quad4": (8, 14, 20_000)}
"""What ships: the machines of the exhaustive search, the joined cost of halves, and machines tried out for each."""
BITS = {8: 10}
"""Bits of a filter for each shape, by machines; the few shapes of fewer machines have 16."""


def made(name: str) -> Library:
    configuration = Configuration.from_name(name)
    machines, joined, polish = SHIPPED[name]
    parts, layers = configuration.parts, configuration.layers
    started = time.process_time()
    columns = _core.shapez_half_plans(parts, layers, polish, joined, None, -1.0)
    assert columns is not None
    halves = dict(zip(HALVES, columns, strict=True))
    cost = len(halves["steps"]) / len(halves["key"])
    now = time.process_time()
    print(f"{name}: {len(halves['key']):,} halves of {cost:.2f} machines each, {now - started:.0f} s", flush=True)
    reached = _core.shapez_reached(parts, layers, machines, None, -1.0)
    assert reached is not None
    shapes, least, sets = reached
    counts = np.bincount(least)
    print(f"{name}: {', '.join(map(str, counts))} shapes of 0, 1, ... machines", flush=True)
    print(f"{name}: {sets:,} sets remembered, {time.process_time() - now:.0f} s", flush=True)
    filters = tuple(
        filtered(shapes[least == count], 32 if name == "quad2" else BITS.get(count, 16))
        for count in range(machines + 1)
    )
    return Library(configuration, halves, filters)


def same(one: Library, other: Library) -> bool:
    return (
        one.configuration == other.configuration
        and all(np.array_equal(one.halves[name], other.halves[name]) for name in HALVES)
        and len(one.filters) == len(other.filters)
        and all(map(np.array_equal, one.filters, other.filters))
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("configurations", nargs="*", metavar="CONFIG", help="only these")
    options = parser.parse_args()
    if unknown := [name for name in options.configurations if name not in SHIPPED]:
        parser.error(f"{unknown[0]} does not ship; {' '.join(SHIPPED)} do")
    different = 0
    for name in options.configurations or SHIPPED:
        path = FOLDER / f"{name}_plans.h5"
        library = made(name)
        try:
            is_same = same(read(path), library)
        except FileError:
            is_same = False
        if not is_same and not options.check:
            write(path, library)
        different += not is_same
        print(f"{path.name}: {'as it was' if is_same else 'different' if options.check else 'written'}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
