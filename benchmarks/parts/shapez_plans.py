"""How good plans are: shares proven optimal, gaps to the proven bounds, times; on seeded random shapes.

python -m benchmarks.parts.shapez_plans quad4 1000 [effort [seed]]   1,000 uniformly random buildable shapes
python -m benchmarks.parts.shapez_plans quad2 all [effort]           every shape up to rotation and reflection

The random shapes are those of shapez.random: kinds only, that is parts of one type without paint, and crystals of one
colour. With --compare every plan is also made as before there were plans for halves and polishing.
"""

from __future__ import annotations

import statistics
import sys
import time

from shapewright.shapez.data.configuration import Configuration
from shapewright.shapez.data.random import random
from shapewright.shapez.data.source import load
from shapewright.shapez.plans import plan
from shapewright.shapez.plans.engine import Planner
from shapewright.shapez.problem import Effort
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts.verdicts import Verdicts


def every_shape(configuration: Configuration) -> list[Shape]:
    """All canonical buildable shapes, found by trying all packed values: for small configurations."""
    import numpy as np

    from shapewright.shapez.data.packed import Packed

    packed = Packed(configuration)
    values = np.arange(1, 1 << 2 * configuration.cells, dtype=np.uint64)
    values = values[packed.canonical(values) == values]
    verdicts = Verdicts.of(load(configuration, "pp"))
    return [Shape.from_packed(int(value), configuration.parts) for value in values[verdicts.ways(values) != 0]]


def taken_apart(shape: Shape, configuration: Configuration) -> int:
    """The machines of a plan by taking the shape apart alone, without plans for halves and without polishing."""
    steps = Planner(configuration, load(configuration, "pp")).find([shape], effort=Effort(250, 40, 0, 0))
    assert steps is not None
    return len(steps)


def main() -> None:
    name, how_many, *rest = sys.argv[1:] or ["quad4", "100"]
    compared = "--compare" in rest
    effort, *seeds = [word for word in rest if word != "--compare"] or ["low"]
    seed = int(seeds[0]) if seeds else 1
    configuration = Configuration.from_name(name)
    if how_many == "all":
        shapes = every_shape(configuration)
    else:
        shapes = [shape for shape in random(configuration, seed=seed, limit=int(how_many)) if shape.height]
    data = load(configuration, "pp")
    costs, bounds, gaps, times, before, proven = [], [], [], [], [], 0
    for shape in shapes:
        start = time.process_time()
        found = plan(shape, layers=configuration.layers, data=data, effort=effort, table=False)
        times.append(time.process_time() - start)
        costs.append(found.cost)
        bounds.append(found.lower_bound)
        gaps.append((found.cost - found.lower_bound) / found.cost if found.cost else 0.0)
        proven += found.optimal
        if compared:
            before.append(taken_apart(shape, configuration))
    print(f"{len(shapes):,} shapes of {name}{'' if how_many == 'all' else f', seed {seed}'}, effort {effort}")
    print(f"proven optimal: {proven:,} ({100 * proven / len(shapes):.1f} %)")
    print(
        f"gap to the proven bound: median {100 * statistics.median(gaps):.1f} %, "
        f"mean {100 * statistics.mean(gaps):.1f} %"
    )
    print(f"machines: mean {statistics.mean(costs):.2f}, most {max(costs)}; bound: mean {statistics.mean(bounds):.2f}")
    if before:
        print(f"the same shapes by taking apart alone: mean {statistics.mean(before):.2f}, most {max(before)}")
    print(f"processor seconds a plan: median {statistics.median(times):.3f}, worst {max(times):.3f}")


if __name__ == "__main__":
    main()
