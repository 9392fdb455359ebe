"""One assembly taken apart by the engine, and its groups of pieces that need not come apart, as BurrTools knows them.

A part whose pieces all have the same group, and no other, is left whole. Any other part that does not come apart has to
be in a group that all its pieces may be in. All parts that are left so are given their groups together: of no piece may
there be more copies in one group than it says.
Source: A. Roever, BurrTools, user guide, "Grouping Pieces".
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from shapewright.cells.grid import Cell
from shapewright.cells.lattice import Lattice
from shapewright.cells.lattices import SQUARE, lattice
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.tiling import native
from shapewright.tiling.apart.along import taken_apart_along
from shapewright.tiling.apart.check import check
from shapewright.tiling.apart.values import Disassembly, Part, Step
from shapewright.tiling.apart.ways import check_movable, directions
from shapewright.tiling.native import Separation
from shapewright.tiling.problem import Group, Problem
from shapewright.tiling.solution import Solution

MAX_PIECES = 64
MAX_LENGTH = 15_000
"""The pieces of an assembly, one behind the other, are at most so many units long."""
MAX_STATES = 20_000_000
"""So many arrangements of one part are kept at most: about 2 GB for twelve pieces."""


class _Own(threading.local):
    """A disassembler for each thread: what it learned about pairs of shapes serves the next assemblies."""

    def __init__(self) -> None:
        self.disassembler = native.Disassembler()


_own = _Own()


def disassemble(solution: Solution, *, lift: bool = False, time_limit: float | None = None) -> Disassembly:
    """Take one assembly apart by the fewest moves to the first group out, and the same again for both parts; checked.

    Pieces move along the axes of the board, or the lines of its lattice, several at a time, and do not turn.
    With ``lift`` pieces of a flat puzzle may leave its plane. ``apart`` of the result says whether single pieces are
    left; parts that stay together have no steps, and that is proven.

    >>> from shapewright import tiling
    >>> hook = tiling.Problem.from_text("board 4x2\\npieces 2*L4")
    >>> disassemble(tiling.first(hook)).level
    '1'

    Raises ``LimitError`` for more than 64 pieces or too many arrangements, ``StoppedError`` when ``time_limit``
    (seconds) is over.
    """
    axes = axes_of(solution.problem, lift=lift)
    cells = [placement.cells for placement in solution.placements]
    clock = Clock(time_limit)
    with interruptible(clock.stop) as stop:
        states, separations = taken_apart(cells, axes, stop, clock.native())
    root = part_of(separations, solution.problem.board.lattice)
    if root is not None and solution.problem.together:
        root = left_together(root, [placement.piece for placement in solution.placements], solution.problem.together)
    found = Disassembly(solution, root, lift, states)
    check(found)
    return found


def axes_of(problem: Problem, *, lift: bool) -> int | str:
    """How many axes pieces may move along, or the name of a lattice whose pieces move along lines of its own.

    Raises ``ProblemError`` for solids to be lifted, and for lattices on which nothing is taken apart.
    """
    board = problem.board
    check_movable(board.lattice)
    if lift and board.dimension != 2:
        raise ProblemError(f"'lift' is for flat puzzles; pieces of {board.lattice.cell_name}s leave every plane anyway")
    if lift and not board.lattice.is_plain:
        raise ProblemError(f"'lift' is for squares: lifted, each piece of {board.lattice.cell_name}s is free at once")
    if not board.lattice.is_plain:
        return board.lattice.name
    return 3 if lift else problem.board.dimension


def lattice_of(axes: int | str) -> Lattice:
    """The lattice that :func:`axes_of` names."""
    return lattice(axes) if isinstance(axes, str) else SQUARE


def taken_apart(
    pieces: Sequence[Sequence[Cell]], axes: int | str, stop: bytearray, seconds: float
) -> tuple[int, list[Separation]]:
    """The number of states and the separations; the sets of cells are the pieces, ``axes`` comes of :func:`axes_of`.

    Raises ``StoppedError`` if it is stopped, ``LimitError`` for an assembly that is too large.
    """
    if len(pieces) > MAX_PIECES:
        raise LimitError(f"the assembly has {len(pieces)} pieces; at most {MAX_PIECES} are taken apart")
    longest = sum(max(max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True)) for cells in pieces)
    if longest > MAX_LENGTH:
        raise LimitError(f"the pieces are {longest} units long together; at most {MAX_LENGTH} are taken apart")
    flat = [[(cell[0], cell[1], cell[2] if len(cell) == 3 else 0) for cell in cells] for cells in pieces]
    if isinstance(axes, str):
        return taken_apart_along(flat, lattice_of(axes), stop, seconds)
    outcome, states, separations = _own.disassembler.run(flat, axes, MAX_STATES, stop, seconds)
    if outcome == "stopped":
        raise StoppedError("stopped before the assembly was taken apart")
    if outcome == "too many":
        raise LimitError(f"the assembly has more than {MAX_STATES:,} arrangements, which are not kept")
    return states, separations


def part_of(separations: Sequence[Separation], lattice: Lattice = SQUARE, number: int = 0) -> Part | None:
    """The part of that number with all that comes of it; None for a single piece."""
    if not 0 <= number < len(separations):
        return None
    pieces, moves, rest, out = separations[number]
    named = tuple(directions(lattice).items())
    steps = [
        Step(_numbers(group), named[direction][0], units or None, named[direction][1])
        for group, direction, units in moves
    ]
    halves = [part_of(separations, lattice, half) for half in (rest, out)]
    return Part(_numbers(pieces), tuple(steps), halves[0], halves[1])


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(k for k in range(bits.bit_length()) if bits >> k & 1)


def left_together(root: Part, names: Sequence[str], groups: Sequence[Group]) -> Part:
    """The part with those of its parts that stay together marked; as it is if they may not.

    ``names`` are those of the pieces by their numbers.
    """
    for tree in (_pruned(root, names, groups), root):
        left = [part for part in tree.parts() if not part.steps]
        found = _given([Counter([names[k] for k in part.pieces]) for part in left], groups, [])
        if found is not None:
            return _marked(tree, {part.pieces: group for part, group in zip(left, found, strict=True)})
    return root


def _pruned(part: Part, names: Sequence[str], groups: Sequence[Group]) -> Part:
    """Without what comes of parts that need not come apart."""
    own = [{number for number, group in enumerate(groups) if names[k] in dict(group)} for k in part.pieces]
    if len(own[0]) == 1 and all(one == own[0] for one in own):
        return replace(part, steps=(), rest=None, out=None)
    halves = [None if half is None else _pruned(half, names, groups) for half in (part.rest, part.out)]
    return replace(part, rest=halves[0], out=halves[1])


def _given(left: Sequence[Counter[str]], groups: Sequence[Group], given: list[int]) -> list[int] | None:
    """The number of a group, from 1, for each of those left together; None if there are not enough."""
    if len(given) == len(left):
        return given
    for number, group in enumerate(groups, start=1):
        most = dict(group)
        within = sum((left[k] for k, other in enumerate(given) if other == number), left[len(given)])
        if all(name in most and copies <= (most[name] or copies) for name, copies in within.items()):
            found = _given(left, groups, [*given, number])
            if found is not None:
                return found
    return None


def _marked(part: Part, group_of: dict[tuple[int, ...], int]) -> Part:
    """Pieces are in one part that is left alone, so that they tell which it is."""
    halves = [None if half is None else _marked(half, group_of) for half in (part.rest, part.out)]
    group = 0 if part.steps else group_of[part.pieces]
    return replace(part, rest=halves[0], out=halves[1], together=group)
