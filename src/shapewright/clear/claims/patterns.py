"""Answers about the queues of a pattern, and about what may come: ``clear percent``, ``cover`` and ``chance``.

Percentages are found from all boards at once; here every queue is searched by itself as well, while there is time.
Coverage is found from all boards between a field and a solution; here the pieces are put into an order, queue by queue.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from shapewright.clear.chances.cover import cover as covered
from shapewright.clear.chances.cover import read_built
from shapewright.clear.chances.percent import percent as chance_of
from shapewright.clear.chances.preview_chance import chance as best_chance
from shapewright.clear.claims.question import compare_pieces, game_of, queue_of, rules_of, setup_of
from shapewright.clear.graph.queues import Queues
from shapewright.clear.orders.build_orders import Building
from shapewright.clear.orders.goals import Goal
from shapewright.clear.orders.placing_order import in_order
from shapewright.clear.problem import Problem
from shapewright.clear.queue import Queue
from shapewright.clear.search.many_queues import Unknown, solve_many
from shapewright.errors import InternalError, LimitError, StoppedError

if TYPE_CHECKING:
    from shapewright.claims import Asked, Case
    from shapewright.clear.chances.cover import Coverage
    from shapewright.clear.chances.percent import Chance
    from shapewright.clear.claims.question import Rules
    from shapewright.clear.graph.setup import Setup

MAX_LISTED = 5_000_000
# Queues that are searched one by one: a second opinion takes about a millisecond for each.
MAX_SEARCHED = 20_000
# Pairs of a queue and a solution that are put into order: a second opinion takes about as long for each.
MAX_ORDERED = 20_000


def percent(case: Case) -> None:
    """An answer of ``clear percent --json``."""
    setup, save = setup_of(case), case.asked.text("save")
    case.compare("complete", True, "complete")
    use_list = not case.asked.flag("no_list")
    best_save, leftovers = case.asked.flag("best_save"), case.asked.flag("leftovers")
    found = chance_of(
        setup,
        save=save,
        best_save=best_save,
        time_limit=case.left(),
        use_list=use_list and not leftovers,
    )
    words = "recomputed"
    if found.queues - found.solved > MAX_LISTED:
        raise LimitError(f"{found.queues - found.solved} queues fail, more than the limit of {MAX_LISTED} to list")
    failing = list(found.failing())
    if save is None and found.queues <= MAX_SEARCHED and _agrees(case, setup, set(failing)):
        words = "recomputed, and each queue searched by itself"
    saved: dict[str, Chance] = {}
    if found.boards and save is None and setup.hold and setup.length > setup.needed:
        saved = found.by_saved()
    case.compare("solved", found.solved, words)
    case.findings.verdict(case.answer, "found" if found.solved else "none")
    if save is not None:
        none = None if found.solved else setup.nothing_left() or setup.never_saved(save)
        case.compare("reason", none, "by the pieces that are left over")
    case.compare("queues", found.queues, words)
    case.compare("chance", found.fraction, words)
    case.compare("height", setup.height, "what was asked")
    case.compare("first", {piece: [of.solved, of.queues] for piece, of in found.by_first().items()}, words)
    depth = case.asked.whole("tree") or 0
    if depth > 1:
        levels = [found.by_first(level) for level in range(1, depth + 1)]
        tree = {first: [of.solved, of.queues] for level in levels for first, of in level.items()}
        case.compare("tree", tree, words)
    case.compare("saved", {piece: of.solved for piece, of in saved.items()})
    if leftovers:
        case.compare("leftovers", [[left, of.solved, of.queues] for left, of in found.leftovers().items()])
    case.compare("method", "search" if found.boards else "list")
    case.compare("failed", failing, words)
    case.compare("cleared", found.cleared, words)
    case.compare("conditions", [one.keys() for one in found.conditions])
    counted = setup.pattern.length if found.conditions else setup.length
    compare_pieces(case, setup.pattern.length, counted)


def _agrees(case: Case, setup: Setup, failing: set[str]) -> bool:
    """Search every queue by itself: whether there was time; raises ``InternalError`` if that says something else."""
    queues = list(Queues.of(setup.pattern, setup.length))
    problem = Problem(setup.field, Queue(queues[0]), setup.height, setup.kicks, setup.drop, setup.hold)
    found = solve_many(
        problem, list(map(Queue, queues)), threads=case.threads, time_limit=case.left(0.5), use_list=False
    )
    for queue, solution in zip(queues, found, strict=True):
        if isinstance(solution, Unknown):
            return False
        if (solution is None) != (queue in failing):
            raise InternalError(f"two methods disagree whether the queue {queue} can clear the field")
    return True


def cover(case: Case) -> None:
    """An answer of ``clear cover --json``."""
    rules = rules_of(case)
    texts = [*case.asked.texts("solutions"), *case.asked.texts("fumens")]
    built = [one for text in texts for one in read_built(text)]
    case.compare("complete", True, "complete")
    how: dict[str, Any] = {
        "kicks": rules.kicks,
        "drop": rules.drop,
        "hold": rules.hold,
        "goal": goal_of(case.asked),
        "mirror": case.asked.text("mirror") == "yes",
    }
    found = covered(built, rules.pattern, **how, time_limit=case.left())
    words = "recomputed"
    if len(found.queues) * len(found.solutions) <= MAX_ORDERED and can_be_ordered(case, rules, found):
        words = "recomputed, and each queue put into order by itself"
    if case.asked.text("priority") == "yes":
        found = covered(built, rules.pattern, **how, priority=True, time_limit=case.left())
    each = [
        {
            "pieces": one.pieces,
            "cells": [[list(cell) for cell in part.cells] for part in one.parts],
            "queues": of.solved,
        }
        for one, of in zip(found.solutions, found.each, strict=True)
    ]
    case.compare("queues", len(found.queues))
    case.compare("any", found.any.solved, words)
    case.compare("every", found.every.solved, words)
    case.findings.verdict(case.answer, "found" if found.any.solved else "none")
    case.compare("solutions", each, words)
    case.compare("failed", list(found.any.failing()), words)
    compare_pieces(case, rules.pattern.length, found.queues.length)


def goal_of(asked: Asked) -> Goal:
    """What was asked to happen on the way."""
    said: dict[str, Any] = {name: asked.text(name) for name in ("mode", "spins", "every_t")}
    said |= {name: asked.whole(name) for name in ("start_b2b", "max_clears", "max_soft", "last_soft")}
    return Goal(**{name: value for name, value in said.items() if value is not None})


def can_be_ordered(case: Case, rules: Rules, found: Coverage) -> bool:
    """Put each solution into an order for each queue: whether there was time; raises ``InternalError`` as above."""
    orders: dict[tuple[int, str], bool] = {}
    try:
        for queue, cells in found.table():
            for number, (one, can) in enumerate(zip(found.solutions, cells, strict=True)):
                case.left()
                # Of a queue that is longer than the solution only what it can place counts.
                beginning = queue[: len(one.parts) + rules.hold]
                known = orders.get((number, beginning))
                if known is None:
                    if found.goal.is_plain:
                        order = in_order(
                            one.start, one.parts, Queue(beginning), kicks=rules.kicks, drop=rules.drop, hold=rules.hold
                        )
                    else:
                        building = Building(one.start, one.parts, kicks=rules.kicks, drop=rules.drop, goal=found.goal)
                        order = building.order(Queue(beginning), hold=rules.hold)
                    known = orders[number, beginning] = order is not None
                if known != can:
                    raise InternalError(f"two methods disagree whether the queue {queue} can build solution {number}")
    except StoppedError:
        return False
    return True


def chance(case: Case) -> None:
    """An answer of ``clear chance --json``."""
    game, asked = game_of(case), case.asked
    queue = queue_of(case, game)
    see = asked.whole("see")
    case.compare("complete", True, "complete")
    found = best_chance(
        game.field,
        queue,
        see,
        height=game.height,
        bag=asked.text("bag"),
        hold=game.may_hold,
        time_limit=case.left(),
        kicks=game.kicks,
        drop=game.drop,
    )
    case.compare("chance", float(found.chance))
    case.findings.verdict(case.answer, "found" if found.chance else "none")
    case.compare("solved", int(found.chance * found.sequences))
    case.compare("sequences", found.sequences)
    case.compare(
        "moves",
        [
            {
                "placement": "hold, then look" if move.placement is None else str(move.placement),
                "chance": float(move.chance),
            }
            for move in found.moves
        ],
    )
