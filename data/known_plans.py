"""Put known plans into the table that ships with the package, and take out what the planner finds by itself.

    .venv/bin/python data/known_plans.py TABLE CODE...    the plans of TABLE for these codes
    .venv/bin/python data/known_plans.py --check          whether each plan that ships is better than what is found

A TABLE is what ``shapez plan`` or ``benchmarks/parts/shapez_best.py`` wrote. Only plans enter that have fewer machines
than least effort finds. The file may have 300 kB.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from shapewright.shapez.check import check
from shapewright.shapez.plans.assemble import assembled
from shapewright.shapez.plans.known.table import Table, canonical
from shapewright.shapez.plans.plan_for_shapes import first
from shapewright.shapez.plans.steps import Plan
from shapewright.shapez.problem import Problem
from shapewright.shapez.shape import Shape
from shapewright.storage.files import write_file

FILE = Path(__file__).parent.parent / "src" / "shapewright" / "shapez" / "plans" / "known" / "known_plans.json"
MOST = 300_000
LAYERS = 4


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", type=Path, nargs="?")
    parser.add_argument("codes", nargs="*")
    parser.add_argument("--check", action="store_true", help="write nothing")
    asked = parser.parse_args()
    before = [Plan.from_json(record) for record in json.loads(FILE.read_text(encoding="utf-8"))["plans"]]
    if asked.check:
        idle = [plan for plan in before if not is_better(plan)]
        print(*(f"{plan.goals[0]}: least effort finds as few machines" for plan in idle), sep="\n", end="")
        return 1 if idle else 0
    if asked.table is None or not asked.codes:
        parser.error("name a table and codes")
    table = Table.from_text(asked.table.read_text(encoding="utf-8"), str(asked.table))
    ours = {(canonical(plan.goals[0]), plan.layers): plan for plan in before}
    for code in asked.codes:
        problem = Problem(Shape.from_code(code))
        layers = max(LAYERS, problem.height)
        steps = table.steps(problem, layers)
        if steps is None:
            print(f"{code} is not in the table", file=sys.stderr)
            continue
        plan = assembled(problem, steps, layers, method="search")
        check(plan)
        key = canonical(plan.goals[0]), layers
        if key not in ours or plan.cost < ours[key].cost:
            ours[key] = plan
    kept = [plan.to_json() for _, plan in sorted(ours.items()) if is_better(plan)]
    text = json.dumps({"plans": kept}, separators=(",", ":")) + "\n"
    if len(text) > MOST:
        raise SystemExit(f"the table would have {len(text):,} bytes, more than {MOST:,}")
    write_file(str(FILE), text)
    print(f"{len(kept)} plans, {len(text):,} bytes")
    return 0


def is_better(plan: Plan) -> bool:
    """Whether a plan has fewer machines than least effort finds."""
    found = first(Problem(plan.goals, plan.layers), table=False)
    return found is None or plan.cost < found.cost


if __name__ == "__main__":
    sys.exit(main())
