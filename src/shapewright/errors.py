"""Errors, with messages that help a person to correct the input.

Every error that a user can cause derives from :class:`ShapewrightError`, which is a ``ValueError``. Its message is one
sentence that quotes the wrong text with its place and says what was expected. Each class has the exit code with which
the command line ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class ShapewrightError(ValueError):
    """Base of all errors of this package; the message is one complete sentence."""

    exit_code = 2
    where = ""
    """The file (with its line), if the text that is wrong stands in one."""


class NotationError(ShapewrightError):
    """Text that does not follow its notation: a piece list, a board, a puzzle."""


class ProblemError(ShapewrightError):
    """Well-formed input that is not a sensible problem: no cells, overlapping fixed pieces, a piece without cells."""


class LimitError(ShapewrightError):
    """Input that is larger than the program allows; the message names the limit."""


class CertificateError(ProblemError):
    """An answer for which there is no certificate; the message says why, or how large it would be."""


class NeedlessError(CertificateError):
    """An answer that proves itself, so there is no certificate."""


class FileError(ShapewrightError):
    """A file that is missing, unreadable, damaged or malformed; ``where`` is its name in messages, or empty."""

    exit_code = 4

    def __init__(self, message: str = "", where: str = "") -> None:
        super().__init__(message)
        self.where = where


class CheckpointError(FileError):
    """A checkpoint that is damaged, or that belongs to another problem or version."""


class MissingExtraError(ShapewrightError):
    """A feature needs a package that is not installed; the message says how to install it."""


class ElsewhereError(ShapewrightError):
    """What a page without a server cannot do, since a browser has no threads, processes or memory for it.

    The command line can; the message says so, and what is too much for a browser, in one sentence.
    """


class StoppedError(ShapewrightError):
    """Stopped by a time limit (or on request) before there was an answer, which therefore is unknown."""

    exit_code = 3
    results: dict[int, Any]
    """The results of the finished tasks of a job, by their number."""
    best: Any = None
    """The best answer of a search so far, if there is one."""
    bound: float | None = None
    """What no answer of a search can surpass, if that is known."""
    known: str = ""
    """The facts that the search has proven, in the words of the message."""


class WorkerError(ShapewrightError):
    """Workers died and the job cannot continue by itself; finished tasks stay in the checkpoint."""

    exit_code = 3


class ResourceError(ShapewrightError):
    """The machine ran short of memory, threads or open files before there was an answer, which therefore is unknown.

    Python's own ``MemoryError`` may be raised as well; the command line ends with the same exit code for both.
    """

    exit_code = 3


class InternalError(ShapewrightError):
    """An answer failed the program's own check: a fault of the program, never of its user."""

    exit_code = 70


def quote(text: str, length: int = 40) -> str:
    """``text`` in quotation marks for a message, cut to ``length`` characters.

    >>> quote("spam" * 100, 12)
    "'spamspams...'"
    """
    return repr(text if len(text) <= length else text[: length - 3] + "...")


def listed_words(words: Sequence[str], conjunction: str = "and") -> str:
    """Words in a sentence.

    >>> listed_words(["I", "O", "T"]), listed_words(["I", "O"], "or"), listed_words(["I"])
    ('I, O and T', 'I or O', 'I')
    """
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {conjunction} {words[-1]}"


def amount(number: int, what: str, *, thousands: bool = False) -> str:
    """``number`` with its noun, of which one alone has no s.

    >>> amount(1, "cell"), amount(0, "tetris"), amount(1200, "queue", thousands=True)
    ('1 cell', '0 tetrises', '1,200 queues')
    """
    ending = "" if number == 1 else "es" if what.endswith("s") else "s"
    return f"{number:,} {what}{ending}" if thousands else f"{number} {what}{ending}"
