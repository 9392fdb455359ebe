"""What the page of ``clear`` has to know before it asks anything: pieces, kicks, colours, and fields to start from."""

from __future__ import annotations

from itertools import product

from shapewright.clear.drops import DROPS, T_SPINS
from shapewright.clear.field import MAX_HEIGHT, WIDTH
from shapewright.clear.kicks import KICKS, Kicks
from shapewright.clear.picture import COLOURS
from shapewright.clear.piece import FACINGS, PIECES, cells_of
from shapewright.questions.form import Form, Forms

FIELDS: tuple[dict[str, object], ...] = (
    {"name": "Four lines, empty field", "field": "", "pieces": "TIOLJSZTIOL"},
    {"name": "Perfect clear opener", "field": "ZZ____LLLI/TZZ___LOOI/TTSS__JOOI/TSS___JJJI", "pieces": "*p4"},
    {"name": "The same, with I to come", "field": "ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ", "pieces": "I,*p4"},
    {"name": "Four columns free", "field": "XXX____XXX/XXX____XXX/XXX____XXX/XXX____XXX", "pieces": "*p5"},
    {"name": "Two lines, any six pieces", "field": "", "pieces": "*,*,*,*,*,*", "height": 2},
    {"name": "Nearly nothing left", "field": "J_________/JJJ_______/LLL_____OO/L_______OO", "pieces": "TISZ,*p4"},
)
"""Fields with a name, and what comes."""


def data() -> dict[str, object]:
    """The pieces with their cells in each facing, the kick systems, and the fields with a name.

    Cells are seen from the centre of true rotation, y upward. ``kicks[system][piece]`` has the offsets that are tried,
    in order, by the facings before and after a turn, such as ``NE``.
    """
    systems = {name: Kicks.named(name) for name in KICKS}
    turns = list(product(FACINGS, repeat=2))
    return {
        "width": WIDTH,
        "rows": MAX_HEIGHT,
        "letters": PIECES,
        "facings": FACINGS,
        "drops": [drop for drop in DROPS if drop not in T_SPINS],  # where a T can spin, the page cannot say
        "colours": COLOURS,
        "pieces": {piece: {facing: cells_of(piece, facing) for facing in FACINGS} for piece in PIECES},
        "kicks": {
            name: {
                piece: {"".join(turn): offsets for turn in turns if (offsets := system.offsets(piece, *turn))}
                for piece in PIECES
            }
            for name, system in systems.items()
        },
        "fields": list(FIELDS),
    }


CLEARS, BUILDING, GAMES, LISTS = "Clear the field", "Build something", "What it sends", "Queues, tables and fumens"
_MANY = {"file": "Many fields, one a line", "at_least": "At least this chance", "by_chance": "Highest chance first"}
_PAGES = {"page": "Page of each fumen", **_MANY}
_FORMS = {
    "solve": Form("Solve a queue", CLEARS, first=("limit",), labels={"file": "Many queues, one a line"}),
    "percent": Form(
        "Chance of a clear", CLEARS, first=("tree", "best_save", "leftovers"), own=("page",),
        labels={"tree": "First pieces", "leftovers": "What can be left over", **_PAGES},
    ),
    "path": Form(
        "All solutions", CLEARS, first=("minimal", "mark_minimal", "per_save", "best_save", "mode", "limit"),
        own=("page",),
        labels={"minimal": "Only a minimal set", "mark_minimal": "Mark a minimal set", "mode": "On the way",
                "per_save": "For each piece left over", **_PAGES},
    ),
    "book": Form("Book of rules", CLEARS, first=("facts",), labels={"facts": "Facts in a rule"}),
    "opener": Form(
        "Boards to learn", CLEARS, first=("boards", "pieces", "seen", "tallest", "mirror"), own=("pieces",),
        labels={"boards": "Boards", "pieces": "Pieces on a board", "seen": "Pieces seen before",
                "tallest": "Rows at most", "mirror": "Mirror images are one", "among": "Only these, fumens"},
    ),
    "chance": Form(
        "Best move now", CLEARS, first=("see", "bag"),
        labels={"see": "Pieces seen", "bag": "Rest of the bag", "file": "Many queues, one a line"},
    ),
    "loop": Form(
        "Clears in a row", CLEARS, first=("clears", "height", "see", "no_bags"), own=("clears", "height"),
        labels={
            "clears": "Clears in a row", "height": "Lines of each clear", "see": "Pieces seen", "no_bags": "No bags",
            "bag": "Rest of the bag",
        },
    ),
    "setup": Form(
        "Setups that fill marked cells", BUILDING,
        "Paint these cells in the colour of a piece, such as I, and name the colour here.",
        first=("fill", "margin", "free", "pieces", "exclude", "then", "solution"),
        own=("pieces", "height", "page"),
        labels={"fill": "To be filled", "margin": "May be filled", "free": "May be holes",
                "pieces": "Number of pieces", "then": "Then clear with", "then_height": "Lines of both together",
                "height": "Rows that count", "clears": "Lines cleared", "exclude": "Leave out",
                "operate": "Before looking for holes", "combination": "Pieces in any order",
                "solution": "Other ways to cut this solution", **_PAGES},
    ),
    "cover": Form(
        "Which queues can build it", BUILDING, first=("solutions", "mode", "mirror", "priority"),
        labels={"solutions": "Solutions, one fumen a line", "mode": "On the way", "every_t": "Every T",
                "start_b2b": "Back-to-back from the start", "max_clears": "Placements that clear",
                "max_soft": "Soft drops", "last_soft": "Soft drops at the end",
                **_MANY, "file": "Many questions, one a line"},
    ),
    "spin": Form(
        "T-spins", BUILDING, "Rows are counted from 0 at the bottom.", first=("lines", "kind", "top", "limit"),
        labels={"lines": "Lines at least", "kind": "Kind of T-spin", "margin": "Pieces below row"},
    ),
    "score": Form(
        "Lines sent by a clear", GAMES, first=("table", "combo", "back_to_back", "queue"),
        own=("queue", "page"),
        labels={"table": "Game", "combo": "Combo before", "back_to_back": "Back-to-back before",
                "queue": "Solutions given as fumens", **_PAGES},
    ),
    "ren": Form("Longest combo", GAMES, first=("limit",), labels={"file": "Many queues, one a line"}),
    "sequences": Form(
        "Sequences of a pattern", LISTS, first=("list", "hold", "where", "length", "dealt", "limit"), own=("hold",),
        labels={"list": "List them", "dealt": "All that bags deal, of N pieces", "hold": "Orders with hold",
                "holds": "Uses of hold", "where": "Condition"},
    ),
    "impossible": Form(
        "Queues without a clear", LISTS, first=("queues", "list", "limit"), without=("file",),
        labels={"queues": "Queues, one a line", "list": "List all there are"},
    ),
    "table": Form(
        "Table of all queues", LISTS,
        labels={"impossible": "List queues without a clear", "live": "Boards that can be cleared"},
    ),
    "solutions": Form(
        "Solutions of the empty field", LISTS, first=("count", "random", "limit"),
        labels={"count": "Count only", "random": "Drawn at random"},
    ),
    "fumen": Form(
        "Edit fumens", LISTS, first=("operation", "fumens", "piece", "comment"), own=("kicks", "drop"),
        labels={"fumens": "Fumens, one a line", "piece": "With these pieces", "comment": "With this comment"},
    ),
    "verify": Form("Check an answer", LISTS, own=("solutions",), labels={"solutions": "Fumens or an answer"}),
    "demo": Form("Demo", GAMES, first=("limit",), labels={"limit": "Clears"}),
}  # fmt: skip


def forms() -> Forms:
    """How the page asks for the options of its questions; verbs that are not named here come last."""
    return Forms(
        stated=("field", "queue", "patterns", "pieces", "hold", "no_hold", "height", "drop", "kicks", "save"),
        unstated=("page",),
        shared=("limit", "seed", "time_limit", "tree", "minimal", "see", "bag", "solutions", "queues"),
        without=("glance", "show"),
        forms=_FORMS,
        labels={"time_limit": "Seconds", "limit": "At most", "no_list": "Search in any case"},
    )
