"""Sets of shapes: against plain sets, as bytes and back, damaged bytes refused."""

from __future__ import annotations

import random
import struct
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.shapez.data import sample_data, twin_data
from tests.shapez.data.twin_data import HEX1, QUAD1, QUAD2, SMALL

from shapewright import _core
from shapewright.errors import FileError
from shapewright.shapez import native
from shapewright.shapez.data import sets
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.data.known_shapes import Diagram
from shapewright.shapez.data.packed import Packed

small = pytest.mark.parametrize("configuration", SMALL, ids=str)


def plain_set(configuration: Configuration, shapes) -> _core.ShapezSet:
    words = [twin_data.word(shape, configuration) for shape in shapes]
    return sets.set_of(configuration, sample_data.diagram(words, configuration.cells))


def packed_sets(configuration: Configuration) -> st.SearchStrategy[set[int]]:
    return st.sets(st.integers(0, (1 << 2 * configuration.cells) - 1), max_size=30)


@given(st.data())
def test_a_set_has_its_members_and_no_others(data: st.DataObject) -> None:
    configuration = data.draw(st.sampled_from(CONFIGURATIONS))
    shapes = data.draw(packed_sets(configuration))
    others = data.draw(packed_sets(configuration))
    made = plain_set(configuration, shapes)
    assert (made.columns, made.layers) == (configuration.parts, configuration.layers)
    assert len(made) == len(shapes)
    assert set(made.members(0, len(shapes) + 1).tolist()) == shapes
    assert [shape in made for shape in others] == [shape in shapes for shape in others]
    asked = np.array(sorted(shapes | others), np.uint64)
    assert made.contains(asked).tolist() == [int(shape in shapes) for shape in asked.tolist()]
    assert set(np.concatenate([np.empty(0, np.uint64), *sets.batches(made)]).tolist()) == shapes
    if shapes:
        assert set(made.sample(1, 10).tolist()) <= shapes
    wanted = data.draw(st.integers(0, (1 << 2 * configuration.cells) - 1))
    distances = {shape: twin_data.changed_parts(shape, wanted, configuration.cells) for shape in shapes}
    distance, nearest = made.nearest(wanted, 100)
    assert distance == min(distances.values(), default=None)
    assert set(nearest.tolist()) == {shape for shape in shapes if distances[shape] == distance}


@given(st.data())
def test_members_that_match_masks(data: st.DataObject) -> None:
    shapes = data.draw(packed_sets(QUAD2))
    made = plain_set(QUAD2, shapes)
    masks = data.draw(st.lists(st.sampled_from([15, 15, 14, 1, 2, 8, 0]), min_size=8, max_size=8))
    fitting = {shape for shape in shapes if all(mask >> (shape >> 2 * k & 3) & 1 for k, mask in enumerate(masks))}
    assert made.count_matching(masks) == len(fitting)
    assert set(made.matching(masks, 0, 100).tolist()) == fitting
    order = made.matching(masks, 0, 100).tolist()
    assert made.matching(masks, 1, 2).tolist() == order[1:3]


@given(st.data())
def test_algebra(data: st.DataObject) -> None:
    a, b = data.draw(packed_sets(HEX1)), data.draw(packed_sets(HEX1))
    one, other = plain_set(HEX1, a), plain_set(HEX1, b)
    union = _core.shapez_union(one, other, 6, native.most_nodes())
    assert set(union.members(0, 100).tolist()) == a | b
    assert set(_core.shapez_difference(one, other, 6, native.most_nodes()).members(0, 100).tolist()) == a - b
    slices = _core.shapez_slices(union, 3, 6, native.most_nodes())
    assert len(slices) <= 3
    assert sorted(shape for part in slices for shape in part.members(0, 100).tolist()) == sorted(a | b)


@small
def test_halves_and_what_can_be_swapped(configuration: Configuration) -> None:
    twin, packed = twin_data.found(configuration), Packed(configuration)
    keys = twin_data.data(configuration).halves.keys
    halves = sets.half_set(configuration, keys[::-1])
    assert set(halves.members(0, len(keys)).tolist()) == set(keys.tolist())
    swappable = sets.swappable_set(configuration, halves)
    oriented = twin_data.in_every_orientation(twin.ring, twin.swappable)
    assert set(swappable.members(0, len(swappable)).tolist()) == oriented
    assert swappable.count_canonical() == len(twin.swappable)
    assert packed.canonical(swappable.members(0, 1 << 20)).size == len(oriented)


# --- Bytes ----------------------------------------------------------------------------------------------------------


@given(st.data())
def test_bytes_round_trip(data: st.DataObject) -> None:
    configuration = data.draw(st.sampled_from(CONFIGURATIONS))
    made = plain_set(configuration, data.draw(packed_sets(configuration)))
    content = sets.to_bytes(made)
    back = sets.from_bytes(content)
    assert (back.columns, back.layers, back.root) == (made.columns, made.layers, made.root)
    assert np.array_equal(back.nodes, made.nodes)
    assert sets.to_bytes(back) == content
    kept = sets.diagram_of(back)
    assert sets.to_bytes(sets.set_of(configuration, kept)) == content


def test_the_empty_set_round_trips() -> None:
    empty = plain_set(QUAD1, [])
    assert len(sets.from_bytes(sets.to_bytes(empty))) == 0
    assert empty.nearest(0, 5)[0] is None
    assert list(sets.batches(empty)) == []


@pytest.fixture(scope="module")
def content() -> bytes:
    return sets.to_bytes(plain_set(QUAD2, twin_data.oriented(QUAD2)))


def test_damage_is_an_error_or_another_sound_set(content: bytes) -> None:
    chosen = random.Random(1)
    refused = 0
    for _ in range(1500):
        damaged = bytearray(content)
        for _ in range(chosen.choice([1, 1, 1, 4])):
            # The header is short, and more can go wrong there.
            place = chosen.randrange(chosen.choice([20, len(damaged)]))
            damaged[place] = chosen.choice([0, 1, 127, 255, damaged[place] ^ 1 << chosen.randrange(8)])
        try:
            other = sets.from_bytes(bytes(damaged))
        except FileError:
            refused += 1
        else:
            assert len(other.members(0, 70000)) == len(other)
    assert refused > 500


@pytest.mark.parametrize("length", [0, 3, 19, 20, 24, 100, -16, -1])
def test_pieces_of_a_set_are_refused(content: bytes, length: int) -> None:
    with pytest.raises(FileError, match="a damaged set of shapes"):
        sets.from_bytes(content[:length])


def test_more_than_a_set_is_refused(content: bytes) -> None:
    for more in (b"\0", b"\0" * 16, content):
        with pytest.raises(FileError, match="a damaged set of shapes"):
            sets.from_bytes(content + more)


@pytest.mark.parametrize(
    "header",
    [
        (b"SWS2", 4, 2, 2, 0),
        (b"SWS1", 4, 2, 2, 0),
        (b"SWS1", 1 << 31, 2, 0, 0),
        (b"SWS1", 4, (1 << 32) - 1, 0, 0),
        (b"SWS1", 1 << 16, 1 << 16, 0, 0),
        (b"SWS1", 10, 4, 0, 0),
        (b"SWS1", 4, 2, (1 << 32) - 1, 0),
        (b"SWS1", 4, 2, 0, (1 << 32) - 1),
    ],
)
def test_headers_that_cannot_be(header: tuple[bytes, int, int, int, int]) -> None:
    with pytest.raises(FileError, match="a damaged set of shapes"):
        sets.from_bytes(struct.pack("<4sIIII", *header))


def test_a_diagram_of_other_words_is_refused() -> None:
    diagram = sample_data.diagram(product(range(4), repeat=4), 4)
    assert len(sets.set_of(QUAD1, diagram)) == 256
    for configuration in (QUAD2, HEX1):
        with pytest.raises(ValueError, match="damaged"):
            sets.set_of(configuration, diagram)
    with pytest.raises(ValueError, match="damaged"):
        sets.set_of(QUAD1, Diagram(diagram.nodes, 2))


def test_there_are_always_some_nodes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert native.most_nodes() > 1 << 16
    for available, nodes in [(None, 1 << 31), (1, 1 << 16), (1 << 50, 1 << 31), (100 << 20, 1 << 20)]:
        monkeypatch.setattr("shapewright.shapez.native.available_memory", lambda available=available: available)
        assert native.most_nodes() == nodes
