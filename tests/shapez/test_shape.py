"""Shapes as values: what is equal, printing, packing, turning."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.random_shapes import configurations, packed_shapes, pairs, shapes, stable_shapes

from shapewright.errors import NotationError, ProblemError
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import CRYSTAL, EMPTY, NORMAL, PIN, RING_SIZES, kind_of
from shapewright.shapez.shape import Shape

ODD = Shape.from_code("CrP---cb:Sg--Rw--")  # no symmetry of any sort


@given(shapes())
def test_code_and_repr_rebuild(shape: Shape) -> None:
    assert Shape.from_code(shape.to_code()) == shape
    assert eval(repr(shape)) == shape
    assert str(shape) == shape.to_code()
    assert hash(Shape(shape.parts, shape.layers)) == hash(shape)


def test_the_empty_shape() -> None:
    for parts in RING_SIZES:
        empty = Shape(parts)
        assert str(empty) == "--" * parts
        assert Shape.from_code("", parts) == Shape.from_code("--" * parts) == eval(repr(empty)) == empty
        assert (empty.height, empty.packed(), empty.canonical()) == (0, 0, empty)
    assert repr(Shape(4)) == "Shape.from_code('')"
    assert repr(Shape(6)) == "Shape.from_code('------------')"
    assert Shape(4) != Shape(6)


def test_empty_layers_at_the_top_are_dropped() -> None:
    nothing = ("--",) * 4
    shape = Shape(4, (nothing, ("Cu", "--", "--", "--"), nothing, nothing))
    assert shape.height == 2
    assert str(shape) == "--------:Cu------"


def test_kinds() -> None:
    assert [ODD.kind(0, column) for column in range(4)] == [NORMAL, PIN, EMPTY, CRYSTAL]
    assert ODD.kind(1, 0) == NORMAL
    assert ODD.kind(2, 0) == ODD.kind(99, 3) == EMPTY
    with pytest.raises(KeyError):
        kind_of("Pr")


def test_packing_puts_layer_0_and_column_0_lowest() -> None:
    assert ODD.packed() == 0b00_01_00_01_11_00_10_01
    assert Shape.from_packed(0b11_10_01, 4).layers == (("Cu", "P-", "cu", "--"),)
    assert Shape.from_packed(0b01, 6) == Shape.from_code("Hu----------")
    assert Shape.from_packed(0b1101, 8, normal="Sr", crystal="cg") == Shape.from_code("Srcg------------")


@given(configurations().flatmap(lambda c: st.tuples(st.just(c), packed_shapes(c))))
def test_packing_reads_back(drawn: tuple[Configuration, int]) -> None:
    configuration, value = drawn
    shape = Shape.from_packed(value, configuration.parts)
    assert shape.packed() == value
    assert shape.height <= configuration.layers


def test_what_cannot_be_unpacked() -> None:
    with pytest.raises(ProblemError, match="a packed shape is not negative, but -1 is"):
        Shape.from_packed(-1, 4)
    for normal, crystal in (("cu", "cu"), ("P-", "cu"), ("C", "cu"), ("Cu", "Cu"), ("Cu", "--")):
        with pytest.raises(NotationError, match="must be a normal part"):
            Shape.from_packed(1, 4, normal, crystal)
    with pytest.raises(ProblemError, match="a ring has 4, 6, 8 or 10 parts, not 5"):
        Shape.from_packed(1, 5)


def test_what_is_no_shape() -> None:
    with pytest.raises(ProblemError, match="a ring has 4, 6, 8 or 10 parts, not 2"):
        Shape(2)
    with pytest.raises(ProblemError, match="layer 2 has 3 parts, but the ring has 4"):
        Shape(4, (("--",) * 4, ("--",) * 3))
    with pytest.raises(NotationError, match="'Cux' at layer 1, bottom left is not a part"):
        Shape(4, (("--", "--", "Cux", "--"),))


def test_turning_clockwise_and_mirroring() -> None:
    assert str(ODD.rotated(1)) == "cbCrP---:--Sg--Rw"
    assert str(ODD.mirrored()) == "cb--P-Cr:--Rw--Sg"


@given(shapes(), st.integers(-20, 20), st.integers(-20, 20))
def test_turns_are_the_dihedral_group(shape: Shape, a: int, b: int) -> None:
    assert shape.rotated(a).rotated(b) == shape.rotated(a + b)
    assert shape.rotated(shape.parts) == shape == shape.mirrored().mirrored()
    assert shape.rotated(a).mirrored() == shape.mirrored().rotated(-a)


@given(shapes(), st.integers(0, 9), st.booleans())
def test_canonical_is_the_same_for_all_orientations(shape: Shape, steps: int, mirror: bool) -> None:
    turned = shape.rotated(steps)
    canonical = (turned.mirrored() if mirror else turned).canonical()
    assert canonical == shape.canonical()
    sides = (shape, shape.mirrored())
    every = [side.rotated(turn) for side, turn in product(sides, range(shape.parts))]
    assert canonical in every
    assert canonical.packed() == min(other.packed() for other in every)


@given(pairs(), st.integers(4, 6), st.sampled_from("urgbcmyw"))
def test_methods_are_the_rules(pair: tuple[Shape, Shape], layers: int, colour: str) -> None:
    a, b = pair
    assert a.cut() == rules.cut(a)
    assert a.half_destroyed() == rules.half_destroy(a)
    assert a.swap(b) == rules.swap(a, b)
    assert a.stack(b, layers) == rules.stack(a, b, layers)
    assert a.stack(b) == rules.stack(a, b)
    assert a.push_pin(layers) == rules.push_pin(a, layers)
    assert a.push_pin() == rules.push_pin(a)
    assert a.paint(colour) == rules.paint(a, colour)
    assert a.crystallise(colour) == rules.crystal(a, colour)
    assert a.rotated(layers) == rules.rotate(a, layers)


@given(shapes())
def test_settling_is_gravity(shape: Shape) -> None:
    assert shape.settled() == rules.gravity(shape)
    assert shape.is_stable() == rules.is_stable(shape) == (shape.settled() == shape)


@given(stable_shapes())
def test_a_notebook_shows_a_picture(shape: Shape) -> None:
    assert shape._repr_svg_().startswith("<svg")
