"""Goals on the way, by trying every order of the pieces with every way to lock, and looking at all that happened."""

from __future__ import annotations

from dataclasses import dataclass

from tests.reference.clear import spins as clear_spins

from shapewright.clear import rules
from shapewright.clear.chances.cover import Built
from shapewright.clear.drops import Drop
from shapewright.clear.field import Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.goals import Goal
from shapewright.clear.piece import Placement, cells_of
from shapewright.clear.queue import Queue


@dataclass(frozen=True)
class Happened:
    """One placement: its piece, the lines, the spin, whether nothing is left, and whether soft drop was needed."""

    piece: str
    lines: int
    spin: str
    empty: bool
    soft: bool


def reaches(history: list[Happened], goal: Goal) -> bool:
    """Whether all that happened, in order, is as asked; the modes by solution-finder's documentation."""
    clears = [one for one in history if one.lines]
    strong = [one.lines == 4 or one.spin != "none" for one in clears]
    t_spins = [one for one in clears if one.piece == "T" and one.spin != "none"]
    full = [one.lines for one in t_spins if one.spin == "full"]
    if goal.max_clears is not None and len(clears) > goal.max_clears:
        return False
    if goal.max_soft is not None and sum(one.soft for one in history) > goal.max_soft:
        return False
    if len(strong) < goal.start_b2b or not all(strong[: goal.start_b2b]):
        return False
    for one in history:
        if one.piece == "T" and goal.every_t is not None:
            least = {"tsz": 0, "tsm": 1, "tss": 1, "tsd": 2, "tst": 3}[goal.every_t]
            wanted = ("full",) if goal.every_t in ("tss", "tsd", "tst") else ("mini", "full")
            if one.spin not in wanted or one.lines < least:
                return False
    mode = goal.mode
    if mode.endswith("L"):
        return all(one.lines >= int(mode[0]) for one in clears)
    if mode.endswith("L-or-PC"):
        return all(one.lines >= int(mode[0]) or one.empty for one in clears)
    return {
        "normal": True,
        "tetris": any(one.lines == 4 for one in clears),
        "tetris-end": history[-1].lines == 4,
        "tsm": bool(t_spins),
        "tss": bool(full),
        "tsd": any(lines >= 2 for lines in full),
        "tst": any(lines == 3 for lines in full),
        "any-spin": any(one.spin != "none" for one in clears),
        "b2b": all(strong),
    }[mode]


def can_reach(built: Built, queue: str, goal: Goal, kicks: Kicks, drop: Drop, *, hold: bool) -> bool:
    """Whether the queue can place all parts, in some order and some way, so that the goal is reached."""
    cells = [frozenset(part.cells) for part in built.parts]

    def go_on(left: frozenset[int], rest: Queue, history: list[Happened]) -> bool:
        if not left:
            return reaches(history, goal)
        rows = [row for y in range(20) for row in [row_of(built, cells, left, y)]]
        gone = [y for y in range(20) if rows[y] == 1023]
        field = Field(tuple(rows)).cleared()
        for piece, after, _ in rest.choices(hold=hold):
            for number in left:
                if built.parts[number].piece != piece:
                    continue
                now = {(x, y - sum(row < y for row in gone)) for x, y in cells[number]}
                for happened in events(field, piece, now, goal, kicks, "soft" if len(left) <= goal.last_soft else drop):
                    if go_on(left - {number}, after, [*history, happened]):
                        return True
        return False

    return go_on(frozenset(range(len(cells))), Queue(queue), [])


def row_of(built: Built, cells: list[frozenset[tuple[int, int]]], left: frozenset[int], y: int) -> int:
    """A row of the board on which all parts but those left are placed, full rows still there."""
    row = built.start.rows[y] if y < built.start.height else 0
    for number, part in enumerate(cells):
        if number not in left:
            row |= sum(1 << x for x, at in part if at == y)
    return row


def events(field: Field, piece: str, now: set[tuple[int, int]], goal: Goal, kicks: Kicks, drop: Drop) -> list[Happened]:
    """All that may happen when the piece is placed on these cells."""
    placement = next(
        (
            Placement(piece, facing, x, y)
            for facing in "NESW"
            for x, y in now
            if {(x + dx, y + dy) for dx, dy in cells_of(piece, facing)} == now
        ),
        None,
    )
    if placement is None or any(cell in field for cell in now):
        return []
    after = rules.place(field, placement)
    lines = (sum(map(int.bit_count, field.rows)) + 4 - sum(map(int.bit_count, after.rows))) // 10
    must_spin = piece == "T" and drop.startswith("ts")
    hard = not must_spin and bool(clear_spins.spins(field, placement, kicks, goal.spins, "hard"))
    found = [Happened(piece, lines, "none", not after.rows, soft=False)] if hard else []
    if rules.is_soft(piece, drop):
        ways = clear_spins.spins(field, placement, kicks, goal.spins, drop)
        found += [Happened(piece, lines, spin, not after.rows, soft=True) for spin in ways]
    return found
