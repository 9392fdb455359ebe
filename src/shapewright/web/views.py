"""What a page shows of an answer, in few words that every family shares; the template ``answer.html`` knows them all.

A view is plain data: a ``headline`` with its ``tone`` (good, bad or plain), ``notes``, and ``sections``, each of a
kind: pictures beside each other, frames to step through, a table, counts, bars, or text. A picture is SVG text with a
caption; ``set`` in it names fields of the page's form and what a click on it puts into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.questions import parts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from shapewright.drawing import Scene
    from shapewright.questions import question as questions

# Together; a page with more pictures than that is no pleasure.
MAX_DRAWN = 3_000_000


def view(
    headline: str, tone: str = "plain", *, notes: Iterable[str] = (), sections: Iterable[Any] = ()
) -> dict[str, Any]:
    """A whole view."""
    return {"headline": headline, "tone": tone, "notes": list(notes), "sections": [each for each in sections if each]}


def picture(
    scene: Scene | str, caption: str = "", *, code: str = "", put: dict[str, Any] | None = None, ask: str = ""
) -> dict[str, Any]:
    """A picture; ``put`` is what choosing it puts into the form, ``ask`` the question that is then asked."""
    from shapewright.drawing.svg import to_svg

    svg = scene if isinstance(scene, str) else to_svg(scene)
    return {"svg": svg, "caption": caption, "code": code, "set": put or {}, "ask": ask}


def pictures(entries: Iterable[dict[str, Any]], *, title: str = "", size: str = "medium") -> dict[str, Any]:
    """Pictures beside each other: small, medium, large, or whole (as large as they are)."""
    return {"kind": "pictures", "title": title, "size": size, "pictures": within_reason(entries)}


def frames(
    entries: Iterable[dict[str, Any]],
    *,
    title: str = "",
    seconds: float = 0.8,
    play: bool = False,
    animation: str = "",
    last: bool = False,
) -> dict[str, Any]:
    """Pictures one after the other, to step through or to be played, each for so many seconds.

    With the name of an ``animation`` they can be downloaded as a .gif of that name; ``last`` shows the last one first.
    """
    shown = within_reason(entries)
    more = {"seconds": seconds, "play": play, "animation": animation if len(shown) > 1 else "", "last": last}
    return {"kind": "frames", "title": title, "frames": shown, **more}


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, title: str = "") -> dict[str, Any]:
    """A table; numbers stand to the right."""
    return {"kind": "table", "title": title, "columns": list(columns), "rows": [list(row) for row in rows]}


def counts(entries: Iterable[tuple[str, int]]) -> dict[str, Any]:
    """How many there are of each of a few things, in one line."""
    return {"kind": "counts", "title": "", "counts": [list(entry) for entry in entries]}


def text(content: str, *, title: str = "", label: str = "", folded: bool = False) -> dict[str, Any]:
    """Text in a notation, to be copied; ``folded`` shows its title alone until somebody asks for more."""
    return {"kind": "text", "title": title, "text": content, "label": label, "folded": folded}


def bars(entries: Iterable[tuple[str, int, int, int]], *, title: str = "") -> dict[str, Any]:
    """Shares as bars: what it is, how many, of how many, and how far to the right it stands in a tree."""
    return {"kind": "bars", "title": title, "bars": [list(entry) for entry in entries]}


def of_answer(answer: questions.Answer) -> dict[str, Any]:
    """The view of an answer: its parts as plain data, with the pictures drawn."""
    sections = [] if answer.parts is None else [_section(part) for part in answer.parts()]
    shown = view(answer.headline, answer.tone, notes=answer.notes, sections=sections)
    return {**shown, **answer.page}


def _section(part: parts.Part) -> dict[str, Any]:
    if isinstance(part, parts.Pictures):
        return pictures(map(_picture, part.pictures), title=part.title, size=part.size)
    if isinstance(part, parts.Frames):
        return frames(
            map(_picture, part.frames),
            title=part.title,
            seconds=part.seconds,
            play=part.play,
            animation=part.animation,
            last=part.last,
        )
    if isinstance(part, parts.Table):
        return table(part.columns, part.rows, title=part.title)
    if isinstance(part, parts.Counts):
        return counts(part.counts)
    if isinstance(part, parts.Bars):
        return bars(part.bars, title=part.title)
    return text(part.content, title=part.title, label=part.label, folded=part.folded)


def _picture(part: parts.Picture) -> dict[str, Any]:
    return picture(part.scene, part.caption, code=part.code, put=dict(part.put), ask=part.ask)


def within_reason(entries: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pictures, as many as a page should have to show."""
    kept: list[dict[str, Any]] = []
    size = 0
    for entry in entries:
        size += len(entry["svg"])
        if kept and size > MAX_DRAWN:
            break
        kept.append(entry)
    return kept


def whole(entries: Iterable[dict[str, Any]]) -> str:
    """All pictures that a page shows of these, as one file."""
    from shapewright.drawing.sheet import to_sheet

    return to_sheet([entry["svg"] for entry in within_reason(entries)])


def cut(drawn: int, listed: int, what: str = "listed") -> list[str]:
    """The note that not all are drawn, if so."""
    return [f"{drawn:,} drawn of {listed:,} {what}; the text files have all"] if drawn < listed else []
