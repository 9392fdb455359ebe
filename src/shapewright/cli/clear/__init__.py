"""``shapewright clear``: one command for each question about perfect clears, each loaded when it is called."""

from __future__ import annotations

from shapewright.cli.root import Lazy, LazyGroup

_HERE = "shapewright.cli.clear"

QUESTIONS = {
    "solve": Lazy(f"{_HERE}.solve", "solve", "One perfect clear for a queue, or the proof that there is none."),
    "percent": Lazy(f"{_HERE}.percent", "percent", "The chance of a perfect clear over the queues of a pattern."),
    "impossible": Lazy(f"{_HERE}.impossible", "impossible", "Which queues cannot clear four lines of the empty field?"),
    "chance": Lazy(f"{_HERE}.chance", "chance", "The best chance if only the next few pieces are seen, and the move."),
    "path": Lazy(f"{_HERE}.path", "path", "All unique solutions, and the fewest that serve every queue."),
    "cover": Lazy(f"{_HERE}.cover", "cover", "Which queues can build given solutions?"),
    "solutions": Lazy(f"{_HERE}.solutions", "solutions", "All solutions of the empty field: how many, and which."),
    "table": Lazy(f"{_HERE}.table", "table", "A perfect clear for every queue there is, in one file."),
    "queues": Lazy(f"{_HERE}.queues", "queues", "How many different queues are there, and which?"),
}
FILES = {
    "show": Lazy(f"{_HERE}.show", "show", "Step through solutions, draw them, or turn them into another notation."),
    "display": Lazy(f"{_HERE}.show", "show", "The same as show."),
    "verify": Lazy(f"{_HERE}.verify", "verify", "Check solutions by the rules, move by move."),
    "validate": Lazy(f"{_HERE}.verify", "verify", "The same as verify."),
}
OTHERS = {
    "demo": Lazy(f"{_HERE}.demo", "demo", "Watch perfect clears being played, one after the other."),
    "train": Lazy(f"{_HERE}.train", "train", "Evolve a small network that orders the moves of the search."),
    "compare-nets": Lazy(f"{_HERE}.train", "compare_nets", "Measure such networks beside the built-in order."),
}

clear = LazyGroup(
    "clear",
    sections={"Questions": QUESTIONS, "Solutions": FILES, "Others": OTHERS},
    help="Perfect clears of Tetris: solutions, chances, tables.\n\n"
    "Solutions are read from .pc files, JSON Lines, fumens (one a line, or as an argument), and - (standard input).\n\n"
    "\b\n"
    "shapewright clear solve TIOLJSZTIOL\n"
    "shapewright clear percent --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ -p 'I,*p4'\n"
    "shapewright clear queues 20\n"
    "shapewright clear show solutions.pc\n"
    "shapewright clear verify solutions.pc",
)
