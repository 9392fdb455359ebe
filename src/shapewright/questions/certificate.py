"""A proof beside the answer: ``--certificate``, for verbs whose answers a program of another hand can check."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, ProblemError
from shapewright.questions.fields import TextField
from shapewright.questions.question import Answer
from shapewright.storage.certificate import SUFFIXES, check_name
from shapewright.storage.files import check_writable

if TYPE_CHECKING:
    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.questions.question import Question
    from shapewright.storage.certificate import Certificate

__all__ = ["CERTIFICATE", "with_certificate"]

MAX_STUDIO_BYTES = 4 << 20
_ABOUT = """

    --certificate writes a file that proves the answer. A short program in the folder certificates checks it; that
    program shares no code with this one."""
_CLAIM = """
    certificate? | {file: text, claim: text, checker: text, bytes: whole, sha256: text} | The file that proves the
        answer, what it proves, and the program that checks it. | how: that program checks it"""


@dataclass(frozen=True, repr=False, eq=False)
class _Name(TextField["str | None"]):
    """The name of a certificate."""

    def check(self, value: object, door: str) -> str:
        """The name; raises ``ShapewrightError`` if no certificate can be written there, before anything is done."""
        path = super().check(value, door)
        check_name(path)
        check_writable(path)
        return path


CERTIFICATE = _Name(
    "certificate",
    f"Also write a file that proves the answer ({' or '.join(SUFFIXES)}).",
    metavar="FILE",
    doors=("shell",),
    repeated_in=False,
)


def with_certificate(
    question: Question,
    made: Callable[[Asked, Desk, Answer], Certificate],
    check: Callable[[Asked], object] = lambda _: None,
) -> Question:
    """The same question, whose answers have a certificate.

    ``made`` gives the certificate of an answer. ``check`` raises ``CertificateError`` beforehand, if it is known before
    the answer that there will be none.
    """

    def answer(asked: Asked, desk: Desk) -> Answer:
        path = asked.get(CERTIFICATE, None)
        if path is not None:
            check(asked)
        found = question.answer(asked, desk)
        assert isinstance(found, Answer)
        if path is not None:
            if found.verdict == "unknown":
                raise ProblemError("there is no certificate, since the answer is unknown")
            written = made(asked, desk, found).write(path)
            keys = found.keys
            found.keys = lambda: {**(keys() if callable(keys) else keys), "certificate": written}
            found.notes = [*found.notes, f"{path!r} proves: {written['claim']} (see certificates/{written['checker']})"]
        elif found.verdict != "unknown" and found.complete:
            found.files = {**found.files, ".cert": lambda: _text(made(asked, desk, found))}
        return found

    return replace(
        question,
        fields=(*question.fields, CERTIFICATE),
        answer=answer,
        claims=question.claims + _CLAIM,
        about=question.about + _ABOUT,
        downloads=(*question.downloads, ".cert"),
    )


def _text(certificate: Certificate) -> str:
    """The whole of a certificate that a page can have."""
    lines, size = [], 0
    for line in certificate.lines:
        lines.append(line)
        size += len(line) + 1
        if size > MAX_STUDIO_BYTES:
            raise LimitError("the certificate is too large for a page; the command line writes it")
    return "\n".join(lines) + "\n"
