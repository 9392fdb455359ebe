"""A slow reader of proofs that there is no tiling: every piece by its own name, all places by the twin, plain sums.

A case is read as what it says: the places that could lie together with one of those that are ruled out.
"""

from __future__ import annotations

from fractions import Fraction

from tests.reference.tiling.algorithm_x import Option, first_equal, spots

from shapewright.tiling.problem import Problem
from shapewright.tiling.proof import Proof
from shapewright.tiling.proof.programme import Relaxation, near_trios
from shapewright.tiling.search.instance import Cover


def least_lines(cover: Cover, most: int) -> int:
    """How many lines every proof has at least, up to ``most``: a fresh programme for each question."""
    trios = near_trios(cover.cells)

    def closed(out: set[int]) -> bool:
        relaxation = Relaxation(cover, trios)
        relaxation.take_out(out)
        return relaxation.has_none()

    def beside(option: int) -> set[int]:
        number, covered = cover.options[option]
        return {
            other
            for other, (kind, cells) in enumerate(cover.options)
            if other != option
            and (set(cells) & set(covered) or (kind == number and cover.maximum[number] == 1))
        }  # fmt: skip

    out: set[int] = set()
    for lines in range(1, most):
        if closed(out):
            return lines
        out |= {option for option in range(len(cover.options)) if option not in out and closed(out | beside(option))}
    return most


Bounds = dict[str, tuple[int, int | None]]


def proves(problem: Problem, proof: Proof) -> bool:
    """Whether ``proof`` shows that ``problem`` has no tiling."""
    taken = {cell for placement in problem.fixed for cell in placement.cells}
    places = {
        (first_equal(problem, piece), spot)
        for piece in problem.pieces
        for spot in spots(problem, piece)
        if not spot & taken
    }
    bounds = {name: _bounds(problem, name) for name in {first_equal(problem, piece) for piece in problem.pieces}}
    return _shows(problem, proof, places, bounds)


def _bounds(problem: Problem, name: str) -> tuple[int, int | None]:
    """How many copies of a piece and its equals are still to be placed."""
    equals = [piece for piece in problem.pieces if first_equal(problem, piece) == name]
    lying = [sum(one.piece == piece.name for one in problem.fixed) for piece in equals]
    bounds = [piece.maximum for piece in equals]
    # Who lies already counts for its own name: the others are needed all the same.
    least = sum(max(0, piece.minimum - number) for piece, number in zip(equals, lying, strict=True))
    return least, None if None in bounds else sum(filter(None, bounds)) - sum(lying)


def _shows(problem: Problem, proof: Proof, places: set[Option], bounds: Bounds) -> bool:
    for case in proof.cases:
        names = {piece.name: first_equal(problem, piece) for piece in problem.pieces}
        ruled_out = {(names[one.piece], frozenset(one.cells)) for one in case.placements}
        beside = {
            place
            for place in places
            if place in ruled_out or not all(_clash(bounds, place, other) for other in ruled_out)
        }
        if not _shows(problem, case.proof, beside, bounds):
            return False
        places = places - ruled_out
    at = dict(proof.numbers)
    lying = {cell for placement in problem.fixed for cell in placement.cells}
    board = Fraction(0)
    for cell in problem.board.cells - lying:
        board += min(at.get(cell, 0), 0) if cell in problem.board.optional else at.get(cell, 0)
    trios = [(frozenset(trio), number) for trio, number in proof.trios]
    if any(number < 0 or len(trio) != 3 for trio, number in trios):
        return False
    board -= sum(number for _, number in trios)
    totals = {
        name: [
            sum(at.get(cell, 0) for cell in cells) - sum(taken for trio, taken in trios if len(trio & cells) >= 2)
            for piece, cells in places
            if piece == name
        ]
        for name, (_, most) in bounds.items()
        if most != 0
    }
    if any(bounds[name][0] and not added for name, added in totals.items()):
        return True
    for name, added in totals.items():
        least, most = bounds[name]
        best = max(added, default=0)
        if best > 0 and most is None:
            return False
        board -= best * (least if best <= 0 else most or 0)
    return board > 0


def _clash(bounds: Bounds, one: Option, other: Option) -> bool:
    return bool(one[1] & other[1]) or (one[0] == other[0] and bounds[one[0]][1] == 1)
