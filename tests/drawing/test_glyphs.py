"""The strokes of letters: every usual character has some, and they stay in their box."""

from __future__ import annotations

from string import ascii_letters, digits

import pytest

from shapewright.drawing import Arc, Move, Text
from shapewright.drawing.glyphs import _STROKES, has_glyph, text_path, text_width

USUAL = ascii_letters + digits + "'.,:-+()/#%=— "


def points(text: Text) -> list[tuple[float, float]]:
    return [(segment.x, segment.y) for segment in text_path(text).segments if hasattr(segment, "x")]


def test_usual_characters_have_glyphs() -> None:
    assert [character for character in USUAL if not has_glyph(character)] == []
    assert not has_glyph("\u2603")


def test_no_two_characters_look_alike() -> None:
    strokes = {
        character: text_path(Text(0, 0, character, 100, "#000000")).segments for character in [*_STROKES, "\u2603"]
    }
    assert len(set(strokes.values())) == len(strokes)


@pytest.mark.parametrize("character", _STROKES)
def test_strokes_stay_in_their_box(character: str) -> None:
    text = Text(0, 100, character, 100, "#000000")
    assert isinstance(text_path(text).segments[0], Move)
    for x, y in points(text):
        assert 0 <= x <= text_width(character, 100)
        assert -10 <= y <= 130


@pytest.mark.parametrize("character", _STROKES)
def test_arcs_can_be_drawn(character: str) -> None:
    # An arc whose ends are farther apart than its ellipse is large would be enlarged by whoever draws it.
    before = (0.0, 0.0)
    for segment in text_path(Text(0, 0, character, 100, "#000000")).segments:
        if isinstance(segment, Arc):
            across, down = (segment.x - before[0]) / segment.radius_x, (segment.y - before[1]) / segment.radius_y
            assert across**2 + down**2 <= 4.0001
        if hasattr(segment, "x"):
            before = (segment.x, segment.y)


def test_size_is_the_height_of_capitals() -> None:
    heights = [y for _, y in points(Text(7, 50, "H", 20, "#000000"))]
    assert (min(heights), max(heights)) == (30, 50)


@pytest.mark.parametrize(("anchor", "left"), [("start", 0.0), ("middle", -0.5), ("end", -1.0)])
def test_anchor(anchor, left: float) -> None:
    width = text_width("H M", 20)
    columns = [x for x, _ in points(Text(100, 0, "H M", 20, "#000000", anchor))]
    assert min(columns) == pytest.approx(100 + left * width)
    assert max(columns) == pytest.approx(100 + (left + 1) * width)


def test_width_adds_up() -> None:
    assert text_width("", 10) == 0
    assert text_width("HH", 10) == pytest.approx(2 * text_width("H", 10) + 3)
    assert text_width("HH", 20) == pytest.approx(2 * text_width("HH", 10))
