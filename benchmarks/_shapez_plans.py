"""How good plans are: shares proven optimal, gaps to the proven bounds, times; on seeded random shapes.

python benchmarks/_shapez_plans.py quad4 1000 [effort]     1,000 uniformly random buildable shapes
python benchmarks/_shapez_plans.py quad2 all [effort]      every shape up to rotation and reflection, kinds only
"""

from __future__ import annotations

import random
import statistics
import sys
import time

from shapewright.shapez.cache import load
from shapewright.shapez.configuration import Configuration
from shapewright.shapez.plan import plan
from shapewright.shapez.shape import Shape
from shapewright.shapez.verdicts import Verdicts


def every_shape(configuration: Configuration) -> list[Shape]:
    """All canonical buildable shapes, found by trying all packed values: for small configurations."""
    import numpy as np

    from shapewright.shapez.packed import Packed

    packed = Packed(configuration)
    values = np.arange(1, 1 << 2 * configuration.cells, dtype=np.uint64)
    values = values[packed.canonical(values) == values]
    verdicts = Verdicts.of(load(configuration, "pp"))
    return [Shape.from_packed(int(value), configuration.parts) for value in values[verdicts.ways(values) != 0]]


def random_shapes(configuration: Configuration, count: int, seed: int = 0) -> list[Shape]:
    """Two random halves side by side, in a random rotation: nearly uniform, for few shapes are not swappable."""
    keys = load(configuration, "pp").halves.keys
    from shapewright.shapez.packed import Packed

    packed, rng = Packed(configuration), random.Random(seed)
    shapes = []
    while len(shapes) < count:
        east, west = (int(packed.from_half_key(int(rng.choice(keys)))) for _ in range(2))
        whole = east | int(packed.rotate(west, configuration.half_parts))
        shape = Shape.from_packed(int(packed.rotate(whole, rng.randrange(configuration.parts))), configuration.parts)
        if shape.height:
            shapes.append(shape)
    return shapes


def main() -> None:
    name, how_many, *rest = sys.argv[1:] or ["quad4", "100"]
    effort = rest[0] if rest else "low"
    configuration = Configuration.from_name(name)
    data = load(configuration, "pp")
    shapes = every_shape(configuration) if how_many == "all" else random_shapes(configuration, int(how_many))
    costs, gaps, times, proven = [], [], [], 0
    for shape in shapes:
        start = time.perf_counter()
        found = plan(shape, layers=configuration.layers, data=data, effort=effort)
        times.append(time.perf_counter() - start)
        costs.append(found.cost)
        gaps.append((found.cost - found.lower_bound) / found.cost if found.cost else 0.0)
        proven += found.optimal
    print(f"{len(shapes):,} shapes of {name}, effort {effort}")
    print(f"proven optimal: {proven:,} ({100 * proven / len(shapes):.1f} %)")
    print(
        f"gap to the proven bound: median {100 * statistics.median(gaps):.1f} %, "
        f"mean {100 * statistics.mean(gaps):.1f} %"
    )
    print(f"machines: mean {statistics.mean(costs):.2f}, most {max(costs)}")
    print(f"seconds a plan: median {statistics.median(times):.3f}, worst {max(times):.3f}")


if __name__ == "__main__":
    main()
