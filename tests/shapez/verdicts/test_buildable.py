"""The verdict in words: what is said is true, also of shapes that cannot be built."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.data.twin_data import QUAD1, QUAD2, data, found, oriented
from tests.shapez.random_shapes import shapes

from shapewright.errors import LimitError, NotationError, ProblemError
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.parts import NOTHING, PIN
from shapewright.shapez.place_words import half_words, place_words
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.buildable import Verdict, buildable, buildable_many, is_buildable, why_unstable

QUAD4 = Configuration(4, 4)

packed_quad2 = st.integers(0, 65535)


def judged(code: str, **options: object) -> Verdict:
    return buildable(Shape.from_code(code), **options)  # type: ignore[arg-type]


def test_a_shape_from_the_readme_of_the_reference_program() -> None:
    verdict = judged("P-------:CuCu----:P-------:Cucu----")
    assert verdict
    assert str(verdict) == "buildable"
    assert (verdict.buildable, verdict.reason, verdict.via, verdict.nearest) == (True, None, "swap", ())


@pytest.mark.parametrize(
    ("code", "via"),
    [("--------", "swap"), ("CuCuCuCu", "swap"), ("CuRgSbWy:crcrcrcr", "swap"), ("P-------:CuCuCu--", "stack")],
)
def test_the_last_machine_is_named(code: str, via: str) -> None:
    assert judged(code).via == via


@given(packed_quad2)
def test_small_shapes_are_judged_as_brute_force_finds(value: int) -> None:
    shape = Shape.from_packed(value, 4)
    verdict = buildable(shape, data=data(QUAD2), nearest=False)
    canonical = shape.canonical().packed()
    assert bool(verdict) is verdict.buildable is (canonical in found(QUAD2).shapes)
    assert is_buildable(shape, data=data(QUAD2)) is verdict.buildable
    assert verdict.shape == shape
    assert (verdict.reason is None) == (verdict.via is not None) == verdict.buildable
    assert verdict.variant == (shape if verdict else None)
    if verdict:
        assert (verdict.via == "swap") == (canonical in found(QUAD2).swappable)


@given(shapes(4, 4))
def test_types_and_colours_do_not_matter(shape: Shape) -> None:
    assert is_buildable(shape) == is_buildable(Shape.from_packed(shape.packed(), 4))


@given(shapes(4, 4), st.integers(0, 3), st.booleans())
def test_rotations_and_mirror_images_are_buildable_alike(shape: Shape, steps: int, mirrored: bool) -> None:
    image = (shape.mirrored() if mirrored else shape).rotated(steps)
    assert is_buildable(image) == is_buildable(shape)


# --- Reasons ---


def test_reasons_are_found_for_what_is_unstable() -> None:
    verdict = judged("cu------:--------:cu------")
    assert not verdict
    assert verdict.reason == "not stable (layer 3, top right, has nothing below it)"
    assert [str(shape) for shape in verdict.nearest] == [
        "cu------:cu------:cu------",
        "cu------:Cu------:cu------",
        "cu------",
    ]
    assert (verdict.changed, verdict.nearest_proven) == (1, True)
    assert str(verdict) == (
        "impossible: not stable (layer 3, top right, has nothing below it); "
        "nearest buildable: cu------:cu------:cu------ (1 part)"
    )


@given(shapes(layers=5))
def test_what_is_unstable_has_nothing_below(shape: Shape) -> None:
    reason = why_unstable(shape)
    assert (reason is None) == rules.is_stable(shape)
    if reason is None:
        return
    layer, column = reason.places[0]
    where = place_words(layer, column, shape.parts)
    only = ", and a pin is only held from below"
    assert reason.words in [f"not stable ({where}, has nothing below it{tail})" for tail in ("", only)]
    assert list(reason.places) == rules.unheld(shape)
    assert shape.layers[layer][column] != NOTHING
    assert shape.layers[layer - 1][column] == NOTHING
    settled = rules.gravity(shape)
    assert any(settled.kind(height, column) != shape.kind(height, column) for height in range(shape.height))
    if only in reason.words:
        assert shape.kind(layer, column) == PIN


def test_reasons_name_a_half_that_a_cut_would_leave() -> None:
    assert judged("--Cu----:crCu----").reason == "its right half, --Cu----:crCu----, cannot be built alone"
    assert judged("cuP---P-:P-cucu--:cuP-P-Cu").reason == (
        "a cut would leave cuP-----:P-P-----:cu------ as its right half, which cannot be built"
    )
    assert judged("P---CuCu:--cuP-cu:cucuP-Cu").reason == (
        "no rotation has two halves that can be built as they are (not the right half or bottom half), "
        "and neither stacking nor pushing pins makes it"
    )


HALVES = [half_words(start, 4) for start in range(4)]


@given(packed_quad2.filter(lambda value: value not in oriented(QUAD2)))
def test_reasons_are_true(value: int) -> None:
    shape = Shape.from_packed(value, 4)
    verdict = buildable(shape, data=data(QUAD2), nearest=False)
    reason = verdict.reason
    assert reason is not None
    if reason.startswith("not stable"):
        assert not rules.is_stable(shape)
        return
    assert rules.is_stable(shape)
    alone = re.fullmatch(r"its (\w+ half), (\S+), cannot be built alone", reason)
    left = re.fullmatch(r"a cut would leave (\S+) as its (\w+ half), which cannot be built", reason)
    if alone or left:
        name, code = alone.groups() if alone else (left[2], left[1])  # type: ignore[index]
        first = HALVES.index(name)
        columns = {first, (first + 1) % 4}
        assert {column for _, column in verdict.places} <= columns
        assert len(verdict.places) == sum(shape.kind(layer, column) != 0 for layer in (0, 1) for column in columns)
        half = Shape.from_code(code)
        assert half.packed() not in oriented(QUAD2)
        assert shape.rotated(-first).cut()[0].rotated(first) == half
        raw = shape.rotated(-first).packed() & 0x0F0F
        assert (raw == half.rotated(-first).packed()) == bool(alone)
        return
    missing = re.fullmatch(
        r"no rotation has two halves that can be built as they are \(not the (\w+ half) or (\w+ half)\), "
        "and neither stacking nor pushing pins makes it",
        reason,
    )
    assert missing
    columns_first = [HALVES.index(name) for name in missing.groups()]
    assert {column % 2 for column in columns_first} == {0, 1}
    for column in columns_first:
        assert shape.rotated(-column).packed() & 0x0F0F not in found(QUAD2).halves


# --- Options ---


def test_the_nearest_shapes_need_not_be_asked_for() -> None:
    verdict = judged("--------:P-------", nearest=False)
    assert (verdict.nearest, verdict.changed) == ((), 0)
    assert str(verdict) == "impossible: not stable (layer 2, top right, has nothing below it)"


def test_a_delivery_is_named_where_there_is_one() -> None:
    verdict = judged("--------:Cu------", nearest=False)
    assert (bool(verdict), verdict.delivery) == (False, Shape.from_code("P-------:Cu------"))
    assert str(verdict) == (
        "not as written: not stable (layer 2, top right, has nothing below it); a delivery takes P-------:Cu------, "
        "which can be built"
    )
    assert verdict.to_json()["delivery"] == "P-------:Cu------"
    assert judged("--------:P-------").to_json()["delivery"] is None
    assert "delivery" not in judged("--------:P-------", vortex=True).to_json(vortex=True)


def test_a_lower_limit_forbids_no_lower_shape_but_higher_ones() -> None:
    for layers in (2, 3, 4):
        assert judged("CuCu----:crcr----", layers=layers)
    with pytest.raises(LimitError, match="'CuCu----:crcr----' has 2 layers; the limit is 1"):
        judged("CuCu----:crcr----", layers=1)


def test_deliveries_take_a_pin_for_a_gap() -> None:
    shape = Shape.from_code("--Cu----:crCu----")
    verdict = buildable(shape, data=data(QUAD2), vortex=True)
    assert verdict
    assert verdict.variant == Shape.from_code("P-Cu----:crCu----")
    assert str(verdict) == "buildable as P-Cu----:crCu----"
    own = buildable(Shape.from_code("P-Cu----:crCu----"), data=data(QUAD2), vortex=True)
    assert own.variant == own.shape
    impossible = buildable(Shape.from_code("--Cu----:P-------"), data=data(QUAD2), vortex=True)
    assert not impossible
    assert impossible.reason == "not stable (layer 2, top right, has nothing below it)"


def test_codes_are_judged_like_their_shapes() -> None:
    assert buildable("cu------:--------:cu------") == buildable(Shape.from_code("cu------:--------:cu------"))
    assert is_buildable("Cu------")
    with pytest.raises(NotationError):
        is_buildable("Cu-----")


# --- Many ---


def test_arrays_of_shapes_keep_their_form() -> None:
    every = np.arange(65536, dtype=np.uint64).reshape(256, 256)
    truths = buildable_many(every, QUAD2, data=data(QUAD2))
    assert truths.dtype == bool
    assert truths.shape == (256, 256)
    assert set(every[truths].tolist()) == oriented(QUAD2)
    for threads in (1, 3):
        assert np.array_equal(buildable_many(every, QUAD2, data=data(QUAD2), threads=threads), truths)
    assert buildable_many(every[:, ::7], QUAD2, data=data(QUAD2)).tolist() == truths[:, ::7].tolist()
    assert buildable_many(np.array([], dtype=np.uint64), QUAD2, data=data(QUAD2)).tolist() == []


def test_arrays_of_what_is_no_shape_are_refused() -> None:
    with pytest.raises(ProblemError):
        buildable_many(np.array([1, 1 << 16], dtype=np.uint64), QUAD2, data=data(QUAD2))
    for wrong in ([1.5], [True], ["a"], [None]):
        with pytest.raises(ProblemError, match="packed shapes are whole numbers"):
            buildable_many(np.array(wrong), QUAD2, data=data(QUAD2))
    with pytest.raises(ProblemError, match="data of quad2 cannot be used for quad1"):
        buildable_many(np.array([1], dtype=np.uint64), QUAD1, data=data(QUAD2))
