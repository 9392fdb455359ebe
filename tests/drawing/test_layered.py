"""Layered drawing: ranks from the top down, boxes apart, belts from where they leave to where they enter."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shapewright.drawing.layered import Belt, Box, Layout, layered

GAP, DROP = 10.0, 20.0


@st.composite
def graphs(draw: st.DrawFn) -> tuple[list[Box], list[Belt]]:
    """Boxes of any size; belts lead from a box to boxes with higher numbers."""
    sizes = st.floats(5, 80)
    count = draw(st.integers(1, 14))
    boxes = [Box(draw(sizes), draw(sizes)) for _ in range(count)]
    belts = []
    for start in range(count - 1):
        for _ in range(draw(st.integers(0, 2))):
            ends = draw(st.lists(st.integers(start + 1, count - 1), min_size=1, max_size=3))
            shares = st.floats(-0.4, 0.4)
            places = tuple((end, draw(shares) * boxes[end].width) for end in ends)
            belts.append(Belt(start, draw(shares) * boxes[start].width, places))
    fed = {end for belt in belts for end, _ in belt.ends}
    starts = {belt.start for belt in belts}
    boxes = [
        Box(box.width, box.height, is_source=number not in fed and number in starts and draw(st.booleans()))
        for number, box in enumerate(boxes)
    ]
    return boxes, belts


def outlines(boxes: list[Box], layout: Layout) -> list[tuple[float, float, float, float]]:
    return [
        (x - box.width / 2, y, x + box.width / 2, y + box.height)
        for box, (x, y) in zip(boxes, layout.places, strict=True)
    ]


@given(graphs())
def test_boxes_are_apart_and_inside(graph: tuple[list[Box], list[Belt]]) -> None:
    boxes, belts = graph
    layout = layered(boxes, belts, gap=GAP, drop=DROP)
    found = outlines(boxes, layout)
    for number, (left, top, right, bottom) in enumerate(found):
        assert left >= -1e-6
        assert top >= 0
        assert right <= layout.width + 1e-6
        assert bottom <= layout.height + 1e-6
        for other_left, other_top, other_right, other_bottom in found[:number]:
            apart_across = left >= other_right + GAP - 1e-6 or other_left >= right + GAP - 1e-6
            apart_down = top >= other_bottom + DROP - 1e-6 or other_top >= bottom + DROP - 1e-6
            assert apart_across or apart_down


@given(graphs())
def test_belts_lead_down_from_their_start_to_all_their_ends(graph: tuple[list[Box], list[Belt]]) -> None:
    boxes, belts = graph
    layout = layered(boxes, belts, gap=GAP, drop=DROP)
    for belt, bends in zip(belts, layout.bends, strict=True):
        x, y = layout.places[belt.start]
        reached = {(round(x + belt.offset, 6), round(y + boxes[belt.start].height, 6))}
        for bend in sorted(bends, key=lambda bend: bend.y1):
            assert bend.y2 >= bend.y1
            if (round(bend.x1, 6), round(bend.y1, 6)) in reached:
                reached.add((round(bend.x2, 6), round(bend.y2, 6)))
        for end, entry in belt.ends:
            x, y = layout.places[end]
            assert any(abs(x + entry - px) < 1e-5 and abs(y - py) < 1e-5 for px, py in reached)
        assert [bend.end for bend in bends if bend.end is not None].count(belt.start) == 0


@given(graphs())
def test_belts_do_not_run_through_boxes(graph: tuple[list[Box], list[Belt]]) -> None:
    boxes, belts = graph
    layout = layered(boxes, belts, gap=GAP, drop=DROP)
    found = outlines(boxes, layout)
    for belt, bends in zip(belts, layout.bends, strict=True):
        for bend in bends:
            # Pieces that are not straight down lie between two ranks, where no box is.
            for number, (left, top, right, bottom) in enumerate(found):
                if number != belt.start and bend.y2 > top + 1e-6 and bend.y1 < bottom - 1e-6:
                    assert bend.x1 == pytest.approx(bend.x2)
                    assert not left < bend.x1 < right


def test_equal_graphs_have_equal_layouts() -> None:
    boxes = [Box(10, 10)] * 4
    belts = [Belt(0, 0, ((1, 0), (2, 0))), Belt(1, 0, ((3, 0),)), Belt(2, 0, ((3, 0),))]
    assert layered(boxes, belts) == layered(boxes, belts)


def test_crossings_that_need_not_be_are_not() -> None:
    # Two chains whose lower boxes are numbered the wrong way round.
    boxes = [Box(10, 10)] * 6
    belts = [Belt(0, 0, ((3, 0),)), Belt(1, 0, ((2, 0),)), Belt(2, 0, ((5, 0),)), Belt(3, 0, ((4, 0),))]
    layout = layered(boxes, belts)
    across = [x for x, _ in layout.places]
    assert across[0] == pytest.approx(across[3])
    assert across[3] == pytest.approx(across[4])
    assert (across[0] < across[1]) == (across[3] < across[2]) == (across[4] < across[5])


def test_a_chain_is_straight_even_beside_a_long_belt() -> None:
    boxes = [Box(10, 10)] * 6
    chain = [Belt(number, 0, ((number + 1, 0),)) for number in range(4)]
    layout = layered(boxes, [*chain, Belt(0, 0, ((5, 5),)), Belt(4, 0, ((5, -5),))], drop=DROP)
    ways = [bend for bend in layout.bends[4] if bend.x1 == bend.x2]
    assert len(ways) >= 4
    assert len({round(bend.x1, 6) for bend in ways}) == 1


def test_a_box_stands_as_low_as_it_may() -> None:
    # 0 -> 1 -> 2 -> 3, and 4 is only needed by 3; a source 5 of 3 stands right above it.
    boxes = [Box(10, 10)] * 5 + [Box(10, 4, is_source=True)]
    belts = [Belt(number, 0, ((number + 1, 0),)) for number in range(3)]
    layout = layered(boxes, [*belts, Belt(4, 0, ((3, 0),)), Belt(5, 0, ((3, 0),))], drop=DROP)
    assert layout.places[4][1] == layout.places[2][1]
    assert layout.places[5][1] + 4 == layout.places[2][1] + 10


def test_nothing_has_no_size() -> None:
    assert layered([], []) == Layout((), (), 0.0, 0.0)
