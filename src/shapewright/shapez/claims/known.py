"""Plans of a table of known plans: whether they stand there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.shapez.plans.known.table import Table, shipped_table
from shapewright.shapez.plans.steps import METHODS, Plan
from shapewright.shapez.problem import Problem

if TYPE_CHECKING:
    from shapewright.claims import Case

__all__ = ["compare_method"]


def compare_method(case: Case, made: Plan, name: str) -> None:
    """Whether a plan that is said to be of a table can be of the one that was named, or of that which ships."""
    if made.method == METHODS[0]:
        return
    key = f"{name}.method"
    if case.asked.flag("no_table"):
        case.findings.wrong(key, "it is of a table, and none was to be used")
        return
    content = case.asked.content("table")
    if content is None:
        table = shipped_table()
    elif isinstance(content, str) and "{" not in content:
        case.findings.unchecked(key, "the file of the table is not in the answer")
        return
    else:
        table = Table.from_text(content if isinstance(content, str) else content.decode())
    steps = table.steps(Problem(made.goals, made.layers, game=made.game), made.layers) if len(made.goals) == 1 else None
    if steps is None:
        case.findings.wrong(key, "the table has no plan for the goal")
    elif len(steps) != made.cost:
        case.findings.wrong(key, f"the table's plan has {len(steps)} machines")
    else:
        case.findings.right(key, "the table has a plan of as many machines")
