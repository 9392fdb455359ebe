"""One search, or many verdicts, in a process of its own; prints what was found and what the call took, as JSON.

``wall`` and ``seconds`` (of the processor) are those of the call alone, with all modules loaded.
"""

from __future__ import annotations

import json
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Answer = dict[str, Any]


def search(name: str, *, only: str, threads: int) -> Answer:
    """A search from nothing."""
    from shapewright.shapez import Configuration
    from shapewright.shapez.data.search import search as find

    find(Configuration(4, 1), threads=threads)  # every module is loaded now
    configuration = Configuration.from_name(name)
    before = _now()
    data = find(configuration, only, threads=threads)  # type: ignore[arg-type]
    return {
        **_since(before),
        "halves": len(data.halves),
        "pp_essential": None if data.pin is None else len(data.pin),
        "total": data.counts.get("total"),
        "oriented_total": data.counts.get("oriented_total"),
        "nodes": None if data.full is None else len(data.full),
    }


def verdicts(name: str, *, shapes: int, threads: int) -> Answer:
    """Verdicts on an array of packed shapes: members, and as many of which some cannot be built."""
    import numpy as np

    from shapewright.shapez import Configuration
    from shapewright.shapez.data.packed import Packed
    from shapewright.shapez.data.sets import set_of
    from shapewright.shapez.data.source import load
    from shapewright.shapez.verdicts.buildable import buildable_many

    configuration = Configuration.from_name(name)
    data = load(configuration, "full")
    assert data.full is not None
    every = set_of(configuration, data.full)
    # In these two parts are changed, and what then falls has fallen.
    members = every.sample(1, shapes - shapes // 2)
    rng = np.random.default_rng(1)
    changed = members[: shapes // 2].copy()
    for _ in range(2):
        places = rng.integers(0, configuration.cells, len(changed)).astype(np.uint64) * np.uint64(2)
        changed ^= rng.integers(0, 4, len(changed)).astype(np.uint64) << places
    asked = np.concatenate([members, Packed(configuration).gravity(changed)])
    rng.shuffle(asked)
    buildable_many(asked[:1000], configuration, threads=threads)
    before = _now()
    truths = buildable_many(asked, configuration, threads=threads)
    answer = _since(before)
    return {
        **answer,
        "buildable": int(np.count_nonzero(truths)),
        "right": bool(np.array_equal(truths, every.contains(asked) != 0)),
    }


def _now() -> tuple[float, float]:
    return time.perf_counter(), time.process_time()


def _since(before: tuple[float, float]) -> Answer:
    wall, cpu = _now()
    return {"wall": wall - before[0], "seconds": cpu - before[1]}


TASKS: dict[str, Callable[..., Answer]] = {"search": search, "verdicts": verdicts}

if __name__ == "__main__":
    task, name, options = sys.argv[1:]
    print(json.dumps(TASKS[task](name, **json.loads(options))))
