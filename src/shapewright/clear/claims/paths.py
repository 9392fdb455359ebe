"""Answers of ``clear path``: every unique solution recomputed, the fewest that serve all queues and their bound.

What a solution serves is found out a second time from what can be built of its pieces alone, as ``clear cover`` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from shapewright.clear.chances.cover import Built, cover
from shapewright.clear.claims.question import (
    compare_bound,
    compare_keys,
    compare_pieces,
    compare_some,
    setup_of,
)
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.orders.goals import Goal
from shapewright.clear.paths.minimal_set import TIES, ease_of
from shapewright.clear.paths.path import path as path_of
from shapewright.clear.paths.path import path_with_goal, paths_by_save
from shapewright.clear.paths.path_solution import list_path
from shapewright.clear.patterns.save_conditions import read_conditions
from shapewright.clear.spins import check_spin_rule
from shapewright.errors import InternalError, LimitError, NotationError, StoppedError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.claims import Case
    from shapewright.clear.graph.setup import Setup
    from shapewright.clear.paths.minimal_set import Minimal
    from shapewright.clear.paths.path import Path
    from shapewright.clear.paths.path_solution import PathSolution

_MINIMAL = "minimal"
# Solutions that are built by themselves for a second opinion.
MAX_BUILT = 2000


def path(case: Case) -> None:
    """An answer of ``clear path --json``."""
    setup = setup_of(case)
    if case.asked.flag("no_queues"):
        _compare_listed(case, setup)
        return
    save, best_save = case.asked.text("save"), case.asked.flag("best_save")
    is_grouped = case.asked.flag("per_save") or (save is not None and not best_save and len(read_conditions(save)) > 1)
    found: Sequence[Path]
    if is_grouped:
        found = paths_by_save(setup, save=save, time_limit=case.left())
    else:
        found = (path_of(setup, save=save, best_save=best_save, time_limit=case.left()),)
    goal = Goal(case.asked.text("mode") or "normal", spins=check_spin_rule(case.asked.text("spins") or "t"))
    if not goal.is_plain:
        found = [path_with_goal(one, goal, time_limit=case.left()) for one in found]
    case.findings.verdict(case.answer, "found" if any(found) else "none")
    if found:
        case.compare("queues", found[0].queues)
        case.compare("pieces_counted", found[0].counted, "by the pattern and the field")
    case.compare("pieces", setup.pattern.length, "by the pattern")
    case.compare("height", setup.height, "what was asked")
    complete = case.claimed("complete")
    if not is_grouped:
        if found[0].best:
            case.compare("best_saves", list(found[0].best))
        is_whole = compare_path(case, found[0], complete=complete)
    else:
        is_whole = _compare_groups(case, found, complete=complete)
    case.compare("complete", is_whole, "by the number of solutions")


def _compare_listed(case: Case, setup: Setup) -> None:
    """Solutions without their queues."""
    found = list_path(setup, time_limit=case.left())
    case.findings.verdict(case.answer, "found" if len(found) else "none")
    case.compare("unique", len(found))
    case.compare("solved", found.solved)
    case.compare("queues", found.queues)
    compare_pieces(case, setup.pattern.length, setup.length)
    case.compare("height", setup.height, "what was asked")
    every = (
        {
            "pieces": solution.pieces,
            "rows": solution.to_text(one_line=True),
            "tucked": solution.tucked,
            "fumen": solution.fumen().to_text(),
        }
        for solution in found
    )
    compare_some(case, "solutions", every, len(found))


def _compare_groups(case: Case, found: Sequence[Path], *, complete: bool) -> bool:
    """The answer for each save; whether all of its solutions are listed."""
    groups = case.claimed("saves")
    stated = [(one["label"], one["condition"]) for one in groups]
    due = [(one.saves[0].label or one.saves[0].text, one.saves[0].text) for one in found]
    if stated != due:
        case.findings.wrong("saves", f"they are {stated}, and {due} were expected")
        return complete
    whole = [
        compare_path(replace(case, answer=one), each, complete=complete)
        for one, each in zip(groups, found, strict=True)
    ]
    case.findings.right("saves", "each recomputed")
    return all(whole)


def compare_path(case: Case, found: Path, *, complete: bool, alone: bool = True) -> bool:
    """The solutions of one save, or of the field; whether all of them are listed.

    ``alone`` says that a solution serves all queues that can build it, so that a second method can count them.
    """
    case.compare("unique", len(found))
    case.compare("solved", found.solved)
    only_minimal = case.asked.flag(_MINIMAL)
    limit = case.asked.whole("limit")
    records = case.claimed("solutions")
    is_searched = only_minimal or case.asked.flag("mark_minimal")
    fewest = case.whole(_MINIMAL) if is_searched else None
    shown = by_rows(found, records) if only_minimal else list(found)
    if only_minimal and len(set(map(id, shown))) < len(shown):
        raise NotationError("a solution is listed twice")
    due = len(found) if not only_minimal else fewest or 0
    wanted = due if limit is None else min(due, limit)
    # One that is not complete may have ended sooner, since the time limit was reached.
    if len(records) > wanted or (complete and len(records) < wanted):
        case.findings.wrong("solutions", f"there are {len(records)}, but {wanted} were expected")
    asks_more = found.saves or (case.asked.text("mode") or "normal") != "normal"
    is_built = alone and not asks_more and _are_built(case, shown[: len(records)])
    words = "recomputed, and built one by one" if is_built else "recomputed"
    compare_serves(case, records)
    flags = []
    for number, (record, solution) in enumerate(zip(records, shown, strict=False), 1):
        if (record[_MINIMAL] is not None) != is_searched:
            why = "whether it is in the minimal set is stated if that is searched for, and only then"
            case.findings.wrong("solutions", why, solution=number)
        flags.append(bool(record[_MINIMAL]))
        _compare_solution(case, record, solution, number)
    if only_minimal and not all(flags):
        case.findings.wrong("solutions", "a solution outside the minimal set is listed, and only the set was asked for")
    case.findings.right("solutions", words)
    is_whole = len(records) == due
    if fewest is None:
        for key in (_MINIMAL, "minimal_bound", "minimal_ties"):
            case.compare(key, None, "the minimal set was not searched for")
        return is_whole
    _compare_fewest(case, found, fewest, dict(zip(shown, flags, strict=False)), is_whole=is_whole)
    return is_whole


def compare_serves(case: Case, records: Sequence[Mapping[str, object]]) -> None:
    """The queues that each serves are left out of all where they would be too many, or of none."""
    if len({"serves" in record for record in records}) > 1:
        case.findings.wrong("solutions", "some have the queues that they serve, and some do not")


def by_rows(found: Path, records: Sequence[Mapping[str, Any]]) -> list[PathSolution]:
    """The solutions of a path that these records are of, by their pictures."""
    known = {solution.to_text(one_line=True): solution for solution in found}
    shown = []
    for number, record in enumerate(records, 1):
        rows = record["rows"]
        if rows not in known:
            raise NotationError(f"solution {number} is not a solution of this field by these queues: {rows[:100]!r}")
        shown.append(known[rows])
    return shown


def _compare_solution(case: Case, record: Mapping[str, Any], solution: PathSolution, number: int) -> None:
    label = f"{case.answer['label']}: " if "label" in case.answer else ""
    expected: dict[str, object] = {
        "pieces": solution.pieces,
        "cells": [[list(cell) for cell in part.cells] for part in solution.parts],
        "rows": solution.to_text(one_line=True),
        "queues": solution.served,
        "tucked": solution.tucked,
        "fumen": Fumen((solution.page(label + solution.caption),)).to_text(),
    }
    if "serves" in record:  # it is left out where it would be too long
        expected["serves"] = list(solution.queues())
    compare_keys(case, record, expected, number)


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


def _compare_fewest(
    case: Case, found: Path, fewest: int, listed: Mapping[PathSolution, bool], *, is_whole: bool
) -> None:
    """The number of the fewest, the bound, and the solutions marked as such, as far as they are listed."""
    bound = case.whole("minimal_bound")
    chosen = [solution for solution, is_marked in listed.items() if is_marked]
    if bound > fewest:
        case.findings.wrong("minimal_bound", f"it is {bound}, and {fewest} are said to suffice")
    served = reduce(or_, [solution.bits for solution in chosen], 0)
    everything = reduce(or_, [solution.bits for solution in found], 0)
    if len(chosen) > fewest or (is_whole and len(chosen) != fewest):
        case.findings.wrong(_MINIMAL, f"it is {fewest}, and {len(chosen)} solutions are marked")
    elif is_whole and served != everything:
        missing = (everything & ~served).bit_count()
        case.findings.wrong(_MINIMAL, f"the marked solutions leave out {missing} queues that can be solved")
    elif is_whole:
        case.findings.right(_MINIMAL, "the marked solutions cover all queues")
    again = found.minimal(time_limit=case.left())
    fewest_again = set(map(id, again))
    if not is_whole and any((id(solution) in fewest_again) != is_marked for solution, is_marked in listed.items()):
        reason = "another set as small was found, and not all of the marked solutions are listed"
        case.findings.unchecked("solutions.minimal", reason)
    _compare_ties(case, found, fewest, chosen, again, is_whole=is_whole)
    fault = f"{len(again)} suffice" if bound > len(again) else None
    compare_bound(case, "minimal_bound", again.bound, is_proven=bound <= again.bound, fault=fault)
    if fewest >= len(again):
        case.findings.right(_MINIMAL, "a set of the same size was found again")
    elif fewest < again.bound:
        case.findings.wrong(_MINIMAL, f"it is {fewest}, and at least {again.bound} are needed")
    elif _MINIMAL not in case.findings.checked:
        case.findings.unchecked(_MINIMAL, f"there was time to find {len(again)} alone, and it is {fewest}")


def _compare_ties(
    case: Case, found: Path, fewest: int, chosen: Sequence[PathSolution], again: Minimal, *, is_whole: bool
) -> None:
    """By what the set was preferred to others as small: the sums of its solutions, and which are the least."""
    key = "minimal_ties"
    ties = case.claimed(key)
    if any([*map(type, tie)] != [str, int, bool] for tie in ties) or [tie[0] for tie in ties] != [*TIES[: len(ties)]]:
        case.findings.wrong(key, f"they are {', '.join(TIES)}, in this order")
        return
    totals = [tie[1] for tie in ties]
    if is_whole:  # else the sums of proven sets are compared alone
        try:
            totals = list(map(sum, zip(*ease_of(chosen, found.names, case.clock), strict=True)))[: len(ties)]
        except StoppedError:
            case.findings.unchecked(key, "there was no time to look at the solutions")
            return
    least = [tie[2] for tie in ties]
    number, best = sum(least), [tie.total for tie in again.ties]
    known = min(number, sum([tie.is_least for tie in again.ties]))
    if [tie[1] for tie in ties] != totals:
        case.findings.wrong(key, f"the sums are {totals}, not {[tie[1] for tie in ties]}")
    elif least != sorted(least, reverse=True):
        case.findings.wrong(key, "a sum can only be the least if those before it are")
    elif fewest != len(again):
        case.findings.unchecked(key, "no other set of this size was looked at")
    elif best[:number] < totals[:number] or best[:known] > totals[:known]:
        case.findings.wrong(key, f"of the smallest sets one has the sums {best}")
    elif known == number and (is_whole or best[: len(ties)] == totals):
        case.findings.right(key, "proven again")
    else:
        case.findings.unchecked(key, "there was no time to prove them again")
