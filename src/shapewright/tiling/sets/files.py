"""Files of solution sets: the puzzle as text, and the nodes of the diagram."""

from __future__ import annotations

import os
from hashlib import sha256
from typing import Any

from shapewright.errors import FileError, NotationError, ProblemError
from shapewright.storage import arrays as data_files
from shapewright.storage.contents import Attribute
from shapewright.tiling import native
from shapewright.tiling.notation.answers import puzzle_in_answer
from shapewright.tiling.sets.solution_set import SolutionSet

FORMAT, VERSION = "solutions of a tiling puzzle", 1
SUFFIX = ".tilings"
"""How the names of such files end."""


def save(solutions: SolutionSet, path: str | os.PathLike[str]) -> None:
    """Write a set; see :meth:`SolutionSet.save`."""
    import numpy as np

    from shapewright.storage import hdf5  # h5py and numpy: only what writes files waits for them

    attributes: dict[str, Attribute] = {
        "about": "solutions of a puzzle as a zero-suppressed decision diagram: variable, low and high of the nodes 2, "
        "3, ...; node 0 is the empty family, node 1 that of the empty set. A variable is an option of the puzzle: "
        "options of a board by their first cells, then by piece and by cells",
        "puzzle": solutions.puzzle.to_text(),
        "options": _digest(solutions),
        "variables": solutions.family.variables,
        "root": solutions.family.root,
        "solutions": str(solutions.count),
    }
    nodes = np.asarray(solutions.family.nodes, np.uint32).reshape(-1, 3)
    hdf5.write(path, FORMAT, VERSION, {"nodes": nodes}, attributes)


def load(path: str | os.PathLike[str]) -> SolutionSet:
    """Read a set; see :meth:`SolutionSet.load`."""
    contents = data_files.read(path, FORMAT, VERSION)
    try:
        about = contents.attributes
        empty = SolutionSet.of(puzzle_in_answer(str(about["puzzle"])), ())
        if _digest(empty) != about["options"] or empty.family.variables != about["variables"]:
            raise ProblemError("its puzzle has other options now")
        nodes: Any = contents.arrays["nodes"]
        family = native.Family(empty.family.variables, nodes.reshape(-1), int(about["root"]))
        found = empty.with_family(family)
        if str(found.count) != about["solutions"]:
            raise ProblemError("its numbers do not agree")
    except (KeyError, NotationError, ProblemError, TypeError, ValueError) as error:
        raise FileError(f"{os.fspath(path)!r} is damaged: it does not hold what it should ({error})") from error
    return found


def _digest(solutions: SolutionSet) -> str:
    """What the variables are, in short: a diagram means nothing else."""
    return sha256("\n".join(solutions.option_texts()).encode()).hexdigest()
