"""The fields that state a stacking problem, and the problem they state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from shapewright.cells.standard import set_names
from shapewright.errors import ProblemError
from shapewright.questions.asked import Asked
from shapewright.questions.boards import typed_board
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED, Choice, Field, Flag, Parsed, Text, Whole
from shapewright.stacking import Problem, random_sequence
from shapewright.stacking.notation.board import parse_start
from shapewright.stacking.notation.piece_file import parse_piece_file, parse_piece_list
from shapewright.stacking.problem import MAX_LENGTH, WIDTH
from shapewright.stacking.rules import ENDINGS, OBJECTIVES
from shapewright.stacking.slides import DROPS

MAX_STUDIO_PIECES = 500


# At the shell the problem refuses a width or limit that is not supported, and names those that are.
COLUMNS = Whole(
    "width", "Number of columns.", metavar="N", minimum=-(10**9), maximum=10**9,
    studio_minimum=1, studio_maximum=64, usual=str(WIDTH),
)  # fmt: skip
BOARD = Parsed(
    "board", "The grid at the start: rows joined by / (. is empty), or WxH for an empty grid.",
    metavar="BOARD", limit=20_000, parse=parse_start, parse_word=typed_board(parse_start),
)  # fmt: skip
PIECES = Parsed(
    "pieces", "Pieces besides I O T J L S Z: a piece list such as 'pentominoes' or 'U5', or a piece file.",
    metavar="PIECES", limit=4000, parse=parse_piece_list, parse_file=parse_piece_file, names=set_names(),
)  # fmt: skip
NO_ROTATION = Flag("no_rotation", "Drop pieces as they are drawn, without rotating them.", off="--rotation")
HEIGHT_LIMIT = Whole(
    "height_limit", "Maximum number of rows of the stack.", metavar="N", minimum=-(10**9), maximum=10**9,
    studio_minimum=1, studio_maximum=1000,
)  # fmt: skip
CLEAR_LINES = Flag("clear_lines", "Clear full rows.")
GRID: tuple[Field[object], ...] = (
    COLUMNS,
    BOARD,
    PIECES,
    NO_ROTATION,
    HEIGHT_LIMIT,
    CLEAR_LINES,
)  # fmt: skip
DROP = Choice(
    "drop",
    "How pieces come down: hard (straight), or soft (they also slide sideways and turn on the way, without kicks).",
    choices=DROPS,
).with_default("hard")
SEQUENCE = Text("sequence", "The pieces in their order, such as IOTSLJZI.", argument=True, limit=4000)
HOLD = Flag("hold", "Allow one piece at a time to be held and dropped later.")
# What the games against an adversary have in common.
ADVERSARY = replace(
    SEQUENCE, help="The pieces that the adversary may choose, each as often as it likes.", limit=200
).with_default("IOTJLSZ")
GAME: tuple[Field[object], ...] = (
    ADVERSARY,
    *[field for field in GRID if field is not CLEAR_LINES],
    HOLD,
)  # fmt: skip
MEMORY = Whole(
    "memory", "Megabytes that the positions may take; without it three quarters of what is free, and 16384 at most.",
    metavar="MB", minimum=1, doors=("shell",),
)  # fmt: skip
_OBJECTIVE = Choice(
    "objective", "What to minimize: the height, the covered holes, the steps between neighbouring columns, or the "
        "peak (the highest row ever reached); or, with --clear-lines, what to maximize: rows cleared, or tetrises.",
    choices=OBJECTIVES,
)  # fmt: skip
OBJECTIVE = _OBJECTIVE.with_default("height")
RULES: tuple[Field[object], ...] = (
    *GRID,
    HOLD,
    DROP,
    OBJECTIVE,
)  # fmt: skip
# A game in progress is judged by its stack.
ENDING: tuple[Field[object], ...] = (
    *GRID,
    HOLD,
    DROP,
    replace(
        _OBJECTIVE, choices=ENDINGS, help="What to minimize: the height, the covered holes, or the steps."
    ).with_default("height"),
)
# The page always has a sequence.
RANDOM = Whole(
    "random", "Draw a random sequence of N pieces.", metavar="N", minimum=1, maximum=MAX_LENGTH,
    doors=("shell",),
)  # fmt: skip
BAG = Flag("bag", "With --random: draw shuffled bags, in which every piece comes once.", doors=("shell",))
DRAWN_SEED = replace(SEED, doors=("shell",)).with_default(0)
DRAWN: tuple[Field[object], ...] = (
    RANDOM,
    BAG,
    DRAWN_SEED,
)  # fmt: skip
TIE_BREAK = Choice(
    "tie_break",
    "Which of several equally good plans to return: any, or the first in the order of (rotation, column) of its drops.",
    choices=("any", "lexicographic"),
).with_default("any")


def is_stated(asked: Asked) -> list[str]:
    """The names of the fields of the problem that say something."""
    return [field.name for field in RULES if asked.get(field, field.default) != field.default]


def keywords(asked: Asked) -> dict[str, Any]:
    """The keywords of :class:`shapewright.stacking.Problem` but the sequence."""
    width, limit, board = asked[COLUMNS], asked.get(HEIGHT_LIMIT, None), asked.get(BOARD, None)
    if board is not None:
        if width is not None and width != board.width:
            raise ProblemError(
                f"a width of {width} and a board of width {board.width} contradict each other; leave out --width"
            )
        width = board.width
        if limit is None:
            limit = board.height_limit
    return {
        "width": WIDTH if width is None else width,
        "pieces": asked[PIECES] or (),
        "board": frozenset() if board is None else board.cells,
        "rotation": not asked[NO_ROTATION],
        "hold": asked.get(HOLD, False),
        "clear_lines": asked.get(CLEAR_LINES, False),
        "objective": asked.get(OBJECTIVE, "height"),
        "height_limit": limit,
        "drop": asked.get(DROP, "hard"),
    }


def problem(asked: Asked, desk: Desk) -> Problem:
    """The problem that the fields state."""
    number, sequence, bag = asked.get(RANDOM, None), asked[SEQUENCE], asked.get(BAG, False)
    if number is None:
        if bag:
            raise ProblemError(f"{desk.option('bag')} only applies with {desk.option('random')}")
        if sequence is None:
            raise ProblemError(f"there is no sequence; give one such as IOTSLJZI, or {desk.option('random')} N")
        return with_sequence(sequence, asked, desk)
    if sequence is not None:
        raise ProblemError(f"{desk.option('random')} and a sequence cannot be combined; give one of them")
    pieces = asked[PIECES] or ()
    return with_sequence(random_sequence(number, seed=asked.get(DRAWN_SEED, 0), bag=bag, pieces=pieces), asked, desk)


def well(asked: Asked, desk: Desk) -> Problem:
    """The problem of a well, whose height must be known."""
    if asked[HEIGHT_LIMIT] is None and asked[BOARD] is None:
        raise ProblemError(f"the well has no height; say how many rows it has with {desk.option('height_limit')}")
    return problem(asked, desk)


def with_sequence(sequence: str | Sequence[str], asked: Asked, desk: Desk) -> Problem:
    """The problem with this sequence."""
    stated = Problem(sequence, **keywords(asked))
    desk.at_most(len(stated.sequence), MAX_STUDIO_PIECES, "the sequence has {} pieces")
    return stated
