"""Shapez 2 shapes: can a shape be built, with which machines; count and list all that can.

Names load on first use, so that importing this package costs next to nothing.

>>> from shapewright import shapez
>>> shapez.Shape.from_code("CuCu----:RrRr----").push_pin()
Shape.from_code('P-P-----:CuCu----:RrRr----')
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.lazy import lazy_names

if TYPE_CHECKING:
    from shapewright.shapez.blueprints import Blueprint
    from shapewright.shapez.buildable import Verdict, buildable, buildable_many, data_needed, is_buildable
    from shapewright.shapez.cache import is_at_hand, load, read_data, search_and_keep, ships
    from shapewright.shapez.check import check, faults
    from shapewright.shapez.colours import mix
    from shapewright.shapez.configuration import CONFIGURATIONS, SETS, Configuration
    from shapewright.shapez.count import count, known_numbers
    from shapewright.shapez.data import Data
    from shapewright.shapez.game import GAMES
    from shapewright.shapez.layouts import Layout, lay_out
    from shapewright.shapez.machines import MACHINES, Machine
    from shapewright.shapez.matches import PatternVerdict, judge
    from shapewright.shapez.members import members, packed_members
    from shapewright.shapez.pattern import Pattern, is_pattern
    from shapewright.shapez.plans import (
        Choice,
        Comparison,
        Judged,
        NoPlan,
        Plan,
        Planned,
        compared,
        first,
        judge_plan,
        plan,
        plan_or_why,
        planned,
        solve,
        unbuildable,
    )
    from shapewright.shapez.problem import EFFORTS, Problem
    from shapewright.shapez.random import random
    from shapewright.shapez.search import search
    from shapewright.shapez.shape import Shape
    from shapewright.shapez.shorthand import expanded
    from shapewright.shapez.skins import SKINS
    from shapewright.shapez.total import total
    from shapewright.shapez.verify import verify
    from shapewright.shapez.verify_data import Report, verify_data

__all__ = [
    "CONFIGURATIONS",
    "EFFORTS",
    "GAMES",
    "MACHINES",
    "SETS",
    "SKINS",
    "Blueprint",
    "Choice",
    "Comparison",
    "Configuration",
    "Data",
    "Judged",
    "Layout",
    "Machine",
    "NoPlan",
    "Pattern",
    "PatternVerdict",
    "Plan",
    "Planned",
    "Problem",
    "Report",
    "Shape",
    "Verdict",
    "buildable",
    "buildable_many",
    "check",
    "compared",
    "count",
    "data_needed",
    "expanded",
    "faults",
    "first",
    "is_at_hand",
    "is_buildable",
    "is_pattern",
    "judge",
    "judge_plan",
    "known_numbers",
    "lay_out",
    "load",
    "members",
    "mix",
    "packed_members",
    "plan",
    "plan_or_why",
    "planned",
    "random",
    "read_data",
    "search",
    "search_and_keep",
    "ships",
    "solve",
    "total",
    "unbuildable",
    "verify",
    "verify_data",
]

_HOMES = {
    "CONFIGURATIONS": "configuration",
    "EFFORTS": "problem",
    "GAMES": "game",
    "MACHINES": "machines",
    "SETS": "configuration",
    "SKINS": "skins",
    "Blueprint": "blueprints",
    "Choice": "plans",
    "Comparison": "plans",
    "Configuration": "configuration",
    "Data": "data",
    "Judged": "plans",
    "Layout": "layouts",
    "Machine": "machines",
    "NoPlan": "plans",
    "Pattern": "pattern",
    "PatternVerdict": "matches",
    "Plan": "plans",
    "Planned": "plans",
    "Problem": "problem",
    "Report": "verify_data",
    "Shape": "shape",
    "Verdict": "buildable",
    "buildable": "buildable",
    "buildable_many": "buildable",
    "check": "check",
    "compared": "plans",
    "count": "count",
    "data_needed": "buildable",
    "expanded": "shorthand",
    "faults": "check",
    "first": "plans",
    "is_at_hand": "cache",
    "is_buildable": "buildable",
    "is_pattern": "pattern",
    "judge": "matches",
    "judge_plan": "plans",
    "known_numbers": "count",
    "lay_out": "layouts",
    "load": "cache",
    "members": "members",
    "mix": "colours",
    "packed_members": "members",
    "plan": "plans",
    "plan_or_why": "plans",
    "planned": "plans",
    "random": "random",
    "read_data": "cache",
    "search": "search",
    "search_and_keep": "cache",
    "ships": "cache",
    "solve": "plans",
    "total": "total",
    "unbuildable": "plans",
    "verify": "verify",
    "verify_data": "verify_data",
}


__getattr__ = lazy_names(__name__, _HOMES)


def __dir__() -> list[str]:
    return __all__
