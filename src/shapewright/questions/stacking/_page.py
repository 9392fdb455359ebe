"""What the page of ``stacking`` must know to let pieces fall, the forms of its questions, and what answers tell it."""

from __future__ import annotations

from shapewright.questions.form import Form, Forms
from shapewright.questions.stacking._fields import RULES
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.objective_words import at_best, next_better, told
from shapewright.stacking.picture import colours
from shapewright.stacking.plan import Plan
from shapewright.stacking.problem import WIDTH, Problem
from shapewright.stacking.rules import ENDINGS
from shapewright.stacking.slides import facings

PLANS, ENDLESS, ANSWERS = "Best plans", "Without end", "Draw and check"
_OF_PAGE = "Without an answer, it is about the sequence and the rules of the page."
_FORMS = {
    "solve": Form(
        "Best plans", PLANS, first=("best", "tie_break"),
        labels={"best": "Number of plans", "tie_break": "Among equal plans", "file": "Many sequences, one a line",
                "sequence_time_limit": "Seconds for each sequence"},
    ),
    "count": Form("Number of best plans", PLANS, without=("file",)),
    "longest": Form(
        "How many pieces can fall", PLANS, "The rows of the well are the height limit of the page.", without=("file",),
    ),
    "survive": Form(
        "Survive against any pieces", ENDLESS, "Width, start board, pieces and hold are those of the page.",
        first=("sequence", "height_limit", "see", "list"), own=("sequence", "height_limit"),
        labels={"sequence": "Pieces that may come", "height_limit": "Rows of the well", "see": "Pieces seen",
                "list": "Longest strategy listed"},
    ),
    "deadly": Form(
        "Shortest deadly sequence", ENDLESS, "Width, start board, pieces and hold are those of the page.",
        first=("sequence", "height_limit"), own=("sequence", "height_limit"),
        labels={"sequence": "Pieces that may come", "height_limit": "Rows of the well"},
    ),
    "expect": Form(
        "Expected height of random pieces", ENDLESS, "Width, start board and pieces are those of the page.",
        first=("sequence", "number", "see", "bag", "knowing"), own=("sequence",),
        labels={"sequence": "Kinds that come", "number": "Number of pieces", "see": "Pieces seen",
                "bag": "Shuffled bags", "knowing": "Price of not knowing", "samples": "Sampled sequences",
                "seed": "Seed"},
    ),
    "rate": Form(
        "Rows for each piece, for ever", ENDLESS, "The sequence of the page is repeated, from an empty well.",
        first=("repeat",), without=("file",), labels={"repeat": "Height after repetitions"},
    ),
    "show": Form(
        "Draw a plan", ANSWERS, _OF_PAGE, first=("plan", "answer"), labels={"answer": "Answer, as JSON"},
    ),
    "verify": Form(
        "Check a plan or an answer", ANSWERS, _OF_PAGE, first=("plan", "claim", "prove", "answer"),
        labels={"answer": "Answer, as JSON", "claim": "Claimed value", "prove": "Prove that it is best"},
    ),
}  # fmt: skip


def data() -> dict[str, object]:
    """The seven pieces with their colours and rotations, and the defaults of the rules."""
    return {"pieces": _pieces(Problem("IOTJLSZ")), "width": WIDTH, "objectives": list(ENDINGS)}


def forms() -> Forms:
    """How the page asks for the options of its questions; the page itself plays, and looks while one types."""
    return Forms(
        stated=("sequence", *(field.name for field in RULES)),
        shared=("best", "tie_break", "time_limit", "plan", "answer"),
        without=("glance", "play"),
        forms=_FORMS,
        labels={"time_limit": "Seconds"},
    )


def stated_to_page(problem: Problem) -> dict[str, object]:
    """The problem as the page plays it: its sequence and board read, its rules, the pieces that fall."""
    return {
        "sequence": list(problem.sequence),
        "width": problem.width,
        "board": [list(cell) for cell in sorted(problem.board)],
        "hold": problem.hold,
        "clear_lines": problem.clear_lines,
        "objective": problem.objective,
        "height_limit": problem.height_limit,
        "drop": problem.drop,
        "pieces": _pieces(problem),
    }


def plan_to_page(plan: Plan) -> dict[str, object]:
    """The drops of a plan, what they come to, and what no plan can be better than."""
    return {
        "drops": drops_to_json(plan.drops),
        "value": plan.value,
        "height": plan.height,
        "bound": plan.bound,
        "optimal": plan.optimal,
    }


def bar_of_plan(plan: Plan) -> dict[str, object]:
    """The words of the bar for the best plan.

    >>> from shapewright.stacking import Drop, Plan
    >>> bar_of_plan(Plan(Problem("LL", width=6), (Drop("L", 0), Drop("L", 3)), 3, 3))
    {'words': 'height 3, optimal', 'chips': ['2 impossible', 'checked'], 'tone': 'good'}
    """
    name, value, bound = plan.problem.objective, plan.value, plan.bound
    other = [] if name == "height" else [f"height {plan.height}"]
    if plan.optimal:
        better = next_better(name, value)
        below = [] if better is None else [f"{better} impossible"]
        return {"words": f"{told(name, value)}, optimal", "chips": [*below, *other, "checked"], "tone": "good"}
    chips = [at_best(name, bound), *other, "checked"]
    return {"words": f"{told(name, value)}, perhaps not the best", "chips": chips, "tone": "plain"}


def _pieces(problem: Problem) -> dict[str, object]:
    """The pieces that fall, by name: colour, the cells of each rotation, and how they turn where they slide.

    A facing is a rotation, where its corner lies from the centre, and the facings after a quarter turn (-1: none).
    """
    known = colours(problem)
    return {
        name: {
            "colour": known[name],
            "rotations": [[list(cell) for cell in shape.cells] for shape in problem.orientations(name)],
            "facings": [
                [one.orientation, one.x, one.y, *[-1 if to is None else to for to in one.turned]]
                for one in facings(problem.shapes(name))
            ],
        }
        for name in dict.fromkeys(problem.sequence)
    }
