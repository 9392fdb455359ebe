"""Shades: pieces of one colour that touch are told apart, the others keep their colour."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from shapewright.drawing.palette import TETROMINO_COLOURS
from shapewright.drawing.shades import shades, told_apart

RED, BLUE = TETROMINO_COLOURS["Z"], TETROMINO_COLOURS["J"]


def test_only_who_touches_its_like_is_shaded() -> None:
    piece_at = {(0, 0): 0, (1, 0): 1, (2, 0): 2, (4, 0): 3, (0, 1): -1}
    colours = [RED, RED, BLUE, RED]
    assert shades(colours, piece_at) == {0: 0, 1: 1, 2: 0, 3: 0}
    first, second, third, fourth = told_apart(colours, shades(colours, piece_at))
    assert (first, third, fourth) == (RED, BLUE, RED)
    assert second not in colours


def test_layers_touch_too() -> None:
    assert shades([RED, RED], {(0, 0, 0): 0, (0, 0, 1): 1}) == {0: 0, 1: 1}


@given(st.lists(st.sampled_from((RED, BLUE)), min_size=1, max_size=8), st.integers(1, 4), st.integers(1, 4))
def test_dominoes_side_by_side_differ(colours: list[str], width: int, height: int) -> None:
    piece_at = {(x, y): (x // 2 + 3 * y) % len(colours) for x in range(width) for y in range(height)}
    shown = told_apart(colours, shades(colours, piece_at))
    for (x, y), piece in piece_at.items():
        for beside in ((x + 1, y), (x, y + 1)):
            other = piece_at.get(beside, piece)
            # Up to four neighbours of one colour leave a fifth shade free.
            if other != piece and len(colours) <= 5:
                assert shown[other] != shown[piece]
