"""Solutions of a path that reach a goal: against coverage of each, and against every order tried."""

from __future__ import annotations

import pytest
from tests.clear.published import NARROW, WIDER
from tests.reference.clear import goals as slow

from shapewright.clear.chances.cover import Built, cover
from shapewright.clear.kicks import Kicks
from shapewright.clear.orders.goals import MODES, Goal
from shapewright.clear.paths.path import path, path_with_goal
from shapewright.errors import ProblemError, StoppedError


@pytest.mark.parametrize("mode", MODES)
def test_solutions_serve_what_coverage_says(mode: str) -> None:
    found = path(WIDER, "I,*p4")
    kept = path_with_goal(found, mode)
    coverage = cover([Built(found.setup.start, one.parts) for one in found], "I,*p4", goal=mode)
    served = {one.parts: one.bits for one in kept}
    assert [served.get(one.parts, 0) for one in found] == list(coverage.bits)
    assert kept.solved == coverage.any.solved
    assert [one.served for one in kept] == sorted([one.served for one in kept], reverse=True)
    union = 0
    for one in kept.minimal():
        union |= one.bits
    assert union.bit_count() == kept.solved


@pytest.mark.parametrize("goal", [Goal("tsm"), Goal("b2b", spins="all-mini"), Goal("2L-or-PC")])
def test_as_every_order_tried(goal: Goal) -> None:
    found = path(NARROW, "*p4")
    kept = {one.parts: set(one.queues()) for one in path_with_goal(found, goal)}
    for solution in found[:2]:
        one = Built(found.setup.start, solution.parts)
        can = {
            queue
            for queue in list(solution.queues())[:6]
            if slow.can_reach(one, queue, goal, Kicks.named("srs"), "soft", hold=True)
        }
        assert can == kept.get(solution.parts, set()) & set(list(solution.queues())[:6])


def test_saves_are_kept() -> None:
    found = path(NARROW, "*p4,*p1", save="T")
    kept = path_with_goal(found, "b2b")
    for one in kept:
        whole = next(other for other in found if other.parts == one.parts)
        assert one.bits
        assert one.bits & ~whole.bits == 0
    assert kept.saves == found.saves


def test_what_is_refused() -> None:
    with pytest.raises(ProblemError, match="takes no goal"):
        path_with_goal(path(NARROW, "*p4,*p1", save="T,L", best_save=True), "b2b")
    with pytest.raises(StoppedError):
        path_with_goal(path(NARROW, "*p4"), "b2b", time_limit=0)
