"""What the studio may use: where it listens, its workers, and the limits that keep one question from taking all."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from shapewright.errors import NotationError, ProblemError, quote
from shapewright.jobs.processors import processors

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.questions.question import Question

MEBIBYTE = 1 << 20
_TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,200}")
_NAME = re.compile(r"(?=.{1,253}(:|$))[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*(:\d{1,5})?")


@dataclass(frozen=True)
class Settings:
    """Sizes are in bytes, times in seconds.

    A request must be there ``read_seconds`` after its first byte. Who asks needs the ``token``, unless it is empty.
    ``names`` are those under which a proxy reaches the studio, with a port if it is not that of http or https.

    ``workers`` processes answer long questions and ``quick_workers`` the others, so that a long search never keeps a
    drawing waiting; at most ``waiting`` questions wait for either. While all are at long ones, a spare worker tries
    those that wait, each for ``try_seconds``. A worker that is not ready ``start_seconds`` after
    its start, or does not say within ``heard_seconds`` that it has a question, is replaced. ``memory`` is what one
    worker may use. Answers are kept for a reload of their page as long as they are among the latest ``kept`` and take
    ``kept_bytes`` together.
    """

    host: str = "127.0.0.1"
    port: int = 8765
    token: str = ""
    names: tuple[str, ...] = ()
    workers: int = 2
    quick_workers: int = 2
    threads: int = 1
    memory: int = 2048 * MEBIBYTE
    seconds: float = 60.0
    most_seconds: float = 3600.0
    read_seconds: float = 20.0
    quick_seconds: float = 10.0
    start_seconds: float = 60.0
    heard_seconds: float = 5.0
    try_seconds: float = 2.0
    waiting: int = 64
    body: int = MEBIBYTE
    answer: int = 16 * MEBIBYTE
    kept: int = 200
    kept_bytes: int = 64 * MEBIBYTE
    streams: int = 64

    def __post_init__(self) -> None:
        for name in ("workers", "quick_workers", "threads"):
            if getattr(self, name) < 1:
                raise ProblemError(f"the studio needs at least 1 of its {name}, not {getattr(self, name)}")
        if self.memory < 256 * MEBIBYTE:
            raise ProblemError(f"a worker needs at least 256 MB of memory, not {self.memory // MEBIBYTE}")

    def seconds_for(self, question: Question, values: Mapping[str, Any]) -> float:
        """The seconds that a question with these parameters may take."""
        asked = values.get("time_limit")
        if question.quick:
            return min(self.quick_seconds, math.inf if asked is None else asked)
        return min(self.seconds if asked is None else asked, self.most_seconds)

    @classmethod
    def of_machine(cls, host: str, port: int) -> Settings:
        """Settings that share the processors of this machine among the workers."""
        workers = 2 if processors() < 8 else 3
        return cls(host, port, workers=workers, threads=max(1, processors() // workers))


def read_token(text: str, name: str) -> str:
    """A token that somebody chose, for the option or variable of that name; raises ``NotationError``."""
    if not _TOKEN.fullmatch(text):
        raise NotationError(f"{name} takes 8 to 200 letters, digits and characters from - . _ ~, without blanks")
    return text


def read_name(text: str) -> str:
    """A name under which a proxy reaches the studio, as browsers write it; raises ``NotationError``.

    >>> read_name("Studio.Example.org:8443")
    'studio.example.org:8443'
    """
    name = text.strip().lower()
    if not _NAME.fullmatch(name):
        raise NotationError(
            f"--allow-host takes the host name of a proxy, such as studio.example.org or hub.example.org:8443, "
            f"not {quote(text)}"
        )
    return name
