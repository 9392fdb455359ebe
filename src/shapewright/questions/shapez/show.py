"""Draw shapes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import LimitError
from shapewright.questions.fields import Flag
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._fields import CODES, each
from shapewright.questions.shapez._python import codes_of, shapez_program
from shapewright.questions.shapez._shapes import picture, text
from shapewright.shapez.picture import draw_layers
from shapewright.shapez.shape import Shape

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.questions.desk import Desk

MAX_PICTURES = 1000


def answer(asked: dict[str, Any], desk: Desk) -> Listing:
    """The shapes, one after the other."""
    exploded = asked["exploded"]

    def end(kept: Sequence[Shape], number: int) -> Answer:
        return Answer(
            {"shapes": [shape.to_json() for shape in kept]},
            "a shape" if number == 1 else f"{number} shapes",
            text=lambda screen: "\n\n".join(text(shape, screen) for shape in kept),
            parts=lambda: [_pictures(kept, exploded)],
            tone="plain",
            seconds=0.0,
        )

    return Listing(
        each(asked["codes"], lambda code: code.parsed(Shape.from_code)),
        text=text,
        record=lambda shape: shape.to_json(),
        end=end,
        separator="\n\n",
        seconds=desk.seconds,
    )


def _pictures(shapes: Sequence[Shape], exploded: bool) -> Pictures:
    if len(shapes) > MAX_PICTURES:
        raise LimitError(f"there are {len(shapes)} shapes, and a file holds at most {MAX_PICTURES} pictures")
    if not exploded:
        return Pictures([picture(shape) for shape in shapes])
    return Pictures([Picture(draw_layers(shape), code=str(shape)) for shape in shapes], size="whole")


def _python(asked: dict[str, Any]) -> str:
    shapes = [call("shapez.Shape.from_code", code) for code in codes_of(asked)]
    lines = [f"print({call('to_terminal', shape, color=Expression('False'))})" for shape in shapes]
    return shapez_program(*lines)


QUESTION = Question(
    "shapez",
    "show",
    "Draw shapes.",
    (CODES, Flag("exploded", "Also draw each layer by itself, beside the shape.")),
    answer,
    about="""
    The terminal shows the layers of a shape side by side, the bottom one first. A picture shows the shape as the game
    does.

    \b
    shapewright shapez show 'CuRrSgWb:P-cw----'
    shapewright shapez show 'CuRrSgWb:P-cw----' -o shape.svg    (.png .pdf .html .txt .json .jsonl)
    cat codes.txt | shapewright shapez show - -o shapes.html""",
    example={"codes": ["CuRrSgWb:P-cw----"]},
    formats=Formats(
        (".txt", ".json", ".jsonl", ".svg", ".png", ".pdf", ".html"),
        {
            ".gif": "a .gif file shows one step after the other, and a shape has no steps",
            ".dot": "a .dot file holds a plan; 'shapez plan' writes it",
        },
    ),
    downloads=(".svg", ".pdf"),
    stem="shape",
    lists=True,
    quick=True,
    python=_python,
)
