"""Whole rounds of the contest: ten bags, and the sum of their scores."""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.errors import StoppedError, amount
from shapewright.jobs.limits import limit_reached
from shapewright.packing import Round, play_rounds
from shapewright.packing.contest.rounds import PERFECT
from shapewright.packing.notation import headline
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, Flag, Whole
from shapewright.questions.packing._bar import of_round
from shapewright.questions.packing._fields import EVEN_T, SEED, SOLVER
from shapewright.questions.packing._packings import drawn, files
from shapewright.questions.packing._page import round_to_page
from shapewright.questions.parts import Part, Table
from shapewright.questions.python import call, program
from shapewright.questions.question import EXIT_CODES, Answer, Formats, Question

ROUNDS = Whole("rounds", "Number of rounds.", metavar="N", minimum=1, maximum=10**9, studio_maximum=10_000, usual="1")
UNTIL_PERFECT = Flag("until_perfect", "Play until every level has its best score.", doors=("shell",))


def answer(asked: Asked, desk: Desk) -> Answer:
    """The best of the rounds that were played."""
    until_perfect = asked[UNTIL_PERFECT]
    rounds = asked[ROUNDS] or (None if until_perfect else 1)
    best: Round | None = None
    played, total = 0, 0.0
    for one in play_rounds(
        asked[SEED], rounds=rounds, time_limit=desk.seconds, even_t=asked[EVEN_T], solver=asked[SOLVER],
        threads=desk.threads,
    ):  # fmt: skip
        played, total = played + 1, total + one.total
        if best is None or one.total > best.total:
            best = one
        number = amount(played, "round")
        desk.say(f"{number}, the best {best.total:.2f}", None if rounds is None else played / rounds)
        if until_perfect and one.is_perfect:
            break
    if best is None:
        raise StoppedError(f"{limit_reached(desk.seconds)} before a round was played")
    complete = best.is_perfect if until_perfect else played == rounds
    shown, mean = best, total / played
    many = [f"best of {played} rounds: number {shown.number}; mean {mean:.2f}"] if played > 1 else []
    lines = [
        f"level {level:2}  {amount(len(one.placements), 'piece'):>10}  {f'{one.width}x{one.height}':>6}  "
        f"{one.score:7.2f}  {one.status}"
        for level, one in enumerate(shown.packings, start=1)
    ]
    perfect = ", perfect" if shown.is_perfect else ""
    lines.append(f"total {shown.total:.2f}{perfect}")
    # Here every packing is checked.
    keys = {"rounds": played, "mean": mean, **shown.to_json()}
    keys = {"rounds": played, "mean": mean, **best.to_json()}
    return Answer(
        keys,
        f"{shown.total:.2f} points{perfect}",
        text=lambda _: "\n".join([*many, *lines]),
        parts=lambda: _see(shown),
        files=files(shown.packings),
        records=lambda: keys["packings"],
        notes=[*many, f"packing: {amount(played, 'round')}"],
        complete=complete,
        exit_code=EXIT_CODES["unknown"] if until_perfect and not complete else None,
        page={"bar": of_round(shown, PERFECT), "round": round_to_page(shown)},
    )


def _see(best: Round) -> Iterator[Part]:
    captions = [f"level {level}: {headline(one)}" for level, one in enumerate(best.packings, start=1)]
    yield drawn(best.packings, captions, last=True)
    rows = [
        [level, len(one.placements), f"{one.width}×{one.height}", f"{one.score:.2f}", one.status]
        for level, one in enumerate(best.packings, start=1)
    ]
    yield Table(["level", "pieces", "box", "score", "status"], rows)


def _python(asked: Asked) -> str:
    how = asked.some(EVEN_T, SOLVER, TIME_LIMIT)
    rounds = call("packing.play_rounds", asked[SEED], rounds=(asked[ROUNDS] or 1), **how)
    return program(
        "packing", f"best = max({rounds}, key=lambda played: played.total)", "print(best.number, best.total)"
    )


QUESTION = Question(
    "packing",
    "round",
    "Play whole rounds of the contest: pack ten bags and add up their scores.",
    (
        ROUNDS,
        UNTIL_PERFECT,
        EVEN_T,
        SOLVER,
        SEED,
        THREADS,
        TIME_LIMIT,
    ),
    answer,
    about="""
    Packs ten random bags of 1, 2, 4, ... 512 pieces and adds up their scores; the highest possible sum is 6027.5.
    With several rounds, the best one and the mean of all are shown. --time-limit applies to all rounds together.""",
    rule="shapewright.packing.claims.rounds:played_round",
    claims="""
    rounds | whole | Number of rounds. | asked
    mean | number | Mean of the totals of the rounds. | again: the rounds are played again
    round | whole | The round that is shown. | again: the rounds are played again
    total | number | Its total. | again: added up
    scores | [number] | Score of each bag of it. | again: the rounds are played again
    perfect | flag | Whether each bag filled its box. | again: the rounds are played again
    packings | [Record] | The packing of each bag of it. | again: the bags are drawn again, the packings checked by
        the rules""",
    example={"seed": 1},
    formats=Formats(
        (".txt", ".json", ".jsonl", ".svg", ".pdf", ".html"),
        {".png": "this format holds one picture, and a round has ten; use .svg, .pdf or .html"},
    ),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    lists=True,
    python=_python,
)
