"""How good a packing is: its bound, that nothing is better, or that there is no packing at all.

It is shown again by :mod:`shapewright.packing.proof.refute`, which has no part in finding packings.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import floor, isqrt
from typing import TYPE_CHECKING

from shapewright.cells.grid import Board, Cell
from shapewright.cells.polyomino import UPRIGHT
from shapewright.packing.bonuses import bonus_bound
from shapewright.packing.clearance import inner, thickened
from shapewright.packing.proof.reason import piece_cells
from shapewright.packing.proof.recount import number_of
from shapewright.packing.proof.refutations import are_refuted
from shapewright.packing.proof.refute import Task
from shapewright.packing.proof.refute_bonus import is_most_bonus
from shapewright.packing.proof.refute_value import is_most, value_by_areas
from shapewright.packing.rules import ON_BOARD, score

if TYPE_CHECKING:
    from shapewright.packing.boxes import Box
    from shapewright.packing.claims.stated_packing import Record

# Beyond so many better boxes "optimal" is not shown again.
_MOST_BOXES = 400
_MUCH = 1 << 60


def judge_bound(record: Record) -> None:
    """A bound is not surpassed by what lies there; of an optimal packing it is reached."""
    packing, bound = record.packing, record.packing.bound
    if bound is None:
        return
    if packing.goal == "box" or packing.status == "infeasible":
        record.wrong("bound", "there is nothing that it could be a bound of")
        return
    if packing.status == "unknown":
        return
    value = record.value()
    close = 1e-9 * max(abs(value), abs(bound))
    more = value - bound if packing.goal in ("score", *ON_BOARD) else bound - value
    if packing.status == "optimal" and abs(more) > close:
        record.wrong("bound", f'is {bound:g}, and the value of an "optimal" packing is {value:g}')
    elif more > close:
        record.wrong("bound", f"is {bound:g}, and the packing has {value:g}, which is better")


def judge_status(record: Record) -> None:
    """That nothing is better than the bound, or that there is no packing."""
    packing = record.packing
    if packing.weights is not None and packing.goal not in ON_BOARD:
        record.wrong("weights", "there is no board whose cells they could weigh")
    refuted: bool | None = True  # that it fits is all that is claimed, unless it has a bound or is the best
    if packing.status == "infeasible":
        refuted = _no_packing(record)
    elif packing.goal != "box" and (packing.bound is not None or packing.status == "optimal"):
        look = _LOOKS.get(packing.goal, _better_refuted)
        refuted = look(record, record.value() if packing.bound is None else packing.bound)
    if refuted is None:
        record.found.unchecked("status", f"that nothing is better: {record.refutations.reason}")
    elif not refuted:
        what = "there is a packing" if packing.status == "infeasible" else "there is a better packing"
        record.wrong("bound" if packing.status in ("feasible", "unknown") else "status", f"{what}, a search found it")


def _no_packing(record: Record) -> bool | None:
    packing = record.packing
    if packing.goal in ON_BOARD and record.is_apart():
        return _apart_brings_no_more(record, -_MUCH)
    if packing.goal in ON_BOARD:
        cells = record.open_cells()
        if _by_weights(record, cells) < piece_cells(record.left):
            return True
        return record.refutations.task(record.task(cells, len(cells)))
    if packing.goal == "box":
        box = record.box()
        return None if box is None else record.refuted_box(box)
    if packing.goal == "strip" and record.strip is not None:
        # Of strips only one too narrow for a piece takes nothing: a high one has room for everything that fits.
        wide = [piece for piece in record.pieces if piece.minimum]
        room = record.strip - 2 * packing.margin
        return any(min(shape.size[0] for shape in one.orientations()) > room for one in wide)
    return None if packing.goal == "strip" else False


def _no_larger_room(record: Record, bound: float) -> bool | None:
    """Whether no rectangle of more cells than ``bound`` can stay empty."""
    cells = record.open_cells()
    most = len(cells) - piece_cells(record.left)

    def refuted(rectangle: frozenset[Cell]) -> bool | None:
        left = tuple(cell for cell in cells if cell not in rectangle)
        return record.refutations.task(Task(record.left, left, len(left)))

    larger = (one for one in record.free_rectangles(lying=False) if bound < len(one) <= most)
    return are_refuted(map(refuted, larger))


def _no_more_bonus(record: Record, bound: float) -> bool | None:
    """Whether touching pieces never bring more than ``bound``."""
    bonuses, board = record.packing.bonuses, record.packing.board
    if bonuses is None:
        return bound >= 0
    assert board is not None
    if bonus_bound(record.pieces, bonuses, len(board.cells)) <= bound:
        return True
    seconds = record.refutations.seconds
    return is_most_bonus(record.pieces, board, record.fixed, bonuses, floor(bound + 1e-9), seconds)


def _apart_brings_no_more(record: Record, bound: float) -> bool | None:
    """Whether no choice of pieces that keep their distances is worth more than ``bound``, or covers more cells."""
    given = record.worth(record.fixed)
    return record.apart().brings_no_more(floor(bound + 1e-9) - given, record.refutations.seconds)


def _is_most(record: Record, bound: float) -> bool | None:
    """Whether no choice of pieces and places is worth more than ``bound``."""
    if record.is_apart():
        return _apart_brings_no_more(record, bound)
    values, lying = record.packing.values, record.worth(record.fixed)
    cells = record.open_cells()
    if not cells:
        return bound >= lying
    worth = [0 if values is None else values.of([cell]) for cell in cells]
    left = floor(bound + 1e-9) - lying
    by_areas = value_by_areas(record.left, worth)
    if by_areas is not None and by_areas <= left:
        return True
    must, colours = record.zones(cells)
    return is_most(record.left, cells, worth, left, record.refutations.seconds, colours, must)


def _board_is_full(record: Record, bound: float) -> bool | None:
    """Whether more cells than ``bound`` cannot be covered."""
    if record.is_apart():
        return _apart_brings_no_more(record, bound)
    cells = record.open_cells()
    fixed = sum(len(one.cells) for one in record.fixed)
    empty = len(cells) - (floor(bound + 1e-9) - fixed) - 1
    if empty < 0 or _by_weights(record, cells) < len(cells) - empty:
        return True
    return record.refutations.task(record.task(cells, empty))


def _by_weights(record: Record, cells: tuple[Cell, ...]) -> int:
    """How many cells can be covered by the weights of the answer, which are added up again."""
    weights = record.packing.weights
    return len(cells) if weights is None or record.packing.goal != "board" else weights.most(record.left, cells)


def _better_refuted(record: Record, bound: float) -> bool | None:
    """Whether no box of enough cells is better than ``bound``; None also if these are too many, or not known."""
    cells = piece_cells(record.pieces)
    found: list[Box] = []
    for box in _boxes(record, cells, bound):
        if record.is_apart() and _has_no_room(record, box):
            continue
        found.append(box)
        if any(piece.motions in UPRIGHT for piece in record.pieces) and record.packing.goal != "strip":
            found.append((box[1], box[0]))
        if len(found) > _MOST_BOXES:
            return None
    if record.packing.goal == "strip" and record.strip is None:
        return None
    return are_refuted(map(record.refuted_box, found))


_LOOKS = {"room": _no_larger_room, "bonus": _no_more_bonus, "value": _is_most, "board": _board_is_full}
"""What shows that nothing is better, by the goal."""


def _has_no_room(record: Record, box: Box) -> bool:
    """Whether thick pieces have more cells than the box has for them."""
    width, height = inner(box, record.packing.clearance, record.packing.margin)
    return piece_cells(thickened(record.pieces, record.packing.clearance)) > width * height


def _boxes(record: Record, cells: int, bound: float) -> Iterator[Box]:
    goal = record.packing.goal
    if goal == "strip":
        width = record.strip
        for height in range(-(-cells // width), floor(bound - 1e-9) + 1) if width else ():
            yield width, height  # type: ignore[misc]
        return
    if goal == "area":
        for area in range(cells, floor(bound - 1e-9) + 1):
            yield from ((a, area // a) for a in range(1, isqrt(area) + 1) if area % a == 0)
        return
    short = 0
    while True:
        short += 1
        long = max(short, -(-cells // short))
        if long == short and float(score(cells, short, long)) <= bound + 1e-9 * abs(bound):
            return
        while float(score(cells, short, long)) > bound + 1e-9 * abs(bound):
            yield short, long
            long += 1


def number_there(record: Record) -> int | str:
    """How many packings of the same box or board there are, or why that is not known."""
    packing = record.packing
    is_full = packing.width * packing.height == sum(len(one.cells) for one in packing.placements)
    place = packing.goal in ("box", "board") or (is_full and packing.goal in ("score", "area", "strip"))
    exact = all(piece.minimum == piece.maximum for piece in record.pieces)
    if not (place and exact) or record.is_apart() or record.must_cover_corner:
        return "such packings are not counted"
    board = packing.board
    cells = Board.box(packing.width, packing.height).order() if board is None else record.open_cells()
    must, colours = (frozenset(), {}) if board is None else record.zones(cells)
    refutations = record.refutations
    number = number_of(record.left, cells, refutations.seconds, colours, must) if refutations.seconds else None
    return refutations.reason if number is None else number
