"""T-spins that the pieces of a pattern make possible."""

from __future__ import annotations

import sys
from dataclasses import replace

from shapewright import clear
from shapewright.clear.fumens.player_pages import page_mosaic, page_text
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.setup.find_spins import KINDS
from shapewright.drawing.terminal import terminal_options
from shapewright.errors import StoppedError, amount
from shapewright.jobs.limits import Clock
from shapewright.questions.asked import Asked
from shapewright.questions.batch import csv_of
from shapewright.questions.clear._asked.fields import DROP, FIELD, KICKS, PAGE, page_notes, start_of
from shapewright.questions.clear._asked.pattern import PATTERN, rules_of
from shapewright.questions.clear._asked.python import clear_program, islice_of, rules_in_python
from shapewright.questions.clear._asked.solution_finder import SPIN
from shapewright.questions.clear._shown.cards import MAX_DRAWN, side_by_side
from shapewright.questions.desk import Desk
from shapewright.questions.fields import LIMIT, TIME_LIMIT, Choice, Field, Whole
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.screen import Screen

MAX_STUDIO_LISTED = 2000
LINES = Whole(
    "lines", "The T clears at least N lines.", short="-c", old=("--line",), metavar="N", maximum=3
).with_default(2)
BOTTOM = Whole(
    "bottom", "The lowest row that the T may clear, counted from 0.", metavar="N", old=("--fill-bottom", "-fb"),
    maximum=20,
).with_default(0)  # fmt: skip
TOP = Whole(
    "top", "The T clears only rows below row N, counted from 0.", usual="the height of the field and 1",
    metavar="N", old=("--fill-top", "-ft"), minimum=1, maximum=20,
)  # fmt: skip
MARGIN = Whole(
    "margin", "Pieces lie below row N, counted from 0.", usual="2 more than --top", short="-m",
    old=("--margin-height",), metavar="N", minimum=1, maximum=20,
)  # fmt: skip
MAX_ROOF = Whole(
    "max_roof", "At most N pieces have no cell in the rows that the T clears.", usual="any", metavar="N",
    old=("-mr",), maximum=20,
)  # fmt: skip
KIND = Choice("kind", "Whether mini T-spins count as well.", choices=KINDS).with_default("any")
_WANTED: tuple[Field[object], ...] = (LINES, BOTTOM, TOP, MARGIN, MAX_ROOF, KIND)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The ways, those with few pieces first."""
    start = start_of(asked)
    rules = rules_of(asked)
    clock = Clock(desk.seconds)
    limit = MAX_STUDIO_LISTED if asked[LIMIT] is None and desk.studio else asked[LIMIT]
    found: list[clear.FoundSpin] = []
    stopped: StoppedError | None = None
    is_cut = False
    ways = clear.find_spins(
        start.field,
        rules.pattern,
        clear.Wanted(asked[LINES], asked[BOTTOM], asked[TOP], asked[MARGIN], asked[MAX_ROOF], asked[KIND]),
        kicks=rules.kicks,
        drop=rules.drop,
        time_limit=clock.left(),
    )
    try:
        for way in ways:
            if limit is not None and len(found) == limit:
                is_cut = True
                break
            found.append(way)
    except StoppedError as error:
        stopped = error
    if found:
        more = ", and there are more (--limit lists them)" if is_cut else ""
        headline = f"{amount(len(found), 'way')} to a T-spin{more}"
    else:
        headline = f"no way to such a T-spin{'' if stopped is None else ' was found in time'}"

    def text(screen: Screen) -> str:
        color = screen.is_terminal and terminal_options(sys.stdout)["color"]
        blocks = [(f"{way.name}  {way.pieces}", *page_text(way.page(), color=color)) for way in found]
        return "\n".join([headline, *side_by_side(blocks)])

    def csv() -> str:
        numbered = enumerate(found, 1)
        rows = [(n, way.name, way.spin, len(way.rows), way.pieces, way.fumen().to_text()) for n, way in numbered]
        return csv_of([("number", "name", "spin", "lines", "pieces", "fumen"), *rows])

    def fumen() -> str:
        return Fumen(tuple([way.page() for way in found])).to_text() + "\n" if found else ""

    return Answer(
        {"ways": [_record(way) for way in found]},
        headline,
        "found" if found else "none" if stopped is None else "unknown",
        "" if found or stopped is not None else "no pieces of the pattern make such a T-spin possible",
        text=text,
        parts=lambda: [Pictures(list(map(_picture, found[:MAX_DRAWN])), size="medium")] if found else [],
        records=lambda: [_record(way) for way in found],
        files={".csv": csv, ".fumen": fumen},
        notes=page_notes(start, asked),
        complete=not is_cut and stopped is None,
        exit_code=0,
        stopped=stopped,
    )


def _record(way: clear.FoundSpin) -> dict[str, object]:
    return {
        "name": way.name,
        "spin": way.spin,
        "rows": list(way.rows),
        "pieces": way.pieces,
        "placements": [[one.piece, one.facing, one.x, one.y] for one in way.placements],
        "fumen": way.fumen().to_text(),
    }


def _picture(way: clear.FoundSpin) -> Picture:
    drawn = replace(page_mosaic(way.page()), pixels=16)
    return Picture(drawn, f"{way.name}  {way.pieces}", code=way.fumen().to_text())


def _python(asked: Asked) -> str:
    rules = rules_of(asked)
    field = start_of(asked).field.to_text(one_line=True) if asked[FIELD] else ""
    wanted = asked.some(*_WANTED)
    given = [call("clear.Wanted", **wanted)] if wanted else []
    how = {**rules_in_python(asked, rules.kicks, rules.drop), **asked.some(TIME_LIMIT)}
    ways = call("clear.find_spins", field, rules.pattern.to_text(), *given, **how)
    return clear_program(f"for way in {islice_of(ways, asked[LIMIT])}:", "    print(way.name, way.pieces)")


QUESTION = Question(
    "clear",
    "spin",
    "Find T-spins that the pieces of a pattern make possible.",
    (FIELD, PAGE, PATTERN, *_WANTED, DROP, KICKS, replace(LIMIT, help="Maximum number of ways to list."), TIME_LIMIT),
    answer,
    about="""
    The queues of the pattern only say which pieces there are; their order does not matter. A way is a set of
    placements after which the T can lock with a spin that clears lines. No piece of it is idle: it fills a row that
    the T clears, holds up another piece, or is the roof that the T needs. The pieces can be placed in the order shown.
    Lines are cleared by the T alone.

    \b
    shapewright clear spin -t 'v115@...' -p '*p7'
    shapewright clear spin --field X_________/XX________/X__X___XXX/XX_X_XXXXX -p ILTZ --top 2 --margin 5""",
    rule="shapewright.clear.claims.setups:spin",
    claims="""
    ways | [Spin] | Ways to spin a piece in. | again: each is replayed, and all are found again""",
    example={"field": "X_________/XX________/X__X___XXX/XX_X_XXXXX", "patterns": "ILTZ", "top": 2, "margin": 5},
    formats=Formats((".txt", ".json", ".jsonl", ".csv", ".fumen", ".svg", ".png", ".pdf", ".html")),
    downloads=(".txt", ".csv", ".fumen"),
    stem="spins",
    lists=True,
    python=_python,
    foreign=SPIN,
)  # fmt: skip
