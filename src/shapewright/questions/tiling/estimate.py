"""How large the search for all tilings is, before it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.jobs.seeds import fresh_seed
from shapewright.questions.fields import SEED, Choice, Whole, time_limit_field
from shapewright.questions.python import call, some
from shapewright.questions.question import Answer, Question
from shapewright.questions.tiling._puzzle import PUZZLE, about, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.tiling.estimate import MAX_PROBES, PROBES
from shapewright.tiling.search.engines import ENGINES

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """About how many nodes the search has, and how far off that may be."""
    stated, probes = puzzle(asked, desk), asked["probes"]
    seed = fresh_seed() if asked["seed"] is None else asked["seed"]
    found = tiling.estimate(stated, seed=seed, probes=probes, engine=asked["engine"], time_limit=desk.seconds)
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


def _python(asked: dict[str, Any]) -> str:
    puzzle = in_python(asked)
    found = call("tiling.estimate", puzzle.name, **some(asked, "probes", "engine", "seed", "time_limit"))
    return puzzle.program(f"print({found})")


QUESTION = Question(
    "tiling",
    "estimate",
    "Estimate how large the search for all tilings is.",
    (
        *PUZZLE,
        Whole("probes", "Number of random dives.", default=PROBES, metavar="N", minimum=1, maximum=MAX_PROBES),
        Choice("engine", "The engine whose search is estimated.", default="auto", choices=ENGINES),
        SEED,
        time_limit_field(),
    ),
    answer,
    about="""
    Random dives down the search tree show about how many nodes it has (Knuth, 1975): the estimate is right on
    average, but a few dives may be far off. It takes a moment even where 'tiling list' would take years.""",
    example={"board": "6x10", "pieces": "pentominoes", "seed": 1},
    python=_python,
)
