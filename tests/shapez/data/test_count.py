"""Counts: what others have published, what a matrix product gives, and how the numbers hang together."""

from __future__ import annotations

from dataclasses import asdict
from itertools import pairwise

import numpy as np
import pytest
from tests.reference.shapez.transfer import swappable
from tests.shapez.data import twin_data
from tests.shapez.data.searched import everything, searched
from tests.shapez.data.twin_data import SMALL
from tests.shapez.test_published import PUBLISHED, QUADS_BY_HEIGHT

from shapewright.errors import StoppedError
from shapewright.jobs import Budget
from shapewright.shapez.data import source
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.data.count import count, recorded_counts
from shapewright.shapez.data.halves import find_halves
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.sets import count_shapes, half_set, halves_up_to_symmetry, swappable_set
from shapewright.shapez.verdicts.verdicts import Verdicts

SLOW = {"quad5", "quad6", "hex4", "dec3"}
# Their pin-push-essential shapes take hours.
TOO_LARGE = {"quad7", "hex5"}

# Nobody has published these. Oct1, Oct2 and Dec1 were also found by listing every shape, from a single part and the
# operations on packed shapes; the swappable shapes of Oct3 also by matrix products, in all orientations.
OWN = {
    "quad6": {"total": 228_002_977_626, "oriented_total": 1_821_869_171_313},
    "hex4": {"oriented_total": 7_605_629_457_689},
    "oct1": {"halves": 256, "total": 4_435, "swappable": 4_435, "pp_essential": 0, "oriented_total": 65_536},
    "oct2": {
        "halves": 34_201,
        "total": 79_072_549,
        "swappable": 79_065_091,
        "pp_essential": 0,
        "oriented_total": 1_263_112_105,
    },
    "oct3": {
        "total": 1_027_242_490_059,
        "swappable": 1_026_113_302_399,
        "oriented_total": 16_435_212_751_280,
    },
    "dec1": {"halves": 1_024, "total": 53_764, "swappable": 53_764, "pp_essential": 0, "oriented_total": 1_048_576},
    "dec2": {
        "halves": 469_573,
        "total": 11_909_197_051,
        "swappable": 11_909_072_728,
        "pp_essential": 0,
        "oriented_total": 238_148_870_131,
    },
}


RECORDED = [each.name for each in CONFIGURATIONS if recorded_counts(each) is not None]


@pytest.mark.parametrize("name", RECORDED)
def test_recorded_numbers_are_those_that_others_know(name: str) -> None:
    recorded = recorded_counts(name)
    assert recorded is not None
    numbers = asdict(recorded.counts)
    known = {key: number for key, number in asdict(PUBLISHED[name]).items() if number is not None}
    for key, number in (known | OWN.get(name, {})).items():
        assert numbers[key] == number, key
    assert numbers["total"] == numbers["swappable"] + numbers["non_swappable"]
    parts = Configuration.from_name(name).parts
    if name != "hex5":
        assert numbers["total"] < numbers["oriented_total"] < 2 * parts * numbers["total"]
    assert f"shapez search {name}" in recorded.command


def test_every_count_is_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Small configurations are searched, and those with data in the package counted; no other is searched for."""
    assert set(RECORDED) == {f"quad{n}" for n in range(3, 8)} | {"hex3", "hex4", "hex5", "oct3", "dec3"}

    def searched(configuration: Configuration, *args: object) -> None:
        assert configuration.cells <= 20, configuration

    monkeypatch.setattr(source, "_from_cache", searched)
    monkeypatch.setattr(source, "_loaded", {})
    for each in CONFIGURATIONS:
        if each.cells > 20:
            assert count(each).total > 0


def named(names) -> pytest.MarkDecorator:
    params = [pytest.param(name, marks=[pytest.mark.slow] * (name in SLOW)) for name in names if name not in TOO_LARGE]
    return pytest.mark.parametrize("name", params)


@named(dict.fromkeys([*PUBLISHED, *OWN]))
def test_known_numbers(name: str) -> None:
    numbers = count(Configuration.from_name(name), data=searched(name))
    known = dict(OWN.get(name, {}))
    if name in PUBLISHED:
        known |= {key: value for key, value in vars(PUBLISHED[name]).items() if value is not None}
    assert {key: getattr(numbers, key) for key in known} == known
    assert numbers.total == numbers.swappable + numbers.non_swappable


@pytest.mark.parametrize("configuration", SMALL, ids=str)
def test_the_twin_counts_the_same(configuration: Configuration) -> None:
    twin = twin_data.found(configuration)
    data = twin_data.data(configuration, full=True)
    numbers = count(configuration, data=data)
    assert numbers.halves == len(twin.halves)
    assert numbers.halves_canonical == twin.halves_canonical
    assert numbers.total == len(twin.shapes)
    assert numbers.swappable == len(twin.swappable)
    assert numbers.non_swappable == len(twin.shapes - twin.swappable)
    assert numbers.pp_essential == len(twin.essential)
    assert numbers.oriented_total == twin.oriented


@named([name for name in dict.fromkeys([*PUBLISHED, *OWN]) if name != "dec3"])
def test_products_of_tensors_count_the_same_swappable_shapes(name: str) -> None:
    data = searched(name)
    oriented, canonical = swappable(data.configuration.parts, data.configuration.layers, data.halves.keys)
    assert count(data.configuration, data=data).swappable == canonical
    assert len(swappable_set(data.configuration, half_set(data.configuration, data.halves.keys))) == oriented


@pytest.mark.parametrize("rings", ["quad", "hex", "oct", "dec"])
def test_a_higher_limit_builds_no_new_low_shapes(rings: str) -> None:
    names = [c.name for c in CONFIGURATIONS if c.name.startswith(rings) and c.name not in SLOW | TOO_LARGE]
    names = [name for name in names if name != "oct3"]
    for low, high in pairwise(names):
        configuration = searched(high).configuration
        cells = configuration.parts * (configuration.layers - 1)
        masks = [15] * cells + [1] * configuration.parts
        assert everything(high).count_matching(masks) == len(everything(low))
        assert everything(high).contains(everything(low).sample(1, 1000)).all()


def test_quads_by_height() -> None:
    for layers in range(1, 5):
        assert searched(f"quad{layers}").counts["total"] == sum(QUADS_BY_HEIGHT[: layers + 1])


@pytest.mark.parametrize(
    "name",
    [
        *("quad1", "quad2", "hex1", "oct1", "dec1"),
        pytest.param("quad3", marks=pytest.mark.slow),
        pytest.param("hex2", marks=pytest.mark.slow),
    ],
)
def test_every_orientation_of_every_shape_is_there(name: str) -> None:
    shapes, packed = everything(name), Packed(Configuration.from_name(name))
    every = shapes.members(0, len(shapes))
    assert len(np.unique(every)) == len(shapes)
    for turned in (packed.rotate(every), packed.mirror(every)):
        assert shapes.contains(turned).all()
    canonical = np.unique(packed.canonical(every))
    assert len(canonical) == shapes.count_canonical() == searched(name).counts["total"]


@named(["quad4", "hex3", "oct2", "dec2", "oct3", "quad5", "quad6", "hex4", "dec3"])
def test_samples_of_large_sets_stay_within_in_every_orientation(name: str) -> None:
    shapes, packed = everything(name), Packed(Configuration.from_name(name))
    some = shapes.sample(5, 20_000)
    for steps in range(packed.configuration.parts):
        assert shapes.contains(packed.rotate(some, steps)).all()
        assert shapes.contains(packed.mirror(packed.rotate(some, steps))).all()


@named(["quad4", "hex3", "oct2", "dec2", "oct3", "quad5", "hex4"])
def test_shapes_are_those_that_verdicts_find_buildable(name: str) -> None:
    """Verdicts come from the halves and the pin-push-essential shapes alone, by taking pieces off."""
    shapes, configuration = everything(name), Configuration.from_name(name)
    packed, verdicts = Packed(configuration), Verdicts.of(searched(name))
    rng = np.random.default_rng(1)
    # Members, and stable shapes that differ from members in a part or two: about as many of them are none.
    members = shapes.sample(7, 100_000)
    changed = members.copy()
    for _ in range(2):
        parts = rng.integers(0, configuration.cells, len(members)).astype(np.uint64) * np.uint64(2)
        changed = changed ^ (rng.integers(0, 4, len(members)).astype(np.uint64) << parts)
    changed = packed.gravity(changed)
    inside = shapes.contains(changed) != 0
    assert 0 < np.count_nonzero(inside) < len(changed)
    assert (verdicts.ways(members) != 0).all()
    assert np.array_equal(verdicts.ways(changed) != 0, inside)


@named(["quad1", "quad3", "hex2", "oct2"])
def test_halves_up_to_symmetry(name: str) -> None:
    configuration, keys = Configuration.from_name(name), searched(name).halves.keys
    mirrored = Packed(configuration).reflect_half(keys)
    assert halves_up_to_symmetry(configuration, keys) == np.count_nonzero(keys <= mirrored)


def test_counting_stops() -> None:
    data = searched("hex3")
    assert data.full is not None
    budget = Budget()
    budget.stop[0] = 1
    with pytest.raises(StoppedError):
        count_shapes(data.configuration, data.halves.keys, data.full, budget)


def test_data_that_do_not_suffice_are_found_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    quad2 = Configuration.from_name("quad2")
    loaded = []

    def load(configuration: Configuration, need: str, **options: object):
        loaded.append((configuration, need))
        return searched("quad2")

    monkeypatch.setattr("shapewright.shapez.data.source.load", load)
    assert count(quad2, data=twin_data.data(quad2)).total == count(quad2).total == 5_092
    assert loaded == [(quad2, "full")] * 2


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("quad5", 3_127_342_742),
        ("quad6", 203_185_583_269),
        pytest.param("quad7", 11_875_794_509_269, marks=pytest.mark.slow),
        pytest.param("hex5", 462_500_502_270_429, marks=pytest.mark.slow),
        pytest.param("dec3", 1_657_536_213_032_394, marks=pytest.mark.slow),
    ],
)
def test_swappable_shapes_by_products_of_tensors(name: str, known: int) -> None:
    """From halves alone, whose numbers have been published; hex5 and dec3 take two minutes and 5 GB each."""
    configuration = Configuration.from_name(name)
    keys = find_halves(configuration).keys
    assert len(keys) == PUBLISHED[name].halves
    assert swappable(configuration.parts, configuration.layers, keys)[1] == known
