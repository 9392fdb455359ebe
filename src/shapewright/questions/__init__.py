"""What can be asked: the verbs of every family, each stated once, for every door.

A verb is a module in the folder of its family, with its ``QUESTION``. Whatever stands there is a verb of that family:
at the shell, at the endpoints and their description, and on the page.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from shapewright.errors import NotationError, quote

if TYPE_CHECKING:
    from shapewright.questions.question import Question

__all__ = ["FAMILIES", "Family", "find"]


@dataclass(frozen=True)
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
        package = import_module(f"{__name__}.{self.name}")
        there = {found.name.replace("_", "-") for found in iter_modules(package.__path__) if found.name[0] != "_"}
        ordered = [name for name in self.order if name in there]
        others = sorted(there - {*self.order, *self.files})
        return (*ordered, *others, *[name for name in self.files if name in there])

    def question(self, verb: str) -> Question:
        """The question of that name; raises ``NotationError`` if there is none."""
        if verb not in self.verbs:
            raise NotationError(f"{self.name} has no question {quote(verb)}; questions are {', '.join(self.questions)}")
        found: Question = import_module(f"{__name__}.{self.name}.{verb.replace('-', '_')}").QUESTION
        return found

    @property
    def questions(self) -> dict[str, Question]:
        """Its questions at the endpoints, by name."""
        found = {verb: self.question(verb) for verb in self.verbs}
        return {verb: question for verb, question in found.items() if "studio" in question.doors}


_ALL = (
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
)

FAMILIES = {family.name: family for family in _ALL}
"""The families in the order in which every door shows them."""


def find(family: str, verb: str) -> Question:
    """The question ``verb`` of a family; raises ``NotationError`` if there is none."""
    if family not in FAMILIES:
        raise NotationError(f"there is no family {quote(family)}; families are {', '.join(FAMILIES)}")
    return FAMILIES[family].question(verb)
