"""A proof beside the answer: ``--certificate``, for verbs whose answers a program of another hand can check."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from shapewright.errors import CertificateError, LimitError, NeedlessError, ProblemError, StoppedError
from shapewright.questions.fields import TextField
from shapewright.questions.question import Answer
from shapewright.storage.certificate import BRIDGES, SUFFIXES, check_name
from shapewright.storage.files import check_writable

if TYPE_CHECKING:
    from shapewright.questions.asked import Asked
    from shapewright.questions.desk import Desk
    from shapewright.questions.listing import Listing
    from shapewright.questions.question import Question
    from shapewright.storage.certificate import Certificate

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


def _of_answer(_: Asked, __: Desk, found: Answer) -> Certificate:
    if found.certificate is None:
        raise NeedlessError("the answer shows it")
    return found.certificate()


def with_certificate(
    question: Question,
    made: Callable[[Asked, Desk, Answer], Certificate] = _of_answer,
    check: Callable[[Asked, Desk], object] = lambda *_: None,
    *,
    bridges: bool = False,
    only_none: bool = False,
) -> Question:
    """The same question, whose answers have a certificate.

    ``made`` gives the certificate of an answer, where the answer does not say how to make it. ``check`` raises
    ``CertificateError`` before there is an answer, if it is known that there will be no certificate. An answer without
    one is shown, then the error. With ``bridges`` there can also be proofs for programs of others. With ``only_none``
    what is found shows itself, and needs none.
    """

    def answer(asked: Asked, desk: Desk) -> Answer | Listing:
        path = asked.get(CERTIFICATE, None)
        if path is not None:
            if path.endswith(tuple(BRIDGES)) and not bridges:
                raise ProblemError(f"{path!r} cannot be written: only that there is no tiling can be proven there")
            check(asked, desk)
        found = question.answer(asked, desk)
        if isinstance(found, Answer):
            return proven(found, asked, desk)
        end = found.end
        found.end = lambda kept, number: proven(end(kept, number), asked, desk)
        return found

    def proven(found: Answer, asked: Asked, desk: Desk) -> Answer:
        path = asked.get(CERTIFICATE, None)
        if found.verdict == "unknown" or found.stopped is not None:
            return found
        shows_itself = only_none and found.verdict == "found"
        if path is None:
            with suppress(CertificateError):
                check(asked, desk)
                if shows_itself or (made is _of_answer and found.certificate is None):
                    return found
                found.files = {**found.files, ".cert": lambda: _text(made(asked, desk, found))}
            return found
        try:
            if shows_itself:
                raise NeedlessError("the answer shows what was found")
            proof = made(asked, desk, found)
            written = proof.write(path)
        except NeedlessError as error:
            found.notes = [*found.notes, f"no certificate is written: {error}"]
            return found
        except (CertificateError, StoppedError) as error:
            found.stopped, found.exit_code = error, error.exit_code
            return found
        keys = found.keys
        found.keys = lambda: {**(keys() if callable(keys) else keys), "certificate": written}
        found.notes = [*found.notes, f"{path!r} proves: {proof.claim} ({proof.program} checks it)"]
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
