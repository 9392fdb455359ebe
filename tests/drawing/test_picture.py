"""The scene of a mosaic: areas, places, layers side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.drawing.boards import PENTOMINOES_3X4X5, PENTOMINOES_8X8, mosaic, mosaics

from shapewright.drawing import Close, Group, Line, Mosaic, Move, Path, Text
from shapewright.drawing.picture import _HOLE


def nodes_of(board: Mosaic, cell: float | None = None) -> list[Path | Text]:
    return [node for group in board.scene(cell=cell).nodes if isinstance(group, Group) for node in group.nodes]


def area(path: Path) -> float:
    """The signed areas of all parts: contours of holes run the other way round."""
    total, start, before = 0.0, (0.0, 0.0), (0.0, 0.0)
    for segment in path.segments:
        match segment:
            case Move(x, y):
                start = before = (x, y)
            case Line(x, y):
                total += before[0] * y - x * before[1]
                before = (x, y)
            case Close():
                total += before[0] * start[1] - start[0] * before[1]
    return abs(total) / 2


@given(mosaics())
def test_each_piece_is_filled_on_just_its_cells(board: Mosaic) -> None:
    filled: dict[str, float] = {}
    for node in nodes_of(board, cell=10):
        if isinstance(node, Path) and node.fill in board.colour_of.values() and node.stroke is None:
            filled[node.fill] = filled.get(node.fill, 0) + area(node) / 100
    expected: dict[str, float] = {}
    for piece in board.piece_at.values():
        expected[board.colour_of[piece]] = expected.get(board.colour_of[piece], 0) + 1
    assert filled == pytest.approx(expected)


@given(mosaics())
def test_everything_lies_within_the_picture(board: Mosaic) -> None:
    scene = board.scene(cell=10)
    for group in scene.nodes:
        assert isinstance(group, Group)
        for node in group.nodes:
            for segment in node.segments if isinstance(node, Path) else ():
                if hasattr(segment, "x"):
                    assert 0 < group.x + segment.x < scene.width
                    assert 0 < group.y + segment.y < scene.height


def test_holes_are_dark() -> None:
    (hole,) = [node for node in nodes_of(mosaic(PENTOMINOES_8X8), 10) if isinstance(node, Path) and node.fill == _HOLE]
    assert area(hole) == 400


def test_layers_stand_side_by_side_from_the_lowest() -> None:
    groups = mosaic(*PENTOMINOES_3X4X5).scene(cell=10).nodes
    places = [(group.x, group.y) for group in groups if isinstance(group, Group)]
    assert places == sorted(places)
    assert len(set(places)) == 5
    assert {y for _, y in places} == {1.0}
    captions = [group.nodes[-1].text for group in groups if isinstance(group, Group)]
    assert captions == ["z=0", "z=1", "z=2", "z=3", "z=4"]


def test_many_layers_wrap() -> None:
    groups = mosaic(*["AB AB"] * 20).scene(cell=10).nodes
    assert len({group.y for group in groups if isinstance(group, Group)}) > 1


def test_cells_shrink_on_large_boards() -> None:
    large = Mosaic({(x, 0) for x in range(1000)})
    assert large.scene().width < 5000
    assert mosaic("AB").scene().width == pytest.approx(2.2 * 40)


def test_long_labels_are_fitted_into_their_cells() -> None:
    sizes = {}
    for label in ("A", "T5", "6.01", "a very long label"):
        (text,) = [node for node in nodes_of(mosaic("A", labels=(label,)), 10) if isinstance(node, Text)]
        sizes[label] = text.size
    assert list(sizes.values()) == sorted(sizes.values(), reverse=True)
    assert sizes["a very long label"] < sizes["A"]


def test_pieces_without_labels_have_no_letters() -> None:
    assert not [node for node in nodes_of(mosaic("AAB", labels=())) if isinstance(node, Text)]
