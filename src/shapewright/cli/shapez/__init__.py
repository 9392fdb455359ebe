"""``shapewright shapez``: one command for each question about Shapez 2 shapes, each loaded when it is called."""

from __future__ import annotations

from shapewright.cli.root import Lazy, LazyGroup

_HERE = "shapewright.cli.shapez"

QUESTIONS = {
    "buildable": Lazy(f"{_HERE}.buildable", "buildable", "Can this shape be built, and if not, why?"),
    "plan": Lazy(f"{_HERE}.plan", "plan", "Plan the machines that build shapes, down to what the miners give."),
    "solve": Lazy(f"{_HERE}.plan", "plan", "The same as plan."),
    "op": Lazy(f"{_HERE}.op", "op", "Do to shapes what a machine does: cut, stack, paint ..."),
    "show": Lazy(f"{_HERE}.show", "show", "Draw shapes."),
}
CONFIGURATIONS = {
    "search": Lazy(f"{_HERE}.search", "search", "Find all that can be built, and keep it in a file."),
    "count": Lazy(f"{_HERE}.count", "count", "How many shapes can be built?"),
    "list": Lazy(f"{_HERE}.members", "list_", "List the shapes that can be built."),
    "random": Lazy(f"{_HERE}.members", "random", "Draw buildable shapes at random, each equally likely."),
    "verify": Lazy(f"{_HERE}.verify", "verify", "Check a file of search, by other means than made it."),
}

shapez = LazyGroup(
    "shapez",
    sections={"Shapes": QUESTIONS, "Configurations": CONFIGURATIONS},
    help="Shapez 2 shapes: can they be built, with which machines; count and list all that can.\n\n"
    "CODE is a shape code such as CuCu----:RrRr----, layers from the bottom up, parts clockwise from the top right; "
    "- reads one a line from standard input. CONFIG is a ring and a number of layers: quad1..quad7, hex1..hex5, "
    "oct1..oct3, dec1..dec3.\n\n"
    "\b\n"
    "shapewright shapez buildable 'CrRg----:cbP---Sw'\n"
    "shapewright shapez plan 'CrRg----:cbP---Sw' -o plan.svg\n"
    "shapewright shapez count quad4 --json",
)
