"""Pictures of the pages of fumens."""

from __future__ import annotations

import xml.etree.ElementTree as ET

from tests.clear.published import NARROW

from shapewright.clear.fumens.player_pages import draw_pages, page_mosaic, page_scenes, page_text
from shapewright.clear.notation.page import Page
from shapewright.clear.paths.path import path
from shapewright.clear.picture import COLOURS
from shapewright.clear.piece import Placement
from shapewright.drawing import to_svg


def test_pages_of_path_look_like_its_solutions() -> None:
    for solution in path(NARROW, "*p4"):
        mosaic, own = page_mosaic(solution.page()), solution.mosaic()
        assert mosaic.cells == own.cells
        assert regions(mosaic) == regions(own)


def regions(mosaic) -> set[tuple[str, frozenset[tuple[int, ...]]]]:  # type: ignore[no-untyped-def]
    """The pieces of a picture: the label of each and its cells."""
    cells: dict[int, set[tuple[int, ...]]] = {}
    for cell, number in mosaic.piece_at.items():
        cells.setdefault(number, set()).add(cell)
    return {(mosaic.labels[number], frozenset(found)) for number, found in cells.items()}


def test_what_is_not_cut_into_pieces_hangs_together() -> None:
    page = Page(("TTT_TT__XX", "____TT____"), Placement("I", "E", 7, 2))
    mosaic = page_mosaic(page)
    assert regions(mosaic) == {
        ("", frozenset({(8, 0), (9, 0)})),
        ("T", frozenset({(0, 0), (1, 0), (2, 0)})),
        ("T", frozenset({(4, 0), (5, 0), (4, 1), (5, 1)})),
        ("I", frozenset({(7, 0), (7, 1), (7, 2), (7, 3)})),
    }
    assert set(mosaic.colours) == {COLOURS["X"], COLOURS["T"], COLOURS["I"]}
    assert page_text(page, color=False) == ["_______i__", "_______i__", "____TT_i__", "TTT_TT_iXX"]


def test_full_rows_and_many_cells_of_a_colour_are_drawn_as_they_are() -> None:
    full = Page(("XXXXXXXXXX", "OO________", "OO________"))
    assert ("O", frozenset({(0, 1), (1, 1), (0, 2), (1, 2)})) in regions(page_mosaic(full))
    plain = Page(("Z" * 10,) * 20)
    assert len(regions(page_mosaic(plain))) == 1
    assert page_mosaic(plain).size == (10, 20)


def test_pages_have_one_size_and_their_comments_below() -> None:
    pages = [Page(("X_________",) * 7), Page((), comment="second\nline"), Page(comment="x" * 100)]
    assert len({(scene.width, scene.height) for scene in page_scenes(pages)}) == 1
    svg = to_svg(draw_pages(pages))
    ET.fromstring(svg)
    assert (draw_pages(pages[:1]).width, draw_pages(pages[:1]).height) < (draw_pages(pages).width, 10_000)
