"""Stacking: heights and first plans known from elsewhere, then proofs for long sequences, one thread.

    python benchmarks/stacking.py [--quick] [--only SECTION] [--seeds N] [--json FILE]

Figures are processor seconds of the call; each plan is replayed by the checker before its time counts. Sequences are
drawn with Python's generator from the seeds named, at random or as shuffled bags of the seven pieces.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import platform
import random
import sys
import time
from pathlib import Path
from typing import Any

from parts.process import median, seconds, table
from parts.report import heading, ok, processor, remark, verdict

from shapewright import __version__, stacking
from shapewright.stacking import Plan, Problem, Statistics

SECTIONS = ("known", "proofs", "orders", "counts")
LETTERS = "IOTJLSZ"

# Sequence, rotations, height and first plan on six columns, by a C program that tries all permutations.
KNOWN = (
    ("ZOZS", False, 4, "0 0 2 2"),
    ("ZISS", True, 3, "4(90) 0(90) 2 0"),
    ("SISS", False, 4, "0 5 2 0"),
    ("LLLL", True, 3, "0 3 1(180) 4(180)"),
    ("IIIIII", False, 4, "0 1 2 3 4 5"),
    ("IOTIOTIO", True, 6, "0 1 0 5 3 3(90) 0(90) 4"),
)
# Prefixes of one sequence, and the seconds quoted for that program (another machine: an order of magnitude only).
PREFIX = "OLLOTLJSLILI"
QUOTED = ((6, 12, 5.6), (10, 10, 2.9), (10, 12, 51.0))

# Length, the aim of the median, of the longest, and how many of ten must be proven or at the bound.
PROOFS = ((20, 0.5, 3.0, 10), (50, 5.0, None, 10), (100, 60.0, 60.0, 9), (1000, 10.0, 10.0, 0))
COUNTS = (("LLLL", 6), ("IOTIOTIO", 6), ("OLLOTLJSLILI", 6), ("OLLOTLJS", 10), ("IOTJLSZ", 10))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--quick", action="store_true", help="three seeds of each length")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="sequences of each kind and length")
    parser.add_argument("--json", metavar="FILE", type=Path, help="write every single figure there")
    parser.add_argument("--only", choices=SECTIONS, action="append", help="measure this section only; may be repeated")
    arguments = parser.parse_args()
    wanted = arguments.only or list(SECTIONS)
    seeds = 3 if arguments.quick else arguments.seeds
    print(f"shapewright {__version__} on {processor()}, Python {platform.python_version()}")
    figures: dict[str, Any] = {}
    if "known" in wanted:
        figures["known"] = known()
    if "proofs" in wanted:
        figures["proofs"] = proofs(seeds)
    if "orders" in wanted:
        figures["orders"] = orders(seeds)
    if "counts" in wanted:
        figures["counts"] = counts()
    if arguments.json is not None:
        facts = {"version": __version__, "processor": processor(), "date": dt.datetime.now(dt.UTC).isoformat()}
        arguments.json.write_text(json.dumps({**facts, "figures": figures}, indent=1) + "\n", encoding="utf-8")


def timed(problem: Problem, *, tie_break: str = "any", time_limit: float | None = None) -> dict[str, Any]:
    """Solve a problem; what was found, and the processor seconds it took."""
    seen: list[Statistics] = []
    started = time.process_time()
    plan = stacking.first(problem, tie_break=tie_break, time_limit=time_limit, report=seen.append)
    used = time.process_time() - started
    if plan is None:
        raise SystemExit(f"{problem}: no plan was found")
    stacking.check(plan)
    return {
        "cpu": used,
        "plan": plan,
        "height": plan.height,
        "lower_bound": plan.lower_bound,
        "states": seen[0].nodes,
        "first": plan.first,
    }


def record(found: dict[str, Any], **keys: Any) -> dict[str, Any]:
    plan: Plan = found["plan"]
    return {**keys, **{key: value for key, value in found.items() if key != "plan"}, "text": plan.to_text()}


def known() -> list[dict[str, Any]]:
    """Heights and lexicographically first plans that another program found."""
    heading("Known heights and first plans (six columns), and prefixes another program was timed on")
    rows, figures = [], []
    for sequence, rotation, height, text in KNOWN:
        found = timed(Problem(sequence, 6, rotation=rotation), tie_break="lexicographic")
        right = (found["height"], found["lower_bound"], str(found["plan"])) == (height, height, text)
        rows.append((sequence, "6", str(found["height"]), ok(right), seconds(found["cpu"]), ""))
        figures.append(record(found, sequence=sequence, width=6))
        if not right:
            raise SystemExit(f"{sequence}: found {found['height']} by {found['plan']}, expected {height} by {text}")
    for width, length, quoted in QUOTED:
        found = timed(Problem(PREFIX[:length], width))
        ratio = f"{quoted:g} s there: {quoted / found['cpu']:.0f} x"
        proven = found["height"] == found["lower_bound"]
        rows.append((PREFIX[:length], str(width), str(found["height"]), ok(proven), seconds(found["cpu"]), ratio))
        figures.append(record(found, sequence=PREFIX[:length], width=width))
    print(table(("sequence", "width", "height", "right", "cpu s", "all permutations, C (quoted)"), rows))
    return figures


def sequence(kind: str, length: int, seed: int) -> str:
    """A sequence of one kind; the same for the same seed everywhere."""
    rng = random.Random(f"{kind} {length} {seed}")
    if kind == "random":
        return "".join(rng.choice(LETTERS) for _ in range(length))
    pieces: list[str] = []
    while len(pieces) < length:
        pieces += rng.sample(LETTERS, len(LETTERS))
    return "".join(pieces[:length])


def proofs(seeds: int) -> list[dict[str, Any]]:
    """Ten columns: is the least height proven, and how soon."""
    heading("The least height on ten columns, one thread (processor seconds)")
    rows, figures = [], []
    for length, middle_aim, longest_aim, least in PROOFS:
        for kind in ("random", "7-bag"):
            found = []
            for seed in range(seeds):
                remark(f"{kind}, {length} pieces ({seed + 1} of {seeds})")
                one = timed(Problem(sequence(kind, length, seed)), time_limit=120.0)
                found.append(one)
                figures.append(record(one, kind=kind, length=length, seed=seed))
            proven = sum(one["height"] == one["lower_bound"] for one in found)
            gap = max(one["height"] - one["lower_bound"] for one in found)
            times = [one["cpu"] for one in found]
            rows.append(
                (
                    kind,
                    str(length),
                    f"{proven} of {seeds}",
                    ok(10 * proven >= least * seeds),
                    str(gap),
                    ok(gap <= 1),
                    seconds(median(times)),
                    verdict(median(times), middle_aim),
                    seconds(max(times)),
                    verdict(max(times), longest_aim),
                )
            )
    remark("")
    head = ("sequence", "pieces", "proven", "aim", "gap", "aim", "median", "aim", "longest", "aim")
    print(table(head, rows))
    return figures


def orders(seeds: int) -> list[dict[str, Any]]:
    """The lexicographically first of the lowest stacks."""
    heading("The first plan in the order of (rotation, column), ten columns (processor seconds)")
    rows, figures = [], []
    for length in (8, 12, 20, 30):
        found = []
        for seed in range(seeds):
            remark(f"first plans of {length} pieces ({seed + 1} of {seeds})")
            one = timed(Problem(sequence("random", length, seed)), tie_break="lexicographic", time_limit=30.0)
            found.append(one)
            figures.append(record(one, kind="random", length=length, seed=seed))
        times = [one["cpu"] for one in found]
        proven = sum(one["first"] for one in found)
        rows.append((str(length), f"{proven} of {seeds}", seconds(median(times)), seconds(max(times))))
    remark("")
    print(table(("pieces", "proven first", "median", "longest"), rows))
    return figures


def counts() -> list[dict[str, Any]]:
    """How many plans are optimal."""
    heading("Counts of optimal plans (processor seconds)")
    rows, figures = [], []
    for text, width in COUNTS:
        started = time.process_time()
        number = stacking.count(Problem(text, width))
        used = time.process_time() - started
        rows.append((text, str(width), str(number), seconds(used)))
        figures.append({"sequence": text, "width": width, "count": number, "cpu": used})
    print(table(("sequence", "width", "optimal plans", "cpu s"), rows))
    return figures


if __name__ == "__main__":
    sys.exit(main())
