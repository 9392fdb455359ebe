"""Shapez by the wire: the answers of the extension module to random calls."""

from __future__ import annotations

import random
from array import array
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from tests.bindings.problems import plain

from shapewright.errors import LimitError, ProblemError, StoppedError

Both = Callable[[Callable[[ModuleType], Any]], Any]

SIZES = [(4, 1), (4, 2), (4, 4), (6, 3), (8, 2)]
FREE = None, -1.0


def shapes(draw: random.Random, parts: int, layers: int, size: int) -> array[int]:
    """Any shapes at all, some mostly of crystals."""
    bits = 2 * parts * layers
    lower = sum(1 << 2 * cell for cell in range(parts * layers))
    values = (draw.getrandbits(bits) | draw.choice([0, (draw.getrandbits(bits) & lower) * 3]) for _ in range(size))
    return array("Q", values)


@pytest.mark.parametrize("size", SIZES)
def test_random_operations(both: Both, size: tuple[int, int]) -> None:
    draw = random.Random(sum(size))
    some, others = shapes(draw, *size, 300), shapes(draw, *size, 300)

    def operated(core: ModuleType) -> Any:
        packed = core.ShapezPacked(*size)
        ones = ["mirror", "canonical", "gravity", "is_stable", "push_pin", "crystallise", "cut", "split"]
        found: list[Any] = [packed.parts, packed.layers, packed.rotate(some, -5)]
        found += [getattr(packed, name)(some) for name in ones]
        found += [packed.swap(some, others), packed.stack(some, others), packed.mirror(array("Q"))]
        east, west = packed.split(some)
        return plain([*found, packed.join(east, west), packed.reflect_half(west)])

    assert len(both(operated)) > 10


def halves_of(core: ModuleType, parts: int, layers: int) -> Any:
    return core.shapez_halves(parts, layers, 1)


@pytest.mark.parametrize("size", [(4, 1), (4, 2), (4, 3), (6, 2)])
def test_halves_and_verdicts(both: Both, size: tuple[int, int]) -> None:
    draw = random.Random(sum(size))
    some = shapes(draw, *size, 200)

    def judged(core: ModuleType) -> Any:
        columns = halves_of(core, *size)
        verdicts = core.ShapezVerdicts.make(*size, columns[0], array("Q"))
        found: list[Any] = [columns, verdicts.ways(some, 1, None), verdicts.ways(some, 1, bytearray([1]))]
        for shape in some[:20]:
            found += [verdicts.base(shape), verdicts.halves(shape), verdicts.nearest_swappable(shape, 5)]
            found += [verdicts.at_distance(shape, 1, bytearray(1))]
        return plain(found)

    assert len(both(judged)) > 50


def test_random_plans(both: Both) -> None:
    draw = random.Random(4)
    for k in range(12):
        goal = bytes(draw.choice([0, 1, 9, 10, 50]) for _ in range(4 * (k % 2 + 1)))
        seed = draw.getrandbits(64)

        def planned(
            core: ModuleType, size: tuple[int, int] = (4, k % 2 + 1), goal: bytes = goal, seed: int = seed
        ) -> Any:
            columns = halves_of(core, *size)
            planner = core.ShapezPlanner(*size, *columns, array("Q"), array("Q"))
            options = 40, 5, 50, False, False, seed
            found = [planner.plan([goal], *options, *FREE), core.ShapezPlanner(*size).plan([goal], *options, *FREE)]
            del columns  # the planner keeps them
            return [*found, planner.plan([goal, goal[::-1]], 20, 2, 0, True, True, seed, bytearray(1), 60.0)]

        both(planned)


@pytest.mark.parametrize("goal", [bytes([1, 1, 0, 0]), bytes([1, 0, 0, 0]), bytes([1, 1, 1, 1, 1, 1, 1, 1])])
def test_least_machines(both: Both, goal: bytes) -> None:
    assert both(lambda core: core.shapez_exact_plan(4, 2, goal, 0, 6, 20000, *FREE))[2] > 0


def test_plans_of_kinds(both: Both) -> None:
    def planned(core: ModuleType) -> Any:
        made, least, plans, halves, sets = core.shapez_all_plans(4, 1, 3, 4, *FREE)
        better = core.shapez_half_plans(4, 1, *halves, 20, 2, 2, 2, 100, 1, *FREE)
        goals = [made.tolist()[-1]]
        return plain(
            [made, least, plans, halves, sets, better, core.shapez_plain_plan(4, 1, goals, [], *better, 20, 1, *FREE)]
        )

    found = both(planned)
    assert found[-1]
    assert found[-1][0][0] >= 0


@pytest.mark.parametrize("size", [(4, 1), (4, 2), (6, 1)])
def test_sets(both: Both, size: tuple[int, int]) -> None:
    parts, layers = size
    draw = random.Random(sum(size))
    some, masks = shapes(draw, *size, 100), [draw.randrange(1, 16) for _ in range(parts * layers)]

    def made(core: ModuleType) -> Any:
        limits = parts, 1 << 20, None, -1.0
        halves = core.shapez_closed_halves(parts, layers, None, 1 << 20)
        assert len(core.shapez_half_set(parts, layers, halves_of(core, *size)[0])) == len(halves)
        swappable = core.shapez_swappable(halves, None, *limits)
        stacked = core.shapez_stacked(swappable, None, *limits)
        pushed = core.shapez_pushed(stacked, stacked, *limits)
        all_of = [
            halves, swappable, stacked, pushed,
            core.shapez_union(stacked, pushed, *limits), core.shapez_difference(stacked, swappable, *limits),
            core.shapez_changed_by_stacking(swappable, None, *limits), core.shapez_cut(stacked, None, *limits),
            core.shapez_stacked_in(swappable, 0, *limits), core.shapez_rotated_enough(stacked, None, *limits),
            core.shapez_in_all_rotations(pushed, None, *limits),
            *core.shapez_slices(stacked, 3, *limits),
        ]  # fmt: skip
        found: list[Any] = [core.shapez_pin_parents(stacked, some, 1, 1 << 20)]
        found += [core.shapez_cut_parents(stacked, array("Q", [0, 1]), 1, 1 << 20)]
        for each in all_of:
            again = core.ShapezSet(each.columns, each.layers, each.nodes, each.root)
            found += [len(again), again.nodes, again.members(0, 20), again.columns]
        found += [
            stacked.matching(masks, 0, 10),
            stacked.count_matching(masks),
            stacked.count_canonical(),
            stacked.sample(3, 5),
        ]
        found += [[shape in stacked for shape in some], stacked.contains(some)]
        return plain(found + [stacked.nearest(shape, 4) for shape in some[:10]])

    assert len(both(made)) > 60


@pytest.mark.parametrize(
    "call",
    [
        lambda core: core.ShapezPacked(5, 9),
        lambda core: core.ShapezPacked(4, 1).mirror(array("Q", [1 << 60])),
        lambda core: core.ShapezPacked(4, 1).swap(array("Q", [1]), array("Q")),
        lambda core: core.ShapezPacked(4, 1).mirror(None),
        lambda core: core.ShapezVerdicts(),
        lambda core: core.ShapezVerdicts.make(4, 9, array("I"), array("Q")),
        lambda core: core.ShapezPlanner(4, 1, 2),
        lambda core: core.ShapezPlanner(4, 1).plan([bytes(33)], 1, 1, 1, False, False, 1, None, -1.0),
        lambda core: core.ShapezPlanner(4, 1).plan([bytes(4)], 1, 1, 1, False, False, 1 << 64, None, -1.0),
        lambda core: core.ShapezSet(4, 1, memoryview(array("I", [5, 5, 5, 5])).cast("B").cast("I", (1, 4)), 2),
        lambda core: core.shapez_stacked_in(core.shapez_closed_halves(4, 1, None, 1 << 20), 3, 4, 1 << 20),
        lambda core: core.shapez_stacked_in(None, 0, 4, 1 << 20),
        lambda core: core.shapez_exact_plan(4, 1, b"\1", 0, 3, -1, None, -1.0),
    ],
)
def test_errors_of_the_same_kind(both: Both, call: Any) -> None:
    kind, _ = both(call)
    assert kind in (TypeError, ProblemError)


def test_limits_and_stops_have_the_same_names(both: Both) -> None:
    kind, _ = both(lambda core: core.shapez_closed_halves(4, 3, None, 10))
    assert kind is LimitError
    kind, _ = both(lambda core: core.shapez_closed_halves(4, 4, None, 1 << 22, bytearray([1])))
    assert kind is StoppedError
    assert both(lambda core: core.shapez_halves(4, 3, 1, bytearray([1]))) is None
    assert both(lambda core: core.shapez_halves(4, 3, 1, None, -1.0, None)) is not None
