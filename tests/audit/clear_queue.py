"""Answers about one queue: every order by the plain rules, and placements replayed."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.audit.clear_asked import PIECES, asked_of, queue_of, same
from tests.reference.clear.brute_force import BruteForce

from shapewright.clear import Field, Fumen, Placement, Queue
from shapewright.clear.rules import place, reachable


def judge_solve(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, height = asked_of(parameters)
    queue, wish = queue_of(parameters), parameters.get("save")
    heights = heights_of(field, queue, height, use_hold)
    possible = [each for each in heights if left_over(game, field, queue, each, use_hold, wish)]
    solutions = answer["solutions"]
    found = bool(possible)
    if not same(answer["found"], found) or bool(solutions) != found:
        return False
    if {int(each) for each in answer["refuted"]} != {each for each in heights if not possible or each < possible[0]}:
        return False
    if any(how not in ("counting", "search") for how in [*answer["refuted"].values(), answer["method"]]):
        return False
    if found:
        if not same(answer["height"], possible[0]) or answer.get("reason") is not None:
            return False
        pictures = [replay(one, game, field, queue, use_hold, possible[0], wish) for one in solutions]
        if None in pictures or len(set(pictures)) < len(pictures):
            return False
    limit = parameters.get("limit")
    most = 1 if limit is None else int(limit)
    complete = limit is None or len(solutions) < most
    if complete and limit is not None and wish is None and found:
        every = game.pictures(field, [str(queue)], possible[0], hold=use_hold)
        if queue.hold is None and len(every) != len(solutions):
            return False
    return len(solutions) <= most and same(answer["complete"], complete)


def heights_of(field: Field, queue: Queue, height: int | None, use_hold: bool) -> list[int]:
    """The heights that the queue has pieces enough for."""
    start = field.cleared()
    pieces = len(queue.pieces) + (use_hold and queue.hold is not None)
    several = [height] if height is not None else list(range(max(1, start.height), 21))
    return [
        each
        for each in several
        if each >= start.height and start.empty_cells(each) % 4 == 0 and 0 < start.empty_cells(each) <= 4 * pieces
    ]


def left_over(game: BruteForce, field: Field, queue: Queue, height: int, use_hold: bool, wish: str | None) -> set[str]:
    """What can be left over after a clear of that height, the letters in order; only what is wished for."""
    placed = field.cleared().empty_cells(height) // 4
    orders = game.orders(field, height)
    found = set()
    for order in queue.orders(placed, hold=use_hold):
        if order in orders:
            rest = Counter((queue.hold or "") + queue.pieces) - Counter(order)
            found.add("".join(sorted(rest.elements())))
    if wish is not None:
        assert wish in PIECES
        found = {rest for rest in found if wish in rest}
    return found


def replay(
    record: dict[str, Any], game: BruteForce, field: Field, queue: Queue, use_hold: bool, height: int, wish: str | None
) -> frozenset[Any] | None:
    """The picture that a solution makes; None if it is none or something said of it is false."""
    told = (record["field"], record["queue"], record["hold"], record["kicks"], record["drop"])
    if told != (field.to_text(one_line=True), queue.pieces, queue.hold, game.kicks.name, game.drop):
        return None
    board, rest, rows = field.cleared(), queue, list(range(24))
    picture, placements = [], []
    for step in record["placements"]:
        placement = Placement(step["piece"], step["facing"], step["x"], step["y"])
        after = [
            left for piece, left, used in rest.choices(hold=use_hold) if (piece, used) == (step["piece"], step["held"])
        ]
        ways = {one.cells() for one in reachable(board, placement.piece, game.kicks, game.drop)}
        if not after or type(step["held"]) is not bool or tuple(sorted(placement.cells())) not in ways:
            return None
        (rest,) = after
        cells = [(x, rows[y]) for x, y in placement.cells()]
        picture.append((placement.piece, tuple(sorted(cells))))
        placements.append(placement)
        filled = {y for _, y in placement.cells()}
        full = [y for y in filled if all((x, y) in board or (x, y) in placement.cells() for x in range(10))]
        rows = [row for y, row in enumerate(rows) if y not in full]
        board = place(board, placement)
    if board.rows or max(y for _, cells in picture for _, y in cells) != height - 1:
        return None
    saved = (rest.hold or "") + rest.pieces
    if not same(record["height"], height) or not same(record["saved"], saved) or (wish or "") not in saved:
        return None
    shown = [page.placement for page in Fumen.from_text(record["fumen"]).pages]
    return frozenset(picture) if shown == placements else None
