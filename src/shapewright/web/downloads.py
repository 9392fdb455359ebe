"""The files that a page offers of an answer: which there can be, and each made as the shell's ``-o`` makes it.

Files of text are made with the answer. Pictures of pixels and of paper take longer and are made when somebody
wants them, unless the answer itself took so long that nobody should wait for it twice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.drawing.formats.png import to_png
from shapewright.drawing.formats.svg import size_of_svg
from shapewright.errors import ElsewhereError, LimitError, NotationError, ProblemError
from shapewright.questions.formats import PICTURES, content

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from shapewright.questions.asked import Asked
    from shapewright.questions.question import Answer, Question

DATA = ".json"
"""The answer itself: nothing has to be made for it."""

LONG, VERY_LONG = 2.0, 10.0
"""An answer that took more seconds than that is not asked for again to make a file of it; the second is for a page that
does not know yet whether it wants one.
"""

_PROOF = ".cert"
_ON_DEMAND = (".png", ".gif", ".pdf", ".html", _PROOF)
# Of a picture too large for the shell's two pixels a unit: a plan of hundreds of machines.
_MAX_PIXELS = 12_000_000


def offered(question: Question, asked: Asked, answer: Answer, sections: Collection[Mapping[str, Any]]) -> list[str]:
    """The suffixes of the files that there can be of an answer with these sections of its view.

    Where nothing is shown, such as of a none without the picture of its reason, there is the answer as data, and what
    proves it.
    """
    has_pictures = any(section["kind"] == "pictures" for section in sections)
    if answer.shows_nothing or (answer.verdict == "none" and not has_pictures):
        return [_PROOF, DATA] if _PROOF in answer.files else [DATA]
    formats = question.formats_of(asked)
    frames = [len(section["frames"]) for section in sections if section["kind"] == "frames"]
    moving = max(frames, default=0) > 1
    drawn = bool(frames) or ".svg" in answer.files or has_pictures
    suffixes = [*question.downloads]
    suffixes += [".png"] if ".svg" in suffixes else []
    suffixes += [".gif"] if any(section.get("animation") for section in sections) else []
    suffixes += [suffix for suffix in formats.suffixes if suffix not in (*formats.own, DATA)]

    def can_be(suffix: str) -> bool:
        if suffix in answer.files:
            return True
        if suffix == ".jsonl":
            return answer.records is not None and (answer.verdict != "none" or any(True for _ in answer.records()))
        return (moving if suffix == ".gif" else drawn) if suffix in PICTURES else suffix in formats.suffixes

    return [*filter(can_be, dict.fromkeys(suffixes)), DATA]


def with_answer(
    answer: Answer, document: str, suffixes: list[str], seconds: float, *, light: bool, without: Collection[str] = ()
) -> dict[str, str | bytes]:
    """The contents that are made with an answer that took so many ``seconds``, by suffix.

    None are made with a ``light`` one, unless it took very long, and none of the suffixes ``without``. The suffixes
    that turn out to be impossible are taken out of ``suffixes``.
    """
    contents: dict[str, str | bytes] = {}
    everything = seconds > (VERY_LONG if light else LONG)
    for suffix in [suffix for suffix in suffixes if suffix != DATA]:
        if everything and suffix == _PROOF:
            suffixes.remove(suffix)  # it takes as long as the answer
            continue
        if suffix in without or (not everything and (light or suffix in _ON_DEMAND)):
            continue
        try:
            contents[suffix] = made(answer, suffix, document)
        except (NotationError, ProblemError, LimitError, ElsewhereError):
            suffixes.remove(suffix)
    return contents


def made(answer: Answer, suffix: str, document: str) -> str | bytes:
    """The content of the file with this suffix; ``document`` is the JSON envelope."""
    if suffix != ".png":
        return content(answer, suffix, document)
    is_sheet = ".png" not in answer.files and ".svg" in answer.files
    try:
        return to_png(str(answer.files[".svg"]())) if is_sheet else content(answer, suffix, document)
    except LimitError:
        drawn = str(content(answer, ".svg", document))
        width, height = size_of_svg(drawn)
        return to_png(drawn, scale=(_MAX_PIXELS / max(1.0, width * height)) ** 0.5)
