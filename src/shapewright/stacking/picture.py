"""Pictures of stacks: every piece in the colour of its kind, lighter or darker where it touches one of its kind."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.cells.grid import neighbours
from shapewright.drawing import Mosaic
from shapewright.drawing.palette import blended, piece_colour
from shapewright.errors import LimitError
from shapewright.stacking.replay import BOARD, replay
from shapewright.stacking.rules import cleared, height

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from shapewright.cells.grid import Cell
    from shapewright.drawing import Scene
    from shapewright.stacking.plan import Drop, Plan
    from shapewright.stacking.problem import Problem

MAX_DROPS_SHOWN = 500
_FEW_DROPS = 120  # so few are shown falling, not only lying
_SHADES = (("#ffffff", 0.0), ("#ffffff", 0.38), ("#000000", 0.2), ("#ffffff", 0.62), ("#000000", 0.36))
# The colours players know.
_KNOWN = {
    "I": "#3fb8d0",
    "O": "#e8c52e",
    "T": "#9c5fc4",
    "J": "#4a72d0",
    "L": "#e5892f",
    "S": "#55b054",
    "Z": "#d8514a",
}


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
    shades: Mapping[int, int] | None = None,
) -> Mosaic:
    """A stack whose cells give the numbers of their drops, in a grid of as many ``rows`` as it has unless given."""
    rows = max(1, height(stack)) if rows is None else rows
    board = {cell for cell, number in stack.items() if number == BOARD}
    grid = {(x, y) for x in range(problem.width) for y in range(rows)}
    lying = {cell: number for cell, number in stack.items() if number != BOARD}
    chosen = shaded(drops, lying) if shades is None else shades
    return Mosaic(
        cells=(grid - board) or grid,
        piece_at=lying,
        labels=tuple([drop.piece for drop in drops]),
        colours=tuple([_colour(problem, drop.piece, chosen.get(number, 0)) for number, drop in enumerate(drops)]),
        holes=board,
        title=title,
    )


def shaded(drops: Sequence[Drop], stack: Mapping[Cell, int]) -> dict[int, int]:
    """A shade for each drop that those of its kind beside it do not have."""
    beside: dict[int, set[int]] = {}
    for cell, number in stack.items():
        for other in neighbours(cell):
            there = stack.get(other, number)
            if there != number and there != BOARD and drops[there].piece == drops[number].piece:
                beside.setdefault(number, set()).add(there)
    shades: dict[int, int] = {}
    for number in range(len(drops)):
        taken = {shades[other] for other in beside.get(number, ()) if other in shades}
        shades[number] = next((shade for shade in range(len(_SHADES)) if shade not in taken), 0)
    return shades


def frames(plan: Plan) -> tuple[Scene, ...]:
    """The drops one after the other, in pictures of one size: each piece above the stack, then where it came to lie.

    Long plans show each piece lying only. Raises ``LimitError`` for more than ``MAX_DROPS_SHOWN`` drops.
    """
    problem, drops = plan.problem, plan.drops
    if len(drops) > MAX_DROPS_SHOWN:
        raise LimitError(
            f"a plan of {len(drops)} drops is too long for an animation: at most {MAX_DROPS_SHOWN} can be shown"
        )
    shapes = [problem.orientations(drop.piece)[drop.orientation] for drop in drops]
    stacks = [dict.fromkeys(problem.board, BOARD)]
    afterwards = []
    whole: dict[Cell, int] = {}
    for step in replay(problem, drops):
        stacks.append(step.stack.copy())
        afterwards.append(cleared(step.stack, problem.width) if step.vanishing else None)
        whole = whole | step.stack if not problem.clear_lines else whole
    falling = len(drops) <= _FEW_DROPS
    above = max(shape.size[1] for shape in shapes) if falling else 0
    top = max(map(height, stacks))
    shades = shaded(drops, whole)
    scenes = []

    def show(stack: Mapping[Cell, int], hovering: Mapping[Cell, int] | None = None) -> None:
        shown = {**stack, **(hovering or {})}
        own = shaded(drops, shown) if problem.clear_lines else shades
        scenes.append(stack_mosaic(problem, drops, shown, rows=top + above, shades=own).scene())

    before = stacks[0]
    show(before)
    for number, (drop, shape) in enumerate(zip(drops, shapes, strict=True)):
        if falling:
            show(before, {(x + drop.column, y + top): number for x, y in shape.cells})
        show(stacks[number + 1])
        before = stacks[number + 1]
        after = afterwards[number]
        if after is not None:
            show(after)
            before = after
    return tuple(scenes)


def _colour(problem: Problem, piece: str, shade: int) -> str:
    towards, share = _SHADES[shade]
    if piece in _KNOWN:
        return blended(_KNOWN[piece], towards, share)
    names = [known.name for known in problem.pieces]
    return blended(piece_colour(names.index(piece)), towards, share)
