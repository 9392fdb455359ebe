"""Draw shapes."""

from __future__ import annotations

from collections.abc import Sequence

from shapewright.errors import LimitError
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import Choice, Flag
from shapewright.questions.listing import Listing
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.shapez._fields import CODES, GAME, each
from shapewright.questions.shapez._python import codes_of, shapez_program
from shapewright.questions.shapez._shapes import picture, text
from shapewright.shapez.drawing.skins import SKINS
from shapewright.shapez.picture import draw, draw_layers
from shapewright.shapez.shape import Shape
from shapewright.shapez.shorthand import expanded, is_shorthand

MAX_PICTURES = 1000


EXPLODED = Flag("exploded", "Also draw each layer by itself, beside the shape.")
SKIN = Choice(
    "skin",
    "What colours look like in pictures: as in the settings of the game, or for colour-blind people.",
    choices=tuple(SKINS),
).with_default("rgb")


def answer(asked: Asked, desk: Desk) -> Listing:
    """The shapes, one after the other."""
    exploded, skin = asked[EXPLODED], asked[SKIN]

    def end(kept: Sequence[Shape], number: int) -> Answer:
        return Answer(
            {"shapes": [shape.to_json() for shape in kept]},
            "a shape" if number == 1 else f"{number} shapes",
            text=lambda screen: "\n\n".join(text(shape, screen) for shape in kept),
            parts=lambda: [_pictures(kept, exploded, skin)],
            tone="plain",
            seconds=0.0,
        )

    batches = each(asked[CODES], lambda code: code.parsed(lambda text: expanded(text, asked[GAME])))
    return Listing(
        ([shape for shapes in batch for shape in shapes] for batch in batches),
        text=text,
        record=lambda shape: shape.to_json(),
        end=end,
        separator="\n\n",
        seconds=desk.seconds,
    )


def _pictures(shapes: Sequence[Shape], exploded: bool, skin: str) -> Pictures:
    if len(shapes) > MAX_PICTURES:
        raise LimitError(f"there are {len(shapes)} shapes, and a file holds at most {MAX_PICTURES} pictures")
    if exploded:
        scenes = [draw_layers(shape, skin=skin) for shape in shapes]
        return Pictures(
            [Picture(scene, code=str(shape)) for scene, shape in zip(scenes, shapes, strict=True)], size="whole"
        )
    if skin == "rgb":
        return Pictures([picture(shape) for shape in shapes])
    return Pictures([Picture(draw(shape, skin=skin), code=str(shape)) for shape in shapes])


def _python(asked: Asked) -> str:
    lines = []
    for code in codes_of(asked[CODES]):
        if is_shorthand(code):
            shown = call("to_terminal", Expression("shape"), color=Expression("False"))
            lines += [f"for shape in {call('shapez.expanded', code, **asked.some(GAME))}:", f"    print({shown})"]
        else:
            shape = call("shapez.Shape.from_code", code, **asked.some(GAME))
            lines.append(f"print({call('to_terminal', shape, color=Expression('False'))})")
    return shapez_program(*lines)


QUESTION = Question(
    "shapez",
    "show",
    "Draw shapes.",
    (CODES, EXPLODED, SKIN, GAME),
    answer,
    about="""
    The terminal shows the layers of a shape side by side, the bottom one first. A picture shows the shape as the game
    does, several shapes beside each other. A CODE may be a shorthand: {CRSW} for CuRuSuWu, with changes after it such
    as {C+fill}, {10+struct+fill}, {CRSW:CCCC+lsep}, {CRSW+cut}.

    \b
    shapewright shapez show 'CuRrSgWb:P-cw----'
    shapewright shapez show 'CuRrSgWb:P-cw----' -o shape.svg    (.png .pdf .html .txt .json .jsonl)
    shapewright shapez show CuRrSgWb 'CuCu----:cr------' --skin cmyk -o shapes.png
    cat codes.txt | shapewright shapez show - -o shapes.html""",
    rule="shapewright.shapez.claims.machines:show",
    claims="""
    shapes | [{code: text, parts: whole, height: whole, layers: [[text]], stable: flag, canonical: text}] | The
        shapes, layer by layer from the bottom. | rules: worked out by the plain rules""",
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
