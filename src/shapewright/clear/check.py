"""The independent checker: is this solution a perfect clear by the rules?

It replays the placements by the plain rules, and shares no code with what found them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear import rules
from shapewright.clear.kicks import Kicks
from shapewright.errors import InternalError, ProblemError

if TYPE_CHECKING:
    from shapewright.clear.solution import Solution

__all__ = ["check", "faults"]


def faults(solution: Solution, *, kicks: Kicks | None = None, use_hold: bool = True) -> list[str]:
    """What keeps ``solution`` from being a perfect clear, one sentence each; an empty list if nothing does.

    Checked are the order that queue and hold allow, that each piece fits, rests on something and can get there, and
    that nothing is left. ``kicks`` is the kick system; unless given, it is the one that ``solution.kicks`` names, or
    the file of that name, which ends in ``.properties``. Without ``use_hold`` hold may not be used.

    Raises ``NotationError`` if there is no kick system of that name, ``FileError`` if its file cannot be read.
    """
    if kicks is None:
        name = solution.kicks
        kicks = Kicks.find(name) if name.endswith(".properties") else Kicks.named(name)
    if not solution.placements:
        return ["there are no placements"]
    found = []
    field, queue = solution.field.cleared(), solution.queue
    for number, (placement, held) in enumerate(zip(solution.placements, solution.holds or (), strict=True), 1):
        where = f"placement {number}, {placement},"
        if held and not use_hold:
            found.append(f"{where} uses hold, which is not allowed")
        rests = [rest for piece, rest, used in queue.choices() if used == held and piece == placement.piece]
        if not rests:
            how = "with hold" if held else "without hold"
            due = [piece for piece, _, used in queue.choices() if used == held]
            found.append(f"{where} is made {how}, which gives {due[0] if due else 'nothing'}")
            return found
        (queue,) = rests
        piece, facing, x, y = placement.piece, placement.facing, placement.x, placement.y
        if not rules.fits(field, piece, facing, x, y):
            found.append(f"{where} overlaps what is there")
            return found
        if not rules.is_grounded(field, placement):
            found.append(f"{where} floats: nothing is below it")
        elif not rules.is_reachable(field, placement, kicks, solution.drop):
            found.append(f"{where} cannot be reached with kicks {kicks} and drop {solution.drop}")
        try:
            field = rules.place(field, placement)
        except ProblemError as error:
            found.append(f"placement {number}, {error}")
            return found
    if field.rows:
        found.append(f"{sum([row.bit_count() for row in field.rows])} cells are left at the end")
    return found


def check(solution: Solution, *, kicks: Kicks | None = None, use_hold: bool = True) -> None:
    """Raise ``InternalError`` with the first fault if ``solution`` is no perfect clear."""
    found = faults(solution, kicks=kicks, use_hold=use_hold)
    if found:
        raise InternalError(f"a perfect clear found failed its check: {found[0]}")
