"""``shapewright tiling``: one command for each question about a tiling puzzle, each loaded when it is called."""

from __future__ import annotations

from shapewright.cli.root import Lazy, LazyGroup

_HERE = "shapewright.cli.tiling"

QUESTIONS = {
    "solve": Lazy(f"{_HERE}.solve", "solve", "Find a tiling and show it, or say why there is none."),
    "list": Lazy(f"{_HERE}.solve", "list_", "Find every tiling, one after the other."),
    "count": Lazy(f"{_HERE}.count", "count", "Count the tilings without listing them."),
    "random": Lazy(f"{_HERE}.solve", "random", "Draw tilings at random, each equally likely."),
    "unique": Lazy(f"{_HERE}.unique", "unique", "Is there exactly one tiling? If there are more, show two."),
    "explain": Lazy(f"{_HERE}.explain", "explain", "Is there a tiling, and if not, why?"),
}
FILES = {
    "verify": Lazy(f"{_HERE}.verify", "verify", "Check every claim of an answer, or solutions against their puzzle."),
    "show": Lazy(f"{_HERE}.show", "show", "Draw a puzzle or solutions; turn a puzzle into another notation."),
}

tiling = LazyGroup(
    "tiling",
    sections={"Questions": QUESTIONS, "Files": FILES},
    help="Cover a board exactly with pieces.\n\n"
    "A puzzle is a FILE (a text puzzle, Knuth's .dlx, BurrTools' .xmpuzzle; - is standard input), or it is stated by "
    "--board and --pieces and what belongs to them.\n\n"
    "\b\n"
    "shapewright tiling solve --board 6x10 --pieces pentominoes\n"
    "shapewright tiling count puzzle.txt --up-to-symmetry\n"
    "shapewright tiling solve --board 8x8 --hole-box 3,3,2x2 --pieces pentominoes -o out.svg",
)
