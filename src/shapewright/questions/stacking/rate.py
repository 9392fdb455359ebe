"""How fast the stack of a sequence grows that is repeated for ever."""

from __future__ import annotations

from shapewright import stacking
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Whole
from shapewright.questions.parts import Text
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.stacking._fields import GRID, SEQUENCE, problem
from shapewright.questions.stacking._python import rules_of, stacking_program
from shapewright.stacking.notation.records import drops_to_json

_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"), "a rate is not a picture; 'stacking solve' draws a plan"
)


REPEAT = Whole(
    "repeat",
    "Also compute the height after N repetitions.",
    metavar="N",
    minimum=1,
    maximum=10**15,
)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The rate, the plan that repeats itself, and the height of so many repetitions."""
    stated = problem(asked, desk)
    found = stacking.rate(stated, time_limit=desk.seconds, progress=desk.progress)
    repeat = asked[REPEAT]
    top, least = (None, None) if repeat is None else found.height(repeat)
    keys = {
        "rate": str(found.rate),
        "least": str(found.least),
        "offset": str(found.offset),
        "optimal": found.optimal,
        "rows": found.rows,
        "lead": drops_to_json(found.lead),
        "cycle": drops_to_json(found.cycle),
        "height": top,
        "lower_bound": least,
        "problem": stated.to_json(),
    }
    text = found.to_text(repeat)
    _, _, plan = text.partition("\n")  # the first line is the headline
    return Answer(
        keys,
        str(found),
        text=lambda _: text,
        parts=lambda: [Text(plan, title="The plan that repeats itself", label="plan")],
        tone="good" if found.optimal else "plain",
    )


def _python(asked: Asked) -> str:
    stated = call("stacking.Problem", asked[SEQUENCE], **rules_of(asked))
    found = call("stacking.rate", Expression("problem"), **asked.some(TIME_LIMIT))
    return stacking_program(f"problem = {stated}", f"print({found}.to_text({asked[REPEAT]}))")


QUESTION = Question(
    "stacking",
    "rate",
    "Compute the fewest rows for each piece of a sequence that is repeated for ever.",
    (
        SEQUENCE.mandatory(),
        *[field for field in GRID if field.name in ("width", "pieces", "no_rotation")],
        REPEAT,
        TIME_LIMIT,
    ),
    answer,
    about="""
    The plan repeats itself and makes every column some rows higher each time; the bound holds for every plan. Both are
    exact over all profiles whose neighbouring columns differ little, for wells of up to about 7 columns. In wells of up
    to 16 columns a search over some of the profiles looks for the plan, and cells or weights on columns are the bound.

    \b
    shapewright stacking rate IOTJLSZ --width 10 --repeat 1000000000
    shapewright stacking rate SZ --width 5 --repeat 500000000""",
    rule="shapewright.stacking.claims.games:rate",
    claims="""
    rate | text | Rows a repetition, as a fraction. | rules: the cycle raises every column by as many rows
    least | text | Rows that no way of stacking stays below. | again: by weights on columns, or a potential over
        profiles
    offset | text | Rows that the height differs from the rate at most. | again: as the least
    optimal | flag | Whether no rate is lower. | again: by the bound
    rows | whole | Rows that one cycle adds. | rules: replayed cell by cell
    lead | Plan | Drops before the first cycle. | rules: replayed cell by cell
    cycle | Plan | Drops that are repeated. | rules: replayed cell by cell
    height | whole? | Height after the repetitions that were asked about. | rules: replayed cell by cell
    lower_bound | whole? | Height that no plan gets below after them. | again: as the least
    problem?""",
    example={"sequence": "SZ", "width": 4},
    formats=Formats((".txt", ".json"), _NO_PICTURE),
    downloads=(".txt",),
    python=_python,
)
QUESTION = with_batch(
    QUESTION,
    Batch(
        "Repeat each sequence of FILE (or -), one a line.",
        "sequence",
        check=lambda asked: problem(asked, Desk()),
    ),
)
