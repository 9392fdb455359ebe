"""How many puzzles without a tiling get a reason that a person can check: bags of small pieces drawn at random.

    python benchmarks/tiling_reasons.py [--bags 5000] [--seed 1] [--lines 20] [--seconds 0] [--json FILE]

A bag has pieces of one to five cells, each drawn evenly from all that there is still room for, until they have just the
area of a rectangle of 20 to 40 cells whose sides are at least 4. Bags that can be tiled are left out. Of the others the
report says how many get areas, colourings and the like, how many a board of numbers, how many numbers with trios, and
how many a proof of several lines; the times are processor seconds for everything after the search. With ``--seconds``
or Ctrl-C it ends sooner, and the bags drawn so far count. The file of ``--json`` is written as it goes along; a run
that finds it goes on from there.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from parts.report import heading, processor, remark

from shapewright import tiling
from shapewright.tiling.proof.finding import by_cases, by_numbers
from shapewright.tiling.search.instance import Cover, prepared

NAMES = ["I1", "I2", "I3", "L3", "I4", "O4", "T4", "S4", "L4", *[f"{letter}5" for letter in "FILNPTUVWXYZ"]]
AREA = range(20, 41)
SIDE = (4, 10)


def draw(random: Random) -> tiling.Problem:
    """A rectangle and a bag of its area."""
    width = height = 0
    while width * height not in AREA:
        width, height = random.randint(*SIDE), random.randint(*SIDE)
    left, names = width * height, list[str]()
    while left:
        names.append(random.choice([name for name in NAMES if int(name[1]) <= left]))
        left -= int(names[-1][1])
    pieces = ", ".join(f"{number}*{name}" for name, number in Counter(sorted(names)).items())
    return tiling.Problem.from_text(f"board {width}x{height}\npieces {pieces}")


def reason(problem: tiling.Problem) -> dict[str, Any]:
    """What kind of reason there is, its lines, and the time it took."""
    before = time.process_time()
    cover = prepared(problem)
    if not isinstance(cover, Cover):
        return {"kind": "areas, colourings", "lines": 1, "seconds": time.process_time() - before}
    proof = by_numbers(cover)
    kind = "numbers"
    if proof is not None and proof.trios:
        kind = "numbers and trios"
    if proof is None:
        proof, kind = by_cases(cover), "several lines"
    seconds = time.process_time() - before
    return {"kind": "none" if proof is None else kind, "lines": proof.lines if proof else None, "seconds": seconds}


def keep(file: Path, seed: int, drawn: int, found: list[dict[str, Any]]) -> None:
    """What a later run goes on from; the file is whole at any time."""
    beside = file.with_suffix(".part")
    beside.write_text(json.dumps({"seed": seed, "bags": drawn, "without": found}, indent=1))
    beside.replace(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bags", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--lines", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=0.0)
    parser.add_argument("--json", type=Path)
    asked = parser.parse_args()
    heading(f"Reasons why bags of small pieces have no tiling, on {processor()}")
    random, started, found, drawn = Random(asked.seed), time.monotonic(), list[dict[str, Any]](), 0
    if asked.json and asked.json.exists():
        before = json.loads(asked.json.read_text())
        if before["seed"] != asked.seed:
            parser.error(f"{asked.json} is of the seed {before['seed']}")
        drawn, found = before["bags"], before["without"]
        for _ in range(drawn):
            draw(random)
    try:
        while drawn < asked.bags and not 0 < asked.seconds < time.monotonic() - started:
            problem = draw(random)
            if tiling.first(problem) is None:
                found.append({"puzzle": problem.to_text(), **reason(problem)})
            drawn += 1
            remark(f"{drawn} bags, {len(found)} without a tiling")
            if asked.json and drawn % 10 == 0:
                keep(asked.json, asked.seed, drawn, found)
    except KeyboardInterrupt:
        pass  # what is there counts
    remark("")
    print(f"{drawn} bags, {len(found)} without a tiling")
    kinds = Counter(one["kind"] for one in found)
    for kind in ("areas, colourings", "numbers", "numbers and trios", "several lines", "none"):
        print(f"{kind:20} {kinds[kind]:6} {kinds[kind] / max(1, len(found)):7.1%}")
    short = sum(one["lines"] is not None and one["lines"] <= asked.lines for one in found)
    print(f"at most {asked.lines} lines     {short:6} {short / max(1, len(found)):7.1%}")
    times = sorted(one["seconds"] for one in found) or [0.0]
    mean = sum(times) / len(times)
    print(f"seconds: {mean:.2f} on average, {times[len(times) // 2]:.3f} median, {times[-1]:.1f} at most")
    if asked.json:
        keep(asked.json, asked.seed, drawn, found)


if __name__ == "__main__":
    main()
