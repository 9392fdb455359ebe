"""What no plan can be below, whatever the order of its pieces: by their cells, and by colours.

Colours are those of stripes or a checkerboard, or columns that take turns; for full rectangles there are theorems too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import gcd

from shapewright.cells.grid import Cell
from shapewright.cells.polyomino import Polyomino
from shapewright.colouring.rectangles import unfillable
from shapewright.jobs.limits import Clock
from shapewright.stacking import native
from shapewright.stacking.bounds.column_weights import column_bound
from shapewright.stacking.problem import Problem
from shapewright.stacking.rules import COUNTED, TETRIS, height, heights, holes


def lower_bound(problem: Problem) -> int:
    """A number that the objective of every plan reaches at least; quick to find, and often the truth.

    >>> from shapewright.stacking.problem import Problem
    >>> lower_bound(Problem("IOTIOTIO", width=6)), lower_bound(Problem("TTTTT", width=10))
    (6, 3)
    >>> lower_bound(Problem("S" * 100, width=7)), lower_bound(Problem("T" * 100))
    (67, 41)
    """
    if problem.objective == "flatness":
        return 0
    if problem.objective == "holes":
        # A row that vanishes may uncover holes, and what slides may fill them.
        return 0 if problem.clear_lines or problem.drop == "soft" else holes(problem.board, problem.width)
    if problem.objective in COUNTED:
        return -most_cleared(problem)
    if problem.clear_lines and problem.objective == "peak":
        lowest = [min(shape.size[1] for shape in fitting(problem, name)) for name in set(problem.sequence)]
        return max(height(problem.board), *lowest)
    if problem.clear_lines:
        # Each row that vanishes takes as many cells as the grid is wide.
        if problem.area % problem.width:
            return 1
        # Whole rows of cells are left, and one row of them would be full.
        return 0 if last_piece_clears(problem) else 2
    filled = _covered(problem) + problem.area - len(problem.board)
    tallest = max(min(shape.size[1] for shape in fitting(problem, name)) for name in set(problem.sequence))
    least = max(-(-filled // problem.width), height(problem.board), tallest, column_bound(problem).height)
    return least if can_be_filled(problem, least) and theorem(problem, least) is None else least + 1


def most_cleared(problem: Problem) -> int:
    """How many rows, or tetrises, no plan clears more of: by the cells that rows lack, and by pieces of four rows.

    >>> from shapewright.stacking.problem import Problem
    >>> most_cleared(Problem("OOOII", width=4, clear_lines=True, objective="rows"))
    5
    >>> most_cleared(Problem("OOOII", width=4, clear_lines=True, objective="tetrises"))
    1
    """
    filled = Counter(y for _, y in problem.board)
    left = problem.area - len(problem.board)
    rows = 0
    for lacking in sorted(problem.width - filled[y] for y in range(height(problem.board))):
        if lacking > left:
            break
        left -= lacking
        rows += 1
    else:
        rows += left // problem.width
    if problem.objective == "rows":
        return rows
    tall = [any(shape.size[1] >= TETRIS for shape in fitting(problem, name)) for name in problem.sequence]
    return min(sum(tall), rows // TETRIS)


def fitting(problem: Problem, name: str) -> list[Polyomino]:
    """The orientations of a piece that are not too wide for the grid."""
    return [shape for shape in problem.orientations(name) if shape.size[0] <= problem.width]


def last_piece_clears(problem: Problem) -> bool:
    """Whether the last piece of a sequence can be the one after which nothing is left, where rows vanish.

    Each of its rows must have waited for its cells alone, and nothing may lie above these: it falls straight down.
    S and Z always leave a cell of such a row above one of theirs.

    >>> from shapewright.stacking.problem import Problem
    >>> last_piece_clears(Problem("LJS", clear_lines=True)), last_piece_clears(Problem("LJT", clear_lines=True))
    (False, True)
    """
    if problem.hold or problem.drop != "hard" or not problem.sequence:
        return True  # another piece may fall last, or come from the side
    return any(
        all((x, above) in shape.cells for x, y in shape.cells for above in range(y, shape.size[1]))
        for shape in fitting(problem, problem.sequence[-1])
    )


def can_be_filled(problem: Problem, least: int) -> bool:
    """Whether stripes and a checkerboard allow a stack of this height, if all its cells must be filled for that.

    The pieces cover one colour more often than the other by fixed numbers, whichever way round.
    """
    if problem.width * least > _covered(problem) + problem.area - len(problem.board):
        return True
    # The cells up to this height that pieces can fill.
    tops = [0] * problem.width if problem.drop == "soft" else heights(problem.board, problem.width)
    empty = [(x, y) for x, top in enumerate(tops) for y in range(top, least) if (x, y) not in problem.board]
    room = abs(sum([-1 if (x + y) % 2 else 1 for x, y in empty]))
    if not fits_stripes(problem, empty):
        return False
    most = step = 0
    excess = {name: colour_excess(problem.orientations(name)[0]) for name in set(problem.sequence)}
    for name in problem.sequence:
        most += excess[name]
        step = gcd(step, 2 * excess[name])
    return room <= most and (step == 0 or (most - room) % step == 0)


def _covered(problem: Problem) -> int:
    """How many cells no piece can fill: those of the board and, where pieces fall straight down, all below them."""
    return len(problem.board) if problem.drop == "soft" else sum(heights(problem.board, problem.width))


def fits_stripes(problem: Problem, room: Sequence[Cell]) -> bool:
    """Whether columns and rows in two colours, and a checkerboard, allow the pieces to fill these cells.

    Each piece covers one colour more often than the other by one of a few numbers, for all three at once; here they are
    added up modulo 4.

    >>> from shapewright.stacking.problem import Problem
    >>> square = [(x, y) for x in range(4) for y in range(4)]
    >>> fits_stripes(Problem("JIOO", width=4), square), fits_stripes(Problem("JJOO", width=4), square)
    (False, True)
    """
    reached = frozenset({(0, 0, 0)})
    for name, number in Counter(problem.sequence).items():
        moved = {
            _stripes([(x + right, y + up) for x, y in shape.cells])
            for shape in fitting(problem, name)
            for right in range(min(2, problem.width - shape.size[0] + 1))
            for up in range(2)
        }
        seen: dict[frozenset[tuple[int, int, int]], int] = {}
        left = number
        while left:
            if reached in seen:  # round and round
                left %= seen[reached] - left
                seen = {}
                if not left:
                    break
            seen[reached] = left
            reached = frozenset(((a + d) % 4, (b + e) % 4, (c + f) % 4) for a, b, c in reached for d, e, f in moved)
            left -= 1
    return _stripes(room) in reached


def _stripes(cells: Sequence[Cell]) -> tuple[int, int, int]:
    """How much more often these cells are even than odd: by columns, by rows, on a checkerboard; modulo 4."""
    signs = [(1 - 2 * (x % 2), 1 - 2 * (y % 2)) for x, y in cells]
    return (
        sum([column for column, _ in signs]) % 4,
        sum([row for _, row in signs]) % 4,
        sum([column * row for column, row in signs]) % 4,
    )


def theorem(problem: Problem, least: int) -> str | None:
    """Why the pieces do not fill the grid to this height, if a theorem says it; None if they need not, or none does."""
    if problem.board or problem.area != problem.width * least:
        return None
    kinds = {name: [shape.cells for shape in problem.orientations(name)] for name in sorted(set(problem.sequence))}
    return unfillable(kinds, problem.width, least)


def colour_excess(shape: Polyomino) -> int:
    """By how many cells a shape covers one colour of a checkerboard more often than the other."""
    return abs(sum(-1 if (x + y) % 2 else 1 for x, y in shape.cells))


# --- What a few kinds of pieces leave empty in a rectangle, wherever they are ----------------------------------------
# Towers of S and Z waste a cell at each end, and T leave gaps beside a wall. So 67 rows of seven columns have room for
# 99 S and not for 100, though these have fewer cells. Of two kinds it is also known which numbers of each have room:
# 401 rows of ten columns hold 1,000 pieces S and Z, but never 500 of each.

MOST_KINDS = 3
"""More kinds than this leave hardly anything empty."""

# Profiles and frontiers that are looked at: some seconds.
_MOST_PROFILES = 100_000_000
_MOST_STEPS = 1_500_000_000
_MOST_EMPTY = 64  # so few empty cells allow only few ways to lie, which are gone through


def knows_rooms(problem: Problem) -> bool:
    """Whether the bound is one of ``problem``: few kinds fall onto an empty grid, and no row vanishes."""
    few = len(set(problem.sequence)) <= MOST_KINDS
    return few and not problem.clear_lines and not problem.board and problem.objective in ("height", "peak")


def least_room(problem: Problem, least: int, most: int, clock: Clock) -> int:
    """The first height from ``least`` on in which the pieces have room, if it is not above ``most``, which is known.

    What is not decided in time, or takes too much work, counts as room.

    >>> from shapewright.jobs.limits import Clock
    >>> from shapewright.stacking.problem import Problem
    >>> least_room(Problem("S" * 100, width=7), 58, 68, Clock(None))
    68
    """
    if not knows_rooms(problem) or least >= most:
        return least
    room = native.room(problem)
    if room is None:
        return least
    empty = room.empty(most - 1, _MOST_PROFILES, clock.stop, clock.native())
    if empty is None:
        return least
    numbers = list(Counter(problem.sequence).values())
    for rows in range(least, most):
        spare = problem.width * rows - problem.area
        if empty[rows - 1] > spare:
            continue
        if len(numbers) != 2 or spare > _MOST_EMPTY:
            return rows
        first, second = numbers
        if room.fits(rows, first, second, _MOST_STEPS, clock.stop, clock.native()) is not False:
            return rows
    return most
