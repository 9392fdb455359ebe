"""Packings in text: letters, top row first, and JSON.

Letters show which piece covers a cell, and ``.`` an empty cell. Equal pieces that touch have different letters, such as
``A`` and ``a``. Only JSON is read back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from shapewright.cells.grid import Board, Cell, write_art
from shapewright.cells.pieces import pieces_from_text, pieces_to_text
from shapewright.cells.placements import Placement
from shapewright.cells.polyomino import Piece
from shapewright.errors import NotationError, quote
from shapewright.jobs.collection import uncollected
from shapewright.packing.answer import Packing
from shapewright.packing.bag import Bag
from shapewright.packing.bonuses import Bonuses
from shapewright.packing.boxes import OBJECTIVES
from shapewright.packing.check import faults
from shapewright.packing.clearance import MAX_DISTANCE
from shapewright.packing.proof.board_weights import BoardWeights
from shapewright.packing.rules import MAX_CELLS, ON_BOARD, WITH_VALUE
from shapewright.packing.values import Values
from shapewright.storage.json import json_or_lines

_SYMBOLS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
_MOST_REFUTED = 400  # more are for nobody to read
HOLE = "#"
"""What stands for a cell beside the board."""


def letters(names: Iterable[str]) -> dict[str, str]:
    """A letter for each piece: its name if that is one, else the first of its letters that is free, else another.

    >>> letters(["I", "I5", "V"])
    {'I': 'I', 'V': 'V', 'I5': '5'}
    """
    names = list(names)
    found = {name: name for name in names if len(name) == 1 and name in _SYMBOLS}
    for name in names:
        if name not in found:
            free = [symbol for symbol in (*name, *_SYMBOLS) if symbol in _SYMBOLS and symbol not in found.values()]
            found[name] = free[0] if free else "*"
    return found


def symbols(placements: Sequence[Placement]) -> list[str]:
    """Return a letter for each placement: that of its piece, or another one where an equal piece beside it has that.

    The other is the same letter in the other case, if no piece has that, or else one that no other piece gets.
    """
    usual = letters(dict.fromkeys(one.piece for one in placements))
    choices = {name: [symbol] for name, symbol in usual.items()}
    free = [symbol for symbol in reversed(_SYMBOLS) if symbol not in usual.values()]
    for name, symbol in usual.items():
        if (other := symbol.swapcase()) in free:
            free.remove(other)
            choices[name].append(other)
    owner = {cell: number for number, one in enumerate(placements) for cell in one.cells}
    found: list[str] = []
    for number, one in enumerate(placements):
        near = {owner.get(cell, number) for own in one.cells for cell in _beside(own)}
        around = {found[other] for other in near if other < number}
        symbol = next((each for each in choices[one.piece] if each not in around), "")
        if not symbol and free:
            symbol = free.pop(0)
            choices[one.piece].append(symbol)
        found.append(symbol or next((each for each in _SYMBOLS if each not in around), usual[one.piece]))
    return found


def letters_by_cell(placements: Sequence[Placement]) -> dict[Cell, str]:
    """Return the letter of each cell that a piece covers; pieces that touch have different ones."""
    each = zip(placements, symbols(placements), strict=True)
    return {cell: symbol for one, symbol in each for cell in one.cells}


def _beside(cell: Cell) -> Iterator[Cell]:
    for axis, place in enumerate(cell):
        for near in (place - 1, place + 1):
            yield (*cell[:axis], near, *cell[axis + 1 :])


def to_text(packing: Packing) -> str:
    """The packing in letters, top row first; '' if there is none."""
    if not packing.placements and packing.board is None:
        return ""
    characters = letters_by_cell(packing.placements)
    if packing.board is None:
        return write_art(characters, (packing.width, packing.height))
    width, height = packing.board.size
    beside = {(x, y): HOLE for x in range(width) for y in range(height) if (x, y) not in packing.board.cells}
    return write_art(characters | beside, (width, height))


def headline(packing: Packing) -> str:
    """The verdict on one line.

    >>> from shapewright.packing import Bag, pack
    >>> headline(pack(Bag.from_text("LOJI")))
    'optimal: 4x4, score 24.00'
    """
    if packing.status == "infeasible":
        return f"impossible: {packing.reason}"
    if packing.status == "unknown" or (not packing.placements and packing.goal not in ON_BOARD):
        return f"unknown: {packing.unknown_reason}"
    size = f"{packing.width}x{packing.height}"
    if packing.goal == "value":
        text, unit = f"{packing.status}: value {packing.value:.0f}", "value"
    elif packing.goal == "bonus":
        text, unit = f"{packing.status}: bonus {packing.value:.0f}", "bonus"
    elif packing.goal == "room":
        text, unit = f"{packing.status}: a free rectangle of {packing.value:.0f} cells", "rectangle"
    elif packing.goal in ("box", "board"):
        board = packing.width * packing.height if packing.board is None else len(packing.board.cells)
        text = f"{packing.status}: {packing.cells} of {board} cells covered"
        unit = "number"
    elif packing.goal == "score":
        text, unit = f"{packing.status}: {size}, score {packing.score:.2f}", "score"
    else:
        text, unit = f"{packing.status}: {size}", "height" if packing.goal == "strip" else "area"
    if packing.status == "feasible" and packing.bound is not None:
        bound = f"{packing.bound:.2f}" if packing.goal == "score" else f"{packing.bound:.0f}"
        better = "at most" if packing.goal in ("score", *ON_BOARD) else "at least"
        text += f" (the best {unit} is {better} {bound})"
    return text


def to_json(packing: Packing) -> dict[str, object]:
    """The packing as plain data; ``from_json`` makes the packing of it again."""
    asked = packing.asked
    found: dict[str, object] = {"status": packing.status}
    if packing.placements or packing.board is not None:
        found |= {"width": packing.width, "height": packing.height, "score": packing.score}
    found |= {"goal": packing.goal, "bound": packing.bound, "method": packing.method}
    if packing.goal in WITH_VALUE and packing.status in ("optimal", "feasible"):
        found["value"] = packing.value
    if packing.reason:
        found["reason"] = packing.reason
    if packing.refuted:
        found["refuted"] = [
            {"width": one.width, "height": one.height, "reason": one.reason}
            | ({} if one.weights is None else {"weights": one.weights.to_json()})
            | ({} if one.waste is None else {"waste": one.waste.to_json()})
            for one in packing.refuted[:_MOST_REFUTED]
        ]
    found["bag" if isinstance(asked, Bag) else "pieces"] = (
        asked.to_counts() if isinstance(asked, Bag) else pieces_to_text(asked)
    )
    if packing.board is not None:
        found["board"] = packing.board.to_text(one_line=True)
        found["board_parts"] = len(packing.board.components())
    if packing.values is not None:
        found["values"] = packing.values.to_text(one_line=True)
    if packing.bonuses is not None:
        found["bonuses"] = packing.bonuses.to_text()
    if packing.weights is not None:
        found["weights"] = packing.weights.to_json()
    found |= {key: cells for key, cells in (("clearance", packing.clearance), ("margin", packing.margin)) if cells}
    with uncollected():
        found["placements"] = [
            {"piece": one.piece, "cells": [list(cell) for cell in one.cells]} for one in packing.placements
        ]
    return found


def from_json(text: str) -> list[Packing]:
    """The packings in an answer of ``packing pack``: one, or those under ``packings``; or JSON Lines of them.

    Nothing is believed of them: :func:`shapewright.packing.check` says what they are worth. Raises ``NotationError``
    that names what is wrong.
    """
    found = []
    for place, data in json_or_lines(text):
        if isinstance(data, dict) and isinstance(data.get("packings"), list):
            shared = {key: data[key] for key in ("bag", "pieces", "board", "goal", "values", "bonuses") if key in data}
            for number, one in enumerate(data["packings"], start=1):
                found.append(packing_from_json(with_shared(one, shared), f"packing {number} of {place}"))
        else:
            found.append(packing_from_json(data, place))
    return found


def with_shared(one: object, shared: dict[str, object]) -> object:
    """A packing of an answer, with what the answer says of all of them and it does not say itself."""
    if not isinstance(one, dict):
        return one
    if "bag" in one or "pieces" in one:
        shared = {key: value for key, value in shared.items() if key not in ("bag", "pieces")}
    return shared | one


def checked_from_json(data: object) -> Packing:
    """Read one packing in plain data and check it; raise ``NotationError`` if anything is wrong with it."""
    packing = packing_from_json(data, "the JSON")
    for fault in faults(packing):
        raise NotationError(f"the JSON is not a packing: {fault}")
    return packing


def packing_from_json(data: object, place: str) -> Packing:
    """One packing in plain data; ``NotationError`` names what is wrong in ``place``."""
    if not isinstance(data, dict) or not isinstance(data.get("placements"), list):
        raise NotationError(f"{place} is not a packing; expected an object with a list 'placements'")
    asked = read_bag_json(data, place)
    status, goal = data.get("status", "feasible"), data.get("goal", "score")
    if status not in ("optimal", "feasible", "infeasible", "unknown"):
        raise NotationError(
            f"the status {quote(str(status))} of {place} is not one of optimal, feasible, infeasible and unknown"
        )
    if goal not in (*OBJECTIVES, "box", "board"):
        raise NotationError(
            f"the goal {quote(str(goal))} of {place} is not one of {', '.join(OBJECTIVES)}, box and board"
        )
    read: dict[str, Any] = {}
    for key, kind in (("board", Board), ("values", Values), ("bonuses", Bonuses)):
        if data.get(key) is not None:
            if not isinstance(data[key], str):
                raise NotationError(f"the {key} of {place} {'is' if key == 'board' else 'are'} not text")
            read[key] = kind.from_text(data[key])
    width, height = data.get("width", 0), data.get("height", 0)
    if type(width) is not int or type(height) is not int or not (0 <= width <= MAX_CELLS and 0 <= height <= MAX_CELLS):
        raise NotationError(f"the width or height of {place} is not a whole number of cells")
    placements = placements_from_json(data["placements"], place)
    return Packing(
        asked, status, width, height, placements, goal, _number(data, "bound", place), **read,
        note=_reason(data, place), method=str(data.get("method", ""))[:40], stated_score=_number(data, "score", place),
        stated_value=_number(data, "value", place), clearance=_distance(data, "clearance", place),
        margin=_distance(data, "margin", place),
        weights=None if data.get("weights") is None else BoardWeights.from_json(data["weights"]),
    )  # fmt: skip


def read_bag_json(data: Mapping[str, Any], place: str) -> Bag | tuple[Piece, ...]:
    """The bag or the pieces of an answer in plain data; ``NotationError`` names what is wrong in ``place``."""
    if data.get("bag") is not None and data.get("pieces") is not None:
        raise NotationError(f"{place} has both a 'bag' and 'pieces'")
    if isinstance(data.get("bag"), dict):
        counts = data["bag"]
        if not all(type(count) is int for count in counts.values()):
            raise NotationError(f"a count of the bag of {place} is not a whole number")
        return Bag.from_counts(counts)
    if isinstance(data.get("pieces"), str):
        return pieces_from_text(data["pieces"])
    raise NotationError(f"{place} does not say what was packed; expected 'bag' or 'pieces'")


def placements_from_json(records: list[object], place: str) -> tuple[Placement, ...]:
    """Placements in plain data; ``NotationError`` names what is wrong in ``place``."""
    return tuple(_placement(record, f"placement {number} of {place}") for number, record in enumerate(records, start=1))


def _reason(data: dict[str, object], place: str) -> str:
    """Why there is no packing, as the answer says; '' where there is one."""
    stated = "" if data.get("reason") is None else data["reason"]
    if not isinstance(stated, str):
        raise NotationError(f"the reason of {place} is not text")
    return stated if data.get("status") in ("infeasible", "unknown") else ""


def _number(data: dict[str, object], key: str, place: str) -> float | None:
    value = data.get(key)
    if value is None:
        return None
    if isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 1e15:
        return float(value)
    raise NotationError(f"the {key} of {place} is not a number")


def _distance(data: dict[str, object], key: str, place: str) -> int:
    value = data.get(key, 0)
    if type(value) is int and 0 <= value <= MAX_DISTANCE:
        return value
    raise NotationError(f"the {key} of {place} is not a number of cells from 0 to {MAX_DISTANCE}")


def _placement(record: object, place: str) -> Placement:
    if not isinstance(record, dict) or not isinstance(record.get("piece"), str):
        raise NotationError(f"{place} has no piece; expected {{'piece': name, 'cells': [[x, y], ...]}}")
    cells = record.get("cells")
    if not isinstance(cells, list) or not cells:
        raise NotationError(f"{place} has no cells")
    return Placement(record["piece"], cells_from_json(cells, place))


def cells_from_json(cells: list[object], place: str) -> tuple[Cell, ...]:
    """Cells in plain data; ``NotationError`` names what is wrong in ``place``."""
    found: list[Cell] = []
    for cell in cells:
        if not isinstance(cell, list) or len(cell) != 2 or not all(type(c) is int for c in cell):
            raise NotationError(f"{place} has the cell {quote(str(cell))}; expected [x, y]")
        if not all(0 <= c <= MAX_CELLS for c in cell):
            raise NotationError(f"{place} has the cell {quote(str(cell))}, which is beyond every board")
        found.append((cell[0], cell[1]))
    return tuple(found)
