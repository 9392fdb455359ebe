"""How many optimal plans there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import stacking
from shapewright.questions.fields import time_limit_field
from shapewright.questions.question import Answer, Formats, Question, counted
from shapewright.questions.stacking._fields import RULES, SEQUENCE, problem

if TYPE_CHECKING:
    from shapewright.jobs.statistics import Statistics
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The number of plans that are optimal."""
    stated = problem(asked, desk)
    seen: list[Statistics] = []
    number = stacking.count(stated, time_limit=desk.seconds, report=seen.append)
    statistics = seen[0]
    keys = {
        "count": number,
        "objective": stated.objective,
        "value": statistics.lower_bound if number else None,
        "states": statistics.nodes,
        "problem": stated.to_json(),
    }
    notes = [f"each has a {stated.objective} of {statistics.lower_bound}"] if number else []
    return counted(number, "optimal plan", keys, notes=[*notes, f"stacking: {statistics}"], seconds=statistics.seconds)


QUESTION = Question(
    "stacking",
    "count",
    "Count the optimal plans, exactly.",
    (SEQUENCE, *RULES, time_limit_field()),
    answer,
    about="Prints the number alone, however large it is.",
    example={"sequence": "IOTSLJZI", "width": 6},
    formats=Formats(
        refused=dict.fromkeys(
            (".svg", ".png", ".gif", ".html"), "a number is not a picture; 'stacking solve' draws a plan"
        )
    ),
)
