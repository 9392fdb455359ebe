"""What the page of ``tiling`` has before it asks anything: sets of pieces, examples, the forms of its questions."""

from __future__ import annotations

from shapewright.cells.piece_lists import piece_texts
from shapewright.cells.pieces import parse_pieces
from shapewright.drawing.palette import kind_colours
from shapewright.questions.form import Form, Forms
from shapewright.questions.tiling._puzzle import PUZZLE
from shapewright.questions.tiling._shown.editor import drawn_piece
from shapewright.tiling.glance import SECONDS
from shapewright.tiling.making.daily import MONTHS, calendar_counts

# The sets that the page offers: text of the piece list, what a button says, and the board that solid ones begin with.
SETS = (
    ("pentominoes", "Pentominoes"),
    ("tetrominoes", "Tetrominoes"),
    ("hexominoes", "Hexominoes"),
    ("one-sided-tetrominoes", "One-sided tetrominoes"),
    ("one-sided-pentominoes", "One-sided pentominoes"),
    ("any*dominoes", "Dominoes, any number"),
    ("any*trominoes", "Trominoes, any number"),
    ("soma", "Soma cube", "3x3x3"),
    ("tetracubes", "Tetracubes", "4x4x2"),
)

# What boards are made of: the name before their text, how the page calls it, a board to begin with, and sets of pieces,
# the first of which goes with that board. Squares whose sides are glued take the board and the pieces that are there.
LATTICES: tuple[tuple[str, str, str, tuple[tuple[str, str], ...]], ...] = (
    ("", "Squares", "10x6", ()),
    ("hex", "Hexagons", "hex:4x7", (
        ("tetrahexes", "Tetrahexes"), ("pentahexes", "Pentahexes"), ("any*trihexes", "Trihexes, any number"),
        ("one-sided-tetrahexes", "One-sided tetrahexes"),
    )),
    ("triangle", "Triangles", "triangle:6x6", (
        ("hexiamonds", "Hexiamonds"), ("any*tetriamonds", "Tetriamonds, any number"),
        ("any*pentiamonds", "Pentiamonds, any number"), ("any*triangle:I2", "Diamonds, any number"),
    )),
    ("tan", "Half squares", "tan:4x3", (
        ("any*triaboloes", "Triaboloes, any number"), ("any*diaboloes", "Diaboloes, any number"),
        ("0-1*tetraboloes", "Tetraboloes"),
    )),
    ("sticks", "Sticks", "sticks:2x2", (
        ("any*tetrasticks", "Tetrasticks, any number"), ("any*tristicks", "Tristicks, any number"),
    )),
    ("sphere", "Balls", "sphere:tetrahedron-4", (
        ("any*sphere:I2", "Two balls, any number"), ("any*tetraspheres", "Four balls, any number"),
    )),
    ("prism", "Prisms", "prism:hexagon-1x2", (
        ("any*triprisms", "Three prisms, any number"), ("any*diprisms", "Two prisms, any number"),
    )),
    ("rhombic", "Rhombic tetrahedra", "rhombic:1x1x1", (
        ("any*trirhombs", "Three tetrahedra, any number"), ("any*dirhombs", "Two tetrahedra, any number"),
    )),
    ("tetra-octa", "Tetrahedra and octahedra", "tetra-octa:1x1x1", (
        ("any*ditetraoctas, any*monotetraoctas", "One or two parts, any number"),
    )),
    ("torus", "Torus", "torus:8x8", ()),
    ("cylinder", "Cylinder", "cylinder:8x8", ()),
    ("moebius", "Möbius strip", "moebius:8x8", ()),
    ("klein", "Klein bottle", "klein:8x8", ()),
)  # fmt: skip


def data() -> dict[str, object]:
    """Sets of pieces with their pieces as cells, and what the fields of the questions may be."""
    return {
        "sets": [_set(*each) for each in SETS],
        "lattices": [_lattice(*each) for each in LATTICES],
        "seconds": SECONDS,
        "calendar": {"counts": calendar_counts(), "months": MONTHS},
        "start": {"board": "8x8", "hole_box": ["3,3,2x2"], "pieces": "pentominoes"},
    }


TILINGS, SETS_OF_ALL, PUZZLES, ANSWERS = "Tilings", "All of them together", "Make and take apart", "Check"
_SYMMETRIES = ("up_to_symmetry", "rotations_only")
_FORMS = {
    "list": Form("All tilings", TILINGS, first=(*_SYMMETRIES, "symmetric", "limit")),
    "count": Form("Number of tilings", TILINGS, first=(*_SYMMETRIES, "by_symmetry")),
    "random": Form("Random tilings", TILINGS, first=("limit", "seed")),
    "solve": Form("One tiling", TILINGS, first=(*_SYMMETRIES, "symmetric")),
    "unique": Form("Is there only one?", TILINGS, first=_SYMMETRIES),
    "explain": Form("Why is there none?", TILINGS),
    "estimate": Form("Estimated number", TILINGS, first=("probes",)),
    "set": Form(
        "Filter, draw, map all tilings", SETS_OF_ALL,
        first=(
            "has", "lacks", "fault_free", "no_crossroads", "three_colourable", "limit", "random", "marginals",
            "cheapest", "cost",
        ),
        own=("limit", "symmetric"),
        labels={"has": "With a piece on a cell", "lacks": "Without a piece on a cell", "limit": "List at most",
                "random": "Draw at random", "marginals": "Maps of these pieces", "symmetric": "Symmetric ones",
                "cheapest": "The cheapest of them", "cost": "What pieces cost",
                "options": "How many have each placement"},
    ),
    "chances": Form(
        "Where pieces lie at random", SETS_OF_ALL, first=("approximate",),
        labels={"approximate": "In floating point (dominoes on large boards)"},
    ),
    "make": Form(
        "Make puzzles", PUZZLES, "Click a puzzle to play it.",
        first=("choose", "clues", "hardest", "best", "number", "seed", "steps"),
        labels={"choose": "It chooses", "hardest": "Hardest grade", "best": "Fewest clues of all",
                "number": "Number of puzzles"},
    ),
    "takeapart": Form(
        "Take it apart", PUZZLES, first=("lift", "highest", "first", "exploded"), own=("limit",),
        labels={"lift": "Lift pieces out of the plane", "highest": "All of the highest level",
                "first": "Only the first that comes apart", "limit": "Show the moves of"},
    ),
    "cheapest": Form(
        "Exact covers of least cost", PUZZLES,
        "Open an exact cover as DLX text in the tray; its options have costs such as “"
        "x|3”.", first=("limit",), own=("limit",), labels={"limit": "Number of covers"},
    ),
    "verify": Form(
        "Check solutions", ANSWERS, first=("solutions", "recount"), without=("answer",),
        labels={"recount": "Count twice"},
    ),
}  # fmt: skip


def forms() -> Forms:
    """How the page asks for the options of its questions; verbs that are not named here come last."""
    return Forms(
        stated=tuple(field.name for field in PUZZLE),
        shared=(*_SYMMETRIES, "symmetric", "by_symmetry", "limit", "time_limit", "seed", "engine"),
        without=("daily", "glance", "show"),
        forms=_FORMS,
        labels={
            "up_to_symmetry": "Up to rotations and reflections", "rotations_only": "Up to rotations",
            "symmetric": "Symmetric tilings only", "by_symmetry": "By type of symmetry", "time_limit": "Seconds",
            "limit": "At most",
        },
    )  # fmt: skip


def _lattice(name: str, label: str, board: str, sets: tuple[tuple[str, str], ...]) -> dict[str, object]:
    return {"name": name, "label": label, "board": board, "sets": [_set(*each) for each in sets]}


def _set(text: str, label: str, board: str = "") -> dict[str, object]:
    pieces = parse_pieces(text)
    colours = kind_colours((piece.name, piece.shape.area) for piece in pieces)
    drawn = [drawn_piece(*each) for each in zip(pieces, piece_texts(pieces), colours, strict=True)]
    return {"text": text, "label": label, "board": board, "solid": pieces[0].shape.dimension == 3, "pieces": drawn}
