"""Burrs of six pieces by rule, all solid ones taken apart, and a sample of those with holes.

Six sticks of 2x2x6 cross in pairs; a saw has cut notches out of them. The pieces of the solid burrs that come apart,
each as often as one of these burrs needs it, are the famous set of 42. Any six of them make burrs with holes, too.

    python -m benchmarks.burrs              all solid burrs
    python -m benchmarks.burrs --sample N   also N assemblies of the 42 pieces, drawn uniformly
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from dataclasses import replace
from itertools import combinations, product

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.polyomino import Piece, Polyomino

Cell = tuple[int, int, int]

# The cells (y, z) of a cross-section that one cut of the saw takes: a side of two. The upper side looks inward.
_UPPER, _LOWER, _LEFT, _RIGHT = (
    frozenset(side) for side in (((0, 1), (1, 1)), ((0, 0), (1, 0)), ((0, 0), (0, 1)), ((1, 0), (1, 1)))
)


def burr_board() -> Board:
    """The cells of six sticks, two along each axis."""
    cells: set[Cell] = set()
    for low in (1, 3):
        for along, a, b in product(range(6), range(2), range(2)):
            cells |= {(along, 2 + a, low + b), (low + b, along, 2 + a), (2 + a, low + b, along)}
    return Board(frozenset(cells))


def notchable_pieces() -> list[Polyomino]:
    """Sticks with notches, each as wide as the stick, that other sticks of a burr may fill.

    Two of its four places lie within the reach of sticks on both sides: there the saw may cut from all four sides. At
    the two beside them it may cut from above alone. The stick stays whole. Source: W. Cutler, the 59 notchable pieces.
    """
    cuts = (_UPPER, _LOWER, _LEFT, _RIGHT)
    middle = {frozenset().union(*some) for number in range(3) for some in combinations(cuts, number)}
    beside = (frozenset(), _UPPER)
    found: dict[tuple[tuple[Cell, ...], ...], Polyomino] = {}
    for sections in product(beside, middle, middle, beside):
        gone = {(x, y, z) for x, section in enumerate(sections, start=1) for y, z in section}
        cells = {(x, y, z) for x, y, z in product(range(6), range(2), range(2)) if (x, y, z) not in gone}
        if _is_whole(cells):
            shape = Polyomino(tuple(cells))
            turned = sorted(each.cells for each in shape.orientations("one-sided"))
            found.setdefault(tuple(turned), shape)  # type: ignore[arg-type]
    return [found[key] for key in sorted(found)]


def solid_burrs() -> tiling.Problem:
    """All burrs without a hole inside: each notchable piece up to six times."""
    pieces = [Piece(f"P{k}", shape, 0, 6, "one-sided") for k, shape in enumerate(notchable_pieces(), start=1)]
    return tiling.Problem(burr_board(), tuple(pieces), title="Solid burrs of six pieces")


def _is_whole(cells: set[Cell]) -> bool:
    first = min(cells)
    seen, waiting = {first}, [first]
    while waiting:
        x, y, z = waiting.pop()
        for neighbour in ((x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1), (x, y, z - 1)):
            if neighbour in cells and neighbour not in seen:
                seen.add(neighbour)
                waiting.append(neighbour)
    return len(seen) == len(cells)


def set_of_42(survey: tiling.Survey) -> tiling.Problem:
    """Any six of the pieces that the burrs of ``survey`` need, each as often as one burr that comes apart has it."""
    most: Counter[str] = Counter()
    for assembly, levels in zip(survey.assemblies, survey.levels, strict=True):
        if levels is not None:
            most |= Counter(placement.piece for placement in assembly.placements)
    problem = survey.assemblies[0].problem
    pieces = [replace(piece, maximum=most[piece.name]) for piece in problem.pieces if most[piece.name]]
    inside = {cell for cell in problem.board.cells if all(0 < coordinate < 5 for coordinate in cell)}
    return tiling.Problem(Board(problem.board.cells, optional=frozenset(inside)), tuple(pieces), title="Set of 42")


def _sample(problem: tiling.Problem, number: int, seed: int) -> None:
    """Print how many of so many assemblies come apart, and their levels."""
    apart: Counter[int] = Counter()
    best = None
    for assembly in tiling.sample(problem, limit=number, seed=seed):
        found = tiling.disassemble(assembly)
        if found.apart:
            apart[found.levels[0]] += 1
            best = found if best is None or found.levels > best.levels else best
    together = sum(apart.values())
    print(f"{number:,} assemblies drawn, {together:,} come apart")
    for level, times in sorted(apart.items()):
        print(f"  {level:2} moves to the first piece out: {times:,}")
    if best is not None:
        print(best.solution, best, sep="\n\n")


def main() -> None:
    """Print all that the options ask for."""
    parser = argparse.ArgumentParser(description="Burrs of six pieces.")
    parser.add_argument("--sample", type=int, default=0, metavar="N", help="draw N assemblies of the set of 42")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.process_time()
    survey = tiling.takeapart(solid_burrs(), rotations_only=True)
    print(survey)
    problem = set_of_42(survey)
    print(f"{len(problem.pieces)} kinds, {sum(piece.maximum or 0 for piece in problem.pieces)} pieces")
    print(f"{time.process_time() - began:.1f} processor seconds")
    if asked.sample:
        _sample(problem, asked.sample, asked.seed)
        print(f"{time.process_time() - began:.1f} processor seconds")
        print(f"{tiling.count(problem):,} assemblies of any six of the set, in all orientations")


if __name__ == "__main__":
    main()
