"""Spins by walking all states, one by one: facing, place, and what was done last."""

from __future__ import annotations

from functools import lru_cache

from shapewright.clear import rules
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import Placement, cells_of
from shapewright.clear.spins import Spin, SpinRule

# Facing, column, row; the turn and the number of its kick from 0, or None after another movement.
State = tuple[str, int, int, tuple[str, int] | None]


@lru_cache(maxsize=5000)
def states(field: Field, piece: str, kicks: Kicks) -> set[State]:
    """All states that a piece gets into that comes from above the stack and drops softly."""
    sky = field.height + 10
    found: set[State] = set()
    waiting: list[State] = [
        (facing, x, y, None)
        for facing in kicks.facings(piece)
        for x in range(10)
        for y in range(sky)
        if y + min(dy for _, dy in cells_of(piece, facing)) >= field.height and rules.fits(field, piece, facing, x, y)
    ]
    while waiting:
        state = waiting.pop()
        if state in found or state[2] >= sky:
            continue
        found.add(state)
        facing, x, y, _ = state
        for dx, dy in ((-1, 0), (1, 0), (0, -1)):
            if rules.fits(field, piece, facing, x + dx, y + dy):
                waiting.append((facing, x + dx, y + dy, None))
        for after in "NESW":
            offsets = kicks.offsets(piece, facing, after)
            for number, (dx, dy) in enumerate(offsets):
                if rules.fits(field, piece, after, x + dx, y + dy):
                    waiting.append((after, x + dx, y + dy, (facing + after, number)))
                    break
    return found


def spins(field: Field, placement: Placement, kicks: Kicks, rule: SpinRule, drop: Drop) -> set[Spin]:
    """Every way in which the piece can lock on these cells."""
    piece = placement.piece
    if drop == "hard" or (drop != "soft" and piece != "T"):
        same = [other for other in rules.reachable(field, piece, kicks, "hard") if other.cells() == placement.cells()]
        return {"none"} if same else set()
    found: set[Spin] = set()
    for facing, x, y, last in states(field, piece, kicks):
        cells = {(x + dx, y + dy) for dx, dy in cells_of(piece, facing)}
        if drop not in ("soft", "t-softdrop") and not _is_spun(field, (facing, x, y), last, kicks, drop):
            continue
        if cells == set(placement.cells()) and not rules.fits(field, piece, facing, x, y - 1):
            found.add("none" if last is None else _of_turn(field, piece, (facing, x, y), last, kicks, rule))
    return found


def _of_turn(
    field: Field, piece: str, place: tuple[str, int, int], last: tuple[str, int], kicks: Kicks, rule: SpinRule
) -> Spin:
    facing, x, y = place
    neighbours = ((x - 1, y), (x + 1, y), (x, y + 1), (x, y - 1))
    immobile = all(not rules.fits(field, piece, facing, *there) for there in neighbours)
    if rule == "none":
        return "none"
    if rule == "all":
        return "full" if immobile else "none"
    if piece != "T":
        return "mini" if immobile and rule != "t" else "none"

    def filled(dx: int, dy: int) -> bool:
        column, row = x + dx, y + dy
        return column in (-1, 10) or row == -1 or (column, row) in field

    front, back = {
        "N": (((-1, 1), (1, 1)), ((-1, -1), (1, -1))),
        "E": (((1, 1), (1, -1)), ((-1, 1), (-1, -1))),
        "S": (((-1, -1), (1, -1)), ((-1, 1), (1, 1))),
        "W": (((-1, 1), (-1, -1)), ((1, 1), (1, -1))),
    }[facing]
    in_front = sum(filled(*corner) for corner in front)
    behind = sum(filled(*corner) for corner in back)
    if in_front + behind < 3:
        return "mini" if immobile and rule == "all-mini+" else "none"
    turn, number = last
    regular = (turn, kicks.offsets(piece, turn[0], turn[1])[number]) in kicks.regular
    return "full" if in_front == 2 or regular else "mini"


def spun(field: Field, kicks: Kicks, drop: Drop) -> set[frozenset[tuple[int, int]]]:
    """The cells on which a T can lock by a spin such as a drop asks for; ``drop`` is one that makes every T spin."""
    return {
        frozenset({(x + dx, y + dy) for dx, dy in cells_of("T", facing)})
        for facing, x, y, last in states(field, "T", kicks)
        if not rules.fits(field, "T", facing, x, y - 1) and _is_spun(field, (facing, x, y), last, kicks, drop)
    }


def _is_spun(field: Field, place: tuple[str, int, int], last: tuple[str, int] | None, kicks: Kicks, drop: Drop) -> bool:
    """Whether a T that rests there has done what the drop asks for."""
    if last is None:
        return False
    facing, x, y = place
    filled = {(column, row) for row in range(field.height) for column in range(10) if (column, row) in field}
    filled |= {(x + dx, y + dy) for dx, dy in cells_of("T", facing)}
    lines = sum([all((column, row) in filled for column in range(10)) for row in range(25)])
    wanted = {"full"} if drop in ("tss", "tsd", "tst") else {"mini", "full"}
    least = {"tsz": 0, "tsm": 1, "tss": 1, "tsd": 2, "tst": 3}[drop]
    return lines >= least and _of_turn(field, "T", place, last, kicks, "t") in wanted
