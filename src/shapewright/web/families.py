"""The families that have a page, in the order in which the studio shows them: the one place where they are listed."""

from __future__ import annotations

import traceback
from importlib import import_module
from typing import Any

from shapewright import questions
from shapewright.errors import NotationError, quote
from shapewright.questions import fields
from shapewright.questions import question as questions_
from shapewright.questions.desk import Desk
from shapewright.questions.listing import Listing
from shapewright.web import fields as old_fields
from shapewright.web import views
from shapewright.web.pictures import QUESTIONS
from shapewright.web.questions import Family

_ALL = (
    Family(
        "tiling",
        "Tiling",
        "Cover a board exactly with pieces: find a tiling, count them all, draw one at random, or learn why there is "
        "none.",
        "shapewright.web.tiling",
    ),
    Family(
        "packing",
        "Packing",
        "Pack a bag of pieces as tightly as possible: into the best box there is, a given box, or onto a board.",
        "shapewright.web.packing",
    ),
    Family(
        "clear",
        "Clear",
        "Perfect clears of Tetris: a solution for what comes, step by step, the chance of one, and all the ways.",
        "shapewright.web.clear",
    ),
    Family(
        "shapez",
        "Shapez",
        "Can this Shapez 2 shape be built, with which machines, and if not, what comes nearest?",
        "shapewright.web.shapez",
    ),
)

_OLD = {family.name: family for family in _ALL}
_ORDER = ("tiling", "packing", "stacking", "clear", "shapez")
FAMILIES: dict[str, Any] = {name: questions.FAMILIES.get(name) or _OLD[name] for name in _ORDER}


def find(family: str, question: str) -> Any:
    """The question of that name; raises ``NotationError`` if there is none."""
    if family == "pictures":
        return QUESTIONS[question]
    found = FAMILIES.get(family)
    if found is None:
        raise NotationError(f"there is no family {quote(family)}; families are {', '.join(FAMILIES)}")
    questions = found.questions
    if question not in questions:
        raise NotationError(f"{family} has no question {quote(question)}; questions are {', '.join(questions)}")
    return questions[question]


def warm_up() -> None:
    """Load what the first question of each family would wait for; what fails here fails again when it is asked."""
    for family in FAMILIES.values():
        try:
            if family.name in questions.FAMILIES:
                _ask_example(family)
            else:
                import_module(family.module).warm_up()
        except Exception:
            traceback.print_exc()


def _ask_example(family: questions.Family) -> None:
    """Ask the first question its example, and draw all of the answer."""
    question = family.question(family.verbs[0])
    given = fields.check_parameters(question.at("studio"), dict(question.example))
    answered(question, given, Desk(10.0, 1, studio=True))


def answered(
    question: questions_.Question, given: dict[str, Any], desk: Desk
) -> tuple[questions_.Answer, dict[str, Any]]:
    """The answer to a question, and its view."""
    found = question.answer(fields.values_of(question.at("studio"), given), desk)
    answer = found.gathered() if isinstance(found, Listing) else found
    return answer, views.of_answer(answer)


# --- Questions of both kinds ------------------------------------------------------------------------------------------


def fields_of(question: Any) -> tuple[Any, ...]:
    """The fields that the studio takes."""
    found: tuple[Any, ...] = question.at("studio") if isinstance(question, questions_.Question) else question.fields
    return found


def checked(question: Any, body: Any) -> dict[str, Any]:
    """The checked parameters."""
    if isinstance(question, questions_.Question):
        return fields.check_parameters(fields_of(question), body)
    return old_fields.read_parameters(question.fields, body)


def repeated(question: Any, values: dict[str, Any]) -> dict[str, Any]:
    """The parameters as an answer repeats them."""
    if isinstance(question, questions_.Question):
        return fields.given(fields_of(question), values)
    return old_fields.given(question.fields, values)


def schema_of(question: Any) -> dict[str, Any]:
    """The JSON Schema of its parameters."""
    if isinstance(question, questions_.Question):
        return fields.schema(fields_of(question))
    return old_fields.schema(question.fields)
