"""Polycubes into a box in space, or into the best one, with or without gravity."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod

from shapewright.cells.grid import parse_size
from shapewright.errors import NotationError, quote
from shapewright.jobs.limits import seconds_text
from shapewright.packing import Solids, solids
from shapewright.packing.space.boxes import SolidBox, checked_sides
from shapewright.questions.asked import Asked
from shapewright.questions.boards import STUDIO_CELLS
from shapewright.questions.desk import Desk
from shapewright.questions.drawings import drawings
from shapewright.questions.fields import TIME_LIMIT, Flag, Parsed
from shapewright.questions.packing._fields import SEED, WHAT, what
from shapewright.questions.packing._packings import VERDICTS, formats, letters, no_packing, plain, refuted_lines
from shapewright.questions.packing._python import LETTERS, name_of, packing_program
from shapewright.questions.parts import Part, Picture, Pictures, Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question
from shapewright.storage.json import json_text


def _sides(shape: str) -> SolidBox:
    size = parse_size(shape)
    if size is None or len(size) != 3:
        raise NotationError(f"{quote(shape)} is not a box in space; expected WxDxH such as 3x3x3")
    return checked_sides(size)


BOX = Parsed(
    "box", "Pack into this box: width, depth and height. Without it the best box is looked for.",
    metavar="WxDxH", limit=40, parse=_sides,
)  # fmt: skip
GRAVITY = Flag(
    "gravity", "Every piece rests on the floor or on another one, and can come down from above in some order."
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """The packing, or why there is none."""
    bag, box = what(asked, desk), asked[BOX]
    if box is not None:
        desk.at_most(prod(box), STUDIO_CELLS, "the box has {} cells")
    desk.say("packing")
    found = solids(
        bag, box=box, gravity=asked[GRAVITY], seed=asked[SEED], time_limit=desk.seconds,
        progress=desk.progress,
    )  # fmt: skip
    keys = plain(found)
    notes = [f"packing: {found.method or 'nothing found'}, {seconds_text(found.seconds)}"]
    if found.status in VERDICTS:
        words = "impossible" if found.status == "infeasible" else "not decided"
        bar = {"words": words, "chips": [], "tone": "bad"}
        return no_packing(found, keys, found.reason, notes, page={"bar": bar})
    headline = _headline(found)
    order = [f"from above come {' '.join(one.piece for one in found.placements)}"] if found.gravity else []
    return Answer(
        keys,
        headline,
        text=lambda screen: "\n".join([*refuted_lines(found), headline, *order, letters(found, screen)]),
        parts=lambda: _see(found),
        records=lambda: [found.to_json()],
        files={
            ".txt": lambda: f"{found.to_text()}\n",
            ".jsonl": lambda: f"{json_text(found.to_json())}\n",
            **drawings(lambda: [(found.scene(), "")], "Packing"),
        },
        notes=notes,
        complete=found.status == "optimal",
        page={"bar": {"words": headline, "chips": ["checked"], "tone": "good"}},
    )


def _headline(found: Solids) -> str:
    assert found.box is not None
    size = "x".join(map(str, found.box))
    covered = sum(len(one.cells) for one in found.placements)
    words = f"{found.status}: {size}, {covered} of {found.volume} cells covered"
    if found.status == "feasible":
        words += f" (the least volume is at least {found.bound})"
    return words


def _see(found: Solids) -> Iterator[Part]:
    yield Pictures([Picture(found.mosaic(), "", found.to_text())], size="large")
    if found.refuted:
        yield Text("\n".join(refuted_lines(found)), title="Refuted boxes", label="boxes")


def _python(asked: Asked) -> str:
    made = call("packing.solids", name_of(asked), box=asked[BOX], **asked.some(GRAVITY, SEED, TIME_LIMIT))
    shown = "print(found.status, found.box)"
    return packing_program(asked, f"found = {made}", shown, LETTERS)


QUESTION = Question(
    "packing",
    "solids",
    "Pack polycubes into a box in space, or into the best box.",
    (
        *WHAT,
        BOX,
        GRAVITY,
        TIME_LIMIT,
    ),
    answer,
    about="""
    The best box has the least volume; of these the one that is most like a cube, and with gravity the lowest. 'optimal'
    means that every better box is proven impossible. With --gravity the JSON lists the pieces in an order in which they
    can come straight down, one after the other. The exit code is 1 if it is proven that the pieces do not fit into the
    given box, and 3 if that is unknown.

    \b
    shapewright packing solids --pieces soma
    shapewright packing solids --pieces tetracubes --gravity
    shapewright packing solids --pieces '4*L4,2*T4' --box 2x3x4 -o box.svg    (.png .pdf .html .txt .json .jsonl)""",
    rule="shapewright.packing.claims.solids:solids",
    claims="""
    status | Status | Whether it is proven that no packing is better. | again: every better box is refuted again by
        areas, by counting and by exact covers; with gravity by letting pieces come down in every order
    goal
    box? | [whole] | Sides of the box. | rules: by the rules alone
    volume? | whole | Number of its cells. | rules: multiplied
    bound? | number? | What no packing is better than. | again: as the status
    gravity | flag | Whether each piece must lie on something when it is put in. | asked
    method
    refuted? | [{box: [whole], reason: text}] | Better boxes, and why each is impossible. | again: as the status
    pieces | text | The pieces. | asked
    placements | [Placement] | Each piece with its cells, in the order in which they are put in. | rules: by the
        rules, with gravity in their order""",
    example={"pieces": "tetracubes", "gravity": True},
    formats=formats(several=False),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    python=_python,
)  # fmt: skip
