"""Groups of pieces that need not come apart from each other, as BurrTools knows them.

A part whose pieces all have the same group, and no other, is left whole. Any other part that does not come apart has to
be in a group that all its pieces may be in. All parts that are left so are given their groups together: of no piece may
there be more copies in one group than it says.
Source: A. Roever, BurrTools, user guide, "Grouping Pieces".
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from shapewright.tiling.apart.values import Part
    from shapewright.tiling.problem import Group

__all__ = ["left_together"]


def left_together(root: Part, names: Sequence[str], groups: Sequence[Group]) -> Part:
    """The part with those of its parts that stay together marked; as it is if they may not.

    ``names`` are those of the pieces by their numbers.
    """
    for tree in (_pruned(root, names, groups), root):
        left = [part for part in tree.parts() if not part.steps]
        found = _given([Counter([names[k] for k in part.pieces]) for part in left], groups, [])
        if found is not None:
            return _marked(tree, {part.pieces: group for part, group in zip(left, found, strict=True)})
    return root


def _pruned(part: Part, names: Sequence[str], groups: Sequence[Group]) -> Part:
    """Without what comes of parts that need not come apart."""
    own = [{number for number, group in enumerate(groups) if names[k] in dict(group)} for k in part.pieces]
    if len(own[0]) == 1 and all(one == own[0] for one in own):
        return replace(part, steps=(), rest=None, out=None)
    halves = [None if half is None else _pruned(half, names, groups) for half in (part.rest, part.out)]
    return replace(part, rest=halves[0], out=halves[1])


def _given(left: Sequence[Counter[str]], groups: Sequence[Group], given: list[int]) -> list[int] | None:
    """The number of a group, from 1, for each of those left together; None if there are not enough."""
    if len(given) == len(left):
        return given
    for number, group in enumerate(groups, start=1):
        most = dict(group)
        within = sum((left[k] for k, other in enumerate(given) if other == number), left[len(given)])
        if all(name in most and copies <= (most[name] or copies) for name, copies in within.items()):
            found = _given(left, groups, [*given, number])
            if found is not None:
                return found
    return None


def _marked(part: Part, group_of: dict[tuple[int, ...], int]) -> Part:
    """Pieces are in one part that is left alone, so that they tell which it is."""
    halves = [None if half is None else _marked(half, group_of) for half in (part.rest, part.out)]
    group = 0 if part.steps else group_of[part.pieces]
    return replace(part, rest=halves[0], out=halves[1], together=group)
