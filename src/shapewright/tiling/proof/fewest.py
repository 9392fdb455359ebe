"""How few lines a proof by numbers can have: whether no shorter one exists.

A line that rules out a group of places also rules out each of the group by itself: fewer places lie beside it then. So
the places that one line each rules out are found one after the other, all are taken away together, and where numbers do
not close what is left, no proof with one such line exists. A second round says it of two. Cases with lines of their
own cost three lines and more, so that bounds of up to four lines come out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from shapewright.tiling.proof.cases import masks_of, ones
from shapewright.tiling.proof.programme import Relaxation, near_trios

if TYPE_CHECKING:
    from shapewright.jobs.limits import Clock
    from shapewright.tiling.proof import Proof
    from shapewright.tiling.search.instance import Cover

HIGHEST_BOUND = 4
"""No more lines than that are proven to be needed."""

_PROGRAMMES = 6_000
_WHOLE = 1 - 1e-6


def bounded_lines(cover: Cover, proof: Proof, clock: Clock | None = None) -> int:
    """So many lines every proof by numbers has, as far as that is found out; at most those of ``proof``.

    A proof is one of numbers on the cells, of trios of cells in a square of 2x2, and of cases ruled out by them.

    >>> from shapewright.tiling.search.instance import Cover
    >>> from shapewright.tiling.problem import Problem
    >>> from shapewright.tiling.proof.finding import by_cases
    >>> cover = Cover.of(Problem.from_text("board 5x4\\npieces I5, V5, 2*Y5"))
    >>> proof = by_cases(cover)
    >>> proof.lines, bounded_lines(cover, proof)
    (2, 2)
    """
    return 1 if proof.lines == 1 else min(proof.lines, fewest_lines(cover, min(proof.lines, HIGHEST_BOUND), clock))


def fewest_lines(cover: Cover, enough: int, clock: Clock | None = None) -> int:
    """So many lines every proof has, at least; not more than ``enough`` of them are looked for.

    ``clock`` ends the search with what it has.
    """
    relaxation = Relaxation(cover, near_trios(cover.cells), clock)
    *_, beside = masks_of(cover)
    left = (1 << len(cover.options)) - 1
    lines = 1
    while lines < enough and not relaxation.has_none():
        if relaxation.gave_up():
            return lines
        lines += 1
        if lines == enough:
            break
        ruled_out: list[int] = []
        possible = _whole(relaxation)
        for option in ones(left):
            if relaxation.solved > _PROGRAMMES or relaxation.clock.over():
                return lines
            if option in possible:
                continue
            out = list(ones(beside[option] & left))
            relaxation.take_out(out)
            if relaxation.has_none():
                ruled_out.append(option)
            elif relaxation.gave_up():
                return lines
            else:
                possible |= _whole(relaxation)
            relaxation.put_back(out)
        relaxation.take_out(ruled_out)
        for option in ruled_out:
            left &= ~(1 << option)
    return lines


def _whole(relaxation: Relaxation) -> set[int]:
    """What the last cover has as a whole: such a place lies in a cover without anything beside it."""
    return {option for option, amount in relaxation.amounts().items() if amount > _WHOLE}
