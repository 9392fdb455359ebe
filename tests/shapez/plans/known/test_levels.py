"""Depths: against all machines on all pairs of shapes, and against the published numbers of shapes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.shapez.depths import levels_of_pairs

from shapewright.errors import FileError
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.source import load
from shapewright.shapez.native import ShapezSet
from shapewright.shapez.plans.known import levels as module
from shapewright.shapez.plans.known.levels import Levels, levels, read, search, write
from shapewright.shapez.shape import Shape

# Of each configuration how many shapes there are in every position, the empty one among them: cpcp1998/shapez2-solver.
ORIENTED = {"quad1": 256, "quad2": 35_281, "quad3": 3_865_768, "hex1": 4_096, "hex2": 6_694_921}


def _known(name: str) -> Levels:
    found = levels(Configuration.from_name(name))
    assert found is not None
    return found


def _depths(name: str, shapes: np.ndarray) -> set[int | None]:
    known = _known(name)
    return {known.depth(shape) for shape in shapes.tolist()}


@pytest.mark.parametrize(("name", "deepest"), [("quad1", 99), ("hex1", 99), ("quad2", 5)])
def test_all_pairs(name: str, deepest: int) -> None:
    slow = levels_of_pairs(Configuration.from_name(name), deepest)
    counts = _known(name).counts.tolist()
    assert [len(shapes) for shapes in slow] == counts[: len(slow)]
    assert len(slow) == min(deepest + 1, len(counts))
    for depth, shapes in enumerate(slow):
        assert _depths(name, shapes[:: max(1, len(shapes) // 500)]) == {depth}


@pytest.mark.slow
def test_all_pairs_of_quad2() -> None:
    slow = levels_of_pairs(Configuration.from_name("quad2"), 7)
    assert [len(shapes) for shapes in slow] == _known("quad2").counts.tolist()[:8]
    for depth, shapes in enumerate(slow):
        assert _depths("quad2", shapes) == {depth}


@pytest.mark.parametrize("name", ["quad1", "quad2", "quad3", "hex1", pytest.param("hex2", marks=pytest.mark.slow)])
def test_every_buildable_shape_has_a_depth(name: str) -> None:
    known = _known(name)
    assert sum(known.counts.tolist()) == ORIENTED[name] - 1
    assert len(known.counts) == len(known.roots)


def test_shapes_that_nothing_makes_have_none() -> None:
    known = _known("quad2")
    assert known.depth(0) is None
    assert known.depth(Shape.from_code("--------:Cu------").packed()) is None


def test_what_ships_for_quad4() -> None:
    """Its numbers are those of another search, which counts a shape's images under mirror and half turn once."""
    known, packed = _known("quad4"), Packed(Configuration.from_name("quad4"))
    assert sum(known.counts.tolist()) == 349_728_288
    assert len(known.counts) == 16
    nodes = np.ascontiguousarray(np.transpose(known.nodes))
    before = 0
    for depth, classes in enumerate([1, 3, 21, 299, 5_927, 349_665]):
        shapes = ShapezSet(4, 4, nodes, int(known.roots[depth])).members(0, 1 << 21)
        turned = packed.rotate(shapes, 2)
        least = np.minimum.reduce([shapes, turned, packed.mirror(shapes), packed.mirror(turned)])
        assert len(np.unique(least)) - before == classes
        before += classes


@pytest.mark.parametrize("name", ["quad2", "quad3", "quad4"])
def test_halves_are_cut_from_shapes_of_least_depth(name: str) -> None:
    known, packed = _known(name), Packed(Configuration.from_name(name))
    assert packed.split(packed.cut(np.asarray(known.wholes))[0])[0].tolist() == known.halves.tolist()
    deep = [known.depth(whole) for whole in known.wholes.tolist()]
    assert deep == sorted(deep)
    every = load(Configuration.from_name(name), "pp").halves.keys
    assert sorted(known.halves.tolist()) == [key for key in every.tolist() if key]
    # No shape of lesser depth has such a half.
    for half, depth in list(zip(known.halves.tolist(), deep, strict=True))[:: len(deep) // 40]:
        alone = known.depth(packed.from_half_key(half))
        assert alone is not None
        assert depth <= alone <= depth + 1


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_machine_gains_a_depth(data: st.DataObject) -> None:
    """What a machine makes is at most one deeper than what it takes; of some shape something is exactly so deep."""
    known, packed = _known("quad4"), Packed(Configuration(4, 4))
    whole = st.sampled_from(known.wholes.tolist())
    one, two = data.draw(whole), data.draw(whole)
    deepest = max(known.depth(one) or 0, known.depth(two) or 0)
    made = [
        packed.rotate(one),
        packed.push_pin(one),
        packed.crystal(two),
        *packed.swap(one, two),
        packed.stack(one, two),
    ]
    for shape in made:
        depth = known.depth(shape)
        assert shape == 0 or (depth is not None and depth <= deepest + 1)


def test_depth_of_rings_of_other_positions() -> None:
    """A rotation takes a machine, but half of one is as deep as none."""
    known = _known("quad2")
    half = Shape.from_code("CuCu----:cucu----")
    assert known.depth(half.packed()) == known.depth(half.rotated(2).packed())
    assert rules.cut(half)[0] == half
    assert (known.depth(half.rotated(1).packed()) or 0) - (known.depth(half.packed()) or 0) in (-1, 0, 1)


def test_files(tmp_path: Path) -> None:
    made = search(Configuration.from_name("quad2"))
    path = tmp_path / "depths.h5"
    write(path, made)
    again = read(path)
    assert again.configuration == made.configuration
    for name in ("counts", "roots", "halves", "wholes"):
        assert getattr(again, name).tolist() == getattr(made, name).tolist()
    assert [column.tolist() for column in again.nodes] == [column.tolist() for column in made.nodes]
    content = bytearray(path.read_bytes())
    content[-100] ^= 1
    path.write_bytes(content)
    with pytest.raises(FileError, match="damaged"):
        read(path)


def test_large_ones_have_none_unless_they_ship() -> None:
    assert levels(Configuration.from_name("quad5")) is None
    assert levels(Configuration.from_name("hex3")) is None
    assert module.QUICK == 12
