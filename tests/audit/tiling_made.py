"""Puzzles that were made: every tiling of theirs is listed, and every smaller set of clues is tried."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tests.reference import tiling_brute_force as brute
from tests.reference import tiling_clues as clues

from shapewright.tiling import Problem
from shapewright.tiling.instance import Cover
from shapewright.tiling.making.grading import grade

SOME_FREE = "--optional 0,0 --optional 1,1 --optional 1,2 --optional 2,2"
QUESTIONS = [
    "tiling make --board 2x4 --pieces I3,I2 --clues holes --seed 1",
    "tiling make --board 2x4 --pieces I3,L3 --clues holes --best --seed 2",
    "tiling make --board 3x3 --pieces I3,L3 --clues holes --number 2 --seed 3",
    f"tiling make --board 3x3 {SOME_FREE} --pieces I3,L3 --clues holes --seed 1",
    "tiling make --board 4x4 --pieces 4*L4 --seed 1",
]


def is_true(answer: dict[str, Any], stated: Problem, tilings: list[brute.Tiling]) -> bool:
    """Whether every puzzle has the one solution that it is said to have, and so few clues; ``tilings`` are these."""
    asked, made = answer["parameters"], answer["puzzles"]
    kind, seed = asked.get("clues", "pieces"), answer["seed"]
    if kind not in ("holes", "pieces") or asked.get("choose", "clues") != "clues" or asked.get("hardest") is not None:
        return False  # nothing of that is asked here
    if type(seed) is not int or asked.get("seed") not in (None, seed) or type(answer["complete"]) is not bool:
        return False
    every = brute.tilings(_with_room(stated) if kind == "holes" else stated)
    texts = {one["puzzle"] for one in made}
    return len(made) == len(texts) == asked.get("number", 1) and all(
        _one_is_true(one, stated, kind, tiling, every, best=asked.get("best", False))
        for one, tiling in zip(made, tilings, strict=True)
    )


def _with_room(stated: Problem) -> Problem:
    """The puzzle on a board whose cells may stay empty: those that it says, or all."""
    board = stated.board
    return replace(stated, board=replace(board, optional=board.optional or board.cells))


def _one_is_true(
    one: dict[str, Any], stated: Problem, kind: str, tiling: brute.Tiling, every: Any, *, best: object
) -> bool:
    puzzle = Problem.from_text(one["puzzle"])
    holes, free = stated.board.cells - puzzle.board.cells, _with_room(stated).board.optional
    laid = [placement for placement in puzzle.fixed if placement not in stated.fixed]
    given, other = (len(holes), laid) if kind == "holes" else (len(laid), list(holes))
    fewest = clues.fewest(tiling, every, kind, free)
    numbers = [clues.fewest(each, every, kind, free) for each in every] if best else []
    least = min((number for number in numbers if number is not None), default=None)
    graded = grade(Cover.of(puzzle), lambda: None)
    return (
        puzzle.pieces == stated.pieces
        and puzzle.board.cells <= stated.board.cells
        and puzzle.board.optional <= free
        and not other
        and set(brute.tilings(puzzle)) == {tiling}
        and type(one["clues"]) is int
        and one["clues"] == given
        and (one["choose"], one["tries"]) == ("clues", 1)
        and one["fewest"] in ("", "answer", "all")
        and (not one["fewest"] or given == fewest)
        and (one["fewest"] != "all" or given == least)
        and (one["grade"], one["reasons"]) == (graded.name, graded.reasons)
    )
