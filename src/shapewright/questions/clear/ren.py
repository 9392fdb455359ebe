"""The longest run of line clears that a queue can make."""

from __future__ import annotations

from itertools import islice

from shapewright import clear
from shapewright.clear.notation.field_lines import without_comment
from shapewright.clear.scoring.ren import MAX_PIECES
from shapewright.errors import amount
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.clear._asked.fields import DROP, FIELD, HOLD, KICKS, NO_HOLD, PAGE, game_of, held_notes
from shapewright.questions.clear._asked.python import clear_program, game_in_python, islice_of
from shapewright.questions.clear._asked.solution_finder import REN
from shapewright.questions.clear._shown.solutions import details, drawn_text, fumen_of, see, ways
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Text, Whole
from shapewright.questions.parts import Text as Shown
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question, without_pictures
from shapewright.questions.screen import Screen

MAX_LISTED = 100_000
MAX_STUDIO_LISTED = 200
USUAL = 10

QUEUE = Text(
    "queue",
    f"The pieces in their order, such as TOLJISZ, at most {MAX_PIECES}; [T]IO has a T in hold.",
    argument=True,
    old=("--patterns", "-p"),
    limit=400,
)
LIMIT = Whole(
    "limit", "Maximum number of runs to list.", metavar="N", maximum=MAX_LISTED, studio_maximum=MAX_STUDIO_LISTED
).with_default(USUAL)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The longest runs, as many as are wanted."""
    game = game_of(asked)
    queue = game.asked_queue(asked[QUEUE], "TOLJISZ")
    runs = clear.ren(game.field, queue, kicks=game.kicks, drop=game.drop, hold=game.hold, time_limit=desk.seconds)
    listed = list(islice(runs, asked[LIMIT]))
    more = runs.number - len(listed)
    clears = f"{amount(runs.clears, 'line clear')} in a row ({runs.ren} REN), in {amount(runs.number, 'way')}"

    def text(screen: Screen) -> str:
        steps = ["", drawn_text(listed[0], screen), ""] if listed else []
        left_out = [f"and {more} more (--limit lists them)"] if more else []
        return "\n".join([clears, *steps, *map(fumen_of, listed), *left_out])

    return Answer(
        lambda: {
            "clears": runs.clears,
            "ren": runs.ren,
            "number": runs.number,
            "solutions": [details(one) for one in listed],
        },
        clears if runs.clears else "",
        "found" if runs.clears else "none",
        reason="" if runs.clears else "no piece that can be placed first clears a line",
        text=text if runs.clears else None,
        parts=lambda: [
            *(see(listed) if listed else []),
            *([Shown(f"{more} more", label="about the runs")] if more else []),
        ],
        records=lambda: [details(one) for one in listed],
        files={".fumen": lambda: "".join([fumen_of(one) + "\n" for one in listed])},
        notes=[*game.notes, *held_notes(queue, game)],
        complete=len(listed) == runs.number,
        page=ways(listed) if desk.studio else {},
    )


def _python(asked: Asked) -> str:
    game = game_of(asked)
    rows, rules = game_in_python(asked, game)
    rules.pop("height")
    rules.pop("save")
    queue = str(game.asked_queue(asked[QUEUE]))
    runs = call("clear.ren", rows, queue, **rules, **asked.some(TIME_LIMIT))
    return clear_program(
        f"runs = {runs}",
        "print(runs.clears, runs.ren, runs.number)",
        f"for solution in {islice_of('runs', asked[LIMIT])}:",
        "    print(clear.Fumen.from_solution(solution).to_text())",
    )


QUESTION = Question(
    "clear",
    "ren",
    "Find the longest run of line clears, one directly after the other (a combo).",
    (QUEUE, FIELD, PAGE, HOLD, NO_HOLD, KICKS, DROP, LIMIT, TIME_LIMIT),
    answer,
    about="""
    Every piece that is placed must clear a line, from the first on; the field need not become empty. The answer is the
    number of line clears, the number that the game shows at the end (its first clear is 0 REN), how many different runs
    there are, and the first of them. As in solution-finder, QUEUE may also be given by -p.

    \b
    shapewright clear ren TOLJISZ --field v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH
    shapewright clear ren TOLJISZTOLJ --field FUMEN --limit 100 -o runs.fumen""",
    rule="shapewright.clear.claims.scoring:ren",
    claims="""
    clears | whole | Number of lines that are cleared in a row. | rules: by the solutions; that no run is longer is
        recomputed
    ren | integer | The same as players count it: one less. | rules: by the solutions
    number | whole | Number of the longest runs. | again
    solutions""",
    example={"queue": "TOLJISZ", "field": "v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH"},
    formats=without_pictures("there may be many runs; 'clear show' draws the fumen of one", ".jsonl", ".fumen"),
    downloads=(".txt", ".fumen"),
    lists=True,
    python=_python,
    foreign=REN,
)  # fmt: skip
QUESTION = with_batch(
    QUESTION,
    Batch("Look for the longest combo of each queue of FILE (or -), one a line.", "queue", plain=without_comment),
)
