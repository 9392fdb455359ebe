"""Plans, and why there is none, as answers show them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapewright import shapez
from shapewright.questions.parts import Counts, Part, Picture, Pictures, Text
from shapewright.questions.question import Answer
from shapewright.questions.shapez._page import bar
from shapewright.shapez.drawing.flowchart import PlanPicture


def steps_of(plan: shapez.Plan) -> str:
    """The steps as text: numbered lines, or for a plan from halves a tree."""
    return plan.to_tree() if plan.inputs == "halves" else "\n".join(plan.lines())


def no_plan(found: shapez.NoPlan) -> Answer:
    """The answer if there is no plan in a player's situation, or none was found."""
    return Answer(
        {"plan": None, "proven": found.proven},
        str(found),
        "none" if found.proven else "unknown",
        reason=found.reason,
        complete=found.proven,
        page={"bar": bar("no plan" if found.proven else "no plan was found", "bad", found.reason)},
    )


def flowchart(plan: shapez.Plan, skin: str = "rgb", caption: str = "") -> Picture:
    """The flowchart; a page draws it itself in its own colours, and takes it as it is in those of another skin."""
    return Picture(PlanPicture(plan) if skin == "rgb" else plan.scene(skin), caption)


def least_of(plan: shapez.Plan, choices: Sequence[shapez.Choice]) -> list[str]:
    """What a proof says, where there was a choice: of other shapes it says nothing."""
    if not plan.optimal or not plan.cost or not any(choice.count > 1 for choice in choices):
        return []
    shapes = " and ".join(dict.fromkeys([str(choice.shape) for choice in choices]))
    return [f"proven minimal is said of {shapes}, not of every shape that would do"]


def seen(plan: shapez.Plan, belt: Sequence[str] = (), skin: str = "rgb") -> Iterator[Part]:
    """The machines, the flowchart, the steps, and the lines about a full ``belt`` if there are any."""
    yield Counts([(name.replace("-", " "), number) for name, number in plan.machines().items()])
    yield Pictures([flowchart(plan, skin)], size="whole")
    yield Text(steps_of(plan), title="In words", label="plan")
    if belt:
        yield Text("\n".join(belt), title="For a full belt", label="machines")


def asked_of(verdict: shapez.Verdict | shapez.PatternVerdict) -> shapez.Shape | shapez.Pattern:
    """The shape or the pattern that a verdict is on."""
    return verdict.shape if isinstance(verdict, shapez.Verdict) else verdict.pattern


def nearest_of(verdict: shapez.Verdict | shapez.PatternVerdict) -> tuple[shapez.Shape, ...]:
    """The nearest buildable shapes that a verdict names; of a pattern there are none."""
    return verdict.nearest if isinstance(verdict, shapez.Verdict) else ()


def refusal(verdict: shapez.Verdict | shapez.PatternVerdict) -> dict[str, object]:
    """Plain data: what cannot be built, why, and what comes nearest."""
    nearest = list(map(str, nearest_of(verdict)))
    return {"code": str(asked_of(verdict)), "reason": verdict.reason, "nearest": nearest}
