"""Answers about all queues and all solutions: lists, numbers and tables."""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import permutations, product
from pathlib import Path
from typing import Any, cast

from tests.audit.clear_asked import PIECES, claims_of, game_of, same
from tests.audit.clear_patterns import rows_of
from tests.reference.clear import impossible as clear_impossible
from tests.reference.clear import patterns as clear_patterns

import shapewright.clear
from shapewright.clear import Field, Queue
from shapewright.clear.drops import Drop


@cache
def _listed(length: int) -> tuple[str, ...]:
    """All sequences of a pair of held and current piece and what follows, by dealing bags."""
    strings = {""}
    if length:
        strings = {
            "".join((first[-left:] + second)[:length])
            for first in permutations(PIECES)
            for left in range(1, 8)
            for second in (permutations(PIECES, length - left) if length > left else [()])
            if left >= length or len(second) == length - left
        }
    pairs = set()
    for string in strings:
        for held in PIECES:
            if not string:
                pairs.add((held, ""))
                continue
            pair = "".join(sorted(held + string[0], key=PIECES.index))
            pairs.add((pair, string[1:]))
    ordered = sorted(pairs, key=lambda one: [PIECES.index(piece) for piece in one[0] + one[1]])
    return tuple(f"[{pair[0]}]{pair[1:]}{rest}" for pair, rest in ordered)


def judge_all_queues(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    length = int(parameters.get("dealt", parameters.get("length")))
    if length > 4:
        return None
    if not (parameters.get("list") or parameters.get("as_list")):
        return same(
            claims_of(answer), {"complete": True, "numbers": [len(_listed(each)) for each in range(length + 1)]}
        )
    limit = parameters.get("limit")
    every = list(_listed(length))
    shown = every if limit is None else every[: int(limit)]
    if answer["complete"] is False and 0 < len(answer["queues"]) < len(shown):  # the time limit was reached
        shown = shown[: len(answer["queues"])]
    return same(claims_of(answer), {"complete": len(shown) == len(every), "queues": shown})


def judge_sequences(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    length, hold = answer["length"], parameters.get("hold", "pass")
    queues = clear_patterns.expand(parameters["patterns"])
    given = len(next(iter(queues)))
    usual = given + {"pass": 0, "forward": -1, "backward": 1}[hold]
    if length != parameters.get("length", usual):
        return False
    if length > 5 or "holds" in parameters:
        return None
    if hold == "pass":
        found = {queue[:length] for queue in queues}
    elif hold == "forward":
        found = {order for queue in queues for order in Queue(queue).orders(length)}
    else:
        every = map("".join, product("IOTSZLJ", repeat=length))
        found = {queue for queue in every if queues & set(Queue(queue).orders(given))}
    holds = clear_patterns.condition(parameters["where"]) if "where" in parameters else lambda _: True
    every_one = sorted(filter(holds, found), key=lambda one: ["IOTSZLJ".index(piece) for piece in one])
    expected: dict[str, object] = {"complete": True, "number": len(every_one), "length": length}
    if parameters.get("list") or parameters.get("as_list"):
        shown = every_one[: parameters.get("limit")]
        if answer["complete"] is False and answer["queues"]:  # less is claimed, and that is as true
            shown = shown[: len(answer["queues"])]
        expected |= {"complete": answer["complete"] and len(shown) == len(every_one), "queues": shown}
    return same(claims_of(answer), expected)


@lru_cache(maxsize=1)
def _classes() -> tuple[str, ...]:
    return tuple(clear_impossible.classes(Path(shapewright.clear.__file__).parent / "data_files/impossible4.json"))


_REASONS = {
    (True, "list"): "on the list of all queues that cannot clear 4 lines",
    (True, "counting"): "a perfect clear of 4 lines takes 10 pieces, and the queue has 2",
}


def judge_impossible(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if parameters.get("list") or parameters.get("as_list"):
        limit = parameters.get("limit")
        every = [f"[{letters[0]}]{letters[1:]}" for letters in _classes()]
        shown = every if limit is None else every[: int(limit)]
        numbers = {"impossible": len(every), "queues": shown, "complete": len(shown) == len(every)}
        return same(answer["sequences"], 79_516_080) and all(same(answer[key], each) for key, each in numbers.items())
    asked = parameters["queues"]
    if len(asked) != len(answer["verdicts"]) or answer["complete"] is not True:
        return False
    for text, verdict in zip(asked, answer["verdicts"], strict=True):
        queue = Queue.from_text(text)
        letters = (queue.hold or "") + queue.pieces
        if (verdict["queue"], verdict["hold"]) != (queue.pieces, queue.hold):
            return False
        listed = (
            any(both in _classes() for both in clear_impossible.both_orders(letters[:11]))
            if len(letters) > 10
            else None
        )
        if listed is not True and len(letters) >= 10:
            return None  # whether there is a clear takes more than brute force
        method = "list" if listed else "counting"
        if (verdict["impossible"], verdict["method"]) != (True, method) or verdict["reason"] != _REASONS[True, method]:
            return False
    return True


@lru_cache(maxsize=1)
def _two_lines() -> dict[str, str]:
    """The solutions of two lines: their text, and their pieces."""
    game = game_of(None, None)
    found = {}
    for order in game.orders(Field(), 2):
        for picture in game.pictures(Field(), [order], 2, hold=False):
            found[rows_of(Field(), picture, 2)] = "".join(sorted((piece for piece, _ in picture), key=PIECES.index))
    return found


def judge_solutions(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if int(parameters["height"]) != 2 or parameters.get("kicks") or parameters.get("drop"):
        return None
    every = _two_lines()
    sets = set(every.values())
    bags = {"".join(sorted(text, key=PIECES.index)) for text in _five_of_bags()}
    numbers = {
        "solutions": len(every),
        "sets_of_pieces": len(sets),
        "from_bags": sum(pieces in bags for pieces in every.values()),
    }
    if not all(same(answer[key], number) for key, number in numbers.items()):
        return False
    listed, limit, drawn = answer["listed"], parameters.get("limit"), parameters.get("random")
    if not all(line in every for line in listed):
        return False
    if drawn is not None:
        return len(listed) == int(drawn) and answer["complete"] is True
    wanted = len(every) if limit is None else min(len(every), int(limit))
    complete = wanted == len(every)
    if answer["complete"] is False and 0 < len(listed) < wanted:  # the time limit was reached
        return len(listed) == len(set(listed))
    return len(listed) == len(set(listed)) == wanted and same(answer["complete"], complete)


def _five_of_bags() -> set[str]:
    """What may be placed with hold: six pieces of which one is left over, the held one being any."""
    found = set()
    for sequence in _listed(5):
        letters = sequence.replace("[", "").replace("]", "")
        found |= {letters[:each] + letters[each + 1 :] for each in range(6)}
    return found


@cache
def _clears_two(drop: Drop, queue: Queue) -> bool:
    orders = game_of(None, drop).orders(Field(), 2)
    return any(order in orders for order in queue.orders(5))


def _strings(length: int) -> Counter[str]:
    """All strings that bags bring, as often as there are alignments, up to so many pieces left of the first bag."""
    found: Counter[str] = Counter()
    for left in range(1, length + 1):
        for first in permutations(PIECES, left):
            for second in permutations(PIECES, length - left):
                found["".join(first + second)] += 1
    return found


def judge_table(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    if int(parameters["height"]) != 2 or parameters.get("kicks"):
        return None
    drop = cast("Drop", parameters.get("drop") or "soft")
    every = _listed(5)
    lost = [text for text in every if not _clears_two(drop, Queue.from_text(text))]
    six, five = _strings(6), _strings(5)
    none = [sum(n for text, n in six.items() if _clears_two(drop, Queue(text))), sum(six.values())]
    held = [(Queue(text, piece), n) for text, n in five.items() for piece in PIECES]
    some = [none[0] + sum(n for queue, n in held if _clears_two(drop, queue)), none[1] + sum(n for _, n in held)]
    first = ["".join(letters) for letters in permutations(PIECES, 6)]
    opener = [sum(_clears_two(drop, Queue(text)) for text in first), len(first)]
    found: dict[str, object] = {
        "complete": True,
        "height": 2,
        "sequences": len(every),
        "solved": len(every) - len(lost),
        "chances": {"opener": opener, "none": none, "any": some},
    }
    if parameters.get("impossible"):
        found["impossible"] = lost
    return same(claims_of(answer), found)
