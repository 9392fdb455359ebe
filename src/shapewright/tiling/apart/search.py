"""One assembly taken apart by the engine."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from shapewright.cells.lattices import SQUARE, lattice
from shapewright.errors import LimitError, ProblemError, StoppedError
from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.tiling import native
from shapewright.tiling.apart.along import taken_apart_along
from shapewright.tiling.apart.check import check
from shapewright.tiling.apart.staying import left_together
from shapewright.tiling.apart.values import Disassembly, Part, Step
from shapewright.tiling.apart.ways import check_movable, directions

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.cells.grid import Cell
    from shapewright.cells.lattice import Lattice
    from shapewright.tiling.native import Separation
    from shapewright.tiling.problem import Problem
    from shapewright.tiling.solution import Solution

__all__ = ["MAX_LENGTH", "MAX_PIECES", "MAX_STATES", "axes_of", "disassemble", "lattice_of", "part_of", "taken_apart"]

MAX_PIECES = 64
MAX_LENGTH = 15_000
"""The pieces of an assembly, one behind the other, are at most so many units long."""
MAX_STATES = 20_000_000
"""So many arrangements of one part are kept at most: about 2 GB for twelve pieces."""


class _Own(threading.local):
    """A disassembler for each thread: what it learned about pairs of shapes serves the next assemblies."""

    def __init__(self) -> None:
        self.disassembler = native.disassembler()


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
