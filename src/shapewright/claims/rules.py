"""The rules by which a family checks its answers: one for each verb.

A :data:`Rule` knows what the keys of an answer claim and how to check them; :func:`recheck` runs the rule of an
answer's command and returns its :class:`Findings`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, TypeVar

from shapewright.claims.asked import Asked, ElsewhereError
from shapewright.claims.findings import ABOUT, ENVELOPE, Findings, same, shown
from shapewright.claims.lines import check_lines
from shapewright.claims.reading import entry, parse, read_answers, refuse_malformed, verb_of
from shapewright.claims.tracked import Tracked, tracked
from shapewright.errors import FileError, LimitError, MissingExtraError, NotationError, ResourceError, StoppedError
from shapewright.jobs.limits import Clock

__all__ = ["TIME_LIMIT", "Case", "LazyRule", "Rule", "recheck", "recheck_all"]

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
    findings: Findings | None = None,
    line: str = "",
    time_limit: float | None = TIME_LIMIT,
    threads: int | None = None,
    **context: Any,
) -> Findings:
    """What becomes of the claims of an answer by the rule of its verb; keys that no rule looked at are not checked.

    It is noted in ``findings``, if they are given. The rule of the verb "" is that of what Python writes without a
    command. ``line`` is the parameter that a line of a file states, "" where there are no such answers.

    Raises ``NotationError`` for anything but an answer of the family, and for an answer that lacks a key which such
    answers have or that repeats a question which cannot be asked.
    """
    if isinstance(answer, str):
        answer = parse(answer.encode("utf-8", "surrogatepass"))
    if not isinstance(answer, Mapping) or (answer.get("command") is None and "" not in rules):
        raise NotationError("this is not the answer of a command: it has no 'command'")
    verb = verb_of(answer, family, rules)
    data: Tracked = tracked({**answer} if verb else {"parameters": {}, **answer})
    if not isinstance(data.get("parameters"), Mapping):
        raise NotationError("the answer has no 'parameters', which state the question")
    if verb and "envelope" in data:
        if not same(data["envelope"], ENVELOPE):
            raise NotationError(
                f"its envelope has the version {shown(data['envelope'])}; this program reads {ENVELOPE}"
            )
        for key in ("verdict", "reason", "complete"):
            if key not in data:
                raise NotationError(f"the answer has no {key!r}")
    found = Findings() if findings is None else findings
    case = Case(data, Asked(data["parameters"]), found, Clock(time_limit), threads, context, verb)

    def check(one: Mapping[str, Any]) -> Findings:
        how = {"line": line, "threads": threads, **context}
        return recheck(one, family, rules, findings=type(found)(), time_limit=case.clock.left(), **how)

    if line and check_lines(data, line, found, check):
        return found
    reason = None
    try:
        with refuse_malformed():
            rules[verb](case)
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


def recheck_all(
    answer: Mapping[str, Any] | str,
    family: str,
    rules: Mapping[str, Rule],
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
            recheck(data, family, rules, **how)
        else:
            bare = {key: data[key] for key in data if key not in ABOUT}
            recheck(bare, family, rules, **how, place=place, number=number, many=len(answers))
    return findings


def _pass_over(case: Case, reason: str) -> None:
    """Note as not checked, for this reason, every key without a finding."""
    known = type(case.findings)()
    known.finish(case.answer)
    said = {*case.findings.checked, *(fault["claim"] for fault in case.findings.faults)}
    for key in known.not_checked:
        if key not in said:
            case.findings.unchecked(key, reason)
