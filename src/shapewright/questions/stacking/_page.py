"""What the page of ``stacking`` has to know to let pieces fall by itself, and what answers tell it besides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.questions.stacking._fields import OBJECTIVES
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.picture import colours
from shapewright.stacking.problem import WIDTH, Problem

if TYPE_CHECKING:
    from shapewright.stacking import Plan

__all__ = ["bar_of_plan", "data", "plan_to_page", "stated_to_page"]


def data() -> dict[str, Any]:
    """The seven pieces with their colours and rotations, and the defaults of the rules."""
    return {"pieces": _pieces(Problem("IOTJLSZ")), "width": WIDTH, "objectives": list(OBJECTIVES)}


def stated_to_page(problem: Problem) -> dict[str, Any]:
    """The problem as the page plays it: its sequence and board read, its rules, the pieces that fall."""
    return {
        "sequence": list(problem.sequence),
        "width": problem.width,
        "board": [list(cell) for cell in sorted(problem.board)],
        "hold": problem.hold,
        "clear_lines": problem.clear_lines,
        "objective": problem.objective,
        "height_limit": problem.height_limit,
        "pieces": _pieces(problem),
    }


def plan_to_page(plan: Plan) -> dict[str, Any]:
    """The drops of a plan, what they come to, and what no plan can be below."""
    return {
        "drops": drops_to_json(plan.drops),
        "value": plan.value,
        "height": plan.height,
        "bound": plan.lower_bound,
        "optimal": plan.optimal,
    }


def bar_of_plan(plan: Plan) -> dict[str, Any]:
    """The words of the bar for the best plan.

    >>> from shapewright.stacking import Drop, Plan
    >>> bar_of_plan(Plan(Problem("LL", width=6), (Drop("L", 0), Drop("L", 3)), 3, 3))
    {'words': 'height 3, optimal', 'chips': ['2 impossible', 'checked'], 'tone': 'good'}
    """
    name, value, bound = plan.problem.objective, plan.value, plan.lower_bound
    other = [] if name == "height" else [f"height {plan.height}"]
    if plan.optimal:
        below = [f"{value - 1} impossible"] if value > 0 else []
        return {"words": f"{name} {value}, optimal", "chips": [*below, *other, "checked"], "tone": "good"}
    chips = [f"at least {bound} is needed", *other, "checked"]
    return {"words": f"{name} {value}, perhaps not the best", "chips": chips, "tone": "plain"}


def _pieces(problem: Problem) -> dict[str, Any]:
    """The pieces that fall, by name: colour, and the cells of each rotation, by 90 degrees anticlockwise each."""
    known = colours(problem)
    return {
        name: {
            "colour": known[name],
            "rotations": [[list(cell) for cell in shape.cells] for shape in problem.orientations(name)],
        }
        for name in dict.fromkeys(problem.sequence)
    }
