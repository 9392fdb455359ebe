"""Scenes as SVG text: golden pictures, well-formed for every input, fixed numbers."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path as File

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drawing.boards import PENTOMINOES_3X4X5, PENTOMINOES_6X10, PENTOMINOES_8X8, UNFINISHED, mosaic, mosaics

from shapewright.drawing import (
    Arc,
    Close,
    Cubic,
    Group,
    Line,
    Move,
    Path,
    Scene,
    Text,
    circle,
    polygon,
    rectangle,
    to_svg,
)
from shapewright.drawing.glyphs import _STROKES
from shapewright.errors import NotationError, ProblemError

GOLDEN = File(__file__).parent / "golden"
SVG = "{http://www.w3.org/2000/svg}"
QUARTER = (Move(20, 20), Line(40, 20), Arc(20, 20, 20, 40), Close())
SCENES = {
    "pentominoes_6x10": mosaic(PENTOMINOES_6X10, title="12 pentominoes, 6x10").scene(),
    "pentominoes_8x8_hole": mosaic(PENTOMINOES_8X8).scene(),
    "pentominoes_3x4x5": mosaic(*PENTOMINOES_3X4X5).scene(),
    "unfinished": mosaic(
        UNFINISHED, optional={(0, 2), (3, 1)}, tints={(1, 3): "r", (2, 1): "b"}, labels=("A", "6.01", "T5")
    ).scene(),
    "letters": Scene(
        620,
        170,
        tuple(Text(10, 30 + 40 * i, "".join(list(_STROKES)[i * 28 : i * 28 + 28]), 16, "#000000") for i in range(4)),
    ),
    "paths": Scene(
        120,
        80,
        (
            rectangle(5, 5, 30, 20, fill="#ff0000", stroke="#000000", width=2),
            Group((polygon([(0, 0), (10, 0), (5, 8)], fill="#00ff00"), circle(20, 4, 4, stroke="#0000ff")), 50, 10),
            Path(QUARTER, fill="#123456", opacity=0.5),
            Path((Move(60, 50), Cubic(70, 30, 80, 70, 90, 50)), stroke="#654321", width=1.5, dash=(3, 2)),
        ),
        background="#fafafa",
    ),
}


@pytest.mark.parametrize("name", SCENES)
def test_golden(name: str, golden: Callable[[str, str], None]) -> None:
    golden(name, to_svg(SCENES[name]))


def test_every_golden_picture_is_compared() -> None:
    assert {path.stem for path in GOLDEN.glob("*")} == set(SCENES)


@given(mosaics())
def test_pictures_of_any_board_are_well_formed(board) -> None:
    svg = to_svg(board.scene())
    root = ET.fromstring(svg)
    assert root.tag == f"{SVG}svg"
    assert {element.tag for element in root.iter()} <= {f"{SVG}{name}" for name in ("svg", "title", "g", "path")}
    assert svg == to_svg(board.scene())


@given(st.text())
def test_any_title_is_kept_or_replaced(title: str) -> None:
    root = ET.fromstring(to_svg(Scene(1, 1, (), title)))
    read = root.findtext(f"{SVG}title") or ""
    # An XML reader turns carriage returns into line feeds, in titles as anywhere.
    expected = title.replace("\r\n", "\n").replace("\r", "\n")
    assert len(read) == len(expected)
    assert all(a in (b, "\ufffd") for a, b in zip(read, expected, strict=True))


def test_hostile_title_and_labels() -> None:
    hostile = "</title><script>alert('1')</script>&\"\x00\x1b]"
    svg = to_svg(mosaic("AB", labels=("<&\"'>", "]]>"), title=hostile).scene())
    root = ET.fromstring(svg)
    assert root.findtext(f"{SVG}title") == "</title><script>alert('1')</script>&\"\ufffd\ufffd]"
    assert "<script" not in svg


def test_a_picture_names_itself() -> None:
    root = ET.fromstring(to_svg(mosaic("AAB").scene()))
    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "3x1 board, pieces: 2"


def test_numbers_are_short_and_fixed() -> None:
    segments = (Move(-0.001, 1 / 3), Line(2 / 3, 1 / 3), Line(2 / 3, 1e6), Line(1e-9, 12.5))
    assert 'd="M0 0.33H0.67V1000000L0 12.5"' in to_svg(Scene(1, 1, (Path(segments, stroke="#000000"),)))


@pytest.mark.parametrize("number", [float("nan"), float("inf"), -float("inf")])
def test_numbers_that_are_none(number: float) -> None:
    with pytest.raises(ProblemError, match=str(number)):
        to_svg(Scene(1, 1, (rectangle(0, 0, number, 1),)))


@pytest.mark.parametrize("colour", ["red", "#fff", "#12345g", "url(#x)", '#000"/>', ""])
def test_only_plain_colours(colour: str) -> None:
    for wrong in (
        lambda: rectangle(0, 0, 1, 1, fill=colour),
        lambda: circle(0, 0, 1, stroke=colour),
        lambda: Text(0, 0, "", 1, colour),
        lambda: Scene(1, 1, (), background=colour),
        lambda: mosaic("A", colours=(colour,)),
    ):
        with pytest.raises(NotationError, match="expected #rrggbb"):
            wrong()


def test_a_scene_shows_itself_in_a_notebook() -> None:
    scene = SCENES["paths"]
    assert scene._repr_svg_() == to_svg(scene)
    board = mosaic("AB")
    assert board._repr_svg_() == to_svg(board.scene())


def test_the_repr_of_a_scene_rebuilds_it() -> None:
    scene = SCENES["paths"]
    names = (Arc, Close, Cubic, Group, Line, Move, Path, Scene, Text)
    assert eval(repr(scene), {kind.__name__: kind for kind in names}) == scene


def test_an_empty_polygon_is_an_empty_path() -> None:
    assert polygon([]).segments == ()
