"""Which sequence does no player survive, not even one who knows it beforehand?"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright import stacking
from shapewright.questions.asked import Asked
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import TIME_LIMIT
from shapewright.questions.parts import Part, Table, Text
from shapewright.questions.python import Expression, call
from shapewright.questions.question import Answer, Formats, Question
from shapewright.questions.stacking._fields import CLEAR_LINES, GAME, MEMORY, SEQUENCE, well
from shapewright.questions.stacking._python import rules_of, stacking_program
from shapewright.stacking.certificate import certificate
from shapewright.stacking.notation.strategies import choices_to_json, strategy_rows, strategy_title

_NO_PICTURE = dict.fromkeys(
    (".svg", ".png", ".gif", ".pdf", ".html"),
    "a deadly sequence is not a picture; 'stacking longest --clear-lines' prints the longest game of a sequence",
)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The shortest deadly sequence, or a strategy for ever."""
    stated, memory = well(asked.replace({CLEAR_LINES: True}), desk), asked[MEMORY]
    room = None if memory is None else memory << 20
    found = stacking.deadly(stated, memory=room, time_limit=desk.seconds, progress=desk.progress)
    defence = None if found.defence is None else found.defence.defence
    keys = {
        "sequence": None if found.sequence is None else list(found.sequence),
        "pieces": None if found.sequence is None else len(found.sequence),
        "lower_bound": None if found.sequence is None else found.bound,
        "optimal": found.optimal,
        "see": None if found.defence is None else found.defence.see,
        "defence": None if defence is None else choices_to_json(defence, stated),
        "sets": found.sets,
        "problem": stated.to_json(),
    }
    return Answer(
        keys,
        str(found),
        "found" if found else "none",
        reason="" if found else str(found),
        text=lambda _: "\n".join([str(found), found.to_text()]).strip(),
        parts=lambda: _parts(found),
        notes=[f"stacking: {found.sets} sets of positions looked at"],
        complete=found.optimal,
        tone="bad" if found else "good",
        certificate=lambda: certificate(stated, found, time_limit=desk.seconds),
    )


def _parts(found: stacking.Deadly) -> Iterator[Part]:
    if found.sequence is not None:
        yield Text(found.to_text(), title="The pieces", label="sequence")
    elif found.defence is not None and found.defence.defence is not None:
        yield Table(["position", "replies"], strategy_rows(found.defence), strategy_title(found.defence))


def _python(asked: Asked) -> str:
    stated = call("stacking.Problem", asked[SEQUENCE], **rules_of(asked.replace({CLEAR_LINES: True})))
    found = call("stacking.deadly", Expression("problem"), **asked.some(TIME_LIMIT))
    return stacking_program(f"problem = {stated}", f"found = {found}", "print(found)", "print(found.to_text())")


QUESTION = Question(
    "stacking",
    "deadly",
    "Find the shortest sequence of pieces that no player survives, even one who knows it beforehand.",
    (*GAME, MEMORY, TIME_LIMIT),
    answer,
    about="""
    The adversary sees nothing: it fixes a sequence of any length, and the player knows all of it before the first piece
    falls. Pieces fall straight down, full rows vanish, and the game is lost when a piece cannot land within
    --height-limit rows. The answer is a sequence that leaves no way, with a proof that none is shorter; or a strategy
    for ever of a player who sees only some pieces, which shows that no sequence is deadly. When the time limit is
    reached, the shortest sequence found is printed.

    \b
    shapewright stacking deadly SZ --width 4 --height-limit 8
    shapewright stacking deadly IOTJLSZ --width 5 --height-limit 6""",
    rule="shapewright.stacking.claims.adversary:deadly_",
    claims="""
    sequence | [text]? | Pieces that no player survives. | rules: every play by the rules alone, until no position is
        left
    pieces | whole? | Number of them. | rules: counted
    lower_bound | whole? | Number of pieces that every such sequence has at least. | again: every shorter sequence by
        the rules alone, or searched again
    optimal | flag | Whether no sequence is shorter. | again: by the bound
    see | whole? | Number of pieces that a player for ever must see. | rules: by the defence
    defence | [Choice]? | How a player survives for ever: the reply to each piece in each position. | rules: position
        by position: every reply is answered
    sets | whole | Number of sets of positions that were looked at. | how
    problem?""",
    example={"sequence": "SZ", "width": 4, "height_limit": 6},
    formats=Formats((".txt", ".json"), _NO_PICTURE),
    downloads=(".txt",),
    python=_python,
)
QUESTION = with_certificate(QUESTION)
