"""Every tiling, one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from shapewright import tiling
from shapewright.errors import LimitError, StoppedError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, limit_field
from shapewright.questions.listing import Listing
from shapewright.questions.question import Answer, Question, shortened
from shapewright.questions.tiling._puzzle import PUZZLE, about, noun, puzzle
from shapewright.questions.tiling._python import in_python, print_each, searching
from shapewright.questions.tiling._search import SEARCH, SYMMETRIC, Search, search_of
from shapewright.questions.tiling._shown.solutions import answer_of, formats, record, text_on
from shapewright.tiling.notation.answers import Puzzle

# How long a page that lists some waits to know how many there are.
COUNT_SECONDS = 1.0


LIMIT = limit_field("Maximum number of tilings.", studio=2000).at("shell")
STUDIO_LIMIT = LIMIT.at("studio").with_default(100)


def answer(asked: Asked, desk: Desk) -> Listing:
    """The tilings as they are found, each checked."""
    stated, search, limit = puzzle(asked, desk), search_of(asked, desk), asked[LIMIT]

    def batches() -> Iterator[Sequence[object]]:
        for number, solution in enumerate(search.solutions(stated, limit), start=1):
            desk.say(f"{number} found")
            yield (solution,)

    def end(kept: Sequence[Any], number: int) -> Answer:
        more = about(asked)
        if desk.studio:
            more["told"]["limit"] = limit
        if not number:
            return answer_of(stated, (), search, "", verdict="none", reason=search.why_none(stated), **more)
        complete = listing.stopped is None and (search.is_complete or limit == 1)
        wants_total = desk.studio and listing.stopped is None and not complete
        total = _total(stated, search, desk) if wants_total else None
        headline = _headline(number, limit, total, noun(stated), is_all=complete and limit != 1)
        return answer_of(stated, kept, search, headline, complete=complete, **more)

    listing = Listing(batches(), text_on, record, end, separator="\n\n")
    return listing


def _total(stated: Puzzle, search: Search, desk: Desk) -> int | None:
    """How many there are, if that is soon counted."""
    desk.say("counting how many there are")
    left = COUNT_SECONDS if search.seconds is None else max(0.1, search.seconds - (search.taken or 0.0))
    how: dict[str, Any] = {"threads": desk.threads, "time_limit": min(COUNT_SECONDS, left)}
    try:
        if search.symmetric:
            return None
        if not isinstance(stated, tiling.Problem):
            return stated.count(**how)
        rotations_only = search.rotations_only
        return tiling.count(stated, up_to_symmetry=search.up_to_symmetry, rotations_only=rotations_only, **how)
    except (StoppedError, LimitError):
        return None


def _headline(number: int, limit: int | None, total: int | None, what: str, *, is_all: bool) -> str:
    if limit == 1:
        return f"a {what}"
    if is_all or total == number:
        return f"the only {what}" if number == 1 else f"all {number:,} {what}s"
    if total is not None:
        return f"{number:,} of {shortened(total)} {what}s"
    return f"the first {number:,} {what}s" if number > 1 else f"a {what}; there may be more"


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    found = searching(asked, "solve", puzzle, **asked.some(LIMIT))
    return print_each(puzzle, found)


QUESTION = Question(
    "tiling",
    "list",
    "List every tiling, each as soon as it is found and checked.",
    (
        *PUZZLE,
        *SEARCH,
        SYMMETRIC,
        LIMIT,
        STUDIO_LIMIT,
        TIME_LIMIT,
    ),
    answer,
    about="Tilings that differ only by exchanging equal pieces are listed once.",
    rule="shapewright.tiling.claims.solving:list_solutions",
    claims="""
    engine?  nodes?  solutions  puzzle""",
    example={"board": "6x10", "pieces": "pentominoes", "limit": 12},
    formats=lambda asked: formats(puzzle(asked), several=asked[LIMIT] != 1),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="tiling",
    lists=True,
    python=_python,
)
