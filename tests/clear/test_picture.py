"""Pictures: what lies where, colours to be told apart, letters to be read."""

from __future__ import annotations

import re

import pytest
from tests.clear.test_solution import SPLIT, TWO_ROWS

from shapewright.clear.field import Field
from shapewright.clear.picture import (
    COLOURS,
    draw,
    field_mosaic,
    frame_mosaic,
    frame_mosaics,
    frame_text,
    sheet,
    solution_text,
)
from shapewright.clear.piece import PIECES
from shapewright.drawing.palette import PAPER, blended, contrast, ink_on, rgb


def test_every_piece_has_a_colour_on_which_letters_can_be_read() -> None:
    assert set(COLOURS) == {*PIECES, "X"}
    for colour in COLOURS.values():
        assert contrast(colour, ink_on(colour)) >= 4.5
        faded = blended(colour, PAPER, 0.5)
        assert contrast(faded, ink_on(faded)) >= 4.5


def test_the_piece_of_the_step_is_bright_and_the_others_are_not() -> None:
    frames = list(SPLIT.frames())
    mosaic = frame_mosaic(frames[2])
    at = mosaic.piece_at
    assert (at[0, 0], at[5, 1], at[8, 0]) == (0, 2, 3)
    assert (1, 2) not in at
    assert mosaic.colours[3] == COLOURS["O"]
    assert mosaic.colours[2] == blended(COLOURS["J"], PAPER, 0.5)
    assert mosaic.colours[0] == COLOURS["X"]
    assert mosaic.labels == ("", "", "J", "O")


def test_steps_have_one_size_for_an_animation() -> None:
    assert len({(scene.width, scene.height) for scene in [board.scene() for board in frame_mosaics(TWO_ROWS)]}) == 1
    assert len(frame_mosaics(TWO_ROWS)) == 5


def test_pictures_in_a_notebook() -> None:
    assert TWO_ROWS._repr_svg_() == draw(TWO_ROWS)._repr_svg_()
    assert TWO_ROWS.scene() == draw(TWO_ROWS)
    assert Field((3,)).scene() == field_mosaic(Field((3,))).scene()
    assert TWO_ROWS._repr_svg_().startswith("<svg")
    assert Field((3,))._repr_svg_().startswith("<svg")
    assert field_mosaic(Field((3,))).piece_at == {(0, 0): 0, (1, 0): 0}
    assert field_mosaic(Field()).size == (10, 4)


def test_text_tells_the_piece_of_the_step_by_small_letters() -> None:
    frames = list(SPLIT.frames())
    assert frame_text(frames[0], color=False, height=3) == ["XXXXX_____", "XXXXXXiiii", "XXXXXXX___"]
    assert frame_text(frames[2], color=False, height=2) == ["XXXXXJJJoo", "XXXXXXXJoo"]
    assert frame_text(frames[2], color=False, height=5)[0] == "__________"


@pytest.mark.parametrize(("width", "across"), [(80, 4), (40, 3), (23, 2), (5, 1)])
def test_as_many_steps_side_by_side_as_fit(width: int, across: int) -> None:
    first = solution_text(TWO_ROWS, width=width).split("\n")[1]
    assert len(first.split()) == across


def test_colours_of_the_terminal() -> None:
    text = solution_text(TWO_ROWS, color=True, width=100, truecolor=True)
    red, green, blue = rgb(COLOURS["O"])
    assert f"\x1b[48;2;{red};{green};{blue}" in text
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text).split("\n")
    assert [len(line) for line in plain[1:4]] == [89, 89, 0]


def test_many_pictures_stand_in_more_columns() -> None:
    one = field_mosaic(Field(), height=4).scene(cell=10)
    four, many = sheet([one] * 5, [""] * 5, "five"), sheet([one] * 100, [""] * 100, "a hundred")
    assert four.width == pytest.approx(4 * (one.width + 18) - 18)
    assert 1.2 < many.width / many.height < 1.9
