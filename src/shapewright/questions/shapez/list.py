"""All shapes of a set, one code a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapewright import shapez
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, Choice, Flag, limit_field
from shapewright.questions.listing import Listing
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._codes import drawn, record
from shapewright.questions.shapez._data import load
from shapewright.questions.shapez._fields import CONFIGURATION, DATA
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._python import configuration_of, shapez_program
from shapewright.questions.shapez._shapes import NO_PICTURE
from shapewright.shapez.data.configuration import SETS, need_of
from shapewright.shapez.notation import Codes

# Codes that are written together.
BATCH = 4096
STUDIO_LIMIT = 1000
MAX_STUDIO = 10_000


SET = Choice(
    "set", "Which shapes: all, those whose last machine can be a swapper, the others, those whose last "
        "machine can only be a pin pusher (pp), or halves.", choices=SETS,
).with_default("all")  # fmt: skip
CANONICAL = Flag("canonical", "List one shape of each set of rotations and mirror images.")
LIMIT = limit_field("Maximum number of shapes.", studio=MAX_STUDIO)


def answer(asked: Asked, desk: Desk) -> Listing:
    """The shapes of the set, as they come."""
    configuration, which = asked[CONFIGURATION], asked[SET]
    limit = STUDIO_LIMIT if desk.studio and asked[LIMIT] is None else asked[LIMIT]
    data = load(configuration, need_of(which), desk, asked[DATA])
    packed = shapez.packed_members(configuration, which, canonical=asked[CANONICAL], limit=limit, data=data)
    code = Codes(configuration.parts)
    cut_short = False

    def batches() -> Iterator[list[str]]:
        nonlocal cut_short
        left = limit
        for batch in packed:
            for start in range(0, len(batch), BATCH):
                values = batch[start : start + BATCH].tolist()
                if left is not None:
                    cut_short = len(values) > left
                    values = values[:left]
                    left -= len(values)
                yield [code(value) for value in values]
                if cut_short:
                    return

    def end(kept: Sequence[str], number: int) -> Answer:
        words = f"{number:,} {'shape' if number == 1 else 'shapes'}"
        return Answer(
            {"configuration": configuration.name, "set": which, "shapes": list(map(record, kept))},
            f"{words}, and there are more" if cut_short else words,
            **drawn(kept, configuration.parts),
            complete=not cut_short,
            told={"limit": limit} if desk.studio else {},
            page={"bar": bar(words, "good", "there are more" if cut_short else "these are all")},
        )

    return Listing(batches(), text=lambda text, _: text, record=record, end=end, seconds=desk.seconds)


def _python(asked: Asked) -> str:
    which = asked.some(SET).values()
    found = call("shapez.members", configuration_of(asked), *which, **asked.some(CANONICAL, LIMIT))
    return shapez_program(f"for shape in {found}:", "    print(shape)")


QUESTION = Question(
    "shapez",
    "list",
    "List the shapes that can be built.",
    (CONFIGURATION, SET, CANONICAL, LIMIT, DATA, THREADS, TIME_LIMIT),
    answer,
    about="""
    Prints codes, one a line. All normal parts are circles (hexagons in a ring of six), since types and colours do not
    matter.

    \b
    shapewright shapez list quad2 --set pp
    shapewright shapez list quad4 --canonical --limit 100 | shapewright shapez show - -o shapes.html""",
    rule="shapewright.shapez.claims.sets:list_",
    claims="""
    configuration
    set | text | The set that was listed. | asked
    shapes""",
    example={"configuration": "quad2", "set": "pp", "limit": 10},
    formats=Formats((".txt", ".json", ".jsonl"), NO_PICTURE),
    downloads=(".txt", ".svg", ".pdf"),
    stem="shapes",
    lists=True,
    python=_python,
)  # fmt: skip
