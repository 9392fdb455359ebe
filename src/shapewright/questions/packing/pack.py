"""A bag into the best box, into a given box, or onto a board."""

from __future__ import annotations

from shapewright.errors import ProblemError
from shapewright.jobs.limits import Clock
from shapewright.packing.certificate import certificate
from shapewright.packing.problem import Problem, problem_of
from shapewright.packing.search.all_packings import with_every
from shapewright.packing.solve import packed
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.boards import STUDIO_CELLS
from shapewright.questions.certificate import with_certificate
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, Parsed, Whole
from shapewright.questions.packing._fields import PLACE, SEED, SOLVER, STUDIO_PIECES, WHAT, place, what
from shapewright.questions.packing._packings import answer_of, formats
from shapewright.questions.packing._python import LETTERS, name_of, packing_program, place_of
from shapewright.questions.python import Expression, call, program
from shapewright.questions.question import Answer, Question

PROBLEM = Parsed(
    "problem", "Everything in one file instead: pieces, board, objective; or - (standard input).",
    metavar="FILE", limit=100_000, parse=Problem.from_text,
)  # fmt: skip
LIMIT = Whole(
    "limit", "Number of different packings, each as good as the first.", metavar="N", minimum=1,
    maximum=10_000, studio_maximum=50, old=("--count",),
)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """The best packing, or several that are as good."""
    problem = _problem(asked, desk)
    desk.say("packing")
    clock = Clock(desk.seconds)
    packings = packed(
        problem, asked[LIMIT], solver=asked[SOLVER], seed=asked[SEED], threads=desk.threads,
        time_limit=desk.seconds, progress=desk.progress,
    )  # fmt: skip
    packings, no_more = with_every(problem, packings, asked[LIMIT] or 1, clock)
    found = answer_of(packings, asked[LIMIT], problem, no_more=no_more)
    found.certificate = lambda: certificate(problem, packings[0], time_limit=desk.seconds)
    return found


def _problem(asked: Asked, desk: Desk) -> Problem:
    """The problem of a file, or what the options state."""
    stated = asked[PROBLEM]
    if stated is None:
        return problem_of(what(asked, desk), place(asked, desk))
    for field in (*WHAT, *PLACE):
        if field is not SEED and asked[field] not in (None, False, [], ()):
            name = "the bag" if field.name == "bag" else f"--{field.name.replace('_', '-')}"
            raise ProblemError(f"--problem states everything; leave out {name}")
    desk.at_most(sum(piece.minimum for piece in stated.pieces), STUDIO_PIECES, "there are {} pieces")
    if stated.box is not None or stated.board is not None:
        desk.at_most(len(stated.ground.cells), STUDIO_CELLS, "the board has {} cells")
    return stated


def _python(asked: Asked) -> str:
    is_file, how = PROBLEM in asked, asked.some(SOLVER, SEED, TIME_LIMIT)
    problem = Expression("problem") if is_file else name_of(asked)
    if (asked[LIMIT] or 1) == 1:
        found = call("packing.pack", problem, **place_of(asked), **how)
        lines = [f"found = {found}", "print(found.status, found.score)", LETTERS]
    else:
        stated = [] if is_file else [f"problem = {call('packing.Problem', problem, **place_of(asked))}"]
        found = call("packing.solve", Expression("problem"), limit=asked[LIMIT], **how)
        lines = [*stated, f"for found in {found}:", '    print(found, end="\\n\\n")']
    if is_file:
        return program("packing", f"problem = {call('packing.Problem.from_text', asked.plain(PROBLEM))}", *lines)
    return packing_program(asked, *lines)


QUESTION = Question(
    "packing",
    "pack",
    "Pack a bag as tightly as possible, and prove how good the packing is.",
    (
        *WHAT,
        *PLACE,
        PROBLEM,
        LIMIT,
        SOLVER,
        THREADS,
        TIME_LIMIT,
    ),
    answer,
    about="""
    The score of n pieces whose bounding box has the sides a <= b is (10 n - a b) a / b. 'optimal' means that every
    better box is proven impossible; 'feasible' comes with a bound that no packing exceeds. Every packing has been
    checked. The exit code is 1 if it is proven that the pieces do not fit, and 3 if that is unknown.

    \b
    shapewright packing pack "I8 J13 L10 O13 S4 T8 Z8"
    shapewright packing pack --random 256 --seed 1 -o out.svg    (.png .pdf .html .txt .json .jsonl)
    shapewright packing pack --pieces 'any*pentominoes' --board 9x9 --hole 4,4""",
    rule="shapewright.packing.claims.packings:packings",
    claims="""
    status  width?  height?  score?  goal?  bound?  method?  bag?  pieces?  board?  board_parts?  placements? refuted?
        values?  clearance?  margin?  weights?  value?  bonuses?  packings?  no_more?""",
    example={"bag": "I8 J13 L10 O13 S4 T8 Z8"},
    formats=lambda asked: formats(several=(asked[LIMIT] or 1) > 1),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    lists=True,
    python=_python,
)  # fmt: skip
QUESTION = with_certificate(QUESTION)
QUESTION = with_batch(
    QUESTION, Batch("Pack each bag of FILE (or -), one a line.", "bag", alone=("random", "pieces", "problem"))
)
