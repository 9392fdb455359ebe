"""The boards over which most queues can be cleared: what to learn first."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from shapewright import clear, drawing
from shapewright.clear.chances.percent import percentage
from shapewright.clear.graph.queues import Queues
from shapewright.clear.opener.opener import MAX_BOARDS
from shapewright.clear.opener.opener import PATTERN as USUAL
from shapewright.clear.setup.setups import read_span
from shapewright.errors import StoppedError, amount
from shapewright.jobs.limits import Clock, Seconds
from shapewright.questions.asked import Asked
from shapewright.questions.clear._asked.fields import Once
from shapewright.questions.clear._asked.pattern import PATTERN, SETUP, setup_of
from shapewright.questions.clear._asked.python import clear_program, setup_in_python
from shapewright.questions.clear._shown.cards import DOWNLOADS, FORMATS, Card, beside, card_files, pictures, section
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Choice, Text, Whole
from shapewright.questions.parts import Part, Table
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.questions.screen import Screen

MAX_STUDIO_QUEUES = 5_000_000
"""Enough for the first bag of a game and what follows it."""

MAX_TABLE = 10_000
"""For so many beginnings of queues an answer says which board is built."""

SEARCH_SHARE = 0.9
"""The share of the time that the search may take; the rest is for the pictures."""

PAGE_SECONDS = 2.0
"""How long an animation shows a board."""


BOARDS = Whole(
    "boards", "Number of boards to learn.", short="-k", metavar="N", minimum=1, maximum=MAX_BOARDS
).with_default(1)
PIECES = Text("pieces", "Number of pieces on a board, such as 6 or 4-6.", usual="6, or as fit", metavar="N", limit=20)
SEEN = Whole(
    "seen",
    "Number of pieces that decide which board is built.",
    usual="those that the board may take",
    metavar="N",
    minimum=1,
    maximum=20,
)
TALLEST = Whole("tallest", "Number of rows that a board has at most.", metavar="N", minimum=1, maximum=20)
MIRROR = Choice(
    "mirror", "Whether a board and its mirror image are one to learn.", metavar="yes|no", choices=("yes", "no")
).with_default("no")
AMONG = Once(
    "among",
    "The only boards to choose from: fumens, of which each page is one, or a file with them.",
    metavar="FUMENS",
    limit=20_000,
    several="two lists of boards are given, {}; write all fumens as one text with blanks between them",
)
HELD = Text(
    "save",
    "The piece to be in hold after the clear: T, one of several, T||I, or any but some, !O.",
    metavar="X",
    limit=200,
)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The boards, that which adds most first."""
    setup, notes = setup_of(asked, USUAL)
    desk.at_most(len(Queues.of(setup.pattern, setup.length)), MAX_STUDIO_QUEUES, "the pattern has {} queues")
    clock = Clock(desk.seconds)
    left = clock.left()
    try:
        found = clear.openers(
            setup,
            number=asked[BOARDS],
            time_limit=None if left is None else Seconds(SEARCH_SHARE * left, of=left),
            progress=desk.progress,
            **_how(asked),
        )
    except StoppedError as stopped:
        stopped.args = (f"{stopped}; give more time ({desk.option('time_limit')}) or a narrower pattern",)
        raise
    if not found.is_best:
        notes.append(
            f"clear: it is not proven that these are the best; none clear more than {found.bound} queues "
            f"({percentage(found.bound, found.queues)} %), and more time (--time-limit) may say more"
        )
    return _answer(found, notes, clock)


def _how(asked: Asked) -> dict[str, Any]:
    """The keywords of what is asked beyond field, queues and rules."""
    how: dict[str, Any] = {}
    if (pieces := asked[PIECES]) is not None:
        least, most = read_span(pieces, "pieces")
        how["pieces"] = least if least == most else (least, most)
    how |= {field.name: asked[field] for field in (SEEN, TALLEST, HELD) if asked[field] is not None}
    if asked[AMONG] is not None:
        how["among"] = [str(asked[AMONG])]
    if asked[MIRROR] == "yes":
        how["mirror"] = True
    return how


def _answer(found: clear.Openers, notes: list[str], clock: Clock) -> Answer:
    def per_cent(queues: int) -> str:
        return f"{percentage(queues, found.queues)} %"

    heading = "no board: none of the queues can be cleared"
    if found:
        other = "no other is better" if len(found) == 1 else "no others are better"
        proof = other if found.is_best else f"none clear more than {per_cent(found.bound)}"
        heading = f"{amount(len(found), 'board')} for {found.chance} of the queues; {proof}"
    cards = []
    for number, one in enumerate(found, 1):
        adds = f"{number}  +{per_cent(one.adds)}, alone {per_cent(one.alone)}"
        cards.append(Card(one.way, one.fumen, adds, adds.replace(", ", ",\n"), adds))
        if one.mirror_way is not None:
            mirrored = f"{number}  its mirror image"
            cards.append(Card(one.mirror_way, one.fumen, mirrored, mirrored, mirrored))

    decide = f"The first {found.seen} pieces decide which board is built"

    def text(screen: Screen) -> str:
        told = [f"{decide}: the one with the best chance."] if found else []
        return "\n".join([heading, *told, *beside(cards, screen)])

    def parts() -> list[Part]:
        rows = [
            [number, per_cent(one.adds), per_cent(one.alone), per_cent(one.served)]
            for number, one in enumerate(found, 1)
        ]
        columns = ["board", "adds", "alone", "cleared over it"]
        return [Table(columns, rows), *pictures(cards, "Boards to learn")] if rows else []

    def table() -> str:
        rows = [
            f"{beginning},{'' if place is None else place + 1},{worth},{queues}\n"
            for beginning, place, worth, queues in found.table()
        ]
        return "beginning,board,solved,queues\n" + "".join(rows)

    return Answer(
        lambda: _keys(found),
        heading,
        "found" if found else "none",
        text=text,
        parts=parts,
        files={
            **card_files(cards, heading, "board", PAGE_SECONDS, shorter=""),
            ".csv": table,
            ".fumen": lambda: found.fumen().to_text() + "\n",
            ".html": lambda: drawing.to_html(
                "Boards to learn", section("Boards", cards, 26, f"{decide}."), introduction=heading
            ),
        },
        notes=notes,
        seconds=clock.seconds,
        exit_code=0,
    )


def _keys(found: clear.Openers) -> dict[str, object]:
    """What the envelope has of them, with the board that is built for each beginning, unless these are too many."""
    table = [
        [beginning, None if place is None else place + 1, worth, queues]
        for beginning, place, worth, queues in islice(found.table(), MAX_TABLE + 1)
    ]
    return {
        "boards": [
            {
                "rows": one.board.to_text(one_line=True),
                "mirror": one.mirror is not None,
                "pieces": one.pieces,
                "cleared_lines": one.cleared,
                "way": one.way.to_text(one_line=True),
                "fumen": one.fumen().to_text(),
                "alone": one.alone,
                "adds": one.adds,
                "served": one.served,
            }
            for one in found
        ],
        "solved": found.cleared,
        "bound": found.bound,
        "queues": found.queues,
        "seen": found.seen,
        "candidates": found.boards,
        **({"beginnings": table} if len(table) <= MAX_TABLE else {}),
    }


def _python(asked: Asked) -> str:
    where, how = setup_in_python(asked, USUAL)
    how["time_limit"] = None
    more = {**_how(asked), **asked.some(TIME_LIMIT)}
    made = call("clear.openers", *where, **{"number": asked[BOARDS], **how, **more})
    return clear_program(f"found = {made}", "print(found.chance)", "print(found)")


QUESTION = Question(
    "clear",
    "opener",
    "Find the boards to learn over which most queues can be cleared.",
    (
        *[replace(field, usual=USUAL) if field is PATTERN else field for field in SETUP],
        *(BOARDS, PIECES, SEEN, TALLEST, MIRROR, AMONG, HELD, TIME_LIMIT),
    ),
    answer,
    about="""
    A player learns some boards. By the first pieces of a queue one of them is built: the one over which most of the
    queues that begin so can be cleared. What comes then is known. The answer says what each board adds, whether it is
    proven that no others are better, and otherwise what no others can exceed. From the empty field it takes minutes.

    \b
    shapewright clear opener -k 3
    shapewright clear opener -k 2 -p 'T,*p7,*p3' -o openers.png (.html .fumen)
    shapewright clear opener --field XXXX______/XXXX______ -c 2 -p '*p4' --pieces 1 -k 2""",
    rule="shapewright.clear.claims.books:opener",
    claims="""
    boards | [Board] | The boards, and what each is worth. | again: found again without others to choose from
    solved
    bound | whole | Number of queues that no boards clear more of. | again: that there are no better ones is proven
        again
    queues
    seen | whole | Number of pieces that are seen at the choice. | asked
    candidates | whole | Number of boards to choose from. | again: counted again
    beginnings? | [list] | For each beginning the board, and the queues that it clears. | again: each led again""",
    example={"field": "XXXX______/XXXX______", "height": 2, "patterns": "*p4", "pieces": "1", "boards": 2},
    formats=FORMATS,
    downloads=DOWNLOADS,
    python=_python,
)
