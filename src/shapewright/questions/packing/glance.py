"""A packing at a glance: for the page, which packs again while a slider is dragged."""

from __future__ import annotations

from dataclasses import replace

from shapewright.errors import StoppedError
from shapewright.packing.problem import problem_of
from shapewright.packing.solve import packed
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.packing._fields import PLACE, SEED, SOLVER, WHAT, place, what
from shapewright.questions.packing._packings import answer_of
from shapewright.questions.packing.facts import facts_of
from shapewright.questions.packing.pack import LIMIT as PACKINGS
from shapewright.questions.packing.pack import QUESTION as PACK
from shapewright.questions.question import Answer, Question

GLANCE_SECONDS = 0.2


LIMIT = replace(
    PACKINGS, help="Number of packings; a glance finds one.", maximum=1, studio_maximum=1, doors=("studio",), old=()
)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The best packing that is found in a moment, and what is to be packed, in numbers."""
    whole = what(asked, desk)
    problem = problem_of(whole, place(asked, desk))
    seconds = GLANCE_SECONDS if desk.seconds is None else min(GLANCE_SECONDS, desk.seconds)
    _, words, counts, kinds = facts_of(whole)
    page = {"counts": counts, "kinds": kinds, "facts": words}
    try:
        packings = packed(problem, solver=asked[SOLVER], seed=asked[SEED], threads=1, time_limit=seconds)
    except StoppedError as error:
        bar = {"words": "not decided in a moment", "chips": [], "tone": "plain"}
        return Answer({"status": "unknown"}, "", "unknown", str(error), complete=False, page={**page, "bar": bar})
    found = answer_of(packings, None, problem)
    found.page = {**found.page, **page, "packing": found.keys}
    return found


QUESTION = Question(
    "packing",
    "glance",
    "Pack a bag in a moment, and report what is proven about the packing.",
    (
        *WHAT,
        *PLACE,
        SOLVER,
        LIMIT,
        TIME_LIMIT,
    ),
    answer,
    claims="""
    status  width?  height?  score?  goal?  bound?  method?  bag?  pieces?  board?  board_parts?  placements? refuted?
        values?  clearance?  margin?  weights?  value?  bonuses?  packings?  no_more?""",
    example={"bag": "I8 J13 L10 O13 S4 T8 Z8"},
    doors=("studio",),
    quick=True,
    typed_as="pack",
    python=PACK.python,
    formats=PACK.formats,
    downloads=PACK.downloads,
    stem=PACK.stem,
    lists=True,
)
