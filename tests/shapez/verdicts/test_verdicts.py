"""Verdicts are right about every shape of the small configurations, and about whatever machines make in larger ones."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.shapez.brute_force import Ring
from tests.shapez.data.sample_data import half_table
from tests.shapez.data.twin_data import HEX1, QUAD1, QUAD2, SMALL, data, found, in_every_orientation
from tests.shapez.test_published import PUBLISHED

from shapewright.errors import LimitError, ProblemError
from shapewright.shapez import rules
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.parts import types_of
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import is_buildable
from shapewright.shapez.verdicts.verdicts import (
    NO_WAY,
    PUSH_PIN,
    STACK,
    SWAP,
    Verdicts,
    configuration_for,
    full_set,
    verdicts_for,
)

if TYPE_CHECKING:
    from collections.abc import Collection

QUAD3, HEX2 = Configuration(4, 3), Configuration(6, 2)

slow = pytest.mark.slow


def test_a_higher_limit_changes_no_verdict_on_lower_shapes() -> None:
    low, high = source.load(QUAD3, "pp"), source.load(Configuration(4, 4), "pp")
    generator = np.random.default_rng(1)
    shapes = generator.integers(0, 1 << 24, 200_000, dtype=np.uint64)
    assert low.pin is not None
    shapes = np.concatenate([shapes, low.pin.shapes])
    ways = verdicts_for(QUAD3, low).ways(shapes)
    assert set(ways.tolist()) == {NO_WAY, SWAP, STACK, PUSH_PIN}
    assert (ways == verdicts_for(high.configuration, high).ways(shapes)).all()


def every_shape(configuration: Configuration) -> np.ndarray:
    return np.arange(1 << 2 * configuration.cells, dtype=np.uint64)


def is_member(configuration: Configuration, shapes: Collection[int]) -> np.ndarray:
    members = np.zeros(1 << 2 * configuration.cells, dtype=bool)
    members[list(in_every_orientation(Ring(configuration.parts, configuration.layers), set(shapes)))] = True
    return members


@pytest.mark.parametrize(
    "configuration", [*SMALL, pytest.param(QUAD3, marks=slow), pytest.param(HEX2, marks=slow)], ids=str
)
def test_every_shape_is_judged_as_brute_force_finds(configuration: Configuration) -> None:
    twin = found(configuration)
    ways = verdicts_for(configuration, data(configuration)).ways(every_shape(configuration), threads=2)
    np.testing.assert_array_equal(ways != NO_WAY, is_member(configuration, twin.shapes))
    np.testing.assert_array_equal(ways == SWAP, is_member(configuration, twin.swappable))
    np.testing.assert_array_equal(ways == PUSH_PIN, is_member(configuration, twin.essential))
    np.testing.assert_array_equal(ways == STACK, is_member(configuration, twin.stackable - twin.swappable))


@pytest.mark.parametrize("configuration", [QUAD3, HEX2], ids=str)
def test_as_many_shapes_are_buildable_as_published(configuration: Configuration) -> None:
    ways = verdicts_for(configuration, None).ways(every_shape(configuration), threads=2)
    assert np.count_nonzero(ways) == PUBLISHED[configuration.name].oriented_total


@pytest.mark.parametrize("name", ["quad4", "hex3", pytest.param("quad5", marks=slow)])
def test_verdicts_agree_with_the_diagram_of_all_shapes(name: str) -> None:
    """Most random shapes are far from buildable; members with one part changed are at the edge."""
    configuration = Configuration.from_name(name)
    known = source.load(configuration, "full")
    assert known.pin is not None
    every, verdicts = full_set(known), verdicts_for(configuration, known)
    numbers = np.random.default_rng(1)
    members = every.sample(1, 50_000)
    cells = numbers.integers(0, configuration.cells, members.size, dtype=np.uint64)
    changed = members ^ numbers.integers(1, 4, members.size, dtype=np.uint64) << np.uint64(2) * cells
    settled = Packed(configuration).gravity(numbers.integers(0, 1 << 2 * configuration.cells, 50_000, dtype=np.uint64))
    for shapes in (members, changed, settled):
        np.testing.assert_array_equal(verdicts.ways(shapes, threads=2) != NO_WAY, every.contains(shapes) == 1)
    assert (verdicts.ways(known.pin.shapes) == PUSH_PIN).all()


def test_a_base_is_buildable_and_becomes_the_shape_by_stacking() -> None:
    verdicts, ring = verdicts_for(QUAD2, data(QUAD2)), found(QUAD2).ring
    ways = verdicts.ways(every_shape(QUAD2))
    stacked = np.flatnonzero(ways == STACK).tolist()
    for shape in random.Random(1).sample(stacked, 30):
        base = verdicts.base(shape)
        assert ways[base] == SWAP
        piled, todo = {base}, [base]
        while todo:
            for higher in ring.stacked(todo.pop()):
                if higher not in piled:
                    piled.add(higher)
                    todo.append(higher)
        assert shape in piled - {base}
    for way, expected in ((SWAP, lambda shape: shape), (NO_WAY, lambda shape: 0)):
        for shape in random.Random(2).sample(np.flatnonzero(ways == way).tolist(), 30):
            assert verdicts.base(shape) == expected(shape)


def test_halves_are_looked_up_as_they_are() -> None:
    verdicts = verdicts_for(QUAD2, data(QUAD2))
    shape = Shape.from_code("--CuP---:cuCu----")
    # From column 0 on: a crystal over a gap, and nothing but a pin; from column 1 on: Cu, Cu and P, then a crystal.
    assert verdicts.halves(shape.packed()) == [(False, True), (True, False)]
    for turn, (here, opposite) in enumerate(verdicts.halves(shape.packed())):
        east = shape.rotated(-turn).packed() & 0x0F0F
        west = shape.rotated(2 - turn).packed() & 0x0F0F
        assert (here, opposite) == (east in found(QUAD2).halves, west in found(QUAD2).halves)


# --- What machines make ---

machines = st.lists(st.tuples(st.integers(0, 8), st.integers(0, 1 << 16)), max_size=12)


def made(parts: int, layers: int, orders: list[tuple[int, int]]) -> list[Shape]:
    """What machines make of the miners' shapes, each taking whatever was made before."""
    shapes = [Shape(parts, ((types_of(parts)[0] + "u",) * parts,))]
    for machine, number in orders:
        a = shapes[number % len(shapes)]
        b = shapes[number // len(shapes) % len(shapes)].rotated(number >> 12)
        results: tuple[Shape, ...]
        match machine:
            case 0 | 1:
                results = rules.cut(b)
            case 2 | 3:
                results = rules.swap(a, b)
            case 4 | 5:
                results = (rules.stack(a, b, layers),)
            case 6 | 7:
                results = (rules.push_pin(a, layers),)
            case _:
                results = (rules.crystal(a, "r"),)
        shapes += results
    return shapes


@given(machines, st.sampled_from([(4, 3), (4, 4), (6, 2)]))
def test_whatever_machines_make_is_buildable(orders: list[tuple[int, int]], size: tuple[int, int]) -> None:
    for shape in made(*size, orders):
        assert is_buildable(shape, layers=size[1])


# --- Limits and misuse ---


def test_numbers_that_are_no_shapes_are_refused() -> None:
    verdicts = verdicts_for(QUAD1, data(QUAD1))
    for ask in (verdicts.way, verdicts.base, verdicts.halves, lambda shape: verdicts.at_distance(shape, 1)):
        ask(255)
        with pytest.raises(ProblemError):
            ask(256)
    with pytest.raises(ProblemError):
        verdicts.nearest_swappable(256, 1)
    with pytest.raises(ProblemError):
        Verdicts(QUAD1, np.array([16], np.uint32), np.array([], np.uint64))
    with pytest.raises(ProblemError):
        Verdicts(QUAD1, np.array([0], np.uint32), np.array([256], np.uint64))


def test_no_shapes_give_no_verdicts() -> None:
    assert verdicts_for(QUAD1, data(QUAD1)).ways(np.array([], np.uint64)).tolist() == []


def test_data_must_hold_what_is_asked_of_them() -> None:
    halves_only = Data(QUAD1, half_table(range(16)))
    with pytest.raises(ProblemError, match="lack pin-push-essential shapes"):
        verdicts_for(QUAD1, halves_only)
    with pytest.raises(ProblemError, match="lack the diagram"):
        full_set(halves_only)


def test_verdicts_of_data_are_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    assert verdicts_for(QUAD2, data(QUAD2)) is verdicts_for(QUAD2, data(QUAD2))
    monkeypatch.setattr(source, "load", lambda configuration, need: data(configuration))
    assert verdicts_for(HEX1, None) is verdicts_for(HEX1, data(HEX1))


def test_the_limit_is_four_layers_or_what_the_shape_has_or_what_is_said() -> None:
    def chosen(parts: int, height: int, layers: int | None = None) -> str:
        return configuration_for(parts, height, layers, None, "code").name

    assert [chosen(4, height) for height in range(8)] == ["quad4"] * 5 + ["quad5", "quad6", "quad7"]
    assert [chosen(6, 2), chosen(6, 5), chosen(8, 1), chosen(10, 3)] == ["hex4", "hex5", "oct3", "dec3"]
    assert [chosen(4, 0, 1), chosen(4, 2, 2), chosen(4, 2, 7)] == ["quad1", "quad2", "quad7"]
    assert configuration_for(4, 1, None, data(QUAD2), "code") == QUAD2
    assert configuration_for(4, 1, 2, data(QUAD2), "code") == QUAD2


@pytest.mark.parametrize(
    ("parts", "height", "layers", "message"),
    [
        (4, 8, None, "rings of 4 parts can be checked up to 7 layers; 'code' has 8"),
        (6, 5, 6, "rings of 6 parts can be checked up to 5 layers; the limit given is 6"),
        (8, 4, None, "rings of 8 parts can be checked up to 3 layers; 'code' has 4"),
        (4, 3, 2, "'code' has 3 layers; the limit is 2"),
        (4, 0, 0, "the limit must be at least 1 layer, not 0"),
        (12, 1, None, "'code' has rings of 12 parts; only rings of 4, 6, 8 and 10 parts can be checked"),
    ],
)
def test_limits_are_named(parts: int, height: int, layers: int | None, message: str) -> None:
    with pytest.raises(LimitError) as caught:
        configuration_for(parts, height, layers, None, "code")
    assert str(caught.value) == message


@pytest.mark.parametrize(("parts", "height", "layers"), [(6, 1, None), (4, 3, None), (4, 2, 4)])
def test_data_of_another_configuration_are_refused(parts: int, height: int, layers: int | None) -> None:
    with pytest.raises(ProblemError, match="cannot be checked with data of quad2"):
        configuration_for(parts, height, layers, data(QUAD2), "code")
