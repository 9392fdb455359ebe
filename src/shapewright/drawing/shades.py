"""Lighter and darker shades by which pieces of one colour that touch are told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.drawing.palette import blended

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from shapewright.cells.grid import Cell

SHADES = (("#ffffff", 0.0), ("#ffffff", 0.3), ("#000000", 0.17), ("#ffffff", 0.55), ("#000000", 0.33))
"""With what a colour is mixed, and how much of it."""


def shades(
    colours: Sequence[str], piece_at: Mapping[Cell, int], near: Callable[[Cell], Iterable[Cell]] | None = None
) -> dict[int, int]:
    """The number of a shade for each piece that its neighbours of the same colour do not have, 0 where that may be.

    ``piece_at`` gives the number of the piece on a cell; numbers that have no colour are not pieces. ``near`` gives the
    neighbours of a cell that is neither a square nor a cube.

    >>> shades(["#8cb0fb", "#8cb0fb", "#eeec76"], {(1, 0): 0, (2, 0): 1, (3, 0): 2})
    {0: 0, 1: 1, 2: 0}
    """
    beside: dict[int, set[int]] = {}
    for cell, number in piece_at.items():
        if not 0 <= number < len(colours):
            continue
        ahead = near(cell) if near else [(*cell[:k], value + 1, *cell[k + 1 :]) for k, value in enumerate(cell)]
        for beyond in ahead:
            other = piece_at.get(beyond, number)
            if other != number and 0 <= other < len(colours) and colours[other] == colours[number]:
                beside.setdefault(number, set()).add(other)
                beside.setdefault(other, set()).add(number)
    chosen: dict[int, int] = {}
    for number in range(len(colours)):
        taken = {chosen[other] for other in beside.get(number, ()) if other in chosen}
        chosen[number] = next((shade for shade in range(len(SHADES)) if shade not in taken), 0)
    return chosen


def told_apart(colours: Sequence[str], chosen: Mapping[int, int]) -> tuple[str, ...]:
    """The colours of pieces in the shades that :func:`shades` chose for them."""
    return tuple([blended(colour, *SHADES[chosen.get(number, 0)]) for number, colour in enumerate(colours)])
