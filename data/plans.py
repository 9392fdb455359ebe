"""Make the plans that ship with the package: cheap plans for halves, and what is known about whole shapes.

    .venv/bin/python data/plans.py            all of them, into src/shapewright/shapez/data_files
    .venv/bin/python data/plans.py --check    make them, and compare with the files that are there
    .venv/bin/python data/plans.py quad2      only this one

Takes minutes of one processor and up to 4 GB, and says how many seconds each part took.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from shapewright import _core
from shapewright.errors import FileError
from shapewright.shapez.cache import load
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.packed import Packed
from shapewright.shapez.plan.library import HALVES, LEAST, Library, filtered, read, write
from shapewright.shapez.plan.native import MACHINES
from shapewright.shapez.verdicts import Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

    from shapewright.shapez.plan.library import Machine

FOLDER = Path(__file__).parent.parent / "src" / "shapewright" / "shapez" / "data_files"


@dataclass(frozen=True)
class Recipe:
    """What ships for a configuration."""

    joined: int
    """The cost up to which halves are joined."""
    polish: int
    """Machines tried out for each half."""
    reached: int | None = None
    """Filters for the shapes of so many machines."""
    least: int | None = None
    """Plans for all shapes: those of so many machines by looking at all plans,"""
    narrow: int = 0
    """and those of so many by looking at plans with few shapes to be taken later at any time."""


SHIPPED = {"quad2": Recipe(20, 200_000, least=10, narrow=13), "quad4": Recipe(14, 20_000, reached=8)}
BITS = {8: 10}
"""Bits of a filter for each shape, by machines; the few shapes of fewer machines have 16."""

WIDEST = 2
"""How many shapes are to be taken later at most, in those narrow plans."""
NEAR = 25
"""Of the shapes with one half of a goal, how many of the cheapest are tried for the one operand of a swapper."""
ROUNDS = 2
"""How often plans are put together from others, so that those of the first round are there for the second."""
POLISH = 100_000
"""Machines tried out for each plan that is put together."""


def made(name: str) -> Library:
    configuration, recipe = Configuration.from_name(name), SHIPPED[name]
    parts, layers = configuration.parts, configuration.layers
    started = time.process_time()
    columns = _core.shapez_half_plans(parts, layers, recipe.polish, recipe.joined, None, -1.0)
    assert columns is not None
    halves = dict(zip(HALVES, columns, strict=True))
    cost = len(halves["steps"]) / len(halves["key"])
    now = time.process_time()
    print(f"{name}: {len(halves['key']):,} halves of {cost:.2f} machines each, {now - started:.0f} s", flush=True)
    if recipe.least is not None:
        plans: Plans = {}
        for machines, widest in ((recipe.narrow, WIDEST), (recipe.least, 0)):
            found = _core.shapez_all_plans(parts, layers, machines, widest, None, -1.0)
            assert found is not None
            shapes, _, steps, _, sets = found
            assert steps is not None
            print(f"{name}: {sum(sets):,} sets remembered, {time.process_time() - now:.0f} s", flush=True)
            plans |= unpacked(shapes, *steps)
            now = time.process_time()
        further(configuration, halves, plans, recipe.least + 1)
        print(f"{name}: plans for the rest, {time.process_time() - now:.0f} s", flush=True)
        counts = np.bincount([len(machines) for machines in plans.values()])
        print(f"{name}: {', '.join(map(str, counts))} shapes of 0, 1, ... machines", flush=True)
        return Library(configuration, halves, least=packed_plans(plans), proven=recipe.least)
    assert recipe.reached is not None
    reached = _core.shapez_all_plans(parts, layers, recipe.reached, 0, None, -1.0)
    assert reached is not None
    shapes, least, _, _, sets = reached
    print(f"{name}: {', '.join(map(str, np.bincount(least)))} shapes of 0, 1, ... machines", flush=True)
    print(f"{name}: {sum(sets):,} sets remembered, {time.process_time() - now:.0f} s", flush=True)
    filters = (filtered(shapes[least == count], BITS.get(count, 16)) for count in range(recipe.reached + 1))
    return Library(configuration, halves, tuple(filters))


Plans = dict[int, "list[Machine]"]


def unpacked(shapes: Any, start: Any, machine: Any, first: Any, second: Any) -> Plans:
    """The plans that the engine found, by their shapes."""
    machines = list(zip(machine.tolist(), first.tolist(), second.tolist(), strict=True))
    rows = zip(shapes.tolist(), start[:-1].tolist(), start[1:].tolist(), strict=True)
    return {shape: machines[begin:end] for shape, begin, end in rows}


def packed_plans(plans: Plans) -> dict[str, NDArray[Any]]:
    """Plans as the columns of a file; each machine is there once."""
    machines = sorted({machine for steps in plans.values() for machine in steps})
    numbers = {machine: number for number, machine in enumerate(machines)}
    table = np.array(machines, dtype=np.uint32)
    shapes = sorted(plans)
    columns = (
        table[:, 0].astype(np.uint8),
        table[:, 1].astype(np.uint16),
        table[:, 2].astype(np.uint16),
        np.array(shapes, dtype=np.uint16),
        np.cumsum([0, *(len(plans[shape]) for shape in shapes)], dtype=np.uint32),
        np.array([numbers[machine] for shape in shapes for machine in plans[shape]], dtype=np.uint16),
    )
    return dict(zip(LEAST, columns, strict=True))


def further(configuration: Configuration, halves: dict[str, Any], plans: Plans, minimal: int) -> None:
    """Adds plans for shapes that lack one of ``minimal`` machines: a machine more than what is known, polished."""
    ring = Packed(configuration)
    values = np.arange(1, 1 << 2 * configuration.cells, dtype=np.uint64)
    values = values[Verdicts.of(load(configuration, "pp")).ways(values) != 0]
    images = np.stack([image(values) for image in _images(ring)])
    shapes = values[values == images.min(axis=0)].tolist()
    left = [shape for shape in shapes if shape not in plans or len(plans[shape]) > minimal]
    for _ in range(ROUNDS):
        more = _one_more(ring, _everywhere(ring, plans), left)
        for goal in left:
            found = _polished(configuration, halves, goal, more.get(goal, ()))
            if found and (goal not in plans or len(found) < len(plans[goal])):
                plans[goal] = found
    assert all(goal in plans for goal in left)


def _images(ring: Packed) -> list[Callable[[Any], Any]]:
    half = ring.configuration.half_parts
    return [
        lambda x: x,
        ring.mirror,
        lambda x: ring.rotate(x, half),
        lambda x: ring.rotate(ring.mirror(x), half),
    ]


def _everywhere(ring: Packed, plans: Plans) -> dict[int, frozenset[Machine]]:
    """Plans for the images of shapes too."""
    known = {}
    for number, image in enumerate(_images(ring)):
        for shape, steps in plans.items():
            shapes = image(np.array([shape, *(s for _, a, b in steps for s in (a, b))], dtype=np.uint64)).tolist()
            turned = [1 - machine if number & 1 and machine < 2 else machine for machine, _, _ in steps]
            known[shapes[0]] = frozenset(zip(turned, shapes[1::2], shapes[2::2], strict=True))
    return known


def _one_more(ring: Packed, known: dict[int, frozenset[Machine]], goals: list[int]) -> dict[int, frozenset[Machine]]:
    """For each goal the fewest machines that lead to it from known plans with one machine after them."""
    best: dict[int, frozenset[Machine]] = {}

    def offer(goal: int, machine: Machine, before: Iterable[frozenset[Machine]]) -> None:
        steps = frozenset([machine]).union(*before)
        if goal not in best or len(steps) < len(best[goal]):
            best[goal] = steps

    shapes = np.array(sorted(known), dtype=np.uint64)
    half = ring.configuration.half_parts
    raw = (4**ring.configuration.parts - 1) // 3
    easts, wests = ring.cut(shapes)
    wanted = np.array(goals, dtype=np.uint64)
    for machine, second, out in (
        ("rotate-cw", 0, ring.rotate(shapes, 1)),
        ("rotate-ccw", 0, ring.rotate(shapes, -1)),
        ("rotate-180", 0, ring.rotate(shapes, half)),
        ("push-pin", 0, ring.push_pin(shapes)),
        ("crystal", 0, ring.crystal(shapes)),
        ("cut", 0, easts),
        ("cut", 0, wests),
        ("stack", raw, ring.stack(shapes, np.full_like(shapes, raw))),
    ):
        for row in np.flatnonzero(np.isin(out, wanted)).tolist():
            shape = int(shapes[row])
            offer(int(out[row]), (MACHINES.index(machine), shape, second), [known[shape]])
    by_east: dict[int, list[int]] = {}
    by_west: dict[int, list[int]] = {}
    for shape, east, west in zip(shapes.tolist(), easts.tolist(), wests.tolist(), strict=True):
        by_east.setdefault(east, []).append(shape)
        by_west.setdefault(west, []).append(shape)
    for table in (by_east, by_west):
        for half_of, found in table.items():
            table[half_of] = sorted(found, key=lambda shape: (len(known[shape]), shape))[:NEAR]
    swap, every_east = MACHINES.index("swap"), _east(ring)
    for goal in goals:
        for a in by_east.get(goal & every_east, ()):
            for b in by_west.get(goal & ~every_east, ()):
                if max(len(known[a]), len(known[b])) + 1 < len(best.get(goal, range(99))):
                    offer(goal, (swap, a, b), [known[a], known[b]])
    return best


def _east(ring: Packed) -> int:
    parts, half, layers = ring.configuration.parts, ring.configuration.half_parts, ring.configuration.layers
    return sum(3 << 2 * (layer * parts + column) for layer in range(layers) for column in range(half))


def _polished(
    configuration: Configuration, halves: dict[str, Any], goal: int, steps: Iterable[Machine]
) -> list[Machine]:
    known = [(*machine, 0, 0) for machine in sorted(steps)]
    columns = [np.ascontiguousarray(halves[name]) for name in HALVES]
    found = _core.shapez_plain_plan(
        configuration.parts, configuration.layers, [goal], known, *columns, POLISH, 0, None, -1.0
    )
    return [(machine, first, second) for machine, first, second, _, _ in found]


def same(one: Library, other: Library) -> bool:
    def alike(some: Any, others: Any, names: Iterable[str]) -> bool:
        return all(np.array_equal(some[name], others[name]) for name in names)

    if (one.least is None) != (other.least is None) or one.proven != other.proven:
        return False
    return (
        one.configuration == other.configuration
        and alike(one.halves, other.halves, HALVES)
        and (one.least is None or alike(one.least, other.least, LEAST))
        and len(one.filters) == len(other.filters)
        and all(map(np.array_equal, one.filters, other.filters))
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("configurations", nargs="*", metavar="CONFIG", help="only these")
    options = parser.parse_args()
    if unknown := [name for name in options.configurations if name not in SHIPPED]:
        parser.error(f"{unknown[0]} does not ship; {' '.join(SHIPPED)} do")
    different = 0
    for name in options.configurations or SHIPPED:
        path = FOLDER / f"{name}_plans.h5"
        library = made(name)
        try:
            is_same = same(read(path), library)
        except FileError:
            is_same = False
        if not is_same and not options.check:
            write(path, library)
        different += not is_same
        print(f"{path.name}: {'as it was' if is_same else 'different' if options.check else 'written'}")
    return 1 if options.check and different else 0


if __name__ == "__main__":
    sys.exit(main())
