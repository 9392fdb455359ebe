"""The data that Python and the pages share, as the module that pages import."""

from __future__ import annotations

import json
import posixpath
import re
import sys
from types import ModuleType
from typing import Any

import pytest

from shapewright.drawing.palette import PIECE_COLOURS
from shapewright.questions import FAMILIES, Family
from shapewright.web import assets


def read(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text.removeprefix("export default ").removesuffix(";\n"))
    return found


def test_the_module_is_sent_like_the_others(studio) -> None:
    reply = studio.get(assets.address("data.js"))
    assert reply.status_code == 200
    assert reply.headers["content-type"].startswith("text/javascript")
    assert "immutable" in reply.headers["cache-control"]
    data = read(reply.text)
    assert data["palette"]["pieces"] == list(PIECE_COLOURS)
    assert [family["title"] for family in data["families"].values()] == [
        "Tile",
        "Pack",
        "Stack",
        "Perfect clear",
        "Shapez 2",
    ]
    solve = data["families"]["stacking"]["questions"]["solve"]
    assert solve["fields"][0] == "sequence"
    assert ".svg" in solve["downloads"]
    assert data["stacking"]["pieces"]
    assert set(data) == {"palette", "lattices", "families", *FAMILIES}


def test_what_families_say_changes_the_hash(monkeypatch) -> None:
    assets.contents.cache_clear()
    assets.version.cache_clear()
    before = assets.version()
    monkeypatch.setattr(Family, "page_data", property(lambda family: {"of": family.name}))
    assets.contents.cache_clear()
    assets.version.cache_clear()
    try:
        assert read(assets.contents()["data.js"].decode())["tiling"] == {"of": "tiling"}
        assert assets.version() != before
    finally:
        assets.contents.cache_clear()
        assets.version.cache_clear()


def test_a_family_without_data_for_its_page_has_none(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "shapewright.questions.chess", ModuleType("chess", ""))
    assert Family("chess", "", "", "", "", ()).page_data == {}
    # A fault of the module itself is not taken for that.
    monkeypatch.setattr("shapewright.questions.stacking._page.data", lambda: __import__("nothing_of_that_name"))
    with pytest.raises(ModuleNotFoundError):
        _ = FAMILIES["stacking"].page_data


@pytest.mark.parametrize("page", ["/", *(f"/{name}" for name in FAMILIES), "/today", "/runs"])
def test_pages_name_all_modules_that_they_load(studio, page: str) -> None:
    text = studio.get(page).text
    (script,) = re.findall(r'<script type="module" src="/static/\w+/([\w./]+)">', text)
    named = re.findall(r'<link rel="modulepreload" href="/static/\w+/([\w./]+)">', text)
    assert len(named) == len(set(named)) > 5
    loaded = {script}
    ahead = [script]
    for name in ahead:  # whatever a module imports, however it is written, but for what it loads on demand
        source = re.sub(r"/\*.*?\*/|^\s*//.*?$", "", assets.contents()[name].decode(), flags=re.DOTALL | re.MULTILINE)
        imported = re.findall(r'(?<!import\()"(\.\.?/[\w/]+\.js)"', source)
        new = {posixpath.normpath(f"{name}/../{path}") for path in imported} - loaded
        loaded |= new
        ahead += sorted(new)
    assert {script, *named} == loaded
