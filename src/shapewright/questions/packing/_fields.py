"""The fields that say what is packed and where, and the problem they state."""

from __future__ import annotations

from shapewright.cells.grid import Board, parse_box, parse_cell
from shapewright.cells.pieces import parse_pieces, pieces_from_text
from shapewright.cells.polyomino import Piece
from shapewright.cells.standard import set_names
from shapewright.errors import ProblemError
from shapewright.packing import SOLVERS, Bag
from shapewright.packing.bag import MAX_PIECES
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.boxes import OBJECTIVES, Box
from shapewright.packing.clearance import MAX_DISTANCE
from shapewright.packing.parameters import box_from_text, placement_from_text, without_holes
from shapewright.packing.problem import Place
from shapewright.packing.values import Values
from shapewright.questions.asked import Asked
from shapewright.questions.boards import STUDIO_CELLS, BoardText, typed_board
from shapewright.questions.desk import Desk
from shapewright.questions.fields import SEED as ANY_SEED
from shapewright.questions.fields import Choice, Field, Flag, Parsed, Texts, Whole

# The studio packs smaller bags, onto smaller boards.
STUDIO_PIECES = 4096
STUDIO_BOX = 4 * STUDIO_CELLS


SEED = ANY_SEED.with_default(0)
EVEN_T = Flag("even_t", "Draw only bags with an even number of T pieces.")
BAG = Parsed(
    "bag", "Counts such as 'I8 J13', or letters such as LOJI; a file with them, or - (standard input).",
    argument=True, metavar="BAG", parse=Bag.from_text,
)  # fmt: skip
RANDOM = Whole(
    "random", "Pack a random bag of N pieces.", metavar="N", minimum=1, maximum=MAX_PIECES,
    studio_maximum=STUDIO_PIECES,
)  # fmt: skip
PIECES = Parsed(
    "pieces", "Pack flat pieces of any form: [COUNT*]NAME,... such as any*pentominoes or 2*Y5; a piece file, or -.",
    metavar="PIECES", parse=parse_pieces, parse_file=pieces_from_text, names=set_names(),
)  # fmt: skip
WHAT: tuple[Field[object], ...] = (
    BAG,
    RANDOM,
    EVEN_T,
    PIECES,
    SEED,
)  # fmt: skip
BOX = Parsed("box", "Pack into this box.", metavar="WxH", limit=40, parse=box_from_text)
BOARD = BoardText(
    "board", "Pack onto this board: WxH, rows of # and . (zones: a to z and ?) joined by /, a file, or - (standard "
    "input).", metavar="BOARD", limit=20_000, parse=Board.from_text, parse_word=typed_board(Board.from_text),
)  # fmt: skip
HOLE = Texts(
    "hole", "Remove this cell from the board or box; repeatable.", metavar="X,Y", most=STUDIO_CELLS, limit=40,
    parse=parse_cell,
)  # fmt: skip
HOLE_BOX = Texts(
    "hole_box", "Remove a box of cells, given by its lower left corner and its size; repeatable.",
    metavar="X,Y,WxH", limit=60, parse=parse_box,
)  # fmt: skip
GROUND: tuple[Field[object], ...] = (
    BOX,
    BOARD,
    HOLE,
    HOLE_BOX,
)  # fmt: skip
OBJECTIVE = Choice(
    "objective", "What to optimize; strip needs --width, value a box, a board or --values; room keeps as large a "
    "rectangle free as possible; bonus needs --bonuses.",
    choices=OBJECTIVES, usual="score",
)  # fmt: skip
WIDTH = Whole("width", "Width of the strip.", metavar="W", minimum=1, maximum=1 << 20, studio_maximum=1024)
CLEARANCE = Whole(
    "clearance", "Free cells between any two pieces, diagonally too; not for the objective score, room or bonus.",
    metavar="C", minimum=0, maximum=MAX_DISTANCE,
)  # fmt: skip
MARGIN = Whole(
    "margin", "Free cells at the border of the box, board or strip.", metavar="M", minimum=0, maximum=MAX_DISTANCE,
)  # fmt: skip
FIXED = Texts(
    "fixed", "A piece already on the board, with its cells; repeatable.", metavar="'PIECE X,Y ...'", most=500,
    parse=placement_from_text,
)  # fmt: skip
COVER_CORNER = Flag("cover_corner", "The cell 0,0 must be covered.")
VALUES = Parsed(
    "values", "What each cell is worth: rows of numbers joined by /, a file, or - (standard input). They are the "
    "board, too.", metavar="VALUES", limit=20_000, parse=Values.from_text,
)  # fmt: skip
BONUSES = Parsed(
    "bonuses", "What pieces bring that touch: KIND KIND N, ... such as 'I O 5, T T 2'; a file, or -. Each pair of "
    "touching pieces counts once.", metavar="BONUSES", limit=20_000, parse=Bonuses.from_text,
)  # fmt: skip
BEST_SUBSET = Flag(
    "best_subset",
    "Pieces may be left out: cover as much of the board as possible, or get the most by values or bonuses.",
)
PLACE: tuple[Field[object], ...] = (
    OBJECTIVE,
    WIDTH,
    CLEARANCE,
    MARGIN,
    *GROUND,
    FIXED,
    COVER_CORNER,
    VALUES,
    BONUSES,
    BEST_SUBSET,
)  # fmt: skip
SOLVER = Choice("solver", "The solver; auto chooses the best one for each box.", choices=SOLVERS).with_default("auto")


def what(asked: Asked, desk: Desk) -> Bag | tuple[Piece, ...]:
    """What is to be packed: exactly one of the fields must say so."""
    bag, random, pieces = asked[BAG], asked[RANDOM], asked[PIECES]
    given = [field.name for field in (BAG, RANDOM, PIECES) if asked[field] is not None]
    if len(given) != 1:
        called = [{"bag": "the bag"}.get(name, f"--{name}") for name in given]
        fault = f"{called[0]} and {called[1]} cannot be combined" if given else "there is nothing to pack"
        raise ProblemError(f"{fault}; give a bag such as 'I8 J13', --random N, or --pieces")
    if asked[EVEN_T] and random is None:
        raise ProblemError("--even-t only applies with --random")
    if pieces is not None:
        desk.at_most(sum(piece.minimum for piece in pieces), STUDIO_PIECES, "there are {} pieces")
        return pieces
    if random is not None:
        return Bag.random(random, seed=asked[SEED], even_t=asked[EVEN_T])
    assert bag is not None
    desk.at_most(bag.total, STUDIO_PIECES, "the bag has {} pieces")
    return bag


def box(asked: Asked, desk: Desk) -> Box | None:
    """The box, if there is one."""
    found = asked[BOX]
    if found is not None:
        desk.at_most(found[0] * found[1], STUDIO_BOX, "the box has {} cells")
    return found


def ground(asked: Asked, desk: Desk) -> Place:
    """Where it is to be packed."""
    found: Place = {"box": box(asked, desk), "board": asked[BOARD]}
    holes = [*asked[HOLE], *[cell for cells in asked[HOLE_BOX] for cell in cells]]
    if holes:
        if asked[BOARD] is None and asked[BOX] is None:
            raise ProblemError("--hole only applies with --board or --box")
        found = without_holes(found, holes)
    board = found.get("board")
    if board is not None:
        desk.at_most(len(board.cells), STUDIO_CELLS, "the board has {} cells")
    return found


def place(asked: Asked, desk: Desk) -> Place:
    """Where it is to be packed, and how."""
    more: Place = {
        "objective": asked[OBJECTIVE], "width": asked[WIDTH], "fixed": asked[FIXED],
        "cover_corner": asked[COVER_CORNER], "best_subset": asked[BEST_SUBSET], "values": asked[VALUES],
        "clearance": asked[CLEARANCE] or 0, "margin": asked[MARGIN] or 0,
        "bonuses": asked[BONUSES],
    }  # fmt: skip
    return ground(asked, desk) | more
