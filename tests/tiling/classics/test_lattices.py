"""A classic tiling of each lattice: as many as published, as a formula says, or as a plain count of matchings."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import permutations

import pytest
from tests.reference import plane_tilings, solid_tilings

from shapewright import tiling
from shapewright.cells.grid import Board
from shapewright.cells.lattices import TETRA_OCTA
from shapewright.cells.polyomino import Piece, Polyomino
from shapewright.tiling.problem import Problem

ENGINES = ("bit-sliced", "sparse")


def stated(board: str, pieces: str) -> Problem:
    return Problem.from_text(f"board {board}\npieces {pieces}")


def counts(problem: Problem) -> set[int]:
    """As many as two engines that share no search find."""
    return {tiling.count(problem, engine=engine) for engine in ENGINES}


def matchings(edges: Iterable[tuple[object, object]]) -> int:
    """The perfect matchings of a graph, by trying all partners of its first point."""
    pairs = [frozenset(edge) for edge in edges]

    def count(left: list[frozenset[object]], points: frozenset[object]) -> int:
        if not points:
            return 1
        first = min(points, key=repr)
        return sum(
            count([other for other in left if not other & pair], points - pair) for pair in left if first in pair
        )

    return count(pairs, frozenset().union(*pairs))


def test_the_seven_tetrahexes_fill_a_rhomboid_in_nine_ways() -> None:
    """D. Goodger, Polyform Puzzler: 4x7 rhomboid of the tetrahexes."""
    problem = stated("hex:4x7", "tetrahexes")
    assert {tiling.count(problem, up_to_symmetry=True, engine=engine) for engine in ENGINES} == {9}


@pytest.mark.parametrize("corner", ["hex:#./##", "hex:##/#."])
def test_rows_and_corners_of_three_in_a_hexagon(corner: str) -> None:
    """Nineteen hexagons are six pieces of three and one: counted by two engines and by the slow twin."""
    problem = stated("hex:hexagon-3", f"hex:I1, 3*hex:I3, 3*A={corner}")
    assert counts(problem) == {len(plane_tilings.tilings(problem))} != {0}


@pytest.mark.parametrize("side", [1, 2, 3])
def test_pairs_of_prisms_in_one_layer_are_plane_partitions(side: int) -> None:
    """A layer of a hexagon is the hexagon of triangles (MacMahon, 1916)."""
    box = range(1, side + 1)
    top = math.prod(i + j + k - 1 for i in box for j in box for k in box)
    partitions = top // math.prod(i + j + k - 2 for i in box for j in box for k in box)
    assert counts(stated(f"prism:hexagon-{side}x1", "any*diprisms")) == {partitions}


def test_pairs_of_prisms_in_two_layers_are_a_lucas_number_and_two() -> None:
    """Six prisms around an edge, twice: the prism over a ring of n has L(n) + 1 + (-1)^n matchings, and L(6) is 18."""
    assert counts(stated("prism:hexagon-1x2", "any*diprisms")) == {20}


def test_pairs_in_a_cube_of_24_tetrahedra() -> None:
    """They touch as corners of a truncated octahedron do, and so do orders of four things where two neighbours swap."""
    orders = list(permutations(range(4)))
    swaps = [(one, _swapped(one, k)) for one in orders for k in range(3) if one < _swapped(one, k)]
    assert counts(stated("rhombic:1x1x1", "any*2-rhombs")) == {matchings(swaps)} == {169}


def _swapped(order: tuple[int, ...], k: int) -> tuple[int, ...]:
    return (*order[:k], order[k + 1], order[k], *order[k + 2 :])


def test_a_cube_is_six_pyramids_in_one_way() -> None:
    """A pyramid stands on each face, with its tip in the middle of the cube: the classic proof that it is a third."""
    problem = stated("rhombic:1x1x1", "6*rhombic:4r.01")
    assert counts(problem) == {1} == {len(solid_tilings.tilings(problem))}


def test_pairs_of_eighths_of_an_octahedron_are_matchings_of_a_cube() -> None:
    """Three eighths touch each: the cube's corners and edges, which have nine matchings (OEIS A005271)."""
    assert counts(stated("tetra-octa:octahedron-1", "any*2-tetraoctas")) == {9}


def test_the_pyramid_of_two_equal_pieces() -> None:
    """The tetrahedron that is cut through the middles of four edges: three such cuts, all alike."""
    board = Board.from_text("tetra-octa:tetrahedron-2")
    half = Polyomino(tuple([cell for cell in board.cells if cell[0] < 3]), (), TETRA_OCTA)
    assert half.area == 6
    problem = Problem(board, (Piece("A", half, 2, 2, "one-sided"),))
    assert counts(problem) == {3} == {len(solid_tilings.tilings(problem))}
    assert tiling.count(problem, up_to_symmetry=True) == 1


def product(along: Iterable[float], up: Iterable[float]) -> int:
    """The root of a product over momenta, which is a whole number."""
    ups = list(up)
    root = math.sqrt(math.prod(4 * math.sin(a) ** 2 + 4 * b**2 for a in along for b in ups))
    assert abs(root - round(root)) < 1e-6 * max(1, root)
    return round(root)


def dominoes(name: str, width: int, height: int) -> int:
    """Products by W. T. Lu and F. Y. Wu, Dimer statistics on the Moebius strip and the Klein bottle (1999); sides even.

    A rectangle has the momenta of Kasteleyn's product upwards; around, a cylinder has those of a ring.
    """
    around = [math.pi * (4 * n - 1) / (2 * width) for n in range(1, width + 1)]
    free = [math.cos(math.pi * m / (height + 1)) for m in range(1, height // 2 + 1)]
    if name == "cylinder":
        around = [math.pi * (2 * n - 1) / width for n in range(1, width + 1)]
    glued = [math.sin(math.pi * (2 * m - 1) / height) for m in range(1, height // 2 + 1)]
    return product(around, glued if name == "klein" else free)


@pytest.mark.parametrize("name", ["cylinder", "moebius", "klein"])
@pytest.mark.parametrize(("width", "height"), [(4, 4), (6, 4), (4, 6), (6, 6), (8, 6)])
def test_dominoes_on_glued_rectangles(name: str, width: int, height: int) -> None:
    assert tiling.count(stated(f"{name}:{width}x{height}", "any*dominoes")) == dominoes(name, width, height)


def test_dominoes_on_glued_rectangles_in_numbers() -> None:
    """The same once more, so that no formula can go wrong unseen."""
    found = {name: counts(stated(f"{name}:6x6", "any*dominoes")) for name in ("torus", "cylinder", "moebius", "klein")}
    assert found == {"torus": {90176}, "cylinder": {28561}, "moebius": {17753}, "klein": {64152}}
