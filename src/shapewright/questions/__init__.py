"""What can be asked: the verbs of every family, each stated once, for every door.

A verb is a module in the folder of its family, with its ``QUESTION``. Whatever stands there is a verb of that family:
at the shell, at the endpoints and their description, and on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from shapewright.errors import NotationError, quote

if TYPE_CHECKING:
    from shapewright.questions.question import Question

__all__ = ["FAMILIES", "Family", "find"]


@dataclass(frozen=True, repr=False, eq=False)
class Family:
    """A family of puzzles: what it is about in one line at the shell (``help``) and on its page (``lead``).

    ``about`` is more of it, with examples for the shell. ``order`` are the verbs that come first in lists, before those
    about ``files``; other verbs follow by name. ``aliases`` are further names at the shell, by the verb they stand for.
    """

    name: str
    help: str
    lead: str
    about: str
    order: tuple[str, ...]
    files: tuple[str, ...] = ("verify", "show")
    aliases: Mapping[str, str] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """Its name as a heading."""
        return self.name.capitalize()

    @property
    def verbs(self) -> tuple[str, ...]:
        """The names of its questions, without loading any."""
        from pkgutil import iter_modules  # 'shapewright --help' names the families alone

        package = import_module(f"{__name__}.{self.name}")
        there = {found.name.replace("_", "-") for found in iter_modules(package.__path__) if found.name[0] != "_"}
        ordered = [name for name in self.order if name in there]
        others = sorted(there - {*self.order, *self.files})
        return (*ordered, *others, *[name for name in self.files if name in there])

    def question(self, verb: str) -> Question:
        """The question of that name; raises ``NotationError`` if there is none."""
        found = self.known(verb)
        if found is None:
            raise NotationError(f"{self.name} has no question {quote(verb)}; questions are {', '.join(self.questions)}")
        return found

    def known(self, verb: str) -> Question | None:
        """The question of that name, or None; nothing but its module is looked at."""
        if not verb.replace("-", "").isalpha() or not verb.isascii():
            return None
        module = f"{__name__}.{self.name}.{verb.replace('-', '_')}"
        try:
            found: Question = import_module(module).QUESTION
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None
        return found

    @property
    def questions(self) -> dict[str, Question]:
        """Its questions at the endpoints, by name."""
        found = {verb: self.question(verb) for verb in self.verbs}
        return {verb: question for verb, question in found.items() if "studio" in question.doors}


_ALL = (
    Family(
        "tiling",
        "Cover a board exactly with pieces, count the ways, or learn why there is none.",
        "Cover a board exactly with pieces: find a tiling, count them all, draw one at random, or learn why there is "
        "none.",
        "Cover a board exactly with pieces.\n\n"
        "A puzzle is a FILE (a text puzzle, Knuth's .dlx, BurrTools' .xmpuzzle; - is standard input), or it is stated "
        "by --board and --pieces and what belongs to them.\n\n"
        "\b\n"
        "shapewright tiling solve --board 6x10 --pieces pentominoes\n"
        "shapewright tiling count puzzle.txt --up-to-symmetry\n"
        "shapewright tiling solve --board 8x8 --hole-box 3,3,2x2 --pieces pentominoes -o out.svg",
        ("solve", "list", "count", "random", "unique", "explain"),
    ),
    Family(
        "packing",
        "Pack a bag of pieces as tightly as possible.",
        "Pack a bag of pieces as tightly as possible: into the best box there is, a given box, or onto a board.",
        "Pack a bag of pieces as tightly as possible.\n\n"
        "A bag is counts (I8 J13), letters (LOJI), a file or - (standard input); the seven pieces may be rotated but "
        "not reflected. Any other flat pieces come with --pieces.\n\n"
        "\b\n"
        'shapewright packing pack "I8 J13 L10 O13 S4 T8 Z8"\n'
        "shapewright packing pack --random 256 --seed 1 -o out.svg\n"
        "shapewright packing pack --pieces 'any*pentominoes' --board 9x9\n"
        "shapewright packing bins O5 --box 4x4\n"
        "shapewright packing evaluate --level 9 --even-t",
        ("pack", "feasible", "bins", "repair", "chances", "evaluate", "round"),
        files=("verify", "show", "rectangles"),
        aliases={"solve": "pack"},
    ),
    Family(
        "stacking",
        "Drop a sequence of pieces so that the stack stays as low as possible.",
        "Drop a sequence of pieces so that the stack stays as low as possible, or play by hand with a solver to ask.",
        "Drop a sequence of pieces so that the stack stays as low as possible.\n\n"
        "SEQUENCE is the pieces in their order, such as IOTSLJZI. Each falls straight down; its leftmost column (from "
        "0) and its rotation (anticlockwise) are chosen.\n\n"
        "\b\n"
        "shapewright stacking solve IOTSLJZI --width 6\n"
        "shapewright stacking solve IOTSLJZI -o stack.gif     (.svg .png .html .txt .json)\n"
        "shapewright stacking solve --file sequences.txt --jsonl\n"
        "shapewright stacking play --width 6",
        ("solve", "count", "play"),
    ),
    Family(
        "clear",
        "Clear a Tetris field perfectly: solutions, chances, and all the ways.",
        "Perfect clears of Tetris: a solution for what comes, step by step, the chance of one, and all the ways.",
        "Perfect clears of Tetris: solutions, chances, tables.\n\n"
        "Solutions are read from .pc files, JSON Lines, fumens (one a line, or as an argument), and - (standard "
        "input).\n\n"
        "\b\n"
        "shapewright clear solve TIOLJSZTIOL\n"
        "shapewright clear percent --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ -p 'I,*p4'\n"
        "shapewright clear queues 20\n"
        "shapewright clear show solutions.pc\n"
        "shapewright clear verify solutions.pc",
        (
            "solve",
            "percent",
            "impossible",
            "chance",
            "path",
            "cover",
            "solutions",
            "table",
            "queues",
            "demo",
            "train",
            "compare-nets",
        ),
        aliases={"display": "show", "validate": "verify"},
    ),
    Family(
        "shapez",
        "Find out which Shapez 2 shapes can be built, with which machines, and how many there are.",
        "Can this Shapez 2 shape be built, with which machines, and if not, what comes nearest?",
        "Shapez 2 shapes: can they be built, with which machines; count and list all that can.\n\n"
        "CODE is a shape code such as CuCu----:RrRr----, layers from the bottom up, parts clockwise from the top "
        "right; - reads one a line from standard input. CONFIG is a ring and a number of layers: quad1..quad7, "
        "hex1..hex5, oct1..oct3, dec1..dec3.\n\n"
        "\b\n"
        "shapewright shapez buildable 'CrRg----:cbP---Sw'\n"
        "shapewright shapez plan 'CrRg----:cbP---Sw' -o plan.svg\n"
        "shapewright shapez count quad4 --json",
        ("buildable", "plan", "op", "count", "list", "random", "search"),
        aliases={"solve": "plan"},
    ),
)

FAMILIES = {family.name: family for family in _ALL}
"""The families in the order in which every door shows them."""


def find(family: str, verb: str, door: str | None = None) -> Question:
    """The question ``verb`` of a family, at a door if one is named; raises ``NotationError`` if there is none."""
    if family not in FAMILIES:
        raise NotationError(f"there is no family {quote(family)}; families are {', '.join(FAMILIES)}")
    question = FAMILIES[family].question(verb)
    if door is not None and door not in question.doors:
        raise NotationError(f"'{family} {verb}' is a command of the shell only")
    return question
