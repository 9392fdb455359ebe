"""How many optimal plans there are."""

from __future__ import annotations

from shapewright import stacking
from shapewright.jobs.statistics import Statistics
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question, counted
from shapewright.questions.stacking._fields import DRAWN, RULES, SEQUENCE, problem
from shapewright.questions.stacking._python import with_problem
from shapewright.stacking.objective_words import told
from shapewright.stacking.rules import bound_key


def answer(asked: Asked, desk: Desk) -> Answer:
    """The number of plans that are optimal."""
    stated = problem(asked, desk)
    seen: list[Statistics] = []
    number = stacking.count(stated, time_limit=desk.seconds, report=seen.append)
    statistics = seen[0]
    value: int | None = getattr(statistics, bound_key(stated.objective)) if number else None
    keys = {
        "count": number,
        "objective": stated.objective,
        "value": value,
        "states": statistics.nodes,
        "problem": stated.to_json(),
    }
    notes = [] if value is None else [f"each has {told(stated.objective, value)}"]
    return counted(number, "optimal plan", keys, notes=[*notes, f"stacking: {statistics}"], seconds=statistics.seconds)


def _python(asked: Asked) -> str:
    found = call("stacking.count", Expression("problem"), **asked.some(TIME_LIMIT))
    return with_problem(asked, f"print({found})")


QUESTION = Question(
    "stacking",
    "count",
    "Count the optimal plans exactly.",
    (SEQUENCE, *DRAWN, *RULES, TIME_LIMIT),
    answer,
    about="Prints only the number, which is exact however large it is.",
    rule="shapewright.stacking.claims.plans:count_",
    claims="""
    count | whole | Number of best plans. | again: by the rules alone, stack by stack, in plain Python; by the engine
        if there are too many
    objective
    value | Value? | What the best plans reach. | again: by a different search
    states?  problem?""",
    example={"sequence": "IOTSLJZI", "width": 6},
    formats=Formats(
        refused=dict.fromkeys(
            (".svg", ".png", ".gif", ".pdf", ".html"), "a number is not a picture; 'stacking solve' draws a plan"
        )
    ),
    python=_python,
)
QUESTION = with_batch(
    QUESTION,
    Batch(
        "Count the plans of each sequence of FILE (or -), one a line.",
        "sequence",
        alone=("random",),
        check=lambda asked: problem(asked, Desk()),
    ),
)
