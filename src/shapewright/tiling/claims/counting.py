"""How many solutions there are, in all or of each symmetry: counted again by another engine."""

from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any

from shapewright.claims import listed, text, whole
from shapewright.errors import LimitError, NotationError, StoppedError
from shapewright.tiling.claims.answer import engine_name
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import by_symmetry_again
from shapewright.tiling.count import count as count_tilings
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof.recount import recount

if TYPE_CHECKING:
    from shapewright.tiling.claims.answer import Answer

__all__ = ["count", "counted"]


def count(answer: Answer) -> None:
    """An answer of ``tiling count``."""
    for key, asked in (("up_to_symmetry", answer.symmetric), ("rotations_only", answer.rotations)):
        answer.found.compare(key, answer.data[key], asked, "the parameters of the answer")
    counted(answer, "count", whole(answer.data, "count"))
    if "by_symmetry" in answer.data:
        _by_symmetry(answer)
    answer.must_be_complete()
    check_reason(answer)


def _by_symmetry(answer: Answer) -> None:
    """The types of symmetry and their numbers; types without a tiling may be listed or left out."""
    if not isinstance(answer.puzzle, Problem):
        raise NotationError("it has 'by_symmetry', and its puzzle has no board")
    stated: list[dict[str, Any]] = []
    for row in listed(answer.data, "by_symmetry"):
        answer.found.known("by_symmetry", row, ("name", "order", "count", "up_to_symmetry"))
        numbers = {key: whole(row, key) for key in ("order", "count", "up_to_symmetry")}
        if numbers["count"] or numbers["up_to_symmetry"]:
            stated.append({"name": text(row, "name"), **numbers})
    stated.sort(key=itemgetter("name"))
    total = sum(row["up_to_symmetry" if answer.symmetric else "count"] for row in stated)
    if total != answer.data["count"]:
        answer.found.wrong("by_symmetry", f"the types have {total} tilings together, and 'count' is another number")
        return
    engine = engine_name(answer.data.get("engine"))
    again = by_symmetry_again(
        answer.puzzle, total, engine, answer.budget, rotations_only=answer.rotations, threads=answer.threads
    )
    if again is None:
        answer.found.unchecked("by_symmetry", answer.budget.reason)
    else:
        answer.found.compare("by_symmetry", stated, again, "by listing or by another engine")


def counted(answer: Answer, key: str, stated: int) -> None:
    """How many solutions there are, by another engine."""
    engine = engine_name(answer.data.get("engine"))
    if stated < 0:
        answer.found.wrong(key, "a count is not negative")
        return
    if answer.only_symmetric and isinstance(answer.puzzle, Problem):
        _symmetric_counted(answer, key, stated, engine, answer.puzzle)
        return
    again = recount(
        answer.puzzle,
        stated,
        engine,
        answer.budget,
        up_to_symmetry=answer.symmetric,
        rotations_only=answer.rotations,
        threads=answer.threads,
    )
    answer.found.note_counts(key, (engine, stated), again, answer.budget)


def _symmetric_counted(answer: Answer, key: str, stated: int, engine: str, problem: Problem) -> None:
    """How many symmetric solutions there are."""
    try:
        total = count_tilings(problem, threads=answer.threads, time_limit=answer.budget.left())
    except (StoppedError, LimitError):
        answer.found.unchecked(key, answer.budget.reason)
        return
    rows = by_symmetry_again(problem, total, engine, answer.budget, rotations_only=answer.rotations)
    if rows is None:
        answer.found.unchecked(key, answer.budget.reason)
        return
    which = "up_to_symmetry" if answer.symmetric else "count"
    number = sum(row[which] for row in rows if row["order"] > 1)
    answer.found.compare(key, stated, number, "by listing or by another engine")
