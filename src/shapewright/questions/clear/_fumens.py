"""A list of fumens as a field of a question: texts, at the shell also files of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from shapewright.clear.notation.fumen import is_fumen, read_fumens
from shapewright.questions.fields import Texts, Typed
from shapewright.questions.source import FileText, parsed
from shapewright.questions.words import named_source, names_file

__all__ = ["FumenTexts"]


@dataclass(frozen=True, repr=False, eq=False)
class FumenTexts(Texts):
    """Texts with fumens; at the shell also files with them, or ``-``. Each text is read by ``read``."""

    read: Callable[[str], Sequence[Any]] = read_fumens

    def word(self, word: Any) -> Any:
        """The texts, of the files if they are some."""
        return [each if is_fumen(each) and not names_file(each) else self._text_of(each) for each in word]

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
        return FileText.of(named_source(word, self.called("shell")))
