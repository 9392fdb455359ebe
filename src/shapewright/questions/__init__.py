"""What can be asked: the verbs of every family, each stated once, for every door.

A verb is a module in the folder of its family, with its ``QUESTION``. Whatever stands there is a verb of that family:
at the shell, at the endpoints and their description, and on the page. What few people need stands in ``research``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, quote

if TYPE_CHECKING:
    from shapewright.questions.clear._bots import Borrowed
    from shapewright.questions.form import Forms
    from shapewright.questions.question import Question
    from shapewright.storage.contents import Contents

__all__ = ["FAMILIES", "Family", "find"]


@dataclass(frozen=True, repr=False, eq=False)
class Family:
    """A family of puzzles: what it is about in one line at the shell (``help``) and on its page (``lead``).

    ``title`` is what its page is called.
    ``about`` is more of it, with examples for the shell. ``order`` are the verbs that come first in lists, before those
    about ``files``; other verbs follow by name. ``aliases`` are further names at the shell, by the verb they stand for,
    and ``former`` verbs that became a part of another one: every door answers them, and no list shows them.
    ``foreign`` are commands of other programs that it does not have: what to say to somebody who types one.
    """

    name: str
    title: str
    help: str
    lead: str
    about: str
    order: tuple[str, ...]
    files: tuple[str, ...] = ("verify", "show")
    aliases: Mapping[str, str] = field(default_factory=dict)
    former: Mapping[str, str] = field(default_factory=dict)
    foreign: Mapping[str, str] = field(default_factory=dict)

    @property
    def verbs(self) -> tuple[str, ...]:
        """The names of its questions, without loading any."""
        from pkgutil import iter_modules  # 'shapewright --help' names the families alone

        there = {
            found.name.replace("_", "-")
            for room in self._rooms()
            for found in iter_modules(import_module(room).__path__)
            if found.name[0] != "_" and not found.ispkg
        }
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
        """The question of that name, or None; only its module is searched for."""
        if verb in self.former:
            return self.question(self.former[verb]).former[verb]
        if not verb.replace("-", "").isalpha() or not verb.isascii():
            return None
        for room in self._rooms():
            module = f"{room}.{verb.replace('-', '_')}"
            try:
                found: Question | None = getattr(import_module(module), "QUESTION", None)
            except ModuleNotFoundError as error:
                if error.name != module:
                    raise
            else:
                if found is not None:
                    return found
        return None

    def _rooms(self) -> Iterator[str]:
        """The packages with its questions."""
        yield (package := f"{__name__}.{self.name}")
        if find_spec(f"{package}.research"):
            yield f"{package}.research"

    @property
    def questions(self) -> dict[str, Question]:
        """Its questions at the endpoints, by name."""
        found = {verb: self.question(verb) for verb in self.verbs}
        return {verb: question for verb, question in found.items() if "studio" in question.doors}

    @property
    def page_data(self) -> dict[str, object]:
        """What its page must know before it asks anything: plain data, made by ``data`` in the module ``_page``."""
        found: dict[str, object] = self._of_page("data")
        return found

    @property
    def forms(self) -> Forms | None:
        """How its page asks for the options of its questions: ``forms`` in the module ``_page``; None without one."""
        return self._of_page("forms") or None

    @property
    def searched(self) -> dict[str, Contents]:
        """What is quickly searched for natively, but comes as files with a page that has no server, by their names.

        It is made by ``searched`` in the module ``_page``.
        """
        found: dict[str, Contents] = self._of_page("searched")
        return found

    def borrowed(self, words: Sequence[str]) -> Borrowed | None:
        """Our command for the words of another program: ``borrowed`` in the module ``_bots``; None without one."""
        found: Borrowed | None = self._of("_bots", "borrowed", words, (*self.verbs, *self.former))
        return found

    def _of_page(self, name: str) -> Any:
        """What a function of the module ``_page`` gives; nothing without one."""
        return self._of("_page", name) or {}

    def _of(self, module: str, name: str, *given: object) -> Any:
        """What a function of a module of its folder gives; None without one."""
        module = f"{__name__}.{self.name}.{module}"
        try:
            function = getattr(import_module(module), name, None)
        except ModuleNotFoundError as error:
            if error.name != module:
                raise
            return None
        return None if function is None else function(*given)


_ALL = (
    Family(
        "tiling",
        "Tile",
        "Cover a board exactly with pieces, count the ways, or learn why there are none.",
        "Cover a board exactly with pieces: find a tiling, count all tilings, draw one at random, or learn why "
        "there are none.",
        "Cover a board exactly with pieces.\n\n"
        "Give the puzzle as a FILE (a text puzzle, Knuth's .dlx or BurrTools' .xmpuzzle; - is standard input), or "
        "state it by --board, --pieces and the options that go with them.\n\n"
        "\b\n"
        "shapewright tiling solve --board 6x10 --pieces pentominoes\n"
        "shapewright tiling count puzzle.txt --up-to-symmetry\n"
        "shapewright tiling solve --board 8x8 --hole-box 3,3,2x2 --pieces pentominoes -o out.svg",
        ("solve", "list", "count", "random", "unique", "explain"),
    ),
    Family(
        "packing",
        "Pack",
        "Pack a bag of pieces as tightly as possible.",
        "Pack a bag of pieces as tightly as possible: into the best possible box, into a given box, or onto a board.",
        "Pack a bag of pieces as tightly as possible.\n\n"
        "A bag is counts (I8 J13), letters (LOJI), a file or - (standard input); the seven pieces may be rotated but "
        "not reflected. For other flat pieces use --pieces.\n\n"
        "\b\n"
        'shapewright packing pack "I8 J13 L10 O13 S4 T8 Z8"\n'
        "shapewright packing pack --random 256 --seed 1 -o out.svg\n"
        "shapewright packing pack --pieces 'any*pentominoes' --board 9x9\n"
        "shapewright packing bins O5 --box 4x4\n"
        "shapewright packing evaluate --level 9 --even-t",
        ("pack", "feasible", "bins", "solids", "repair", "chances", "evaluate", "round"),
        files=("verify", "show", "rectangles"),
        aliases={"solve": "pack"},
    ),
    Family(
        "stacking",
        "Stack",
        "Drop a sequence of pieces so that the stack stays as low as possible.",
        "Drop a sequence of pieces so that the stack stays as low as possible, or play by hand and ask the solver.",
        "Drop a sequence of pieces so that the stack stays as low as possible.\n\n"
        "SEQUENCE is the pieces in their order, such as IOTSLJZI. Each falls straight down; you choose its leftmost "
        "column (from 0) and its rotation (anticlockwise).\n\n"
        "\b\n"
        "shapewright stacking solve IOTSLJZI --width 6\n"
        "shapewright stacking solve IOTSLJZI -o stack.gif     (.svg .png .pdf .html .txt .json)\n"
        "shapewright stacking solve --file sequences.txt --jsonl\n"
        "shapewright stacking play --width 6",
        ("solve", "count", "play"),
    ),
    Family(
        "clear",
        "Perfect clear",
        "Find perfect clears of Tetris: solutions, chances, and all the ways.",
        "Perfect clears of Tetris: a solution step by step for the pieces to come, the chance of one, and all "
        "the ways.",
        "Perfect clears of Tetris: solutions, chances, tables.\n\n"
        "Solutions are read from .pc files, JSON Lines, fumens (one a line, or as an argument), and - (standard "
        "input).\n\n"
        "\b\n"
        "shapewright clear solve TIOLJSZTIOL\n"
        "shapewright clear percent --field ZZ_____LLL/TZZ____LOO/TTSS___JOO/TSS____JJJ -p 'I,*p4'\n"
        "shapewright clear sequences --dealt 20\n"
        "shapewright clear show solutions.pc\n"
        "shapewright clear verify solutions.pc",
        (
            "solve",
            "percent",
            "glance",
            "impossible",
            "chance",
            "loop",
            "path",
            "cover",
            "setup",
            "book",
            "opener",
            "spin",
            "solutions",
            "score",
            "ren",
            "table",
            "sequences",
            "fumen",
            "demo",
            "train",
        ),
        aliases={"combo": "ren", "display": "show", "validate": "verify"},
        former={"queues": "sequences", "congruents": "setup", "live-boards": "table", "compare-nets": "train"},
        foreign={
            "util": "'util' of solution-finder is not here; 'shapewright clear show FUMEN -o fig.gif' draws fumens, "
            "'shapewright clear fumen' makes fumens of others, 'shapewright clear sequences' lists queues and orders",
        },
    ),
    Family(
        "shapez",
        "Shapez 2",
        "Find out which Shapez 2 shapes can be built, with which machines, and how many there are.",
        "Can this Shapez 2 shape be built, with which machines, and if not, which shape comes nearest?",
        "Find out whether Shapez 2 shapes can be built and with which machines; count and list all that can be "
        "built.\n\n"
        "CODE is a shape code such as CuCu----:RrRr----, layers from the bottom up, parts clockwise from the top "
        "right; - reads codes from standard input, one a line. CONFIG is a ring and a number of layers: quad1..quad7, "
        "hex1..hex5, oct1..oct3, dec1..dec3.\n\n"
        "\b\n"
        "shapewright shapez buildable 'CrRg----:cbP---Sw'\n"
        "shapewright shapez plan 'CrRg----:cbP---Sw' -o plan.svg\n"
        "shapewright shapez count quad4 --json",
        ("buildable", "plan", "check", "op", "count", "list", "random", "search", "blueprint"),
        aliases={"solve": "plan"},
        foreign={
            **dict.fromkeys(
                ("cut", "rotate", "stack", "swap", "paint", "crystal", "push-pin", "half-destroy", "mix", "gravity"),
                "'{0}' is a machine; type 'shapewright shapez op {0} ...'",
            ),
            "build_plan": "'build_plan' of shapez2-solver is 'shapewright shapez plan' here",
        },
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
        raise NotationError(f"'{family} {verb}' is only a command of the shell")
    return question
