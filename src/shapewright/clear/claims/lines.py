"""Solutions in JSON Lines, as ``clear solve --jsonl`` prints them: replayed, and what else a line says compared."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.jsonl import from_record, records_in
from shapewright.clear.search.replay import Verification, replay_solutions
from shapewright.clear.solution import Solution
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.clear.drops import Drop
    from shapewright.clear.kicks import Kicks

_PLAIN = frozenset({"field", "queue", "hold", "kicks", "drop", "placements"})
_NO_QUESTION = "JSON Lines do not state what was asked"
_COUNTED = frozenset({"chance", "queues", "tucked"})
"""Of these the lines of commands that count have one at least; a solution to replay has none."""


def replay_lines(text: str, *, kicks: Kicks | None = None, drop: Drop | None = None) -> Verification:
    """Replay the solutions in JSON Lines, and compare the lines, leftovers and fumens that they tell with the replay.

    What else they say, such as that a queue has no clear, cannot be checked, since the question is not there; nor can
    lines that have no placements, which are those of commands that count.
    A malformed line is a wrong solution; if all are, the first raises ``NotationError``.
    """
    solutions: list[Solution | NotationError] = []
    records: list[Mapping[str, Any]] = []
    not_checked: dict[str, str] = {}
    for where, record in records_in(text):
        if not isinstance(record, dict):
            strange = NotationError(f"{where} is not an object")
            solutions.append(record if isinstance(record, NotationError) else strange)
            records.append({})
            continue
        if "placements" not in record and not record.get("found", True):
            not_checked.setdefault("found", f"{_NO_QUESTION}, so that no clear cannot be refuted again ({where})")
            continue
        if "placements" not in record and record.keys() & _COUNTED:
            whole = "verify the whole answer instead (--json, or -o with .json)"
            not_checked.setdefault("lines", f"{_NO_QUESTION}, and {where} has no placements to replay; {whole}")
            continue
        try:
            solutions.append(from_record(record, where))
        except NotationError as error:
            solutions.append(error)
        records.append(record)
    found = replay_solutions(solutions, kicks=kicks, drop=drop)
    faults = {number: list(told) for number, told in found.faults}
    for number, (record, solution) in enumerate(zip(records, solutions, strict=True), 1):
        if (
            number not in faults
            and isinstance(solution, Solution)
            and (told := list(_told(record, solution, not_checked)))
        ):
            faults[number] = told
    named = tuple([(number, tuple(told)) for number, told in sorted(faults.items())])
    return replace(found, wrong=len(faults), faults=named, not_checked=not_checked)


def _told(record: Mapping[str, Any], solution: Solution, not_checked: dict[str, str]) -> Iterator[str]:
    """What a line says of its solution that the replay contradicts."""
    for key, value in record.items():
        if key in _PLAIN:
            continue
        if key == "found":
            found: object = True
        elif key in ("height", "saved"):
            found = getattr(solution, key)
        elif key == "fumen":
            # The pages that the fumen which was asked about had come before it.
            found = Fumen.from_solution(solution).to_text()
            with suppress(NotationError, ProblemError):
                placements = Fumen.from_text(str(value)).solution().placements
                found = value if placements[-len(solution) :] == solution.placements else found
        elif key == "line":
            continue  # what was asked, and how it was written
        else:
            not_checked.setdefault(str(key), _NO_QUESTION)
            continue
        if type(value) is not type(found) or value != found:
            yield f"its {key!r} is {json.dumps(value)[:60]}, by the replay: {json.dumps(found)[:60]}"
