"""Answers of ``clear demo``: every clear is replayed by the rules, and the game is played again by its seed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from shapewright.clear.check import faults
from shapewright.clear.claims.question import kicks_of
from shapewright.clear.claims.solving import check_details
from shapewright.clear.loops.demo import Game, play
from shapewright.clear.nets.net import Net
from shapewright.clear.notation.jsonl import from_record, to_record
from shapewright.errors import NotationError

if TYPE_CHECKING:
    from shapewright.claims import Case

__all__ = ["demo"]


def demo(case: Case) -> None:
    """An answer of ``clear demo --json``."""
    asked, records = case.asked, case.need("solutions", list)
    limit, seed = asked.whole("limit", least=1), asked.whole("seed", most=2**64 - 1)
    if seed is None:
        raise NotationError("the parameters have no 'seed', by which the game could be played again")
    net, kicks = asked.text("net"), kicks_of(case, asked.text("kicks"))
    height = asked.whole("height", least=2, most=20)
    game = Game()
    played = play(
        height=4 if height is None else height,
        seed=seed,
        kicks=kicks,
        game=game,
        net=None if net is None else Net.from_text(net),
    )
    case.findings.verdict(case.answer, "found")
    case.compare("seed", seed, "by the parameters")
    case.compare("clears", len(records), "by the number of solutions")
    case.compare("complete", limit is not None and len(records) == limit, "by the limit")
    for number, record in enumerate(records, 1):
        case.left()
        solution, expected = from_record(record, f"solution {number}"), to_record(next(played))
        assert isinstance(record, Mapping)
        for fault in faults(solution, kicks=kicks):
            case.findings.wrong("solutions", fault, solution=number)
            return
        check_details(case, record, solution, number)
        plain = {key: value for key, value in record.items() if key not in ("height", "saved", "fumen")}
        # Kicks from a file bear its name, which its content does not have.
        case.findings.compare(
            "solutions", {**plain, "kicks": expected["kicks"]}, expected, "played again by the seed", solution=number
        )
    case.findings.right("solutions", "replayed by the rules, and played again by the seed")
    case.compare("pieces", game.pieces, "played again by the seed")
    if not case.need("complete", bool) and case.whole("missed") != game.missed:
        next(played)  # it was stopped on the way to the next clear
    case.compare("missed", game.missed, "played again by the seed")
