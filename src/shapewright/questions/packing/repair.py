"""A packing changed for another bag, with the fewest pieces moved."""

from __future__ import annotations

from dataclasses import replace

from shapewright.cells.grid import parse_cell
from shapewright.errors import ProblemError, amount
from shapewright.jobs.limits import seconds_text
from shapewright.packing import repair
from shapewright.packing.notation import from_json
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, File, Texts
from shapewright.questions.packing._bar import of_packing
from shapewright.questions.packing._fields import SEED, WHAT, what
from shapewright.questions.packing._packings import EXAMPLE, VERDICTS, files, formats, letters, no_packing, plain
from shapewright.questions.packing._python import FROM_JSON, name_of, packing_program
from shapewright.questions.parts import Picture, Pictures
from shapewright.questions.python import Expression, call, content, literal
from shapewright.questions.question import Answer, Question
from shapewright.questions.source import parsed

PACKING = File(
    "packing", "The packing to change: a JSON answer of 'packing pack'.", argument=True,
    metavar="FILE",
).mandatory()  # fmt: skip
BAG = replace(WHAT[0], help="The bag that it should hold: counts, letters, a file, or - (standard input).")
LOCKED = Texts(
    "locked", "The piece on this cell stays where it is; repeatable.", metavar="X,Y", most=500, limit=40,
    parse=parse_cell,
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """The packing of the other bag, and which pieces were taken and laid."""
    source = asked[PACKING]
    packings = parsed(source.place, source.text(), from_json)
    if len(packings) != 1:
        raise ProblemError(f"{source.place} has {len(packings)} packings; give an answer that has one")
    before, bag = packings[0], what(asked, desk)
    desk.at_most(len(before.placements), 4096, "the packing has {} pieces")
    desk.say("packing")
    found = repair(before, bag, locked=asked[LOCKED], seed=asked[SEED], threads=desk.threads, time_limit=desk.seconds)
    after = found.packing
    keys = plain(found)
    notes = [f"packing: {after.method or 'nothing tried'}, {seconds_text(after.seconds)}"]
    if after.status in VERDICTS:
        reason = after.reason if after.status == "infeasible" else after.unknown_reason
        return no_packing(after, keys, reason, notes)
    headline = f"{found.moved} of {amount(len(after.placements), 'piece')} moved"
    if found.moved == found.at_least:
        headline += ", and fewer is impossible" if found.moved else ""
    else:
        headline += f" (at least {found.at_least} must move)"
    return Answer(
        keys,
        headline,
        text=lambda screen: f"{headline}\n{letters(after, screen)}",
        parts=lambda: [Pictures([Picture(after.mosaic(), "after"), Picture(before.mosaic(), "before")], size="large")],
        records=lambda: [after.to_json()],
        files=files([after]),
        notes=notes,
        page={"bar": {**of_packing(after), "words": headline}},
    )


def _python(asked: Asked) -> str:
    locked = {"locked": list(asked[LOCKED])} if asked[LOCKED] else {}
    found = call("packing.repair", Expression("before"), name_of(asked), **locked, **asked.some(SEED, TIME_LIMIT))
    return packing_program(
        asked,
        f"(before,) = from_json({literal(content(asked.plain(PACKING)))})",
        f"found = {found}",
        "print(found.moved, found.at_least)",
        "print(found.to_text() or found.packing.reason)",
        imports=(FROM_JSON,),
    )


QUESTION = Question(
    "packing",
    "repair",
    "Change a packing so that it holds another bag, moving as few pieces as possible.",
    (
        PACKING,
        BAG,
        *WHAT[1:],
        LOCKED,
        THREADS,
        TIME_LIMIT,
    ),
    answer,
    about="""
    The new bag goes into the same box or onto the same board. Few pieces move: on boards of at most 1,024 cells branch
    and bound looks for the fewest, and proves it or says how many must move at least. The exit code is 1 if it is
    proven that the new bag does not fit, and 3 if that is unknown.

    \b
    shapewright packing pack "I8 J4 L4 O8 S2 T4 Z2" -o before.json
    shapewright packing repair before.json "I9 J3 L4 O8 S2 T4 Z2" -o after.svg
    shapewright packing repair before.json "I9 J3 L4 O8 S2 T4 Z2" --locked 0,0 --locked 7,3""",
    rule="shapewright.packing.claims.repair:repair",
    claims="""
    status  width?  height?  score?  goal?  bound?  method?  bag?  pieces?  board?  board_parts?  placements? refuted?
        values?  clearance?  margin?  weights?  value?  bonuses?  packings?
    locked? | [[whole]] | Cells whose pieces may not be taken up. | asked
    moved | whole? | Number of pieces that were taken up. | rules: counted in the lists
    at_least | whole | Number of pieces that must be taken up. | again: by counts, or another engine looks for a
        packing with fewer moves
    taken | [Placement] | Pieces that are taken up. | rules: the board with them is a packing: the one in the file, if
        the answer contains it
    laid | [Placement] | Pieces that are laid down. | rules: the board without them is a packing""",
    example={"packing": EXAMPLE, "bag": "I4"},
    formats=formats(several=False),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    python=_python,
)  # fmt: skip
