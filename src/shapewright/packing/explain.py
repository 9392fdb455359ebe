"""Can these pieces be packed there? Yes with a packing, no with a reason, or nobody knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from shapewright.cells.polyomino import Piece
from shapewright.packing.answer import Packing
from shapewright.packing.bag import Bag, bag_of
from shapewright.packing.boxes import Box
from shapewright.packing.pack import pack
from shapewright.packing.problem import Problem, problem_of


@dataclass(frozen=True)
class Explanation:
    """The ``verdict`` on a problem, the ``reason`` for it, and the whole answer, which has a ``packing`` if one exists.

    True in a condition if there is a packing; where nobody knows, it is False.
    """

    verdict: Literal["possible", "impossible", "unknown"]
    reason: str
    packing: Packing

    def __bool__(self) -> bool:
        return self.verdict == "possible"

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}"


def explain(
    problem: Problem | str, *, seed: int = 0, threads: int | None = None, time_limit: float | None = None
) -> Explanation:
    """Say whether ``problem`` has a packing, and if it has none, why.

    Reasons that a person can check come first: areas, pieces that fit nowhere, colourings. Where none of them shows
    anything, the reason names the search that found nothing.

    >>> from shapewright.packing import Bag
    >>> print(explain(Problem(Bag.from_text("O5"), box=(4, 4))))
    impossible: the box 4x4 has 16 cells and the pieces 20, 4 cells too many
    """
    problem = problem_of(problem)
    packing = pack(problem, seed=seed, threads=threads, time_limit=time_limit)
    if packing.status == "infeasible":
        return Explanation("impossible", packing.reason, packing)
    if packing.status == "unknown":
        return Explanation("unknown", packing.unknown_reason, packing)
    return Explanation("possible", "a packing was found", packing)


def feasible(
    bag: Bag | Sequence[Piece] | str,
    *,
    box: Box,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Explanation:
    """Say whether ``bag`` fits into ``box`` (width, height): :func:`explain` for this question.

    Up to 64 cells and some twenty tetrominoes the verdict is exact: what a search has not found soon is looked up in a
    table of all bags that fit. Larger boxes are refuted by counting arguments only.

    >>> from shapewright.packing import Bag
    >>> feasible(Bag.from_text("T1 I3"), box=(4, 4)).verdict
    'impossible'
    """
    return explain(Problem(bag_of(bag), box=box), seed=seed, threads=threads, time_limit=time_limit)
