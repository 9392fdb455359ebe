"""What a delivery accepts: classes of shapes, their number, and variants that can be built."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.reference.shapez.forms import form, forms
from tests.shapez.data.twin_data import QUAD2, changed_parts, data, oriented
from tests.shapez.random_shapes import packed_shapes, shapes

from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.data.known_shapes import Data
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.parts import EMPTY, PIN
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import buildable_many
from shapewright.shapez.vortex import buildable_variant, variant_places


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("P-P-----:P-Cu----:cu------:P-------", "--------:--Cu----:cu------:P-------"),
        ("P-------:P-------", "P-------:P-------"),
        ("P-P-P-P-:CuCuCuCu", "--------:CuCuCuCu"),
        ("Cu------:P-------:cr------:P-------", "Cu------:--------:cr------:P-------"),
        ("--------", "--------"),
    ],
)
def test_forms(code: str, expected: str) -> None:
    assert form(Shape.from_code(code)).to_code() == expected


@given(st.data())
def test_packed_forms_are_the_forms(drawn: st.DataObject) -> None:
    configuration = drawn.draw(st.sampled_from(CONFIGURATIONS))
    values = drawn.draw(st.lists(packed_shapes(configuration), min_size=1, max_size=5))
    expected = [form(Shape.from_packed(value, configuration.parts)).packed() for value in values]
    assert forms(np.array(values, np.uint64), configuration).tolist() == expected


@given(shapes(4, 4))
def test_a_pin_or_a_gap_in_these_places_makes_no_difference(shape: Shape) -> None:
    for layer, column in ((layer, column) for layer in range(shape.height) for column in range(4)):
        kind = shape.kind(layer, column)
        other = shape.packed() ^ (PIN << 2 * (4 * layer + column))
        if kind in (EMPTY, PIN):
            same = form(Shape.from_packed(other, 4)).packed() == form(shape).packed()
            assert same == ((layer, column) in variant_places(shape))


@pytest.mark.parametrize(
    ("configuration", "classes", "unbuildable_forms"),
    [(QUAD2, 4_186, 1_507), pytest.param(Configuration(4, 3), 293_727, 170_571, marks=pytest.mark.slow)],
    ids=str,
)
def test_classes_are_as_many_as_known(configuration: Configuration, classes: int, unbuildable_forms: int) -> None:
    known: Data | None = data(configuration) if configuration == QUAD2 else None
    every = np.arange(1 << 2 * configuration.cells, dtype=np.uint64)
    members = every[buildable_many(every, configuration, data=known)]
    canonical = np.unique(Packed(configuration).canonical(forms(members, configuration)))
    assert canonical.size == classes
    assert np.count_nonzero(~buildable_many(canonical, configuration, data=known)) == unbuildable_forms


@given(st.integers(0, 65535))
def test_a_variant_is_found_if_there_is_one(value: int) -> None:
    shape = Shape.from_packed(value, 4)
    own = form(shape).packed()
    every = np.array(sorted(oriented(QUAD2)), np.uint64)
    accepted = every[forms(every, QUAD2) == own].tolist()
    variant = buildable_variant(shape, data=data(QUAD2))
    if variant is None:
        assert accepted == []
    else:
        expected = min(accepted, key=lambda other: (changed_parts(other, value, 8), other))
        assert variant.packed() == expected
        assert form(variant) == form(shape)


def test_a_variant_keeps_types_and_colours() -> None:
    shape = Shape.from_code("--Sg----:crWb----")
    assert buildable_variant(shape, data=data(QUAD2)) == Shape.from_code("P-Sg----:crWb----")
    assert buildable_variant(Shape.from_code("P-------:--------"), data=data(QUAD2)) == Shape.from_code("P-------")
