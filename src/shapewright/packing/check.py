"""The independent checker: are these placements a packing of that bag, of that size, with that score?

It shares no code with the solvers: the rules and what was asked, nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.grid import cell_text
from shapewright.errors import InternalError
from shapewright.packing.rules import LETTERS, SHAPES, bounding_box, counts_of, overlap, score

if TYPE_CHECKING:
    from shapewright.cells.grid import Cell
    from shapewright.packing.answer import Packing

__all__ = ["check", "faults"]


def faults(packing: Packing) -> list[str]:
    """What keeps ``packing`` from being what it says it is, one sentence each; an empty list if nothing does.

    Placements, counts, the box or the board, and the score are checked; that nothing is better is not.
    """
    found: list[str] = []
    shapes: dict[str, set[tuple[Cell, ...]]] = {}
    least: dict[str, int] = {}
    most: dict[str, int | None] = {}
    counts = getattr(packing.asked, "counts", None)
    if counts is not None:
        for letter, count in zip(LETTERS, counts, strict=True):
            shapes[letter] = {turned.cells for turned in SHAPES[letter].orientations("one-sided")}
            least[letter] = most[letter] = count
    else:
        assert isinstance(packing.asked, tuple)
        for piece in packing.asked:
            shapes[piece.name] = {turned.cells for turned in piece.orientations()}
            least[piece.name], most[piece.name] = piece.minimum, piece.maximum
    if packing.status in ("infeasible", "unknown"):
        return ["an answer without a packing has placements"] if packing.placements else []
    for placement in packing.placements:
        where = f"{placement.piece!r} at {cell_text(placement.cells[0]) if placement.cells else 'no cell'}"
        if placement.piece not in shapes:
            found.append(f"{where} is none of the pieces")
        elif not placement.cells:
            found.append(f"{where} covers nothing")
        else:
            x, y = min([cell[0] for cell in placement.cells]), min([cell[1] for cell in placement.cells])
            if tuple([(cx - x, cy - y) for cx, cy in placement.cells]) not in shapes[placement.piece]:
                found.append(f"{where} has a shape that the piece cannot take")
    twice = overlap(packing.placements)
    if twice is not None:
        found.append(f"the cell {cell_text(twice)} is covered twice")
    used = counts_of(packing.placements)
    for name in shapes:
        upper = most[name]
        if used[name] < least[name] or (upper is not None and used[name] > upper):
            found.append(f"the piece {name} lies {used[name]} times, and {least[name]} are in the bag")
    return found + _wrong_place(packing)


def _wrong_place(packing: Packing) -> list[str]:
    left, bottom, width, height = bounding_box(packing.placements)
    if packing.board is not None:
        outside = [cell for one in packing.placements for cell in one.cells if cell not in packing.board.cells]
        return [f"the cell {cell_text(min(outside))} is covered and is no cell of the board"] if outside else []
    if not packing.placements:
        return ["the packing has no placements"]
    found = []
    cells = sum(len(one.cells) for one in packing.placements)
    # On a given box its own sides count, elsewhere those of what is covered, whatever the answer says they are.
    sides = (packing.width, packing.height) if packing.goal == "box" else (width, height)
    if packing.stated_score is not None and all(sides):
        true = float(score(cells, *sides))
        if abs(packing.stated_score - true) > 1e-9 * abs(true):
            found.append(f"the score is {true:.2f}, not {packing.stated_score:.2f}")
    if packing.goal == "box":
        fits = left >= 0 and bottom >= 0 and left + width <= packing.width and bottom + height <= packing.height
        return found if fits else [*found, f"the placements do not lie within {packing.width}x{packing.height}"]
    if (left, bottom) != (0, 0):
        found.append(f"the bounding box begins at {left},{bottom} and not at the origin")
    if (width, height) != (packing.width, packing.height):
        found.append(f"the bounding box is {width}x{height}, not {packing.width}x{packing.height}")
    return found


def check(packing: Packing) -> None:
    """Raise ``InternalError`` if ``packing`` is not what it says it is: for our own answers, before they are shown."""
    wrong = faults(packing)
    if wrong:
        raise InternalError(f"a packing failed its check: {wrong[0]}")
