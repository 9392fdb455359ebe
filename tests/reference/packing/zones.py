"""The most cells that can be covered on a board with zones, the slow, obvious way: cell by cell, every piece there."""

from __future__ import annotations

from tests.reference.tiling import brute_force as turns

from shapewright.packing import Problem


def most_covered(problem: Problem) -> int | None:
    """The most cells; None if the pieces that must lie there, or the cells that must be covered, do not go together."""
    board = problem.ground
    letters = dict(board.colours)
    pieces = problem.pieces
    shapes = [set(turns._all_turns(one.shape.cells, one.shape.colours, one.motions)) for one in pieces]
    order = sorted(board.cells)
    best: int | None = None

    def lay(at: int, free: frozenset[tuple[int, ...]], used: tuple[int, ...]) -> None:
        nonlocal best
        if at == len(order):
            if all(count >= piece.minimum for count, piece in zip(used, pieces, strict=True)):
                covered = len(order) - len(free)
                best = covered if best is None else max(best, covered)
            return
        x, y = order[at]
        if (x, y) not in free:
            lay(at + 1, free, used)
            return
        for number, piece in enumerate(pieces):
            if piece.maximum is not None and used[number] >= piece.maximum:
                continue
            more = (*used[:number], used[number] + 1, *used[number + 1 :])
            for shape in shapes[number]:
                ax, ay = min(cell for cell, _ in shape)[:2]
                moved = {(cell[0] - ax + x, cell[1] - ay + y): colour for cell, colour in shape}
                fits = all(cell in free for cell in moved)
                if fits and all(not c or letters.get(cell, c) == c for cell, c in moved.items()):
                    lay(at + 1, free - moved.keys(), more)
        if not board.optional or (x, y) in board.optional:
            lay(at + 1, free, used)

    # Cells that stay empty stay in ``free``, which no later piece reaches: pieces begin at their first cell.
    lay(0, frozenset(order), (0,) * len(pieces))
    return best


def number_of_packings(problem: Problem) -> int:
    """How many packings there are in which every piece lies as often as its minimum says."""
    board = problem.ground
    letters = dict(board.colours)
    pieces = problem.pieces
    shapes = [set(turns._all_turns(one.shape.cells, one.shape.colours, one.motions)) for one in pieces]
    found: set[frozenset[tuple[int, frozenset[tuple[int, ...]]]]] = set()

    def lay(
        copies: list[int], free: frozenset[tuple[int, ...]], lying: frozenset[tuple[int, frozenset[tuple[int, ...]]]]
    ) -> None:
        if not copies:
            if not board.optional or free <= board.optional:
                found.add(lying)
            return
        number = copies[0]
        for shape in shapes[number]:
            for x in range(board.size[0]):
                for y in range(board.size[1]):
                    moved = {(cell[0] + x, cell[1] + y): colour for cell, colour in shape}
                    fits = all(cell in free for cell in moved)
                    if fits and all(not c or letters.get(cell, c) == c for cell, c in moved.items()):
                        lay(copies[1:], free - moved.keys(), lying | {(number, frozenset(moved))})

    lay(
        [number for number, piece in enumerate(pieces) for _ in range(piece.minimum)],
        frozenset(board.cells),
        frozenset(),
    )
    return len(found)
