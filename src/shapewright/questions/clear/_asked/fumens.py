"""A list of fumens as a field of a question: texts, at the shell also files of them; and pages of a file's fumen."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from shapewright.clear.notation.fumen import is_fumen, read_fumens
from shapewright.errors import NotationError, quote
from shapewright.questions.fields import Texts, Typed
from shapewright.questions.source import FileText, Word, parsed
from shapewright.questions.words import named_source, named_text, names_file
from shapewright.storage.files import is_readable

__all__ = ["FumenTexts", "chosen_pages", "fumen_text"]

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
class FumenTexts(Texts):
    """Texts with fumens; at the shell also files with them, or ``-``. Each text is read by ``read``."""

    read: Callable[[str], Sequence[Any]] = read_fumens

    def word(self, word: Any) -> Any:
        """The texts, of the files if they are some."""
        return [self._text_of(each) for each in word]

    def value(self, checked: Any) -> Any:
        """What the texts have, one after the other."""
        return [
            found
            for each in checked
            for found in (
                parsed(each.source.place, str(each), self.read) if isinstance(each, FileText) else self.read(each)
            )
        ]

    def typed(self, plain: Any) -> list[str | Typed]:
        """The texts; what is not a fumen by itself stands in a file."""
        return [each if is_fumen(each) and not names_file(each) else Typed(each.encode()) for each in plain]

    def _text_of(self, word: str) -> str:
        found = fumen_text(word)
        return FileText.of(named_source(word, self.called("shell"))) if found is None else found
