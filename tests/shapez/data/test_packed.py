"""The native operations on packed shapes do what rules.py says, in every configuration, stable shapes or not."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.errors import LimitError, ProblemError
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.shape import Shape

QUAD4 = Configuration(4, 4)

every_configuration = pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)


def shape_of(value: int, configuration: Configuration) -> Shape:
    return Shape.from_packed(value, configuration.parts)


def packed_shapes(configuration: Configuration) -> st.SearchStrategy[int]:
    """Any shapes at all, full ones, ones of crystals and gaps, and ones that gravity has settled."""
    largest = (1 << 2 * configuration.cells) - 1
    lower = sum(1 << 2 * cell for cell in range(configuration.cells))
    anything = st.integers(0, largest)
    crystals = anything.map(lambda value: (value & lower) * 3)
    mixed = st.tuples(anything, anything).map(lambda both: both[0] | (both[1] & lower) * 3)
    settled = st.one_of(anything, mixed).map(
        lambda value: rules.gravity(shape_of(value, configuration)).packed()  # what a player may really have
    )
    return st.one_of(anything, crystals, mixed, settled)


@every_configuration
@settings(max_examples=50)
@given(data=st.data())
def test_operations_on_one_shape_follow_the_rules(configuration: Configuration, data: st.DataObject) -> None:
    value = data.draw(packed_shapes(configuration), "value")
    steps = data.draw(st.integers(-12, 12), "steps")
    shape, packed, layers = shape_of(value, configuration), Packed(configuration), configuration.layers
    assert packed.rotate(value, steps) == shape.rotated(steps).packed()
    assert packed.mirror(value) == shape.mirrored().packed()
    assert packed.canonical(value) == shape.canonical().packed()
    assert packed.gravity(value) == rules.gravity(shape).packed()
    assert packed.is_stable(value) is rules.is_stable(shape)
    assert packed.cut(value) == tuple(half.packed() for half in rules.cut(shape))
    assert packed.push_pin(value) == rules.push_pin(shape, layers).packed()
    assert packed.crystal(value) == rules.crystal(shape, "r").packed()


@every_configuration
@settings(max_examples=50)
@given(data=st.data())
def test_operations_on_two_shapes_follow_the_rules(configuration: Configuration, data: st.DataObject) -> None:
    a, b = data.draw(packed_shapes(configuration), "a"), data.draw(packed_shapes(configuration), "b")
    left, right, packed = shape_of(a, configuration), shape_of(b, configuration), Packed(configuration)
    assert packed.swap(a, b) == tuple(shape.packed() for shape in rules.swap(left, right))
    assert packed.stack(a, b) == rules.stack(left, right, configuration.layers).packed()


@every_configuration
@settings(max_examples=50)
@given(data=st.data())
def test_halves_are_split_and_joined(configuration: Configuration, data: st.DataObject) -> None:
    value = data.draw(packed_shapes(configuration), "value")
    shape, packed, half = shape_of(value, configuration), Packed(configuration), configuration.half_parts
    east, west = packed.split(value)
    assert packed.join(east, west) == value
    assert packed.split(value)[0] == east
    assert packed.split(shape.rotated(half).packed()) == (west, east)
    alone = packed.from_half_key(east)
    assert packed.split(alone)[0] == east
    assert [shape_of(alone, configuration).kind(*place) for place in places(configuration, half)] == [
        shape.kind(*place) for place in places(configuration, half)
    ]
    assert packed.split(packed.rotate(packed.mirror(alone), half))[0] == packed.reflect_half(east)


def places(configuration: Configuration, columns: int) -> list[tuple[int, int]]:
    return [(layer, column) for layer in range(configuration.layers) for column in range(columns)]


@every_configuration
def test_a_half_key_leaves_the_west_out(configuration: Configuration) -> None:
    for place, (layer, column) in enumerate(places(configuration, configuration.half_parts)):
        part = 0b11 << 2 * (layer * configuration.parts + column)
        assert Packed(configuration).split(part) == (0b11 << 2 * place, 0)


@pytest.mark.parametrize("configuration", [Configuration(4, 1), Configuration(4, 2), Configuration(6, 1)], ids=str)
def test_arrays_hold_what_single_numbers_give(configuration: Configuration) -> None:
    packed = Packed(configuration)
    every = np.arange(1 << 2 * configuration.cells, dtype=np.uint64)
    chosen = random.Random(1).sample(range(every.size), 200)
    for operation in (packed.gravity, packed.canonical, packed.push_pin, packed.crystal, packed.mirror):
        results = operation(every)
        assert results.dtype == np.uint64
        assert [results[i] for i in chosen] == [operation(i) for i in chosen]
    assert packed.is_stable(every).dtype == bool
    assert np.array_equal(packed.is_stable(every), packed.gravity(every) == every)
    east, west = packed.split(every)
    assert east.dtype == west.dtype == np.uint32
    assert np.array_equal(packed.join(east, west), every)


def test_arrays_keep_their_shape_and_are_broadcast() -> None:
    packed = Packed(QUAD4)
    table = np.array([[1, 2, 3], [4, 5, 6]], dtype=np.uint64)
    assert packed.gravity(table).tolist() == table.tolist()
    assert packed.stack(table, 1).shape == packed.stack(1, table).shape == (2, 3)
    assert packed.stack(table[:, :1], table[:1]).shape == (2, 3)
    assert packed.stack(table[:, ::2], 0).tolist() == [[1, 3], [4, 6]]  # not contiguous
    assert packed.mirror(np.zeros((0, 3), dtype=np.uint64)).shape == (0, 3)
    assert packed.rotate(np.array([1, 4], dtype=np.int8)).tolist() == [4, 16]
    table.flags.writeable = False
    assert packed.mirror(table)[0, 0] == 64


def test_single_numbers_stay_python_integers() -> None:
    packed = Packed(QUAD4)
    for one in (1, np.uint64(1), np.int32(1)):
        assert type(packed.gravity(one)) is int
        assert type(packed.is_stable(one)) is bool


@every_configuration
def test_numbers_that_are_no_shape_are_refused(configuration: Configuration) -> None:
    packed = Packed(configuration)
    first_bad = 1 << 2 * configuration.cells
    assert packed.mirror(packed.mirror(first_bad - 1)) == first_bad - 1
    for bad in (first_bad, -1, 1 << 64, np.array([0, first_bad], dtype=np.uint64), np.array([0, -1])):
        with pytest.raises(ProblemError):
            packed.gravity(bad)
        with pytest.raises(ProblemError):
            packed.stack(0, bad)
    with pytest.raises(ProblemError, match=f"{first_bad} is not a packed shape of {configuration}"):
        packed.cut(first_bad)
    with pytest.raises(ProblemError, match="not a packed half"):
        packed.from_half_key(1 << configuration.cells)


@pytest.mark.parametrize("bad", [1.0, "1", None, [0.5], np.array([1.0])], ids=repr)
def test_what_is_no_whole_number_is_refused(bad: object) -> None:
    with pytest.raises(TypeError):
        Packed(QUAD4).gravity(bad)  # type: ignore[call-overload]


def test_there_are_packed_shapes_of_the_eighteen_configurations_only() -> None:
    assert len({repr(Packed(configuration)) for configuration in CONFIGURATIONS}) == 18
    with pytest.raises(LimitError):
        Packed(Configuration(4, 8))
