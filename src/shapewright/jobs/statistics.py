"""What a solver reports about its work when it is done: one form for every family."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

_OF_STATES = ("frontier", "graph", "layers")


@dataclass(frozen=True)
class Statistics:
    """One run: which ``engine``, how many ``nodes`` (choices of a search, or states that were merged), how long.

    ``solutions`` is the number of solutions found or counted. ``complete`` says that nothing is missing: the caller got
    everything, and the best answer, where one was wanted, is proven to be the best. ``reason`` says why there is no
    solution, if the solver can name a reason. ``lower_bound`` is the proven lower bound of the objective, if there is
    one, ``upper_bound`` the proven upper bound of one that should be large.

    >>> print(Statistics("bit-sliced", nodes=3615971, seconds=0.7, solutions=9356, complete=True))
    bit-sliced, 0.70 s, 3,615,971 nodes, 9,356 solutions
    """

    engine: str
    nodes: int
    seconds: float
    solutions: int
    complete: bool
    reason: str = ""
    lower_bound: int | None = None
    upper_bound: int | None = None

    def __str__(self) -> str:
        unit = "states" if self.engine in _OF_STATES else "nodes"
        found = "1 solution" if self.solutions == 1 else f"{self.solutions:,} solutions"
        text = f"{self.engine}, {self.seconds:.2f} s, {self.nodes:,} {unit}, {found}"
        return text if self.complete else text + " so far"


Report = Callable[[Statistics], None]
