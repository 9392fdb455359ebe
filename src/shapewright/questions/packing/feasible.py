"""Does a bag fit into a box?"""

from __future__ import annotations

from shapewright.packing import Problem, explain
from shapewright.packing.certificate import certificate
from shapewright.packing.picture import impossible
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT
from shapewright.questions.packing._bar import of_packing
from shapewright.questions.packing._fields import BOX, SEED, WHAT, box, what
from shapewright.questions.packing._packings import VERDICTS, because, drawn, files, formats, letters, plain
from shapewright.questions.packing._python import name_of, packing_program
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question

ONE_BOX = BOX.mandatory()


def answer(asked: Asked, desk: Desk) -> Answer:
    """A packing, or why there is none."""
    problem = Problem(what(asked, desk), box=box(asked, desk))
    found = explain(problem, seed=asked[SEED], threads=desk.threads, time_limit=desk.seconds)
    packing = found.packing
    if not found:
        verdict = VERDICTS[packing.status]
        board = impossible(problem, packing) if verdict == "none" else None
        return Answer(
            plain(packing),
            str(found),
            verdict,
            found.reason,
            parts=lambda: because(board, found.reason),
            complete=verdict == "none",
            page={"bar": of_packing(packing)},
            certificate=lambda: certificate(problem, packing, time_limit=desk.seconds),
        )
    return Answer(
        plain(packing),
        str(found),
        text=lambda screen: f"{found}\n{letters(packing, screen)}",
        parts=lambda: [drawn([packing], [""])],
        records=lambda: [packing.to_json()],
        files=files([packing]),
        page={"bar": of_packing(packing)},
    )


def _python(asked: Asked) -> str:
    found = call("packing.feasible", name_of(asked), box=asked[ONE_BOX], **asked.some(SEED, TIME_LIMIT))
    return packing_program(asked, f"print({found})")


QUESTION = Question(
    "packing",
    "feasible",
    "Find out whether a bag fits into a box, with a packing or a reason.",
    (*WHAT, ONE_BOX, THREADS, TIME_LIMIT),
    answer,
    about="""
    The answer is exact for boxes of at most 64 cells; larger ones are refuted by counting arguments only. The exit
    code is 1 if it is proven that the bag does not fit, and 3 if that is unknown.""",
    rule="shapewright.packing.claims.packings:packings",
    claims="""
    status  width?  height?  score?  goal?  bound?  method?  bag?  pieces?  board?  board_parts?  placements? refuted?
        values?  clearance?  margin?  weights?  value?  bonuses?  packings?""",
    example={"bag": "T1 I3", "box": "4x4"},
    formats=formats(several=False),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    python=_python,
)
QUESTION = with_certificate(QUESTION, only_none=True)
QUESTION = with_batch(QUESTION, Batch("Try each bag of FILE (or -), one a line.", "bag", alone=("random", "pieces")))
