"""How many machines plans for given codes take, one process for all; figures for each code can be kept and compared.

python -m benchmarks.parts.shapez_codes FILE [--effort low] [--seed 0] [--every N] [--json OUT] [--against BEFORE]

A line of FILE is a code, and may have words before it; the first of them, if it is a number, is the limit of layers.
Codes that cannot be built are left out. ``--against`` names figures kept before with ``--json``, of which those of the
same codes are compared.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from pathlib import Path
from typing import Any

from shapewright.shapez.plans import plan


def codes_of(file: Path) -> list[tuple[str, int | None]]:
    """The codes in a file, each with its limit of layers if one is stated; a code counts once."""
    found: dict[tuple[str, int | None], None] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        found[words[-1], int(words[0]) if words[0].isdigit() else None] = None
    return list(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--effort", default="low")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--every", type=int, default=1, metavar="N", help="every Nth code only")
    parser.add_argument("--json", type=Path, metavar="OUT", help="keep the figures of each code there")
    parser.add_argument("--against", type=Path, metavar="BEFORE", help="compare with figures kept before")
    parser.add_argument("--least", action="store_true", help="with --json: keep the lesser of both figures")
    asked = parser.parse_args()
    before: dict[str, Any] = json.loads(asked.against.read_text()) if asked.against else {}
    figures: dict[str, Any] = {}
    for code, layers in codes_of(asked.file)[:: asked.every]:
        start = time.process_time()
        found = plan(code, layers=layers, effort=asked.effort, seed=asked.seed, table=False)
        seconds = time.process_time() - start
        if found is not None:
            figures[f"{layers or ''} {code}".strip()] = [found.cost, found.lower_bound, round(seconds, 3)]
    report(figures, before)
    if asked.json is not None:
        kept = dict(figures)
        if asked.least:
            kept |= {code: old for code, old in before.items() if code not in kept or old[0] < kept[code][0]}
        asked.json.write_text(json.dumps(kept, indent=0) + "\n", encoding="utf-8")


def report(figures: dict[str, Any], before: dict[str, Any]) -> None:
    """Print sums, means and times, and what became of the figures before."""
    costs, bounds, times = zip(*figures.values(), strict=True)
    print(f"{len(costs):,} codes: {sum(costs):,} machines (mean {statistics.mean(costs):.2f}, most {max(costs)})")
    proven = sum(cost == bound for cost, bound in zip(costs, bounds, strict=True))
    print(f"bounds: mean {statistics.mean(bounds):.2f}; proven minimal: {proven:,}")
    print(f"processor seconds: mean {statistics.mean(times):.3f}, median {statistics.median(times):.3f}, "
          f"worst {max(times):.3f}")  # fmt: skip
    both = [(figures[code][0], before[code][0]) for code in figures if code in before]
    if both:
        now, then = map(sum, zip(*both, strict=True))
        better = sum(one < other for one, other in both)
        worse = sum(one > other for one, other in both)
        print(f"{len(both):,} codes measured before: {then:,} -> {now:,} machines ({now / then:.4f}); "
              f"{better:,} better, {worse:,} worse")  # fmt: skip


if __name__ == "__main__":
    main()
