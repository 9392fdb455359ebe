"""The conditions of a filter as text says them, and whether one tiling meets them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from shapewright.cells.grid import parse_cell
from shapewright.claims import Asked
from shapewright.errors import NotationError, ProblemError, quote
from shapewright.tiling.problem import Problem
from shapewright.tiling.sets.properties import PROPERTIES
from shapewright.tiling.solution import Solution

Option = tuple[str, tuple[object, ...]]

NAMED = {
    "fault_free": ("fault_free", True),
    "no_crossroads": ("crossroads", False),
    "symmetric": ("symmetric", True),
    "asymmetric": ("symmetric", False),
    "three_colourable": ("three_colourable", True),
}
"""The options of the command, and what keyword of ``SolutionSet.where`` each stands for."""


def lying(text: str) -> tuple[object, ...]:
    """A piece and the cells on which it lies.

    >>> lying("X 2,3 2,4")
    ('X', (2, 3), (2, 4))
    """
    piece, *cells = text.split()
    if not cells:
        raise NotationError(f"{quote(text)} names no cell; write a piece and its cells, such as 'X 2,3'")
    return (piece, *map(parse_cell, cells))


def asked_conditions(asked: Asked) -> dict[str, Any]:
    """The keywords of ``SolutionSet.where`` that the parameters of an answer ask for."""
    found: dict[str, object] = {keyword: value for name, (keyword, value) in NAMED.items() if asked.flag(name)}
    for name in ("has", "lacks"):
        if texts := asked.texts(name):
            found[name] = [lying(text) for text in texts]
    return found


def priced(texts: Iterable[str], problem: Problem) -> Callable[[Option], int]:
    """What a placement (the name of a piece, its cells) costs by texts such as ``X 2,3 5``, whose costs add up.

    >>> from shapewright.tiling.problem import Problem
    >>> cost = priced(["A 0,0 5", "A -1"], Problem.from_text("board 4x1\\npieces 2*A=I2"))
    >>> cost(("A", ((0, 0), (1, 0)))), cost(("A", ((2, 0), (3, 0))))
    (4, -1)
    """
    known = []
    for text in texts:
        piece, *cells, number = text.split() if len(text.split()) > 1 else ("", "")
        if not number.removeprefix("-").isdigit() or not number.isascii() or len(number) > 12:
            raise NotationError(f"{quote(text)} is not a cost; write a piece, its cells and a whole number: 'X 2,3 5'")
        known.append((_equal(problem, piece), {*map(parse_cell, cells)}, int(number)))
    return lambda option: sum([cost for names, cells, cost in known if option[0] in names and cells <= {*option[1]}])


def meets(solution: Solution, conditions: Mapping[str, Any]) -> bool:
    """Whether a tiling is one that ``SolutionSet.where`` keeps by these keywords; found out by looking at it."""
    return all(
        all(_lies(solution, *each) == (name == "has") for each in value)
        if name in ("has", "lacks")
        else PROPERTIES[name](solution) == value
        for name, value in conditions.items()
    )


def _lies(solution: Solution, piece: str, *cells: object) -> bool:
    equal = _equal(solution.problem, piece)
    return any(each.piece in equal and set(cells) <= {*each.cells} for each in solution.placements)


def _equal(problem: Problem, piece: str) -> set[str]:
    """The names of the pieces that have the same shapes as the one of that name."""
    for pieces in problem.classes():
        names = {problem.pieces[index].name for index in pieces.members}
        if piece in names:
            return names
    raise ProblemError(
        f"there is no piece {quote(piece)}; pieces are {' '.join([p.name for p in problem.pieces[:20]])}"
    )
