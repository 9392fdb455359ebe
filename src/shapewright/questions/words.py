"""Words of a command line that may be files: which are, and what they hold.

``-`` is standard input, which can be read once in a command.
"""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING

from shapewright.errors import FileError, NotationError
from shapewright.questions.source import FileText, Source, Word
from shapewright.storage.files import is_readable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.questions.question import Question

STDIN = "-"

# A name that ends so is meant as a file even if there is none: 'board.txt' would else be a row of coloured cells.
FILE_SUFFIXES = (
    *(".txt", ".dlx", ".xmpuzzle", ".fumen", ".pc", ".json", ".jsonl"),
    *(".svg", ".png", ".gif", ".pdf", ".html", ".sqlite", ".gz"),
)


class StandardInput:
    """Standard input, which a command reads at most once."""

    def __init__(self) -> None:
        self.is_read = False

    def claim(self) -> AbstractContextManager[object]:
        """The stream; raises ``NotationError`` the second time."""
        if sys.stdin is None:
            raise FileError("cannot read standard input: it is closed")
        if self.is_read:
            raise NotationError("standard input ('-') can be read only once in a command")
        self.is_read = True
        return nullcontext(sys.stdin.buffer)


_stdin = StandardInput()


def begin_command() -> None:
    """A command begins: standard input can be read again."""
    _stdin.is_read = False


def names_file(word: str) -> bool:
    """Whether a word that may be a text or a file is a file: ``-``, a known suffix, or the path of a file.

    A file whose name has neither a dot nor a folder must be written ``./name``: a bare word is a text.
    """
    if word == STDIN or word.lower().endswith(FILE_SUFFIXES):
        return True
    return ("/" in word or "." in word) and is_readable(word)


def named_source(word: str, called: str = "") -> Source:
    """The file (or standard input) that a word names; ``called`` is what a message calls the word."""
    if word == STDIN:
        return Source("standard input", stream=_stdin.claim)
    if not word:
        raise NotationError(f"{called} takes the name of a file, and the name is empty")
    return Source.of_file(word)


def words_of(question: Question, parameters: Mapping[str, object]) -> list[str]:
    """The words of the command line that asks the question with these parameters, as an answer repeats them.

    Texts stand there as they are, also those that were the content of a file.
    """
    given = dict(parameters)
    positional: list[str] = []
    for form in sorted(question.forms, key=len, reverse=True):
        if form and all(name in given for name in form):
            positional = [word for name in form for word in _several(given.pop(name))]
            break
    words: list[str] = []
    for field in question.at("shell"):
        value = given.get(field.name)
        if value is False and field.default is None:
            words.append(getattr(field, "off", ""))
        if value is None or value is False:
            continue
        several = _several(value)
        if field.argument:
            positional += several
        elif value is True:
            words.append(field.spelling)
        else:
            words += [word for each in several for word in (field.spelling, each)]
    return [*question.command.split(), *positional, *words]


def _several(value: object) -> list[str]:
    return [str(each) for each in value] if isinstance(value, (list, tuple)) else [str(value)]


def named_text(word: str) -> str:
    """The text that a word is, or that is in the file that it names."""
    return FileText.of(named_source(word)) if names_file(word) else Word(word)
