"""A list of fumens as a field of a question: texts, at the shell also files of them; and pages of a file's fumen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar

from shapewright.clear.chances.cover import read_built
from shapewright.clear.notation.fumen import is_fumen, read_fumens
from shapewright.errors import NotationError, quote
from shapewright.questions.fields import TextsField, Typed
from shapewright.questions.source import FileText, Word, parsed
from shapewright.questions.words import named_source, named_text, names_file
from shapewright.storage.files import is_readable

Value = TypeVar("Value", covariant=True)
_PAGES = re.compile(r"#[0-9]*:?[0-9]*$")


def fumen_text(word: str) -> str | None:
    """The text of a word that may be a fumen or a file, perhaps with :func:`chosen_pages`; None if it is neither."""
    if is_fumen(word) and not names_file(word):
        return Word(word)
    chosen = chosen_pages(word)
    if chosen is not None:
        return chosen
    return named_text(word) if names_file(word) else None


def chosen_pages(word: str) -> str | None:
    """The pages of the one fumen in a file that a word such as ``few.fumen#1:3`` chooses; None for other words."""
    pages = _PAGES.search(word)
    if pages is None:
        name, mark, wrong = word.rpartition("#")
        if mark and is_readable(name) and not is_readable(word):
            raise NotationError(
                f"{quote(name)}: {quote(mark + wrong)} is not a range of pages such as #2, #1:3, #:3 or #2:"
            )
    if pages is None or is_readable(word) or not names_file(word[: pages.start()]):
        return None
    source = named_source(word[: pages.start()])

    def cut(text: str) -> str:
        fumens = read_fumens(text)
        if len(fumens) > 1 or fumens[0].is_cut:
            what = f"{len(fumens)} fumens" if len(fumens) > 1 else "chosen pages already"
            raise NotationError(f"it has {what}; {pages[0]} chooses pages of one whole fumen")
        return replace(fumens[0], before="", after="").to_text() + pages[0]

    return Word(parsed(source.place, source.text(), cut))


@dataclass(frozen=True, repr=False, eq=False)
class FumenTexts(TextsField[list[Value]], Generic[Value]):
    """Texts with fumens; at the shell also files with them, or ``-``. Each text is read by ``read``."""

    read: Callable[[str], Sequence[Value]] = field(kw_only=True)

    def word(self, word: Sequence[str]) -> list[str]:
        """The texts, of the files if they are some."""
        named = [(fumen_text(each), each) for each in word]
        return [FileText.of(named_source(each, self.called("shell"))) if one is None else one for one, each in named]

    def value(self, checked: Sequence[str]) -> list[Value]:
        """What the texts have, one after the other."""
        found: list[Value] = []
        for each in checked:
            if isinstance(each, FileText):
                found += parsed(each.source.place, str(each), self.read)
            else:
                found += self.read(each)
        return found

    def typed(self, plain: Any) -> list[str | Typed]:
        """The texts; what is not a fumen by itself stands in a file."""
        return [each if is_fumen(each) and not names_file(each) else Typed(each.encode()) for each in plain]


SOLUTIONS = FumenTexts(
    "solutions", "Fumens, each one solution or one solution per page; at the shell also files of fumens.",
    argument=True, metavar="SOLUTION", old=("--tetfu", "-t"), most=200, limit=8000, read=read_built,
)  # fmt: skip
