"""What a solver tells about its work when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Statistics:
    """One run: which ``engine``, how many ``nodes`` (choices of the search, or states of a frontier), how long.

    ``solutions`` is the number of solutions met, or counted; ``complete`` says that nothing was left out; ``reason`` is
    why there are none, where areas or colourings show it.

    >>> print(Statistics("bit-sliced", nodes=3615971, seconds=0.7, solutions=9356, complete=True))
    bit-sliced, 0.70 s, 3615971 nodes, 9356 solutions
    """

    engine: str
    nodes: int
    seconds: float
    solutions: int
    complete: bool
    reason: str = ""

    def __str__(self) -> str:
        unit = "states" if self.engine == "frontier" else "nodes"
        text = f"{self.engine}, {self.seconds:.2f} s, {self.nodes} {unit}, {self.solutions} solutions"
        return text if self.complete else text + " so far"


Report = Callable[[Statistics], None]
