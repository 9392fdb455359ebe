"""What can go wrong, said so that a person can mend it.

Every error a user can cause derives from :class:`ShapewrightError`, which is a ``ValueError``. Its text is one sentence
that quotes the offending text and its place and says what was expected. Each class knows the exit code the command
line ends with.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any


class ShapewrightError(ValueError):
    """Base of all errors of this package; the message is one complete sentence."""

    exit_code = 2


class NotationError(ShapewrightError):
    """Text that does not follow its notation: a piece list, a board, a puzzle."""


class ProblemError(ShapewrightError):
    """Well-formed input that states no sensible problem: no cells, overlapping fixed pieces, a piece without cells."""


class LimitError(ShapewrightError):
    """Input larger than the program is made for; the message names the limit."""


class FileError(ShapewrightError):
    """A file that is missing, unreadable, damaged or malformed."""

    exit_code = 4


class CheckpointError(FileError):
    """A checkpoint that is damaged, or belongs to another problem or version."""


class MissingExtraError(ShapewrightError):
    """A feature needs an optional dependency; the message names the extra to install."""


class StoppedError(ShapewrightError):
    """Stopped by a time limit (or a request to stop) before there was an answer: says nothing about what exists."""

    exit_code = 3
    results: dict[int, Any]
    """Of a job: the results of the tasks that were finished, by their number."""
    best: Any = None
    """Of a search: the best answer found so far, where there is one."""
    bound: float | None = None
    """Of a search: what no answer can surpass, where that is known."""


class WorkerError(ShapewrightError):
    """Workers died and the job cannot go on by itself; finished tasks stay in the checkpoint."""

    exit_code = 3


class ResourceError(ShapewrightError):
    """The machine ran short of memory, threads or open files before there was an answer: says nothing of what exists.

    Python's own ``MemoryError`` may be raised as well; the command line ends with the same exit code for both.
    """

    exit_code = 3


class InternalError(ShapewrightError):
    """An answer of the program failed its own check: a fault of the program, never of its user."""

    exit_code = 70


def quote(text: str, length: int = 40) -> str:
    """``text`` in quotation marks for a message, cut to ``length`` characters.

    >>> quote("spam" * 100, 12)
    "'spamspams...'"
    """
    return repr(text if len(text) <= length else text[: length - 3] + "...")
