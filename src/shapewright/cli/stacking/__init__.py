"""``shapewright stacking``: one command for each question about a falling sequence, each loaded when it is called."""

from __future__ import annotations

from shapewright.cli.root import Lazy, LazyGroup

_HERE = "shapewright.cli.stacking"

QUESTIONS = {
    "solve": Lazy(f"{_HERE}.solve", "solve", "Find the lowest stack, and prove that none is lower."),
    "count": Lazy(f"{_HERE}.count", "count", "Count the plans that are optimal."),
    "play": Lazy(f"{_HERE}.play", "play", "Drop pieces yourself, take them back, ask the solver how to go on."),
}
FILES = {
    "verify": Lazy(f"{_HERE}.verify", "verify", "Check every claim of an answer, or replay a plan."),
    "show": Lazy(f"{_HERE}.show", "show", "Draw a plan, or the pieces with their rotations."),
}

stacking = LazyGroup(
    "stacking",
    sections={"Questions": QUESTIONS, "Files": FILES},
    help="Drop a sequence of pieces so that the stack stays as low as possible.\n\n"
    "SEQUENCE is the pieces in their order, such as IOTSLJZI. Each falls straight down; its leftmost column (from 0) "
    "and its rotation (anticlockwise) are chosen.\n\n"
    "\b\n"
    "shapewright stacking solve IOTSLJZI --width 6\n"
    "shapewright stacking solve IOTSLJZI -o stack.gif     (.svg .png .html .txt .json)\n"
    "shapewright stacking solve --file sequences.txt --jsonl\n"
    "shapewright stacking play --width 6",
)
