"""The best chance with few pieces in sight."""

from __future__ import annotations

from shapewright import clear
from shapewright.clear.graph.setup import DEFAULT_HEIGHT
from shapewright.clear.notation.field_lines import without_comment
from shapewright.errors import amount
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.clear._asked.fields import FOUR_LINES, GAME, HEIGHT, counted_notes, game_of
from shapewright.questions.clear._asked.python import clear_program, game_in_python
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Text, Whole
from shapewright.questions.parts import Table
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question, without_pictures

SHOWN = 5
"""The number of moves in the text."""
MAX_SHOWN = 40
"""The number of moves that a page shows."""

QUEUE = Text(
    "queue",
    "The pieces visible now, such as TISZ; [T]IS has a T in hold; '' or [T] for all that may be, with --see.",
    argument=True,
    limit=400,
)
SEE = Whole("see", "Number of visible pieces, including the current one.", metavar="N", minimum=1, maximum=20)
BAG = Text("bag", "The rest of the bag that the first unseen piece comes from.", metavar="PIECES", limit=20)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The chance, and what each move makes of it."""
    game = game_of(asked)
    queue = game.asked_queue(asked[QUEUE], "TISZ")
    found = clear.chance(
        game.field,
        queue,
        asked[SEE],
        height=game.height,
        bag=asked[BAG],
        kicks=game.kicks,
        drop=game.drop,
        hold=game.hold,
        time_limit=desk.seconds,
        progress=desk.progress,
    )
    moves = [
        ("hold, then look" if move.placement is None else str(move.placement), float(move.chance))
        for move in found.moves
    ]
    lines = [str(found), *[f"{100 * chance:>6.2f} %  {name}" for name, chance in moves[:SHOWN]]]
    if len(moves) > SHOWN:
        lines.append(f"and {amount(len(moves) - SHOWN, 'more move')}")
    records = [{"placement": name, "chance": chance} for name, chance in moves]
    return Answer(
        {
            "chance": float(found.chance),
            "solved": int(found.chance * found.sequences),
            "sequences": found.sequences,
            "moves": records,
        },
        str(found),
        "found" if found.chance else "none",
        text=lambda _: "\n".join(lines),
        parts=lambda: [
            Table(["move", "chance"], [[name, f"{100 * chance:.2f} %"] for name, chance in moves[:MAX_SHOWN]])
        ],
        records=lambda: records,
        notes=[*game.notes, *(counted_notes(game.field, DEFAULT_HEIGHT) if game.height is None else [])],
        exit_code=0,
    )


def _python(asked: Asked) -> str:
    game = game_of(asked)
    rows, rules = game_in_python(asked, game)
    queue = str(game.asked_queue(asked[QUEUE]))
    found = call("clear.chance", rows, queue, **asked.some(SEE, BAG), **rules, **asked.some(TIME_LIMIT))
    return clear_program(f"found = {found}", "print(found)", 'print(*found.moves[:5], sep="\\n")')


QUESTION = Question(
    "clear",
    "chance",
    "Compute the best chance when only the next few pieces are visible, and the move that keeps it.",
    (QUEUE, SEE, BAG, *(FOUR_LINES if field is HEIGHT else field for field in GAME), TIME_LIMIT),
    answer,
    about="""
    After each placement another piece becomes visible, drawn from bags of seven. Without --bag the queue begins with
    a new bag; without --see the number of visible pieces is that of QUEUE.

    \b
    shapewright clear chance TISZ --field J_________/JJJ_______/LLL_____OO/L_______OO
    shapewright clear chance '[T]IS' --see 3 --bag ZO --field FUMEN
    shapewright clear chance '' --see 2 --field FUMEN""",
    rule="shapewright.clear.claims.patterns:chance",
    claims="""
    chance | number? | Chance of a perfect clear for a player who sees the next pieces only. | again
    solved | whole | Number of sequences that he clears. | again
    sequences | whole | Number of sequences. | again
    moves | [record] | First moves, each with its chance. | again""",
    example={"queue": "TISZ", "field": "J_________/JJJ_______/LLL_____OO/L_______OO"},
    formats=without_pictures("a chance is not a picture; 'clear solve' draws the clears of a queue", ".jsonl"),
    downloads=(".txt",),
    lists=True,
    python=_python,
)
QUESTION = with_batch(QUESTION, Batch("Look at each queue of FILE (or -), one a line.", "queue", plain=without_comment))
