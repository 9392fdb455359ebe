"""Tilings: brute force of the first open cell, by code that shares nothing with the solvers or the checker."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from tests.audit import tiling_apart, tiling_made
from tests.reference import exact_covers
from tests.reference.colouring_proof import proves, unsaid, untruths
from tests.reference.tiling import brute_force as brute

from shapewright.cells.grid import Board
from shapewright.cells.pieces import parse_pieces
from shapewright.cells.polyomino import Piece
from shapewright.errors import ShapewrightError
from shapewright.tiling import Problem
from shapewright.tiling.covers.exact_cover import ExactCover
from shapewright.tiling.making.daily import puzzle_of
from shapewright.tiling.search.instance import Cover

SMALL, NONE, COSTS = (Path(__file__).parent / "data" / name for name in ("small.dlx", "none.dlx", "costs.dlx"))

QUESTIONS = [
    "tiling solve --board 4x4 --pieces 4*L4",
    "tiling solve --board 4x5 --pieces tetrominoes",
    "tiling solve --board 4x5 --hole 0,0 --hole-box 2,2,1x2 --pieces any*I3,O4",
    "tiling solve --board '####/##.#' --pieces 2*I3,I1 --optional 0,0",
    "tiling solve --board 3x3 --pieces 3*I3 --fixed 'I 0,0 0,1 0,2'",
    "tiling list --board 4x4 --pieces 4*L4",
    "tiling list --board 4x4 --pieces 4*L4 --up-to-symmetry",
    "tiling list --board 4x3 --pieces 6*I2 --rotations-only",
    "tiling list --board 4x4 --pieces 8*I2 --limit 3",
    "tiling list --board 3x4 --pieces 2*L4,2*I2 --up-to-symmetry",
    "tiling list --board 3x3 --pieces 2*I4",
    "tiling count --board 4x4 --pieces 4*L4",
    "tiling count --board 4x4 --pieces 4*L4 --up-to-symmetry",
    "tiling count --board 4x4 --pieces 8*I2 --rotations-only",
    "tiling count --board 3x4x1 --pieces any*L3",
    "tiling count --board 4x5 --pieces tetrominoes",
    "tiling random --board 4x4 --pieces 8*I2 --limit 3 --seed 7",
    "tiling random --board 4x4 --pieces 4*L4 --seed 1",
    "tiling unique --board 4x4 --pieces 8*I2",
    "tiling unique --board 4x1 --pieces 2*I2",
    "tiling unique --board 2x2 --pieces 2*I2 --up-to-symmetry",
    "tiling unique --board 3x3 --pieces 2*I4",
    "tiling unique --board 4x4 --pieces 3*I4,O4",
    "tiling explain --board 4x5 --pieces tetrominoes",
    "tiling explain --board 4x4 --pieces 4*T4",
    "tiling explain --board 4x4 --pieces 3*I4,O4",
    "tiling explain --board 3x3 --pieces 2*I4",
    "tiling explain --board 6x6 --pieces 9*L4",
    "tiling explain --board 5x4 --pieces 'I5, V5, 2*Y5'",
    "tiling glance --board 4x4 --pieces 8*I2 --time-limit 20",
    "tiling glance --board 4x5 --pieces tetrominoes",
    "tiling glance --board 4x4 --pieces 3*I4,O4",
    f"tiling glance {SMALL} --time-limit 20",
    f"tiling glance {NONE}",
    "tiling show --board 4x4 --pieces 4*L4,O4",
    "tiling takeapart --board 4x4 --pieces 4*L4 --limit 2",
    "tiling takeapart --board 3x3 --pieces '###/#.#/###,I1'",
    "tiling takeapart --board 3x3 --pieces '###/#.#/###,I1' --lift --first",
    "tiling takeapart --board 4x2 --optional 1,1 --optional 2,1 --pieces 'fixed-##.#/####,I1' --highest",
    "tiling takeapart --board 3x3 --pieces 2*I4",
    "tiling daily 2026-11-16 --kind unique",
    *tiling_made.QUESTIONS,
    f"tiling count {SMALL}",
    f"tiling list {SMALL}",
    f"tiling unique {SMALL}",
    f"tiling solve {NONE}",
    f"tiling random {SMALL} --limit 5 --seed 4",
    f"tiling random {NONE} --seed 4",
    f"tiling explain {SMALL}",
    f"tiling explain {NONE}",
    f"tiling cheapest {COSTS}",
    f"tiling cheapest {COSTS} --limit 4",
    f"tiling cheapest {COSTS} --limit 9",
    f"tiling cheapest {NONE}",
]
# What no slow twin judges is forged all the same.
NOT_JUDGED = [
    "tiling chances --board 2x4 --pieces 4*I2",
    "tiling estimate --board 4x4 --pieces 8*I2 --seed 1",
]


def is_true(answer: dict[str, Any]) -> bool | None:
    """Whether what the answer says of its puzzle holds, by listing every tiling."""
    try:
        return _is_true(answer)
    except (ShapewrightError, KeyError, TypeError, AttributeError, ValueError):
        return False  # what cannot be read says nothing true


def _is_true(answer: dict[str, Any]) -> bool | None:
    asked = answer["parameters"]
    if answer.get("verdict", _verdict(answer)) != _verdict(answer):
        return False
    if answer["command"] == "tiling daily":
        # Which puzzle a day has is a fact about the program; how many tilings it has is one about the answer.
        puzzle, kind = Problem.from_text(answer["puzzle"]), asked.get("kind", "calendar")
        of_the_day = puzzle == puzzle_of(date.fromisoformat(asked["date"]), kind)
        return of_the_day and _is(answer["count"], brute.count(puzzle)) and _facts_are_true(answer, puzzle)
    if not answer["puzzle"].startswith("board"):  # a file has it, and its name claims nothing
        return _cover_is_true(answer)
    puzzle = Problem.from_text(answer["puzzle"])
    if not _same_question(asked, puzzle):
        return False
    verb = answer["command"].split()[1]
    if verb == "make":
        puzzles = [(Problem.from_text(one["puzzle"]), one["solution"]["placements"]) for one in answer["puzzles"]]
        return tiling_made.is_true(answer, puzzle, [_tiling(*one) for one in puzzles])
    symmetric = bool(asked.get("up_to_symmetry") or asked.get("rotations_only"))
    number = _number(answer["puzzle"], symmetric, bool(asked.get("rotations_only")))
    if verb == "glance":
        return _glance_is_true(answer, puzzle, number)
    if verb == "count":
        flags = (answer["up_to_symmetry"], answer["rotations_only"])
        if flags != (symmetric, bool(asked.get("rotations_only"))) or not _is(answer["count"], number):
            return False
        return _reason_is_true(answer, puzzle, number)
    if verb == "takeapart":
        listed = [_tiling(puzzle, one["placements"]) for one in answer["solutions"]]
        return tiling_apart.is_true(answer, puzzle, listed)
    if verb == "show":
        return _facts_are_true(answer, puzzle)
    return _list_is_true(answer, puzzle, number, symmetric=symmetric)


def _facts_are_true(answer: dict[str, Any], puzzle: Problem) -> bool:
    pieces = [[piece.name, piece.shape.area, piece.minimum, piece.maximum, piece.motions] for piece in puzzle.pieces]
    told = [[one["name"], one["cells"], one["minimum"], one["maximum"], one["motions"]] for one in answer["pieces"]]
    sizes = [answer["cells"], answer["optional"]]
    return sizes == [len(puzzle.board.cells), len(puzzle.board.optional)] and told == pieces


def _list_is_true(answer: dict[str, Any], puzzle: Problem, number: int, *, symmetric: bool) -> bool | None:
    asked = answer["parameters"]
    verb = answer["command"].split()[1]
    listed = [_tiling(puzzle, one["placements"]) for one in answer["solutions"]]
    every = brute.tilings(puzzle)
    if not all(tiling in every for tiling in listed):
        return False
    group = list(brute.group_of(puzzle, rotations_only=bool(asked.get("rotations_only"))))
    classes = {min(brute._in_order(image(tiling)) for image in group) for tiling in listed}
    distinct = len(classes) if symmetric else len(set(listed))
    limit = asked.get("limit")
    if verb != "random" and distinct != len(listed):
        return False
    none = _reason_is_true(answer, puzzle, number)
    if none is not True:
        return none
    if verb == "list":
        within = limit is None or len(listed) <= limit
        return within and (answer["complete"] is False or len(listed) == number or (limit == 1 and len(listed) == 1))
    if verb == "random":
        # Which tilings a seed draws is a fact about the program; that it draws so many of them is one about the answer.
        agrees = asked.get("seed") in (None, answer["seed"]) and type(answer["seed"]) is int
        wanted = len(listed) == (limit or 1) or answer["complete"] is False
        return agrees and (wanted if number else not listed)
    if verb == "solve":
        return len(listed) == min(1, number) or (answer["complete"] is False and not listed)
    if verb == "unique":
        return answer["unique"] is (number == 1) and len(listed) == min(2, number)
    if not listed:
        return answer["complete"] is False or not number
    return len(listed) == 1 and answer["complete"] is True


def _glance_is_true(answer: dict[str, Any], puzzle: Problem, number: int) -> bool | None:
    if answer["solution"] is not None:
        if _tiling(puzzle, answer["solution"]["placements"]) not in brute.tilings(puzzle):
            return False
    elif number and answer["complete"]:
        return False
    symmetric = _number(answer["puzzle"], True, False)
    return _numbers_are_true(answer, number, symmetric) and _reason_is_true(answer, puzzle, number)


def _numbers_are_true(answer: dict[str, Any], number: int, symmetric: int | None) -> bool:
    """The count, or the bound in its place, and the count up to symmetry (None: there is no such thing)."""
    count, bound, classes = answer["count"], answer["more_than"], answer["up_to_symmetry"]
    if answer["complete"] is not (count is not None) or (count is None) != (bound is not None):
        return False
    if classes is not None and not _is(classes, number if symmetric is None else symmetric):
        return False
    return _is(count, number) if bound is None else type(bound) is int and 0 <= bound < number


def _verdict(answer: dict[str, Any]) -> str:
    """The one word that goes with what an answer has."""
    if "solution" in answer:
        if answer["solution"] is not None:
            return "found"
        return "none" if answer["complete"] else "unknown"
    if "solutions" not in answer:
        return "none" if answer.get("count") == 0 else "found"
    if answer["solutions"]:
        return "found"
    return "none" if answer["complete"] else "unknown"


def _is(stated: object, number: int) -> bool:
    return type(stated) is int and stated == number


@lru_cache(maxsize=64)
def _number(text: str, symmetric: bool, rotations_only: bool) -> int:
    puzzle = Problem.from_text(text)
    if symmetric:
        return brute.count_up_to_symmetry(puzzle, rotations_only=rotations_only)
    return brute.count(puzzle)


def _same_question(asked: dict[str, Any], puzzle: Problem) -> bool:
    """The parameters ask about this puzzle: board, pieces and counts are put together by hand."""
    board = Board.from_text(asked["board"])
    holes = {tuple(map(int, text.split(","))) for text in asked.get("hole", asked.get("holes", []))}
    for text in asked.get("hole_box", asked.get("hole_boxes", [])):
        corner, _, size = text.rpartition(",")
        x, y = map(int, corner.split(","))
        width, height = map(int, size.split("x"))
        holes |= {(x + dx, y + dy) for dx in range(width) for dy in range(height)}
    free = {tuple(map(int, text.split(","))) for text in asked.get("optional", [])}
    if not holes <= board.cells or not free <= board.cells - holes:
        return False
    fixed: Counter[tuple[str, frozenset[tuple[int, ...]]]] = Counter()
    for text in asked.get("fixed", []):
        name, *cells = text.split()
        fixed[name, frozenset(tuple(map(int, cell.split(","))) for cell in cells)] += 1
    laid = Counter((one.piece, frozenset(one.cells)) for one in puzzle.fixed)
    there = puzzle.board.cells
    have, wanted = ([_facts(board, one) for one in ones] for ones in (puzzle.pieces, parse_pieces(asked["pieces"])))
    return there == board.cells - holes and puzzle.board.optional == free and fixed == laid and have == wanted


def _facts(board: Board, piece: Piece) -> tuple[Any, ...]:
    """A piece as it lies on this board, flat pieces lifted to a board of cubes."""
    (lifted,) = Problem(board, (piece,)).pieces
    return piece.name, piece.minimum, piece.maximum, piece.motions, lifted.shape.cells


def _tiling(puzzle: Problem, records: list[dict[str, Any]]) -> brute.Tiling:
    number = {}
    for piece in puzzle.pieces:
        shapes = frozenset(brute._all_turns(piece.shape.cells, piece.shape.colours, piece.motions))
        number[piece.name] = next(k for k, kind in enumerate(brute.kinds(puzzle)) if kind.shapes == shapes)
    laid = [(number[one["piece"]], frozenset(_cell(cell) for cell in one["cells"])) for one in records]
    doubled = any(len(cells) != len(one["cells"]) for (_, cells), one in zip(laid, records, strict=True))
    if len(set(laid)) < len(laid) or doubled:
        raise ValueError("something lies twice in one place")
    used = Counter(one["piece"] for one in records)
    for piece in puzzle.pieces:
        if used[piece.name] < piece.minimum or (piece.maximum is not None and used[piece.name] > piece.maximum):
            raise ValueError("a piece is used too often or too seldom")
    return frozenset(laid)


def _cell(cell: list[int]) -> tuple[int, ...]:
    if not all(type(part) is int for part in cell):
        raise ValueError("no cell")
    return tuple(cell)


def _reason_is_true(answer: dict[str, Any], puzzle: Problem, number: int) -> bool | None:
    """Reasons are judged by counting what they name; which search found nothing is no fact about the puzzle."""
    if answer.get("reason") is None:
        return bool(number) or answer["complete"] is False or answer.get("solutions", []) != []
    reason = answer["reason"]
    if number:
        return False
    if re.fullmatch(r"neither areas nor colourings forbid a tiling, but an? .*\d+ nodes? found none", reason):
        nodes = int(re.findall(r"(\d+) node", reason)[0])
        return answer.get("nodes") in (None, nodes)
    return _facts_are_true(reason, puzzle)


def _facts_are_true(reason: str, puzzle: Problem) -> bool | None:
    """A reason is its facts: a reader adds them up, looks whether each is true, and finds them in the sentence."""
    found = Cover.of(puzzle).refutation()
    if found is None or str(found) != reason:
        return None  # some other reason, of which this reader knows nothing
    return proves(found) and not untruths(found, puzzle) and not unsaid(found, puzzle)


def _cover_is_true(answer: dict[str, Any]) -> bool | None:
    """The same for an exact cover without a board."""
    cover = ExactCover.from_text(answer["puzzle"])
    number = exact_covers.count(cover)
    verb = answer["command"].split()[1]
    asked = answer["parameters"]
    if asked.get("up_to_symmetry") or asked.get("rotations_only"):
        return False
    if verb == "count":
        flags = [answer["up_to_symmetry"], answer["rotations_only"]]
        return flags == [False, False] and _is(answer["count"], number) and _cover_reason_is_true(answer, cover, number)
    if verb == "glance":
        taken = answer["solution"] is not None
        has_none = answer["up_to_symmetry"] in (None, 0) and taken == bool(number)
        numbers = has_none and _numbers_are_true(answer, number, None)
        answer = {**answer, "solutions": [answer["solution"]] if taken else []}
        if not numbers:
            return False
    if verb == "cheapest":
        return _costs_are_true(answer, cover)
    every = {frozenset(frozenset(cover.options[k]) for k in one) for one in exact_covers.solutions(cover)}
    listed = [frozenset(map(_option, one["options"])) for one in answer["solutions"]]
    if any(len(one["options"]) != len(taken) for one, taken in zip(answer["solutions"], listed, strict=True)):
        return False
    if not every.issuperset(listed) or (verb != "random" and len(set(listed)) < len(listed)):
        return False
    reasoned = _cover_reason_is_true(answer, cover, number)
    if reasoned is not True:
        return reasoned
    if verb == "random":
        agrees = asked.get("seed") in (None, answer["seed"]) and type(answer["seed"]) is int
        wanted = len(listed) == asked.get("limit", 1) or answer["complete"] is False
        return agrees and (wanted if number else not listed)
    if verb == "unique":
        return answer["unique"] is (number == 1) and len(listed) == min(2, number)
    if answer["complete"] is False:
        return len(listed) <= number
    return len(listed) == (min(1, number) if verb in ("solve", "glance", "explain") else number)


def _costs_are_true(answer: dict[str, Any], cover: ExactCover) -> bool:
    """The cheapest covers: all are listed with their costs, options being texts."""
    every = [(sum(cover.costs[k] for k in one) if cover.costs else 0, one) for one in exact_covers.solutions(cover)]
    texts = [(cost, sorted(map(cover.option_text, one))) for cost, one in every]
    listed = [(one["cost"], sorted(one["options"])) for one in answer["solutions"]]
    limit = answer["parameters"].get("limit", 1)
    costs = [cost for cost, _ in listed]
    right = all(type(cost) is int for cost in costs) and costs == sorted(costs) and len(listed) <= limit
    if not right or any(one not in texts for one in listed) or any(listed.count(one) > 1 for one in listed):
        return False
    words = {(True, True): "optimal", (True, False): "feasible", (False, True): "infeasible", (False, False): "unknown"}
    if answer["status"] != words[bool(listed), answer["complete"]]:
        return False
    if not _cover_reason_is_true(answer, cover, len(every)):
        return False
    left = sorted(cost for cost, one in texts if (cost, one) not in listed)
    if answer["complete"]:
        return answer["bound"] is None and costs == sorted(cost for cost, _ in every)[:limit]
    return type(answer["bound"]) is int and answer["bound"] >= 0 and (not left or answer["bound"] <= left[0])


def _cover_reason_is_true(answer: dict[str, Any], cover: ExactCover, number: int) -> bool | None:
    reason = answer.get("reason")
    if reason is not None and not number and ", and then no option is left for " in reason:
        return None if answer["complete"] else False  # this reader does not follow steps
    if reason is None or (not number and re.fullmatch(r"an exhaustive search of (\d+) nodes? .*", reason)):
        return reason is not None or bool(number) or not answer["complete"]
    lacking = [item for item in cover.items if not any(item == name for one in cover.options for name, _ in one)]
    return not number and bool(reason == f"no option has the item {(lacking or ['?'])[0]!r}")


def _option(text: str) -> frozenset[tuple[str, str | None]]:
    return frozenset((word.partition(":")[0], word.partition(":")[2] or None) for word in text.split())
