"""Plans: with which machines a shape is made from what the miners give.

- ``plan_for_delivery``: plans for shapes, patterns and deliveries, of which the cheapest shape is planned: begin here
- ``plan_for_shapes``: plans for shapes
- ``engine``, ``assemble``: the planners of the engine, and plans of their steps
- ``kinds``, ``neighbourhood``, ``shallow``: ways to find or improve a plan
- ``bounds``, ``last_machine``, ``proof``: how few machines a plan can have
- ``depth``: how deep a plan must be
- ``steps``, ``reading``, ``tree``: plans as values and as text
- ``rates``: machines for a full belt

>>> from shapewright.shapez.plans import plan
>>> plan("CuCuRuRu").cost
1
"""

from shapewright.lazy import lazy_imports

with lazy_imports(__name__):
    from shapewright.shapez.plans.own.player_plan import Comparison as Comparison
    from shapewright.shapez.plans.own.player_plan import Fault as Fault
    from shapewright.shapez.plans.own.player_plan import Judged as Judged
    from shapewright.shapez.plans.own.player_plan import compared as compared
    from shapewright.shapez.plans.own.player_plan import judge_plan as judge_plan
    from shapewright.shapez.plans.plan_for_delivery import Choice as Choice
    from shapewright.shapez.plans.plan_for_delivery import Planned as Planned
    from shapewright.shapez.plans.plan_for_delivery import plan as plan
    from shapewright.shapez.plans.plan_for_delivery import planned as planned
    from shapewright.shapez.plans.plan_for_shapes import first as first
    from shapewright.shapez.plans.plan_for_shapes import plan_or_why as plan_or_why
    from shapewright.shapez.plans.plan_for_shapes import solve as solve
    from shapewright.shapez.plans.plan_for_shapes import unbuildable as unbuildable
    from shapewright.shapez.plans.situation.search import NoPlan as NoPlan
    from shapewright.shapez.plans.steps import MACHINES as MACHINES
    from shapewright.shapez.plans.steps import SOURCES as SOURCES
    from shapewright.shapez.plans.steps import Plan as Plan
    from shapewright.shapez.plans.steps import Step as Step
