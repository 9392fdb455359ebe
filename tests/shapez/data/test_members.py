"""Lists of shapes: every set, canonical or not, limits; nothing twice and nothing missing."""

from __future__ import annotations

from importlib import import_module
from itertools import islice

import numpy as np
import pytest
from tests.shapez.data import twin_data
from tests.shapez.data.searched import searched
from tests.shapez.data.twin_data import QUAD2, SMALL

from shapewright.errors import ProblemError
from shapewright.shapez import members as package_members
from shapewright.shapez import rules
from shapewright.shapez.data import sets as shape_sets
from shapewright.shapez.data.configuration import SETS, Configuration
from shapewright.shapez.data.members import members, packed_members
from shapewright.shapez.data.packed import Packed

QUAD3 = Configuration(4, 3)

small = pytest.mark.parametrize("configuration", SMALL, ids=str)


def packed(configuration: Configuration, which: str, **options) -> list[int]:
    data = twin_data.data(configuration, full=True)
    return [shape.packed() for shape in members(configuration, which, data=data, **options)]


@small
@pytest.mark.parametrize("which", SETS)
def test_sets_are_those_of_the_twin(configuration: Configuration, which: str) -> None:
    twin = twin_data.found(configuration)
    shapes = {
        "all": twin.shapes,
        "swappable": twin.swappable,
        "non-swappable": twin.shapes - twin.swappable,
        "pp": twin.essential,
    }.get(which)
    listed = packed(configuration, which)
    once = packed(configuration, which, canonical=True)
    assert len(set(listed)) == len(listed)
    assert len(set(once)) == len(once)
    if shapes is None:
        assert set(listed) == twin.halves
        assert set(once) == {min(half, twin.ring.flipped(half)) for half in twin.halves}
    else:
        assert set(listed) == twin_data.in_every_orientation(twin.ring, shapes)
        assert set(once) == shapes


@pytest.mark.parametrize("which", SETS)
@pytest.mark.parametrize("canonical", [False, True])
def test_a_limit_leaves_the_order_as_it_is(which: str, canonical: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    options = {"canonical": canonical, "data": searched("quad3")}
    first = [str(shape) for shape in islice(members(QUAD3, which, **options), 20)]
    for name in ("members", "sets"):
        monkeypatch.setattr(import_module(f"shapewright.shapez.data.{name}"), "BATCH", 16)
    assert [str(shape) for shape in islice(members(QUAD3, which, **options), 20)] == first
    for limit in (0, 1, 5, 15, 16, 17, 20):
        assert [str(shape) for shape in members(QUAD3, which, limit=limit, **options)] == first[:limit]


def test_a_limit_beyond_the_end() -> None:
    assert len(packed(QUAD2, "non-swappable", canonical=True, limit=1000)) == 45
    assert packed(QUAD2, "pp", limit=1000) == []
    assert len(packed(QUAD2, "all", limit=1 << 30)) == 35281


def test_arrays_hold_the_same() -> None:
    data = searched("quad2")
    for which in SETS:
        for canonical in (False, True):
            arrays = list(packed_members(QUAD2, which, canonical=canonical, data=data))
            assert all(array.dtype == np.uint64 for array in arrays)
            together = np.concatenate([np.empty(0, np.uint64), *arrays]).tolist()
            listed = [shape.packed() for shape in members(QUAD2, which, canonical=canonical, data=data)]
            assert together == listed


@pytest.mark.parametrize(
    ("which", "number"),
    [("all", 502_906), ("swappable", 491_279), ("non-swappable", 11_627), ("pp", 7), ("halves", 917)],
)
def test_published_numbers(which: str, number: int) -> None:
    assert sum(map(len, packed_members(QUAD3, which, canonical=True, data=searched("quad3")))) == number


def test_pin_push_essential_shapes_in_every_orientation() -> None:
    data = searched("quad3")
    listed = [shape.packed() for shape in members(QUAD3, "pp", data=data)]
    canonical = Packed(QUAD3).canonical(np.array(listed, np.uint64))
    assert set(canonical.tolist()) == set(data.pin.shapes.tolist())
    for shape in members(QUAD3, "pp", canonical=True, data=data):
        row = data.pin.find(shape.packed())
        parent = data.pin.parents[row]
        assert rules.push_pin(type(shape).from_packed(int(parent), 4), 3).canonical() == shape


def test_only_what_is_needed_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    needs = []

    def load(configuration: Configuration, need: str, **options: object):
        needs.append(need)
        return searched("quad2")

    monkeypatch.setattr("shapewright.shapez.data.source.load", load)
    for which in SETS:
        assert len(list(members(QUAD2, which, limit=1))) == (which != "pp")
    assert dict(zip(SETS, needs, strict=True)) == {
        "all": "full",
        "swappable": "halves",
        "non-swappable": "full",
        "pp": "pp",
        "halves": "halves",
    }


def test_what_is_no_set() -> None:
    with pytest.raises(ProblemError, match="'everything' is not a set of shapes; choose one of all, swappable"):
        next(members(QUAD2, "everything", data=searched("quad2")))
    assert package_members.__wrapped__ is members


def test_the_sets_make_up_all() -> None:
    both = {*packed(QUAD2, "swappable"), *packed(QUAD2, "non-swappable")}
    assert both == set(packed(QUAD2, "all"))
    assert len(shape_sets.set_of(QUAD2, twin_data.data(QUAD2, full=True).full)) == len(both)
