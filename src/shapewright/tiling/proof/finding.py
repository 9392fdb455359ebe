"""Looking for a proof that there is no tiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import InternalError
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.checking import fault
from shapewright.tiling.proof.numbers import whole_numbers
from shapewright.tiling.proof.programme import Relaxation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.tiling.instance import Cover

__all__ = ["by_numbers"]

# Larger programmes take seconds.
_MOST_ENTRIES = 20_000


def by_numbers(cover: Cover) -> Proof | None:
    """A proof by numbers on the cells alone; None if there is none, or the board is too large for it.

    >>> from shapewright.tiling.instance import Cover
    >>> from shapewright.tiling.problem import Problem
    >>> by_numbers(Cover.of(Problem.from_text("board 3x3\\npieces 2*X=#.#/.../#.#, 1*I1"))) is None
    False
    """
    if sum([len(covered) for _, covered in cover.options]) > _MOST_ENTRIES:
        return None
    relaxation = Relaxation(cover)
    if not relaxation.has_none():
        return None
    whole = whole_numbers(cover, relaxation, range(len(cover.options)))
    return None if whole is None else checked(cover, Proof((), at_cells(cover, whole)))


def at_cells(cover: Cover, whole: Sequence[int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The numbers of the open cells, but for those that are 0."""
    return tuple(sorted([(cell, number) for cell, number in zip(cover.cells, whole, strict=True) if number]))


def checked(cover: Cover, proof: Proof) -> Proof:
    """The proof, after the independent checker has read it."""
    wrong = fault(cover.problem, proof)
    if wrong is not None:
        raise InternalError(f"a proof found failed its check: {wrong}")
    return proof
