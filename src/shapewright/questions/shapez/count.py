"""How many shapes can be built."""

from __future__ import annotations

from dataclasses import asdict

from shapewright import shapez
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT
from shapewright.questions.parts import Table
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._data import load, table
from shapewright.questions.shapez._fields import CONFIGURATION, DATA
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._python import configuration_of, shapez_program
from shapewright.shapez.data.count import answered_by_record


def answer(asked: Asked, desk: Desk) -> Answer:
    """The numbers of a configuration."""
    configuration = asked[CONFIGURATION]
    record = None if asked[DATA] is not None else answered_by_record(configuration)
    data = None if record is not None else load(configuration, "full", desk, asked[DATA])
    numbers = asdict(shapez.count(configuration, data=data, threads=desk.threads))
    known = {name: number for name, number in numbers.items() if number is not None}
    recorded = None if record is None else record.to_json()
    return Answer(
        {"configuration": configuration.name, **numbers, "recorded": recorded},
        f"{numbers['total']:,} shapes of {configuration}",
        text=lambda _: table(known) + ("" if record is None else f"\n{record}"),
        notes=[] if record is None else [str(record)],
        page={
            "bar": bar(f"{numbers['total']:,} shapes", "good", configuration.name, "rotations and mirror images once")
        },
        parts=lambda: [Table(["", "number"], [[name.replace("_", " "), number] for name, number in known.items()])],
    )


QUESTION = Question(
    "shapez",
    "count",
    "Count the shapes that can be built.",
    (CONFIGURATION, DATA, THREADS, TIME_LIMIT),
    answer,
    about="""
    The total counts shapes that are rotations or mirror images of each other once, the empty one included; it is the
    sum of the swappable ones (in some rotation both halves can be built) and the others. Pin-push-essential shapes are
    those whose last machine can only be a pin pusher.

    Numbers of large configurations were counted once and are recorded; the answer states when, and the command that
    counts them again. --data counts what is in a file.

    \b
    shapewright shapez count quad4
    shapewright shapez count hex5""",
    rule="shapewright.shapez.claims.sets:count",
    claims="""
    configuration  halves  halves_canonical  total  swappable  non_swappable  pp_essential  oriented_total
    recorded | {counted: text, command: text, seconds: number}? | The numbers of a
        data file, where it has others. | again: read again""",
    example={"configuration": "quad3"},
    formats=Formats(
        refused=dict.fromkeys(
            (".svg", ".png", ".gif", ".pdf", ".html"),
            "a number is not a picture; 'shapez random' picks shapes, and 'shapez show - -o FILE.html' draws them",
        )
    ),
    python=lambda asked: shapez_program(f"print({call('shapez.count', configuration_of(asked))})"),
)
