"""What is true of a puzzle at a glance, while somebody paints it or plays it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from shapewright import tiling
from shapewright.errors import amount
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT, Whole
from shapewright.questions.parts import Part
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question, shortened
from shapewright.questions.tiling._puzzle import PUZZLE, about, noun, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.questions.tiling._shown.reason import VERDICTS, reason_parts
from shapewright.questions.tiling._shown.solutions import Shown, formats, record
from shapewright.tiling import Glance, Problem
from shapewright.tiling.glance import SECONDS
from shapewright.tiling.proof.picture import marks

_TONES = {"possible": "good", "impossible": "bad", "unknown": "plain"}


LOOK = replace(TIME_LIMIT, help="Maximum number of seconds.", maximum=10.0).with_default(SECONDS)
LIMIT = Whole("limit", "Number of tilings to draw.", minimum=1, maximum=40, doors=("studio",)).with_default(1)


def answer(asked: Asked, desk: Desk) -> Answer:
    """As much as there is time for."""
    stated = puzzle(asked, desk)
    limit = asked[LOOK]
    seconds = limit if desk.seconds is None else min(limit, desk.seconds)
    seen = tiling.glance(stated, time_limit=seconds, others=asked[LIMIT] - 1)
    shown = Shown(stated, () if seen.solution is None else (seen.solution, *seen.others))

    def parts() -> Iterable[Part]:
        return reason_parts(stated, seen.why) if isinstance(stated, Problem) and seen.why is not None else shown.parts()

    keys = {
        "count": seen.count,
        "more_than": seen.more_than,
        "up_to_symmetry": seen.up_to_symmetry,
        "solution": None if seen.solution is None else record(seen.solution),
        "puzzle": stated.to_text(),
    }
    words, why = headline(seen, noun(stated)), seen.why
    shows = seen.solution is not None or (why is not None and isinstance(stated, Problem) and marks(stated, why))
    # A longer look could say no more.
    settled = seen.count is not None and (seen.up_to_symmetry is not None or not isinstance(stated, Problem))
    # The page shows the piece that a reason is about in the tray.
    shown_why = {} if why is None else {"why": {"kind": why.kind, "piece": why.name}}
    return Answer(
        keys,
        words,
        VERDICTS[seen.verdict],
        reason=seen.reason,
        text=(lambda _: words) if shows else None,
        parts=parts,
        records=shown.records,
        files=shown.files() if shown.solutions else {},
        complete=seen.count is not None,
        page={"bar": _bar(seen), "settled": settled, "solution": keys["solution"], **shown_why},
        elsewhere=_elsewhere(seen),
        **about(asked),
    )


def _elsewhere(seen: Glance) -> list[tuple[str, dict[str, Any]]]:
    """The verbs that find the same without a limit."""
    if seen.verdict != "possible":
        return [("explain", {})]
    if seen.count is None:
        return [("solve", {})]
    return [("count", {}), *([] if _classes(seen) is None else [("count", {"up_to_symmetry": True})])]


def headline(seen: Glance, what: str = "tiling") -> str:
    """The glance in one line.

    >>> headline(tiling.Glance("possible", 520, None, 65))
    '520 tilings, 65 up to symmetry'
    """
    if seen.verdict != "possible":
        return f"{seen.verdict}: {seen.reason}"
    if seen.count is None:
        return (
            f"more than {amount(seen.more_than, what, thousands=True)}"
            if seen.more_than
            else f"a {what}; there may be more"
        )
    number = f"1 {what}" if seen.count == 1 else f"{shortened(seen.count)} {what}s"
    classes = _classes(seen)
    return number if classes is None else f"{number}, {shortened(classes)} up to symmetry"


def _classes(seen: Glance) -> int | None:
    """The number up to symmetry, where it says more than the number itself."""
    return None if seen.up_to_symmetry == seen.count else seen.up_to_symmetry


def _bar(seen: Glance) -> dict[str, object]:
    """The same in few words, for the line below a board."""
    classes, chips = _classes(seen), ["checked"]
    if seen.verdict == "impossible":
        words, chips = f"impossible: {seen.reason}", []
    elif seen.verdict == "unknown":
        words, chips = "not known yet", []
    elif seen.count is not None:
        words = "1 way" if seen.count == 1 else f"{shortened(seen.count)} ways"
    elif not seen.more_than:
        words = "1 way or more"
    else:
        words = f"more than {amount(seen.more_than, 'way', thousands=True)} so far"
    if chips and classes is not None:
        chips.insert(0, f"{shortened(classes)} up to symmetry")
    return {"words": words, "chips": chips, "tone": _TONES[seen.verdict]}


def _python(asked: Asked) -> str:
    puzzle = in_python(asked)
    return puzzle.program(
        f"seen = {call('tiling.glance', puzzle.name, **asked.some(LOOK))}",
        "print(seen.verdict, seen.count, seen.up_to_symmetry, seen.reason)",
    )


QUESTION = Question(
    "tiling",
    "glance",
    "Find in a moment how many tilings there are, or that there is none.",
    (
        *PUZZLE,
        LOOK,
        LIMIT,
    ),
    answer,
    about="""
    Does as much as the time allows, in this order: areas and colourings that forbid a tiling, a first tiling, the
    number of tilings, their number up to symmetry. Everything it reports is proven; if the time was too short for the
    exact number, it reports "more than". The exit code is 0 if there is a tiling, 1 if there is none, and 3 if
    neither was proven.""",
    rule="shapewright.tiling.claims.solving:glance",
    claims="""
    count | whole? | Number of tilings. | again: by another engine
    more_than | whole? | A number that there are more tilings than, where they are not counted. | again: by another
        engine
    up_to_symmetry | whole? | Number of tilings of which none is an image of another. | again: by another engine
    solution | Solution? | One tiling. | rules: by the rules alone
    puzzle""",
    example={"board": "8x8", "hole_box": ["3,3,2x2"], "pieces": "pentominoes", "time_limit": 10.0},
    formats=lambda asked: formats(puzzle(asked), several=False),
    downloads=(".svg", ".pdf", ".txt"),
    stem="tiling",
    quick=True,
    python=_python,
)
