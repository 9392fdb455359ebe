"""How often, and how fast, does a solver fill the best box of a level?"""

from __future__ import annotations

from shapewright.errors import amount
from shapewright.packing import Evaluation, evaluate
from shapewright.packing.bag import MAX_PIECES
from shapewright.packing.contest.evaluate import MAX_ROUNDS, wilson
from shapewright.questions.asked import Asked
from shapewright.questions.desk import Desk
from shapewright.questions.fields import CHECKPOINT, CLUSTER, THREADS, TIME_LIMIT, Seconds, Whole
from shapewright.questions.packing._fields import EVEN_T, SEED, SOLVER, STUDIO_PIECES
from shapewright.questions.parts import Table
from shapewright.questions.python import call, program
from shapewright.questions.question import Answer, Question

LEVEL = Whole("level", "Level of the contest, 1 to 10.", metavar="L", minimum=1, maximum=10)
PIECES_COUNT = Whole(
    "pieces_count", "Number of pieces in a bag, instead of a level.", metavar="N", minimum=1,
    maximum=MAX_PIECES, studio_maximum=STUDIO_PIECES,
)  # fmt: skip
ROUNDS = Whole(
    "rounds", "Number of bags.", metavar="N", minimum=1, maximum=MAX_ROUNDS,
    studio_maximum=1_000_000, old=("--bags",),
).with_default(1000)  # fmt: skip
BAG_TIME_LIMIT = Seconds(
    "bag_time_limit", "Maximum number of seconds for each bag.", minimum=0.001, maximum=60.0
).with_default(1.0)


def answer(asked: Asked, desk: Desk) -> Answer:
    """The share of bags whose best box was filled, with its interval, and the times."""
    rounds = asked[ROUNDS]

    def told(successes: int, tried: int) -> None:
        low, high = wilson(successes, tried)
        share = 100 * successes / tried
        interval = f"95 %: {100 * low:.1f} to {100 * high:.1f} %"
        desk.say(f"{successes} of {tried}: {share:.1f} % ({interval})", tried / rounds)

    found = evaluate(
        asked[LEVEL],
        pieces_count=asked[PIECES_COUNT],
        rounds=rounds,
        even_t=asked[EVEN_T],
        solver=asked[SOLVER],
        bag_time_limit=asked[BAG_TIME_LIMIT],
        seed=asked[SEED],
        threads=desk.threads,
        executor=desk.executor,
        progress=desk.shows_progress or None,
        checkpoint=desk.checkpoint,
        time_limit=desk.seconds,
        told=told,
    )
    return Answer(
        found.to_json(),
        f"{100 * found.probability:.2f} %",
        text=lambda _: str(found),
        parts=lambda: [_table(found)],
        complete=found.rounds == rounds,
    )


def _table(found: Evaluation) -> Table:
    low, high = found.interval
    rows = [
        ["bags of", f"{amount(found.pieces, 'piece')}"],
        ["into", f"{found.box[0]}×{found.box[1]}"],
        ["filled", f"{found.successes} of {found.rounds}"],
        ["95 % interval", f"{100 * low:.2f} to {100 * high:.2f} %"],
        ["median", f"{1000 * found.median:.3f} ms"],
        ["99 % within", f"{1000 * found.p99:.3f} ms"],
    ]
    return Table(["", ""], rows)


def _python(asked: Asked) -> str:
    how = asked.some(ROUNDS, EVEN_T, SOLVER, BAG_TIME_LIMIT, SEED, TIME_LIMIT)
    found = call("packing.evaluate", *asked.some(LEVEL).values(), **asked.some(PIECES_COUNT), **how)
    return program("packing", f"print({found})")


QUESTION = Question(
    "packing",
    "evaluate",
    "Estimate how often, and how fast, the best box of a level is filled.",
    (
        LEVEL,
        PIECES_COUNT,
        ROUNDS,
        EVEN_T,
        BAG_TIME_LIMIT,
        SOLVER,
        SEED,
        THREADS,
        TIME_LIMIT,
        CHECKPOINT,
        CLUSTER,
    ),
    answer,
    about="""
    Draws random bags and tries the box with the best score for their number of pieces. Reports how often the box is
    filled, with the 95 % Wilson interval, and the processor time per bag. After Ctrl-C, run the same command with the
    same --checkpoint to continue.""",
    rule="shapewright.packing.claims.rounds:evaluated",
    claims="""
    pieces | whole | Number of pieces of a bag. | asked
    box | [whole] | Width and height of the box. | rules: by the rules
    rounds | whole | Number of rounds. | asked
    successes | whole | Number of rounds in which the bag filled the box. | again: the bags are drawn and packed again
    probability | number | Share of the rounds. | again: by the number
    interval | [number] | Interval of 95 % for the chance. | again: by its formula
    median_seconds | number? | Time of a round in the middle. | how
    p99_seconds | number? | Time that 99 of 100 rounds keep. | how""",
    example={"level": 3, "rounds": 100},
    python=_python,
)  # fmt: skip
