"""Proofs that there is no tiling: whole numbers on the cells, and cases that are ruled out one after the other.

A proof is plain data. :mod:`shapewright.tiling.proof.checking` adds it up without any solver,
:mod:`shapewright.tiling.proof.words` and :mod:`shapewright.tiling.proof.picture` show it.

- ``finding``, ``numbers``, ``cases``, ``programme``: the search for numbers and cases
- ``fewest``: whether no shorter proof exists
- ``checking``: the independent checker
- ``words``, ``picture``: a proof in words, a proof or a reason in a picture
- ``reason``: why there is no tiling, in words
- ``recount``: the number of tilings, by another engine
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from shapewright.cells.grid import Cell
from shapewright.cells.placements import Placement
from shapewright.errors import NotationError

_DEEPEST = 50  # of what is read: cases within cases


@dataclass(frozen=True)
class Case:
    """Placements none of which is in any tiling; ``proof`` is about the tilings with one of them.

    Whatever keeps out of the way of none of them is out in that proof: it has a cell in common with each, or is another
    place of a piece of which there is only one.
    """

    placements: tuple[Placement, ...]
    proof: Proof


@dataclass(frozen=True)
class Proof:
    """Cases that are ruled out, each with the help of those before it; then numbers, and why no tiling is left.

    ``numbers`` are the cells with a number other than 0, ``trios`` three cells each with a number above 0: a piece that
    covers two of the three loses it, and only one piece can. Every place of a piece that was not ruled out adds up to
    at most some number, so all the pieces together, with what the trios took, add up to at most some sum; the board
    adds up to more.
    """

    cases: tuple[Case, ...]
    numbers: tuple[tuple[Cell, int], ...]
    trios: tuple[tuple[tuple[Cell, Cell, Cell], int], ...] = ()

    @property
    def lines(self) -> int:
        """How many lines the proof has: one for its numbers, and one for each case that is made of several lines.

        >>> Proof((), (((0, 0), 1),)).lines
        1
        """
        return 1 + sum([case.proof.lines + bool(case.proof.cases) for case in self.cases])

    def to_json(self) -> dict[str, object]:
        """Plain data: what a case rules out, and a proof for it; cells with their numbers."""
        cases = [
            {
                "placements": [
                    {"piece": one.piece, "cells": [list(cell) for cell in one.cells]} for one in each.placements
                ],
                "proof": each.proof.to_json(),
            }
            for each in self.cases
        ]
        return {
            "cases": cases,
            "numbers": [{"cell": list(cell), "number": number} for cell, number in self.numbers],
            "trios": [{"cells": [list(cell) for cell in cells], "number": number} for cells, number in self.trios],
        }

    @classmethod
    def from_json(cls, data: Any, depth: int = 0) -> Proof:
        """What :meth:`to_json` gave; raises ``NotationError`` for anything else."""
        try:
            if depth > _DEEPEST:
                raise NotationError(f"the proof has more than {_DEEPEST} levels of cases")
            cases = tuple(
                Case(
                    tuple(
                        Placement(_word(one["piece"]), tuple(map(_cell, one["cells"]))) for one in each["placements"]
                    ),
                    cls.from_json(each["proof"], depth + 1),
                )
                for each in data["cases"]
            )
            numbers = tuple((_cell(one["cell"]), _whole(one["number"])) for one in data["numbers"])
            trios = tuple((_three(one["cells"]), _whole(one["number"])) for one in data.get("trios", ()))
            return cls(cases, numbers, trios)
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError("the proof has not the form of one: cases, numbers and trios") from None


def _cell(data: Any) -> Cell:
    return tuple(map(_whole, data))


def _three(data: Any) -> tuple[Cell, Cell, Cell]:
    first, second, third = map(_cell, data)
    return first, second, third


def _whole(data: object) -> int:
    if type(data) is not int:
        raise TypeError
    return data


def _word(data: object) -> str:
    if type(data) is not str:
        raise TypeError
    return data
