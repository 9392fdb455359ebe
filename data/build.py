"""Make the data that ship with the package, or check that they are what a search makes.

    .venv/bin/python data/build.py            search for all of them and write them to the folders data_files
    .venv/bin/python data/build.py --check    search, and compare with the files that are there
    .venv/bin/python data/build.py quad4      only this one; quad4, quad5, hex3 and depths (quad4_depths) are of
                                              shapez, solutions4 and impossible4 of clear (impossible4.py has
                                              further options)

Files are written only where their content has changed: their date and version alone are no change.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import impossible4
import numpy as np

from shapewright.clear.search.all_solutions import AllSolutions, all_solutions
from shapewright.clear.search.impossible_list import ImpossibleQueues
from shapewright.errors import FileError
from shapewright.shapez.data import data_file
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data, Diagram
from shapewright.shapez.data.search import search
from shapewright.shapez.plans.known import levels

FAMILIES = Path(__file__).parent.parent / "src" / "shapewright"


class Product(NamedTuple):
    """A file, and how it is made, read, written and compared."""

    path: Path
    make: Callable[[], Any]
    read: Callable[[Path], Any]
    write: Callable[[Path, Any], None]
    same: Callable[[Any, Any], bool]


def numbered(diagram: Diagram) -> np.ndarray:
    """The nodes of a diagram in the order in which a walk from its root leaves them: equal for equal sets.

    A search numbers nodes as it happens to make them, which the way of searching decides.
    """
    nodes = diagram.nodes.tolist()
    number = {0: 0, 1: 1}
    found = []
    path = [(diagram.root, 0)]
    while path:
        node, child = path.pop()
        if node in number:
            continue
        if child < len(nodes[node - 2]):
            path += [(node, child + 1), (nodes[node - 2][child], 0)]
        else:
            number[node] = len(found) + 2
            found.append([number[each] for each in nodes[node - 2]])
    return np.array(found)


def same(one: Data, other: Data) -> bool:
    """Whether two data say the same."""
    if (one.configuration, one.extent, dict(one.counts)) != (other.configuration, other.extent, dict(other.counts)):
        return False
    if (one.full is None) != (other.full is None):
        return False
    if one.full is not None and not np.array_equal(numbered(one.full), numbered(other.full)):
        return False
    tables = [(one.halves, other.halves), (one.pin, other.pin)]
    return all(
        np.array_equal(value, vars(second)[name])
        for first, second in tables
        if first is not None
        for name, value in vars(first).items()
    )


def shapez(name: str) -> Product:
    """All that is known of a configuration."""
    path = FAMILIES / "shapez" / "data_files" / f"{name}.h5"
    return Product(
        path, partial(search, Configuration.from_name(name), progress=True), data_file.read, data_file.write, same
    )


def same_depths(one: levels.Levels, other: levels.Levels) -> bool:
    """Whether two searches for depths found the same."""
    pairs = zip(
        (one.counts, one.roots, *one.nodes, one.halves, one.wholes),
        (other.counts, other.roots, *other.nodes, other.halves, other.wholes),
        strict=True,
    )
    return one.configuration == other.configuration and all(np.array_equal(*pair) for pair in pairs)


def depths(name: str) -> Product:
    """How deep every shape of a configuration is; of quad4 that takes 100 processor seconds and 2 GB."""
    path = FAMILIES / "shapez" / "data_files" / f"{name}_depths.h5"
    return Product(path, partial(levels.search, Configuration.from_name(name)), levels.read, levels.write, same_depths)


def same_solutions(one: AllSolutions, other: AllSolutions) -> bool:
    """Whether two sets of solutions are equal."""
    return (
        (one.height, one.kicks, one.drop, one.pieces) == (other.height, other.kicks, other.drop, other.pieces)
        and one.words.root == other.words.root
        and np.array_equal(one.words.nodes(), other.words.nodes())
    )


SHIPPED = {
    **{name: shapez(name) for name in ("quad4", "quad5", "hex3")},
    **{f"{name}_depths": depths(name) for name in ("quad3", "quad4", "hex2")},
    "solutions4": Product(
        FAMILIES / "clear" / "data_files" / "solutions4.h5",
        partial(all_solutions, 4, progress=True),
        AllSolutions.read,
        lambda path, made: made.write(path),
        same_solutions,
    ),
    "impossible4": Product(
        impossible4.PATH,
        impossible4.made,
        ImpossibleQueues.read,
        lambda path, made: made.write(path),
        ImpossibleQueues.__eq__,
    ),
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("files", nargs="*", metavar="FILE", help=f"only these of {' '.join(SHIPPED)}")
    options = parser.parse_args()
    if unknown := [name for name in options.files if name not in SHIPPED]:
        parser.error(f"{unknown[0]} does not ship; {' '.join(SHIPPED)} do")
    different = 0
    for name in options.files or SHIPPED:
        product = SHIPPED[name]
        path = product.path
        path.parent.mkdir(exist_ok=True)
        started = time.monotonic()
        made = product.make()
        seconds = time.monotonic() - started
        try:
            is_same = product.same(product.read(path), made)
            state = "as it was" if is_same else "different"
        except FileError as error:
            is_same, state = False, str(error)
        if not is_same and not options.check:
            product.write(path, made)
            state = "written"
        different += not is_same
        size = f"{path.stat().st_size:,} bytes" if path.exists() else "no file"
        print(f"{name}: {made!r}, {size}, {seconds:.1f} s: {state}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
