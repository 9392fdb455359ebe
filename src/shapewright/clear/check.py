"""The independent checker: is this solution a perfect clear by the rules?

It replays the placements by the plain rules, and shares no code with what found them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.clear import drops, rules
from shapewright.clear.kicks import Kicks
from shapewright.errors import InternalError, ProblemError

if TYPE_CHECKING:
    from shapewright.clear.solution import Solution


def faults(solution: Solution, *, kicks: Kicks | None = None, hold: bool | None = None) -> list[str]:
    """What keeps ``solution`` from being a perfect clear, one sentence each; an empty list if nothing does.

    Checked are the order that queue and hold allow, that each piece fits, rests on something and can get there, and
    that nothing is left. The rules are those of the solution, unless ``kicks`` is another kick system, or ``hold`` says
    otherwise whether hold may be used. Kicks that the solution only has a name of are in the file of that name, which
    ends in ``.properties``.

    Raises ``NotationError`` if there is no kick system of that name, ``FileError`` if its file cannot be read.
    """
    said = solution.kicks if kicks is None else kicks
    if isinstance(said, str):
        said = Kicks.find(said) if said.endswith(".properties") else Kicks.named(said)
    kicks = said
    hold = solution.hold if hold is None else hold
    if not solution.placements:
        return ["there are no placements"]
    found = []
    field, queue = solution.field.cleared(), solution.queue
    for number, (placement, held) in enumerate(zip(solution.placements, solution.holds or (), strict=True), 1):
        where = f"placement {number}, {placement},"
        if held and not hold:
            found.append(f"{where} uses hold, which is not allowed")
        rests = [rest for piece, rest, used in queue.choices() if used == held and piece == placement.piece]
        if not rests:
            how = "with hold" if held else "without hold"
            due = [piece for piece, _, used in queue.choices() if used == held]
            found.append(f"{where} is made {how}, which gives {due[0] if due else 'nothing'}")
            return found
        (queue,) = rests
        piece, facing, x, y = placement.piece, placement.facing, placement.x, placement.y
        if not rules.is_reachable(field, placement, kicks, solution.drop):
            if not drops.fits(field, piece, facing, x, y):
                found.append(f"{where} overlaps what is there")
                return found
            if not drops.is_grounded(field, placement):
                found.append(f"{where} floats: nothing is below it")
            else:
                found.append(f"{where} cannot be reached with kicks {kicks} and drop {solution.drop}")
        try:
            field = rules.place(field, placement)
        except ProblemError as error:
            found.append(f"placement {number}, {error}")
            return found
    if field.rows:
        found.append(f"{sum([row.bit_count() for row in field.rows])} cells are left at the end")
    return found


def check(solution: Solution, *, kicks: Kicks | None = None, hold: bool | None = None) -> None:
    """Raise ``InternalError`` with the first fault if ``solution`` is not a perfect clear."""
    found = faults(solution, kicks=kicks, hold=hold)
    if found:
        raise InternalError(f"a perfect clear found failed its check: {found[0]}")
