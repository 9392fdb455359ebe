"""The rule by which an answer is checked: its question names it.

A :data:`Rule` knows what the keys of an answer claim and how to check them; :func:`recheck` finds the question that an
answer repeats, refuses what cannot be an answer to it, applies its rule, and returns the :class:`Findings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Protocol, TypeVar

from shapewright.claims.asked import Asked, ElsewhereError
from shapewright.claims.findings import ABOUT, Findings, shown
from shapewright.claims.lines import check_lines
from shapewright.claims.reading import command_of, entry, parse, read_answers, refuse_malformed
from shapewright.claims.tracked import Tracked, tracked
from shapewright.errors import (
    FileError,
    LimitError,
    MissingExtraError,
    NotationError,
    ResourceError,
    StoppedError,
    quote,
)
from shapewright.jobs.limits import Clock

TIME_LIMIT = 60.0
"""Seconds that a second look takes at most, unless a caller says otherwise."""

Value = TypeVar("Value")
Found = TypeVar("Found", bound=Findings)


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
    verb: str = ""
    """The verb that gave the answer; "" for what Python writes without a command."""

    def left(self, share: float = 1.0) -> float | None:
        """The seconds left, or a share of them, None without a limit; raises ``StoppedError`` if there are none."""
        self.clock.check()
        left = self.clock.left()
        return None if left is None else share * left

    def whole(self, key: str) -> int:
        """A whole number from 0 up that every such answer has; raises ``NotationError`` for anything else."""
        value = self.claimed(key)
        if type(value) is not int or value < 0:
            raise NotationError(f"{key!r} of the answer is not a whole number, 0 or more: {shown(value)}")
        return value

    def need(self, key: str, kind: type[Value]) -> Value:
        """A value that every such answer has; raises ``NotationError`` if it is missing or of another kind."""
        return entry(self.answer, key, kind, "the answer")

    def claimed(self, key: str) -> Any:
        """A value of any kind that every such answer has; raises ``NotationError`` if it is missing."""
        if key not in self.answer:
            raise NotationError(f"the answer has no {key!r}")
        return self.answer[key]

    def compare(self, key: str, found: object, words: str = "recomputed", kind: type | None = None) -> bool:
        """Whether the answer's value, of this ``kind``, is what was found out; noted in the findings."""
        stated = self.claimed(key) if kind is None else self.need(key, kind)
        return self.findings.compare(key, stated, found, words)

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


class _Stated(Protocol):
    """What is known here of a question, which a floor above states."""

    rule: Rule | str
    rules: Mapping[str, Rule | str]
    line: str

    def refuse_malformed(self, answer: Mapping[str, Any]) -> None:
        """Raise ``NotationError`` for what cannot be an answer to this question."""


def _question(family: str, answer: Mapping[str, Any]) -> _Stated:
    """Return the question that an answer repeats; raise ``NotationError`` if none of the family has answers to verify.

    It is found by its name, since no import goes up.
    """
    command = command_of(answer) or ""
    name, _, verb = command.partition(" ")
    found: _Stated | None = None
    if name == family and verb:
        found = import_module("shapewright.questions").FAMILIES[family].known(verb)
    if found is None or not found.rule:
        raise NotationError(f"{quote(command)} is not a command of {family} whose answers can be verified")
    return found


def recheck(
    answer: object,
    family: str,
    *,
    bare: Rule | None = None,
    findings: Findings | None = None,
    time_limit: float | None = TIME_LIMIT,
    threads: int | None = None,
    **context: Any,
) -> Findings:
    """What becomes of the claims of an answer by the rule of its question; keys that no rule read are not checked.

    It is noted in ``findings``, if they are given. The rule ``bare`` is that of what Python writes without a command.

    Raises ``NotationError`` for anything but an answer of the family, for one that lacks a key which such answers have
    or has a value of another kind, and for one that repeats a question which cannot be asked.
    """
    if isinstance(answer, str):
        answer = parse(answer.encode("utf-8", "surrogatepass"))
    if not isinstance(answer, Mapping) or (answer.get("command") is None and bare is None):
        raise NotationError("this is not the answer of a command: it has no 'command'")
    question = None if answer.get("command") is None else _question(family, answer)
    data: Tracked = tracked({**answer} if question else {"parameters": {}, **answer})
    if not isinstance(data.get("parameters"), Mapping):
        raise NotationError("the answer has no 'parameters', which state the question")
    rule: Rule | str | None = bare
    if question is not None:
        question.refuse_malformed(data)
        rule = next((one for key, one in question.rules.items() if key in data), question.rule)
        data = tracked(data)  # so far no rule has read it
    found = Findings() if findings is None else findings
    verb = (command_of(answer) or "").partition(" ")[2]
    case = Case(data, Asked(data["parameters"]), found, Clock(time_limit), threads, context, verb)

    def check(one: Mapping[str, Any]) -> Findings:
        return recheck(one, family, findings=type(found)(), time_limit=case.clock.left(), threads=threads, **context)

    if question is not None and question.line and check_lines(data, question.line, found, check):
        return found
    reason = None
    try:
        with refuse_malformed():
            assert rule is not None
            _loaded(rule)(case)
    except StoppedError:
        reason = "the time limit was reached" if time_limit is None else str(case.clock.stopped())
    except (ElsewhereError, LimitError, MissingExtraError, ResourceError) as error:
        reason = str(error)
    except FileError as error:
        raise NotationError(f"the question cannot be asked again: {error}") from None
    if reason is not None:
        data["parameters"].values()  # what the rule had still to read is not the reason
        _pass_over(case, reason)
    case.findings.finish(data)
    return case.findings


def _loaded(rule: Rule | str) -> Rule:
    """Return the rule at ``module:function``."""
    if not isinstance(rule, str):
        return rule
    module, _, name = rule.partition(":")
    found: Rule = getattr(import_module(module), name)
    return found


def recheck_all(
    answer: Mapping[str, Any] | str,
    family: str,
    findings: Found,
    *,
    time_limit: float | None = None,
    **others: Any,
) -> Found:
    """What becomes of the claims of an answer, or of several in JSON Lines, which are read as Python writes them.

    The context of a rule has the ``place`` of one of several in words, its ``number`` and how ``many`` there are.
    """
    answers = read_answers(answer)
    clock = Clock(TIME_LIMIT if time_limit is None else time_limit)
    for number, (place, data) in enumerate(answers, 1):
        how = {"findings": findings, "time_limit": clock.left(), **others}
        if len(answers) == 1:
            recheck(data, family, **how)
        else:
            plain = {key: data[key] for key in data if key not in ABOUT}
            recheck(plain, family, **how, place=place, number=number, many=len(answers))
    return findings


def _pass_over(case: Case, reason: str) -> None:
    """Note as not checked, for this reason, every key without a finding."""
    known = type(case.findings)()
    known.finish(case.answer)
    said = {*case.findings.checked, *(fault["claim"] for fault in case.findings.faults)}
    for key in known.not_checked:
        if key not in said:
            case.findings.unchecked(key, reason)
