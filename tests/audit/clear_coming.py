"""Answers about what may come: the best move by all bags."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.audit.clear_asked import PIECES, asked_of, queue_of, same
from tests.reference.clear.preview import Player

from shapewright.clear import Queue
from shapewright.clear.rules import place, reachable


def judge_chance(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, given = asked_of(parameters)
    queue, height = queue_of(parameters), given or 4
    see = int(parameters.get("see") or max(1, len(queue.pieces)))
    last = queue.pieces[len(queue.pieces) - len(queue.pieces) % 7 :]
    bag = frozenset(parameters.get("bag") or set(PIECES) - set(last)) or frozenset(PIECES)
    player = Player(see, use_hold, game.kicks, game.drop)
    start = field.cleared()
    length = start.empty_cells(height) // 4 + use_hold
    seen = ((queue.hold or "") + queue.pieces)[:length]
    number = _number_of_sequences(bag, length - len(seen))
    pieces = seen[queue.hold is not None :]
    best = player.best_chance(start, height, queue.hold, pieces, bag)
    moves = answer["moves"]
    worth: dict[str, Fraction] = {}
    if len(pieces) < see and len(seen) < length:
        return None  # more comes into sight before anything is placed
    choices = [(piece, rest) for piece, rest, _ in Queue(pieces, queue.hold).choices(hold=use_hold)] if pieces else []
    for piece, rest in choices:
        if queue.hold is None and rest.hold is not None and length > len(seen):
            continue
        for placement in reachable(start, piece, game.kicks, game.drop):
            if all(y < height for _, y in placement.cells()):
                after = place(start, placement)
                left = height - (after.empty_cells(height) - start.empty_cells(height) + 4) // 10
                chance = player.best_chance(after, left, rest.hold, rest.pieces, bag)
                worth[str(placement)] = max(worth.get(str(placement), Fraction(0)), chance)
    told = {move["placement"]: move["chance"] for move in moves}
    if any(name in told and not same(told[name], float(chance)) for name, chance in worth.items()):
        return False
    if any(name not in worth and "hold" not in name for name in told) or not all(
        set(move) == {"placement", "chance"} for move in moves
    ):
        return False
    falling = [move["chance"] for move in moves]
    numbers = {"chance": float(best), "solved": int(best * number), "sequences": number, "complete": True}
    return (
        falling == sorted(falling, reverse=True)
        and falling[0] == float(best)
        and len(told) == len(moves)
        and {name for name, chance in worth.items() if chance} <= told.keys()
        and all(same(answer[key], value) for key, value in numbers.items())
    )


def _number_of_sequences(bag: frozenset[str], unseen: int) -> int:
    number = 1
    for _ in range(unseen):
        number *= len(bag)
        bag = frozenset(sorted(bag)[1:]) or frozenset(PIECES)
    return number
