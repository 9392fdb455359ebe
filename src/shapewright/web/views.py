"""What a page shows of an answer, as plain data, in few words that every family shares.

A view has a ``headline`` with its ``tone`` (good, bad or plain), ``verdict``, ``reason`` and ``complete`` as in the
envelope, ``notes``, and ``sections``, each of the kind of its part (:mod:`shapewright.questions.parts`). A picture is
the data of what is drawn, its ``scene``, with a caption; ``set`` in it names fields of the page and what a click on it
puts into them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.questions.parts import Bars, Counts, Frames, Part, Picture, Pictures, Table
from shapewright.storage.json import json_text
from shapewright.web.words import for_pages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.questions.question import Answer

# Characters of pictures together; a page with more pictures than that is slow.
MAX_DRAWN = 3_000_000


def of_answer(answer: Answer, parts: Iterable[Part] | None = None) -> dict[str, Any]:
    """The view of an answer; ``parts`` are its parts where somebody has made them already."""
    if parts is None:
        parts = () if answer.parts is None else answer.parts()
    sections = [_section(part) for part in parts]
    notes = [*answer.notes, *([] if answer.stopped is None else [f"stopped: {answer.stopped}"])]
    view = {
        "headline": for_pages(answer.headline),
        "tone": answer.tone,
        "verdict": answer.verdict,
        "reason": for_pages(answer.reason),
        "complete": answer.complete,
        "notes": notes,
        "sections": sections,
    }
    return {**view, **answer.page}


def _section(part: Part) -> dict[str, object]:
    if isinstance(part, Pictures):
        drawn = _drawn(part.pictures)
        return {"kind": "pictures", "title": part.title, "size": part.size, "pictures": drawn}
    if isinstance(part, Frames):
        frames = _drawn(part.frames)
        how = {"seconds": part.seconds, "play": part.play, "last": part.last}
        animation = part.animation if len(frames) > 1 else ""
        return {"kind": "frames", "title": part.title, "frames": frames, "animation": animation, **how}
    if isinstance(part, Table):
        rows = [list(row) for row in part.rows]
        return {"kind": "table", "title": part.title, "columns": list(part.columns), "rows": rows}
    if isinstance(part, Counts):
        return {"kind": "counts", "title": "", "counts": [list(entry) for entry in part.counts]}
    if isinstance(part, Bars):
        return {"kind": "bars", "title": part.title, "bars": [list(entry) for entry in part.bars]}
    return {"kind": "text", "title": part.title, "text": part.content, "label": part.label, "folded": part.folded}


def _drawn(pictures: Iterable[Picture]) -> list[dict[str, object]]:
    """The pictures as data, as many as a page should have to show."""
    kept: list[dict[str, object]] = []
    size = 0
    for picture in pictures:
        scene = picture.drawn.to_json()
        size += len(json_text(scene))
        if kept and size > MAX_DRAWN:
            break
        put = dict(picture.put)
        kept.append({"scene": scene, "caption": picture.caption, "code": picture.code, "set": put, "ask": picture.ask})
    return kept
