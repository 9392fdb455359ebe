"""Check the totals of a configuration in a second way: random words, judged one by one, against the set of all shapes.

    .venv/bin/python data/totals.py dec3 --words 4194304

Finds all shapes as 'shapewright shapez search dec3 --only total' does, then draws words of parts and judges each from
the halves and the pin-push-essential shapes alone (tests/reference/shapez/sampled.py). Prints the estimate of the
number of all shapes beside the exact one, and how small a share of shapes, missing or wrong, would have been noticed.
Ends with exit code 1 if anything disagrees. dec3 takes two minutes and 3 GB, hex5 ten minutes and 9 GB.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.reference.shapez.sampled import sampled

from shapewright.jobs import Budget, Folder
from shapewright.shapez import Configuration
from shapewright.shapez.data import closure
from shapewright.shapez.data.packed import Packed
from shapewright.shapez.data.sets import batches, from_bytes, half_set, to_bytes
from shapewright.shapez.verdicts.verdicts import Verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.jobs.large import Large
    from shapewright.shapez.native import ShapezSet


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("configuration", type=Configuration.from_name)
    parser.add_argument("--words", type=int, default=1 << 22, help="how many words to draw")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args()
    configuration = options.configuration
    with tempfile.TemporaryDirectory() as place:
        halves, full, essential = everything(configuration, Folder(place), options.threads)
    keys = np.concatenate([np.asarray(batch, np.uint32) for batch in batches(halves)])
    packed = Packed(configuration)
    pins = np.concatenate(
        [np.empty(0, np.uint64), *(batch[packed.canonical(batch) == batch] for batch in batches(essential))]
    )
    print(f"{configuration}: {len(keys):,} halves, {len(pins):,} pin-push-essential shapes", flush=True)
    verdicts = Verdicts(configuration, keys, np.sort(pins))
    found = sampled(configuration, full, verdicts, options.words, options.seed, options.threads)
    number, error = found.estimate
    print(f"all shapes in every orientation: {len(full):,}; by random words {number:,.0f} +- {error:,.0f}")
    print(f"{found.buildable:,} of {found.words:,} words can be built; {found.disagreeing:,} are judged differently")
    print(f"with 95 % a share of {found.noticed:.1e} of all shapes, missing or wrong, would have been noticed")
    return 1 if found.disagreeing or abs(number - len(full)) > 5 * error else 0


def everything(configuration: Configuration, folder: Folder, threads: int) -> tuple[ShapezSet, ShapezSet, ShapezSet]:
    """The halves, all shapes, and the pin-push-essential ones in every orientation."""

    def run(name: str, function: Any, tasks: Sequence[Any]) -> list[Any]:
        return [function(task, Budget(folder=folder)) for task in tasks]

    def load(large: Large) -> ShapezSet:
        return from_bytes(folder.fetch(large))

    start = None
    if configuration.parts == 4:  # of these operations on halves alone miss some
        from shapewright.shapez.data.halves import find_halves

        start = to_bytes(half_set(configuration, find_halves(configuration, threads=threads).keys))
    closed = closure.close(configuration, start, run, whole=True, threads=threads)
    essential = closure.not_stacked(configuration, closed, run, whole=True)
    return load(closed.halves), load(closed.full), load(essential)


if __name__ == "__main__":
    raise SystemExit(main())
