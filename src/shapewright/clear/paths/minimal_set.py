"""A minimal set: the fewest solutions that serve every queue, and what it was preferred by to others as small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import overload

from shapewright.clear.paths.path_solution import PathSolution
from shapewright.errors import amount

__all__ = ["Minimal", "Tie"]


@dataclass(frozen=True)
class Tie:
    """How equally small sets were told apart: by what, its ``total``, and whether no other such set has less."""

    by: str
    total: int
    is_least: bool


@dataclass(frozen=True, repr=False)
class Minimal(Sequence[PathSolution]):
    """The fewest ``solutions`` that were found to serve every queue; no set has fewer than ``bound``.

    ``ties`` says how this set was chosen among others as small, the most important first.
    """

    solutions: tuple[PathSolution, ...]
    bound: int
    ties: tuple[Tie, ...] = ()

    def __repr__(self) -> str:
        proof = "the fewest" if self.is_optimal else f"at least {self.bound} are needed"
        return f"<Minimal: {amount(len(self), 'solution')}, {proof}>"

    @property
    def is_optimal(self) -> bool:
        """Whether it is proven that there is no smaller set."""
        return len(self.solutions) == self.bound

    def __len__(self) -> int:
        """How many there are."""
        return len(self.solutions)

    @overload
    def __getitem__(self, place: int) -> PathSolution: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[PathSolution, ...]: ...
    def __getitem__(self, place: int | slice) -> PathSolution | tuple[PathSolution, ...]:
        """One of them, or some."""
        return self.solutions[place]
