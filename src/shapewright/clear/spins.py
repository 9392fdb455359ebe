"""Spins: how a placement locks when the last movement that succeeded was a turn.

The last movement, the cells around the piece, and for T the kick decide. What came before the last
movement does not matter, nor do movements that failed. A piece that sinks after it was turned, by soft or hard drop,
has moved.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from shapewright.clear.drops import T_SPINS, Drop, falls_to, fits, is_grounded, is_soft, must_spin
from shapewright.clear.field import FULL_ROW, WIDTH, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import FACINGS, PIECES, Placement, cells_of
from shapewright.errors import NotationError, ProblemError, quote

Spin = Literal["none", "mini", "full"]
"""How a piece locks: without a spin, with a mini one, or with a full one (a regular one, as solution-finder says)."""

SpinRule = Literal["t", "all", "all-mini", "all-mini+", "none"]
"""What counts as a spin.

``t``, the rule of the guideline, and of solution-finder: a T that was turned last spins if at least three of the four
cells at the corners of its centre are filled, walls and floor included. It is full if the two corners on the side of
its stem are filled, or if the kick was one of ``Kicks.regular``: that of a T-spin triple, or of a fin, the fifth in
turns from north or south. Otherwise it is mini. Sources: solution-finder's page on input files; the pages on T-spins
of four.lol, tetris.wiki and Hard Drop. Not agreed on: tetris.wiki counts every fifth kick as full, also those upward,
where solution-finder, four.lol and Triangle.js have the triple and the fin alone, as here; older games count walls
and floor as empty (Tetris Worlds), turns with a kick not at all, or minis only with one line or none.

``all``: any piece that was turned last and can move neither left nor right, up or down is full, T too. Source: the
rule called Immobile on Hard Drop's page on T-spins, in The New Tetris, and NullpoMino. Not agreed on: TETR.IO judges T
by its corners even where all pieces spin; Hard Drop's page does not ask for a turn as last movement.

``all-mini``: TETR.IO's all-mini. T as in ``t``, with minis; any other piece is mini if it can move neither left nor
right, up or down. ``all-mini+``: the same, but a T that fails the corners and cannot move is mini as well; the league
of season 2 is played so since Beta 1.5.0. Source: Triangle.js, a model of TETR.IO that plays its replays back.

``none``: nothing is a spin.
"""

SPIN_RULES: tuple[SpinRule, ...] = ("t", "all", "all-mini", "all-mini+", "none")
"""The rules by name."""

SPINS: tuple[Spin, ...] = ("none", "mini", "full")
"""How a piece can lock, the least first."""
_STEM = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def check_spin_rule(rule: str) -> SpinRule:
    """The argument, if it is one of ``SPIN_RULES``; otherwise raises ``NotationError``."""
    for known in SPIN_RULES:
        if rule == known:
            return known
    raise NotationError(f"{quote(rule)} is not a rule of spins; choose one of {', '.join(SPIN_RULES)}")


def spins(
    field: Field | str, placement: Placement, *, kicks: Kicks, rule: SpinRule, drop: Drop = "soft"
) -> frozenset[Spin]:
    """Every way in which the piece can lock there, in this facing or in one that covers the same cells.

    Empty if it cannot lock there at all. Pieces that come down by hard drop alone never spin. With a drop by which
    every T must spin, only what is a T-spin such as it asks for counts, by the rule ``t``, and is then called what
    ``rule`` says. Full rows of the field are not cleared first: that is the caller's.

    >>> from shapewright.clear.field import Field
    >>> from shapewright.clear.kicks import Kicks
    >>> from shapewright.clear.piece import Placement
    >>> slot = Field.from_text("X__XX_X___/X___XXXXXX/XX_XXXXXXX")
    >>> sorted(spins(slot, Placement("T", "S", 2, 1), kicks=Kicks.named("srs"), rule="t"))
    ['full']

    Raises ``NotationError`` for another rule.
    """
    field = Field.of(field)
    check_spin_rule(rule)
    piece = placement.piece
    if not is_grounded(field, placement):
        return frozenset()
    if not is_soft(piece, drop):
        return frozenset({"none"} if falls_to(field, placement, kicks) else ())
    walk = _walk(field.rows, piece, kicks)
    wanted = must_spin(piece, drop)
    found: set[Spin] = set()
    for state in placement.alike():
        number = FACINGS.index(state.facing)
        here = 1 << _STRIDE * (state.y + _FLOOR) + state.x
        if walk.moved[number] & here and not wanted:
            found.add("none")
        for turned, is_regular in ((walk.turned, False), (walk.kicked, True)):
            if turned[number] & here and (not wanted or is_turned_as_wanted(field, state, drop, is_regular=is_regular)):
                found.add(_spin(field, state, rule, is_regular=is_regular))
    return frozenset(found)


def is_wanted_spin(wanted: str, spin: Spin, lines: int) -> bool:
    """Whether a T that locks with this spin and clears so many lines does what one of ``T_SPINS`` asks for."""
    least, full = T_SPINS[wanted]
    return lines >= least and (spin == "full" if full else spin != "none")


def is_turned_as_wanted(field: Field, placement: Placement, drop: Drop, *, is_regular: bool) -> bool:
    """Whether a grounded T that was turned last does what a drop by spins asks for.

    ``is_regular`` says that the turn had one of the kicks by which any T-spin is full.
    """
    filled = dict(enumerate(field.rows))
    for x, y in placement.cells():
        filled[y] = filled.get(y, 0) | 1 << x
    lines = list(filled.values()).count(FULL_ROW)
    return is_wanted_spin(drop, _by_corners(field, placement, is_regular=is_regular), lines)


def best_spin(field: Field | str, placement: Placement, *, kicks: Kicks, rule: SpinRule, drop: Drop = "soft") -> Spin:
    """The most that the placement can lock with: full, else mini, else none.

    Raises ``ProblemError`` if the piece cannot lock there, ``NotationError`` for another rule.
    """
    field = Field.of(field)
    found = spins(field, placement, kicks=kicks, rule=rule, drop=drop)
    if not found:
        raise ProblemError(f"{placement} cannot lock there: it does not fit, does not rest, or cannot get there")
    return max(found, key=SPINS.index)


def _spin(field: Field, placement: Placement, rule: SpinRule, *, is_regular: bool) -> Spin:
    """What a grounded piece locks with that was turned last, with a kick that makes a mini spin regular or another."""
    if rule == "none":
        return "none"
    if rule == "all":
        return "full" if _is_stuck(field, placement) else "none"
    found: Spin = "none"
    if placement.piece == "T":
        found = _by_corners(field, placement, is_regular=is_regular)
    if found == "none" and (rule == "all-mini+" or (rule == "all-mini" and placement.piece != "T")):
        found = "mini" if _is_stuck(field, placement) else "none"
    return found


def _by_corners(field: Field, placement: Placement, *, is_regular: bool) -> Spin:
    filled = corners_filled(field, placement)
    if len(filled) < 3:
        return "none"
    stem_x, stem_y = _STEM[placement.facing]
    before = sum([dx == stem_x or dy == stem_y for dx, dy in filled])
    return "full" if before == 2 or is_regular else "mini"


def corners_filled(field: Field, placement: Placement) -> frozenset[tuple[int, int]]:
    """Which corners around the centre are filled, walls and floor too; (-1, 1) is the upper left one."""
    corners = [(dx, dy, placement.x + dx, placement.y + dy) for dx in (-1, 1) for dy in (-1, 1)]
    return frozenset({(dx, dy) for dx, dy, x, y in corners if not 0 <= x < WIDTH or y < 0 or (x, y) in field})


def _is_stuck(field: Field, placement: Placement) -> bool:
    """Whether a grounded piece can move neither left, right nor up."""
    piece, facing, x, y = placement.piece, placement.facing, placement.x, placement.y
    return not any(fits(field, piece, facing, x + dx, y + dy) for dx, dy in ((-1, 0), (1, 0), (0, 1)))


# A number holds a place of the centre for each bit, x + 16 (y + 4): six columns of wall between one row and the next,
# four rows of floor below. No kick is larger than four cells, and no cell is further than two from the centre.
_STRIDE = 16
_FLOOR = 4
_WALLS = (1 << _STRIDE) - 1 - FULL_ROW
# Of the rows above the stack, so many matter: no kick from further up ends in it.
_SKY = 12


class _Walk(NamedTuple):
    """By facing, where the piece gets by a movement, by a turn, and by a turn with a kick that counts as regular."""

    moved: tuple[int, ...]
    turned: tuple[int, ...]
    kicked: tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def _walk(rows: tuple[int, ...], piece: str, kicks: Kicks) -> _Walk:
    """All that can be done with a piece that comes from above the stack."""
    top = len(rows) + _SKY
    filled = (1 << _STRIDE * _FLOOR) - 1
    for y in range(top + 3):
        row = rows[y] if y < len(rows) else 0
        filled |= (row | _WALLS) << _STRIDE * (y + _FLOOR)
    everywhere = (1 << _STRIDE * (top + _FLOOR)) - 1
    above = everywhere ^ ((1 << _STRIDE * (len(rows) + _FLOOR)) - 1)
    free, got = [0] * 4, [0] * 4
    for facing in kicks.facings(piece):
        number = FACINGS.index(facing)
        cells = cells_of(piece, facing)
        blocked = 0
        for dx, dy in cells:
            blocked |= _shifted(filled, -dx, -dy)
        free[number] = everywhere & ~blocked
        got[number] = free[number] & _shifted(above, 0, -min([dy for _, dy in cells]))
    start, offsets_of = tuple(got), kicks.table[PIECES.index(piece)]
    turns = [
        (before, after, (FACINGS[before] + FACINGS[after], offsets_of[before][after]))
        for before in range(4)
        for after in range(4)
        if free[before] and free[after] and offsets_of[before][after]
    ]
    turned, kicked = [0] * 4, [0] * 4
    waiting = [number for number in range(4) if got[number]]
    while waiting:
        before = waiting.pop()
        reach, room = got[before], free[before]
        while (more := (reach | reach << 1 | reach >> 1 | reach >> _STRIDE) & room) != reach:
            reach = more
        got[before] = reach
        for of, after, (turn, offsets) in turns:
            if of != before:
                continue
            rest = reach
            for offset in offsets:
                landed = _shifted(rest, *offset) & free[after]
                if piece == "T" and (turn, offset) in kicks.regular:
                    kicked[after] |= landed
                else:
                    turned[after] |= landed
                rest &= ~_shifted(landed, -offset[0], -offset[1])
                if landed & ~got[after]:
                    got[after] |= landed
                    if after not in waiting:
                        waiting.append(after)
    moved = [(got[n] << 1 | got[n] >> 1 | got[n] >> _STRIDE) & free[n] | start[n] for n in range(4)]
    return _Walk(tuple(moved), tuple(turned), tuple(kicked))


def _shifted(places: int, dx: int, dy: int) -> int:
    by = dx + _STRIDE * dy
    return places << by if by >= 0 else places >> -by
