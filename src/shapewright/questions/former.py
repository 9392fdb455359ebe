"""Questions under names that they had before: every door still answers them, and no list shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.questions.fields import Field
    from shapewright.questions.listing import Listing
    from shapewright.questions.question import Answer, Question


def with_former(
    question: Question,
    name: str,
    now: str,
    fields: tuple[Field[object], ...],
    *,
    given: Mapping[Field[object], object] | None = None,
    renamed: Mapping[str, str] | None = None,
    **others: Any,
) -> Question:
    """Return the question, of which a part is also answered under the ``name`` that it had as a question by itself.

    ``now`` are the words that ask it today, and ``fields`` those of then. Fields that are ``renamed`` have another name
    in ``question``; the values ``given`` are the same in every case. ``others`` are attributes that differ from
    those of ``question``.
    """
    names, always, python = renamed or {}, given or {}, question.python

    def answer(asked: Asked, desk: Desk) -> Answer | Listing:
        door = "studio" if desk.studio else "shell"
        own = {field.name: field for field in (*question.fields, *question.at(door))}
        values = {own[names.get(field.name, field.name)]: asked[field] for field in fields if door in field.doors}
        return question.answer(question.asked({}, door).replace({**values, **always}), desk)

    def in_python(asked: Asked) -> str:
        plain = {names.get(name, name): value for name, value in asked.some(*fields).items()}
        defaults = {names.get(field.name, field.name): field.default for field in fields if field.default is not None}
        return "" if python is None else python(question.repeated({**defaults, **plain}).replace(always))

    part = replace(
        question,
        **{
            "name": name,
            "help": f"The same as '{question.family} {now}'.",
            "about": "",
            "fields": fields,
            "answer": answer,
            "python": None if python is None else in_python,
            "foreign": {},
            **others,
        },
    )
    return replace(question, former={**question.former, name: part})
