"""Pieces that slide and turn while they fall, by the rules alone: how they turn, where they get to, by which path.

A piece begins anywhere above the stack, in any of its orientations. It moves left, right and down, and turns by a
quarter about its centre, if the cells where it then lies are empty; nothing kicks it elsewhere. It stays where it
cannot move down. This is the Super Rotation System without kicks; the cells between two positions do not matter, as in
the rotation model of E. D. Demaine, S. Hohenberger and D. Liben-Nowell, *Tetris is hard, even to approximate* (2003).

A path is written as moves, each with how often it is made if more than once: ``2dr`` is twice down, then once right.
It begins with the piece just above the whole stack, or as many rows higher as it has letters ``u`` at the beginning,
and at its end the piece falls straight down.
"""

from __future__ import annotations

import re
from collections import deque
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from shapewright.stacking.rules import height, landed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.stacking.plan import Drop
    from shapewright.stacking.problem import Problem


DROPS = ("hard", "soft")
"""How pieces come down: straight, or sliding and turning on the way."""

MOVES = {"u": "up", "d": "down", "l": "left", "r": "right", "a": "anticlockwise", "c": "clockwise"}

_STEPS = {"u": (0, 1), "d": (0, -1), "l": (-1, 0), "r": (1, 0)}
_RUN = re.compile(r"([1-9][0-9]{0,4})?([udlrac])")
_MOST_MOVES = 100_000

Shape = tuple["Cell", ...]


class SlideError(Exception):
    """A path that cannot be gone, and why."""


@dataclass(frozen=True, slots=True)
class Facing:
    """A piece in one position of its turning: its orientation, and where the corner of that lies from the centre.

    ``turned`` are the facings after a quarter turn anticlockwise and clockwise; None where the piece has no such
    drawing.
    """

    orientation: int
    x: int
    y: int
    turned: tuple[int | None, int | None]


@lru_cache(maxsize=500)
def facings(shapes: tuple[Shape, ...]) -> tuple[Facing, ...]:
    """The facings of a piece with these orientations: first one of each, in their order, then those that look alike.

    The centre is that of the square around the piece. Where the piece cannot lie in its middle, it lies half a cell
    aside, so that the half with more cells is nearer to the centre.

    >>> [(one.orientation, one.x, one.y) for one in facings((((0, 0), (1, 0), (2, 0), (3, 0)),))]
    [(0, -2, 0)]
    """
    found: list[tuple[int, int, int]] = []
    turned_to: list[list[int | None]] = []
    for shape in shapes:
        if any(shapes[orientation] == shape for orientation, _, _ in found):
            continue
        chain: list[tuple[int, int, int] | None] = []
        # The cells from the centre, in half cells: all even, or all odd.
        wide, tall = 1 + max(x for x, _ in shape), 1 + max(y for _, y in shape)
        centre = [wide - 1, tall - 1]
        if (wide - tall) % 2:
            axis = 0 if wide < tall else 1  # the shorter side is not in the middle
            halves = [
                sum(2 * cell[axis] < centre[axis] for cell in shape),
                sum(2 * cell[axis] > centre[axis] for cell in shape),
            ]
            centre[axis] += 1 if halves[1] > halves[0] else -1
        cells = [(2 * x - centre[0], 2 * y - centre[1]) for x, y in shape]
        for _ in range(4):
            left, low = min(x for x, _ in cells), min(y for _, y in cells)
            turned = tuple(sorted(((x - left) // 2, (y - low) // 2) for x, y in cells))
            chain.append((shapes.index(turned), left // 2, low // 2) if turned in shapes else None)
            cells = [(-y, x) for x, y in cells]
        if len(shapes) == 1:  # a piece that does not turn
            chain = [chain[0], None, None, None]
        numbers: dict[int, int] = {}
        for k, one in enumerate(chain):
            if one is not None:
                numbers[k] = len(found)
                found.append(one)
        turned_to += [[numbers.get((k + 1) % 4), numbers.get((k - 1) % 4)] for k in numbers]
    of_each = [next(k for k, one in enumerate(found) if one[0] == number) for number in range(len(shapes))]
    order = [*of_each, *[k for k in range(len(found)) if k not in of_each]]
    place: dict[int | None, int | None] = {None: None, **{k: at for at, k in enumerate(order)}}
    return tuple([Facing(*found[k], (place[turned_to[k][0]], place[turned_to[k][1]])) for k in order])


def moves_of(path: str) -> str:
    """The moves of a path one by one; ``SlideError`` if it is not a path.

    >>> moves_of("3d2rc")
    'dddrrc'
    """
    moves: list[str] = []
    at = count = 0
    while at < len(path):
        match = _RUN.match(path, at)
        if match is None:
            raise SlideError(f"{path!r} is not a path: expected moves such as 3d2r, of the letters u d l r a c")
        number = int(match[1] or 1)
        count += number
        if count > _MOST_MOVES:
            raise SlideError(f"{path!r} is not a path: it has more than {_MOST_MOVES} moves")
        moves.append(match[2] * number)
        at = match.end()
    if "u" in "".join(moves).lstrip("u"):
        raise SlideError(f"{path!r} is not a path: a piece can only begin higher (u), and never rise on its way")
    return "".join(moves)


def positions(
    filled: Collection[Cell], shapes: tuple[Shape, ...], width: int, column: int, facing: int, path: str
) -> Iterator[Shape]:
    """The cells of a piece above the stack, after each run of equal moves of its path, and where it comes to rest.

    Raises ``SlideError`` at the first move that cannot be made.
    """
    every = facings(shapes)
    moves = moves_of(path)
    state = (facing, column, height(filled) + len(moves) - len(moves.lstrip("u")))
    yield _cells(shapes, every, state)
    made = moves[: len(moves) - len(moves.lstrip("u"))]
    for move, run in groupby(moves.lstrip("u")):
        for _ in run:
            state = _moved(every, state, move)
            if not _fits(filled, shapes, every, state, width):
                when = f"after the moves {path_text(made)}" if made else "at first"
                raise SlideError(
                    f"{when} it cannot go {MOVES[move]}" if move in _STEPS else f"{when} it cannot turn {MOVES[move]}"
                )
            made += move
        yield _cells(shapes, every, state)
    while _fits(filled, shapes, every, lower := _moved(every, state, "d"), width):
        state = lower
    yield _cells(shapes, every, state)


def followed(
    filled: Collection[Cell], shapes: tuple[Shape, ...], width: int, column: int, facing: int, path: str
) -> Shape:
    """Where a piece comes to rest that goes along a path; ``SlideError`` if it cannot.

    >>> roof = {(0, 2), (1, 2)}
    >>> followed(roof, (((0, 0),),), 3, 2, 0, "3d2l")
    ((0, 0),)
    """
    *_, last = positions(filled, shapes, width, column, facing, path)
    return tuple(sorted(last))


def resting(problem: Problem, filled: Collection[Cell], drop: Drop, tops: Sequence[int] | None = None) -> Shape:
    """Where a drop of ``problem`` comes to rest, whichever way pieces come down; its piece, rotation and column exist.

    ``tops`` are the heights of the columns, for a caller who knows them: then the piece falls from just above its own.
    Raises ``SlideError`` for a path that cannot be gone.
    """
    shapes = problem.shapes(drop.piece)
    if drop.path:
        if problem.drop == "hard":
            raise SlideError("it has a path, and pieces fall straight down")
        return followed(filled, shapes, problem.width, drop.column, drop.orientation, drop.path)
    shape = problem.facing(drop)
    above = None if tops is None else max(tops[drop.column + x] for x, _ in shape)
    return landed(filled, shape, drop.column, above)


def path_text(moves: str) -> str:
    """Moves as a path is written.

    >>> path_text("dddrrc")
    '3d2rc'
    """
    runs = [(move, len(list(run))) for move, run in groupby(moves)]
    return "".join([f"{number if number > 1 else ''}{move}" for move, number in runs])


def path_of(
    filled: Collection[Cell], shapes: tuple[Shape, ...], width: int, orientation: int, column: int, row: int
) -> tuple[int, int, str] | None:
    """A shortest path to a place: the column and facing above the stack, and the moves; None if there is none.

    Where nothing is above the place it has no moves, and the last moves down are left out, since the piece falls.

    >>> roof = {(0, 2), (1, 2)}
    >>> path_of(roof, (((0, 0),),), 3, 0, 0, 0)
    (2, 0, '3d2l')
    """
    every = facings(shapes)
    top = height(filled)
    tops = [0] * width
    for x, y in filled:
        tops[x] = max(tops[x], y + 1)
    open_states = deque([(k, column, row) for k, one in enumerate(every) if one.orientation == orientation])
    came: dict[State, tuple[State, str] | None] = dict.fromkeys(open_states)
    while open_states:
        state = open_states.popleft()
        cells = _cells(shapes, every, state)
        if all(tops[x] <= y for x, y in cells):
            moves = "d" * (top - state[2]) if state[2] <= top else "u" * (state[2] - top)
            at: State | None = state
            while at is not None and came[at] is not None:
                at, move = came[at]  # type: ignore[misc]
                moves += move
            return state[1], state[0], path_text(moves.rstrip("d"))
        for move, before in _before(every, state):
            if before not in came and _fits(filled, shapes, every, before, width):
                came[before] = (state, move)
                open_states.append(before)
    return None


def rests(filled: Collection[Cell], shapes: tuple[Shape, ...], width: int) -> list[tuple[int, int, int]]:
    """Every orientation, column and row in which a piece can come to rest, ascending; the highest row of each first.

    >>> rests({(0, 2), (1, 2)}, (((0, 0),),), 3)
    [(0, 0, 3), (0, 0, 0), (0, 1, 3), (0, 1, 0), (0, 2, 0)]
    """
    every = facings(shapes)
    top = height(filled) + max(max(cell) for shape in shapes for cell in shape) + 1  # no turn goes down farther
    starts = [
        (k, x, top) for k, one in enumerate(every) for x in range(width - max(x for x, _ in shapes[one.orientation]))
    ]
    seen = set(starts)
    waiting = list(starts)
    found = set()
    while waiting:
        state = waiting.pop()
        for move in "dlrac":
            step = _moved(every, state, move)
            if not _fits(filled, shapes, every, step, width):
                if move == "d":
                    found.add((every[state[0]].orientation, state[1], -state[2]))
                continue
            if step[2] <= top and step not in seen:  # higher up every place is free
                seen.add(step)
                waiting.append(step)
    return [(orientation, x, -y) for orientation, x, y in sorted(found)]


State = tuple[int, int, int]
"""A facing, and the column and row of the lower left corner; a turn that does not exist has facing -1."""


def _moved(every: tuple[Facing, ...], state: State, move: str) -> State:
    facing, x, y = state
    if move in _STEPS:
        right, up = _STEPS[move]
        return facing, x + right, y + up
    here = every[facing]
    to = here.turned[move == "c"]
    return (-1, x, y) if to is None else (to, x + every[to].x - here.x, y + every[to].y - here.y)


def _before(every: tuple[Facing, ...], state: State) -> Iterator[tuple[str, State]]:
    """Each move that leads to a state, and the state before it."""
    facing, x, y = state
    for move in "dlr":
        right, up = _STEPS[move]
        yield move, (facing, x - right, y - up)
    for move, back in (("a", "c"), ("c", "a")):
        before = _moved(every, state, back)
        if before[0] >= 0:
            yield move, before


def _cells(shapes: tuple[Shape, ...], every: tuple[Facing, ...], state: State) -> Shape:
    facing, column, row = state
    return tuple([(x + column, y + row) for x, y in shapes[every[facing].orientation]])


def _fits(
    filled: Collection[Cell], shapes: tuple[Shape, ...], every: tuple[Facing, ...], state: State, width: int
) -> bool:
    if state[0] < 0:
        return False
    return all(0 <= x < width and y >= 0 and (x, y) not in filled for x, y in _cells(shapes, every, state))
