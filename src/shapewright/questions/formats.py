"""An answer as a file, by its suffix; the same whether the shell writes it or a page offers it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import TYPE_CHECKING

from shapewright import drawing
from shapewright.errors import ProblemError
from shapewright.questions.drawings import drawings
from shapewright.questions.parts import Bars, Counts, Frames, Part, Picture, Pictures, Table, Text
from shapewright.questions.screen import FILE
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from shapewright.questions.fields import Field
    from shapewright.questions.question import Answer, Formats

PICTURES = (".svg", ".png", ".gif", ".html", ".pdf")
# A long animation should not take minutes to look at.
MANY_FRAMES, PACE = 80, 0.15
LAST_SECONDS = 2.5


class NoPictureError(ProblemError):
    """There is nothing to draw in an answer."""


def suffix_of(path: str, formats: Formats) -> str:
    """The suffix of ``path`` if such a file can hold the answer; asked before the work begins.

    Raises ``ProblemError`` with the reason if it cannot.
    """
    suffix = PurePath(path).suffix.lower()
    if suffix in formats.suffixes:
        return suffix
    if suffix in formats.refused:
        raise ProblemError(f"{path!r} cannot be written: {formats.refused[suffix]}")
    known = " ".join(formats.suffixes)
    if suffix in PICTURES and not any(known in PICTURES for known in formats.suffixes):
        raise ProblemError(f"{path!r} cannot be written: this answer is not a picture; the formats are {known}")
    what = f"{suffix!r} is not a format" if suffix else "it has no suffix that names a format"
    raise ProblemError(f"{path!r} cannot be written: {what} of this answer; the formats are {known}")


def check_shown(fields: Iterable[Field[object]], checked: Mapping[str, object], suffix: str, formats: Formats) -> None:
    """Raise ``ProblemError`` for a field that changes nothing in a file of this suffix."""
    for field in fields:
        if field.shown_in and suffix not in field.shown_in and checked.get(field.name) not in (None, field.default):
            known = " ".join([each for each in formats.suffixes if each in field.shown_in])
            raise ProblemError(f"{field.called('shell')} changes nothing in a {suffix} file; it is shown in {known}")


def content(answer: Answer, suffix: str, document: str) -> str | bytes:
    """The content of a file with this suffix; ``document`` is the JSON envelope."""
    if suffix == ".json":
        return document + "\n"
    if suffix in answer.files:
        return answer.files[suffix]()
    if suffix == ".jsonl":
        return lines(answer)
    if suffix == ".txt":
        text = answer.words(FILE)
        return text if text.endswith("\n") else text + "\n"
    parts = [] if answer.parts is None else list(answer.parts())
    if suffix == ".html":
        has_pictures = any(isinstance(part, Pictures) for part in parts)
        shown = [part for part in parts if not (has_pictures and isinstance(part, Frames))]
        return drawing.to_html(answer.headline, [_section(part) for part in shown])
    moving = _moving(parts)
    if suffix == ".gif" and moving is not None:
        frames = [frame.drawn.scene() for frame in moving.frames]
        pace = moving.seconds if len(frames) < MANY_FRAMES else min(moving.seconds, PACE)
        return drawing.to_gif(frames, seconds=[pace] * (len(frames) - 1) + [LAST_SECONDS])
    drawn = _stills(parts)
    made = drawings(lambda: [(picture.drawn.scene(), picture.caption) for picture in drawn], answer.headline)
    if suffix in made and drawn:
        return made[suffix]()
    raise NoPictureError(f"this answer cannot be drawn as {suffix}")


def lines(answer: Answer) -> str:
    """The values of an answer as JSON Lines."""
    return "" if answer.records is None else "".join(json_text(record) + "\n" for record in answer.records())


def still(answer: Answer) -> drawing.Scene | None:
    """The first picture of an answer, or that of its frames that is shown first; None if there is none."""
    first = next(iter(_stills([] if answer.parts is None else list(answer.parts()))), None)
    return None if first is None else first.drawn.scene()


def _stills(parts: list[Part]) -> list[Picture]:
    """The pictures of the parts; where there are only frames, one of them."""
    drawn = [picture for part in parts if isinstance(part, Pictures) for picture in part.pictures]
    moving = _moving(parts)
    return [_still(moving)] if not drawn and moving is not None else drawn


def _moving(parts: list[Part]) -> Frames | None:
    return next((part for part in parts if isinstance(part, Frames)), None)


def _still(frames: Frames) -> Picture:
    """The frame that is shown where nothing moves."""
    return list(frames.frames)[-1 if frames.last else 0]


def _section(part: Part) -> drawing.Section:
    heading = getattr(part, "title", "") or getattr(part, "label", "")
    return drawing.Section(heading, figures=tuple(_figures(part)))


def _figures(part: Part) -> Iterable[drawing.Figure]:
    if isinstance(part, (Pictures, Frames)):
        # A page does not move: of frames it has the one that is shown first.
        for picture in part.pictures if isinstance(part, Pictures) else [_still(part)]:
            yield drawing.Figure(picture.drawn.scene(), picture.caption, command=picture.code)
    elif isinstance(part, Text):
        yield drawing.Figure(text=part.content)
    elif isinstance(part, Table):
        yield drawing.Figure(text="\n".join("  ".join(map(str, row)) for row in [part.columns, *part.rows]))
    elif isinstance(part, Counts):
        yield drawing.Figure(text="\n".join(f"{number} {name}" for name, number in part.counts))
    elif isinstance(part, Bars):
        yield drawing.Figure(
            text="\n".join(f"{'  ' * depth}{name}  {some}/{whole}" for name, some, whole, depth in part.bars)
        )
