"""All plans in order: those of the best goal first, equally good ones in the order of (rotation, column).

The plain question is listed by a depth-first search, which remembers the stacks that lead nowhere; the others from the
engine's graph of all stacks, if that is complete. (With a hold slot the piece that came earlier goes before the other
one that may fall.)
"""

from __future__ import annotations

from collections.abc import Iterator

from shapewright.jobs.interrupt import interruptible
from shapewright.jobs.limits import Clock
from shapewright.stacking.bounds.lower_bound import fitting
from shapewright.stacking.native import depth_first, drops, question
from shapewright.stacking.plan import Drop
from shapewright.stacking.problem import Problem
from shapewright.stacking.replay import final_stack
from shapewright.stacking.rules import height
from shapewright.stacking.search.least_height import Findings
from shapewright.stacking.search.other_objectives import ANY, MOST_WHOLE, graph

# A depth-first search that finds nothing for so many stacks is given up.
PATIENCE = 30_000_000
_SLICE = 2_000_000


class UnlistedError(Exception):
    """The next plan in order could not be found: too little time, or too many stacks."""


def listed(problem: Problem, found: Findings, clock: Clock) -> Iterator[tuple[tuple[Drop, ...], int]]:
    """The drops of every plan and the goal they reach, from the best goal in ``found`` on.

    Raises ``UnlistedError`` where it cannot go on in order.
    """
    if problem.is_plain:
        return _plain(problem, found, clock)
    return _variants(problem, found, clock)


def _plain(problem: Problem, found: Findings, clock: Clock) -> Iterator[tuple[tuple[Drop, ...], int]]:
    highest = problem.height_limit
    if highest is None:
        tallest = {name: max(shape.size[1] for shape in fitting(problem, name)) for name in set(problem.sequence)}
        highest = height(problem.board) + sum(tallest[name] for name in problem.sequence)
    search = depth_first(question(problem))
    for value in range(found.upper, highest + 1):
        search.start(value)
        entered = 0
        while True:
            with interruptible(clock.stop):
                verdict = search.next(_SLICE, clock.stop, clock.native())
            if verdict == "refuted":
                break
            if verdict == "found":
                entered = 0
                made = drops(problem, search.plan)
                # Lower stacks came before, with a smaller value.
                if value == found.upper or height(final_stack(problem, made)) == value:
                    yield made, value
                continue
            entered += _SLICE
            if verdict == "stopped" or entered >= PATIENCE:
                raise UnlistedError


def _variants(problem: Problem, found: Findings, clock: Clock) -> Iterator[tuple[tuple[Drop, ...], int]]:
    whole = graph(problem)
    least, bound = found.upper, found.upper
    while True:
        with interruptible(clock.stop):
            if whole.whole(bound, MOST_WHOLE, clock.stop, clock.native()) != "complete":
                raise UnlistedError
        for value in whole.goals:
            if value < least:
                continue
            with interruptible(clock.stop):
                if not whole.begin(value, clock.stop, clock.native()):
                    raise UnlistedError
            while (moves := whole.next()) is not None:
                yield drops(problem, moves), value
        if bound == ANY:
            return
        # A larger bound admits more stacks: little by little at first, for few plans may be asked for.
        least, bound = bound + 1, ANY if bound > found.upper + 20 else bound + 2
