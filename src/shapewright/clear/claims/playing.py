"""Answers of ``clear demo``, ``loop`` and about nets: played, computed and trained again.

Every clear of a game is replayed by the rules. What was measured in seconds cannot be found again.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, cast

from shapewright.clear.check import faults
from shapewright.clear.claims.question import asked_kicks, game_of, required
from shapewright.clear.claims.solving import check_details
from shapewright.clear.loops.demo import Game, play
from shapewright.clear.loops.loop import loop as best_loop
from shapewright.clear.loops.loop_values import FOUR, by_clear
from shapewright.clear.nets.net import Net
from shapewright.clear.nets.train import train as evolve
from shapewright.clear.notation.jsonl import from_record, to_record
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import read_bag

if TYPE_CHECKING:
    from shapewright.claims import Case
    from shapewright.clear.nets.train import Fitness, Start


def demo(case: Case) -> None:
    """An answer of ``clear demo --json``."""
    asked, records = case.asked, case.claimed("solutions")
    limit = asked.whole("limit")
    seed = required(asked.whole("seed"), "'seed', by which the game could be played again")
    text, kicks = asked.text("net"), asked_kicks(case)
    net = None if text is None else Net.from_text(text)
    height = asked.whole("height")
    game = Game()
    played = play(height=height or 4, seed=seed, kicks=kicks, game=game, net=net)
    case.findings.verdict(case.answer, "found")
    case.compare("seed", seed, "by the parameters")
    case.compare("clears", len(records), "by the number of solutions")
    case.compare("complete", limit is not None and len(records) == limit, "by the limit")
    for number, record in enumerate(records, 1):
        case.left()
        solution, expected = from_record(record, f"solution {number}"), to_record(next(played))
        for fault in faults(solution, kicks=kicks):
            case.findings.wrong("solutions", fault, solution=number)
            return
        check_details(case, record, solution, number)
        plain = {key: value for key, value in record.items() if key not in ("height", "saved", "fumen")}
        if asked.text("kicks") not in (None, str(kicks)):
            plain["kicks"] = expected["kicks"]  # those from a file bear its name, which its content does not have
        case.findings.compare("solutions", plain, expected, "played again by the seed", solution=number)
    case.findings.right("solutions", "replayed by the rules, and played again by the seed")
    case.compare("pieces", game.pieces, "played again by the seed")
    if not case.claimed("complete") and case.claimed("missed") != game.missed:
        next(played)  # it was stopped on the way to the next clear
    case.compare("missed", game.missed, "played again by the seed")


_WORDS = "computed again by the engine"


def loop(case: Case) -> None:
    """An answer of ``clear loop --json``."""
    game, asked = game_of(case), case.asked
    case.claimed("chance")  # other answers are refused before anything takes long
    found = best_loop(
        asked.whole("clears") or 2,
        height=asked.whole("height") or 2,
        see=asked.whole("see"),
        bags=not asked.flag("no_bags"),
        hold=game.may_hold,
        kicks=game.kicks,
        drop=game.drop,
        time_limit=case.left(),
    )
    bag = read_bag(asked.text("bag") or "")
    state = found.state(game.hold, bag)
    case.compare("complete", True, "complete")
    case.findings.verdict(case.answer, "found" if found.chances[state][-1] else "none")
    case.compare("height", found.height, "the game")
    case.compare("chance", float(found.chances[state][-1]), _WORDS)
    values = [
        {
            "hold": held or None,
            "chances": [str(one) for one in found.chances[held, bag]],
            "number": str(found.numbers[held, bag]),
            "more": None if (more := found.more[held, bag]) is None else str(more),
        }
        for held in ("", *(PIECES if game.may_hold else ""))
    ]
    for key in ("chances", "number", "more"):
        case.compare(key, next(one[key] for one in values if (one["hold"] or "") == state[0]), _WORDS)
    case.compare("by_hold", values, _WORDS)
    if found.height == FOUR:
        forever = found.for_ever
        case.compare("for_ever", None if forever is None else str(forever[state]), _WORDS)
        case.compare("by_clear", by_clear(found), _WORDS)


def train(case: Case) -> None:
    """An answer of ``clear train --json``."""
    asked = case.asked
    if asked.has("compare"):
        compare_nets(case)
        return
    case.compare("complete", True, "complete")
    net, generations = case.claimed("net"), case.claimed("generations")  # before it takes long
    found = evolve(
        generations=asked.whole("generations") or 30,
        population=asked.whole("population") or 100,
        queues=asked.whole("queues") or 200,
        height=asked.whole("height") or 4,
        fitness=cast("Fitness", asked.text("fitness") or "typical"),
        start=cast("Start", asked.text("start") or "plain"),
        seed=asked.whole("seed") or 0,
        threads=case.threads,
        time_limit=case.left(),
    )
    case.findings.verdict(case.answer, "found")
    case.findings.compare("net", net, json.loads(found.net.to_text()), "trained again")
    case.findings.compare("generations", generations, [asdict(one) for one in found.generations], "trained again")


def compare_nets(case: Case) -> None:
    """An answer of ``clear train --compare --json``, once ``clear compare-nets``."""
    case.compare("complete", True, "complete")
    case.compare("height", case.asked.whole("height") or 4, "what was asked")
    case.compare("queues", case.asked.whole("queues") or 2000, "what was asked")
    case.findings.verdict(case.answer, "found")
    case.findings.unchecked("orders", "times are measured, and another measurement gives others")
