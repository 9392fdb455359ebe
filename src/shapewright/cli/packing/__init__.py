"""``shapewright packing``: one command for each question about a packing, each loaded when it is called."""

from __future__ import annotations

from shapewright.cli.root import Lazy, LazyGroup

_HERE = "shapewright.cli.packing"

QUESTIONS = {
    "pack": Lazy(f"{_HERE}.pack", "pack", "Pack a bag as tightly as possible, and say how good that is."),
    "solve": Lazy(f"{_HERE}.pack", "solve", "The same as pack."),
    "feasible": Lazy(f"{_HERE}.feasible", "feasible", "Does this bag fit into this box?"),
    "chances": Lazy(f"{_HERE}.chances", "chances", "How likely does a random bag fit into a small box; exact."),
    "evaluate": Lazy(f"{_HERE}.evaluate", "evaluate", "How often, and how fast, is the best box of a level filled?"),
    "round": Lazy(f"{_HERE}.round", "round_", "Play whole rounds of the contest: ten bags, the sum of their scores."),
}
FILES = {
    "verify": Lazy(f"{_HERE}.verify", "verify", "Check every claim of an answer."),
    "show": Lazy(f"{_HERE}.show", "show", "Draw packings."),
    "rectangles": Lazy(f"{_HERE}.rectangles", "rectangles", "Make or list the inventory of rectangles."),
}

packing = LazyGroup(
    "packing",
    sections={"Questions": QUESTIONS, "Files": FILES},
    help="Pack a bag of pieces as tightly as possible.\n\n"
    "A bag is counts (I8 J13), letters (LOJI), a file or - (standard input); the seven pieces may be rotated but not "
    "reflected. Any other flat pieces come with --pieces.\n\n"
    "\b\n"
    'shapewright packing pack "I8 J13 L10 O13 S4 T8 Z8"\n'
    "shapewright packing pack --random 256 --seed 1 -o out.svg\n"
    "shapewright packing pack --pieces 'any*pentominoes' --board 9x9\n"
    "shapewright packing evaluate --level 9 --even-t",
)
