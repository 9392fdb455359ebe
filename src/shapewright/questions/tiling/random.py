"""Tilings drawn at random."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from shapewright.errors import LimitError, amount
from shapewright.jobs.seeds import seed_of
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, TIME_LIMIT, limit_field
from shapewright.questions.listing import MAX_KEPT, Listing
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.questions.tiling._puzzle import PUZZLE, about, noun, puzzle
from shapewright.questions.tiling._python import in_python, print_each
from shapewright.questions.tiling._search import Search
from shapewright.questions.tiling._shown.solutions import answer_of, formats, record, text_on

LIMIT = limit_field("Number of tilings.", studio=2000).with_default(1)


def answer(asked: Asked, desk: Desk) -> Listing:
    """Tilings that are equally likely, each checked."""
    stated, limit = puzzle(asked, desk), asked[LIMIT]
    if limit > MAX_KEPT:
        raise LimitError(f"--limit {limit} is too large; at most {MAX_KEPT} tilings are drawn at a time")
    # Drawn here, so that it can be repeated and the same tilings be drawn again.
    seed = seed_of(asked[SEED])
    search = Search(seconds=desk.seconds)

    def batches() -> Iterator[Sequence[object]]:
        for number, solution in enumerate(search.sample(stated, limit, seed), start=1):
            desk.say(f"{number} drawn")
            yield (solution,)

    def end(kept: Sequence[Any], number: int) -> Answer:
        more = {"keys": {"seed": seed}, **about(asked)}
        more["told"]["seed"] = seed
        more["notes"].append(f"seed {seed}")
        if not number:
            return answer_of(stated, (), search, "", verdict="none", reason=search.why_none(stated), **more)
        headline = f"{amount(number, noun(stated), thousands=True)} drawn at random"
        return answer_of(stated, kept, search, headline, complete=search.is_complete or limit == 1, **more)

    return Listing(batches(), text_on, record, end, separator="\n\n")


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    how = {"limit": asked[LIMIT], **asked.some(SEED, TIME_LIMIT)}
    found = call("tiling.sample", puzzle.name, **how) if puzzle.has_board else call("cover.sample", **how)
    return print_each(puzzle, found)


QUESTION = Question(
    "tiling",
    "random",
    "Draw tilings at random, each equally likely and independent of the others.",
    (*PUZZLE, SEED, LIMIT, TIME_LIMIT),
    answer,
    about="Exact covers (DLX) are drawn likewise: all are counted, and those of random rank are looked up.",
    rule="shapewright.tiling.claims.solving:random",
    claims="""
    seed  engine?  nodes?  solutions  puzzle""",
    example={"board": "6x10", "pieces": "pentominoes", "seed": 1},
    formats=lambda asked: formats(puzzle(asked), several=asked[LIMIT] != 1),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="tiling",
    lists=True,
    python=_python,
)
