"""The words of the bar under the board: the verdict in a few words, and what else is known in chips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.errors import amount
from shapewright.packing import Bag, Boards
from shapewright.packing.proof.reason import piece_cells
from shapewright.packing.rules import ON_BOARD, WITH_VALUE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.polyomino import Piece
    from shapewright.packing import Bins, Packing, Round

_UNITS = {"area": "cells", "strip": "rows"}


def of_packing(packing: Packing) -> dict[str, object]:
    """Return the bar for a packing, or for the proof that none exists.

    >>> from shapewright.packing import Bag, pack
    >>> of_packing(pack(Bag.from_text("LOJI")))
    {'words': '4x4, optimal', 'chips': ['score 24', 'checked'], 'tone': 'good'}
    >>> of_packing(pack(Bag.from_text("O5"), box=(4, 4)))
    {'words': 'impossible: 4 cells too many', 'chips': ['proven'], 'tone': 'bad'}
    """
    if packing.status == "infeasible":
        return {"words": f"impossible{_why(packing)}", "chips": ["proven"], "tone": "bad"}
    if packing.status == "unknown" or (not packing.placements and packing.goal not in ON_BOARD):
        return {"words": "not decided", "chips": ["a longer search may find out"], "tone": "plain"}
    optimal = packing.status == "optimal"
    if packing.goal in WITH_VALUE:
        free = f"{amount(int(packing.value), 'cell', thousands=True)} free"
        words = free if packing.goal == "room" else f"{packing.goal} {_number(packing.value)}"
        more = [] if optimal or packing.bound is None else [f"at most {_number(packing.bound)} possible"]
        return {"words": f"{words}, optimal" if optimal else words, "chips": [*more, "checked"], "tone": "good"}
    if packing.goal in ("box", "board"):
        return _on_ground(packing, optimal)
    chips = [f"score {_number(packing.score)}"] if packing.goal == "score" else []
    if packing.goal == "area":
        chips = [f"area {packing.width * packing.height}"]
    elif packing.goal == "strip":
        chips = [f"height {packing.height}"]
    if not optimal and packing.bound is not None:
        better = "at most" if packing.goal == "score" else "at least"
        unit = f" {_UNITS[packing.goal]}" if packing.goal in _UNITS else ""
        chips.append(f"{better} {_number(packing.bound)}{unit} possible")
    elif packing.refuted:
        first = packing.refuted[-1]
        chips.append(f"{first.width}x{first.height} impossible")
    size = f"{packing.width}x{packing.height}"
    return {"words": f"{size}, optimal" if optimal else size, "chips": [*chips, "checked"], "tone": "good"}


def of_bins(found: Bins | Boards) -> dict[str, object]:
    """The bar for boards that hold a bag."""
    if found.status == "infeasible":
        return {"words": "impossible", "chips": ["proven"], "tone": "bad"}
    if found.status == "unknown":
        return {"words": "not decided", "chips": ["a longer search may find out"], "tone": "plain"}
    optimal = found.status == "optimal"
    cost = f", cost {found.cost}" if isinstance(found, Boards) else ""
    chips = [] if optimal else [f"at least {found.bound} needed"]
    if optimal and not cost and len(found) > 1:
        chips = [f"{len(found) - 1} impossible"]
    words = f"{amount(len(found), 'board')}{cost}"
    return {"words": f"{words}, optimal" if optimal else words, "chips": [*chips, "checked"], "tone": "good"}


def of_round(best: Round, perfect: float) -> dict[str, object]:
    """The bar for a round."""
    words = f"{best.total:,.1f} points" + (", perfect" if best.is_perfect else "")
    most = sum(one.status == "optimal" for one in best.packings)
    chips = [f"perfect is {perfect:,.1f}", f"{most} of {len(best.packings)} levels optimal", "checked"]
    return {"words": words, "chips": chips, "tone": "good"}


def cells_over(asked: Bag | Sequence[Piece], cells: int) -> str:
    """How many cells of the pieces are too many for so many cells of a board, or how many stay empty, in words.

    >>> cells_over(Bag.from_text("O5"), 16), cells_over(Bag.from_text("O"), 5), cells_over(Bag.from_text("O"), 4)
    ('4 cells too many', '1 cell stays empty', 'every cell is covered')
    """
    pieces = asked.cells if isinstance(asked, Bag) else piece_cells(asked)
    if pieces == cells:
        return "every cell is covered"
    if pieces > cells:
        return f"{amount(pieces - cells, 'cell', thousands=True)} too many"
    return _stay_empty(cells - pieces)


def _on_ground(packing: Packing, optimal: bool) -> dict[str, object]:
    room = packing.width * packing.height if packing.board is None else len(packing.board.cells)
    empty = room - packing.cells
    if not empty:
        words = amount(room, "cell", thousands=True)
        return {"words": "every cell is covered", "chips": [words, "checked"], "tone": "good"}
    chips, asked = [_stay_empty(empty)], packing.asked
    counts = [] if isinstance(asked, Bag) else [(one.maximum, one.shape.area) for one in asked]
    most = None if any(many is None for many, _ in counts) else sum((many or 0) * area for many, area in counts)
    if packing.goal == "box" or isinstance(asked, Bag) or packing.cells == most:
        return {"words": "all pieces fit", "chips": [*chips, "checked"], "tone": "good"}
    if not optimal and packing.bound is not None:
        chips.append(f"at most {packing.bound:.0f} possible")
    words = f"{packing.cells} of {amount(room, 'cell', thousands=True)}"
    return {"words": f"{words}, optimal" if optimal else words, "chips": [*chips, "checked"], "tone": "good"}


def _why(packing: Packing) -> str:
    """Return the reason: the cells that are too many, else the sentence of the answer."""
    room = packing.refuted[0].width * packing.refuted[0].height if packing.refuted else 0
    if packing.board is not None:
        room = len(packing.board.cells)
    words = cells_over(packing.asked, room) if room else ""
    if words.endswith("too many"):
        return f": {words}"
    return f": {packing.reason}" if packing.reason else ""


def _stay_empty(number: int) -> str:
    return f"{amount(number, 'cell', thousands=True)} {'stays' if number == 1 else 'stay'} empty"


def _number(value: float) -> str:
    return f"{value:,.2f}".rstrip("0").rstrip(".")
