"""The fewest equal boards that hold a bag."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.errors import ProblemError
from shapewright.jobs.limits import seconds_text
from shapewright.packing import bins
from shapewright.packing.bins import MAX_BOARDS
from shapewright.questions.fields import THREADS, Whole, time_limit_field
from shapewright.questions.packing._bar import of_bins
from shapewright.questions.packing._fields import GROUND, WHAT, place, what
from shapewright.questions.packing._packings import VERDICTS, drawn, files, formats, letters
from shapewright.questions.packing._python import LETTERS, ground_of, name_of, packing_program
from shapewright.questions.python import call, some
from shapewright.questions.question import Answer, Question

if TYPE_CHECKING:
    from shapewright.packing import Bins
    from shapewright.questions.desk import Desk


def answer(asked: dict[str, Any], desk: Desk) -> Answer:
    """The boards, each with what lies on it, or why there are none."""
    bag, ground = what(asked, desk), place(asked, desk)
    if ground.get("box") is None and ground.get("board") is None:
        raise ProblemError("there is nothing to pack into; give --box WxH or --board")
    desk.say("packing")
    found = bins(
        bag, box=ground.get("box"), board=ground.get("board"), max_boards=asked["max_boards"], seed=asked["seed"],
        threads=desk.threads, time_limit=desk.seconds,
    )  # fmt: skip
    keys = found.to_json()
    keys.pop("reason", None)
    notes = [f"packing: {seconds_text(found.seconds)}"]
    if found.status in VERDICTS:
        verdict = VERDICTS[found.status]
        words = "" if verdict == "none" else f"unknown: {found.reason}"
        records = [found.to_json()]
        complete = verdict == "none"
        page = {"bar": of_bins(found)}
        return Answer(
            keys, words, verdict, found.reason, records=lambda: records, notes=notes, complete=complete, page=page
        )
    captions = [f"board {number} of {len(found)}" for number in range(1, len(found) + 1)]
    return Answer(
        keys,
        _headline(found),
        text=lambda screen: "\n\n".join([_headline(found), *(letters(one, screen) for one in found)]),
        parts=lambda: [drawn(found.packings, captions)],
        records=lambda: [one.to_json() for one in found],
        files=files(found.packings),
        notes=notes,
        complete=found.status == "optimal",
        page={"bar": of_bins(found)},
    )


def _headline(found: Bins) -> str:
    """How few boards there are, and whether fewer are refuted."""
    words = f"{found.status}: {len(found)} {'board' if len(found) == 1 else 'boards'}"
    return words if found.status == "optimal" else f"{words} (at least {found.bound} are needed)"


def _python(asked: dict[str, Any]) -> str:
    how = some(asked, "max_boards", "seed", "time_limit")
    found = call("packing.bins", name_of(asked), **ground_of(asked), **how)
    return packing_program(asked, f"found = {found}", "print(found.status, len(found))", LETTERS)


QUESTION = Question(
    "packing",
    "bins",
    "Pack a bag into as few equal boxes or boards as possible.",
    (
        *WHAT,
        *GROUND,
        Whole(
            "max_boards", "Maximum number of boards.", default=MAX_BOARDS, metavar="N", minimum=1, maximum=MAX_BOARDS,
            studio_maximum=MAX_BOARDS,
        ),
        THREADS,
        time_limit_field(),
    ),
    answer,
    about="""
    'optimal' means that fewer boards are proven impossible; 'feasible' comes with a lower bound on the number of
    boards. The exit code is 1 if it is proven that the bag does not fit onto --max-boards boards, and 3 if that is
    unknown.

    \b
    shapewright packing bins O5 --box 4x4
    shapewright packing bins --random 30 --seed 2 --box 5x6 -o boards.html""",
    example={"bag": "O5", "box": "4x4"},
    formats=formats(several=True),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    lists=True,
    python=_python,
)  # fmt: skip
