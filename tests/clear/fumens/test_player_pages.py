"""Pictures of pages: what waits beside the field, rows, themes, ghosts, captions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from shapewright.clear.fumens.player_pages import (
    THEMES,
    Look,
    captioned,
    captions_of,
    draw_pages,
    page_mosaic,
    page_scenes,
    theme_named,
    words_of,
)
from shapewright.clear.notation.fumen import Fumen
from shapewright.clear.notation.page import Page
from shapewright.clear.piece import Placement
from shapewright.drawing import to_svg
from shapewright.drawing.scene import Group, Scene, Text
from shapewright.errors import NotationError, ProblemError

if TYPE_CHECKING:
    from shapewright.drawing.scene import Node

T, L = Placement("T", "N", 4, 0), Placement("L", "E", 7, 1)
QUEUED = (
    Page(("XX________",), T, "#Q=[L](T)SZO;the T goes first"),
    Page(("XX_TTT____", "____T_____"), L, "#Q=[L](S)ZO"),
    Page(comment="#Q=[S](Z)O"),
)


def words_in(nodes: tuple[Node, ...], right: float = 0, down: float = 0) -> list[tuple[float, float, str]]:
    """The words and letters of nodes, each with its place."""
    found = []
    for node in nodes:
        if isinstance(node, Group):
            found += words_in(node.nodes, right + node.x, down + node.y)
        elif isinstance(node, Text):
            found.append((right + node.x, down + node.y, node.text))
    return found


def texts(scene: Scene) -> list[str]:
    """The words and letters of a picture."""
    return [text for _, _, text in words_in(scene.nodes)]


def beside(scene: Scene) -> tuple[str, str]:
    """The letters of the held and of the next pieces, to the left and the right of the field, from the top."""
    board = next(node for node in scene.nodes if isinstance(node, Group))  # the field is drawn first
    letters = sorted([(y, x, text) for x, y, text in words_in(scene.nodes) if len(text) == 1])
    held = "".join([text for _, x, text in letters if x < board.x])
    return held, "".join([text for _, x, text in letters if x > board.x + 10.2 * 26])


def test_hold_and_next_are_those_that_a_player_sees() -> None:
    first, second, third = page_scenes(QUEUED)
    assert beside(first) == ("L", "SZO")
    assert beside(second) == ("S", "ZO")  # the held L is on the page, and the S in the hold
    assert beside(third) == ("S", "ZO")  # nothing is placed: the current piece comes next
    assert {(scene.width, scene.height) for scene in (first, second, third)} == {(first.width, first.height)}
    assert beside(page_scenes(QUEUED, Look(following=2))[0]) == ("L", "SZ")
    bare = page_scenes(QUEUED, Look(following=0))[0]
    assert beside(bare) == ("", "")
    assert "HOLD" in texts(first)
    assert "HOLD" not in texts(bare)


def test_without_a_queue_the_next_pages_tell_what_comes() -> None:
    pages = [replace(page, comment="") for page in QUEUED]
    scenes = page_scenes(pages)
    assert [beside(scene) for scene in scenes] == [("", "L"), ("", ""), ("", "")]
    assert "HOLD" not in texts(scenes[0])
    assert [beside(scene) for scene in page_scenes(pages, chosen=slice(1))] == [("", "L")]
    # Nothing is placed, and so nothing comes.
    assert "NEXT" not in texts(page_scenes([Page(("TTT_______",)), Page()])[0])


def test_a_comment_that_only_looks_like_a_queue_is_words() -> None:
    pages = [Page(comment="#Q=[X](Y)"), Page(comment="中 abc 文")]
    assert words_of(pages) == ["#Q=[X](Y)", "abc"]
    assert captions_of(QUEUED) == ["1  T  the T goes first", "2  L  hold", "3"]
    assert captions_of(QUEUED, slice(1, 2)) == ["2  L  hold"]
    scenes = page_scenes(QUEUED)
    assert captioned(scenes, ["", "", ""], Look()) == scenes
    assert captioned(scenes, ["a", "", ""], Look())[2].height > scenes[2].height
    long = captioned(scenes[:1], ["w" * 400], Look())[0]
    assert any(text.endswith("...") for text in texts(long))


def test_the_placed_piece_is_bright_and_full_rows_are() -> None:
    theme = THEMES["light"]
    page = Page(("XXXSSS____", "SSS_______"), Placement("I", "N", 7, 0))
    board = page_mosaic(page, theme=theme)
    colour = {cell: board.colour_of[number] for cell, number in board.piece_at.items()}
    assert colour[6, 0] == theme.pieces["I"]
    assert (colour[0, 0], colour[3, 0]) == (theme.pieces["X"], theme.pieces["S"])
    assert colour[0, 1] not in theme.pieces.values()
    ghost = page_mosaic(replace(page, lock=False), theme=theme)
    shown = {cell: ghost.colour_of[number] for cell, number in ghost.piece_at.items()}
    assert shown[6, 0] not in theme.pieces.values()
    assert shown[0, 1] == theme.pieces["S"]


def test_rows_cells_and_paper() -> None:
    high = [Page(("X_________",) * 7, Placement("O", "N", 4, 8))]
    assert page_scenes(high)[0].height == pytest.approx(10.2 * 26)
    assert page_scenes(high, Look(rows=5, cell=10))[0].height == pytest.approx(52)
    assert page_scenes(high, Look(rows=23, cell=10))[0].height == pytest.approx(232)
    assert page_scenes(high)[0].background == "#ffffff"
    assert page_scenes(high, Look(paper=False))[0].background is None
    assert draw_pages(high * 2, Look(paper=False)).background is None
    for wrong in ({"cell": 3}, {"rows": 0}, {"rows": 24}, {"following": 21}):
        with pytest.raises(ProblemError):
            Look(**wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", THEMES)
def test_themes_have_their_colours(name: str) -> None:
    theme = theme_named(name)
    svg = to_svg(draw_pages(QUEUED, Look(theme=name)))
    assert set(theme.pieces) == set("IOTSZLJX")
    for colour in (theme.pieces["T"], theme.empty, theme.paper):
        assert colour in svg
    if name != "light":
        assert THEMES["light"].empty not in svg
    letters = {text for text in texts(page_scenes(QUEUED, Look(theme=name))[0]) if len(text) == 1}
    assert letters == (set("TLSZO") if theme.letters else set())


def test_a_theme_that_there_is_not() -> None:
    with pytest.raises(NotationError, match="'neon' is not a theme; themes are light, dark"):
        Look(theme="neon")


def test_a_fumen_draws_itself() -> None:
    assert Fumen(QUEUED)._repr_svg_() == to_svg(draw_pages(QUEUED))
