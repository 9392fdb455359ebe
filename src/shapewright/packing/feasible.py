"""Does a bag fit into a box? Yes with a packing, no with a reason, or nobody knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from shapewright.packing.pack import pack

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.polyomino import Piece
    from shapewright.packing.answer import Packing
    from shapewright.packing.bag import Bag
    from shapewright.packing.boxes import Box

__all__ = ["Feasibility", "feasible"]


@dataclass(frozen=True)
class Feasibility:
    """The ``verdict`` on a bag and a box, the ``reason`` where it is 'infeasible', the ``packing`` where it is not.

    True in a condition if the bag fits; raises nothing where nobody knows, but is False.
    """

    verdict: Literal["feasible", "infeasible", "unknown"]
    reason: str
    packing: Packing

    def __bool__(self) -> bool:
        return self.verdict == "feasible"

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}" if self.reason else self.verdict


def feasible(
    bag: Bag | Sequence[Piece],
    *,
    box: Box,
    seed: int = 0,
    threads: int | None = None,
    time_limit: float | None = None,
) -> Feasibility:
    """Say whether ``bag`` fits into ``box`` (width, height).

    Up to 64 cells and some twenty tetrominoes the verdict is exact: what a search has not found soon is looked up in a
    table of all bags that fit. Larger boxes are refuted by counting arguments only.

    >>> from shapewright.packing.bag import Bag
    >>> print(feasible(Bag.from_text("T1 I3"), box=(4, 4)).verdict)
    infeasible
    """
    packing = pack(bag, box=box, seed=seed, threads=threads, time_limit=time_limit)
    if packing.status == "infeasible":
        return Feasibility("infeasible", packing.reason, packing)
    if packing.placements:
        return Feasibility("feasible", "", packing)
    return Feasibility("unknown", "no packing was found, and nothing shows that there is none", packing)
