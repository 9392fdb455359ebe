"""How many solutions there are, in all or of each symmetry, counted again by another engine; and puzzles shown."""

from __future__ import annotations

from datetime import date
from operator import itemgetter
from typing import Any

from shapewright.claims import listed, text, whole
from shapewright.errors import NotationError, quote
from shapewright.tiling.claims.answer import Answer, engine_name
from shapewright.tiling.claims.reasons import check_reason
from shapewright.tiling.claims.symmetry import by_symmetry_again
from shapewright.tiling.count import count as count_tilings
from shapewright.tiling.making.daily import KINDS, puzzle_of
from shapewright.tiling.notation.answers import puzzle_facts
from shapewright.tiling.problem import Problem
from shapewright.tiling.proof.recount import recount


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
        numbers = {key: whole(row, key) for key in ("order", "count", "up_to_symmetry")}
        if numbers["count"] or numbers["up_to_symmetry"]:
            stated.append({"name": text(row, "name"), **numbers})
    stated.sort(key=itemgetter("name"))
    total = sum(row["up_to_symmetry" if answer.symmetric else "count"] for row in stated)
    if total != answer.data["count"]:
        answer.found.wrong("by_symmetry", f"the types have {total} tilings together, and 'count' is another number")
        return
    engine = engine_name(answer.data.get("engine"))
    with answer.within_budget("by_symmetry"):
        again = by_symmetry_again(
            answer.puzzle, total, engine, answer.budget, rotations_only=answer.rotations, threads=answer.threads
        )
        answer.found.compare("by_symmetry", stated, again, "by listing or by another engine")


def counted(answer: Answer, key: str, stated: int) -> None:
    """How many solutions there are, by another engine."""
    engine = engine_name(answer.data.get("engine"))
    if stated < 0:
        answer.found.wrong(key, "a count is not negative")
        return
    if answer.only_symmetric and isinstance(answer.puzzle, Problem):
        # How many symmetric solutions there are.
        with answer.within_budget(key):
            total = count_tilings(answer.puzzle, threads=answer.threads, time_limit=answer.budget.left())
            rows = by_symmetry_again(answer.puzzle, total, engine, answer.budget, rotations_only=answer.rotations)
            which = "up_to_symmetry" if answer.symmetric else "count"
            number = sum(row[which] for row in rows if row["order"] > 1)
            answer.found.compare(key, stated, number, "by listing or by another engine")
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


def show(answer: Answer) -> None:
    """An answer of ``tiling show``."""
    facts = puzzle_facts(answer.puzzle)
    if answer.solutions is None:
        for key, fact in facts.items():
            answer.found.compare(key, answer.data.get(key), fact, "in the puzzle")
    answer.says_complete()


def daily(answer: Answer) -> None:
    """The day has this puzzle, and the puzzle has so many tilings."""
    stated = text(answer.parameters, "date")
    kind = text(answer.parameters, "kind") if "kind" in answer.parameters else KINDS[0]
    try:
        day = date.fromisoformat(stated)
    except ValueError:
        raise NotationError(f"the parameter 'date' is not a day: {quote(stated)}") from None
    if kind not in KINDS:
        raise NotationError(f"the parameter 'kind' is not one of {', '.join(KINDS)}: {quote(kind)}")
    if puzzle_of(day, kind).to_text() != answer.data["puzzle"]:
        answer.found.wrong("puzzle", f"is not the puzzle of {stated}")
    counted(answer, "count", whole(answer.data, "count"))
    show(answer)


def other(answer: Answer) -> None:
    """What has no command: solutions, and perhaps how many there are."""
    if answer.data.get("count") is not None:
        counted(answer, "count", whole(answer.data, "count"))
    elif answer.complete and answer.solutions == []:
        counted(answer, "complete", 0)
    if answer.solutions is None and "count" not in answer.data:
        raise NotationError("it has neither 'solutions' nor a 'count'")
    for key in ("up_to_symmetry", "rotations_only"):
        if key in answer.data:
            answer.found.right(key, "the question")
    if "complete" in answer.data and not (answer.complete and answer.solutions):
        answer.says_complete()
