"""Pictures of stacks: every piece in the colour of its kind, lighter or darker where it touches one of its kind."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from shapewright.drawing import Mark, Mosaic, Scene
from shapewright.drawing.palette import kind_colours
from shapewright.drawing.shades import shades, told_apart
from shapewright.errors import LimitError
from shapewright.stacking.replay import BOARD, replay
from shapewright.stacking.rules import cleared, height
from shapewright.stacking.slides import positions

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.stacking.plan import Drop, Plan
    from shapewright.stacking.problem import Problem

MAX_DROPS_SHOWN = 500
_MOST_ROWS = 200
_FEW_DROPS = 120  # so few are shown falling, not only lying


def final_mosaic(plan: Plan) -> Mosaic:
    """The stack at the end of a plan."""
    return stack_mosaic(plan.problem, plan.drops, plan.stack, title=f"stack of height {plan.height}")


def stack_mosaic(
    problem: Problem,
    drops: Sequence[Drop],
    stack: Mapping[Cell, int],
    *,
    rows: int | None = None,
    title: str = "",
    given: Mapping[int, int] | None = None,
) -> Mosaic:
    """A stack whose cells give the numbers of their drops, in a grid of as many ``rows`` as it has unless given.

    ``given`` are the shades of drops that were chosen for more than this stack.
    """
    rows = max(1, height(stack)) if rows is None else rows
    board = {cell for cell, number in stack.items() if number == BOARD}
    grid = {(x, y) for x in range(problem.width) for y in range(rows)}
    lying = {cell: number for cell, number in stack.items() if number != BOARD}
    own = _colours(problem, drops)
    chosen = shades(own, lying) if given is None else given
    return Mosaic(
        cells=(grid - board) or grid,
        piece_at=lying,
        labels=tuple([drop.piece for drop in drops]),
        colours=told_apart(own, chosen),
        holes=board,
        title=title,
    )


def refuted_line(plan: Plan) -> tuple[Mark, ...]:
    """The height that no plan keeps to, as a line over the stack; nothing if none is proven, or all heights are."""
    if plan.problem.objective != "height" or not plan.optimal or plan.value < 2:
        return ()
    return (Mark(shade="bad", row=plan.value - 2),)


def limit_mosaic(problem: Problem, least: int) -> Mosaic | None:
    """The grid before anything falls, with a line at the height limit that no plan keeps, and the rows needed above it.

    ``least`` is how many rows are needed at least. None for a grid that is too high to be looked at.
    """
    limit = problem.height_limit or 0
    rows = max(limit + 1, least)
    if rows > _MOST_ROWS:
        return None
    above = frozenset((x, y) for x in range(problem.width) for y in range(limit, rows))
    empty = stack_mosaic(problem, (), dict.fromkeys(problem.board, BOARD), rows=rows)
    return replace(empty, title="impossible", marks=(Mark(above, "bad"), Mark(shade="bad", row=limit - 1)))


def shaded(problem: Problem, drops: Sequence[Drop], stack: Mapping[Cell, int]) -> dict[int, int]:
    """A shade for each drop that those of its colour beside it do not have."""
    return shades(_colours(problem, drops), stack)


def frames(plan: Plan) -> tuple[Scene, ...]:
    """The drops one after the other, drawn; see :func:`frame_mosaics`."""
    return tuple([board.scene() for board in frame_mosaics(plan)])


def frame_mosaics(plan: Plan) -> tuple[Mosaic, ...]:
    """The drops one after the other, in pictures of one size: each piece above the stack, then where it came to lie.

    Long plans show each piece lying only. Raises ``LimitError`` for more than ``MAX_DROPS_SHOWN`` drops.
    """
    problem, drops = plan.problem, plan.drops
    if len(drops) > MAX_DROPS_SHOWN:
        raise LimitError(
            f"a plan of {len(drops)} drops is too long for an animation: at most {MAX_DROPS_SHOWN} can be shown"
        )
    shapes = [problem.facing(drop) for drop in drops]
    stacks = [dict.fromkeys(problem.board, BOARD)]
    afterwards = []
    whole: dict[Cell, int] = {}
    for step in replay(problem, drops):
        stacks.append(step.stack.copy())
        afterwards.append(cleared(step.stack, problem.width) if step.vanishing else None)
        whole = whole | step.stack if not problem.clear_lines else whole
    falling = len(drops) <= _FEW_DROPS
    above = max(1 + y for shape in shapes for _, y in shape) if falling else 0
    top = max(map(height, stacks))
    of_all = shaded(problem, drops, whole)
    boards = []

    def show(stack: Mapping[Cell, int], hovering: Mapping[Cell, int] | None = None) -> None:
        shown = {**stack, **(hovering or {})}
        own = shaded(problem, drops, shown) if problem.clear_lines else of_all
        boards.append(stack_mosaic(problem, drops, shown, rows=top + above, given=own))

    before = stacks[0]
    show(before)
    for number, (drop, shape) in enumerate(zip(drops, shapes, strict=True)):
        if falling:
            show(before, {(x + drop.column, y + top): number for x, y in shape})
            for cells in _on_the_way(problem, before, drop):
                show(before, dict.fromkeys(cells, number))
        show(stacks[number + 1])
        before = stacks[number + 1]
        after = afterwards[number]
        if after is not None:
            show(after)
            before = after
    return tuple(boards)


def _on_the_way(problem: Problem, stack: Mapping[Cell, int], drop: Drop) -> Iterator[tuple[Cell, ...]]:
    """Where a piece is after the moves of its path, before it comes to rest."""
    if drop.path:
        shapes = problem.shapes(drop.piece)
        _, *between, _ = positions(stack, shapes, problem.width, drop.column, drop.orientation, drop.path)
        yield from between


def colours(problem: Problem) -> dict[str, str]:
    """The colour of each kind of piece, by its name."""
    kinds = {piece.name: len(problem.orientations(piece.name)[0].cells) for piece in problem.pieces}
    return dict(zip(kinds, kind_colours(kinds.items()), strict=True))


def _colours(problem: Problem, drops: Sequence[Drop]) -> list[str]:
    known = colours(problem)
    return [known[drop.piece] for drop in drops]
