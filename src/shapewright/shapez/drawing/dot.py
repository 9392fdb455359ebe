"""A plan in the language of Graphviz, for those who lay out and style its graph themselves.

Source: the DOT language, graphviz.org/doc/info/lang.html.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shapewright.shapez.plans import Plan


def to_dot(plan: Plan) -> str:
    """Write ``plan`` as a directed graph: a node for each step, an edge for each belt, named by what is on it.

    >>> from shapewright.shapez import Shape
    >>> from shapewright.shapez.plans import Plan, Step
    >>> ring, east, west = map(Shape.from_code, ("CuCuCuCu", "CuCu----", "----CuCu"))
    >>> steps = (Step("miner", (), (ring,)), Step("cut", (ring,), (east, west)))
    >>> print(to_dot(Plan((east,), steps, cost=1, lower_bound=1, optimal=True, depth=1, layers=4)))
    digraph plan {
        node [shape=box, style=rounded];
        step1 [label="1 miner", shape=oval];
        step2 [label="2 cut"];
        trash [shape=plain];
        goal1 [label="CuCu----", peripheries=2];
        step1 -> step2 [label="CuCuCuCu"];
        step2 -> trash [label="----CuCu", style=dotted];
        step2 -> goal1 [label="CuCu----"];
    }
    """
    goals = dict.fromkeys(plan.goals)
    nodes, edges = [], []
    for number, step in enumerate(plan.steps, 1):
        nodes.append(f"step{number} [{_label(f'{number} {step.machine}')}{'' if step.inputs else ', shape=oval'}]")
        edges += [f"step{plan.producers[value] + 1} -> step{number} [{_label(value)}]" for value in step.inputs]
        waste = [value for value in dict.fromkeys(step.outputs) if value not in plan.taken and value not in goals]
        edges += [f"step{number} -> trash [{_label(value)}, style=dotted]" for value in waste if step.inputs]
    if any(" -> trash " in edge for edge in edges):
        nodes.append("trash [shape=plain]")
    for number, goal in enumerate(goals, 1):
        nodes.append(f"goal{number} [{_label(goal)}, peripheries=2]")
        edges.append(f"step{plan.producers[goal] + 1} -> goal{number} [{_label(goal)}]")
    lines = ["node [shape=box, style=rounded]", *nodes, *edges]
    return "\n".join(["digraph plan {", *(f"    {line};" for line in lines), "}"])


def _label(value: object) -> str:
    return 'label="' + str(value).replace("\\", "\\\\").replace('"', '\\"') + '"'
