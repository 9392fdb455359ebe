"""Plans as text: for each piece in order its leftmost column, and its rotation in degrees where it is turned.

``0 3 1(180) 4(180)`` drops four pieces. Where pieces slide the moves of a path may follow: ``0(90)[3d2r]``. With a hold
slot the name of the piece comes first: ``T:0 L:3 T:1(180)``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from shapewright.errors import LimitError, NotationError, quote
from shapewright.stacking.plan import Drop, Plan

if TYPE_CHECKING:
    from collections.abc import Iterable

    from shapewright.stacking.problem import Problem

_DROP = re.compile(
    r"(?:(?P<piece>[^\s,():|]+):)?(?P<column>[0-9]{1,4})(?:\((?P<rotation>[0-9]{1,4})\))?"
    r"(?:\[(?P<path>[0-9udlrac]{1,2000})\])?",
    re.ASCII,
)
_MOST_TEXT = 1 << 20


def parse_plan(text: str, problem: Problem) -> tuple[Drop, ...]:
    """The drops of a plan for ``problem``; where no piece is named, those of its sequence fall in their order.

    >>> from shapewright.stacking.problem import Problem
    >>> parse_plan("0 3 1(180)", Problem("LLL", width=6))[-1]
    Drop(piece='L', column=1, rotation=180)

    Raises ``NotationError``, which quotes the text that is not a drop and says where it is.
    """
    if len(text) > _MOST_TEXT:
        raise LimitError(f"the plan has {len(text)} characters, more than the limit of {_MOST_TEXT}")
    drops = []
    for number, word in enumerate(text.replace(",", " ").split(), start=1):
        match = _DROP.fullmatch(word)
        if match is None:
            raise NotationError(
                f"{quote(word)} at position {number} of the plan is not a drop; expected a column, and a rotation in "
                "brackets if there is one, such as 3 or 1(180)"
            )
        piece = match["piece"]
        if piece is None:
            if number > len(problem.sequence):
                raise NotationError(f"the plan has more drops than the {len(problem.sequence)} pieces of the sequence")
            piece = problem.sequence[number - 1]
        drops.append(Drop(piece, int(match["column"]), int(match["rotation"] or 0), match["path"] or ""))
    return tuple(drops)


def text_of(plan: Plan) -> str:
    """Write a plan; :func:`parse_plan` reads it back."""
    return plan_text(plan.drops, names=plan.problem.hold)


def plan_text(drops: Iterable[Drop], *, names: bool = False) -> str:
    """The text from which :func:`parse_plan` reads the same drops; with ``names`` of the pieces if they are not in
    the order of the sequence."""
    return " ".join(
        (f"{drop.piece}:" if names else "")
        + str(drop.column)
        + (f"({drop.rotation})" if drop.rotation else "")
        + (f"[{drop.path}]" if drop.path else "")
        for drop in drops
    )
