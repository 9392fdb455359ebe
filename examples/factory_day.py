"""A day's tasks in Shapez 2: what each shape costs, and how much one common factory saves over one for each shape.

    python examples/factory_day.py factory                        # eight shapes of a day
    python examples/factory_day.py factory CuRuCuRu CrCr----:RuRu----

The shapes are built in the order in which they are given. For each the table has its machines alone, the lower bound,
how many machines lie in a row (which is how long a new belt takes to arrive), and how many machines there are in all
when one factory makes this shape and all before it. Writes ``index.html`` with the table and flowcharts, ``tasks.csv``,
and the common factory as ``factory.svg`` and ``factory.txt``.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from shapewright import shapez
from shapewright.drawing import Figure, Section, to_html, to_svg

TASKS = (
    "CuCu----",
    "CrCr----",
    "CrCrRuRu",
    "CrCrCrCr:RuRuRuRu",
    "CrCrRuRu:SgSgSgSg",
    "P-P-----:CrCrRuRu",
    "CrcrCrcr",
    "CrCrRuRu:SgSgSgSg:CrCr----",
)


def plan_of(goals: Sequence[str]) -> shapez.Plan:
    """The machines that make all goals; ends with a sentence if one of them cannot be built."""
    found = shapez.plan(goals, time_limit=10)
    if found is None:
        raise SystemExit("; ".join(f"{goal}: {shapez.buildable(goal)}" for goal in goals if not shapez.buildable(goal)))
    return found


def table(rows: list[list[object]]) -> str:
    """Rows as text in columns, the first one to the left, numbers to the right."""
    texts = [[str(value) for value in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
    lines = []
    for first, *others in texts:
        cells = [first.ljust(widths[0]), *(text.rjust(width) for text, width in zip(others, widths[1:], strict=True))]
        lines.append("  ".join(cells))
    return "\n".join(lines)


def main(folder: Path, tasks: Sequence[str] = TASKS) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    rows: list[list[object]] = [["task", "machines", "at least", "in a row", "common factory"]]
    alone = [plan_of([task]) for task in tasks]
    common = plan_of([tasks[0]])
    for number, (task, plan) in enumerate(zip(tasks, alone, strict=True), 1):
        common = plan_of(tasks[:number])
        rows.append([task, plan.cost, plan.lower_bound, plan.depth, common.cost])
    apart = sum(plan.cost for plan in alone)
    kinds = sum((Counter(plan.machines()) for plan in alone), Counter[str]())
    machines: list[list[object]] = [["machine", "apart", "in common"]]
    machines += [[name, number, common.machines().get(name, 0)] for name, number in kinds.most_common()]
    summary = f"{len(tasks)} shapes take {apart} machines apart, and {common.cost} in one factory."
    shapes = [
        Figure(plan.goals[0].scene(), f"{task}: {plan.verdict()}") for task, plan in zip(tasks, alone, strict=True)
    ]
    sections = [
        Section("The tasks", figures=tuple(shapes)),
        Section("What they cost", figures=(Figure(text=table(rows)), Figure(text=table(machines)))),
        Section("One factory for all", common.verdict(), (Figure(common.scene(), whole=True),)),
        Section("Each by itself", figures=tuple(Figure(plan.scene(), str(plan.goals[0])) for plan in alone)),
    ]
    (folder / "index.html").write_text(to_html("A day's tasks", sections, introduction=summary), encoding="utf-8")
    (folder / "factory.svg").write_text(to_svg(common.scene()), encoding="utf-8")
    (folder / "factory.txt").write_text(f"{common}\n", encoding="utf-8")
    with (folder / "tasks.csv").open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)
    print(summary)


if __name__ == "__main__":
    folder, *codes = sys.argv[1:] or ["factory"]
    main(Path(folder), codes or TASKS)
