"""Answers of ``clear score`` and ``clear ren``: solutions are replayed by the rules, and the best recomputed.

What a solution sends is found from its placements again: how each can lock, and what the table says of that. That no
other solution sends more, and no other run is longer, is recomputed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from shapewright.clear.check import faults
from shapewright.clear.claims.paths import compare_path
from shapewright.clear.claims.question import (
    asked_kicks,
    compare_pieces,
    drop_of,
    game_of,
    queue_of,
    setup_of,
)
from shapewright.clear.claims.solving import check_details, same_record
from shapewright.clear.notation.fumen import is_fumen, read_fumens
from shapewright.clear.notation.jsonl import from_record, to_record
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.scoring.ren import ren as longest_runs
from shapewright.clear.scoring.score import best_score, score_solution
from shapewright.clear.scoring.score import score as scores_of
from shapewright.clear.scoring.table import Chain, attack_table
from shapewright.clear.search.impossible import why_none
from shapewright.clear.solution import Solution
from shapewright.clear.spins import spins
from shapewright.errors import ProblemError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from shapewright.claims import Case
    from shapewright.clear.scoring.table import AttackTable

_LEFT = "cells are left at the end"
_USUAL_RUNS = 10


def score(case: Case) -> None:
    """An answer of ``clear score --json``."""
    table = attack_table(case.asked.text("table") or "guideline")
    start = Chain(case.asked.whole("combo") or 0, case.asked.whole("back_to_back") or 0)
    if not case.asked.flag("minimal"):
        case.compare("complete", True, "complete")
    about = {"title": table.title, "unit": table.unit, "sources": list(table.sources), "open": list(table.open)}
    for key, found in about.items():
        case.compare(key, found, "by the table")
    queue = case.asked.text("queue")
    if queue is None:
        _mean(case, table, start)
    elif is_fumen(queue):
        _given(case, table, start, queue)
    else:
        _best(case, table, start, queue)


def _mean(case: Case, table: AttackTable, start: Chain) -> None:
    """The scores of the queues of a pattern."""
    setup = setup_of(case)
    found = scores_of(setup, table=table, combo=start.combo, back_to_back=start.back_to_back, time_limit=case.left())
    case.findings.verdict(case.answer, "found" if found.solved else "none")
    case.compare("solved", found.solved)
    case.compare("queues", len(found.values))
    case.compare("total", found.total)
    case.compare("average", found.average)
    case.compare("average_of_all", found.average_of_all)
    case.compare("distribution", [[value, number] for value, number in found.distribution().items()])
    case.compare("failed", list(found.failing()))
    case.compare("height", setup.height, "what was asked")
    compare_pieces(case, setup.pattern.length, setup.length)
    if case.asked.flag("minimal"):
        fewest = found.solutions(time_limit=case.left())
        is_whole = compare_path(case, fewest, complete=case.claimed("complete"), alone=False)
        case.compare("complete", is_whole, "by the number of solutions")


def _best(case: Case, table: AttackTable, start: Chain, text: str) -> None:
    """A solution of a queue that sends the most."""
    game = game_of(case)
    kicks, drop, hold = game.kicks, game.drop, game.may_hold
    problem = Problem(game.field, Queue.from_text(text), game.height, kicks, drop, hold)
    found = best_score(problem, table=table, combo=start.combo, back_to_back=start.back_to_back, time_limit=case.left())
    records = case.claimed("scores")
    case.findings.verdict(case.answer, "found" if found else "none")
    if found is None or len(records) != 1:
        case.findings.compare("scores", len(records), 0 if found is None else 1, "recomputed")
        if found is None:
            case.compare("reason", why_none(problem))
        return
    solution = _same(case, records[0]["solution"], replace(found.solution, kicks=kicks, drop=drop), 1)
    _replayed(case, records[0], solution, table, start, 1)
    for fault in faults(solution, kicks=kicks, hold=hold):
        case.findings.wrong("scores", fault, solution=1)
    if problem.height is not None and solution.height != problem.height:
        case.findings.wrong(
            "scores", f"it takes {solution.height} lines, and {problem.height} are left to clear", solution=1
        )
    case.findings.compare("scores.total", records[0]["total"], found.total)
    case.findings.right("scores", "replayed by the rules, and the most recomputed")


def _given(case: Case, table: AttackTable, start: Chain, text: str) -> None:
    """What given solutions send."""
    kicks, drop = asked_kicks(case), drop_of(case)
    case.findings.verdict(case.answer, "found")
    records, fumens = case.claimed("scores"), read_fumens(text)
    case.findings.compare("scores", len(records), len(fumens), "by the number of fumens")
    for number, (record, fumen) in enumerate(zip(records, fumens, strict=False), 1):
        found = score_solution(
            fumen.solution(),
            table=table,
            combo=start.combo,
            back_to_back=start.back_to_back,
            kicks=kicks,
            drop=drop,
        )
        solution = _same(case, record["solution"], found.solution, number)
        if (solution.placements, solution.holds) != (found.solution.placements, found.solution.holds):
            case.findings.wrong("scores", "it is another solution than the fumen has", solution=number)
        _replayed(case, record, solution, table, start, number)
        case.findings.compare("scores.total", record["total"], found.total, solution=number)


def _same(case: Case, record: Mapping[str, Any], asked: Solution, number: int) -> Solution:
    """The solution in a record, whose field, queue and rules must be those of what was asked."""
    solution = from_record(record, f"solution {number}")
    expected = to_record(replace(asked, placements=solution.placements, holds=solution.holds))
    same_record(case, record, expected, number)
    return solution


def _replayed(
    case: Case, record: Mapping[str, Any], solution: Solution, table: AttackTable, chain: Chain, number: int
) -> None:
    """Compare what is said of each placement with what it can be and what the table says of that."""
    events, kicks = record["events"], asked_kicks(case)
    check_details(case, record["solution"], solution, number)
    total, frames = 0, list(solution.frames())
    if len(events) != len(frames):
        case.findings.wrong("scores.events", f"there are {len(events)} for {len(frames)} placements", solution=number)
        return
    for event, frame in zip(events, frames, strict=True):
        spin = event["spin"]
        can = spins(frame.before, frame.placement, kicks=kicks, rule=table.spins, drop=solution.drop)
        if spin not in can:
            case.findings.wrong("scores.events", f"{frame.placement} cannot lock so: {spin}", solution=number)
            return
        before, lines = chain, len(frame.full)
        spun = next(one for one in can if one == spin)
        sent, chain = table.play(lines, spun, before, perfect=not frame.after.rows)
        total += sent
        expected = {
            "placement": str(frame.placement),
            "lines": lines,
            "spin": spin,
            "sent": sent,
            "combo": chain.combo,
            "back_to_back": chain.back_to_back,
        }
        case.findings.compare("scores.events", event, expected, "by the replay and the table", solution=number)
    case.findings.compare("scores.total", record["total"], total, "the sum of its events", solution=number)


def ren(case: Case) -> None:
    """An answer of ``clear ren --json``."""
    game = game_of(case)
    queue = queue_of(case, game)
    runs = longest_runs(game.field, queue, time_limit=case.left(), kicks=game.kicks, drop=game.drop, hold=game.may_hold)
    case.findings.verdict(case.answer, "found" if runs.clears else "none")
    case.compare("clears", runs.clears)
    case.compare("ren", runs.clears - 1, "one less than the clears")
    case.compare("number", runs.number)
    if not runs.clears:
        case.compare("reason", "no piece that can be placed first clears a line")
    limit = case.asked.whole("limit")
    due = min(runs.number, _USUAL_RUNS if limit is None else limit)
    records = case.claimed("solutions")
    case.compare("complete", due == runs.number, "by the number of runs")
    case.findings.compare("solutions", len(records), due, "by the number that was asked for")
    asked, seen = Solution(game.field, queue, (), (), game.kicks, game.drop, game.may_hold), set()
    for number, record in enumerate(records, 1):
        solution = _same(case, record, asked, number)
        seen.add(solution.placements)
        if len(solution) != runs.clears:
            case.findings.wrong("solutions", f"it has {len(solution)} clears, not {runs.clears}", solution=number)
            continue
        try:
            lines = [len(frame.full) for frame in solution.frames()]
        except ProblemError as error:
            case.findings.wrong("solutions", str(error), solution=number)
        else:
            if 0 in lines:
                case.findings.wrong("solutions", f"its placement {lines.index(0) + 1} clears no line", solution=number)
            check_details(case, record, solution, number)
        for fault in faults(solution, kicks=game.kicks, hold=game.may_hold):
            if not fault.endswith(_LEFT):
                case.findings.wrong("solutions", fault, solution=number)
    if len(seen) < len(records):
        case.findings.wrong("solutions", "a run is listed twice")
    case.findings.right("solutions", "replayed by the rules")
