"""Questions under names that they had before: every door still answers them, and no list shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.questions.fields import values_of

if TYPE_CHECKING:
    from shapewright.questions.fields import Field
    from shapewright.questions.question import Question

__all__ = ["with_former"]


def with_former(
    question: Question,
    name: str,
    now: str,
    fields: tuple[Field[object], ...],
    *,
    given: Mapping[str, Any] | None = None,
    renamed: Mapping[str, str] | None = None,
    **others: Any,
) -> Question:
    """Return the question, of which a part is also answered under the ``name`` that it had as a question by itself.

    ``now`` are the words that ask it today, and ``fields`` those of then. Fields that are ``renamed`` have another name
    in ``question``; the parameters ``given`` are the same in every case. ``others`` are attributes that differ from
    those of ``question``.
    """
    names, always, python = renamed or {}, given or {}, question.python

    def meant(asked: Mapping[str, Any]) -> dict[str, Any]:
        return {**{names.get(name, name): value for name, value in asked.items()}, **always}

    part = replace(
        question,
        **{
            "name": name,
            "help": f"The same as '{question.family} {now}'.",
            "about": "",
            "fields": fields,
            "answer": lambda asked, desk: question.answer({**values_of(question.fields, {}), **meant(asked)}, desk),
            "python": None if python is None else lambda asked: python(meant(asked)),
            "foreign": {},
            **others,
        },
    )
    return replace(question, former={**question.former, name: part})
