"""How many shapes can be built."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from shapewright import shapez
from shapewright.questions.fields import THREADS, time_limit_field
from shapewright.questions.parts import Table
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._data import load, table
from shapewright.questions.shapez._fields import CONFIGURATION, DATA
from shapewright.questions.shapez._page import bar
from shapewright.questions.shapez._python import configuration_of, shapez_program

if TYPE_CHECKING:
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The numbers of a configuration."""
    configuration = asked["configuration"]
    data = load(configuration, "full", desk, asked.get("data"))
    numbers = asdict(shapez.count(configuration, data=data, threads=desk.threads))
    return Answer(
        {"configuration": configuration.name, **numbers},
        f"{numbers['total']:,} shapes of {configuration}",
        text=lambda _: table(numbers),
        page={
            "bar": bar(f"{numbers['total']:,} shapes", "good", configuration.name, "rotations and mirror images once")
        },
        parts=lambda: [Table(["", "number"], [[name.replace("_", " "), number] for name, number in numbers.items()])],
    )


def _python(asked: dict[str, Any]) -> str:
    return shapez_program(f"print({call('shapez.count', configuration_of(asked))})")


QUESTION = Question(
    "shapez",
    "count",
    "Count the shapes that can be built.",
    (CONFIGURATION, DATA, THREADS, time_limit_field()),
    answer,
    about="""
    The total counts shapes that are rotations or mirror images of each other once, the empty one included; it is the
    sum of the swappable ones (in some rotation both halves can be built) and the others. Pin-push-essential shapes are
    those whose last machine can only be a pin pusher.

    \b
    shapewright shapez count quad4""",
    example={"configuration": "quad3"},
    formats=Formats(
        refused=dict.fromkeys(
            (".svg", ".png", ".gif", ".pdf", ".html"), "a number is not a picture; 'shapez random' draws shapes"
        )
    ),
    python=_python,
)
