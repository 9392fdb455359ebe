"""Answers about what clears send, runs of clears, and fumens made of others."""

from __future__ import annotations

from collections import Counter
from typing import Any

from tests.audit.clear_asked import asked_of, claims_of, same
from tests.audit.clear_patterns import all_of
from tests.audit.clear_queue import heights_of, replay
from tests.reference.clear import fumens as clear_fumens
from tests.reference.clear.scores import runs, totals

from shapewright.clear import Fumen, Page, Pattern, Placement, Queue
from shapewright.clear.rules import place
from shapewright.clear.scoring.table import Chain, attack_table
from shapewright.clear.solution import Solution
from shapewright.clear.spins import spins


def judge_score(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, height = asked_of(parameters)
    table = attack_table(parameters.get("table", "guideline"))
    chain = Chain(int(parameters.get("combo", 0)), int(parameters.get("back_to_back", 0)))
    about = {"title": table.title, "unit": table.unit, "sources": list(table.sources), "open": list(table.open)}
    if not same({key: answer[key] for key in about}, about) or answer["complete"] is not True:
        return False

    def best(queue: Queue, lines: int) -> int | None:
        every = totals(field, queue, lines, table, chain, kicks=game.kicks, drop=game.drop, hold=use_hold)
        return max(every, default=None)

    if "patterns" in parameters:
        lines = height or 4
        queues = all_of(parameters, field.empty_cells(lines) // 4, use_hold)
        each = [best(Queue(queue), lines) for queue in queues]
        sent = [one for one in each if one is not None]
        found = {
            **about,
            "complete": True,
            "solved": len(sent),
            "queues": len(queues),
            "total": sum(sent),
            "average": sum(sent) / len(sent) if sent else 0.0,
            "average_of_all": sum(sent) / len(queues),
            "distribution": [[one, count] for one, count in sorted(Counter(sent).items(), reverse=True)],
            "pieces": Pattern.from_text(parameters["patterns"]).length,
            "pieces_counted": len(queues[0]),
            "height": lines,
            "failed": [queue for queue, one in zip(queues, each, strict=True) if one is None],
        }
        return same(claims_of(answer), found)
    queue = Queue.from_text(parameters["queue"])
    most = next((one for lines in heights_of(field, queue, height, use_hold) if (one := best(queue, lines))), None)
    if most is None:
        return bool(answer["scores"] == [])
    (record,) = answer["scores"]
    lines = record["solution"]["height"]
    if replay(record["solution"], game, field, queue, use_hold, lines, None) is None:
        return False
    board, sums = field.cleared(), 0
    for event, step in zip(record["events"], record["solution"]["placements"], strict=True):
        placement = Placement(step["piece"], step["facing"], step["x"], step["y"])
        after = place(board, placement)
        cleared = (sum(map(int.bit_count, board.rows)) + 4 - sum(map(int.bit_count, after.rows))) // 10
        if event["spin"] not in spins(board, placement, kicks=game.kicks, rule=table.spins, drop=game.drop):
            return False
        sent_now, chain = table.play(cleared, event["spin"], chain, perfect=not after.rows)
        expected = {"placement": str(placement), "lines": cleared, "spin": event["spin"], "sent": sent_now}
        if not same(event, expected | {"combo": chain.combo, "back_to_back": chain.back_to_back}):
            return False
        board, sums = after, sums + sent_now
    return same(record["total"], sums) and sums == most


def judge_ren(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    game, field, use_hold, _ = asked_of(parameters)
    queue = Queue.from_text(parameters["queue"])
    every = set(runs(field.cleared(), queue, kicks=game.kicks, drop=game.drop, hold=use_hold))
    longest = max(map(len, every))
    wanted = {run for run in every if len(run) == longest} if longest else set()
    limit = int(parameters.get("limit", 10))
    numbers = {"clears": longest, "ren": longest - 1, "number": len(wanted), "complete": len(wanted) <= limit}
    records = answer["solutions"]
    if not all(same(answer[key], number) for key, number in numbers.items()):
        return False
    if len(records) != min(limit, len(wanted)):
        return False
    seen = set()
    for record in records:
        steps = record["placements"]
        placed = tuple(Placement(step["piece"], step["facing"], step["x"], step["y"]) for step in steps)
        told = (record["field"], record["queue"], record["hold"], record["kicks"], record["drop"])
        if placed not in wanted or told != (
            field.to_text(one_line=True),
            queue.pieces,
            queue.hold,
            game.kicks.name,
            game.drop,
        ):
            return False
        solution = Solution(field, queue, placed, tuple(step["held"] for step in steps))
        if any(type(step["held"]) is not bool for step in steps):
            return False
        if not same(record["saved"], solution.saved) or not same(record["height"], solution.height):
            return False
        if [page.placement for page in Fumen.from_text(record["fumen"]).pages] != list(placed):
            return False
        seen.add(placed)
    return len(seen) == len(records)


def judge_fumen(answer: dict[str, Any], parameters: dict[str, Any]) -> bool | None:
    """What is seen on every page: cells, the cells of its piece, and its comment."""

    def seen(page: Page) -> tuple[object, ...]:
        placed = {} if page.placement is None else dict.fromkeys(page.placement.cells(), page.placement.piece)
        return clear_fumens.board(page.rows), placed, page.comment

    given = [list(Fumen.from_text(text).pages) for text in parameters["fumens"]]
    pages = [page for one in given for page in one]
    match parameters["operation"]:
        case "mirror":
            expected = [
                [(clear_fumens.mirrored(rows), clear_fumens.mirrored(placed), comment) for rows, placed, comment in one]
                for one in [list(map(seen, each)) for each in given]
            ]
        case "join":
            expected = [list(map(seen, pages))]
        case "split":
            expected = [[seen(page)] for page in pages]
        case "unglue":
            expected = [[(clear_fumens.all_placed(each), {}, each[0].comment)] for each in given]
        case "filter":
            kept = [[page for page in each if str(page.placement)[0] in parameters["piece"]] for each in given]
            expected = [list(map(seen, each)) for each in kept if each]
        case _:
            return None
    made = [[seen(page) for page in Fumen.from_text(text).pages] for text in answer["fumens"]]
    claims = {"complete": True, "fumens": answer["fumens"], "pages": [len(each) for each in expected]}
    return made == expected and same(claims_of(answer), claims)
