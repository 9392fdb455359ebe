"""Pictures: every piece where it lies, equal neighbours told apart, frames of one size that end with the stack."""

from __future__ import annotations

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from shapewright import stacking
from shapewright.drawing import to_gif, to_svg
from shapewright.errors import LimitError
from shapewright.stacking import Drop, Plan, Problem
from shapewright.stacking.picture import shaded


def plan_of(problem: Problem) -> Plan:
    plan = stacking.first(problem)
    assert plan is not None
    return plan


@given(st.text("IOTJLSZ", min_size=1, max_size=12), st.integers(4, 8))
def test_each_piece_is_told_from_its_neighbours(sequence: str, width: int) -> None:
    plan = plan_of(Problem(sequence, width))
    mosaic = plan.mosaic()
    assert set(mosaic.piece_at) == set(plan.stack)
    assert mosaic.labels == tuple(sequence)
    for (x, y), number in plan.stack.items():
        for beside in ((x + 1, y), (x, y + 1)):
            other = plan.stack.get(beside, number)
            if other != number:
                assert mosaic.colours[other] != mosaic.colours[number]


def test_shades_are_given_in_order() -> None:
    drops = [Drop("O", 0), Drop("O", 2), Drop("I", 4)]
    assert shaded(Problem("OOI", 8), drops, {(1, 0): 0, (2, 0): 1, (3, 0): 2}) == {0: 0, 1: 1, 2: 0}


def test_the_board_is_dark_and_no_piece() -> None:
    mosaic = plan_of(Problem("O", 4, board=frozenset({(0, 0)}))).mosaic()
    assert mosaic.holes == {(0, 0)}
    assert (0, 0) not in mosaic.cells
    full = Problem("I", 1, board=frozenset({(0, 0)}))
    assert plan_of(full).mosaic().size == (1, 5)


def test_frames_have_one_size_and_show_every_drop() -> None:
    plan = plan_of(Problem("LLLL", 6))
    frames = plan.frames()
    assert len(frames) == 9  # the empty grid, then each piece above the stack and lying
    assert len({(frame.width, frame.height) for frame in frames}) == 1
    assert len({to_svg(frame) for frame in frames}) == 9
    with Image.open(BytesIO(to_gif(frames))) as made:
        assert made.n_frames == 9  # type: ignore[attr-defined]


def test_rows_are_seen_to_vanish() -> None:
    plan = plan_of(Problem("OO", 4, clear_lines=True))
    assert (plan.height, plan.stack) == (0, {})
    assert len(plan.frames()) == 6
    assert "<svg" in plan._repr_svg_()


def test_long_plans_show_pieces_lying_only_and_too_long_ones_nothing() -> None:
    assert len(plan_of(Problem("O" * 121, 2)).frames()) == 122
    with pytest.raises(LimitError, match="501 drops is too long for an animation"):
        plan_of(Problem("O" * 501, 2)).frames()


def test_pictures_are_as_they_were(golden) -> None:  # type: ignore[no-untyped-def]
    golden("four_l", to_svg(plan_of(Problem("LLLL", 6)).scene()))
