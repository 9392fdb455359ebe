"""What a filter of a set asks of options: so many of these at least, so many at most.

The diagram itself is filtered by such a condition, however many solutions it has. Two filters cannot be stated so and
list solutions: symmetric ones are covers of orbits, and colours of neighbours are tried out solution by solution.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from shapewright.errors import LimitError
from shapewright.tiling import native
from shapewright.tiling.sets.properties import blocks_of_four, fault_lines
from shapewright.tiling.symmetries.orbits import Orbits

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapewright.tiling.native import Family
    from shapewright.tiling.search.instance import Cover
    from shapewright.tiling.sets.making import Means

__all__ = ["MOST_LISTED", "Condition", "at_points", "on_lines", "symmetric_members"]

MOST_LISTED = 200_000
"""Filters that have to list solutions list so many at most."""

Condition = tuple[list[int], int, int]
"""Options by number, and how many of them a solution has at least and at most."""


def on_lines(cover: Cover) -> Iterator[Condition]:
    """For each line through the board: a piece crosses it."""
    spans = [
        [(min(places), max(places)) for places in zip(*(cover.cells[k] for k in covered), strict=True)]
        for _, covered in cover.options
    ]
    fixed = [
        [(min(places), max(places)) for places in zip(*placement.cells, strict=True)]
        for placement in cover.problem.fixed
    ]
    for axis, place in fault_lines(cover.problem):
        if any(span[axis][0] < place <= span[axis][1] for span in fixed):
            continue
        crossing = [k for k, span in enumerate(spans) if span[axis][0] < place <= span[axis][1]]
        yield crossing, 1, len(crossing)


def at_points(cover: Cover) -> Iterator[Condition]:
    """For each point amid four cells: at most three pieces lie around it."""
    options_at: list[set[int]] = [set() for _ in cover.cells]
    for number, (_, covered) in enumerate(cover.options):
        for position in covered:
            options_at[position].add(number)
    position_of = {cell: k for k, cell in enumerate(cover.cells)}
    fixed_at = {cell: number for number, each in enumerate(cover.problem.fixed) for cell in each.cells}
    for around in blocks_of_four(cover.problem):
        fixed = [fixed_at[cell] for cell in around if cell in fixed_at]
        if len(set(fixed)) < len(fixed):
            continue
        touching = set().union(*(options_at[position_of[cell]] for cell in around if cell in position_of))
        yield sorted(touching), 0, 3 - len(fixed)


def symmetric_members(cover: Cover, means: Means) -> Family:
    """The tilings that some symmetry that moves cells leaves as they are.

    Raises ``LimitError`` if there are more than ``MOST_LISTED`` of them: a diagram of them has about as many nodes.
    """
    orbits = Orbits(cover, look=means.clock.look)
    found: set[tuple[int, ...]] = set()
    for number, symmetry in enumerate(orbits.group):
        if all(symmetry.motion(cell) == cell for cell in cover.problem.board.cells):
            continue  # nothing moves, as where a board of one layer is turned over
        # Options by their first cells make orbits by theirs, so the instance is sorted as a diagram wants it.
        instance, chosen = orbits.symmetric([number])
        family = means.all_covers(instance)
        fixed = int.from_bytes(family.count, "little")
        if fixed + len(found) > MOST_LISTED:
            raise LimitError(
                f"there are more than {MOST_LISTED:,} symmetric tilings, too many to be listed; "
                "'tiling count --up-to-symmetry' counts without listing"
            )
        for member in means.run(partial(family.members, b"", fixed)):
            found.add(tuple(sorted([option for k in member for option in chosen[k]])))
    return native.family_of(len(cover.options), sorted(found))
