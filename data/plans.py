"""Make the plans that ship with the package: cheap plans for halves, and what is known about whole shapes.

    .venv/bin/python data/plans.py            all of them, into src/shapewright/shapez/data_files
    .venv/bin/python data/plans.py --check    make them, and compare with the files that are there
    .venv/bin/python data/plans.py quad2      only this one

Takes two hours of one processor (quad5 and hex4 a few minutes of it) and up to 8 GB, and says how many seconds each
part took.
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
from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.source import load
from shapewright.shapez.plans.engine import NUMBERED
from shapewright.shapez.plans.known.library import HALVES, LEAST, Library, filtered, read, write
from shapewright.shapez.verdicts.verdicts import Verdicts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from shapewright.shapez.plans.known.library import Machine

FOLDER = Path(__file__).parent.parent / "src" / "shapewright" / "shapez" / "data_files"


@dataclass(frozen=True)
class Recipe:
    """What ships for a configuration."""

    proven: int
    """All plans of so many machines are looked at,"""
    narrow: tuple[tuple[int, int], ...]
    """and those of so many with no more than so many shapes to be taken later at any time."""
    joined: int
    """The cost up to which halves are joined."""
    polish: int
    """Machines tried out for each half."""
    seeds: int
    """How often all halves are planned anew. A goal takes the two plans for its halves that share most, so it matters
    that there are many."""
    every_shape: bool
    """Whether there ships a plan for every shape, or filters of those that few machines make."""
    most: int = 2**64 - 1
    """The number of halves that plans ship for, the cheapest ones."""
    plans: int = 12
    """How many plans a half has at most."""
    lower: str = ""
    """The configuration of a lower limit whose plans for halves are known beforehand, those that hold."""
    reached: int = 0
    """Of how many machines all plans are looked at for filters alone, where plans for halves come from elsewhere."""


SHIPPED = {
    "quad2": Recipe(11, ((12, 3), (13, 2)), 20, 200_000, 4, every_shape=True),
    "quad4": Recipe(9, ((10, 2),), 17, 10_000, 14, every_shape=False),
    "quad5": Recipe(0, (), 9, 5_000, 1, every_shape=False, most=14_000, plans=8, lower="quad4", reached=7),
    "hex4": Recipe(0, (), 8, 5_000, 1, every_shape=False, most=12_000, plans=1, reached=7),
}
"""Of quad5 and hex4 fewer plans are looked at, for there are more, and plans ship for some halves only."""
STACKED = 6
"""The cost up to which cheap shapes are stacked on joined halves."""
ALL_JOINED = 40
"""The cost up to which halves are joined in the end, for those that nothing cheaper leads to."""
SLACK = 1
"""How many machines a plan for a half may have more than the cheapest for it."""
BITS = 20
"""Bits of a filter for each shape; one in seven thousand others is let through."""
MANY_BITS = 16
"""The same for more than half a million shapes: one in seventeen hundred."""

NEAR = 25
"""Of the shapes with one half of a goal, how many of the cheapest are tried for the one operand of a swapper."""
ROUNDS = 24
"""How often plans are put together from others, each time by another seed, and those of one round are there for the
next."""
POLISH = 400_000
"""Machines tried out for each plan that is put together."""


def made(name: str) -> Library:
    configuration, recipe = Configuration.from_name(name), SHIPPED[name]
    parts, layers = configuration.parts, configuration.layers
    clock = _Clock(name)
    plans: Plans = {}
    tables: list[Table] = []
    shapes = least = None
    for machines, widest in (*reversed(recipe.narrow), *([(recipe.proven, 0)] if recipe.proven else [])):
        found = _core.shapez_all_plans(parts, layers, machines, widest, None, -1.0)
        assert found is not None
        shapes, least, steps, halves, sets = found
        if recipe.every_shape:  # halves are for what several goals share only
            assert steps is not None
            plans |= unpacked(shapes, *steps)
        else:
            tables.append(dict(zip(HALVES, halves, strict=True)))
        clock.says(f"{len(shapes):,} shapes of up to {machines} machines, {sum(sets):,} sets remembered")
    if recipe.lower:
        tables.append(holding(configuration, read(FOLDER / f"{recipe.lower}_plans.h5").halves))
        clock.says(f"{len(tables[0]['key']):,} plans of {recipe.lower} hold")
    looked_at = tables[:]
    for seed in range(recipe.seeds):
        tables.append(planned(configuration, looked_at, recipe.joined, recipe, seed))
        table = put_together(tables, 0, 1)
        clock.says(f"{len(table['key']):,} halves of {_mean(table):.2f} machines each")
    if recipe.proven:  # for all halves
        tables.append(planned(configuration, tables, ALL_JOINED, recipe, recipe.seeds))
    halves = put_together(tables, SLACK, recipe.plans)
    clock.says(f"{len(halves['key']):,} plans for {len(np.unique(halves['key'])):,} halves")
    if shapes is None or least is None:
        filters = reached(configuration, recipe.reached)
        clock.says(f"filters of the shapes of up to {recipe.reached} machines")
        return Library(configuration, halves, filters)
    if recipe.every_shape:
        further(configuration, halves, plans, recipe.proven + 1)
        counts = np.bincount([len(machines) for machines in plans.values()])
        clock.says(f"{', '.join(map(str, counts))} shapes of 0, 1, ... machines")
        return Library(configuration, halves, least=packed_plans(plans), proven=recipe.proven)
    ring = Packed(configuration)
    treated = np.unique(least_images(ring, np.concatenate([ring.push_pin(shapes), ring.crystal(shapes)])))
    treated = treated[~np.isin(treated, shapes)]
    by_machines = [shapes[least == machines] for machines in range(recipe.proven + 1)]
    clock.says(f"{', '.join(str(len(some)) for some in (*by_machines, treated))} shapes of 0, 1, ... machines, treated")
    filters = [_filter(some) for some in (*by_machines, treated)]
    return Library(configuration, halves, tuple(filters[:-1]), filters[-1])


def reached(configuration: Configuration, machines: int) -> tuple[NDArray[np.uint8], ...]:
    """For each number of machines a filter of the shapes that take as many."""
    found = _core.shapez_all_plans(configuration.parts, configuration.layers, machines, 0, None, -1.0)
    assert found is not None
    shapes, least, *_ = found
    return tuple([_filter(shapes[least == number]) for number in range(machines + 1)])


def least_images(ring: Packed, shapes: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """What stands for shapes in the files: the least of each one's images under mirror and half turn."""
    sides = [shapes, ring.mirror(shapes)]
    images = [*sides, *(ring.rotate(side, ring.configuration.half_parts) for side in sides)]
    least: NDArray[np.uint64] = np.stack(images).min(axis=0)
    return least


def _filter(shapes: NDArray[np.uint64]) -> NDArray[np.uint8]:
    bits = filtered(shapes.tolist(), MANY_BITS if len(shapes) > 500_000 else BITS)
    return np.frombuffer(bits, dtype=np.uint8)


class _Clock:
    """Says what was done, and how many processor seconds it took."""

    def __init__(self, name: str) -> None:
        self._name, self._last = name, time.process_time()

    def says(self, what: str) -> None:
        now = time.process_time()
        print(f"{self._name}: {what}, {now - self._last:.0f} s", flush=True)
        self._last = now


Table = dict[str, "NDArray[Any]"]
"""Plans for halves, by the names in HALVES."""


def planned(configuration: Configuration, known: list[Table], joined: int, recipe: Recipe, seed: int) -> Table:
    found = _core.shapez_half_plans(
        configuration.parts,
        configuration.layers,
        *_columns(put_together(known, 0, 1)),
        recipe.polish,
        joined,
        STACKED,
        recipe.proven,
        recipe.most,
        seed,
        None,
        -1.0,
    )
    assert found is not None
    return dict(zip(HALVES, found, strict=True))


def holding(configuration: Configuration, lower: Mapping[str, Any]) -> Table:
    """Plans for halves by a lower limit that are plans by this one: what they stack and push is not cut off."""
    ring = Packed(configuration)
    columns = {name: np.asarray(lower[name]).tolist() for name in HALVES}
    machines = list(zip(columns["machine"], columns["first"], columns["second"], strict=True))
    known = [_makes(ring, *machine) for machine in machines]
    raw = (4**configuration.parts - 1) // 3
    bounds = zip(columns["start"][:-1], columns["start"][1:], strict=True)
    kept: list[tuple[int, int, list[Machine]]] = []
    for key, whole, (begin, end) in zip(columns["key"], columns["whole"], bounds, strict=True):
        numbers, there = columns["steps"][begin:end], {0, raw}
        steps: list[Machine] = []
        while ready := [n for n in numbers if machines[n] not in steps and {*machines[n][1:]} <= there]:
            for number in ready:
                steps.append(machines[number])
                there.update(known[number])
        if whole in there and len(steps) == len(numbers):
            kept.append((key, whole, steps))
    return _table(kept)


def _makes(ring: Packed, machine: int, first: int, second: int) -> tuple[int, ...]:
    match NUMBERED[machine]:
        case "rotate-cw":
            return (ring.rotate(first, 1),)
        case "rotate-ccw":
            return (ring.rotate(first, -1),)
        case "rotate-180":
            return (ring.rotate(first, ring.configuration.half_parts),)
        case "push-pin":
            return (ring.push_pin(first),)
        case "crystal":
            return (ring.crystal(first),)
        case "stack":
            return (ring.stack(first, second),)
        case "cut":
            return ring.cut(first)
        case _:
            return ring.swap(first, second)


def put_together(tables: list[Table], slack: int, most: int) -> Table:
    """Of each half the cheapest plans, ``most`` of them and of ``slack`` machines more than the cheapest."""
    plans: dict[int, dict[frozenset[Machine], int]] = {}
    for table in tables:
        machines = list(zip(*(table[name].tolist() for name in HALVES[:3]), strict=True))
        rows = zip(*(column.tolist() for column in (table["key"], table["whole"], table["start"][:-1])), strict=True)
        for (key, whole, begin), end in zip(rows, table["start"][1:].tolist(), strict=True):
            steps = frozenset(machines[number] for number in table["steps"][begin:end].tolist())
            plans.setdefault(key, {}).setdefault(steps, whole)
    rows = []
    for key in sorted(plans):
        cheapest = sorted(plans[key].items(), key=lambda plan: (len(plan[0]), plan[1], sorted(plan[0])))
        for steps, whole in cheapest[:most]:
            if len(steps) > len(cheapest[0][0]) + slack:
                break
            rows.append((key, whole, sorted(steps)))
    return _table(rows)


def _table(rows: Iterable[tuple[int, int, Sequence[Machine]]]) -> Table:
    """The columns of plans: the key of each half, a shape with it, and machines; keys ascending."""
    numbers: dict[Machine, int] = {}
    keys, wholes, start, steps_of = [], [], [0], []
    for key, whole, steps in rows:
        keys.append(key)
        wholes.append(whole)
        steps_of += sorted(numbers.setdefault(machine, len(numbers)) for machine in steps)
        start.append(len(steps_of))
    table = np.array(list(numbers), dtype=np.uint64).reshape(-1, 3)
    columns = (table[:, 0], table[:, 1], table[:, 2], keys, wholes, start, steps_of)
    types = (np.uint8, np.uint64, np.uint64, np.uint32, np.uint64, np.uint32, np.uint32)
    return {
        name: np.ascontiguousarray(column, dtype=kind)
        for name, column, kind in zip(HALVES, columns, types, strict=True)
    }


def _columns(table: Table) -> list[Any]:
    return [table[name] for name in HALVES]


def _mean(table: Table) -> float:
    return len(table["steps"]) / len(table["key"])


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


def further(configuration: Configuration, halves: Table, plans: Plans, minimal: int) -> None:
    """Adds plans for shapes that lack one of ``minimal`` machines: a machine more than what is known, polished."""
    ring = Packed(configuration)
    values = np.arange(1, 1 << 2 * configuration.cells, dtype=np.uint64)
    values = values[Verdicts.of(load(configuration, "pp")).ways(values) != 0]
    shapes = values[values == least_images(ring, values)].tolist()
    left = [shape for shape in shapes if shape not in plans or len(plans[shape]) > minimal]
    for round_ in range(ROUNDS):
        more = _one_more(ring, _everywhere(ring, plans), left)
        for goal in left:
            found = _polished(configuration, halves, goal, more.get(goal, ()), round_)
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
            offer(int(out[row]), (NUMBERED.index(machine), shape, second), [known[shape]])
    by_east: dict[int, list[int]] = {}
    by_west: dict[int, list[int]] = {}
    for shape, east, west in zip(shapes.tolist(), easts.tolist(), wests.tolist(), strict=True):
        by_east.setdefault(east, []).append(shape)
        by_west.setdefault(west, []).append(shape)
    for table in (by_east, by_west):
        for half_of, found in table.items():
            table[half_of] = sorted(found, key=lambda shape: (len(known[shape]), shape))[:NEAR]
    swap, every_east = NUMBERED.index("swap"), _east(ring)
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
    configuration: Configuration, halves: Table, goal: int, steps: Iterable[Machine], seed: int
) -> list[Machine]:
    known = [(*machine, 0, 0) for machine in sorted(steps)]
    found = _core.shapez_plain_plan(
        configuration.parts, configuration.layers, [goal], known, *_columns(halves), POLISH, seed, None, -1.0
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
        and (one.treated is None) == (other.treated is None)
        and (one.treated is None or np.array_equal(one.treated, other.treated))
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
