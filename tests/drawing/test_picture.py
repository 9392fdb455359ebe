"""The scene of a mosaic: areas, places, layers side by side."""

from __future__ import annotations

import pytest
from hypothesis import given
from tests.drawing.boards import PENTOMINOES_3X4X5, PENTOMINOES_8X8, mosaic, mosaics

from shapewright.drawing import Close, Group, Line, Mark, Mosaic, Move, Path, Text
from shapewright.drawing.isometric import isometric_size
from shapewright.drawing.marks import SHADES, Shade
from shapewright.drawing.palette import PAPER
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


def test_layers_stand_side_by_side_below_the_solid_from_the_lowest() -> None:
    solid, *groups = mosaic(*PENTOMINOES_3X4X5).scene(cell=10).nodes
    places = [(group.x, group.y) for group in groups if isinstance(group, Group)]
    assert places == sorted(places)
    assert len(set(places)) == 5
    assert len({y for _, y in places}) == 1
    assert isinstance(solid, Group)
    assert solid.y == 1.0
    assert places[0][1] > isometric_size(mosaic(*PENTOMINOES_3X4X5))[1] * 10
    captions = [group.nodes[-1].text for group in groups if isinstance(group, Group)]
    assert captions == ["z=0", "z=1", "z=2", "z=3", "z=4"]


def test_many_layers_wrap() -> None:
    _, *groups = mosaic(*["AB AB"] * 20).scene(cell=10).nodes
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


def marked(*marks: Mark, cell: float = 40) -> list[Path | Text]:
    """What marks add to the picture of a board of two cells, as far as it is no line or ground."""
    board = {(0, 0), (1, 0)}
    before = nodes_of(Mosaic(board), cell)
    return [node for node in nodes_of(Mosaic(board, marks=marks), cell) if node not in before]


@pytest.mark.parametrize("shade", SHADES)
def test_each_shade_tints_its_cells(shade: Shade) -> None:
    tint = marked(Mark({(1, 0)}, shade))[0]
    assert isinstance(tint, Path)
    assert (tint.fill, area(tint)) == (SHADES[shade], 1600)
    assert tint.opacity < 0.5


def test_shades_are_told_apart_without_their_colours() -> None:
    drawn = {shade: marked(Mark({(1, 0)}, shade))[1:] for shade in SHADES}
    assert drawn["a"] == []
    patterns = {shade: [node.segments for node in nodes if isinstance(node, Path)] for shade, nodes in drawn.items()}
    assert all(patterns[one] != patterns[other] for one in patterns for other in patterns if one != other)
    for nodes in drawn.values():
        for node in nodes:
            assert isinstance(node, Path)
            assert all(
                40 <= part.x <= 80 and 0 <= part.y <= 40 for part in node.segments if not isinstance(part, Close)
            )


def test_patterns_of_tiny_cells_are_left_out() -> None:
    assert len(marked(Mark({(1, 0)}, "b"), cell=4)) == 1


def test_text_and_a_line_of_a_mark() -> None:
    *_, text, seam, line = nodes_of(
        Mosaic({(0, 0), (0, 1), (1, 0)}, marks=(Mark({(1, 0)}, text="12"), Mark(row=0))), 10
    )
    assert isinstance(text, Text)
    assert (text.text, text.x) == ("12", 15)
    for drawn in (seam, line):
        assert isinstance(drawn, Path)
        assert drawn.segments == (Move(0, 10), Line(20, 10))
        assert drawn.dash
    *_, plate, text = nodes_of(Mosaic({(0, 0), (1, 0)}, marks=(Mark(row=0, text="no"),)), cell=10)
    assert isinstance(text, Text)
    assert isinstance(plate, Path)
    assert (text.text, text.x, plate.fill) == ("no", 10, PAPER)


def test_a_text_on_a_shade_has_a_plate() -> None:
    assert [type(node) for node in marked(Mark({(1, 0)}, text="12"))] == [Text]
    assert [type(node) for node in marked(Mark({(1, 0)}, "a", "12"))] == [Path, Path, Text]


def test_marks_of_a_solid_lie_in_their_layer() -> None:
    solid = Mosaic({(0, 0, 0), (0, 0, 1)}, marks=(Mark({(0, 0, 1)}, text="9"),))
    _, first, second = (group.nodes for group in solid.scene().nodes if isinstance(group, Group))
    assert [[node.text for node in nodes if isinstance(node, Text)] for nodes in (first, second)] == [
        ["z=0"],
        ["9", "z=1"],
    ]
