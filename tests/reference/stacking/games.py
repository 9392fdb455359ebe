"""One game of a player who sees only the next few pieces: every step as it is described, on drawn grids."""

from __future__ import annotations

from collections.abc import Sequence

from tests.reference.stacking.brute_force import Grid, art_of, dropped, start_of, value_of

from shapewright.stacking.games.expect import Taste
from shapewright.stacking.problem import Problem


def tops_of(grid: Grid, width: int) -> list[int]:
    """The heights of the columns."""
    return [max((y + 1 for y, row in enumerate(grid) if row[x] == "#"), default=0) for x in range(width)]


def worth(grid: Grid, width: int, taste: Taste) -> int:
    """What a stack costs by taste: its steps, its holes, its height."""
    tops = tops_of(grid, width)
    prices = list(taste.steps)
    while len(prices) < max(tops, default=0) + 2:
        prices.append(2 * prices[-1] - prices[-2])
    steps = sum(prices[abs(tops[x] - tops[x + 1])] for x in range(width - 1))
    return steps + taste.hole * value_of(grid, width, "holes") + taste.row * max(tops)


def play(problem: Problem, sequence: Sequence[int], see: int, *, bag: bool, taste: Taste, beam: int) -> int:
    """What the game comes to whose pieces are these numbers of kinds."""
    kinds = tuple(dict.fromkeys(problem.sequence))
    width = problem.width

    def after(grid: Grid, kind: int) -> list[Grid]:
        tried = [dropped(grid, art, x, width) for art in art_of(problem, kinds[kind]) for x in range(width)]
        return [one for one in tried if one is not None]

    def judged(grid: Grid, number: int) -> int:
        return value_of(grid, width, problem.objective) if number == len(sequence) else worth(grid, width, taste)

    grid = start_of(problem)
    for now in range(len(sequence)):
        seen = sequence[now : now + see]
        known = now + len(seen)
        # Each with what the first of the visible pieces made of the grid.
        stacks = [(judged(one, now + 1), one, one) for one in after(grid, seen[0])]
        for ahead, kind in enumerate([None, *seen[1:]]):
            if kind is not None:
                stacks = [
                    (judged(made, now + ahead + 1), made, origin)
                    for _, one, origin in stacks
                    for made in after(one, kind)
                ]
            stacks.sort(key=lambda stack: stack[0])
            kept: list[tuple[int, Grid, Grid]] = []
            for stack in stacks:
                if len(kept) < beam and all(tops_of(stack[1], width) != tops_of(one[1], width) for one in kept):
                    kept.append(stack)
            stacks = kept
        if known < len(sequence):
            out = set(sequence[known - known % len(kinds) : known]) if bag else set()
            coming = [kind for kind in range(len(kinds)) if kind not in out]
            stacks = [
                (sum(min(judged(made, known + 1) for made in after(one, kind)) for kind in coming), one, origin)
                for _, one, origin in stacks
            ]
        grid = min(stacks, key=lambda stack: stack[0])[2]
    return value_of(grid, width, problem.objective)
