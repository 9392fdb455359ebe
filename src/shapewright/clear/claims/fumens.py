"""Answers of ``clear fumen``: the operation is done again, and the placements of glued fumens are replayed."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.clear.check import faults
from shapewright.clear.claims.question import kicks_of, required
from shapewright.clear.fumens.edit import edit
from shapewright.clear.notation.fumen import read_fumens
from shapewright.clear.rules import read_drop

if TYPE_CHECKING:
    from shapewright.claims import Case

__all__ = ["fumen"]


def fumen(case: Case) -> None:
    """An answer of ``clear fumen --json``."""
    operation = required(case.asked.text("operation"), "'operation'")
    given = required([one for text in case.asked.texts("fumens") for one in read_fumens(text)] or None, "'fumens'")
    kicks = kicks_of(case, case.asked.text("kicks"))
    drop = read_drop(case.asked.text("drop") or "soft", kicks)
    made = edit(
        given,
        operation,
        piece=case.asked.text("piece"),
        comment=case.asked.text("comment"),
        perfect_clear=case.asked.flag("perfect_clear"),
        kicks=kicks,
        drop=drop,
    )
    case.compare("fumens", [one.to_text() for one in made], "made again")
    case.compare("pages", [len(one.pages) for one in made], "counted")
    case.compare("complete", True, "as always")
    case.findings.verdict(case.answer, "found" if made else "none")
    if not made:
        case.compare("reason", "no page meets the conditions")
    if operation == "glue":
        # The placements must follow the rules and have as many cells of each colour as the page that they are made of.
        pages = [page for one in given for page in one.pages]
        for number, (page, glued) in enumerate(zip(pages, made, strict=True), 1):
            placed = Counter(
                [each.placement.piece for each in glued.pages if each.placement is not None for _ in range(4)]
            )
            if placed != Counter([cell for row in page.rows for cell in row if cell not in "_X"]):
                case.findings.wrong("fumens", f"fumen {number} places other pieces than its page has")
            if placed:
                for fault in faults(replace(glued.solution(), drop=drop), kicks=kicks):
                    if not fault.endswith("left at the end"):  # it need not be a perfect clear
                        case.findings.wrong("fumens", f"fumen {number}: {fault}")
