"""PNG: the pixels show what the scene says, the right way up."""

from __future__ import annotations

import sys

import pytest
from tests.drawing.boards import mosaic
from tests.drawing.pixels import Pixels, read_png

from shapewright.drawing import Scene, Text, rectangle, to_png, to_svg
from shapewright.drawing.palette import EMPTY, PIECE_COLOURS, letter_colour
from shapewright.drawing.picture import _HOLE, _MARGIN
from shapewright.errors import LimitError, MissingExtraError, ProblemError

CELL = 20.0


def cell_colour(pixels: Pixels, column: int, row: int) -> str:
    """The colour at the lower left of a cell, where no letter stands; the row is counted from the top."""
    return pixels.colour((_MARGIN + column + 0.2) * CELL, (_MARGIN + row + 0.85) * CELL)


def test_the_top_row_is_on_top() -> None:
    board = mosaic(
        """
        AAAB
        C.AB
        CDD#
        CCDE
        """
    )
    pixels = read_png(to_png(board.scene(cell=CELL), scale=1))
    a, b, c, d, e = PIECE_COLOURS[:5]
    expected = [[a, a, a, b], [c, _HOLE, a, b], [c, d, d, EMPTY], [c, c, d, e]]
    assert [[cell_colour(pixels, x, y) for x in range(4)] for y in range(4)] == expected


def test_layers_run_from_left_to_right() -> None:
    pixels = read_png(to_png(mosaic("A", "B", "C").scene(cell=CELL), scale=1))
    # Below the solid, which is four cells high, and the gap.
    colours = [pixels.colour((_MARGIN + 1.7 * z + 0.2) * CELL, (_MARGIN + 4.7 + 0.85) * CELL) for z in range(3)]
    assert colours == list(PIECE_COLOURS[:3])


def test_a_tint_marks_the_top_right_corner_of_its_cell() -> None:
    pixels = read_png(to_png(mosaic("A A", tints={(0, 1): "r"}).scene(cell=40), scale=1))
    corners = [pixels.colour((_MARGIN + 0.85) * 40, (_MARGIN + row + 0.15) * 40) for row in (0, 1)]
    assert corners == [letter_colour("r"), PIECE_COLOURS[0]]


def test_letters_are_drawn() -> None:
    scene = Scene(40, 40, (Text(20, 35, "I", 30, "#000000", "middle"),), background="#ffffff")
    pixels = read_png(to_png(scene, scale=1))
    assert [pixels.colour(20, y) for y in (2, 20, 39)] == ["#ffffff", "#000000", "#ffffff"]
    assert [pixels.colour(x, 20) for x in (10, 30)] == ["#ffffff", "#ffffff"]


def test_scale_and_background() -> None:
    scene = Scene(10, 6, (rectangle(0, 0, 5, 6, fill="#112233"),))
    plain, clear = read_png(to_png(scene, scale=3)), read_png(to_png(scene, scale=3, background=None))
    assert (plain.width, plain.height) == (30, 18)
    assert [plain.colour(x, 9) for x in (14, 16)] == ["#112233", "#ffffff"]
    assert [clear.alpha(x, 9) for x in (14, 16)] == [255, 0]


def test_the_svg_of_a_scene_gives_the_same_png() -> None:
    scene = mosaic("AB").scene()
    assert to_png(to_svg(scene)) == to_png(scene)


@pytest.mark.parametrize("text", ["", "<svg/>", "<!DOCTYPE svg>" + to_svg(Scene(1, 1, ()))])
def test_other_svg_is_refused(text: str) -> None:
    with pytest.raises(ProblemError, match="not the start of an SVG picture"):
        to_png(text)


@pytest.mark.parametrize("scale", [0, -1, float("nan"), float("inf"), 1e6])
def test_impossible_sizes_are_refused(scale: float) -> None:
    with pytest.raises(LimitError, match="cannot be made"):
        to_png(Scene(100, 100, ()), scale=scale)


def test_without_the_rasteriser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(MissingExtraError, match="need the package 'resvg_py': pip install resvg_py"):
        to_png(Scene(1, 1, ()))
