"""What a family offers: questions with their fields, and the answer to one, as data, as a view and as files."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from shapewright.web.desk import Desk
    from shapewright.web.fields import Field

TIME_LIMIT = "time_limit"


@dataclass
class Answer:
    """What a worker gives back.

    ``keys`` are the family's keys of the JSON envelope, as ``--json`` prints them. ``view`` tells the page what to show
    (see :mod:`shapewright.web.views`). ``told`` are parameters that were chosen here, such as a drawn seed.
    ``files`` can be downloaded: text or bytes by file name; of an ``.svg`` there is
    a ``.png`` as well. ``exit_code`` is what the command line would end with.
    """

    keys: dict[str, Any]
    view: dict[str, Any] = field(default_factory=dict)
    files: dict[str, str | bytes] = field(default_factory=dict)
    complete: bool = True
    seconds: float | None = None
    exit_code: int = 0
    told: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Question:
    """One question of a family: its verb, its fields, and the function that answers it in a worker.

    ``quick`` questions are answered by workers of their own and have a few seconds; ``command`` is the command line's
    name for it, where that is another.
    """

    name: str
    help: str
    fields: tuple[Field, ...]
    answer: Callable[[dict[str, Any], Desk], Answer]
    quick: bool = False
    example: dict[str, Any] = field(default_factory=dict)

    @property
    def has_time_limit(self) -> bool:
        """Whether it may be told how many seconds to take."""
        return any(each.name == TIME_LIMIT for each in self.fields)


@dataclass(frozen=True)
class Family:
    """A family in the studio: its page's words, and the module (loaded when it is used) that has its ``QUESTIONS``.

    ``page`` is the name of its template and of its ES module.
    """

    name: str
    title: str
    lead: str
    module: str

    @property
    def questions(self) -> dict[str, Question]:
        """Its questions by name."""
        from importlib import import_module

        return {question.name: question for question in import_module(self.module).QUESTIONS}
