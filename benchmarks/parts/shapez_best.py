"""Looks for the best plans of given codes for as long as you like, and compares what the planner finds with them.

    python -m benchmarks.parts.shapez_best CODES RESULTS --minutes 60     search on, an hour of processor time
    python -m benchmarks.parts.shapez_best CODES RESULTS                  only report

A line of CODES is a code, and may have words before it; the first of them, if it is a number, is the layer limit.
RESULTS keeps the best plan of each code, a line each. It is written again every half minute, so that the search can be
stopped and gone on with at any time, and ``shapez plan --table RESULTS`` takes plans from it. Codes that gained much
get more time than others, and those whose plan is proven minimal none. The report compares sums of machines: what the
planner finds by itself with least effort (when a code was first looked at, or now with ``--again``), and the best
known.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError
from shapewright.shapez.check import check
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.known.table import renaming
from shapewright.shapez.plans.neighbourhood import ROUNDS, Supplies, improved
from shapewright.shapez.plans.plan_for_delivery import planned
from shapewright.shapez.plans.plan_for_shapes import first
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import Problem
from shapewright.shapez.verdicts.verdicts import configuration_for
from shapewright.storage.files import write_file

from .shapez_codes import codes_of

if TYPE_CHECKING:
    from collections.abc import Iterable

STAGES = 3
"""Stages of each run of the search over whole plans."""
EVERY = 30.0
"""Seconds between two writes of the results."""


@dataclass
class Known:
    """What is known of a code: its best plan, the machines that least effort found, how often more was looked for."""

    code: str
    layers: int | None
    plan: Plan
    default: int
    runs: int = 0
    seconds: float = field(default=0.0)

    @property
    def promise(self) -> float:
        """How much a run may bring: more where others brought something, and where much is unproven."""
        gained, open_ = self.default - self.plan.cost, self.plan.cost - self.plan.lower_bound
        return (1 + 2 * gained + 0.25 * open_) / (self.runs + 1) if open_ else 0.0

    def to_json(self) -> dict[str, Any]:
        """A line of the results."""
        return {
            "code": self.code,
            "layers": self.layers,
            "default": self.default,
            "runs": self.runs,
            "seconds": round(self.seconds, 2),
            "plan": self.plan.to_json(),
        }

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Known:
        """A line of the results, read back."""
        numbers = record["default"], record["runs"], record["seconds"]
        return cls(record["code"], record["layers"], Plan.from_json(record["plan"]), *numbers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("codes", type=Path)
    parser.add_argument("results", type=Path)
    parser.add_argument("--minutes", type=float, default=0.0, help="processor minutes of search")
    parser.add_argument("--again", action="store_true", help="find the plans of least effort once more")
    asked = parser.parse_args()
    known = read(asked.results)
    for code, layers in codes_of(asked.codes):
        if (code, layers) in known and not asked.again:
            continue
        try:
            found = planned(code, layers=layers, table=False).plan
        except LimitError as error:
            print(error, file=sys.stderr)
            continue
        if found is None:
            print(f"{code} cannot be built", file=sys.stderr)
            continue
        if (code, layers) not in known:
            known[code, layers] = Known(code, layers, found, found.cost)
        known[code, layers].default = found.cost
        if found.cost < known[code, layers].plan.cost:
            known[code, layers].plan = found
    write(asked.results, known.values())
    written, end = time.monotonic(), time.process_time() + 60 * asked.minutes
    while time.process_time() < end:
        one = max(known.values(), key=lambda each: each.promise)
        if not one.promise:
            break
        search(one)
        if time.monotonic() > written + EVERY:
            write(asked.results, known.values())
            written = time.monotonic()
    write(asked.results, known.values())
    report([known[each] for each in codes_of(asked.codes) if each in known])


def search(known: Known) -> None:
    """One run: from the best plan, or from a plan of another seed."""
    start = time.process_time()
    goal = known.plan.goals[0]
    configuration = configuration_for(goal.parts, goal.height, known.layers, None, known.code)
    names = renaming([goal])
    problem = Problem([names.shape(goal)], known.layers)
    before = [tuple(map(names.step, (step for step in known.plan.steps if step.inputs)))]
    if known.runs % 2:
        other = first(problem, seed=known.runs, table=False)
        assert other is not None
        before = [tuple(step for step in other.steps if step.inputs)]
    steps = improved(
        problem.shapes, configuration, Supplies(), before, stages=STAGES, rounds=ROUNDS, seed=known.runs, seconds=None
    )
    known.runs += 1
    if steps is not None and len(steps) < known.plan.cost:
        back = names.reversed()
        bound = known.plan.lower_bound
        known.plan = assembled(Problem([goal], known.layers), tuple(map(back.step, steps)), configuration.layers, bound)
        check(known.plan)
    known.seconds += time.process_time() - start


def read(file: Path) -> dict[tuple[str, int | None], Known]:
    """What was found before."""
    if not file.exists():
        return {}
    lines = file.read_text(encoding="utf-8").splitlines()
    found = [Known.from_json(json.loads(line)) for line in lines]
    return {(one.code, one.layers): one for one in found}


def write(file: Path, known: Iterable[Known]) -> None:
    """Keep what was found, whole or not at all."""
    write_file(str(file), "".join(f"{json.dumps(one.to_json())}\n" for one in known))


def report(known: list[Known]) -> None:
    """Print sums of machines and how they compare."""
    default, best = (sum(numbers) for numbers in zip(*((one.default, one.plan.cost) for one in known), strict=True))
    better = sum(one.plan.cost < one.default for one in known)
    minimal = sum(one.plan.optimal for one in known)
    spent = sum(one.seconds for one in known)
    print(f"{len(known):,} codes: {default:,} machines with least effort, {best:,} best known ({default / best:.4f})")
    print(f"{better:,} codes have a better plan than least effort finds; {minimal:,} best plans are proven minimal")
    print(f"{sum(one.runs for one in known):,} runs, {spent / 60:.1f} processor minutes")


if __name__ == "__main__":
    main()
