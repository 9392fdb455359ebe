"""An answer about packings as its rules see it: what it says, what was asked, and what is found out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.claims import Budget, Findings, flag, listed, verb_of, whole
from shapewright.errors import NotationError, amount
from shapewright.packing.proof.refutations import Refutations

if TYPE_CHECKING:
    from shapewright.packing.boxes import Box


# What an answer of each verb must have; without one of them it is malformed.
_NEEDED = {
    "pack": ("complete", "status"),
    "solve": ("complete", "status"),
    "feasible": ("complete", "status"),
    "show": ("complete", "status"),
    "round": ("complete", "rounds", "mean", "round", "total", "scores", "perfect", "packings"),
    "chances": (
        *("complete", "box", "pieces", "bags", "of", "probability", "probability_exact"),
        *("probability_even_t", "probability_even_t_exact"),
    ),
    "evaluate": ("complete", "pieces", "box", "rounds", "successes", "probability", "interval"),
    "rectangles": ("complete", "rectangles", "by_size"),
    "bins": ("complete", "status", "boards", "bound", "packings"),
    "repair": ("complete", "status", "moved", "at_least", "taken", "laid"),
    "solids": ("complete", "status", "goal", "bound", "gravity", "pieces", "placements"),
}


class Answer:
    """One answer and what is found out about it.

    Raises ``NotationError`` if it is malformed.
    """

    def __init__(
        self, data: Mapping[str, Any], place: str, budget: Budget, threads: int | None, found: Verdict
    ) -> None:
        self.data = data
        self.place = place
        self.budget = budget
        self.threads = threads
        self.found = found
        self.refutations = Refutations(budget)
        self.verb = verb_of(data, "packing", _NEEDED)
        for key in (*_NEEDED.get(self.verb, ()), *(("parameters",) if self.verb else ())):
            if key not in data:
                raise NotationError(f"it has no {key!r}, which every answer of 'packing {self.verb}' has")
        self.parameters = data.get("parameters", {})
        if not isinstance(self.parameters, dict):
            raise NotationError("its 'parameters' is not an object")
        self.complete = flag(data, "complete") if "complete" in data else False

    def place_of(self, position: int) -> str:
        """Where a packing of the answer stands, in words."""
        return f"packing {position} of {self.place}"

    def seed(self) -> int:
        """The seed that was asked for."""
        return whole(self.parameters, "seed") if self.parameters.get("seed") is not None else 0

    def box(self) -> Box:
        """The box that the answer names."""
        sides = listed(self.data, "box")
        if len(sides) != 2 or not all(type(side) is int and 1 <= side <= 1 << 20 for side in sides):
            raise NotationError("its 'box' is not a width and a height")
        return sides[0], sides[1]


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
