"""Progress of boards in equal shares: of the work, or of the time where that is limited."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from shapewright.packing import Bag, bins, least_cost
from shapewright.packing.pack import answered
from shapewright.packing.search.rising_effort import FIRST, MOST_WORK

if TYPE_CHECKING:
    from shapewright.jobs import Progress
    from shapewright.packing import Packing
    from shapewright.packing.problem import Problem
    from shapewright.packing.search.solvers import Effort


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody finds a packing that is to hold the whole bag, as with puzzles that are hard."""

    def gives_up(problem: Problem, effort: Effort) -> Packing:
        alone = problem if problem.best_subset else type(problem)(Bag.from_text("O1"), box=(2, 1))
        found = answered(alone, effort)
        if not problem.best_subset:
            object.__setattr__(found, "status", "unknown")
        return found

    for name in ("bins", "least_cost"):
        monkeypatch.setattr(import_module(f"shapewright.packing.goals.{name}"), "answered", gives_up)


@pytest.mark.usefixtures("undecided")
def test_boards_that_stay_open_and_cells_that_are_filled_are_shares() -> None:
    told: list[Progress] = []
    found = bins(Bag.from_text("O30"), box=(8, 8), progress=told.append)
    assert len(found) == 2
    assert [(one.fraction, one.remark) for one in told] == [
        (0.0, "trying 2 boards, at least 2 needed"),
        (1 / 6, "trying 3 boards, at least 2 needed"),
        (1 / 3, "trying 4 boards, at least 2 needed"),
        (0.5, "filling boards one by one, 0 of 120 cells of the pieces lie"),
        (0.5 + 0.5 * 64 / 120, "filling boards one by one, 64 of 120 cells of the pieces lie"),
    ]
    assert [(one.done, one.total) for one in told] == [(int(100 * one.fraction), 100) for one in told]


@pytest.mark.usefixtures("undecided")
def test_choices_of_boards_are_shares_by_the_work_that_they_take() -> None:
    told: list[Progress] = []
    found = least_cost(Bag.from_text("O6"), "2*4x4 cost 5", progress=told.append)
    assert len(found) == 2
    fractions = [one.fraction for one in told]
    assert fractions == sorted(fractions)
    passes = [one for one in told if one.remark.startswith("trying")]
    # Each pass takes four times the work of the one before, and so the bar goes on four times as far.
    steps = [after.fraction - before.fraction for before, after in pairwise(passes)]
    assert steps == pytest.approx([0.7 * FIRST * 4**turn / MOST_WORK for turn in range(len(steps))])
    assert len(steps) == 4
    assert fractions[-2:] == pytest.approx([0.7, 0.7 + 0.3 * 16 / 24])


@pytest.mark.usefixtures("undecided")
def test_with_a_time_limit_shares_are_those_of_the_time() -> None:
    told: list[Progress] = []
    bins(Bag.from_text("O30"), box=(8, 8), time_limit=1000, progress=told.append)
    assert told
    assert [one.fraction for one in told] == pytest.approx([one.seconds / 1000 for one in told], abs=1e-3)
