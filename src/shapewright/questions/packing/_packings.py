"""Packings as answers show them: in one line, in letters, as pictures and as records."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from shapewright.jobs.limits import seconds_text
from shapewright.packing.answer import Packing
from shapewright.packing.bag import Bag
from shapewright.packing.notation import headline, symbols
from shapewright.packing.picture import impossible, refuted
from shapewright.questions.drawings import drawings
from shapewright.questions.packing._bar import of_packing
from shapewright.questions.parts import Frames, Part, Picture, Pictures, Text
from shapewright.questions.question import Answer, Formats, Verdict
from shapewright.storage.json import json_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapewright.drawing import Mosaic
    from shapewright.packing import Bins, Boards, Problem, Solids
    from shapewright.packing.repair import Repair
    from shapewright.questions.screen import Screen

FORMATS = (".txt", ".json", ".jsonl", ".svg", ".png", ".pdf", ".html")
VERDICTS: dict[str, Verdict] = {"infeasible": "none", "unknown": "unknown"}

_NUMBERED = re.compile("art[0-9]+")  # what pieces are called that have no name
_NO_STEPS = {".gif": "a .gif file shows one step after the other, and a packing has no steps"}
_ONE_PICTURE = (".svg", ".png")
EXAMPLE: dict[str, object] = {
    "status": "optimal",
    "width": 4,
    "height": 4,
    "score": 24.0,
    "goal": "score",
    "bound": 24.0,
    "method": "search",
    "bag": {"I": 1, "J": 1, "L": 1, "O": 1},
    "placements": [
        {"piece": "L", "cells": [[0, 0], [0, 1], [0, 2], [1, 0]]},
        {"piece": "I", "cells": [[0, 3], [1, 3], [2, 3], [3, 3]]},
        {"piece": "O", "cells": [[1, 1], [1, 2], [2, 1], [2, 2]]},
        {"piece": "J", "cells": [[2, 0], [3, 0], [3, 1], [3, 2]]},
    ],
}
"""An answer to ask further questions about."""

# After so many refuted boxes a reader has understood.
_MOST_REFUTED = 3


def formats(several: bool) -> Formats:
    """The files that can hold a packing, or several."""
    if not several:
        return Formats(FORMATS, _NO_STEPS)
    one = dict.fromkeys(
        _ONE_PICTURE, "this format holds one picture, and there may be several packings; use .html or .pdf"
    )
    return Formats(tuple(suffix for suffix in FORMATS if suffix not in _ONE_PICTURE), {**_NO_STEPS, **one})


def plain(packing: Packing | Bins | Boards | Solids | Repair) -> dict[str, Any]:
    """A packing as plain data; the reason is a key of the whole answer."""
    data: dict[str, object] = packing.to_json()
    data.pop("reason", None)
    return data


def no_packing(
    found: Packing | Bins | Boards | Solids, keys: dict[str, object], reason: str, notes: list[str], **more: Any
) -> Answer:
    """The answer that there is no packing, or that none was found, for a ``reason``."""
    verdict = VERDICTS[found.status]
    words = "" if verdict == "none" else f"unknown: {reason}"
    return Answer(keys, words, verdict, reason, notes=notes, complete=verdict == "none", **more)


def answer_of(
    packings: Sequence[Packing], limit: int | None, problem: Problem | None = None, *, no_more: bool = False
) -> Answer:
    """The answer that has these packings; ``limit`` is how many were asked for, None for the best one.

    ``no_more`` says that all packings of the same box or board are among them. With the ``problem`` an answer that
    there is none has a picture of the reason.
    """
    first = packings[0]
    several = limit is not None and limit > 1
    keys = {"status": first.status, "packings": [one.to_json() for one in packings]} if several else plain(first)
    keys |= {"no_more": True} if several and no_more else {}
    complete = first.status in ("optimal", "infeasible") and (limit is None or no_more or len(packings) == limit)
    notes = [f"packing: {first.method or 'nothing tried'}, {seconds_text(first.seconds)}"]
    if first.status in VERDICTS:
        verdict = VERDICTS[first.status]
        reason = first.reason if verdict == "none" else first.unknown_reason
        if verdict == "unknown":
            notes += refuted_lines(first)
        board = impossible(problem, first) if problem is not None and verdict == "none" else None
        return Answer(
            keys,
            headline(first),
            verdict,
            reason,
            parts=lambda: because(board, reason),
            records=lambda: [first.to_json()],
            notes=[*_in_parts(first), *notes],
            complete=complete,
            page={"bar": of_packing(first)},
        )
    where = "on the board" if first.board is not None else f"in the box {first.width}x{first.height}"
    last = [f"there are no more {where}: a search of every placement found {len(packings)}"]
    last = last if no_more and several else []
    return Answer(
        keys,
        headline(first),
        text=lambda screen: "\n\n".join([*[packing_text(one, screen) for one in packings], *last]),
        parts=lambda: _see(packings),
        records=lambda: [one.to_json() for one in packings],
        files=files(packings),
        notes=notes,
        complete=complete,
        page={"bar": of_packing(first)},
    )


def because(board: Mosaic | None, reason: str) -> Iterator[Part]:
    """The picture of a reason, if there is one."""
    if board is not None:
        yield Pictures([Picture(board, reason)], title="Why not", size="large")


def packing_text(packing: Packing, screen: Screen) -> str:
    """Everything that is said about a packing."""
    lines = [*refuted_lines(packing), headline(packing), *_in_parts(packing)]
    if packing.placements:
        lines.append(letters(packing, screen))
    return "\n".join(lines)


def letters(packing: Packing | Solids, screen: Screen) -> str:
    """A packing as a screen shows it best: coloured on a terminal, in letters elsewhere.

    Below the letters stand pieces whose names do not begin with theirs; for one without a name, its shape.
    """
    if screen.is_terminal:
        return screen.draw(packing.mosaic())
    names = [one.piece for one in packing.placements]
    asked = packing.asked if isinstance(packing, Packing) else packing.pieces
    pieces = () if isinstance(asked, Bag) else asked
    shapes = {one.name: one.shape.to_text().replace("\n", "/") for one in pieces if _NUMBERED.fullmatch(one.name)}
    told = [
        f"{symbol} is {shapes.get(name, name)}"
        for name, symbol in dict.fromkeys(zip(names, symbols(packing.placements), strict=True))
        if name in shapes or not name.upper().startswith(symbol.upper())
    ]
    return "\n".join([packing.to_text(), *([", ".join(told)] if told else [])])


def drawn(packings: Sequence[Packing], captions: Sequence[str], *, last: bool = False) -> Frames:
    """The packings that have placements, to step through."""
    pairs = zip(packings, captions, strict=True)
    return Frames([Picture(one.mosaic(), words, one.to_text()) for one, words in pairs if one.placements], last=last)


def files(packings: Sequence[Packing]) -> dict[str, Any]:
    """The contents of files with all of these packings; text files have them in letters alone."""
    lying = [one for one in packings if one.placements or one.board is not None]
    found: dict[str, object] = {
        ".txt": lambda: "\n\n".join(one.to_text() for one in lying) + "\n",
        ".jsonl": lambda: "".join(json_text(one.to_json()) + "\n" for one in packings),
    }
    if lying:
        several = len(lying) > 1
        found |= drawings(lambda: [(one.scene(), headline(one) if several else "") for one in lying], "Packings")
    return found


def _see(packings: Sequence[Packing]) -> Iterator[Part]:
    captions = [headline(one) if len(packings) > 1 else "" for one in packings]
    if any(one.placements for one in packings):
        yield drawn(packings, captions)
    boxes = [(one, refuted(one)) for one in packings[0].refuted[:_MOST_REFUTED]]
    drawn_boxes = [Picture(board, str(one)) for one, board in boxes if board is not None]
    if drawn_boxes:
        yield Pictures(drawn_boxes, title="Better boxes, refuted")
    elif packings[0].refuted:
        yield Text("\n".join(refuted_lines(packings[0])), title="Refuted boxes", label="boxes")


def refuted_lines(packing: Packing | Solids) -> list[str]:
    """The first of the better boxes that are refuted, a line each."""
    lines = [str(one) for one in packing.refuted[:_MOST_REFUTED]]
    more = len(packing.refuted) - len(lines)
    return [*lines, f"{more} more {'box' if more == 1 else 'boxes'} refuted"] if more else lines


def _in_parts(packing: Packing) -> list[str]:
    parts = 1 if packing.board is None else len(packing.board.components())
    return [f"the board has {parts} separate parts"] if parts > 1 else []
