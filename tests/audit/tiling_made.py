"""Puzzles that were made: every tiling of theirs is listed, and every smaller set of clues is tried."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from tests.reference.tiling import brute_force as brute
from tests.reference.tiling import clues as clues

from shapewright.cells.placements import Placement
from shapewright.tiling import Problem
from shapewright.tiling.making.grading import GRADES, grade
from shapewright.tiling.making.make import Made
from shapewright.tiling.search.instance import Cover
from shapewright.tiling.solution import Solution

SOME_FREE = "--optional 0,0 --optional 1,1 --optional 1,2 --optional 2,2"
QUESTIONS = [
    "tiling make --board 2x4 --pieces I3,I2 --clues holes --seed 1",
    "tiling make --board 2x4 --pieces I3,L3 --clues holes --best --seed 2",
    "tiling make --board 3x3 --pieces I3,L3 --clues holes --number 2 --seed 3",
    f"tiling make --board 3x3 {SOME_FREE} --pieces I3,L3 --clues holes --seed 1",
    "tiling make --board 4x4 --pieces 4*L4 --seed 1",
    "tiling make --board 2x4 --pieces I3,L3,I2 --clues cells --seed 1",
    "tiling make --board 3x3 --pieces 3*I3 --clues cells --best --steps --seed 1",
    "tiling make --board 3x4 --pieces 2*L4,2*I2 --clues cells --hardest medium --number 2 --seed 4",
    "tiling make --board 3x3 --pieces 0-1*I3,0-2*L3,0-1*I2,0-1*I1 --choose pieces --steps --seed 1",
    "tiling make --board 4x3 --pieces I3,L3,I2 --choose board --steps --seed 1",
    "tiling make --board 3x3 --pieces L3,I3 --choose board --hardest medium --number 2 --seed 5",
]


def is_true(answer: dict[str, Any], stated: Problem, tilings: list[brute.Tiling]) -> bool:
    """Whether every puzzle has the one solution that it is said to have, and so few clues; ``tilings`` are these."""
    asked, made = answer["parameters"], answer["puzzles"]
    choose, kind, seed = asked.get("choose", "clues"), asked.get("clues", "pieces"), answer["seed"]
    if choose not in _JUDGES or kind not in ("cells", "holes", "pieces"):
        return False  # nothing of that is asked here
    if choose != "clues" and (kind != "pieces" or asked.get("best")):
        return False  # which is refused
    if type(seed) is not int or asked.get("seed") not in (None, seed) or type(answer["complete"]) is not bool:
        return False
    texts = {one["puzzle"] for one in made}
    return len(made) == len(texts) == asked.get("number", 1) and all(
        one["choose"] == choose
        and _is_graded(one, Problem.from_text(one["puzzle"]), asked)
        and _JUDGES[choose](one, stated, asked, tiling)
        for one, tiling in zip(made, tilings, strict=True)
    )


def _is_graded(one: dict[str, Any], puzzle: Problem, asked: dict[str, Any]) -> bool:
    """Whether it has the grade, no harder than asked for, and the steps that the program finds again."""
    placements = tuple(
        Placement(each["piece"], tuple(map(tuple, each["cells"]))) for each in one["solution"]["placements"]
    )
    solution = Solution(puzzle, placements)
    plain = Made(puzzle, solution, one["choose"], grade(Cover.of(puzzle), lambda: None))
    made = replace(plain, grade=grade(plain.graded_cover(), lambda: None))
    hardest = asked.get("hardest") or GRADES[-1]
    return (
        (one["grade"], one["reasons"]) == (made.grade.name, made.grade.reasons)
        and GRADES.index(one["grade"]) <= GRADES.index(hardest)
        and ("steps" in one or not asked.get("steps"))  # more than was asked for is not false
        and one.get("steps", made.explained()) == made.explained()
    )


def _with_room(stated: Problem) -> Problem:
    """The puzzle on a board whose cells may stay empty: those that it says, or all."""
    board = stated.board
    return replace(stated, board=replace(board, optional=board.optional or board.cells))


def _shows_clues(one: dict[str, Any], stated: Problem, asked: dict[str, Any], tiling: brute.Tiling) -> bool:
    """Whether the clues leave one solution, and no fewer do."""
    kind, best = asked.get("clues", "pieces"), asked.get("best", False)
    puzzle = Problem.from_text(one["puzzle"])
    free = _with_room(stated).board.optional
    holes = stated.board.cells - puzzle.board.cells
    laid = [placement for placement in puzzle.fixed if placement not in stated.fixed]
    letters = puzzle.board.colours
    given = {"holes": len(holes), "cells": len(letters), "pieces": len(laid)}
    number = given.pop(kind)
    if any(given.values()) or not puzzle.board.cells <= stated.board.cells or not puzzle.board.optional <= free:
        return False
    if kind == "cells":
        without = replace(puzzle, board=replace(puzzle.board, colours=frozenset()))
        every = brute.tilings(without)
        is_same = puzzle.board.optional == stated.board.optional and _is_lettered(puzzle, stated)
    else:
        every = brute.tilings(_with_room(stated) if kind == "holes" else stated)
        is_same = puzzle.pieces == stated.pieces
    fewest = clues.fewest(tiling, every, kind, free)
    numbers = [clues.fewest(each, every, kind, free) for each in every] if best else []
    least = min((each for each in numbers if each is not None), default=None)
    # Without a grade asked for no more than the fewest are given.
    proven = [""] if number != fewest else ["all"] if best else ["answer"]
    return (
        is_same
        and set(brute.tilings(puzzle)) == {tiling}
        and type(one["clues"]) is int
        and one["clues"] == number
        and one["tries"] == 1
        and one["fewest"] in ("", *proven)
        and (one["fewest"] != "all" or number == least)
    )


def _is_lettered(puzzle: Problem, stated: Problem) -> bool:
    """Whether the pieces are those that were stated, each kind or each copy of one with a letter of its own."""
    left = list(puzzle.pieces)
    for piece in stated.pieces:
        kind = [one for one in left if one.name == piece.name and one.minimum == piece.minimum]
        copies = [
            one for one in left if re.fullmatch(rf"{re.escape(piece.name)}-[1-9]\d*", one.name) and one.minimum == 1
        ]
        own = kind or copies
        if sum(one.minimum for one in own) != piece.minimum or any(one.minimum != one.maximum for one in own):
            return False
        if any((one.motions, one.shape.cells) != (piece.motions, piece.shape.cells) for one in own):
            return False
        left = [one for one in left if one not in own]
    letters = [set(one.shape.colours) for one in puzzle.pieces]
    return not left and all(len(each) == 1 for each in letters) and len(set.union(*letters)) == len(letters)


def _takes_pieces(one: dict[str, Any], stated: Problem, asked: dict[str, Any], tiling: brute.Tiling) -> bool:
    """Whether some of the pieces fill the board in one way but for its symmetries."""
    puzzle = Problem.from_text(one["puzzle"])
    there = {piece.name: piece for piece in stated.pieces}
    return (
        puzzle.board == stated.board
        and all(
            piece.minimum == piece.maximum
            and replace(piece, minimum=there[piece.name].minimum, maximum=there[piece.name].maximum)
            == there[piece.name]
            and 1 <= piece.minimum <= (there[piece.name].maximum or piece.minimum)
            for piece in puzzle.pieces
        )
        and _is_alone(one, puzzle, tiling)
    )


def _makes_board(one: dict[str, Any], stated: Problem, asked: dict[str, Any], tiling: brute.Tiling) -> bool:
    """Whether the pieces fill the board in one way but for its symmetries, and it lies within the one stated."""
    puzzle = Problem.from_text(one["puzzle"])
    room, cells = stated.board.cells, puzzle.board.cells
    moves = [tuple(a - b for a, b in zip(to, min(cells), strict=True)) for to in room]
    fits = any({tuple(a + b for a, b in zip(cell, move, strict=True)) for cell in cells} <= room for move in moves)
    return fits and puzzle.pieces == stated.pieces and not puzzle.fixed and _is_alone(one, puzzle, tiling)


def _is_alone(one: dict[str, Any], puzzle: Problem, tiling: brute.Tiling) -> bool:
    return (
        tiling in brute.tilings(puzzle)
        and brute.count_up_to_symmetry(puzzle) == 1
        and (one["clues"], one["fewest"]) == (0, "")
        and type(one["clues"]) is int
        and type(one["tries"]) is int
        and one["tries"] >= 1
    )


_JUDGES = {"clues": _shows_clues, "pieces": _takes_pieces, "board": _makes_board}
