"""The nearest buildable shapes: none is nearer, none as near is left out, and they look like the shape asked about."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.data.twin_data import HEX1, QUAD2, changed_parts, data, oriented
from tests.shapez.random_shapes import shapes

from shapewright.errors import LimitError
from shapewright.shapez.parts import EMPTY
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import is_buildable
from shapewright.shapez.verdicts.nearest import dressed, nearest
from shapewright.shapez.verdicts.verdicts import verdicts_for


@cache
def expected(value: int) -> tuple[int, frozenset[int]]:
    every = np.array(sorted(oriented(QUAD2)), np.uint64)
    distances = sum((every ^ np.uint64(value)) & np.uint64(3 << 2 * cell) != 0 for cell in range(8))
    return int(distances.min()), frozenset(every[distances == distances.min()].tolist())


some_packed = st.sampled_from([7 * k * k % 65536 for k in range(40)])


@given(some_packed, st.booleans())
def test_all_that_are_nearest_are_found(value: int, full: bool) -> None:
    shape = Shape.from_packed(value, 4)
    result = nearest(shape, data=data(QUAD2, full=full), limit=None)
    distance, others = expected(value)
    assert result.changed == distance
    assert {other.packed() for other in result.shapes} == others
    assert len(result.shapes) == len(others)
    assert result.proven
    assert result.complete
    few = nearest(shape, data=data(QUAD2, full=full), limit=2)
    assert few.shapes == result.shapes[:2]
    assert few.complete == (len(others) <= 2)


@given(some_packed)
def test_the_first_keep_the_most(value: int) -> None:
    shape = Shape.from_packed(value, 4)

    def cost(other: Shape) -> tuple[int, int]:
        places = [(layer, column) for layer in range(2) for column in range(4)]
        changed = [place for place in places if shape.kind(*place) != other.kind(*place)]
        replaced = sum(shape.kind(*place) != EMPTY for place in changed)
        return replaced, sum(other.kind(*place) == EMPTY for place in changed)

    costs = [cost(other) for other in nearest(shape, data=data(QUAD2), limit=None).shapes]
    assert costs == sorted(costs)


def test_a_buildable_shape_is_nearest_to_itself() -> None:
    shape = Shape.from_code("CrSg----:cbP-----")
    result = nearest(shape, data=data(QUAD2))
    assert (result.shapes, result.changed, result.proven, result.complete) == ((shape,), 0, True, True)


@given(some_packed, st.sampled_from([0, 24, 24 + 252]))
def test_with_little_effort_nothing_false_is_said(value: int, effort: int) -> None:
    shape = Shape.from_packed(value, 4)
    result = nearest(shape, data=data(QUAD2), limit=None, effort=effort)
    distance, others = expected(value)
    assert result.changed >= distance
    assert all(is_buildable(other, data=data(QUAD2)) for other in result.shapes)
    assert {changed_parts(other.packed(), value, 8) for other in result.shapes} == {result.changed}
    if result.proven:
        assert result.changed == distance
    if result.complete:
        assert {other.packed() for other in result.shapes} == others
    if effort == 0 and distance > 0:
        swappable = verdicts_for(QUAD2, data(QUAD2)).nearest_swappable(value, 1)[0]
        assert (result.changed, result.proven) == (swappable, swappable == 1)
        assert str(result).endswith(" or fewer)") != result.proven


@given(shapes(4, 4))
def test_larger_shapes_have_nearest_ones_too(shape: Shape) -> None:
    result = nearest(shape, effort=200_000)
    assert all(map(is_buildable, result.shapes))
    assert len({other.packed() for other in result.shapes}) == len(result.shapes) >= 1
    for other in result.shapes:
        places = [(layer, column) for layer in range(4) for column in range(4)]
        changed = [place for place in places if shape.kind(*place) != other.kind(*place)]
        assert len(changed) == result.changed
        kept = [place for place in places if place not in changed and shape.kind(*place) != EMPTY]
        assert all(other.layers[layer][column] == shape.layers[layer][column] for layer, column in kept)


@pytest.mark.parametrize(
    ("like", "wanted", "result"),
    [
        ("CuRr----", "CuCuCu--", "CuRrCu--"),  # of several as frequent, the first
        ("CuRrRr--", "CuCuCuCu", "CuRrRrRr"),
        ("CuCuCuCu:Rr------", "CuCuCuCu:CuCu----", "CuCuCuCu:RrRr----"),  # its own layer first
        ("cb------", "Cu------", "Cb------"),  # the colour stays
        ("Rg------", "cu------", "cg------"),
        ("cbSr----", "CuCu----", "SbSr----"),
        ("--Rg----", "cuCu----", "cgRg----"),  # a crystal of the colour that is there
        ("--------", "cuCuP---", "cuCuP---"),
        ("crP---cr:P-------", "cuP-cucu:P-------", "crP-crcr:P-------"),
        ("CuCuP---", "CuP-----", "CuP-----"),
        ("------------", "HuHu--------", "HuHu--------"),
        ("Gr----------", "HuHu--------", "GrGr--------"),
    ],
)
def test_new_parts_look_like_the_others(like: str, wanted: str, result: str) -> None:
    assert dressed(Shape.from_code(wanted).packed(), Shape.from_code(like)).to_code() == result


def test_the_limit_of_layers_holds() -> None:
    shape = Shape.from_code("crcr----:--------:cr------")
    for layers in (3, 4):
        assert all(other.height <= layers for other in nearest(shape, layers=layers, limit=None).shapes)
    with pytest.raises(LimitError):
        nearest(shape, layers=2)


def test_without_a_limit_the_data_that_come_with_the_package_are_enough() -> None:
    for code, highest in [("--Hu--------:P-----------", 3), ("Cu--------------:--Cu------------", 2)]:
        found = nearest(code, limit=None)
        assert all(map(is_buildable, found.shapes))
        assert max(other.height for other in found.shapes) <= highest
        assert found.shapes == nearest(code, layers=highest, limit=None).shapes


def test_hexes_too() -> None:
    result = nearest(Shape.from_code("Hu----------"), data=data(HEX1))
    assert result.changed == 0
