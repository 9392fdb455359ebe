"""What was found about an answer with plans."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from shapewright.claims import Findings

if TYPE_CHECKING:
    from shapewright.claims import Case


@dataclass
class Verdict(Findings):
    """What was found about an answer; also how many ``plans`` were looked at, and ``words`` for a single one."""

    how: ClassVar[tuple[str, ...]] = ("states", "sets")
    plans: int | None = None
    words: str = ""

    def lines(self) -> list[str]:
        """The faults, what became of the plans, and what was not checked, a sentence each."""
        bad = {fault["plan"] for fault in self.faults if "plan" in fault}
        several = self.plans is not None and self.plans > 1
        told = []
        for fault in self.faults:
            place = f"plan {fault['plan']}: " if several and "plan" in fault else ""
            key = "" if fault["claim"] == "plan" else f"{fault['claim']}: "
            told.append(f"{place}{key}{fault['fault']}")
        if several and bad:
            told.append(f"{len(bad)} of {self.plans} plans {'is' if len(bad) == 1 else 'are'} wrong")
        elif several and self.valid is not False:
            told.append(f"{self.plans} plans, {'all right' if self.valid else 'nothing wrong was found'}")
        elif self.valid is not False:
            rest = self.words or (f": {', '.join(self.checked)}" if self.valid else "")
            told.append(f"right{rest}" if self.valid else f"nothing wrong was found{rest}")
        if self.valid is None:
            told += [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]
        return told

    def to_json(self) -> dict[str, Any]:
        """The same as the keys of an envelope."""
        more = {} if self.plans is None else {"plans": self.plans}
        return {**super().to_json(), **more}


def verdict_of(case: Case) -> Verdict:
    """Return where it is noted what is found."""
    assert isinstance(case.findings, Verdict)
    return case.findings
