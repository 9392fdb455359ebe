"""Colours: far enough apart, also for the colour-blind, and letters readable on each of them."""

from __future__ import annotations

import json
from itertools import combinations
from string import ascii_lowercase

import pytest

from shapewright.drawing.palette import (
    INK,
    PAPER,
    PIECE_COLOURS,
    TETROMINO_COLOURS,
    blended,
    checked_colour,
    contrast,
    ink_on,
    kind_colours,
    letter_colour,
    page_data,
    piece_colour,
    rgb,
    tetromino_colour,
)
from shapewright.drawing.shades import SHADES

# Machado, Oliveira, Fernandes 2009, severity 1.0, for linear RGB.
SIGHTS = {
    "normal": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.01182, 0.04294, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.3039)),
}


def times(matrix, vector) -> tuple[float, ...]:
    return tuple(sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)


def seen(colour: str, sight: str) -> tuple[float, ...]:
    """A colour in OKLab (Ottosson 2020) as somebody with this sight sees it."""
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in (part / 255 for part in rgb(colour))]
    red, green, blue = (min(1.0, max(0.0, value)) for value in times(SIGHTS[sight], linear))
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    return times(
        (
            (0.2104542553, 0.7936177850, -0.0040720468),
            (1.9779984951, -2.4285922050, 0.4505937099),
            (0.0259040371, 0.7827717662, -0.8086757660),
        ),
        [cone ** (1 / 3) for cone in cones],
    )


def least_distance(colours, sight: str) -> float:
    views = [seen(colour, sight) for colour in colours]
    return min(sum((a - b) ** 2 for a, b in zip(*pair, strict=True)) ** 0.5 for pair in combinations(views, 2))


def test_enough_different_colours() -> None:
    assert len(set(PIECE_COLOURS)) == len(PIECE_COLOURS) >= 35
    assert all(checked_colour(colour) == colour for colour in PIECE_COLOURS)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize(("many", "apart"), [(4, 0.17), (12, 0.085), (len(PIECE_COLOURS), 0.035)])
def test_colours_are_apart_for_every_sight(sight: str, many: int, apart: float) -> None:
    assert least_distance(PIECE_COLOURS[:many], sight) > apart


def test_a_piece_keeps_its_colour() -> None:
    assert [piece_colour(index) for index in range(3)] == ["#8cb0fb", "#b14a2f", "#eeec76"]
    assert piece_colour(len(PIECE_COLOURS) + 5) == piece_colour(5)


@pytest.mark.parametrize("sight", SIGHTS)
def test_tetrominoes_are_apart_for_every_sight(sight: str) -> None:
    assert least_distance(TETROMINO_COLOURS.values(), sight) > 0.09


def test_a_tetromino_has_its_colour_whatever_else_there_is() -> None:
    for letter, colour in TETROMINO_COLOURS.items():
        assert tetromino_colour(letter, 4) == tetromino_colour(letter + "4", 4) == colour
        assert kind_colours([("F", 5), (letter, 4)])[1] == colour
    assert [tetromino_colour(name, 4) for name in ("", "4", "A", "I5", "II", "I44")] == [None] * 6
    assert tetromino_colour("I", 5) is None


def test_other_kinds_keep_away_from_the_tetrominoes_that_are_there() -> None:
    others = [(f"P{number}", 5) for number in range(36)]
    assert kind_colours(others) == PIECE_COLOURS
    for letter in TETROMINO_COLOURS:
        mixed = kind_colours([*others, (letter, 4)])
        assert least_distance(set(mixed), "normal") > 0.035
        assert all(least_distance([other, mixed[-1]], "normal") > 0.07 for other in mixed[:-1])


def test_pages_get_the_palette_as_plain_data() -> None:
    data = page_data()
    assert json.loads(json.dumps(data)) == data
    assert data["tetrominoes"] == TETROMINO_COLOURS


@pytest.mark.parametrize("colour", TETROMINO_COLOURS.values())
@pytest.mark.parametrize("shade", SHADES)
def test_letters_are_readable_on_every_shade(colour: str, shade: tuple[str, float]) -> None:
    shown = blended(colour, *shade)
    assert contrast(shown, ink_on(shown)) > 4


@pytest.mark.parametrize("colour", [*PIECE_COLOURS, *TETROMINO_COLOURS.values(), "#000000", "#ffffff", "#777777"])
def test_letters_are_readable(colour: str) -> None:
    assert contrast(colour, ink_on(colour)) == max(contrast(colour, INK), contrast(colour, PAPER)) > 4


def test_contrast_of_black_and_white() -> None:
    assert contrast("#000000", "#ffffff") == contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#123456", "#123456") == 1


def test_every_colour_letter_has_its_own_colour() -> None:
    assert len({letter_colour(letter) for letter in [*ascii_lowercase, "?"]}) == 27


def test_blending() -> None:
    assert blended("#000000", "#ffffff", 0.5) == "#808080"
    assert blended("#102030", "#ffffff", 0) == "#102030"
