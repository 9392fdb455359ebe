"""Answers of ``clear path``: every unique solution recomputed, the fewest that serve all queues and their bound.

What a solution serves is found out a second time from what can be built of its pieces alone, as ``clear cover`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from shapewright.claims import entry
from shapewright.clear.claims.question import setup_of
from shapewright.clear.cover import Built, cover
from shapewright.clear.minimal import minimum_cover
from shapewright.clear.path import path as path_of
from shapewright.errors import InternalError, LimitError, NotationError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.claims import Case
    from shapewright.clear.path import Path, PathSolution

__all__ = ["path"]

_MINIMAL = "minimal"
# Solutions that are built by themselves for a second opinion.
MAX_BUILT = 2000


def path(case: Case) -> None:
    """An answer of ``clear path --json``."""
    setup = setup_of(case)
    found = path_of(setup, save=case.asked.text("save", "saves"), time_limit=case.left())
    case.compare("unique", len(found))
    case.findings.verdict(case.answer, "found" if found else "none")
    case.compare("solved", found.solved)
    case.compare("queues", found.queues)
    case.compare("pieces", setup.pattern.length, "by the pattern")
    case.compare("pieces_counted", found.counted, "by the pattern and the field")
    case.compare("height", setup.height, "what was asked")
    only_minimal = case.asked.flag("only_minimal", _MINIMAL)
    limit = case.asked.whole("limit", least=1)
    records, complete = case.need("solutions", list), case.need("complete", bool)
    no_minimal = case.asked.flag("no_minimal")
    fewest = None if no_minimal else case.whole(_MINIMAL)
    shown = _chosen(found, records) if only_minimal else list(found)
    due = len(found) if not only_minimal else fewest or 0
    wanted = due if limit is None else min(due, limit)
    # One that is not complete may have ended sooner, since the time limit was reached.
    if len(records) > wanted or (complete and len(records) < wanted):
        case.findings.wrong("solutions", f"there are {len(records)}, but {wanted} were expected")
    is_built = found.save is None and _are_built(case, shown[: len(records)])
    words = "recomputed, and built one by one" if is_built else "recomputed"
    flags = []
    for number, (record, solution) in enumerate(zip(records, shown, strict=False), 1):
        if no_minimal:
            if _mark(record, number) is not None:
                case.findings.wrong("solutions", "the minimal set was not searched for", solution=number)
        else:
            flags.append(entry(record, _MINIMAL, bool, f"solution {number}"))
        _compare_solution(case, record, solution, number)
    if only_minimal and not all(flags):
        case.findings.wrong("solutions", "a solution outside the minimal set is listed, and only the set was asked for")
    case.findings.right("solutions", words)
    case.compare("complete", len(records) == due, "by the number of solutions")
    if fewest is None:
        case.compare(_MINIMAL, None, "the minimal set was not searched for")
        case.compare("minimal_bound", None, "the minimal set was not searched for")
        return
    chosen = [solution for solution, flag in zip(shown, flags, strict=False) if flag]
    _compare_fewest(case, found, fewest, chosen, is_whole=len(records) == due)


def _mark(record: object, number: int) -> object:
    """Whether a record is marked as one of the fewest."""
    if not isinstance(record, Mapping) or _MINIMAL not in record:
        raise NotationError(f"solution {number} has no {_MINIMAL!r}")
    return record[_MINIMAL]


def _chosen(found: Path, records: Sequence[object]) -> list[PathSolution]:
    """The solutions that records of the fewest ones are of, by their pictures."""
    by_rows = {solution.to_text(one_line=True): solution for solution in found}
    shown = []
    for number, record in enumerate(records, 1):
        rows = entry(record, "rows", str, f"solution {number}")
        if rows not in by_rows:
            raise NotationError(f"solution {number} is not a solution of this field by these queues: {rows[:100]!r}")
        shown.append(by_rows[rows])
    if len(set(map(id, shown))) < len(shown):
        raise NotationError("a solution is listed twice")
    return shown


def _compare_solution(case: Case, record: Mapping[str, Any], solution: PathSolution, number: int) -> None:
    expected: dict[str, Any] = {
        "pieces": solution.pieces,
        "cells": [[list(cell) for cell in part.cells] for part in solution.parts],
        "rows": solution.to_text(one_line=True),
        "queues": solution.served,
        "tucked": solution.tucked,
        "fumen": solution.fumen().to_text(),
    }
    strange = sorted(record.keys() - expected.keys() - {_MINIMAL, "serves"})
    if strange:
        raise NotationError(f"solution {number} has {strange[0]!r}, which is not a known key")
    for key, value in expected.items():
        if key not in record:
            raise NotationError(f"solution {number} has no {key!r}")
        case.findings.compare(f"solutions.{key}", record[key], value, solution=number)
    if "serves" in record:  # it is left out where it would be too long
        case.findings.compare("solutions.serves", record["serves"], list(solution.queues()), solution=number)


def _are_built(case: Case, solutions: Sequence[PathSolution]) -> bool:
    """Build each solution by itself: whether there was time; raises ``InternalError`` if it serves other queues."""
    if not solutions or len(solutions) > MAX_BUILT:
        return False
    setup = solutions[0].setup
    for solution in solutions:
        try:
            coverage = cover(
                [Built(setup.start, solution.parts)],
                setup.pattern,
                kicks=setup.kicks,
                drop=setup.drop,
                hold=setup.hold,
                time_limit=case.left(0.3),
            )
        except (StoppedError, LimitError):
            return False
        if coverage.bits[0] != solution.bits:
            raise InternalError(f"two methods disagree on the queues of the solution {solution.to_text(one_line=True)}")
    return True


def _compare_fewest(case: Case, found: Path, fewest: int, chosen: Sequence[PathSolution], *, is_whole: bool) -> None:
    """The number of the fewest, the bound, and the solutions marked as such, as far as they are listed."""
    bound = case.whole("minimal_bound")
    if bound > fewest:
        case.findings.wrong("minimal_bound", f"it is {bound}, and {fewest} are said to suffice")
    served = 0
    for solution in chosen:
        served |= solution.bits
    everything = 0
    for solution in found:
        everything |= solution.bits
    if len(chosen) > fewest or (is_whole and len(chosen) != fewest):
        case.findings.wrong(_MINIMAL, f"it is {fewest}, and {len(chosen)} solutions are marked")
    elif is_whole and served != everything:
        missing = (everything & ~served).bit_count()
        case.findings.wrong(_MINIMAL, f"the marked solutions leave out {missing} queues that can be solved")
    elif is_whole:
        case.findings.right(_MINIMAL, "the marked solutions cover all queues")
    cover = minimum_cover(
        [solution.bits for solution in found], [solution.tucked for solution in found], time_limit=case.left()
    )
    if bound <= cover.bound:
        case.findings.right("minimal_bound", "proven again")
    elif bound > len(cover.chosen):
        case.findings.wrong("minimal_bound", f"it is {bound}, and {len(cover.chosen)} suffice")
    else:
        case.findings.unchecked("minimal_bound", f"there was time to prove {cover.bound} alone, and it is {bound}")
    if fewest >= len(cover.chosen):
        case.findings.right(_MINIMAL, "a set of the same size was found again")
    elif fewest < cover.bound:
        case.findings.wrong(_MINIMAL, f"it is {fewest}, and at least {cover.bound} are needed")
    elif _MINIMAL not in case.findings.checked:
        case.findings.unchecked(_MINIMAL, f"there was time to find {len(cover.chosen)} alone, and it is {fewest}")
