"""The studio without a server: questions answered where the page is, in its browser, as the server answers them.

A page's worker calls :func:`look` and :func:`file`, with the parameters as JSON text; both give JSON text, errors
included. Python draws no pixels there: of a .png or .gif file the page gets the pictures, and draws them.
"""

from __future__ import annotations

import base64
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from importlib import import_module
from pkgutil import walk_packages
from typing import Any

from shapewright.drawing.formats.film import UndrawnError
from shapewright.errors import ElsewhereError, LimitError, ResourceError, ShapewrightError
from shapewright.questions import FAMILIES, equivalents, find
from shapewright.questions.asked import check_parameters, given
from shapewright.questions.question import Question
from shapewright.storage.json import json_text
from shapewright.web.answering import (
    Asked,
    Found,
    again,
    answered,
    body_of,
    checked_size,
    failure,
    state_after,
)
from shapewright.web.downloads import DATA
from shapewright.web.settings import Settings

SETTINGS = Settings()
KEPT = 4
"""So many of the latest answers are kept, so that their files need not be asked for again."""
MEMORY = (
    "the answer needs more memory than a browser gives to a page; the command line can use all of this machine's memory"
)

_BY_THE_PAGE = (".png", ".gif")
_RARE = (".nets", ".claims", ".verify", ".gif", ".pdf", ".cross_checks")
"""Of modules that few questions need, or none here."""
_kept: OrderedDict[tuple[str, str, str], Found] = OrderedDict()


def look(
    family: str, question: str, parameters: str, light: bool = True, tell: Callable[[str], object] | None = None
) -> str:
    """What ``POST /look/FAMILY/QUESTION`` of the server replies, as JSON text.

    Of an answer it has its ``view``, the names of its ``files`` and the ``parameters`` to ask again with, which have
    what was drawn at random; ``state`` is ``done``. Otherwise it has the ``error`` in one sentence, its ``exit_code``
    and perhaps the ``state`` (stopped or failed) and ``equivalents``, the command line that can do what is too much
    here. ``tell`` gets JSON texts with ``text``, ``fraction``, ``seconds`` and perhaps the ``view`` so far.
    """
    try:
        found_question, asked = _asked(family, question, parameters, light=light)
    except ShapewrightError as error:
        return _refused(error)
    try:
        found = answered(asked, _Teller(tell), without=_BY_THE_PAGE)
    except Exception as error:
        return _ended(error, found_question, asked)
    body = again(found_question, asked.parameters, found.told)
    key = _key(family, question, body)
    _kept[key] = found
    _kept.move_to_end(key)
    while len(_kept) > KEPT:
        _kept.popitem(last=False)
    head = json_text({"run": "", "state": "done", "files": found.names, "parameters": body})
    return f'{head[:-1]}, "view": {found.view}}}'


def file(family: str, question: str, parameters: str, suffix: str) -> str:
    """The file of an answer, such as ``.svg``, as JSON text with its ``text``, or its bytes in ``base64``.

    A .png or .gif file is a ``film`` that the page draws (:class:`shapewright.drawing.formats.film.Film`). Errors are
    those of :func:`look`. The parameters are those that an answer gave to ask again with.
    """
    try:
        found_question, asked = _asked(family, question, parameters, file=suffix)
    except ShapewrightError as error:
        return _refused(error)
    try:
        content = _content(asked, suffix)
    except UndrawnError as undrawn:
        return json_text({"film": undrawn.film.to_json()})
    except Exception as error:
        return _ended(error, found_question, asked)
    if isinstance(content, bytes):
        return json_text({"base64": base64.b64encode(content).decode()})
    return json_text({"text": content})


def warm_up() -> None:
    """Load all that questions need, so that a page may keep a copy of this Python; nothing is asked of the engine."""
    for family in FAMILIES.values():
        for verb in family.verbs:
            family.question(verb)
    for package in ("cells", "colouring", "drawing", *FAMILIES):
        for module in walk_packages(import_module(f"shapewright.{package}").__path__, f"shapewright.{package}."):
            if not any(part in module.name for part in _RARE):
                with suppress(ModuleNotFoundError):  # what is missing is missed again by who asks for it
                    import_module(module.name)


class _Teller:
    """Passes progress on to the page."""

    def __init__(self, tell: Callable[[str], object] | None) -> None:
        self._tell = tell
        self._began = time.monotonic()

    def __call__(self, said: Mapping[str, Any]) -> None:
        if self._tell is not None:
            view = json.loads(said["view"]) if "view" in said else None
            seconds = round(time.monotonic() - self._began, 3)
            self._tell(json_text({**said, "seconds": seconds, "waiting": False, "view": view}))


def _asked(family: str, verb: str, parameters: str, *, light: bool = False, file: str = "") -> tuple[Question, Asked]:
    """The question of that name, as it is asked; raises ``ShapewrightError`` for one that makes no sense."""
    question = find(family, verb, "studio")
    content = parameters.encode()
    checked_size(len(content), SETTINGS.body)
    body = body_of(content)
    values = check_parameters(question.at("studio"), body)
    repeated = given(question.at("studio"), values)
    seconds = SETTINGS.seconds_for(question, values)
    return question, Asked(family, verb, body, repeated, seconds, 1, light, file)


def _content(asked: Asked, suffix: str) -> str | bytes:
    kept = _kept.get(_key(asked.family, asked.question, asked.parameters))
    if kept is None:
        return next(iter(answered(asked, _Teller(None)).contents.values()))
    made = next((content for name, content in kept.contents.items() if name.endswith(suffix)), None)
    if made is None:
        made = kept.document + "\n" if suffix == DATA else kept.make(suffix)
    return made


def _key(family: str, question: str, parameters: Mapping[str, object]) -> tuple[str, str, str]:
    return family, question, json.dumps(parameters, sort_keys=True)


def _refused(error: ShapewrightError) -> str:
    return json_text({"error": str(error), "exit_code": error.exit_code})


def _ended(error: Exception, question: Question, asked: Asked) -> str:
    """Why there is no answer; where that is because there is too much for a browser, with what can do it."""
    if isinstance(error, ModuleNotFoundError):
        error = ElsewhereError(f"this needs {error.name}, which does not run in a browser; use the command line")
    ended = failure(error, asked.question, MEMORY)
    if isinstance(error, ElsewhereError | LimitError | MemoryError | ResourceError):
        ended["equivalents"] = equivalents.of(question, asked.parameters)
    return json_text({**ended, "state": state_after(ended["exit_code"])})
