"""Parts and their weights: what symmetry saves is saved without changing any number."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from tests.reference.tiling import brute_force as brute_force
from tests.tiling.random_problems import problems

from shapewright import _core
from shapewright.tiling.problem import Problem
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.symmetries.orbits import Distinct, Orbits, Part
from shapewright.tiling.symmetries.symmetry import Tiles, symmetries

SOMA = Problem.from_text("board 3x3x3\npieces soma")
PENTOMINOES = Problem.from_text("board 6x10\npieces pentominoes")


def solutions(instance: _core.CoverInstance) -> list[list[int]]:
    search = _core.cover_search("sparse", instance)
    over, found = search.run(None, -1.0, 1 << 62, 1 << 62, True)
    assert over
    return found


def fixed_by(problem: Problem, number: int) -> int:
    """How many tilings that symmetry leaves as they are, by looking at every tiling."""
    symmetry = symmetries(problem)[number]
    every: set[Tiles] = {
        frozenset((kind, tuple(sorted(cells))) for kind, cells in tiling) for tiling in brute_force.tilings(problem)
    }
    assert {symmetry(tiles) for tiles in every} == every
    return sum(symmetry(tiles) == tiles for tiles in every)


@settings(max_examples=60)
@given(problems())
def test_parts_add_up_to_all_tilings(problem: Problem) -> None:
    for rotations_only in (False, True):
        orbits = Orbits(Cover.of(problem), rotations_only=rotations_only)
        found = sum(part.weight * len(solutions(orbits.instance(part))) for part in orbits.parts())
        assert found == brute_force.count(problem)


@settings(max_examples=60)
@given(problems())
def test_parts_fixed_count_symmetric_tilings(problem: Problem) -> None:
    orbits = Orbits(Cover.of(problem))
    parts = orbits.parts_fixed()
    assert sum(part.weight for part in parts) == len(orbits.group) - 1
    for part in parts:
        (symmetry,) = part.fixed_by
        assert symmetry != 0
        assert len(solutions(orbits.instance(part))) == fixed_by(problem, symmetry)


@settings(max_examples=60)
@given(problems())
def test_symmetries_permute_cells_and_options(problem: Problem) -> None:
    cover = Cover.of(problem)
    orbits = Orbits(cover)
    assert orbits.cells[0] == list(range(len(cover.cells)))
    assert orbits.options[0] == list(range(len(cover.options)))
    for symmetry, cells, options in zip(orbits.group, orbits.cells, orbits.options, strict=True):
        assert sorted(cells) == orbits.cells[0]
        assert sorted(options) == orbits.options[0]
        for (piece, covered), image in zip(cover.options, options, strict=True):
            assert cover.options[image] == (symmetry.classes[piece], tuple(sorted(cells[cell] for cell in covered)))


@settings(max_examples=60)
@given(problems())
def test_representatives_stand_for_every_placement(problem: Problem) -> None:
    cover = Cover.of(problem)
    orbits = Orbits(cover)
    chosen = orbits.representatives()
    if chosen is None:
        assert orbits.parts() == (Part(1),)
        return
    piece, sizes = chosen
    own = [option for option, (number, _) in enumerate(cover.options) if number == piece]
    assert (cover.minimum[piece], cover.maximum[piece]) == (1, 1)
    assert sum(sizes.values()) == len(own)
    assert sizes.keys() <= set(own)
    # Each representative is in one part, everything else in all.
    uses = Counter(option for part in orbits.parts() for option in part.options or ())
    assert all(uses[option] == (option in sizes) for option in own)
    others = set(range(len(cover.options))) - set(own)
    assert all(uses[option] == len(orbits.parts()) for option in others)


def test_a_piece_with_few_orbits_is_chosen() -> None:
    cover = Cover.of(PENTOMINOES)
    orbits = Orbits(cover)
    assert len(orbits.group) == 4
    chosen = orbits.representatives()
    assert chosen is not None
    piece, sizes = chosen
    assert PENTOMINOES.pieces[piece].name == "X"
    # The X has 4 x 8 places: a quarter of the board holds the middle of one of each orbit.
    assert Counter(sizes.values()) == {4: 8}
    assert [part.weight for part in orbits.parts()] == [4]


def test_conjugate_symmetries_count_once() -> None:
    # The 48 symmetries of a cube fall into ten classes, the 24 rotations into five.
    problem = Problem.from_text("board 3x3x3\npieces any*I3")
    assert sorted(part.weight for part in Orbits(Cover.of(problem)).parts_fixed()) == [1, 3, 3, 6, 6, 6, 6, 8, 8]
    rotations = Orbits(Cover.of(problem), rotations_only=True)
    assert sorted(part.weight for part in rotations.parts_fixed()) == [3, 6, 6, 8]
    square = Problem.from_text("board 4x4\npieces any*I2")
    assert sorted(part.weight for part in Orbits(Cover.of(square)).parts_fixed()) == [1, 2, 2, 2]


def test_mirror_pieces_swap() -> None:
    # The two twisted pieces of Soma are each other's mirror images, the other five their own.
    assert [piece.name for piece in SOMA.pieces] == ["V", "L", "T", "Z", "A", "B", "P"]
    assert len(symmetries(SOMA)) == 48
    assert len(symmetries(SOMA, rotations_only=True)) == 24
    for symmetry in symmetries(SOMA):
        swapped = (0, 1, 2, 3, 5, 4, 6) if symmetry.motion.is_reflection else (0, 1, 2, 3, 4, 5, 6)
        assert symmetry.classes == swapped


@settings(max_examples=40)
@given(problems())
def test_of_each_orbit_just_one_is_first(problem: Problem) -> None:
    cover = Cover.of(problem)
    distinct = Distinct(cover)
    options = range(len(cover.options)) if distinct.options is None else distinct.options
    found = [[options[k] for k in path] for path in solutions(cover.instance(options))]
    assert sum(map(distinct.is_first, found)) == brute_force.count_up_to_symmetry(problem)


@pytest.mark.parametrize("rotations_only", [False, True])
def test_a_fixed_piece_leaves_few_symmetries(rotations_only: bool) -> None:
    problem = Problem.from_text("board 5x5\npieces any*I2, I1\nfixed I1 2,2")
    assert len(Orbits(Cover.of(problem), rotations_only=rotations_only).group) == (4 if rotations_only else 8)
    problem = Problem.from_text("board 5x5\npieces any*I2, I1\nfixed I1 0,0")
    assert len(Orbits(Cover.of(problem), rotations_only=rotations_only).group) == (1 if rotations_only else 2)
