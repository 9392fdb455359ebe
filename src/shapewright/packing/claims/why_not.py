"""Why there is no packing, or no better one: the boxes that are said to be refuted, and the reason in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import Board
from shapewright.errors import NotationError
from shapewright.packing.clearance import inner, thickened
from shapewright.packing.proof.box_weights import Weights, sentence
from shapewright.packing.proof.reason import counting_reason, piece_cells, reason, too_small
from shapewright.packing.proof.waste import Waste
from shapewright.packing.rules import MAX_CELLS, ON_BOARD

if TYPE_CHECKING:
    from shapewright.claims import Findings
    from shapewright.packing.boxes import Box
    from shapewright.packing.claims.stated_packing import Record

NOBODY_KNOWS = "no packing was found, and there is no proof that none exists"
"""The reason of an answer that is not known."""

_SEARCHED = "a search of every placement found none"


def judge_refuted(record: Record) -> None:
    """Every box that is said to be refuted is, and for the reason that stands there.

    Its weights, or its waste, come to what shows that the pieces do not fit.
    """
    listed = record.data.get("refuted", [])
    if not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        raise NotationError(f"the 'refuted' of packing {record.number} is not a list of boxes")
    boxes: list[Box] = []
    for one in listed:
        width, height = one.get("width"), one.get("height")
        if not (type(width) is type(height) is int and width >= 1 and height >= 1 and width * height <= MAX_CELLS):
            raise NotationError(f"a refuted box of packing {record.number} has no width and height")
        boxes.append((width, height))
        if not isinstance(one.get("reason"), str):
            raise NotationError(f"a refuted box of packing {record.number} has no reason")
        if "waste" in one:
            if record.refutations.sweep(record.pieces, boxes[-1], Waste.from_json(one["waste"])) is False:
                record.wrong("refuted", f"some packing of {width}x{height} wastes no more than the pieces do")
        elif "weights" in one and not record.refutations.weigh(
            record.pieces, boxes[-1], Weights.from_json(one["weights"])
        ):
            record.wrong("refuted", f"the weights of {width}x{height} add up to no contradiction")
    if listed and record.packing.goal in ON_BOARD:
        record.wrong("refuted", "on a board no boxes are refuted")
        return
    for box, one in zip(boxes, listed, strict=True):
        size = f"{box[0]}x{box[1]}"
        refuted = record.refutations.box(record.pieces, box, corner=record.must_cover_corner)
        if refuted is None:
            record.found.unchecked("refuted", f"{size}: {record.refutations.reason}")
        elif not refuted:
            record.wrong("refuted", f"the answer says that {size} is refuted, but the pieces fit")
        elif one["reason"] not in _reasons_of_box(record, box, one):
            record.wrong("refuted", f"the reason for {size} does not hold: {one['reason'][:80]}")


def _reasons_of_box(record: Record, box: Box, entry: Mapping[str, Any]) -> list[str]:
    """Why a box is refuted, in all words that hold; its ``entry`` may have weights, or a waste."""
    width, height = box
    what = record.packing.asked
    weights = entry.get("weights")
    if entry.get("waste") is not None:
        waste = Waste.from_json(entry["waste"])
        swept = record.refutations.sweep(record.pieces, box, waste)
        return [waste.sentence(record.pieces, width, height)] if swept else []
    if weights is not None:
        if not record.refutations.is_weighed(record.pieces, box):
            return []
        return [sentence(Weights.from_json(weights), record.pieces, width, height)]
    ways = ["areas"] if piece_cells(record.pieces) > width * height else []
    needed = [piece for piece in record.pieces if piece.minimum]
    if not all(any(s.size[0] <= width and s.size[1] <= height for s in piece.orientations()) for piece in needed):
        ways.append("extents")
    return [reason(what, width, height, way) for way in ways or ("search", "exact cover", "table of bags", "colours")]


def judge_reason(found: Findings, status: str, stated: Any, reasons: Callable[[], Iterable[str]], **place: Any) -> None:
    """The reason of an answer is one of those that hold, and stands only where there is something to give one for."""
    stated = "" if stated is None else stated
    if not isinstance(stated, str):
        raise NotationError("the 'reason' is not a text")
    if status == "infeasible":
        if stated not in reasons():
            found.wrong("reason", f"does not hold: {stated[:80] or 'it is missing'}", **place)
    elif status == "unknown":
        if stated not in ("", NOBODY_KNOWS):
            found.unchecked("reason", "why a solver gave up cannot be checked")
    elif stated:
        found.wrong("reason", "there is a packing, so there is no reason", **place)


def judge_reasons(record: Record) -> None:
    """The reason of a packing holds."""
    status, number = record.packing.status, record.number
    judge_reason(record.found, status, record.stated_reason, lambda: _reasons(record), packing=number)


def _reason_apart(record: Record) -> str:
    """Why there is no packing with these distances; where the answer does not say which box is meant, its words."""
    box = record.box()
    if box is None:
        record.found.unchecked("reason", "the answer does not say which box is meant")
        return str(record.stated_reason)
    width, height = inner(box, record.packing.clearance, record.packing.margin)
    needed = piece_cells(thickened(record.pieces, record.packing.clearance))
    small = too_small("the box with its distances", width * height, needed)
    return small if needed > width * height else _SEARCHED


def _reasons(record: Record) -> list[str]:
    """Why there is no packing, in all words that hold."""
    if record.packing.goal == "box" and record.is_apart():
        return [_reason_apart(record)]
    if record.packing.goal == "box":
        box = record.box()
        listed = record.data.get("refuted") or [{}]
        return [] if box is None else _reasons_of_box(record, box, listed[0])
    if record.packing.goal == "strip":
        width = record.strip
        return [
            f"the piece {piece.name} is wider than the strip of width {width}"
            for piece in record.pieces
            if width is not None
            and piece.minimum
            and min(shape.size[0] for shape in piece.orientations()) > width - 2 * record.packing.margin
        ]
    if record.packing.board is None:
        return []  # the plane has room for everything
    if record.is_apart():
        return [*[f"the piece {name} fits nowhere on the board" for name in record.apart().nowhere()], _SEARCHED]
    cells = record.open_cells()
    pieces = record.left
    least = piece_cells(pieces)
    if least > len(cells):
        return [too_small("the board", len(cells), least)]
    board = Board(frozenset(cells))
    nowhere = [
        f"the piece {piece.name} fits nowhere on the board"
        for piece in pieces
        if piece.minimum
        and not replace(record.task(cells, len(cells)), pieces=(replace(piece, minimum=1, maximum=1),)).has_places()
    ]
    if nowhere:
        return nowhere
    exact = least == len(cells) and all(piece.minimum == piece.maximum for piece in pieces)
    found = [counting_reason(board, pieces, exact=exact)]
    weights = record.packing.weights
    if weights is not None and record.packing.goal == "board" and weights.most(pieces, cells) < max(least, 1):
        found.append(weights.sentence(pieces, cells))
    return [_SEARCHED, *(words for words in found if words)]
