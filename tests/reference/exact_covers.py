"""All solutions of a small abstract exact cover: take or leave one option after the other.

The twin of the solvers for covers given as DLX text, with colours and multiplicities.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from shapewright.tiling.covers.exact_cover import ExactCover


def solutions(cover: ExactCover) -> Iterator[tuple[int, ...]]:
    """Every solution once, as ascending indices into ``cover.options``."""
    # Nothing asks for an option without a primary item.
    able = [k for k in range(len(cover.options)) if any(_names(cover, k, item) for item in cover.items)]
    yield from _search(cover, able, ())


def count(cover: ExactCover) -> int:
    """How many solutions there are."""
    return sum(1 for _ in solutions(cover))


def _search(cover: ExactCover, open_options: list[int], chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    wanting: list[list[int]] = []
    for item in cover.items:
        lacking = cover.bound(item)[0] - _times(cover, item, chosen)
        able = [option for option in open_options if _names(cover, option, item)]
        if lacking > len(able):
            return
        if lacking > 0:
            wanting.append(able)
    if not open_options:
        yield tuple(sorted(chosen))
        return
    option = min(wanting, key=len)[0] if wanting else open_options[0]
    others = [other for other in open_options if other != option]
    taken = (*chosen, option)
    yield from _search(cover, [other for other in others if _agrees(cover, other, taken)], taken)
    yield from _search(cover, others, chosen)


def _agrees(cover: ExactCover, option: int, chosen: tuple[int, ...]) -> bool:
    """Whether ``option`` may be added to the ``chosen`` ones."""
    for item, colour in cover.options[option]:
        if item in cover.items:
            if _times(cover, item, chosen) >= cover.bound(item)[1]:
                return False
        elif any(
            item == other and (None in (colour, paint) or colour != paint)
            for number in chosen
            for other, paint in cover.options[number]
        ):
            return False
    return True


def _times(cover: ExactCover, item: Hashable, chosen: tuple[int, ...]) -> int:
    return sum(_names(cover, option, item) for option in chosen)


def _names(cover: ExactCover, option: int, item: Hashable) -> bool:
    return any(item == other for other, _ in cover.options[option])
