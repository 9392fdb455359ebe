"""The best plan at a glance: for the page, whose bar follows the sequence while it is typed."""

from __future__ import annotations

from dataclasses import replace

from shapewright import stacking
from shapewright.jobs.statistics import Statistics
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.formats import content
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Question
from shapewright.questions.stacking._fields import RULES, SEQUENCE, problem
from shapewright.questions.stacking._page import bar_of_plan, plan_to_page, stated_to_page
from shapewright.questions.stacking._plans import formats, impossible, in_words, plain, plan_text, see
from shapewright.questions.stacking._python import with_problem
from shapewright.stacking.picture import refuted_line

GLANCE_SECONDS = 0.2


def answer(asked: Asked, desk: Desk) -> Answer:
    """The best plan that is found in a moment, what is proven of it, and the game as it was read."""
    stated = problem(asked, desk)
    seen: list[Statistics] = []
    seconds = GLANCE_SECONDS if desk.seconds is None else min(GLANCE_SECONDS, desk.seconds)
    plan = stacking.first(stated, time_limit=seconds, report=seen.append)
    if plan is None:
        return impossible(stated, seen[0])
    board = replace(plan.mosaic(), marks=refuted_line(plan))
    return Answer(
        plain(plan),
        in_words(plan),
        text=lambda screen: plan_text(plan, screen),
        records=lambda: [plain(plan)],
        parts=lambda: [Pictures([Picture(board)], size="whole")],
        files={".gif": lambda: content(Answer({}, parts=lambda: see([plan])), ".gif", "")} if plan.drops else {},
        complete=plan.optimal,
        tone="good" if plan.optimal else "plain",
        page={"bar": bar_of_plan(plan), "game": stated_to_page(stated), "plans": [plan_to_page(plan)]},
    )


def _python(asked: Asked) -> str:
    found = call("stacking.first", Expression("problem"), **asked.some(TIME_LIMIT))
    return with_problem(asked, f"plan = {found}", 'print(f"{plan.value}: {plan}" if plan else "impossible")')


QUESTION = Question(
    "stacking",
    "glance",
    "Find a low stack in a moment, and report what is proven about it.",
    (SEQUENCE.mandatory(), *RULES, TIME_LIMIT),
    answer,
    claims="""
    height?  objective?  value?  lower_bound?  upper_bound?  optimal?  plan?  text?  problem?  states?""",
    example={"sequence": "IOTSLJZI", "width": 6},
    doors=("studio",),
    formats=formats(several=False),
    downloads=(".svg", ".gif", ".pdf", ".txt"),
    stem="stack",
    lists=True,
    quick=True,
    typed_as="solve",
    python=_python,
)
