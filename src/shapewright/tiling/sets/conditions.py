"""The conditions of a filter as text says them, and whether one tiling meets them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.cells.grid import parse_cell
from shapewright.errors import NotationError, quote
from shapewright.tiling.sets.properties import PROPERTIES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.tiling.solution import Solution

__all__ = ["NAMED", "asked_conditions", "lying", "meets"]

NAMED = {
    "fault_free": ("fault_free", True),
    "no_crossroads": ("crossroads", False),
    "symmetric": ("symmetric", True),
    "asymmetric": ("symmetric", False),
    "three_colourable": ("three_colourable", True),
}
"""The options of the command, and what keyword of ``SolutionSet.where`` each stands for."""


def lying(text: str) -> tuple[Any, ...]:
    """A piece and the cells on which it lies.

    >>> lying("X 2,3 2,4")
    ('X', (2, 3), (2, 4))
    """
    piece, *cells = text.split()
    if not cells:
        raise NotationError(f"{quote(text)} names no cell; write a piece and its cells, such as 'X 2,3'")
    return (piece, *map(parse_cell, cells))


def asked_conditions(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """The keywords of ``SolutionSet.where`` that the parameters of an answer ask for."""
    found: dict[str, Any] = {keyword: value for name, (keyword, value) in NAMED.items() if parameters.get(name)}
    for name in ("has", "lacks"):
        texts = parameters.get(name) or ()
        if not isinstance(texts, (list, tuple)) or not all(isinstance(each, str) for each in texts):
            raise NotationError(f"the parameter {name!r} is not a list of texts: {quote(str(texts))}")
        if texts:
            found[name] = [lying(text) for text in texts]
    return found


def meets(solution: Solution, conditions: Mapping[str, Any]) -> bool:
    """Whether a tiling is one that ``SolutionSet.where`` keeps by these keywords; found out by looking at it."""
    return all(
        all(_lies(solution, *each) == (name == "has") for each in value)
        if name in ("has", "lacks")
        else PROPERTIES[name](solution) == value
        for name, value in conditions.items()
    )


def _lies(solution: Solution, piece: str, *cells: Any) -> bool:
    problem = solution.problem
    equal = {
        problem.pieces[index].name
        for pieces in problem.classes()
        for index in pieces.members
        if piece in [problem.pieces[other].name for other in pieces.members]
    }
    return any(each.piece in equal and set(cells) <= {*each.cells} for each in solution.placements)
