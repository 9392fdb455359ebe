"""Shapes drawn at random."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from shapewright import shapez
from shapewright.jobs.seeds import seed_of
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, THREADS, TIME_LIMIT, Choice, Whole, limit_field
from shapewright.questions.listing import Listing
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._codes import drawn, record
from shapewright.questions.shapez._data import load
from shapewright.questions.shapez._fields import CONFIGURATION, DATA
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._python import configuration_of, shapez_program
from shapewright.questions.shapez._shapes import NO_PICTURE
from shapewright.shapez.data.random import LIKE

# Codes that are written together.
BATCH = 4096
# The game counts levels in numbers of 32 bits.
MAX_LEVEL = 2**31 - 1


DRAW = Choice(
    "like", "Each shape equally likely (uniform), or as the game draws the goals of operator levels, or those "
        "with crystals.", choices=LIKE,
).with_default("uniform")  # fmt: skip
LEVEL = Whole(
    "level", "With goals: the level of the first shape; each next shape is the next level's.", usual="1",
    metavar="N", minimum=1, maximum=MAX_LEVEL,
)  # fmt: skip
LIMIT = limit_field("Number of shapes.", studio=500).with_default(1)


def answer(asked: Asked, desk: Desk) -> Listing:
    """Shapes, as they are drawn."""
    configuration = asked[CONFIGURATION]
    given = asked[SEED]
    seed = seed_of(given)
    like, level = asked[DRAW], asked[LEVEL]
    # Goals need no data.
    data = load(configuration, "full", desk, asked[DATA]) if like == "uniform" else None
    shapes = shapez.random(configuration, seed=seed, limit=asked[LIMIT], like=like, level=level, data=data)
    chip = "each equally likely" if like == "uniform" else f"goals from level {1 if level is None else level} on"

    def end(kept: Sequence[str], number: int) -> Answer:
        words = f"{number:,} {'shape' if number == 1 else 'shapes'} of {configuration}"
        return Answer(
            {"configuration": configuration.name, "seed": seed, "shapes": list(map(record, kept))},
            words,
            **drawn(kept, configuration.parts),
            tone="plain",
            notes=[f"seed {seed}"] if given is None else [],
            told={"seed": seed},
            page={"bar": bar(words, "good", chip, f"seed {seed}")},
        )

    batches = iter(lambda: list(map(str, islice(shapes, BATCH))), [])
    return Listing(batches, text=lambda text, _: text, record=record, end=end, seconds=desk.seconds)


def _python(asked: Asked) -> str:
    limit = asked[LIMIT]
    found = call("shapez.random", configuration_of(asked), **asked.some(SEED, DRAW, LEVEL), limit=limit)
    return shapez_program(f"for shape in {found}:", "    print(shape)")


QUESTION = Question(
    "shapez",
    "random",
    "Draw buildable shapes at random, each equally likely or as the game draws goals.",
    (CONFIGURATION, DRAW, LEVEL, SEED, LIMIT, DATA, THREADS, TIME_LIMIT),
    answer,
    about="""
    Every orientation of every shape is equally likely, and the shapes are independent of each other. With --like goals
    or crystal-goals they are the game's, with types and colours: the same as in the savegame whose seed is --seed. The
    level is one more than the one that the game shows.

    \b
    shapewright shapez random quad4 --limit 3 --seed 1
    shapewright shapez random quad4 --limit 3 --seed 1 --like goals --level 51""",
    rule="shapewright.shapez.claims.sets:random",
    claims="""
    configuration
    seed | whole | The seed of all that was drawn. | again: the shapes are drawn again
    shapes""",
    example={"configuration": "quad3", "seed": 1, "limit": 4},
    formats=Formats((".txt", ".json", ".jsonl"), NO_PICTURE),
    downloads=(".txt", ".svg", ".pdf"),
    stem="shapes",
    lists=True,
    python=_python,
)  # fmt: skip
