"""Draw the packings of an answer, after checking them."""

from __future__ import annotations

from shapewright.errors import ProblemError
from shapewright.packing import Packing, faults
from shapewright.packing.notation import from_json
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import File
from shapewright.questions.packing._packings import EXAMPLE, answer_of, formats
from shapewright.questions.packing._python import FROM_JSON
from shapewright.questions.python import content, literal, program
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import Source, parsed

PACKINGS = File(
    "packings", "A JSON answer of 'packing', or JSON Lines of packings.", argument=True,
    metavar="FILE",
).mandatory()  # fmt: skip


def _read(source: Source) -> list[Packing]:
    return parsed(source.place, source.text(), from_json)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The packings as they stand there."""
    source = asked[PACKINGS]
    packings = _read(source)
    for number, one in enumerate(packings, start=1):
        wrong = faults(one)
        if wrong:
            raise ProblemError(f"packing {number} of {source.place} is not one: {wrong[0]}")
    if not packings:
        raise ProblemError(f"there are no packings in {source.place}")
    found = answer_of(packings, len(packings))
    found.complete, found.seconds = True, 0.0
    return found


def _python(asked: Asked) -> str:
    read = f"for found in from_json({literal(content(asked.plain(PACKINGS)))}):"
    return program("packing", read, '    print(found, end="\\n\\n")', imports=(FROM_JSON,))


QUESTION = Question(
    "packing",
    "show",
    "Draw packings.",
    (
        PACKINGS,
    ),
    answer,
    about="""
    The packings are checked by the rules before they are drawn.

    \b
    shapewright packing show answer.json -o packing.svg    (.png .pdf .html .txt .json .jsonl)""",
    rule="shapewright.packing.claims.packings:packings",
    claims="""
    status?  width?  height?  score?  goal?  bound?  method?  bag?  pieces?  board?  board_parts?  placements?
        refuted?  values?  clearance?  margin?  weights?  value?  bonuses?  packings?""",
    example={"packings": EXAMPLE},
    formats=lambda asked: formats(several=len(_read(asked[PACKINGS])) > 1),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    lists=True,
    quick=True,
    python=_python,
)  # fmt: skip
