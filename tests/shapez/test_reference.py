"""The brute-force twin: its own operations are the rules, and what it finds is closed under them."""

from __future__ import annotations

from functools import cache
from itertools import product

from hypothesis import given
from hypothesis import strategies as st
from tests.reference.shapez.brute_force import Buildable, Ring, buildable
from tests.shapez.random_shapes import stable_shapes

from shapewright.shapez import rules
from shapewright.shapez.shape import Shape

SMALL = ((4, 1), (4, 2), (6, 1))


@cache
def ring(parts: int, layers: int) -> Ring:
    return Ring(parts, layers)


@cache
def found(parts: int, layers: int) -> Buildable:
    return buildable(parts, layers)


def shape(parts: int, value: int) -> Shape:
    return Shape.from_packed(value, parts)


@st.composite
def rings_and_shapes(draw: st.DrawFn) -> tuple[Ring, Shape]:
    parts, layers = draw(st.sampled_from(((4, 1), (4, 2), (4, 3), (4, 5), (6, 2), (6, 3), (8, 2))))
    return ring(parts, layers), draw(stable_shapes(parts, layers))


@given(rings_and_shapes())
def test_operations_are_the_rules(drawn: tuple[Ring, Shape]) -> None:
    twin, before = drawn
    value = before.packed()
    rotations = [before.rotated(steps) for steps in range(before.parts)]
    assert twin.images(value) == [each.packed() for each in (*rotations, *(each.mirrored() for each in rotations))]
    assert twin.canonical(value) == before.canonical().packed()
    assert twin.push_pin(value) == rules.push_pin(before, twin.layers).packed()
    assert twin.crystallised(value) == rules.crystal(before, "u").packed()
    east = rules.cut(before)[0]
    assert twin.east_half(value) == east.packed()
    assert twin.flipped(east.packed()) == east.rotated(before.parts // 2).mirrored().packed()
    pieces = [shape(before.parts, twin.piece_shape(*piece)) for piece in twin.pieces]
    stacked = {rules.stack(before, piece, twin.layers).packed() for piece in pieces}
    assert set(twin.stacked(value)) == stacked - {value}


def test_there_are_as_many_pieces_as_arcs_and_pins() -> None:
    for parts in (4, 6, 8):
        pieces = {ring(parts, 1).piece_shape(*piece) for piece in ring(parts, 1).pieces}
        assert len(pieces) == len(ring(parts, 1).pieces) == parts * (parts - 1) + 1 + parts


def test_one_layer_is_closed_under_every_pair_of_shapes() -> None:
    """No short cut by halves or pieces: every shape stacked onto and swapped with every other."""
    members = [shape(4, value) for value in sorted(found(4, 1).shapes)]
    turned = [each.rotated(steps) for each, steps in product(members, range(4))]
    results = {
        result.canonical().packed()
        for a, b in product(members, turned)
        for result in (rules.stack(a, b, 1), *rules.swap(a, b))
    }
    assert results <= found(4, 1).shapes


@given(st.sampled_from(SMALL), st.data())
def test_everything_buildable_is_closed_under_the_rules(size: tuple[int, int], data: st.DataObject) -> None:
    parts, layers = size
    members = found(parts, layers).shapes
    some = st.sampled_from(sorted(members)).map(lambda value: shape(parts, value))
    a, b = data.draw(some), data.draw(some).rotated(data.draw(st.integers(0, parts - 1)))
    b = b.mirrored() if data.draw(st.booleans()) else b
    results = [
        *rules.cut(b),
        *rules.swap(a, b),
        rules.stack(a, b, layers),
        rules.push_pin(b, layers),
        rules.crystal(b, "u"),
    ]
    assert {result.canonical().packed() for result in results} <= members


def test_everything_buildable_is_stable() -> None:
    for parts, layers in SMALL:
        assert all(rules.is_stable(shape(parts, value)) for value in found(parts, layers).shapes)


def test_halves_are_the_shapes_with_an_empty_west() -> None:
    for parts, layers in SMALL:
        every, twin = found(parts, layers), ring(parts, layers)
        west = sum(3 << 2 * (parts * row + column) for row in range(layers) for column in range(parts // 2, parts))
        assert every.halves == {image for value in every.shapes for image in twin.images(value) if not image & west}


def test_a_higher_limit_builds_no_new_low_shape() -> None:
    low = {value for value in found(4, 2).shapes if value < 4**4}
    assert low == found(4, 1).shapes


def test_not_every_stable_shape_can_be_built() -> None:
    # Two layers are too few for a gap below a crystal.
    hanging = Shape.from_code("--Cu----:crCu----")
    assert rules.is_stable(hanging)
    assert hanging.canonical().packed() not in found(4, 2).shapes
    assert Shape.from_code("P-Cu----:crCu----").canonical().packed() in found(4, 2).shapes
