"""The independent checker: are these placements a packing of that bag, of that size, with that score?

It shares no code with the solvers: the rules and what was asked, nothing else.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING

from shapewright.cells.grid import Cell, cell_text
from shapewright.cells.placements import colours_match
from shapewright.errors import InternalError, ProblemError
from shapewright.packing.rules import LETTERS, ON_BOARD, SHAPES, WITH_VALUE, bounding_box, counts_of, overlap, score

if TYPE_CHECKING:
    from shapewright.cells.polyomino import Polyomino
    from shapewright.packing.answer import Packing
    from shapewright.packing.problem import Problem


_SHAPES = {letter: {turned.cells for turned in SHAPES[letter].orientations("one-sided")} for letter in LETTERS}


def faults(packing: Packing, problem: Problem | None = None) -> list[str]:
    """What keeps ``packing`` from being what it says it is, one sentence each; an empty list if nothing does.

    Placements, counts, the box or the board, and the score are checked; that nothing is better is not. With a
    ``problem``, it must be an answer to that, too.
    """
    if problem is not None and not hasattr(problem, "goal"):  # a checker stands on no code that reads text
        raise ProblemError(f"faults takes a Problem, not {type(problem).__name__}; Problem.from_text reads one")
    found = [] if problem is None else _other_question(packing, problem)
    shapes: dict[str, set[tuple[Cell, ...]]] = {}
    least: dict[str, int] = {}
    most: dict[str, int | None] = {}
    counts = getattr(packing.asked, "counts", None)
    if counts is not None:
        shapes = _SHAPES
        least = dict(zip(LETTERS, counts, strict=True))
        most.update(least)
    else:
        assert isinstance(packing.asked, tuple)
        for piece in packing.asked:
            shapes[piece.name] = {turned.cells for turned in piece.orientations()}
            least[piece.name], most[piece.name] = piece.minimum, piece.maximum
    if packing.status in ("infeasible", "unknown"):
        return [*found, "an answer without a packing has placements"] if packing.placements else found
    for placement in packing.placements:
        where = f"{placement.piece!r} at {cell_text(placement.cells[0]) if placement.cells else 'no cell'}"
        if placement.piece not in shapes:
            found.append(f"{where} is not one of the pieces")
        elif not placement.cells:
            found.append(f"{where} covers nothing")
        else:
            x, y = min([cell[0] for cell in placement.cells]), min([cell[1] for cell in placement.cells])
            if tuple([(cx - x, cy - y) for cx, cy in placement.cells]) not in shapes[placement.piece]:
                found.append(f"{where} has a shape that the piece cannot take")
    found += _wrong_colours(packing)
    twice = overlap(packing.placements)
    if twice is not None:
        found.append(f"the cell {cell_text(twice)} is covered twice")
    used = counts_of(packing.placements)
    for name, lower in least.items():
        upper = most[name]
        if used[name] < lower or (upper is not None and used[name] > upper):
            range_ = f"{lower} or more" if upper is None else f"{lower} to {upper}"
            are = f"{lower} {'is' if lower == 1 else 'are'}" if lower == upper else f"{range_} are"
            found.append(f"the piece {name} lies {used[name]} times, and {are} in the bag")
    return found + _too_close(packing) + _wrong_place(packing)


def _too_close(packing: Packing) -> list[str]:
    """Two pieces with fewer free cells between them than the clearance."""
    if not packing.clearance:
        return []
    reach = range(-packing.clearance, packing.clearance + 1)
    owner = {cell: number for number, one in enumerate(packing.placements) for cell in one.cells}
    for (x, y), number in owner.items():
        for dx in reach:
            for dy in reach:
                if owner.get((x + dx, y + dy), number) != number:
                    gap = max(abs(dx), abs(dy)) - 1
                    where = f"{x},{y} and {x + dx},{y + dy}"
                    return [
                        f"the cells {where} of two pieces have {gap} free cells between them, not {packing.clearance}"
                    ]
    return []


def _too_near_border(packing: Packing, board: AbstractSet[Cell]) -> list[str]:
    """A piece with fewer free cells of the board beside it than the margin."""
    for cell in sorted(cell for one in packing.placements for cell in one.cells):
        for far in range(1, packing.margin + 1):
            ring = {(cell[0] + dx, cell[1] + dy) for dx in (-far, far) for dy in range(-far, far + 1)}
            ring |= {(x, y) for y in (cell[1] - far, cell[1] + far) for x in range(cell[0] - far, cell[0] + far + 1)}
            if not ring <= board:
                where = f"the cell {cell_text(cell)} is covered"
                return [f"{where}, and the border is {far - 1} cells away, not {packing.margin}"]
    return []


def _wrong_colours(packing: Packing) -> list[str]:
    """Pieces that lie in zones of another colour, and cells that may not stay empty."""
    board = packing.board
    if board is None:
        return []
    found, colours = [], board.colour_of()
    shapes: dict[str, tuple[Polyomino, ...]] = {}
    if isinstance(packing.asked, tuple) and colours:
        shapes = {piece.name: piece.orientations() for piece in packing.asked if piece.shape.colours}
    for one in packing.placements if shapes else ():
        if one.piece not in shapes or not one.cells:
            continue
        x, y = (min([cell[axis] for cell in one.cells]) for axis in (0, 1))
        lies = tuple([(cx - x, cy - y) for cx, cy in one.cells])
        if not any(turned.cells == lies and colours_match(turned, one.cells, colours) for turned in shapes[one.piece]):
            found.append(f"{one.piece!r} at {cell_text(one.cells[0])} lies on a cell of another colour")
    if board.optional:
        bare = board.cells - board.optional - {cell for one in packing.placements for cell in one.cells}
        found += [f"the cell {cell_text(min(bare))} is not covered, and it is not optional"] if bare else []
    return found


def _wrong_place(packing: Packing) -> list[str]:
    left, bottom, width, height = bounding_box(packing.placements)
    margin = packing.margin
    left, bottom, width, height = left - margin, bottom - margin, width + 2 * margin, height + 2 * margin
    if packing.stated_value is not None and packing.goal in WITH_VALUE and packing.stated_value != packing.value:
        what = "largest free rectangle" if packing.goal == "room" else packing.goal
        return [f"the {what} is {packing.value:.0f}, not {packing.stated_value:.0f}"]
    if packing.board is not None:
        outside = [cell for one in packing.placements for cell in one.cells if cell not in packing.board.cells]
        if outside:
            return [f"the cell {cell_text(min(outside))} is covered, and it is not a cell of the board"]
        return _too_near_border(packing, packing.board.cells) if packing.margin else []
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


def _other_question(packing: Packing, problem: Problem) -> list[str]:
    """What ``problem`` asks and ``packing`` does not answer."""
    found = []
    if packing.asked != problem.asked:
        found.append("the pieces are not those of the problem")
    if packing.goal != problem.goal:
        found.append(f"the goal is {packing.goal!r}, and the problem asks for {problem.goal!r}")
    if not packing.placements:
        return found
    sides = (packing.width, packing.height)
    if problem.goal in ON_BOARD and packing.board != problem.ground:
        found.append("the board is not that of the problem")
    if (packing.clearance, packing.margin) != (problem.clearance, problem.margin):
        found.append("the clearance and the margin are not those of the problem")
    if packing.values != problem.values:
        found.append("the values of cells are not those of the problem")
    if packing.bonuses != problem.bonuses:
        found.append("the bonuses are not those of the problem")
    if problem.goal == "box" and sorted(sides) != sorted(problem.box or ()):
        found.append(f"the box is {sides[0]}x{sides[1]} and not that of the problem")
    if problem.width is not None and packing.width > problem.width:
        found.append(f"the width is {packing.width}, more than the strip's {problem.width}")
    lying = set(packing.placements) if problem.fixed else set()
    found += [f"the fixed piece {one.piece!r} does not lie in its place" for one in problem.fixed if one not in lying]
    if problem.cover_corner and problem.goal != "box" and not any((0, 0) in one.cells for one in packing.placements):
        found.append("the corner 0,0 is not covered")
    return found


def check(packing: Packing, problem: Problem | None = None) -> None:
    """Raise ``InternalError`` if ``packing`` is not what it says it is (and answers ``problem``, if there is one).

    For our own answers, before they are shown; a file's are asked for their :func:`faults`.
    """
    wrong = faults(packing, problem)
    if wrong:
        raise InternalError(f"a packing failed its check: {wrong[0]}")
