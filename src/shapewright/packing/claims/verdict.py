"""What became of an answer about packings: its faults, its packings looked at, and what was not checked, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shapewright.claims import Findings
from shapewright.errors import amount

__all__ = ["Verdict"]


@dataclass
class Verdict(Findings):
    """What was found about an answer; also how many ``packings`` were looked at."""

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
