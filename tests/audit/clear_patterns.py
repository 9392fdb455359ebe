"""Answers about the queues of a pattern: chances, solutions, minimal sets and their ties."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any

from tests.audit.clear_asked import PIECES, asked_of, claims_of, game_of, same
from tests.audit.clear_queue import left_over
from tests.reference.clear.brute_force import BruteForce, Picture
from tests.reference.clear.ties import ease, easiest

from shapewright.clear import Field, Fumen, Pattern, Queue
from shapewright.clear.drops import Drop
from shapewright.clear.rules import place, reachable


def all_of(parameters: dict[str, Any], placed: int, use_hold: bool, *, whole: bool = False) -> list[str]:
    pattern = Pattern.from_text(parameters["patterns"])
    return list(pattern.queues(pattern.length if whole else min(pattern.length, placed + use_hold)))


def judge_percent(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, given = asked_of(parameters)
    height, wish = given or 4, parameters.get("save")
    placed = field.cleared().empty_cells(height) // 4
    queues = all_of(parameters, placed, use_hold, whole=wish is not None)
    left = {queue: left_over(game, field, Queue(queue), height, use_hold, None) for queue in queues}
    asked = [] if wish is None else [_condition(text) for text in wish.split(",")]
    each = [{queue for queue in queues if holds(left[queue])} for _, _, holds in asked]
    solved = set().union(*each) if asked else {queue for queue in queues if left[queue]}
    longest = Pattern.from_text(parameters["patterns"]).length
    firsts = list(dict.fromkeys(queue[0] for queue in queues))
    saved = {}
    if wish is None and use_hold and len(queues[0]) > placed:
        saved = {piece: sum(piece in left[queue] for queue in queues) for piece in PIECES}
    found = {
        "complete": True,
        "solved": len(solved),
        "queues": len(queues),
        "chance": len(solved) / len(queues),
        "height": height,
        "first": {
            piece: [sum(one[0] == piece for one in solved), sum(one[0] == piece for one in queues)] for piece in firsts
        },
        "saved": {piece: number for piece, number in saved.items() if number},
        "method": "search",
        "failed": [queue for queue in queues if queue not in solved],
        "cleared": sum(bool(left[queue]) for queue in queues),
        "conditions": [
            {
                "label": label,
                "condition": text,
                "solved": len(those),
                "queues": len(queues),
                "chance": len(those) / len(queues),
            }
            for (label, text, _), those in zip(asked, each, strict=True)
        ],
        "pieces": longest,
        "pieces_counted": longest if asked else min(longest, placed + use_hold),
    }
    return same(claims_of(answer), found)


def _condition(text: str) -> tuple[str, str, Callable[[set[str]], bool]]:
    """The label and the text of a save condition of one piece, and whether outcomes satisfy it."""
    condition, _, label = text.strip().partition("#")
    piece = condition[-1]
    if piece not in PIECES or condition[:-1] not in ("", "!", "^"):
        raise ValueError(text)

    def holds(outcomes: set[str]) -> bool:
        if condition.startswith("!"):
            return bool(outcomes) and not any(piece in one for one in outcomes)
        return any((piece in one) is not condition.startswith("^") for one in outcomes)

    return label or condition, condition, holds


@cache
def _pictures(kicks: str, drop: Drop, field: Field, queues: tuple[str, ...], height: int, use_hold: bool) -> Any:
    return game_of(kicks, drop).pictures(field, queues, height, hold=use_hold)


def judge_path(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, lines = asked_of(parameters)
    height = lines or 4
    queues = all_of(parameters, field.cleared().empty_cells(height) // 4, use_hold)
    found = _pictures(game.kicks.name, game.drop, field, tuple(queues), height, use_hold)
    solved = set().union(*found.values())
    only, limit = parameters.get("minimal") or parameters.get("only_minimal"), parameters.get("limit")
    is_searched = bool(only or parameters.get("mark_minimal"))
    fewest, bound = answer["minimal"], answer["minimal_bound"]
    if not is_searched and not fewest is bound is answer["minimal_ties"] is None:
        return False
    if is_searched and not (type(fewest) is type(bound) is int and 0 <= bound <= _fewest(found.values()) <= fewest):
        return False
    given = Pattern.from_text(parameters["patterns"]).length
    numbers = {"unique": len(found), "solved": len(solved), "queues": len(queues), "height": height}
    numbers |= {"pieces": given, "pieces_counted": len(queues[0])}
    if not all(same(answer[key], number) for key, number in numbers.items()):
        return False
    records, marked = answer["solutions"], []
    seen = set()
    for record in records:
        picture = frozenset(
            (piece, tuple(sorted(map(tuple, cells))))
            for piece, cells in zip(record["pieces"], record["cells"], strict=True)
        )
        serves = [queue for queue in queues if queue in found[picture]]
        if not same(record["queues"], len(serves)) or record["serves"] != serves or picture in seen:
            return False
        if not same(record["tucked"], _tucked(game, field, picture, queues, height, use_hold)):
            return False
        if record["rows"] != rows_of(field, picture, height) or not _shows(record["fumen"], record["rows"]):
            return False
        if type(record["minimal"]) is not (bool if is_searched else type(None)):
            return False
        seen.add(picture)
        marked += [picture] if record["minimal"] else []
    order = [(-record["queues"], record["tucked"]) for record in records]
    whole = fewest if only else len(found)
    wanted = whole if limit is None else min(whole, int(limit))
    if order != sorted(order) or not same(answer["complete"], len(records) == whole) or len(records) > wanted:
        return False
    if len(records) < wanted and answer["complete"] is not False:  # the time limit was reached
        return False
    if not is_searched:
        return True
    costs = {}
    for picture, queues_of in found.items():
        tucked = _tucked(game, field, picture, queues, height, use_hold)
        costs[picture] = ease(game, field, height, picture, queues_of, tucked, hold=use_hold)
    if len(records) < whole:
        return len(marked) <= fewest and _are_ties(answer["minimal_ties"], None, found, costs)
    served = set().union(*[found[picture] for picture in marked])
    sums = [sum([costs[picture][level] for picture in marked]) for level in range(3)]
    return len(marked) == fewest and served == solved and _are_ties(answer["minimal_ties"], sums, found, costs)


def _are_ties(ties: Any, sums: list[int] | None, found: Any, costs: Any) -> bool:
    """Whether the sums are those of the set, if all of it is known, and the least where this is said."""
    _, best = easiest(found, costs)
    if not isinstance(ties, list) or [tie[0] for tie in ties] != ["tucked", "held", "unplayable"][: len(ties)]:
        return False
    least = [tie[2] for tie in ties]
    said = [tie[1] for tie in ties]
    if not all(type(one) is bool for one in least) or least != sorted(least, reverse=True):
        return False
    number = sum(least)
    return (sums is None or same(said, sums[: len(said)])) and same(said[:number], best[:number])


def _fewest(sets: Any) -> int:
    """The fewest of these sets that have all that any has."""
    several = list(sets)
    everything = set().union(*several)
    sizes = range(len(several) + 1)
    return next(size for size in sizes if any(set().union(*few) == everything for few in combinations(several, size)))


def rows_of(field: Field, picture: Picture, height: int) -> str:
    letters = {cell: piece for piece, cells in picture for cell in cells}
    rows = ["".join(letters.get((x, y), "X" if (x, y) in field else "_") for x in range(10)) for y in range(height)]
    return "/".join(reversed(rows))


def _shows(fumen: str, rows: str) -> bool:
    """Whether a fumen is one page with this picture."""
    (page,) = Fumen.from_text(fumen).pages
    return "/".join(reversed(page.rows[: rows.count("/") + 1])) == rows and page.placement is None


def _tucked(game: BruteForce, field: Field, picture: Picture, queues: list[str], height: int, use_hold: bool) -> int:
    """How many pieces cannot come straight down, in the order in which these are fewest."""
    placed = len(picture)
    orders = {order for queue in queues for order in Queue(queue).orders(placed, hold=use_hold)}
    best = placed + 1
    for order in orders & game.orders(field, height):
        for way in game._ways(field.cleared(), height, order):
            board, rows, cells, number = field.cleared(), list(range(24)), [], 0
            for placement in way:
                straight = {one.cells() for one in reachable(board, placement.piece, game.kicks, "hard")}
                number += tuple(sorted(placement.cells())) not in straight
                cells.append((placement.piece, tuple(sorted((x, rows[y]) for x, y in placement.cells()))))
                own = placement.cells()
                full = [y for y in {y for _, y in own} if all((x, y) in board or (x, y) in own for x in range(10))]
                rows = [row for y, row in enumerate(rows) if y not in full]
                board = place(board, placement)
            if frozenset(cells) == picture:
                best = min(best, number)
    return best
