"""What an answer claims, and what became of each claim: right, wrong, or not checked.

Every family's ``verify`` keeps one :class:`Findings` for an answer. It notes each key that it checked, recomputed or
could not check; a key of the answer that no rule looked at is not checked either, so nothing that is printed is passed
over.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isclose
from typing import TYPE_CHECKING, Any, ClassVar

from shapewright.claims.tracked import unread
from shapewright.errors import NotationError
from shapewright.storage.json import integers_of_any_length

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

ENVELOPE = 1
"""The version of the keys that every answer has; it grows when one of them is taken away or means something else."""

# What an answer says about itself: how it came to be, not what is true of the puzzle. "parameters" are the question.
ABOUT = frozenset({"version", "envelope", "command", "parameters", "seconds", "resumed", "certificate"})


# Parameters that say how an answer is looked for, where, and how it is drawn: nothing that is true of the puzzle.
_FOR_THE_MACHINE = frozenset({"threads", "time_limit", "memory", "checkpoint", "cluster", "skin", "exploded"})


@dataclass
class Findings:
    """What was found out about the claims of one answer (or of several, told apart by ``place``).

    >>> findings = Findings()
    >>> findings.compare("count", 36, 36)
    True
    >>> findings.compare("verdict", "unique", "several")
    False
    >>> findings.valid
    False
    >>> findings.lines()
    ['verdict: the answer says "unique", recomputed: "several"']
    """

    checked: dict[str, str] = field(default_factory=dict)
    faults: list[dict[str, Any]] = field(default_factory=list)
    not_checked: dict[str, str] = field(default_factory=dict)
    passed_over: tuple[str, ...] = ()
    """Keys of the answer that say how it was found, not what is true of the puzzle; nobody looked at them."""
    how: ClassVar[tuple[str, ...]] = ()
    """The keys of the family that say how an answer was found."""

    @property
    def valid(self) -> bool | None:
        """False if a claim is wrong, None if some claim was not checked, True if all are right."""
        if self.faults:
            return False
        return None if self.not_checked else True

    def right(self, key: str, words: str = "") -> None:
        """Note that the claim ``key`` holds; ``words`` say how that is known."""
        self.checked.setdefault(key, words)

    def wrong(self, key: str, fault: str, **place: Any) -> None:
        """Note that the claim ``key`` is false: ``fault`` is a sentence, ``place`` says where (``solution=2``)."""
        self.faults.append({**place, "claim": key, "fault": fault})

    def unchecked(self, key: str, reason: str) -> None:
        """Note that nobody can tell whether the claim ``key`` holds, and why."""
        self.not_checked.setdefault(key, reason)

    def compare(self, key: str, stated: object, found: object, words: str = "recomputed", **place: Any) -> bool:
        """Whether what the answer states is what was found out, type included; the outcome is noted."""
        if same(stated, found):
            self.right(key, words)
            return True
        self.wrong(key, f"the answer says {shown(stated)}, {words}: {shown(found)}", **place)
        return False

    def attempt(self, key: str, look: Callable[[], None]) -> None:
        """Do ``look``, which checks the claim ``key``; an error for a malformed value is a fault of the answer."""
        try:
            look()
        except NotationError as error:
            self.wrong(key, str(error))

    def verdict(self, answer: Mapping[str, Any], expected: str) -> None:
        """Compare the ``verdict`` of an answer with that which its other claims (found, none, unknown) make."""
        if "verdict" in answer:
            self.compare("verdict", answer["verdict"], expected, "by the other claims")

    def finish(self, answer: Mapping[str, Any], about: Iterable[str] = ()) -> None:
        """Note as not checked every key of ``answer`` that has no finding yet; the keys ``about`` are passed over.

        In an answer that remembers what was read, what no rule has read is not checked, either, in records inside, too.
        """
        passed_over = {*ABOUT, *self.how, *about}
        self.passed_over = tuple([key for key in answer if key in passed_over - ABOUT])
        said = {*self.checked, *self.not_checked, *(fault["claim"] for fault in self.faults)}
        if answer.get("reason", "") is None:
            passed_over.add("reason")  # none is given, so none is claimed
        for key in answer:
            if key not in passed_over and key not in said:
                self.unchecked(key, "this key is unknown")
        shapes: set[str] = set()
        for path in unread(answer):
            if path[0] == "parameters":  # a rule that ends at a fault has not read all
                if not self.faults and len(path) > 1 and path[1] not in _FOR_THE_MACHINE:
                    is_file = isinstance(answer["parameters"][path[1]], Mapping)
                    reason = "the file is not in the answer" if is_file else "no rule reads it"
                    self.unchecked(f"parameters.{path[1]}", reason)
                continue
            shape = ".".join(["#" if isinstance(step, int) else step for step in path])
            if path[0] not in passed_over and path[0] not in self.not_checked and shape not in shapes:
                shapes.add(shape)  # of many records alike the first is named
                self.checked.pop(shape, None)
                self.unchecked(".".join(map(str, path)), "no rule reads it")

    def lines(self) -> list[str]:
        """The faults, then what was not checked, a sentence each."""
        told = []
        for fault in self.faults:
            place = "".join(f"{name} {value}: " for name, value in fault.items() if name not in ("claim", "fault"))
            told.append(f"{place}{fault['claim']}: {fault['fault']}")
        return told + [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]

    def to_json(self) -> dict[str, Any]:
        """The same as the keys of an envelope."""
        return {
            "valid": self.valid,
            "checked": dict(self.checked),
            "faults": self.faults,
            "not_checked": dict(self.not_checked),
            "passed_over": list(self.passed_over),
        }


def same(stated: object, found: object) -> bool:
    """Whether two JSON values are the same, without ``True == 1`` and ``1 == 1.0``; lists and tuples are alike.

    Floats may differ by the last digits that writing and reading them costs.

    >>> same([1, {"a": 0.5}], (1, {"a": 0.5})), same(True, 1), same(None, 0)
    (True, False, False)
    """
    if isinstance(stated, float) and isinstance(found, float):
        return isclose(stated, found, rel_tol=1e-9)
    if isinstance(stated, list | tuple) and isinstance(found, list | tuple):
        return len(stated) == len(found) and all(map(same, stated, found))
    if isinstance(stated, dict) and isinstance(found, dict):
        return stated.keys() == found.keys() and all(same(value, found[key]) for key, value in stated.items())
    return type(stated) is type(found) and stated == found


def shown(value: object) -> str:
    """A value as JSON, cut to what fits into a sentence."""
    with integers_of_any_length():
        shown = json.dumps(value, default=str)
    return shown if len(shown) <= 60 else f"{shown[:57]}..."


def summary(findings: Findings) -> list[str]:
    """What was found out in sentences, the verdict last."""
    if findings.valid is None:
        return [*findings.lines(), "nothing is wrong, but not everything was checked"]
    if not findings.valid:
        return [*findings.lines(), "wrong"]
    claims = ", ".join([key for key in findings.checked if "." not in key])
    return [f"right: {claims}"]
