"""Stacking by brute force: every way to drop every piece, on a grid of rows written as lists of characters.

Nothing is shared with the package but the problem itself: pieces are turned by transposing their drawings, they fall
by trying rows from the top, and the order of plans is that of plain loops.
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.stacking.problem import Problem

Art = tuple[str, ...]  # rows, the top one first
Grid = tuple[str, ...]  # rows, the bottom one first
Move = tuple[str, int, int]  # piece, rotation in degrees, column
Way = tuple[tuple[int, int], ...]  # after each drop: the rows of the grid, and how many of them are full
Found = Iterator[tuple[int, tuple[Move, ...]]]


def art_of(problem: Problem, name: str) -> list[Art]:
    """The drawings of a piece in the order of its rotations."""
    drawn = [tuple(shape.to_text().split("\n")) for shape in problem.piece(name).orientations]
    return drawn if problem.rotation else drawn[:1]


def quarter_turn(art: Art) -> Art:
    """The drawing turned anticlockwise."""
    return tuple("".join(row[x] for row in art) for x in reversed(range(len(art[0]))))


def dropped(grid: Grid, art: Art, column: int, width: int) -> Grid | None:
    """The grid with the drawing fallen into it; None if it does not fit between the walls."""
    if column + len(art[0]) > width:
        return None
    tall = len(art)

    def fits(bottom: int) -> bool:
        for down, row in enumerate(art):
            y = bottom + tall - 1 - down
            if y < len(grid) and any(a != "." and b != "." for a, b in zip(row, grid[y][column:], strict=False)):
                return False
        return True

    bottom = len(grid)
    while bottom > 0 and fits(bottom - 1):
        bottom -= 1
    rows = [list(row) for row in grid] + [["."] * width for _ in range(max(0, bottom + tall - len(grid)))]
    for down, row in enumerate(art):
        for x, character in enumerate(row):
            if character != ".":
                rows[bottom + tall - 1 - down][column + x] = "#"
    return tuple("".join(row) for row in rows)


def without_full_rows(grid: Grid) -> Grid:
    """The grid after its full rows have vanished."""
    left = [row for row in grid if "." in row]
    while left and "#" not in left[-1]:
        left.pop()
    return tuple(left)


def value_of(grid: Grid, width: int, objective: str) -> int:
    """The height of a grid, its holes, or the steps of its top."""
    tops = [max((y + 1 for y, row in enumerate(grid) if row[x] == "#"), default=0) for x in range(width)]
    if objective == "height":
        return max(tops)
    if objective == "flatness":
        return sum(abs(tops[x] - tops[x + 1]) for x in range(width - 1))
    return sum(grid[y][x] == "." for x in range(width) for y in range(tops[x]))


def value_on_the_way(way: Way, objective: str, at_the_end: int) -> int:
    """What is asked of the stacks before full rows vanished, and of how many did each time; else the end's value."""
    if objective == "peak":
        return max(high for high, _ in way)
    if objective == "rows":
        return sum(full for _, full in way)
    return sum(full >= 4 for _, full in way) if objective == "tetrises" else at_the_end


def start_of(problem: Problem) -> Grid:
    """The grid before any drop."""
    rows = max((y + 1 for _, y in problem.board), default=0)
    return tuple("".join("#" if (x, y) in problem.board else "." for x in range(problem.width)) for y in range(rows))


def plans(problem: Problem) -> Found:
    """Every plan and what it comes to, without a hold slot in the order of (rotation, column)."""
    limit = problem.height_limit

    def walk(grid: Grid, queue: tuple[str, ...], slot: str, moves: tuple[Move, ...], way: Way) -> Found:
        if not queue and not slot:
            yield value_on_the_way(way, problem.objective, value_of(grid, problem.width, problem.objective)), moves
            return
        for name, rest, kept in now(queue, slot, problem.hold):
            for number, art in enumerate(art_of(problem, name)):
                for column in range(problem.width):
                    after = dropped(grid, art, column, problem.width)
                    if after is None or (limit is not None and len(after) > limit):
                        continue
                    step = len(after), 0
                    if problem.clear_lines:
                        step = len(after), sum("." not in row for row in after)
                        after = without_full_rows(after)
                    yield from walk(after, rest, kept, (*moves, (name, 90 * number, column)), (*way, step))

    start = start_of(problem)
    return walk(start, tuple(problem.sequence), "", (), ((len(start), 0),))


def now(queue: tuple[str, ...], slot: str, hold: bool) -> list[tuple[str, tuple[str, ...], str]]:
    """Which pieces may fall, each with the queue and the slot that are left."""
    if not queue:
        return [(slot, (), "")]
    ways = {queue[0]: (queue[1:], slot)}
    if hold and slot:
        ways.setdefault(slot, (queue[1:], queue[0]))
    if hold and not slot and len(queue) > 1:
        ways.setdefault(queue[1], (queue[2:], queue[0]))
    return [(name, *rest) for name, rest in ways.items()]


def longest(problem: Problem) -> int:
    """How many pieces can fall before one passes the height limit, by playing every game to its end."""
    known: dict[tuple[Grid, tuple[str, ...], str], int] = {}
    limit = problem.height_limit
    assert limit is not None

    def walk(grid: Grid, queue: tuple[str, ...], slot: str) -> int:
        if (grid, queue, slot) in known:
            return known[grid, queue, slot]
        most = 0
        for name, rest, kept in now(queue, slot, problem.hold) if queue or slot else []:
            for art in art_of(problem, name):
                for column in range(problem.width):
                    after = dropped(grid, art, column, problem.width)
                    if after is not None and len(after) <= limit:
                        after = without_full_rows(after) if problem.clear_lines else after
                        most = max(most, 1 + walk(after, rest, kept))
        known[grid, queue, slot] = most
        return most

    return walk(start_of(problem), tuple(problem.sequence), "")


def best(problem: Problem) -> tuple[int, tuple[Move, ...], int] | None:
    """The best value, the first plan that reaches it, and how many do; None if there is no plan at all."""
    found: int | None = None
    chosen: tuple[Move, ...] = ()
    number = 0
    for value, moves in plans(problem):
        if found is None or rank(problem, value) < rank(problem, found):
            found, chosen, number = value, moves, 0
        number += value == found
    return None if found is None else (found, chosen, number)


def rank(problem: Problem, value: int) -> int:
    """Where a value comes in order, the best first."""
    return -value if problem.objective in ("rows", "tetrises") else value


def least_height(problem: Problem) -> tuple[int, tuple[Move, ...]]:
    """The least height and the first plan that reaches it, of a plain problem.

    All permutations are tried, but those that begin with a stack already as high as the best plan so far.
    """
    least = 10**9
    chosen: tuple[Move, ...] = ()
    arts = {name: art_of(problem, name) for name in problem.sequence}

    def walk(grid: Grid, number: int, moves: tuple[Move, ...]) -> None:
        nonlocal least, chosen
        if len(grid) >= least:
            return
        if number == len(problem.sequence):
            least, chosen = len(grid), moves
            return
        name = problem.sequence[number]
        for turn, art in enumerate(arts[name]):
            for column in range(problem.width - len(art[0]) + 1):
                after = dropped(grid, art, column, problem.width)
                assert after is not None
                walk(after, number + 1, (*moves, (name, 90 * turn, column)))

    walk(start_of(problem), 0, ())
    return least, chosen
