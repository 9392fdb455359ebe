"""How large the search for all tilings is, before it is made."""

from __future__ import annotations

from shapewright import tiling
from shapewright.jobs.seeds import seed_of
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, TIME_LIMIT, Choice, Whole
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.tiling.estimate import MAX_PROBES, PROBES
from shapewright.tiling.search.engines import ENGINES

DIVES = Whole("probes", "Number of random dives.", metavar="N", minimum=1, maximum=MAX_PROBES).with_default(PROBES)
ENGINE = Choice("engine", "The engine whose search is estimated.", choices=ENGINES).with_default("auto")


def answer(asked: Asked, desk: Desk) -> Answer:
    """About how many nodes the search has, and how far off that may be."""
    stated, probes = puzzle(asked, desk), asked[DIVES]
    seed = seed_of(asked[SEED])
    found = tiling.estimate(stated, seed=seed, probes=probes, engine=asked[ENGINE], time_limit=desk.seconds)
    more = about(asked)
    more["told"]["seed"] = seed
    return Answer(
        {"estimate": found.to_json(), "puzzle": stated.to_text()},
        str(found),
        "none" if found.reason else "found",
        reason=found.reason,
        text=lambda _: str(found),
        tone="plain",
        exit_code=0,
        complete=bool(found.reason) or found.probes == probes,
        **more,
    )


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    found = call("tiling.estimate", puzzle.name, **asked.some(DIVES, ENGINE, SEED, TIME_LIMIT))
    return puzzle.program(f"print({found})")


QUESTION = Question(
    "tiling",
    "estimate",
    "Estimate how large the search for all tilings is.",
    (
        *PUZZLE,
        DIVES,
        ENGINE,
        SEED,
        TIME_LIMIT,
    ),
    answer,
    about="""
    Random dives down the search tree show about how many nodes it has (Knuth, 1975): the estimate is right on
    average, but a few dives may be far off. It takes a moment even where 'tiling list' would take years.""",
    rule="shapewright.tiling.claims.solving:estimate",
    claims="""
    estimate | {engine: text, nodes: number, solutions: number, probes: whole, spread: number?, least: number, most:
        number} | Estimated number of nodes and tilings, with their spread. | again: the same walks are drawn again
    puzzle""",
    example={"board": "6x10", "pieces": "pentominoes", "seed": 1},
    python=_python,
)
