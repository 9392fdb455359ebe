"""The fewest equal boards, or the cheapest boards of several sizes, that hold a bag."""

from __future__ import annotations

from shapewright.errors import ProblemError, amount
from shapewright.jobs.limits import seconds_text
from shapewright.packing import Bins, Boards, bins, least_cost
from shapewright.packing.goals.bins import MAX_BOARDS
from shapewright.packing.stock import stock_from_text
from shapewright.questions.asked import Asked
from shapewright.questions.batch import Batch, with_batch
from shapewright.questions.boards import STUDIO_CELLS, typed_board
from shapewright.questions.desk import Desk
from shapewright.questions.fields import THREADS, TIME_LIMIT, Parsed, Whole
from shapewright.questions.packing._bar import of_bins
from shapewright.questions.packing._fields import GROUND, SEED, WHAT, ground, what
from shapewright.questions.packing._packings import VERDICTS, drawn, files, formats, letters, no_packing, plain
from shapewright.questions.packing._python import LETTERS, ground_of, name_of, packing_program
from shapewright.questions.parts import Text
from shapewright.questions.python import call
from shapewright.questions.question import Answer, Question

BOARDS = Parsed(
    "boards", "Pack onto boards of several kinds, as cheaply as possible: [COUNT*]BOARD [cost N],... such as "
    "'2*4x4 cost 5, 6x6 cost 9'; a file, or -.", metavar="BOARDS", limit=20_000, parse=stock_from_text,
    parse_word=typed_board(stock_from_text),
)  # fmt: skip
MOST_BOARDS = Whole(
    "max_boards", "Maximum number of boards.", metavar="N", minimum=1, maximum=MAX_BOARDS,
    studio_maximum=MAX_BOARDS,
).with_default(MAX_BOARDS)  # fmt: skip


def answer(asked: Asked, desk: Desk) -> Answer:
    """The boards, each with what lies on it, or why there are none."""
    bag, where = what(asked, desk), ground(asked, desk)
    is_given = where.get("box") is not None or where.get("board") is not None
    stock = asked[BOARDS]
    if not is_given and stock is None:
        raise ProblemError("there is nothing to pack into; give --box WxH, --board or --boards")
    if is_given and stock is not None:
        raise ProblemError("--boards lists all the boards; leave out --box and --board")
    found: Bins | Boards
    if stock is not None:
        if asked[MOST_BOARDS] != MAX_BOARDS:
            raise ProblemError("--max-boards does not apply with --boards; write how many there are, as in 2*4x4")
        desk.at_most(sum(len(one.board.cells) for one in stock), STUDIO_CELLS, "the boards have {} cells")
        desk.say("packing")
        found = least_cost(
            bag, stock, seed=asked[SEED], threads=desk.threads, time_limit=desk.seconds, progress=desk.progress
        )
    else:
        desk.say("packing")
        found = bins(
            bag, box=where.get("box"), board=where.get("board"), max_boards=asked[MOST_BOARDS], seed=asked[SEED],
            threads=desk.threads, time_limit=desk.seconds, progress=desk.progress,
        )  # fmt: skip
    keys = plain(found)
    notes = [f"packing: {seconds_text(found.seconds)}"]
    page = {"bar": of_bins(found)}
    if found.status in VERDICTS:
        return no_packing(found, keys, found.reason, notes, records=lambda: [found.to_json()], page=page)
    captions = [f"board {number} of {len(found)}" for number in range(1, len(found) + 1)]
    why = "" if isinstance(found, Boards) else found.why  # fewer boards are too few, if weights of the pieces show it
    headline = _headline(found)
    return Answer(
        keys,
        headline,
        text=lambda screen: "\n\n".join(
            [f"{why}\n{headline}" if why else headline, *(letters(one, screen) for one in found)]
        ),
        parts=lambda: [
            drawn(found.packings, captions),
            *([Text(why, title="Why not fewer", label="why")] if why else []),
        ],
        records=lambda: [one.to_json() for one in found],
        files=files(found.packings),
        notes=notes,
        complete=found.status == "optimal",
        page=page,
    )


def _headline(found: Bins | Boards) -> str:
    """How few boards there are, or how cheap they are, and whether less is refuted."""
    words, one = f"{found.status}: {amount(len(found), 'board')}", "are"
    if isinstance(found, Boards):
        words, one = f"{words}, cost {found.cost}", "is"
    return words if found.status == "optimal" else f"{words} (at least {found.bound} {one} needed)"


def _python(asked: Asked) -> str:
    if BOARDS in asked:
        made = call("packing.least_cost", name_of(asked), asked.plain(BOARDS), **asked.some(SEED, TIME_LIMIT))
        shown = "print(found.status, len(found), found.cost)"
        return packing_program(asked, f"found = {made}", shown, LETTERS)
    how = asked.some(MOST_BOARDS, SEED, TIME_LIMIT)
    found = call("packing.bins", name_of(asked), **ground_of(asked), **how)
    return packing_program(asked, f"found = {found}", "print(found.status, len(found))", LETTERS)


QUESTION = Question(
    "packing",
    "bins",
    "Pack a bag into as few equal boxes or boards as possible, or into the cheapest.",
    (
        *WHAT,
        *GROUND,
        BOARDS,
        MOST_BOARDS,
        THREADS,
        TIME_LIMIT,
    ),
    answer,
    about="""
    'optimal' means that fewer (with --boards: cheaper) boards are proven impossible; 'feasible' comes with a lower
    bound on their number (cost). In a list of boards, one without a number is there any number of times, and one
    without a cost costs 1. The exit code is 1 if it is proven that the bag does not fit onto all
    boards (--max-boards), and 3 if that is unknown.

    \b
    shapewright packing bins O5 --box 4x4
    shapewright packing bins O5 --boards '4x4 cost 5, 2*2x4 cost 2'
    shapewright packing bins --random 30 --seed 2 --box 5x6 -o boards.html""",
    rule="shapewright.packing.claims.bins:bins",
    claims="""
    status?  width?  height?  score?  goal?  bound?  method?  bag?  pieces?  board?  board_parts?  placements?
        refuted?  values?  clearance?  margin?  weights?  value?  bonuses?  packings?
    boards? | whole | Number of boards that are used. | again: fewer boards are refuted again by areas, by the weights
        of the pieces, and by exact covers
    stock? | text | The boards to choose from, with their costs. | asked
    used? | [whole] | The place of each board in the list, from 1. | rules: the packings must lie on these
    cost? | number | What the boards cost together. | again: added up; every cheaper choice of boards is refuted
        again, by areas and by exact covers""",
    example={"bag": "O5", "box": "4x4"},
    formats=formats(several=False),
    downloads=(".svg", ".pdf", ".txt", ".jsonl"),
    stem="packing",
    lists=True,
    python=_python,
)  # fmt: skip
QUESTION = with_batch(QUESTION, Batch("Pack each bag of FILE (or -), one a line.", "bag", alone=("random", "pieces")))
