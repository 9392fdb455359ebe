"""Plans as they stand in JSON answers."""

from __future__ import annotations

from dataclasses import dataclass

from shapewright.errors import NotationError
from shapewright.stacking.notation.records import drops_from_json, stated_bound
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import Problem
from shapewright.storage.json import json_or_lines


@dataclass(frozen=True)
class Claim:
    """A plan, and what no plan is said to be better than; or that there is none."""

    problem: Problem
    drops: tuple[Drop, ...] | None
    bound: int | None = None


def claims_in(content: str) -> list[Claim]:
    """The plans in a JSON answer of solve, or in JSON Lines; ``NotationError`` says what is wrong."""
    found = []
    for place, record in _records(content):
        try:
            if not isinstance(record, dict) or "plan" not in record or "problem" not in record:
                raise NotationError("it has no 'plan' and 'problem'; expected what 'stacking solve --json' prints")
            problem = Problem.from_json(record["problem"])
            drops = None if record["plan"] is None else drops_from_json(record["plan"])
            found.append(Claim(problem, drops, stated_bound(record, problem)))
        except NotationError as error:
            raise NotationError(f"{place}: {error}") from None
    if not found:
        raise NotationError("there are no plans in the answer")
    return found


def _records(content: str) -> list[tuple[str, object]]:
    records = []
    for place, one in json_or_lines(content):
        several = [one[key] for key in ("plans", "sequences") if isinstance(one, dict) and key in one]
        if not several:
            records.append((place, one))
        elif not isinstance(several[0], list):
            raise NotationError(f"{place}: its plans are not a list")
        else:
            records += [(f"{place}, plan {number}", inner) for number, inner in enumerate(several[0], start=1)]
    return records
