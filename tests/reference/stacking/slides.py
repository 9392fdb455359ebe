"""Pieces that slide and turn while they fall, by brute force: a piece is a set of cells, and a centre.

Nothing is shared with the package but the problem itself: centres are found from the cells, positions are sets of
cells, and every position that is reached from above the stack is looked at.
"""

from __future__ import annotations

from functools import cache

from shapewright.stacking.problem import Problem

Cells = frozenset[tuple[int, int]]
Centre = tuple[int, int]  # in half cells


def shapes_of(problem: Problem, name: str) -> list[Cells]:
    """The cells of a piece in the order of its rotations."""
    found = []
    for shape in problem.piece(name).orientations[: None if problem.rotation else 1]:
        rows = shape.to_text().split("\n")
        found.append(
            frozenset((x, len(rows) - 1 - y) for y, row in enumerate(rows) for x, one in enumerate(row) if one != ".")
        )
    return found


def centre_of(cells: Cells) -> Centre:
    """Twice the coordinates of the point about which a piece turns: the middle of the square that is as wide as it."""
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    low, high = min(y for _, y in cells), max(y for _, y in cells)
    middle = (left + right, low + high)
    if (right - left + high - low) % 2 == 0:
        return middle
    lying = right - left > high - low
    if lying:
        more_above = sum(2 * y > middle[1] for _, y in cells) > sum(2 * y < middle[1] for _, y in cells)
        return middle[0], middle[1] + (1 if more_above else -1)
    more_right = sum(2 * x > middle[0] for x, _ in cells) > sum(2 * x < middle[0] for x, _ in cells)
    return middle[0] + (1 if more_right else -1), middle[1]


def turned(cells: Cells, centre: Centre) -> Cells:
    """A quarter turn anticlockwise about a centre."""
    a, b = centre
    return frozenset(((a - (2 * y - b)) // 2, (b + (2 * x - a)) // 2) for x, y in cells)


def moved(cells: Cells, x: int, y: int) -> Cells:
    return frozenset((a + x, b + y) for a, b in cells)


def at_the_origin(cells: Cells) -> Cells:
    return moved(cells, -min(x for x, _ in cells), -min(y for _, y in cells))


def places(filled: Cells, shapes: list[Cells], width: int) -> set[Cells]:
    """All sets of cells in which the piece can come to rest."""
    top = max((y + 1 for _, y in filled), default=0)
    sky = top + 1 + max(max(cell) for shape in shapes for cell in shape)

    def is_free(cells: Cells) -> bool:
        return all(0 <= x < width and 0 <= y < sky + 10 and (x, y) not in filled for x, y in cells)

    start = []
    for shape in shapes:
        for centre in _centres(shape, shapes):
            for x in range(width):
                for y in range(top, sky + 1):
                    cells = moved(shape, x, y)
                    if is_free(cells):
                        start.append((cells, (centre[0] + 2 * x, centre[1] + 2 * y)))
    seen = set(start)
    resting = set()
    while start:
        cells, (a, b) = start.pop()
        after = [(moved(cells, x, y), (a + 2 * x, b + 2 * y)) for x, y in ((0, -1), (-1, 0), (1, 0))]
        if not is_free(after[0][0]):
            resting.add(cells)
        if len(shapes) > 1:
            once = turned(cells, (a, b))
            after += [(once, (a, b)), (turned(turned(once, (a, b)), (a, b)), (a, b))]
        for state in after:
            if state not in seen and at_the_origin(state[0]) in shapes and is_free(state[0]):
                seen.add(state)
                start.append(state)
    return resting


def _centres(shape: Cells, shapes: list[Cells]) -> list[Centre]:
    """Every centre that the shape has when the first shape of its kind turns, each once.

    A shape that looks the same after half a turn may have turned so, and then turns about another point.
    """
    for first in shapes:
        found = []
        cells, centre = first, centre_of(first)
        for _ in range(4):
            left, low = min(x for x, _ in cells), min(y for _, y in cells)
            own = (centre[0] - 2 * left, centre[1] - 2 * low)
            if at_the_origin(cells) == shape and own not in found:
                found.append(own)
            cells = turned(cells, centre)
        if found:
            return found
    return []


def values(problem: Problem) -> dict[int, int]:
    """How many plans come to each value: plans are different where a piece comes to lie elsewhere."""

    @cache
    def walk(filled: Cells, used: int, held: str, peak: int, rows: int, tetrises: int) -> tuple[tuple[int, int], ...]:
        if used == len(problem.sequence) and not held:
            return ((_value(problem, filled, peak, rows, tetrises), 1),)
        found: dict[int, int] = {}
        for name, after, slot in _due(problem, used, held):
            for cells in places(filled, shapes_of(problem, name), problem.width):
                high = max(y for _, y in cells) + 1
                if problem.height_limit is not None and high > problem.height_limit:
                    continue
                stack, full = filled | cells, 0
                if problem.clear_lines:
                    stack, full = _without_full_rows(stack, problem.width)
                for value, number in walk(stack, after, slot, max(peak, high), rows + full, tetrises + (full >= 4)):
                    found[value] = found.get(value, 0) + number
        return tuple(found.items())

    start = frozenset((x, y) for x, y in problem.board)
    return dict(walk(start, 0, "", max((y + 1 for _, y in start), default=0), 0, 0))


def _due(problem: Problem, used: int, held: str) -> list[tuple[str, int, str]]:
    queue = problem.sequence[used:]
    if not queue:
        return [(held, used, "")]
    ways = {queue[0]: (used + 1, held)}
    if problem.hold and held:
        ways.setdefault(held, (used + 1, queue[0]))
    if problem.hold and not held and len(queue) > 1:
        ways.setdefault(queue[1], (used + 2, queue[0]))
    return [(name, *rest) for name, rest in ways.items()]


def _without_full_rows(cells: Cells, width: int) -> tuple[Cells, int]:
    left: set[tuple[int, int]] = set()
    full = 0
    for y in range(max(y for _, y in cells) + 1):
        row = {(x, y - full) for x, other in cells if other == y}
        if len(row) == width:
            full += 1
        else:
            left |= row
    return frozenset(left), full


def _value(problem: Problem, cells: Cells, peak: int, rows: int, tetrises: int) -> int:
    tops = [max((y + 1 for other, y in cells if other == x), default=0) for x in range(problem.width)]
    return {
        "height": max(tops),
        "holes": sum(tops) - len(cells),
        "flatness": sum(abs(tops[x] - tops[x + 1]) for x in range(problem.width - 1)),
        "peak": peak,
        "rows": rows,
        "tetrises": tetrises,
    }[problem.objective]
