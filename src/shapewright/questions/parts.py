"""What there is to see of an answer: pictures beside each other, frames to step through, tables, counts, bars, text.

A door makes of it what it can: sections of a page, or files of pictures (:mod:`shapewright.questions.formats`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from shapewright import drawing


@dataclass(repr=False, eq=False)
class Picture:
    """Something drawn, with a caption and, to be copied, its notation.

    Files have its scene; a page gets its data and draws it itself. Choosing it puts ``put`` into the
    form of a page and asks the question ``ask``.
    """

    drawn: drawing.Drawable
    caption: str = ""
    code: str = ""
    put: Mapping[str, object] = field(default_factory=dict)
    ask: str = ""


@dataclass(repr=False, eq=False)
class Pictures:
    """Pictures beside each other: small, medium, large, or whole (as large as they are)."""

    pictures: Iterable[Picture]
    title: str = ""
    size: Literal["small", "medium", "large", "whole"] = "medium"


@dataclass(repr=False, eq=False)
class Frames:
    """Pictures one after the other, each for so many ``seconds``; ``last`` shows the last one first.

    With the name of an ``animation`` a page offers them as a .gif of that name.
    """

    frames: Iterable[Picture]
    title: str = ""
    seconds: float = 0.8
    play: bool = False
    animation: str = ""
    last: bool = False


@dataclass(repr=False, eq=False)
class Table:
    """A table; numbers stand to the right."""

    columns: Sequence[str]
    rows: Iterable[Sequence[object]]
    title: str = ""


@dataclass(repr=False, eq=False)
class Counts:
    """How many there are of each of a few things, in one line."""

    counts: Iterable[tuple[str, int]]


@dataclass(repr=False, eq=False)
class Text:
    """Text in a notation, to be copied; ``folded`` shows its title alone until somebody asks for more."""

    content: str
    title: str = ""
    label: str = ""
    folded: bool = False


@dataclass(repr=False, eq=False)
class Bars:
    """Shares as bars: what it is, how many, of how many, and how far to the right it stands in a tree."""

    bars: Iterable[tuple[str, int, int, int]]
    title: str = ""


Part = Pictures | Frames | Table | Counts | Text | Bars
