"""What a search tells about its work when it is done."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Statistics:
    """One run: how many ``states`` (stacks looked at), how long, what is proven.

    ``lower_bound`` is what the objective is proven to be at least, also where no plan was found; ``complete`` says
    that nothing was left out: the best is proven, and every plan that was asked for was given.

    >>> print(Statistics(states=5203, seconds=0.021, lower_bound=3, complete=True))
    5203 states, 0.02 s
    """

    states: int
    seconds: float
    lower_bound: int
    complete: bool

    def __str__(self) -> str:
        return f"{self.states} states, {self.seconds:.2f} s"


Report = Callable[[Statistics], None]
