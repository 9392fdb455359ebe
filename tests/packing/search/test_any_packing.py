"""There is always a packing, a bound, and progress."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shapewright.cells.pieces import parse_pieces
from shapewright.jobs import Progress
from shapewright.packing import Bag, check, pack
from shapewright.packing.native import Placements, tetrominoes
from shapewright.packing.rules import bounding_box, overlap
from shapewright.packing.search.any_packing import _shelves

SQUARES = ", ".join(f"Q{n}=" + "/".join(["#" * n] * n) for n in range(1, 8))


@pytest.mark.parametrize("place", [{"objective": "area"}, {"width": 9, "objective": "strip"}, {}])
@pytest.mark.parametrize("seconds", [0, 0.2])
def test_however_little_time_there_is(place: dict[str, object], seconds: float) -> None:
    packing = pack(parse_pieces(SQUARES), time_limit=seconds, **place)  # type: ignore[arg-type]
    check(packing)
    assert packing.status in ("feasible", "optimal")
    assert packing.bound is not None
    if packing.goal == "score":
        assert packing.score <= packing.bound
    else:
        assert packing.value >= packing.bound


def test_many_different_pieces_are_packed_with_some_density() -> None:
    packing = pack(parse_pieces("heptominoes"), time_limit=0.5)
    check(packing)
    assert packing.score > 0


def test_nothing_worse_is_tried_once_there_is_a_packing() -> None:
    heard: list[Progress] = []
    packing = pack(parse_pieces("4*T4, 9*X5"), objective="area", time_limit=2, progress=heard.append)
    check(packing)
    assert heard
    assert all(one.stage == "packing" for one in heard)
    assert "trying" in heard[-1].remark
    assert "the best area is at least" in heard[-1].remark
    assert packing.value >= float(packing.bound or 0)


@given(st.lists(st.integers(0, 9), min_size=7, max_size=7).filter(any), st.one_of(st.none(), st.integers(4, 20)))
@settings(deadline=None)
def test_shelves_hold_everything(counts: list[int], width: int | None) -> None:
    placements = tuple(Placements(tetrominoes(), _shelves(tetrominoes(), counts, width)))
    assert overlap(placements) is None
    assert len(placements) == sum(counts)
    left, bottom, wide, _ = bounding_box(placements)
    assert (left, bottom) == (0, 0)
    assert width is None or wide <= width


def test_the_best_of_one_kind_is_told_without_time() -> None:
    packing = pack(Bag.from_text("S1000"), time_limit=0)
    check(packing)
    assert packing.status == "feasible"
