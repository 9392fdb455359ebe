"""The halves: published numbers, the slow twin, and the proof of every half, by packed operations and by the rules."""

from __future__ import annotations

import dataclasses
import random

import numpy as np
import pytest
from hypothesis import event, given, settings
from hypothesis import strategies as st
from tests.reference.shapez.brute_force import buildable
from tests.reference.shapez.half_steps import HalfStep, replay
from tests.shapez.random_shapes import packed_shapes
from tests.shapez.test_published import PUBLISHED

from shapewright.errors import ProblemError, StoppedError
from shapewright.jobs import Budget
from shapewright.shapez import rules
from shapewright.shapez.data.configuration import CONFIGURATIONS, Configuration
from shapewright.shapez.data.halves import HalfOperation, find_halves, follows, precedes
from shapewright.shapez.data.known_shapes import HalfTable
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.shape import Shape

LARGE = {"quad7", "hex5", "dec3"}


def named(name: str) -> tuple[Configuration, HalfTable]:
    configuration = Configuration.from_name(name)
    return configuration, find_halves(configuration)


def canonical_count(configuration: Configuration, keys: np.ndarray) -> int:
    return int(np.count_nonzero(keys <= Packed(configuration).reflect_half(keys)))


@pytest.mark.parametrize("name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in PUBLISHED])
def test_published_numbers_come_out_and_every_half_is_proven(name: str) -> None:
    configuration, table = named(name)
    assert len(table) == PUBLISHED[name].halves
    canonical = 0
    for start in range(0, len(table), 1 << 22):  # in slices, which need less memory
        rows = slice(start, start + (1 << 22))
        canonical += canonical_count(configuration, table.keys[rows])
        assert follows(configuration, table, rows).all()
        assert precedes(table, rows).all()
    assert canonical == PUBLISHED[name].halves_canonical


@pytest.mark.parametrize("name", ["quad1", "quad2", "hex1"])
def test_the_slow_twin_finds_the_same_halves(name: str) -> None:
    configuration, table = named(name)
    halves = Packed(configuration).from_half_key(table.keys).tolist()
    assert set(halves) == buildable(configuration.parts, configuration.layers).halves


@pytest.mark.slow
@pytest.mark.parametrize("name", ["quad3", "hex2"])
def test_the_slow_twin_finds_the_same_halves_of_larger_shapes(name: str) -> None:
    test_the_slow_twin_finds_the_same_halves(name)


def half_of(configuration: Configuration, key: int) -> Shape:
    """The half with that key, read layer by layer."""
    parts, half = configuration.parts, configuration.half_parts
    rows = [key >> 2 * half * layer & (1 << 2 * half) - 1 for layer in range(configuration.layers)]
    return Shape.from_packed(sum(row << 2 * parts * layer for layer, row in enumerate(rows)), parts)


def key_of(configuration: Configuration, half: Shape) -> int:
    """The key of a shape without a west."""
    return sum(
        half.kind(layer, column) << 2 * (layer * configuration.half_parts + column)
        for layer in range(configuration.layers)
        for column in range(configuration.half_parts)
    )


def followed_by_the_rules(configuration: Configuration, step: HalfStep) -> Shape:
    """The half that a step makes, by rules.py alone."""
    parts, layers, half = configuration.parts, configuration.layers, configuration.half_parts

    def shape(key: int) -> Shape:
        return half_of(configuration, key)

    def joined() -> Shape:
        east, west = rules.swap(shape(step.first), rules.rotate(shape(step.second), half))
        assert west == Shape(parts)
        return east

    match step.operation:
        case HalfOperation.SEED:
            return shape(step.key)
        case HalfOperation.PUSH_PIN:
            return rules.push_pin(shape(step.first), layers)
        case HalfOperation.STACK_PIECE:
            return rules.stack(shape(step.first), shape(step.second), layers)
        case HalfOperation.CUT:
            return rules.half_destroy(rules.rotate(joined(), step.steps))
        case HalfOperation.PIN_CUT:
            return rules.half_destroy(rules.rotate(rules.push_pin(joined(), layers), step.steps))
        case HalfOperation.STACK_ACROSS:
            below, wanted = rules.rotate(joined(), step.steps), shape(step.key)
            top = [["--"] * parts for _ in range(layers)]
            for column in range(parts):
                height = max((layer + 1 for layer in range(layers) if below.kind(layer, column)), default=0)
                for layer in range(layers):
                    if column >= half and layer >= height:
                        top[layer][column] = "Hu" if parts == 6 else "Cu"
                    if column < half and layer < wanted.height and not below.kind(layer, column):
                        top[layer][column] = wanted.layers[layer][column]
            return rules.half_destroy(rules.stack(below, Shape(parts, tuple(map(tuple, top))), layers))


@pytest.mark.parametrize(
    ("name", "most"), [("quad2", 200), ("quad3", 200), ("quad4", 100), ("quad5", 30), ("hex3", 30)]
)
def test_replayed_steps_follow_the_rules(name: str, most: int) -> None:
    configuration, table = named(name)
    for key in random.Random(name).sample(table.keys.tolist(), min(most, len(table))):
        steps = replay(configuration, key, table)
        made: dict[int, Shape] = {}
        for step in steps:
            first, second = step.operation.has_halves
            assert not first or step.first in made
            assert not second or step.second in made
            made[step.key] = followed_by_the_rules(configuration, step)
            assert made[step.key].packed() == Packed(configuration).from_half_key(step.key)
        assert steps[-1].key == key


@st.composite
def stacked_across(draw: st.DrawFn, configuration: Configuration) -> HalfStep:
    """A step of halves that might be, to a run beside the cut, to any half at all, or to what the step makes."""
    parts, layers, half = configuration.parts, configuration.layers, configuration.half_parts

    def some_half() -> int:
        shape = Shape.from_packed(draw(packed_shapes(configuration)), parts)
        return key_of(configuration, rules.half_destroy(shape))

    first, second, steps = some_half(), some_half(), draw(st.integers(0, parts - 1))
    step = HalfStep(some_half(), HalfOperation.STACK_ACROSS, first, second, steps)
    to = draw(st.sampled_from(["a run", "a run", "a run", "any half", "what it makes"]))
    if to == "a run":
        below = rules.rotate(Shape.from_packed(Packed(configuration).join(first, second), parts), steps)
        length, at_the_end = draw(st.integers(1, half)), draw(st.booleans())
        beside = half if at_the_end else parts - 1  # in the west: the run goes on there and may land on it
        height = max((layer + 1 for layer in range(layers) if below.kind(layer, beside)), default=0)
        key = key_of(configuration, below)
        for column in range(half - length, half) if at_the_end else range(length):
            place = 2 * (min(height, layers - 1) * half + column)
            key |= (key >> place & 3 == 0) << place
        return dataclasses.replace(step, key=key)
    if to == "what it makes":
        return dataclasses.replace(step, key=key_of(configuration, followed_by_the_rules(configuration, step)))
    return step


@pytest.mark.parametrize("configuration", CONFIGURATIONS, ids=str)
@settings(max_examples=25)
@given(data=st.data())
def test_what_is_stacked_across_the_cut_follows_the_rules(configuration: Configuration, data: st.DataObject) -> None:
    step = data.draw(stacked_across(configuration))
    made = followed_by_the_rules(configuration, step)
    event("a proof" if made == half_of(configuration, step.key) else "no proof")
    one = HalfTable(
        keys=np.array([step.key], np.uint32),
        op=np.array([step.operation], np.uint8),
        first=np.array([step.first], np.uint32),
        second=np.array([step.second], np.uint32),
        steps=np.array([step.steps], np.uint8),
        order=np.array([1], np.uint32),
    )
    assert follows(configuration, one).tolist() == [key_of(configuration, made) == step.key]


@pytest.mark.slow
def test_halves_that_are_stacked_across_the_cut_follow_the_rules() -> None:
    configuration, table = named("hex5")
    rows = np.flatnonzero(table.op == HalfOperation.STACK_ACROSS)
    assert len(rows)
    for row in np.random.default_rng(5).choice(rows, min(200, len(rows)), replace=False):
        columns = (table.first[row], table.second[row], table.steps[row])
        step = HalfStep(int(table.keys[row]), HalfOperation.STACK_ACROSS, *map(int, columns))
        assert followed_by_the_rules(configuration, step) == half_of(configuration, step.key)


def test_seeds_are_columns_of_normal_parts_and_crystals() -> None:
    configuration, table = named("quad3")
    seeds = table.keys[table.op == HalfOperation.SEED]
    assert len(seeds) == 15**2  # heights 0 to 3, two kinds of part
    for seed in seeds.tolist():
        shape = Shape.from_packed(Packed(configuration).from_half_key(seed), 4)
        for column in range(2):
            kinds = [shape.kind(layer, column) for layer in range(3)]
            filled = [kind for kind in kinds if kind]
            assert kinds[: len(filled)] == filled
            assert set(filled) <= {1, 3}


@pytest.mark.parametrize("name", ["quad5", "oct2"])
def test_the_table_does_not_depend_on_threads(name: str) -> None:
    configuration = Configuration.from_name(name)
    one, two = (find_halves(configuration, threads=threads) for threads in (1, 2))
    for column in vars(one):
        assert np.array_equal(getattr(one, column), getattr(two, column))


def changed(table: HalfTable, row: int, **values: int) -> HalfTable:
    columns = {name: getattr(table, name).copy() for name in values}
    for name, value in values.items():
        columns[name][row] = value
    return dataclasses.replace(table, **columns)


def test_a_false_step_is_seen() -> None:
    configuration, table = named("quad3")
    stacked = int(np.flatnonzero(table.op == HalfOperation.STACK_PIECE)[-1])
    cut = int(np.flatnonzero(table.op == HalfOperation.CUT)[-1])
    last = int(np.argmax(table.order))
    falsified = [
        (stacked, {"second": int(table.second[stacked]) ^ 3}),
        (stacked, {"first": int(table.first[stacked]) ^ 1}),
        (stacked, {"op": int(HalfOperation.SEED), "first": 0, "second": 0}),
        (stacked, {"op": 9}),
        (cut, {"steps": (int(table.steps[cut]) + 1) % 4, "second": 0}),
    ]
    for row, values in falsified:
        false = changed(table, row, **values)
        assert np.flatnonzero(~follows(configuration, false)).tolist() == [row]
        with pytest.raises(ProblemError):
            replay(configuration, int(table.keys[row]), false)
    assert not precedes(changed(table, last, first=int(table.keys[last])))[last]
    assert not precedes(changed(table, last, first=0b1111_0000_0000))[last]  # no half
    assert not precedes(changed(table, stacked, order=0))[stacked]


def test_a_stacked_half_must_come_from_one_piece() -> None:
    configuration, table = named("quad3")
    empty_below = int(np.flatnonzero((table.op == HalfOperation.STACK_PIECE) & (table.first == 0))[0])
    both = changed(table, empty_below, second=int(table.keys[empty_below]) | 0b1000)
    assert not follows(configuration, both)[empty_below]


def test_halves_that_are_none_are_not_replayed() -> None:
    configuration, table = named("quad3")
    with pytest.raises(ProblemError, match="half 240 is not among the 1796 halves"):
        replay(configuration, 0b1111_0000, table)


def test_a_search_is_stopped() -> None:
    budget = Budget()
    budget.stop[0] = 1
    with pytest.raises(StoppedError, match="hex4"):
        find_halves(Configuration(6, 4), budget=budget)
    with pytest.raises(StoppedError):
        find_halves(Configuration(6, 5), budget=Budget(seconds=0))


def test_progress_is_told_and_may_end_the_search() -> None:
    told: list[int] = []

    def progress(found: int) -> None:
        told.append(found)
        if len(told) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        find_halves(Configuration(6, 5), progress=progress)
    assert told == sorted(told)
    assert 0 < told[-1] < PUBLISHED["hex5"].halves


def test_a_seed_needs_no_other_half() -> None:
    configuration, table = named("hex1")
    assert replay(configuration, 0, table) == [HalfStep(0, HalfOperation.SEED, 0, 0, 0)]
