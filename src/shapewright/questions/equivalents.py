"""The same question elsewhere: the command line, and the lines of Python, that give the answer a page shows."""

from __future__ import annotations

import base64
import shlex
from typing import TYPE_CHECKING

from shapewright.questions import find
from shapewright.questions.fields import Field, Typed
from shapewright.questions.words import STDIN, words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.questions.question import Question

PROGRAM = "shapewright"
# A base64 line as most programs write it.
_LINE = 76


def of(
    question: Question,
    given: Mapping[str, object],
    told: Mapping[str, object] | None = None,
    elsewhere: Sequence[tuple[str, Mapping[str, object]]] = (),
) -> dict[str, str]:
    """``command`` for a POSIX shell and ``python``, which ask ``question`` with the plain parameters ``given``.

    ``told`` are parameters that were chosen while it was answered, such as a drawn seed; what is given comes first.
    Contents of files stand in the command, which passes them on. Either text is empty where a question has none. With
    ``elsewhere`` (see :class:`~shapewright.questions.question.Answer`) those questions are asked instead.
    """
    if elsewhere:
        return _merged([_elsewhere(find(question.family, verb), given, changes) for verb, changes in elsewhere])
    parameters = differing(question, {**_chosen(question, given, told or {}), **given})
    python = "" if question.python is None else question.python(question.repeated(parameters))
    return {"command": _command(question, parameters), "python": python}


# What only a question with a clock takes, or only the page that shows its answer.
_OF_A_LOOK = ("time_limit", "limit")


def _elsewhere(question: Question, given: Mapping[str, object], changes: Mapping[str, object]) -> dict[str, str]:
    names = {field.name for field in question.at("studio")}.difference(_OF_A_LOOK)
    return of(question, {name: value for name, value in {**given, **changes}.items() if name in names})


def _merged(all_of_them: list[dict[str, str]]) -> dict[str, str]:
    """One after the other; lines that all programs have stand once."""
    python = all_of_them[0]["python"].splitlines()
    for other in all_of_them[1:]:
        python += [line for line in other["python"].splitlines() if line not in python]
    return {"command": "\n".join(each["command"] for each in all_of_them), "python": "\n".join(python)}


def differing(question: Question, given: Mapping[str, object]) -> dict[str, object]:
    """The parameters, in the order of the fields, that are not what they are at the shell without being given."""
    found = {}
    defaults = {field.name: field.default for field in question.at("shell")}
    for field in question.at("studio"):
        value = given.get(field.name)
        usual = defaults.get(field.name, field.default)
        is_nothing = value == usual or (isinstance(value, (list, tuple)) and not value)
        if value is None or (is_nothing and not field.required):
            continue
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, str) and field.schema().get("type") == "array":
            value = [value]
        found[field.name] = value
    return found


def _chosen(question: Question, given: Mapping[str, object], told: Mapping[str, object]) -> dict[str, object]:
    """What was chosen, without what repeats in another form a parameter that is given."""
    forms = {field.typed_as for field in question.at("studio") if given.get(field.name) is not None}
    return {name: value for name, value in told.items() if name not in forms}


# --- The command line -------------------------------------------------------------------------------------------------


def _command(question: Question, parameters: dict[str, object]) -> str:
    verb = question if "shell" in question.doors else find(question.family, question.typed_as or question.name)
    if "shell" not in verb.doors:
        return ""
    at_shell = {field.name for field in verb.at("shell")}
    files = _Files("" if question.script is None else question.script(question.repeated(parameters)))
    typed: dict[str, object] = {}
    for field in question.at("studio"):
        name = field.typed_as or field.name
        if field.name in parameters and name in at_shell:
            typed[name] = files.words(field, parameters[field.name])
    return files.around(shlex.join([PROGRAM, *words_of(verb, typed)]))


class _Files:
    """What a command reads: one content on its standard input, and others in files that are written before."""

    def __init__(self, stdin: str) -> None:
        self._stdin = stdin.encode() if stdin else None
        self._written: dict[str, bytes] = {}

    def words(self, field: Field[object], plain: object) -> object:
        """The words that have a value, or the value of a flag."""
        if isinstance(plain, bool):
            return plain
        return [self._word(field, each) if isinstance(each, Typed) else each for each in field.typed(plain)]

    def _word(self, field: Field[object], typed: Typed) -> str:
        if self._stdin is None and not typed.suffix:
            self._stdin = typed.content
            return STDIN
        stem, suffix = field.typed_as or field.name, typed.suffix or ".txt"
        name, number = f"{stem}{suffix}", 2
        while name in self._written:
            name, number = f"{stem}{number}{suffix}", number + 1
        self._written[name] = typed.content
        return name

    def around(self, command: str) -> str:
        """The command with what writes its files and fills its standard input."""
        lines = [_passed_on(content, f"> {name}") for name, content in self._written.items()]
        return "\n".join([*lines, command if self._stdin is None else _passed_on(self._stdin, f"| {command}", command)])


def _passed_on(content: bytes, where: str, reader: str = "cat") -> str:
    """Lines of a shell that pass a content on, as it is to the last byte; ``reader`` may read a text by itself."""
    try:
        text = content.decode()
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text or "\r" in text:
        plain = base64.b64encode(content).decode()
        rows = "\n".join(plain[start : start + _LINE] for start in range(0, len(plain), _LINE))
        return f"base64 -d <<'END' {where}\n{rows}\nEND"
    if not text.endswith("\n"):
        return f"printf %s {shlex.quote(text)} {where}"
    end = "END"
    while end in text.split("\n"):
        end += "_"
    read = reader if reader != "cat" else f"cat {where}"
    return f"{read} <<'{end}'\n{text}{end}"
