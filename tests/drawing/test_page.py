"""The web page: complete in itself, well-formed, escaped."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.drawing.boards import mosaic

from shapewright.drawing import Figure, Section, to_html
from shapewright.errors import ProblemError

HOSTILE = "</style></title><script>alert(1)</script><img src=x onerror='y' & \"z\">"


def parsed(page: str) -> ET.Element:
    return ET.fromstring(page.removeprefix("<!DOCTYPE html>\n"))


def test_what_is_shown() -> None:
    board = mosaic("AB AB")
    figure = Figure(board.scene(), "one of 2", 0.0871, "shapewright tiling solve", "AB\nAB")
    page = to_html("Tour", [Section("Boards", "Two dominoes.", (figure, Figure(text="42")))], introduction="Look:")
    root = parsed(page)
    assert [root.findtext(f".//{tag}") for tag in ("title", "h1", "h2")] == ["Tour", "Tour", "Boards"]
    assert [element.text for element in root.iter("p")] == ["Look:", "Two dominoes."]
    assert [element.text for element in root.iter("pre")] == ["AB\nAB", "42"]
    (caption,) = root.iter("figcaption")
    assert " ".join("".join(caption.itertext()).split()) == "one of 2 87 msshapewright tiling solve"
    assert board.scene()._repr_svg_() in page
    assert (
        to_html("Tour", [Section("Boards", "Two dominoes.", (figure, Figure(text="42")))], introduction="Look:") == page
    )


def test_a_whole_picture_is_as_high_as_it_is() -> None:
    scene = mosaic("A").scene()
    page = to_html("t", [Section("h", figures=(Figure(scene), Figure(scene, whole=True)))])
    assert [figure.get("class") for figure in parsed(page).iter("figure")] == [None, "whole"]
    assert "figure.whole svg { max-height: none; }" in page


def test_nothing_is_loaded_from_anywhere() -> None:
    page = to_html("t", [Section("h", figures=(Figure(mosaic("A").scene()),))])
    assert not re.search(r"\b(src|href)\s*=|url\(|@import|<script|<link", page)
    assert set(re.findall(r"https?://[^\"' ]*", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page
    assert "prefers-color-scheme: dark" in page


def test_hostile_texts_stay_texts() -> None:
    figure = Figure(mosaic("A", labels=(HOSTILE,), title=HOSTILE).scene(), HOSTILE, 1, HOSTILE, HOSTILE)
    page = to_html(HOSTILE, [Section(HOSTILE, HOSTILE, (figure,))], introduction=HOSTILE)
    assert "<script" not in page
    assert "<img" not in page
    root = parsed(page)
    assert root.findtext(".//h1") == root.findtext(".//h2") == root.findtext(".//pre") == HOSTILE


@given(st.text(), st.text(), st.text())
def test_any_text_gives_a_well_formed_page(title: str, caption: str, text: str) -> None:
    parsed(to_html(title, [Section(caption, text, (Figure(caption=caption, text=text, command=title),))]))


def test_a_link_leads_where_it_says_and_nowhere_else() -> None:
    page = to_html("T", [Section("S", figures=(Figure(text="x", command="a<b", link='https://a.b/?"c'),))])
    assert '<code><a href="https://a.b/?&quot;c" rel="noreferrer">a&lt;b</a></code>' in page
    with pytest.raises(ProblemError, match="'javascript:x' is not an address that begins with https://"):
        Figure(text="x", command="y", link="javascript:x")
