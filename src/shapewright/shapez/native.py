"""What the compiled engine does for this family, under the family's own names: nothing else here imports the engine.

Types in, types out. ``stop`` is a flag that callers may set to stop a call, ``seconds`` what it may take (negative:
any time), ``nodes`` how many nodes the diagrams of an operation may have: :func:`limits` gives all three.
"""

from __future__ import annotations

from shapewright import jobs
from shapewright._core import ShapezDepthSets as DepthSets
from shapewright._core import ShapezPacked, ShapezSet
from shapewright._core import ShapezPlanner as Planner
from shapewright._core import ShapezVerdicts as Verdicts
from shapewright._core import shapez_changed_by_stacking as changed_by_stacking
from shapewright._core import shapez_closed_halves as closed_halves
from shapewright._core import shapez_cut as cut
from shapewright._core import shapez_depths as depths
from shapewright._core import shapez_difference as less
from shapewright._core import shapez_exact_plan as exact_plan
from shapewright._core import shapez_fresh_pushed as fresh_pushed
from shapewright._core import shapez_half_set as half_set
from shapewright._core import shapez_halves as halves
from shapewright._core import shapez_improved_plan as improved_plan
from shapewright._core import shapez_in_all_rotations as in_all_rotations
from shapewright._core import shapez_not_stacked as not_stacked
from shapewright._core import shapez_pin_parents as pin_parents
from shapewright._core import shapez_plain_plan as plan_of_kinds
from shapewright._core import shapez_pushed as pushed
from shapewright._core import shapez_rotated_enough as rotated_enough
from shapewright._core import shapez_slices as slices
from shapewright._core import shapez_stacked as stacked
from shapewright._core import shapez_stacked_in as stacked_in
from shapewright._core import shapez_swappable as swappable
from shapewright._core import shapez_union as union
from shapewright.jobs.memory import available_memory

__all__ = [
    "DepthSets",
    "Planner",
    "ShapezPacked",
    "ShapezSet",
    "Verdicts",
    "changed_by_stacking",
    "closed_halves",
    "cut",
    "depths",
    "exact_plan",
    "fresh_pushed",
    "half_set",
    "halves",
    "improved_plan",
    "in_all_rotations",
    "less",
    "limits",
    "most_nodes",
    "not_stacked",
    "pin_parents",
    "plan_of_kinds",
    "pushed",
    "rotated_enough",
    "seconds_of",
    "slices",
    "stacked",
    "stacked_in",
    "swappable",
    "union",
]

# A node of either store, its share of the tables that find it, and of what is remembered of operations.
NODE_BYTES = 100
# More are never needed, and node numbers have 32 bits.
MOST_NODES = 1 << 31


def most_nodes() -> int:
    """How many nodes an operation may have in the memory that is available now."""
    available = available_memory()
    return MOST_NODES if available is None else max(1 << 16, min(MOST_NODES, available // NODE_BYTES))


def seconds_of(left: float | None) -> float:
    """The seconds that are left, as the engine takes them: negative if there is no limit."""
    return -1.0 if left is None else float(left)


def limits(budget: jobs.Budget) -> tuple[int, bytearray, float]:
    """The last arguments of operations on sets: the nodes there is memory for, the stop flag, the seconds left."""
    return most_nodes(), budget.stop, seconds_of(budget.left())
