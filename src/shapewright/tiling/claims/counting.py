"""How many solutions there are, in all or of each symmetry, counted again by another engine; and puzzles shown."""

from __future__ import annotations

from datetime import date
from operator import itemgetter
from typing import Any

from shapewright.claims import entry, whole
from shapewright.errors import NotationError, quote
from shapewright.tiling.claims.question import PuzzleCase, rule
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import by_symmetry_again
from shapewright.tiling.count import count as count_tilings
from shapewright.tiling.making.daily import KINDS, puzzle_of
from shapewright.tiling.notation.answers import puzzle_facts
from shapewright.tiling.proof.recount import recount


@rule
def count(case: PuzzleCase) -> None:
    """An answer of ``tiling count``."""
    case.compare("up_to_symmetry", case.symmetric, "the parameters of the answer")
    case.compare("rotations_only", case.rotations, "the parameters of the answer")
    counted(case, "count", case.whole("count"))
    if case.asked.flag("by_symmetry") or "by_symmetry" in case.answer:
        _by_symmetry(case)
    case.check_complete(in_full=True)
    check_reason(case)


def _by_symmetry(case: PuzzleCase) -> None:
    """The types of symmetry and their numbers; types without a tiling may be listed or left out."""
    stated: list[dict[str, Any]] = []
    for row in case.need("by_symmetry", list):
        name = entry(row, "name", str, "a type of symmetry")
        numbers = {key: whole(row, key) for key in ("order", "count", "up_to_symmetry")}
        if numbers["count"] or numbers["up_to_symmetry"]:
            stated.append({"name": name, **numbers})
    stated.sort(key=itemgetter("name"))
    total = sum(row["up_to_symmetry" if case.symmetric else "count"] for row in stated)
    if total != case.answer["count"]:
        case.findings.wrong("by_symmetry", f"the types have {total} tilings together, and 'count' is another number")
        return
    with case.unless_stopped("by_symmetry"):
        case.findings.compare("by_symmetry", stated, by_symmetry_again(case, total), "by listing or by another engine")


def counted(case: PuzzleCase, key: str, stated: int, *, symmetric: bool | None = None) -> None:
    """How many solutions there are, by another engine; up to symmetry as was asked, or as ``symmetric`` says."""
    symmetric = case.symmetric if symmetric is None else symmetric
    if case.only_symmetric:
        # How many symmetric solutions there are.
        with case.unless_stopped(key):
            total = count_tilings(case.problem, threads=case.threads, time_limit=case.left())
            which = "up_to_symmetry" if symmetric else "count"
            number = sum(row[which] for row in by_symmetry_again(case, total) if row["order"] > 1)
            case.findings.compare(key, stated, number, "by listing or by another engine")
        return
    again = recount(
        case.puzzle,
        stated,
        case.engine,
        case.clock,
        up_to_symmetry=symmetric,
        rotations_only=case.rotations,
        threads=case.threads,
    )
    case.found.note_counts(key, (case.engine, stated), again, case.clock)


@rule
def show(case: PuzzleCase) -> None:
    """An answer of ``tiling show``."""
    if case.solutions is None:
        _check_facts(case)
    case.check_complete()


def _check_facts(case: PuzzleCase) -> None:
    for key, fact in puzzle_facts(case.puzzle).items():
        case.compare(key, fact, "in the puzzle")


@rule
def daily(case: PuzzleCase) -> None:
    """The day has this puzzle, and the puzzle has so many tilings."""
    stated, kind = case.asked.text("date") or "", case.asked.text("kind") or KINDS[0]
    try:
        day = date.fromisoformat(stated)
    except ValueError:
        raise NotationError(f"the parameter 'date' is not a day: {quote(stated)}") from None
    if kind not in KINDS:
        raise NotationError(f"the parameter 'kind' is not one of {', '.join(KINDS)}: {quote(kind)}")
    if puzzle_of(day, kind).to_text() != case.need("puzzle", str):
        case.findings.wrong("puzzle", f"is not the puzzle of {stated}")
    counted(case, "count", case.whole("count"))
    _check_facts(case)
    case.check_complete()


@rule
def other(case: PuzzleCase) -> None:
    """What has no command: solutions, and perhaps how many there are."""
    if case.answer.get("count") is not None:
        counted(case, "count", case.whole("count"))
    elif case.complete and case.solutions == []:
        counted(case, "complete", 0)
    if case.solutions is None and "count" not in case.answer:
        raise NotationError("the answer has neither 'solutions' nor a 'count'")
    for key in ("up_to_symmetry", "rotations_only"):
        if key in case.answer:
            case.findings.right(key, "the question")
    if "complete" in case.answer and not (case.complete and case.solutions):
        case.check_complete()
