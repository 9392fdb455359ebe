"""The folder without a server as it is written: whatever a page names is there, and nothing else is named."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from pathlib import PurePosixPath

import pytest
from release.site import folder, rendering
from release.site.documentation import inside

from shapewright.web import assets

PARTS = folder.Parts(
    python={"pyodide.mjs": b"loads", "pyodide.asm.wasm": b"runs", "LICENSE": b"MPL"},
    engines={kind: folder.Build(f"{kind} script".encode(), f"{kind} module".encode()) for kind in ("wide", "plain")},
    wheel=b"a wheel",
    data={"clear": {"some.flat": b"numbers"}},
    encoder=b"GIF",
    icons={"icons/icon-180.png": b"small", "icons/icon-512.png": b"large"},
    licences={"encoder/LICENSE": b"MIT"},
)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return folder.files(PARTS)


def module(files: dict[str, bytes], name: str) -> tuple[PurePosixPath, str]:
    (place,) = [place for place in files if place.startswith("static/") and place.endswith(f"/{name}")]
    return PurePosixPath(place), files[place].decode()


def test_pages_name_only_what_is_there(files: dict[str, bytes]) -> None:
    pages = {name: content.decode() for name, content in files.items() if name.endswith(".html")}
    assert {"index.html", "today.html", "tiling.html", "shapez.html"} <= pages.keys()
    for name, page in pages.items():
        named = re.findall(r'(?:href|src)="([^"]*)"', page)
        assert named
        for address in named:
            path = re.split("[?#]", address)[0]
            if path and not path.startswith("docs/"):
                assert (path if path != "./" else "index.html") in files, (name, address)
        assert f'content="{rendering.POLICY}"'.replace("'", "&#39;") in page
        assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", page)


def test_the_worker_stands_in_for_the_server(files: dict[str, bytes]) -> None:
    assert '"./ask_worker.js"' in module(files, "doors/ask_door.js")[1]
    assert '"./ask_server.js"' in assets.contents()["doors/ask_door.js"].decode()
    left = " ".join(files)
    assert not re.search(r"ask_server|runs\.js|enter\.js", left)


def test_modules_import_only_what_is_there(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if name.startswith("static/") and name.endswith(".js"):
            imported = re.findall(r'(?:from|import\(|import) "(\.\.?/[\w./]+)"', content.decode())
            assert {posixpath.normpath(f"{name}/../{path}") for path in imported} <= files.keys(), name


def test_what_workers_need_is_where_they_look_for_it(files: dict[str, bytes]) -> None:
    place, text = module(files, "doors/folder.js")
    known = json.loads(text.removeprefix("export default ").removesuffix(";\n"))
    addresses = [known["wheel"], known["encoder"], known["keeper"], f"{known['python']}pyodide.mjs"]
    addresses += [address for build in known["engine"].values() for address in build.values()]
    addresses += [each["address"] for each in known["data"]["clear"]]
    assert known["data"]["clear"][0]["name"] == "clear/data_files/some.flat"
    assert place.parents[2].name == "static"
    assert all(address.removeprefix("../../../") in files for address in addresses)


def test_all_files_are_kept_under_their_digests(files: dict[str, bytes]) -> None:
    told = json.loads(files["keep.js"].decode().removeprefix("self.folder = ").removesuffix(";\n"))
    for name, digest in told["kept"].items():
        assert hashlib.sha256(files[name]).hexdigest() == digest
    assert files.keys() - told["kept"].keys() == {"keep.js", "service_worker.js"}
    engines = {name for build in told["wide"].values() for name in build}
    assert len(engines) == 4
    assert engines.isdisjoint(told["first"])
    assert not any(name.endswith(".flat") for name in told["first"])


def test_equal_parts_make_equal_files_and_changed_ones_other_addresses(files: dict[str, bytes]) -> None:
    assert folder.files(PARTS) == files
    other = folder.files(folder.Parts(**{**vars(PARTS), "wheel": b"another wheel"}))
    assert module(other, "doors/ask.js")[0] != module(files, "doors/ask.js")[0]
    assert other["keep.js"] != files["keep.js"]


@pytest.mark.parametrize(
    ("link", "depth", "found"),
    [
        ("tiling#board=3x3&amp;pieces=L3", 1, "../tiling.html#board=3x3&amp;pieces=L3"),
        ("today?date=2026-11-22", 2, "../../today.html?date=2026-11-22"),
        ("", 1, ".././"),
    ],
)
def test_links_of_the_documentation_lead_into_the_folder(link: str, depth: int, found: str) -> None:
    page = inside(f'<head></head><p class="studio" hidden><a href="studio.html#how" data-studio="{link}">', depth)
    assert page.endswith(f'<p class="studio"><a href="{found}">')
    assert page.startswith('<head>\n    <meta http-equiv="Content-Security-Policy"')


def test_other_links_of_the_documentation_stay() -> None:
    page = '<a href="studio.html#how" data-studio="elsewhere"><a href="tiling/tutorial.html">'
    assert inside(page, 1) == page
