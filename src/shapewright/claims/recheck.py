"""An answer looked at a second time: its question, its values and the time there is, read strictly from plain data.

Each family says by its rules (:class:`Rule`) what the keys of its answers claim and how that is checked;
:func:`recheck` runs the rule of an answer's command. What a family's ``verify_answer`` gives back are
:class:`shapewright.claims.Findings`.
"""

from __future__ import annotations

import base64
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from shapewright.claims import Findings
from shapewright.errors import (
    FileError,
    LimitError,
    MissingExtraError,
    NotationError,
    ShapewrightError,
    StoppedError,
    quote,
)
from shapewright.jobs.limits import Clock
from shapewright.storage.json import json_or_lines

__all__ = [
    "TIME_LIMIT",
    "Asked",
    "Case",
    "ElsewhereError",
    "LazyRule",
    "Rule",
    "answer_in",
    "command_of",
    "entry",
    "parse",
    "recheck",
    "summary",
    "whole",
]

TIME_LIMIT = 60.0
"""Seconds that a second look takes at most, unless more are given."""

MAX_WHOLE = 10**12

Value = TypeVar("Value")


class ElsewhereError(ShapewrightError):
    """A part of the question is not in the answer, so that nothing can be recomputed."""

    exit_code = 3


class Asked:
    """The ``parameters`` of an answer: what was asked, by the names of the options.

    Getters take several names where a parameter has had several. A parameter that is null was not given. Raises
    ``NotationError`` for a value of another kind, ``ElsewhereError`` for a file that the answer only names.
    """

    def __init__(self, parameters: Mapping[str, Any]) -> None:
        self._parameters = parameters

    def value(self, *names: str) -> Any:
        """The first of these parameters that is given; None if none is."""
        for name in names:
            found = self._parameters.get(name)
            if found is not None:
                self._check_present(name, found)
                return found
        return None

    def text(self, *names: str) -> str | None:
        """A text."""
        found = self.value(*names)
        if found is not None and not isinstance(found, str):
            raise self._fault(names[0], found, "a text")
        return found

    def flag(self, *names: str) -> bool:
        """Whether a switch is on."""
        found = self.value(*names)
        if found is not None and not isinstance(found, bool):
            raise self._fault(names[0], found, "true or false")
        return bool(found)

    def whole(self, *names: str, least: int = 0, most: int = MAX_WHOLE) -> int | None:
        """A whole number in a range, also in text."""
        found = self.value(*names)
        if isinstance(found, str) and found.isascii() and found.isdigit() and len(found) <= 20:
            found = int(found)
        if found is not None and (type(found) is not int or not least <= found <= most):
            raise self._fault(names[0], found, f"a whole number from {least} to {most}")
        return found

    def texts(self, *names: str) -> tuple[str, ...]:
        """A list of texts; none if it is not given. A single text is a list of one."""
        found = self.value(*names)
        if found is None:
            return ()
        several = [found] if isinstance(found, str) else found
        if not isinstance(several, list) or not all(isinstance(one, str | Mapping) for one in several):
            raise self._fault(names[0], found, "a list of texts")
        for one in several:
            self._check_present(names[0], one)
        return tuple(several)

    def content(self, *names: str) -> str | bytes | None:
        """A text, or the content of a file; None if there is none."""
        found = next((self._parameters[name] for name in names if self._parameters.get(name) is not None), None)
        if isinstance(found, Mapping) and isinstance(found.get("base64"), str):
            try:
                return base64.b64decode(found["base64"], validate=True)
            except ValueError:
                raise self._fault(names[0], found, "the content of a file") from None
        return self.text(*names)

    @staticmethod
    def _check_present(name: str, found: object) -> None:
        if isinstance(found, Mapping):
            raise ElsewhereError(f"the file of the parameter {name!r} is not in the answer")

    @staticmethod
    def _fault(name: str, found: object, kind: str) -> NotationError:
        return NotationError(f"the parameter {name!r} is {quote(str(found))}, not {kind}")


@dataclass
class Case:
    """An answer under examination; rules read it and note in ``findings`` what they find."""

    answer: Mapping[str, Any]
    asked: Asked
    findings: Findings
    clock: Clock
    threads: int | None = None
    context: Mapping[str, Any] = field(default_factory=dict)
    """What the caller knows that the answer does not say."""

    def left(self, share: float = 1.0) -> float | None:
        """The seconds left, or a share of them, None without a limit; raises ``StoppedError`` if there are none."""
        self.clock.check()
        left = self.clock.left()
        return None if left is None else share * left

    def need(self, key: str, kind: type[Value]) -> Value:
        """A value that every such answer has; raises ``NotationError`` if it is missing or of another kind."""
        return entry(self.answer, key, kind, "the answer")

    def claimed(self, key: str) -> Any:
        """A value of any kind that every such answer has; raises ``NotationError`` if it is missing."""
        if key not in self.answer:
            raise NotationError(f"the answer has no {key!r}")
        return self.answer[key]

    def compare(self, key: str, found: object, words: str = "recomputed") -> bool:
        """Whether the answer's value is what was found out; noted in the findings."""
        return self.findings.compare(key, self.claimed(key), found, words)

    def compare_listed(self, key: str, found: list[Any], is_whole: bool, words: str = "listed again") -> None:
        """Compare a list, and ``complete``; one that is not may have ended sooner, since the time was over."""
        stated, complete = self.need(key, list), self.need("complete", bool)
        if not complete and 0 < len(stated) < len(found):
            self.findings.compare(key, stated, found[: len(stated)], words)
            self.findings.right("complete", "there are more")
            return
        self.compare(key, found, words)
        self.compare("complete", is_whole, "by their number")


Rule = Callable[[Case], None]


def entry(record: object, key: str, kind: type[Value], where: str) -> Value:
    """The value of a key of plain data, which must be of that kind; raises ``NotationError`` if it is not.

    >>> entry({"count": 3}, "count", int, "the answer")
    3
    """
    if not isinstance(record, Mapping):
        raise NotationError(f"{where} is not an object")
    if key not in record:
        raise NotationError(f"{where} has no {key!r}")
    found = record[key]
    if type(found) is not kind:
        raise NotationError(f"{where}: {key!r} is {quote(str(found))}, not {_KINDS.get(kind, kind.__name__)}")
    return found


_KINDS: dict[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
}


def whole(value: object, where: str) -> int:
    """A whole number from 0 up; raises ``NotationError`` for anything else."""
    if type(value) is not int or value < 0:
        raise NotationError(f"{where} is {quote(str(value))}, not a whole number from 0 up")
    return value


def answer_in(content: bytes) -> Mapping[str, Any] | None:
    """The answer of a command that is the content of a file, in JSON; None if that is something else."""
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] != b"{":
        return None
    try:
        found = parse(content)
    except NotationError:
        return None  # JSON Lines, or what others will say is wrong with it
    return found if isinstance(found, Mapping) and command_of(found) is not None else None


def parse(content: bytes) -> object:
    """The one value in JSON that the content of a file is; raises ``NotationError`` for anything else."""
    try:
        values = json_or_lines(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise NotationError("it is not text") from None
    if len(values) != 1:
        raise NotationError(f"it has {len(values)} answers; expected one")
    return values[0][1]


def summary(findings: Findings) -> list[str]:
    """What was found out in sentences, the verdict last."""
    if findings.valid is None:
        return [*findings.lines(), "nothing is wrong, but not everything was checked"]
    if not findings.valid:
        return [*findings.lines(), "wrong"]
    claims = ", ".join([key for key in findings.checked if "." not in key])
    return [f"right: {claims}"]


def command_of(answer: object) -> str | None:
    """The command that gave an answer, such as ``clear percent``; None for what is no answer of a command."""
    if not isinstance(answer, Mapping) or not isinstance(answer.get("command"), str):
        return None
    return " ".join(answer["command"].split())


class LazyRule:
    """The rule at ``MODULE.NAME`` in a package; its module is loaded when the rule is used."""

    def __init__(self, package: str, where: str) -> None:
        module, _, self._name = where.partition(".")
        self._module = f"{package}.{module}"

    def __call__(self, case: Case) -> None:
        """Look at the claims of the answer."""
        getattr(import_module(self._module), self._name)(case)


def recheck(
    answer: object,
    family: str,
    rules: Mapping[str, Rule],
    *,
    time_limit: float | None = TIME_LIMIT,
    threads: int | None = None,
    **context: Any,
) -> Findings:
    """What becomes of the claims of an answer by the rule of its verb; keys that no rule looked at are not checked.

    Raises ``NotationError`` for what is no answer of the family, lacks a key that such answers have, or repeats a
    question that cannot be asked.
    """
    command = command_of(answer)
    if command is None or not isinstance(answer, Mapping):
        raise NotationError("it is no answer of a command: it has no 'command'")
    name, _, verb = command.partition(" ")
    if name != family or verb not in rules:
        raise NotationError(f"{quote(command)} is not a command of {family} whose answers can be verified")
    parameters = answer.get("parameters")
    if not isinstance(parameters, Mapping):
        raise NotationError("the answer has no 'parameters', which say what was asked")
    case = Case(answer, Asked(parameters), Findings(), Clock(time_limit), threads, context)
    reason = None
    try:
        rules[verb](case)
    except StoppedError:
        reason = "the time limit is over" if time_limit is None else f"the time limit of {time_limit:g} s is over"
    except (ElsewhereError, LimitError, MissingExtraError) as error:
        reason = str(error)
    except FileError as error:
        raise NotationError(f"what was asked cannot be asked again: {error}") from None
    if reason is not None:
        _pass_over(case, reason)
    case.findings.finish(answer)
    return case.findings


def _pass_over(case: Case, reason: str) -> None:
    """Note that all that nothing was said about is not checked, for this reason."""
    known = Findings()
    known.finish(case.answer)
    said = {*case.findings.checked, *(fault["claim"] for fault in case.findings.faults)}
    for key in known.not_checked:
        if key not in said:
            case.findings.unchecked(key, reason)
