"""The independent checker of proofs that there is no tiling.

It finds all places of all pieces and adds up whole numbers; it knows nothing of how a proof was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapewright.cells.grid import Cell, cell_text
from shapewright.cells.placements import placements

if TYPE_CHECKING:
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.proof import Proof

Place = tuple[int, frozenset["Cell"]]  # class of equal pieces, cells


@dataclass(frozen=True)
class Sums:
    """What the last line of a proof, or of a case of it, adds up to.

    ``most`` is what a place of each class of equal pieces adds up to at most; None for a class without a place.
    ``pieces`` is what all pieces add up to at most, with what the ``trios`` take; ``board`` what the covered cells add
    up to at least.
    """

    most: tuple[int | None, ...]
    pieces: int
    board: int
    trios: int = 0
    missing: int | None = None  # a class that has to be used, and has no place


class _WrongProofError(Exception):
    """Says what is wrong."""


def fault(problem: Problem, proof: Proof) -> str | None:
    """What is wrong with ``proof``; None if it shows that ``problem`` has no tiling.

    >>> from shapewright.tiling.problem import Problem
    >>> from shapewright.tiling.proof import Proof
    >>> puzzle = Problem.from_text("board 4x1\\npieces I1, I3=#.##")
    >>> fault(puzzle, Proof((), (((1, 0), 1),)))
    'the pieces can add up to 2, which is not less than the 1 of the board'
    """
    try:
        for _ in audit(problem, proof):
            pass
    except _WrongProofError as error:
        return str(error)
    return None


def audit(problem: Problem, proof: Proof) -> Iterator[tuple[Proof, Sums]]:
    """Each proof within ``proof``, those of its cases first, and what its numbers add up to; raises if one is wrong."""
    reader = _Reader(problem)
    yield from reader.read(proof, set())


class _Reader:
    def __init__(self, problem: Problem) -> None:
        self._taken = {cell for placement in problem.fixed for cell in placement.cells}
        cells = sorted(problem.board.cells - self._taken)
        self._cells = frozenset(cells)
        self._optional = problem.board.optional
        self._classes = problem.classes()
        self._class_of = {
            problem.pieces[member].name: number for number, one in enumerate(self._classes) for member in one.members
        }
        self._bounds = []
        self._places: set[Place] = set()
        for number, one in enumerate(self._classes):
            names = {problem.pieces[member].name for member in one.members}
            lying = sum(placement.piece in names for placement in problem.fixed)
            most = None if one.maximum is None else one.maximum - lying
            self._bounds.append((max(one.minimum - lying, 0), most))
            if most == 0:
                continue
            found = placements(cells, one.orientations, problem.board.colour_of())
            self._places.update((number, frozenset([cells[k] for k in where])) for where in found)

    def read(self, proof: Proof, out: set[Place]) -> Iterator[tuple[Proof, Sums]]:
        """``out`` are places that are ruled out."""
        out = set(out)
        for case in proof.cases:
            chosen = {self._place(one.piece, one.cells) for one in case.placements}
            if not chosen:
                raise _WrongProofError("a case has no placement")
            beside = {place for place in self._places - chosen if all(self._clash(place, one) for one in chosen)}
            yield from self.read(case.proof, out | beside)
            out |= chosen
        yield proof, self._add_up(proof, out)

    def _place(self, piece: str, cells: Sequence[Cell]) -> Place:
        place = (self._class_of.get(piece, -1), frozenset(cells))
        if place not in self._places:
            where = " ".join(cell_text(cell) for cell in cells)
            raise _WrongProofError(f"{piece} has no place on {where}")
        return place

    def _clash(self, one: Place, other: Place) -> bool:
        """Whether the two cannot be in the same tiling."""
        return bool(one[1] & other[1]) or (one[0] == other[0] and self._bounds[one[0]][1] == 1)

    def _add_up(self, proof: Proof, out: set[Place]) -> Sums:
        at = dict(proof.numbers)
        if len(at) != len(proof.numbers):
            raise _WrongProofError("a cell has two numbers")
        for cell in at:
            if cell not in self._cells:
                raise _WrongProofError(f"{cell_text(cell)} is not an open cell of the board")
        for trio, number in proof.trios:
            if len(set(trio)) != 3 or not set(trio) <= self._cells:
                raise _WrongProofError(f"{' '.join(map(cell_text, trio))} are not three open cells of the board")
            if number < 0:
                raise _WrongProofError("a trio has a number below 0")
        most: list[int | None] = [None] * len(self._bounds)
        for place in self._places - out:
            number, cells = place
            total = sum(at.get(cell, 0) for cell in cells)
            total -= sum(number for trio, number in proof.trios if len(cells.intersection(trio)) > 1)
            before = most[number]
            most[number] = total if before is None else max(before, total)
        board = sum(min(value, 0) if cell in self._optional else value for cell, value in at.items())
        # At most one piece covers two cells of a trio, so this is what trios take from all pieces together at most.
        pieces = trios = sum(number for _, number in proof.trios)
        for number, (total_of_one, (least, copies)) in enumerate(zip(most, self._bounds, strict=True)):
            if total_of_one is None:
                if least:
                    return Sums(tuple(most), 0, board, trios, missing=number)
            elif total_of_one <= 0:
                pieces += total_of_one * least
            elif copies is None:
                raise _WrongProofError("a piece without a limit adds up to more than 0")
            else:
                pieces += total_of_one * copies
        if pieces >= board:
            raise _WrongProofError(
                f"the pieces can add up to {pieces}, which is not less than the {board} of the board"
            )
        return Sums(tuple(most), pieces, board, trios)
