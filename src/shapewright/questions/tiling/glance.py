"""What is true of a puzzle at a glance, while somebody paints it or plays it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright import tiling
from shapewright.errors import amount
from shapewright.questions.fields import TIME_LIMIT, Whole
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Formats, Question, Verdict, shortened
from shapewright.questions.tiling._puzzle import PUZZLE, about, noun, puzzle
from shapewright.questions.tiling._python import in_python
from shapewright.questions.tiling._shown.reason import reason_parts
from shapewright.questions.tiling._shown.solutions import Shown, formats, record
from shapewright.tiling import Problem
from shapewright.tiling.glance import SECONDS
from shapewright.tiling.proof.picture import marks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.questions.parts import Part
    from shapewright.tiling import Glance
    from shapewright.tiling.notation.answers import Puzzle

_VERDICTS: dict[str, Verdict] = {"possible": "found", "impossible": "none", "unknown": "unknown"}
_TONES = {"possible": "good", "impossible": "bad", "unknown": "plain"}


def _formats(asked: Asked) -> Formats:
    return formats(puzzle(asked), several=False)


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
    words = headline(seen, noun(stated))
    shows = seen.solution is not None or (
        seen.why is not None and isinstance(stated, Problem) and marks(stated, seen.why)
    )
    return Answer(
        keys,
        words,
        _VERDICTS[seen.verdict],
        reason=seen.reason,
        text=(lambda _: words) if shows else None,
        parts=parts,
        records=shown.records,
        files=shown.files() if shown.solutions else {},
        complete=seen.count is not None,
        page={"bar": _bar(seen), "settled": _is_settled(stated, seen), "solution": keys["solution"], **_kind(seen)},
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


def _is_settled(stated: Puzzle, seen: Glance) -> bool:
    """Whether a longer look could say no more."""
    return seen.count is not None and (seen.up_to_symmetry is not None or not isinstance(stated, Problem))


def _classes(seen: Glance) -> int | None:
    """The number up to symmetry, where it says more than the number itself."""
    return None if seen.up_to_symmetry == seen.count else seen.up_to_symmetry


def _bar(seen: Glance) -> dict[str, Any]:
    """The same in few words, for the line below a board."""
    chips = []
    if seen.verdict == "impossible":
        words = f"impossible: {seen.reason}"
    elif seen.verdict == "unknown":
        words = "not known yet"
    else:
        words = _ways(seen)
        classes = _classes(seen)
        if classes is not None:
            chips.append(f"{shortened(classes)} up to symmetry")
        chips.append("checked")
    return {"words": words, "chips": chips, "tone": _TONES[seen.verdict]}


def _ways(seen: Glance) -> str:
    if seen.count is not None:
        return "1 way" if seen.count == 1 else f"{shortened(seen.count)} ways"
    if not seen.more_than:
        return "1 way or more"
    return f"more than {seen.more_than:,} {'way' if seen.more_than == 1 else 'ways'} so far"


def _kind(seen: Glance) -> dict[str, Any]:
    """The kind of a reason and the piece that it is about, so that the page can show it in the tray."""
    return {} if seen.why is None else {"why": {"kind": seen.why.kind, "piece": seen.why.name}}


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
    claims="""
    count | whole? | Number of tilings. | again: by another engine
    more_than | whole? | A number that there are more tilings than, where they are not counted. | again: by another
        engine
    up_to_symmetry | whole? | Number of tilings of which none is an image of another. | again: by another engine
    solution | Solution? | One tiling. | rules: by the rules alone
    puzzle""",
    example={"board": "8x8", "hole_box": ["3,3,2x2"], "pieces": "pentominoes", "time_limit": 10.0},
    formats=_formats,
    downloads=(".svg", ".pdf", ".txt"),
    stem="tiling",
    quick=True,
    python=_python,
)
