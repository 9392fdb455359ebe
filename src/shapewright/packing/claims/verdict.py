"""What was found about an answer with packings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from shapewright.claims import Findings
from shapewright.errors import amount

if TYPE_CHECKING:
    from shapewright.claims import Case


@dataclass
class Verdict(Findings):
    """What was found about an answer; also how many ``packings`` were looked at."""

    how: ClassVar[tuple[str, ...]] = ("method", "median_seconds", "p99_seconds")
    packings: int | None = None

    def lines(self) -> list[str]:
        """The faults, what became of the packings, and what was not checked, a sentence each."""
        told = []
        for fault in self.faults:
            place = f"packing {fault['packing']}: " if "packing" in fault else ""
            key = "" if fault["claim"] == "placements" else f"{fault['claim']}: "
            told.append(f"{place}{key}{fault['fault']}")
        bad = len({fault["packing"] for fault in self.faults if "packing" in fault})
        if self.packings is not None:
            many = amount(self.packings, "packing")
            right = "right" if self.packings == 1 else "all right"
            if bad:
                told.append(f"{bad} of {many} {'is' if bad == 1 else 'are'} wrong")
            elif self.valid is not False:
                told.append(f"{many}, {right if self.valid else 'nothing wrong was found'}")
        if self.valid is None:
            told += [f"not checked: {key} ({reason})" for key, reason in self.not_checked.items()]
        if self.valid and self.packings is None:
            told.append(f"right: {', '.join(self.checked)}")
        return told

    def to_json(self) -> dict[str, Any]:
        """The same as the keys of an envelope."""
        more = {} if self.packings is None else {"packings": self.packings}
        return {**super().to_json(), **more}


def note_packings(case: Case, number: int) -> None:
    """Note how many packings are checked."""
    assert isinstance(case.findings, Verdict)
    case.findings.packings = number


def note_verdict(case: Case, status: str) -> None:
    """Compare the verdict of an answer with its status."""
    case.findings.verdict(case.answer, {"infeasible": "none", "unknown": "unknown"}.get(status, "found"))


def conclude(case: Case, status: str) -> None:
    """Compare the verdict of an answer, and whether it is complete, with its status."""
    note_verdict(case, status)
    if case.verb or "complete" in case.answer:
        case.compare("complete", status in ("optimal", "infeasible"), "by the status", bool)
