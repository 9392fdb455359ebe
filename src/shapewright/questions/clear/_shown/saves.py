"""What can be left over, as answers show it: save conditions, the best saves, and the table of all leftovers."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from shapewright.clear.chances.percent import percentage
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from shapewright.clear import Chance, Setup

__all__ = [
    "best_saves_csv",
    "condition_lines",
    "leftover_lines",
    "leftover_rows",
    "leftovers_of",
    "number_of_leftovers",
]


def leftovers_of(setup: Setup, chance: Chance) -> dict[str, Chance]:
    """Every set of pieces that can be left over; raises ``ProblemError`` where nothing can."""
    nothing = setup.nothing_left()
    if nothing is not None:
        raise ProblemError(f"--leftovers has nothing to list: {nothing}")
    return chance.leftovers()


def condition_lines(chance: Chance, *, best: bool) -> Iterator[str]:
    """What save conditions add to the headline."""
    if not chance.conditions:
        return
    if len(chance.conditions) > 1:
        each = "each queue counts for the first of these that holds for it" if best else "each condition"
        yield f"queues for which at least one condition holds; {each}:"
        yield ""
        width = max([len(saved.label) for saved in chance.conditions])
        for saved in chance.conditions:
            yield f"{saved.label:{width}}  {saved.chance}"
        yield ""
    part = percentage(chance.solved, chance.cleared)
    yield f"{chance.cleared} queues can clear the field; this is {part} % of them"


def number_of_leftovers(leftovers: Mapping[str, Chance]) -> str:
    number = len(leftovers)
    return "1 set of pieces can be left over" if number == 1 else f"{number} sets of pieces can be left over"


def leftover_lines(leftovers: Mapping[str, Chance]) -> Iterator[str]:
    """Each set of pieces, how many queues can leave it, and their share of all and of those that clear the field."""
    if not leftovers:
        return
    one = next(iter(leftovers.values()))
    shares = f"per cent of all {one.queues} queues, and of the {one.cleared} that clear the field"
    yield f"{number_of_leftovers(leftovers)}; {shares}:"
    width = max(map(len, leftovers))
    digits = max([len(str(of.solved)) for of in leftovers.values()])
    for left, number, of_all, of_clears in leftover_rows(leftovers):
        yield f"{left:{width}}  {number:>{digits}}  {of_all:>8}  {of_clears:>8}"


def leftover_rows(leftovers: Mapping[str, Chance]) -> list[tuple[str, int, str, str]]:
    """The same as the rows of a table."""
    return [
        (left, of.solved, f"{percentage(of.solved, of.queues)} %", f"{percentage(of.solved, of.cleared)} %")
        for left, of in leftovers.items()
    ]


def best_saves_csv(chance: Chance) -> str:
    """Each queue and its best save: the first condition that holds for it; none where none does."""
    best = dict.fromkeys([queue for queue, _ in chance.table()], "")
    for saved in chance.conditions:
        best |= dict.fromkeys(saved.chance.solving(), saved.label)
    out = io.StringIO()
    rows = csv.writer(out, lineterminator="\n")
    rows.writerow(["queue", "best_save"])
    rows.writerows(best.items())
    return out.getvalue()
