"""Can a player survive for ever, whatever pieces come?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shapewright import stacking
from shapewright.errors import amount
from shapewright.jobs.memory import memory_text
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, Whole
from shapewright.questions.parts import Frames, Part, Picture, Table
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.stacking._fields import CLEAR_LINES, GAME, MEMORY, SEQUENCE, well
from shapewright.questions.stacking._python import rules_of, stacking_program
from shapewright.stacking.certificate import certificate
from shapewright.stacking.games.survival import LISTED, MAX_SEEN, Survival
from shapewright.stacking.notation.records import drops_to_json
from shapewright.stacking.notation.strategies import choices_to_json, strategy_rows, strategy_title
from shapewright.stacking.picture import frame_mosaics
from shapewright.stacking.survival_rules import Choice

_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"),
    "a strategy is not one picture; 'stacking solve --clear-lines' draws a game of a sequence",
)


SEE = Whole(
    "see", "Number of visible pieces, including the current one, without that in hold.", metavar="N",
    minimum=1, maximum=MAX_SEEN,
).with_default(1)  # fmt: skip
LIST = Whole(
    "list", "List strategies of at most N positions.", metavar="N", minimum=0,
    maximum=1_000_000, studio_maximum=LISTED,
).with_default(LISTED)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """Who wins, by which strategy, or after how many drops."""
    stated, memory = well(asked.replace({CLEAR_LINES: True}), desk), asked[MEMORY]
    found = stacking.survive(
        stated,
        see=asked[SEE],
        listed=asked[LIST],
        memory=None if memory is None else memory << 20,
        threads=asked[THREADS],
        time_limit=desk.seconds,
        progress=desk.progress,
    )
    line = found.line

    def listed(choices: Sequence[Choice] | None) -> list[dict[str, object]] | None:
        return None if choices is None else choices_to_json(choices, found.problem)

    return Answer(
        {
            "for_ever": found.for_ever,
            "drops": found.drops,
            "line": None if line is None else {"plan": drops_to_json(line[0]), "last": line[1]},
            "defence": listed(found.defence),
            "attack": listed(found.attack),
            "states": found.states,
            "problem": found.problem.to_json(),
        },
        str(found),
        "found" if found.for_ever else "none",
        reason="" if found.for_ever else str(found),
        text=lambda _: found.to_text(),
        parts=lambda: _parts(found),
        notes=[f"stacking: {found.states} positions looked at, in {memory_text(found.memory)}"],
        tone="good" if found.for_ever else "bad",
        page={"bar": _bar(found)},
        certificate=lambda: certificate(stated, found, time_limit=desk.seconds),
    )


def _bar(found: Survival) -> dict[str, object]:
    if found.for_ever:
        return {"words": "survives for ever", "chips": ["proven"], "tone": "good"}
    return {"words": f"lost after {amount(found.drops or 0, 'drop')}", "chips": ["proven"], "tone": "bad"}


def _parts(found: Survival) -> Iterator[Part]:
    if found.line is not None and found.line[0]:
        plan = stacking.Plan(found.game, found.line[0], 0, 0)
        yield Frames([Picture(board) for board in frame_mosaics(plan)], "Both at their best", 0.5, animation="game")
    if found.defence is not None and found.for_ever:
        yield Table(["position", "replies"], strategy_rows(found), strategy_title(found))


def _python(asked: Asked) -> str:
    stated = call("stacking.Problem", asked[SEQUENCE], **rules_of(asked.replace({CLEAR_LINES: True})))
    found = call("stacking.survive", Expression("problem"), **asked.some(LIST, SEE, TIME_LIMIT))
    return stacking_program(f"problem = {stated}", f"print({found}.to_text())")


QUESTION = Question(
    "stacking",
    "survive",
    "Find out whether a player survives for ever against an adversary who chooses the pieces.",
    (*GAME, SEE, LIST, MEMORY, THREADS, TIME_LIMIT),
    answer,
    about="""
    The adversary sees everything and reveals one piece after the other. The player lets each fall straight down; full
    rows vanish; the game is lost when a piece cannot land within --height-limit rows. The answer is exact: a strategy
    for ever, whose positions are listed, or the number of drops that the player can make sure of, while the adversary
    prevents any further one. Positions have at most 64 bits: one for each cell of the well, and a few for each piece
    that is visible or held. How many positions a game has is not known beforehand; a million take 25 to 40 MB,
    and --memory says how much they may take. The answer is the same with any number of --threads. A table in the
    documentation has examples.

    \b
    shapewright stacking survive SZ --width 4 --height-limit 8
    shapewright stacking survive IOTJLSZ --width 4 --height-limit 6 --see 2 --hold""",
    rule="shapewright.stacking.claims.adversary:survive_",
    claims="""
    for_ever | flag? | Whether a player survives whatever comes. | rules: both strategies position by position; where
        they are too long to be listed the game is solved again
    drops | whole? | Number of drops that the player survives. | rules: by the same
    line | {plan: Plan, last: text}? | A game that goes on as long as possible. | rules: replayed; its last piece
        cannot land anywhere
    defence | [Choice]? | The reply of the player to each piece in each position. | rules: position by position: every
        reply is answered
    attack | [Choice]? | The piece that is sent in each position. | rules: position by position: every reply is
        answered
    states?  problem?""",
    example={"sequence": "SZ", "width": 4, "height_limit": 6},
    formats=Formats((".txt", ".json"), _NO_PICTURE),
    downloads=(".txt",),
    python=_python,
)  # fmt: skip
QUESTION = with_certificate(QUESTION)
