"""The longest runs of line clears: against plain recursion, and on the field of solution-finder's documentation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.reference.clear.scores import runs

from shapewright.clear.check import faults
from shapewright.clear.drops import DROPS, Drop
from shapewright.clear.field import FULL_ROW, Field
from shapewright.clear.kicks import Kicks
from shapewright.clear.piece import PIECES
from shapewright.clear.queue import Queue
from shapewright.clear.scoring.ren import MAX_PIECES, ren
from shapewright.errors import LimitError, StoppedError

FOUR_RIGHT = "v115@VgF8DeF8DeF8DeF8DeF8DeF8DeF8DeI8KeAgH"


def test_the_example_of_solution_finder() -> None:
    """Its documentation gives the field and the queue: every piece clears, so that no run can be longer."""
    found = ren(FOUR_RIGHT, "TOLJISZ")
    assert (found.clears, found.ren) == (7, 6)
    listed = list(found)
    assert len(listed) == found.number == len({one.placements for one in listed})
    for one in listed:
        assert all(frame.full for frame in one.frames())
        assert all(fault.endswith("cells are left at the end") for fault in faults(one))


@given(st.data(), st.sampled_from(DROPS), st.booleans())
@settings(max_examples=60, deadline=None)
def test_as_plain_recursion(data: st.DataObject, drop: Drop, hold: bool) -> None:
    width = data.draw(st.integers(2, 4))
    rows = [FULL_ROW ^ ((1 << width) - 1 << 3) for _ in range(data.draw(st.integers(1, 4)))]
    rows[0] |= data.draw(st.integers(0, 15)) << 3 & FULL_ROW
    field = Field(tuple(rows))
    queue = Queue("".join(data.draw(st.lists(st.sampled_from(PIECES), min_size=1, max_size=5))))
    kicks = Kicks.named(data.draw(st.sampled_from(["srs", "none"])))
    found = ren(field, queue, kicks=kicks, drop=drop, hold=hold)
    every = set(runs(field.cleared(), queue, kicks=kicks, drop=drop, hold=hold))
    longest = max(map(len, every))
    assert found.clears == longest
    wanted = {run for run in every if len(run) == longest} if longest else set()
    assert {one.placements for one in found} == wanted
    assert found.number == len(wanted)


def test_no_run() -> None:
    found = ren("", "TIO")
    assert (found.clears, found.ren, found.number, list(found)) == (0, -1, 0, [])


def test_what_is_refused() -> None:
    with pytest.raises(LimitError, match="the queue has 41 pieces, more than the limit of 40"):
        ren("", "I" * (MAX_PIECES + 1))
    with pytest.raises(StoppedError, match="before the longest run was found"):
        ren(FOUR_RIGHT, "TOLJISZ", time_limit=0)
