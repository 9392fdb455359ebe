"""A question that a page asked, answered: the document, the view and the files of its answer, or why there is none.

Both editions of the studio answer here: the processes of the server (:mod:`shapewright.web.worker`), and the page
without one, in its browser (:mod:`shapewright.web.local`).
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from shapewright.errors import InternalError, LimitError, NotationError, ShapewrightError
from shapewright.questions import equivalents, find
from shapewright.questions.asked import Asked as Values
from shapewright.questions.asked import check_parameters
from shapewright.questions.desk import Desk
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Part
from shapewright.questions.question import Answer, Question, envelope
from shapewright.shortage import shortage_behind
from shapewright.storage.json import json_text, read_json
from shapewright.web import downloads, views
from shapewright.web.words import for_pages


@dataclass(frozen=True)
class Asked:
    """A question on its way: its ``parameters`` as they came, and as the answer repeats them (``given``).

    It may take ``seconds`` and ``threads``. A ``light`` one is asked for its view alone, one with a ``file`` for the
    file of that suffix alone.
    """

    family: str
    question: str
    parameters: Mapping[str, object]
    given: Mapping[str, object]
    seconds: float
    threads: int
    light: bool = False
    file: str = ""


@dataclass(eq=False)
class Found:
    """An answer: its ``document`` (the JSON envelope), its ``view`` (JSON), and ``contents`` of files by name.

    ``names`` are those of all files that there can be, ``told`` the parameters that were chosen meanwhile; ``make``
    makes the content of a file by its suffix.
    """

    document: str
    contents: dict[str, str | bytes]
    make: Callable[[str], str | bytes]
    view: str = ""
    names: list[str] = field(default_factory=list)
    told: dict[str, object] = field(default_factory=dict)
    exit_code: int = 0


def body_of(content: bytes) -> Any:
    """The parameters that came as JSON; raises ``NotationError`` for anything else."""
    if not content.strip():
        return {}
    try:
        text = content.decode()
    except UnicodeDecodeError as error:
        raise NotationError(f"the question is not UTF-8 at byte {error.start}") from None
    return read_json(text, "the question")


def checked_size(size: int, limit: int) -> None:
    """Raise ``LimitError`` for a question of more bytes than one may have."""
    if size > limit:
        raise LimitError(f"a question may have at most {limit} bytes, and this one has more")


def again(question: Question, parameters: Mapping[str, object], told: Mapping[str, object]) -> dict[str, object]:
    """The parameters that ask the same question again, with the same random choices."""
    names = {field.name for field in question.at("studio")}
    return {**{name: value for name, value in told.items() if name in names}, **parameters}


def answered(
    asked: Asked,
    send: Callable[[dict[str, object]], None],
    *,
    heard: Callable[[], None] = lambda: None,
    without: Collection[str] = (),
) -> Found:
    """Answer a question; ``send`` hears of progress, ``heard`` that there is an answer, whose files are then made.

    Progress is a ``text``, a ``fraction`` (or None), and perhaps a ``view``, as JSON. Files of the suffixes ``without``
    are offered, but not made on the way.
    """
    started = time.monotonic()
    question = find(asked.family, asked.question, "studio")

    def tell(said: dict[str, Any]) -> None:
        parts = said.pop("parts", ())
        seen = {"view": json_text(views.of_answer(Answer({}), parts))} if parts else {}
        send({**said, **seen})

    desk = Desk(asked.seconds, asked.threads, studio=True, tell=tell)
    values = question.asked(check_parameters(question.at("studio"), dict(asked.parameters)))
    answer, parts = found(question, values, desk)
    seconds = time.monotonic() - started
    document = json_text(envelope(question, asked.given, answer, seconds))
    heard()
    stem = question.stem or question.name

    def make(suffix: str) -> str | bytes:
        return downloads.made(answer, suffix, document)

    if asked.file:
        return Found(document, {stem + asked.file: make(asked.file)}, make)
    view = views.of_answer(answer, parts)
    view["seconds"] = round(seconds if answer.seconds is None else answer.seconds, 6)
    view["equivalents"] = equivalents.of(question, asked.parameters, answer.told, answer.elsewhere)
    suffixes = downloads.offered(question, values, answer, view["sections"])
    contents = downloads.with_answer(answer, document, suffixes, seconds, light=asked.light, without=without)
    return Found(
        document,
        {stem + suffix: content for suffix, content in contents.items()},
        make,
        json_text(view),
        [stem + suffix for suffix in suffixes],
        dict(answer.told),
        answer.exit_code or 0,
    )


def found(question: Question, values: Values, desk: Desk) -> tuple[Answer, list[Part]]:
    """The answer to a question, and its parts."""
    given = question.answer(values, desk)
    answer = given.gathered() if isinstance(given, Listing) else given
    return answer, [] if answer.parts is None else list(answer.parts())


def failure(error: Exception, question: str, memory: str) -> dict[str, Any]:
    """Why there is no answer: ``error``, in one sentence, and the ``exit_code``; ``memory`` is said where it was short.

    A fault of the program has exit code 70 and is printed on standard error.
    """
    if isinstance(error, InternalError):
        return {"error": f"an answer failed its own check: {error}", "exit_code": 70}
    if isinstance(error, ShapewrightError):
        shortage = shortage_behind(error) if error.exit_code == 4 else None
        error = shortage or error
        return {"error": for_pages(" ".join(str(error).split())), "exit_code": error.exit_code}
    if isinstance(error, RecursionError):
        return {"error": "the puzzle is nested too deeply", "exit_code": 2}
    if isinstance(error, MemoryError) or shortage_behind(error) is not None:
        return {"error": memory, "exit_code": 3}
    traceback.print_exception(error)
    return {"error": f"{type(error).__name__} in {question}", "exit_code": 70}


def state_after(exit_code: int) -> str:
    """What a question without an answer came to, as a page says it: its time was over, or it failed."""
    return "stopped" if exit_code == 3 else "failed"
